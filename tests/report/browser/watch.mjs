// SPDX-License-Identifier: BSD-3-Clause
// watch.mjs: mbsrun watch in a browser: a save is on the page with the same instant and side, errors
// stand above the motion before, a slider runs as the edited file would, two pages at once, nothing
// but the page's own requests.
import {spawn} from 'node:child_process';
import {existsSync, mkdirSync, readFileSync, readdirSync, renameSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {browse, csv, equal, holds, load, option, results, root, work} from './browser.mjs';

const axe = load('axe-core').source;
const MODEL = path.join(work, 'four_bar.yaml');
const SOURCE = readFileSync(path.join(root, 'models/examples/four_bar.yaml'), 'utf8')
  .replace(/reference:.*\n/g, '');

// As editors do: a new file in the place of the old one.
function save(text) {
  writeFileSync(`${MODEL}~`, text);
  renameSync(`${MODEL}~`, MODEL);
}

async function watch(test) {
  const place = path.join(work, 'made');
  mkdirSync(place);
  const child = spawn(option('binary'), ['watch', MODEL], {env: {...process.env, TMPDIR: place}});
  let url = '', words = '';
  child.stderr.on('data', (bytes) => { words += bytes; });
  const ended = new Promise((done) => child.on('exit', done));
  await new Promise((done) => child.stdout.on('data', (bytes) => {
    url += bytes;
    if (url.endsWith('\n')) done();
  }));
  try {
    await test(url.trim(), () => words);
  } finally {
    child.kill('SIGTERM');
  }
  equal(await ended, 128 + 15, 'exit status');
  equal(readdirSync(place).length, 0, 'files that are left');
}

async function open(browser, url) {
  const context = await browser.newContext({viewport: {width: 1440, height: 900},
    reducedMotion: 'reduce'});
  const page = await context.newPage(), faults = [];
  page.on('pageerror', (e) => faults.push(`error: ${e.stack}`));
  page.on('console', (m) => { if (m.type() === 'error') faults.push(`console: ${m.text()}`); });
  page.on('request', (r) => { if (!r.url().startsWith(url)) faults.push(`request: ${r.url()}`); });
  await page.goto(url);
  return {page, faults};
}

// Until a run with this status is told and, where it made one, its page is shown.
async function until(page, run, status, shown = run) {
  await page.waitForFunction(([r, s, p]) => {
    const d = document.documentElement.dataset;
    return Number(d.run) >= r && d.status === s && Number(d.shown) >= p;
  }, [run, status, shown], {timeout: 600000});
}
const inside = (page, f, given) => page.frames().find((x) => x.url().includes('/page?') &&
  !x.isDetached()).evaluate(f, given);

save(SOURCE);
await browse(async (browser) => watch(async (url) => {
  const {page, faults} = await open(browser, url);
  await until(page, 1, '0');
  holds(await inside(page, () => mbsrun.motion.t.length) > 10, 'no motion');
  await page.evaluate(axe);
  const found = await page.evaluate(() => globalThis.axe.run({exclude: ['iframe']}));
  equal(found.violations.map((v) => v.id).join(), '', 'axe-core');

  // the same instant, the same side
  await inside(page, () => {
    mbsrun.seek(0.7);
    mbsrun.viewer.camera.half *= 3;
    mbsrun.draw();
  });
  const half = await inside(page, () => mbsrun.viewer.camera.half);
  save(SOURCE.replace(/^title:.*/m, 'title: "</script><script>document.title=1</script>"'));
  await until(page, 2, '0');
  equal(await inside(page, () => mbsrun.t), 0.7, 'instant');
  equal(await inside(page, () => mbsrun.viewer.camera.half), half, 'camera');
  holds((await inside(page, () => document.querySelector('h1').textContent)).includes('</script>'),
    'the title');

  // an error: its line, the motion before greyed
  save(SOURCE.replace(/^bodies:/m, 'bodiez:'));
  await until(page, 3, '3', 2);
  const line = SOURCE.split('\n').findIndex((l) => /^bodies:/.test(l)) + 1;
  const said = await page.locator('#words').textContent();
  holds(said.includes(`four_bar.yaml:${line}:1: error`) && said.includes('did you mean "bodies"'), said);
  equal(await page.locator('main.stale iframe').count(), 1, 'the motion before');
  save(SOURCE);
  await until(page, 4, '0');
  equal(await page.locator('main.stale').count(), 0, 'grey');
  equal(await page.locator('#words').isVisible(), false, 'words');

  // a slider, seen by a second page, against a run of a file that says so
  const second = await open(browser, url);
  await until(second.page, 4, '0');
  await page.locator('#sliders summary').click();
  await page.locator('#p-w').fill('1.5');
  await until(page, 5, '0');
  await until(second.page, 5, '0');
  const folder = (save(SOURCE.replace(/^ {2}w: .*/m, '  w: 1.5 rad/s')), results(MODEL));
  const last = csv(folder, readdirSync(folder).find((f) => f.endsWith('.csv'))
    .replace('.csv', ''));
  const now = await inside(second.page, () => {
    const c = mbsrun.channels[0];
    return {names: c.names, t: [...c.t], columns: c.columns.map((v) => [...v])};
  });
  equal(now.t.length, last.rows.length, 'rows');
  const row = last.rows.length - 1;
  let compared = 0;
  now.names.forEach((name, k) => {
    const column = last.names.indexOf(name);
    if (column < 0) return;
    const values = last.rows.map((r) => r[column]);
    const span = Math.max(...values) - Math.min(...values);
    holds(Math.abs(now.columns[k][row] - values[row]) <= 1e-4 * span + 1e-12, `${name}: ${now.columns[k][row]}, not ${values[row]}`);
    compared++;
  });
  holds(compared > 2, 'nothing was compared');
  equal(await page.locator('#copy').textContent(), 'w: 1.5 1/s', 'what can be copied');

  // fifty saves, some with errors; the last one counts
  for (let k = 0; k < 50; k++) {
    save(k % 3 === 1 ? `${SOURCE}\nbroken: [` : SOURCE.replace(/^title:.*/m, `title: save ${k}`));
    await page.waitForTimeout(k % 7 === 0 ? 150 : 15);
  }
  save(SOURCE.replace(/^title:.*/m, 'title: the last one'));
  for (const p of [page, second.page]) {
    for (let k = 0; k < 300; k++) {
      await p.waitForTimeout(100);
      const title = await inside(p, () => document.querySelector('h1')?.textContent).catch(() => '');
      if (title === 'the last one') break;
      holds(k < 299, `the last save is not shown: ${title}`);
    }
  }
  equal([...faults, ...second.faults].join('\n'), '', 'faults');
}));
holds(!existsSync(path.join(work, 'results')), 'results beside the model');
console.log('watched');
