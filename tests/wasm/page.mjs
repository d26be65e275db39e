// SPDX-License-Identifier: BSD-3-Clause
// page.mjs: the playground in a browser, opened from disk: it runs a shipped model to the page that mbsrun
// run --report makes, an edit runs, an error stands at its line with its hint, a run can be stopped, a
// slider runs as the edited text would, files that a model includes are beside it, an address carries a
// text and all files, one side of both is shown on a phone; and it asks for nothing.
import {existsSync, readFileSync} from 'node:fs';
import path from 'node:path';
import {pathToFileURL} from 'node:url';
import {browse, equal, holds, load, option, root, SKIPPED} from '../report/browser/browser.mjs';

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
}, [after, String(status), made], {timeout: 120000});
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

const PENDULUM = `mbs: 1
title: a bob
space: planar
gravity: [0, -9.81]
parameters: {L: 1 m, m: {value: 2 kg, range: [1 kg, 3 kg]}, twice: 2*L}
INCLUDE
bodies: {P: {type: point_mass, mass: m, initial: {position: [L, 0]}}}
joints: {rod: {type: distance, marker_i: ground, marker_j: P, length: L}}
analyses: {swing: {type: dynamics, duration: 1, output_step: 0.1}}
outputs: {x: P.x}
`;
const farthest = (page) => report(page).evaluate(() => Math.max(...mbsrun.motion.columns[0]));

async function sliders(browser) {
  const {page, done} = await open(browser, url);
  await until(page, 0, 0);
  let runs = await count(page);
  await write(page, PENDULUM.replace('INCLUDE\n', ''));
  await until(page, runs, 0);
  await page.locator('#sliders summary').click();
  const inputs = page.locator('#list input');
  equal(await inputs.evaluateAll((all) => all.map((e) => [e.name, e.min, e.value, e.max].join(' ')).join(', ')),
    'L 0 1 2, m 1 2 3', 'the sliders: what the text gives as numbers');
  runs = await count(page);
  await inputs.first().fill('1.5');
  await until(page, runs, 0);
  holds(Math.abs(await farthest(page) - 1.5) < 1e-3, 'the run of a slider');
  equal(await page.locator('#copy').textContent(), 'L: 1.5 m', 'as the text would have it');
  // it stays while the text changes, but for a value that the program refuses, which is said
  runs = await count(page);
  await write(page, PENDULUM.replace('INCLUDE\n', '').replace('a bob', 'another bob'));
  await until(page, runs, 0);
  holds(Math.abs(await farthest(page) - 1.5) < 1e-3, 'the slider stays');
  runs = await count(page);
  await inputs.first().fill('0');
  await until(page, runs, 3, false);
  holds((await page.locator('#words').textContent()).includes('error['), 'what is refused');
  runs = await count(page);
  await page.locator('#reset').click();
  await until(page, runs, 0);
  holds(Math.abs(await farthest(page) - 1) < 1e-3, 'as in the file');
  // a parameter that is gone takes its slider with it
  runs = await count(page);
  await inputs.first().fill('1.5');
  await until(page, runs, 0);
  runs = await count(page);
  await write(page, PENDULUM.replace('INCLUDE\n', '').replace('L: 1 m', 'K: 1.2 m').replaceAll('L', 'K'));
  await until(page, runs, 0);
  equal(await inputs.evaluateAll((all) => all.map((e) => e.name).join()), 'K,m', 'other sliders');
  holds(Math.abs(await farthest(page) - 1.2) < 1e-3, 'and the value of the text');
  await done();
}

async function includes(browser) {
  const {page, done} = await open(browser, url);
  await until(page, 0, 0);
  let runs = await count(page);
  const given = (name, text) => ({name, mimeType: 'text/yaml', buffer: Buffer.from(text)});
  await page.locator('#more').setInputFiles([
    given('lengths.yaml', 'parameters: {far: 1.25 m}\n'),
    given('pendulum.yaml', PENDULUM.replace('INCLUDE', 'include: [library/lengths.yaml]').replace('L: 1 m', 'L: far'))]);
  await until(page, runs, 0);
  holds(Math.abs(await farthest(page) - 1.25) < 1e-3, 'the included length');
  equal(await page.locator('#tabs [aria-pressed]').allTextContents().then((all) => all.join()),
    'pendulum.yaml,library/lengths.yaml', 'tabs');
  // an error in the other file has a button that goes there
  await page.getByRole('button', {name: 'library/lengths.yaml', exact: true}).click();
  runs = await count(page);
  await write(page, '# lengths\nparameters: {far: 1.25 parsec}\n');
  await until(page, runs, 3, false);
  await page.getByRole('button', {name: 'pendulum.yaml', exact: true}).click();
  await page.getByRole('button', {name: /^library\/lengths.yaml, line 2/}).first().click();
  holds((await page.locator('#text').inputValue()).startsWith('# lengths'), 'the file with the error');
  equal(await page.locator('#lines b').first().textContent(), '2', 'its line');
  runs = await count(page);
  await write(page, 'parameters: {far: 0.75 m}\n');
  await until(page, runs, 0);
  holds(Math.abs(await farthest(page) - 0.75) < 1e-3, 'the edited file');
  await page.locator('#link').click();
  await page.waitForFunction(() => document.getElementById('address').value !== '');
  const address = await page.locator('#address').inputValue();
  holds(address.includes('#files='), address.slice(0, 200));
  // without it: the program's own words; bytes that are not text have no address
  runs = await count(page);
  await page.getByRole('button', {name: 'remove library/lengths.yaml'}).click();
  await until(page, runs, 3, false);
  holds((await page.locator('#words').textContent()).includes('lengths.yaml'), 'what is missing');
  await page.locator('#more').setInputFiles({name: 'ball.stl', mimeType: 'model/stl', buffer: Buffer.from([0x80, 0xff, 0])});
  await page.waitForFunction(() => document.getElementById('tabs').textContent.includes('ball.stl'));
  await page.locator('#link').click();
  holds((await page.locator('#address').inputValue()).startsWith('no address: ball.stl'), 'an address of bytes');
  await done();
  const sent = await open(browser, address);
  await until(sent.page, 0, 0);
  holds(Math.abs(await farthest(sent.page) - 0.75) < 1e-3, 'files that were sent');
  await sent.done();
}

async function phone(browser) {
  const {page, done} = await open(browser, `${url}#name=examples/slider_crank.yaml`,
    {viewport: {width: 390, height: 844}, isMobile: true, hasTouch: true});
  await until(page, 0, 0);
  const seen = (id) => page.locator(id).isVisible();
  equal([await seen('#pages'), await seen('#text')].join(), 'true,false', 'the motion comes first');
  const wide = () => page.evaluate(() => document.documentElement.scrollWidth);
  equal(await wide(), 390, 'nothing is wider than the screen');
  const box = await page.locator('#pages').boundingBox();
  holds(box.height > 420, `the motion is ${box.height} px high`);
  for (const button of await page.locator('header button, header select').all()) {
    holds((await button.boundingBox()).height >= 36, 'buttons for thumbs');
  }
  await page.getByRole('button', {name: 'Text', exact: true}).tap();
  equal([await seen('#pages'), await seen('#text')].join(), 'false,true', 'the text');
  holds((await page.locator('#editor').boundingBox()).height > 420, 'the text has room');
  const runs = await count(page);
  await write(page, 'mbs: 2\n');
  await until(page, runs, 3, false);
  await page.getByRole('button', {name: 'Motion', exact: true}).tap();
  equal([await seen('#words'), await seen('#pages')].join(), 'true,true', 'what is wrong is said on both sides');
  await page.evaluate(axe);
  equal(told(await page.evaluate(() => globalThis.axe.run({exclude: ['iframe']}))), '', 'axe-core, phone');
  equal(await wide(), 390, 'nothing is wider than the screen');
  await done();
}

await browse(async (browser) => {
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
  holds((await broken.page.locator('#words').textContent()).includes('contains no model'), 'a broken address');
  await broken.done();
  const narrow = await open(browser, `${url}#name=examples/spring_mass.yaml`,
    {viewport: {width: 390, height: 800}, colorScheme: 'dark'});
  await until(narrow.page, 0, 0);
  await narrow.page.evaluate(axe);
  const found = await narrow.page.evaluate(() => globalThis.axe.run({exclude: ['iframe']}));
  equal(told(found), '', 'axe-core, narrow and dark');
  await narrow.done();
  await sliders(browser);
  await includes(browser);
  await phone(browser);
  console.log(`address of ${address.length} characters`);
});
