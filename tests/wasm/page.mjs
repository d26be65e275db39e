// SPDX-License-Identifier: BSD-3-Clause
// page.mjs: the playground in a browser, opened from disk: it runs a shipped model to the page that mbsrun
// run --report makes, an edit runs, an error stands at its line with its hint, a run can be stopped, an
// address carries a text; and it asks for nothing.
import {existsSync, readFileSync, statSync} from 'node:fs';
import path from 'node:path';
import {pathToFileURL} from 'node:url';
import {browse, equal, holds, load, option, root, SKIPPED} from '../report/browser/browser.mjs';

const LARGEST = 1500000; // bytes
const file = option('page');
if (!existsSync(file)) {
  console.log(`skipped: there is no ${file} (./dev playground makes it)`);
  process.exit(SKIPPED);
}
const url = pathToFileURL(path.resolve(file)).href, axe = load('axe-core').source;
const model = readFileSync(path.join(root, 'models/examples/four_bar.yaml'), 'utf8');

async function open(browser, address, settings = {}) {
  const context = await browser.newContext({viewport: {width: 1440, height: 900}, reducedMotion: 'reduce', ...settings});
  const page = await context.newPage(), faults = [];
  page.on('pageerror', (e) => faults.push(`error: ${e.stack}`));
  page.on('console', (m) => { if (m.type() === 'error') faults.push(`console: ${m.text()}`); });
  page.on('request', (r) => {
    if (r.url().split('#')[0] !== url && !r.url().startsWith('blob:')) faults.push(`request: ${r.url().slice(0, 200)}`);
  });
  await page.addInitScript(() => {
    globalThis.violations = [];
    document.addEventListener('securitypolicyviolation', (e) =>
      globalThis.violations.push(`${e.violatedDirective} ${e.blockedURI}`));
  });
  await page.goto(address);
  const done = async () => {
    for (const frame of page.frames()) faults.push(...await frame.evaluate(() => globalThis.violations ?? []));
    await context.close();
    holds(faults.length === 0, faults.join('\n'));
  };
  return {page, done};
}

// Until a run after so many has ended with this status and, where it made one, its page is shown.
const until = (page, after, status, made = true) => page.waitForFunction(([a, s, m]) => {
  const d = document.documentElement.dataset;
  return Number(d.run) > a && d.status === s && (!m || d.shown === d.run);
}, [after, String(status), made], {timeout: 600000});
const count = (page) => page.evaluate(() => Number(document.documentElement.dataset.run));
const told = (found) => found.violations.map((v) => `${v.id}: ${v.nodes.map((n) => n.html).join()}`).join('; ');
const report = (page) => page.frames().find((frame) => frame !== page.mainFrame() && !frame.isDetached());
const write = (page, text) => page.locator('#text').fill(text);

async function mainPage(browser) {
  const {page, done} = await open(browser, url);
  await until(page, 0, 0);
  equal(await page.locator('#models').inputValue(), 'examples/four_bar.yaml', 'the first model');
  equal(await page.locator('#words').isVisible(), false, 'words of a good run');
  holds(await report(page).evaluate(() => mbsrun.motion.t.length) > 10, 'no motion');
  holds((await report(page).locator('#verdict').textContent()).includes('Checks: '), 'no verdict');
  await page.evaluate(axe);
  const found = await page.evaluate(() => globalThis.axe.run({exclude: ['iframe']}));
  equal(told(found), '', 'axe-core');

  // an edit, while writing
  let runs = await count(page);
  await write(page, model.replace(/^title:.*/m, 'title: "</script><b>edited"'));
  await until(page, runs, 0);
  holds((await report(page).locator('h1').textContent()).includes('</script><b>edited'), 'the title');
  equal(await page.locator('#models').inputValue(), '', 'the menu of another text');

  // an error: its line, column and hint; the motion before stays, greyed
  runs = await count(page);
  const line = model.split('\n').findIndex((l) => /^bodies:/.test(l)) + 1;
  await write(page, model.replace(/^bodies:/m, 'bodiez:'));
  await until(page, runs, 3, false);
  const said = await page.locator('#words').textContent();
  holds(said.includes(`:${line}:1: error`) && said.includes('did you mean "bodies"'), said);
  equal(await page.locator('#lines b').first().textContent(), String(line), 'the marked line');
  equal(await page.locator('#pages.stale iframe').count(), 1, 'the motion before');
  await page.getByRole('button', {name: `line ${line}, column 1`}).first().click();
  const at = await page.evaluate(() => document.getElementById('text').selectionStart);
  equal(at, model.split('\n').slice(0, line - 1).join('\n').length + 1, 'where the button goes');

  // a run that takes long is stopped; the page lives while it runs, and runs again
  const long = readFileSync(path.join(root, 'models/examples/long_pendulum.yaml'), 'utf8')
    .replace(/duration: [^,}\n]*/, 'duration: 1e6 s');
  await write(page, long);
  await page.waitForFunction(() => document.getElementById('state').textContent.startsWith('running'));
  await page.locator('#stop').click();
  equal(await page.locator('#state').textContent(), 'stopped', 'the state');
  equal(await page.locator('#stop').isDisabled(), true, 'the button');
  runs = await count(page);
  await page.locator('#models').selectOption('iftomm/a01_simple_pendulum.yaml');
  await until(page, runs, 0);
  holds((await report(page).locator('#verdict').textContent()).includes(' 0 could not be made'), 'the reference is there');

  // an address that carries the text
  runs = await count(page);
  await write(page, model.replace(/^title:.*/m, 'title: Four bars, sent around the world, \u00e4\u20ac\u{1f600}'));
  await until(page, runs, 0);
  await page.locator('#link').click();
  await page.waitForFunction(() => document.getElementById('address').value !== '');
  const address = await page.locator('#address').inputValue();
  await done();
  return address;
}

await browse(async (browser) => {
  const size = statSync(file).size;
  holds(size <= LARGEST, `${size} bytes, more than ${LARGEST}`);
  const policy = /Content-Security-Policy" content="([^"]*)"/.exec(readFileSync(file, 'utf8'))[1];
  holds(/^default-src 'none'; script-src ('sha256-[\w+/=]+' )+'wasm-unsafe-eval'; /.test(policy), policy);
  const address = await mainPage(browser);

  const sent = await open(browser, address);
  await until(sent.page, 0, 0);
  holds((await report(sent.page).locator('h1').textContent()).includes('around the world, \u00e4\u20ac\u{1f600}'),
    'the title that was sent');
  await sent.done();

  // an address that carries nothing that can be read: said, and the first model is there
  const broken = await open(browser, `${url}#model=x!x`);
  await until(broken.page, 0, 0);
  holds((await broken.page.locator('#words').textContent()).includes('carries no model'), 'a broken address');
  await broken.done();
  const narrow = await open(browser, `${url}#name=examples/spring_mass.yaml`,
    {viewport: {width: 390, height: 800}, colorScheme: 'dark'});
  await until(narrow.page, 0, 0);
  await narrow.page.evaluate(axe);
  const found = await narrow.page.evaluate(() => globalThis.axe.run({exclude: ['iframe']}));
  equal(told(found), '', 'axe-core, narrow and dark');
  await narrow.done();
  console.log(`${size} bytes, address of ${address.length} characters`);
});
