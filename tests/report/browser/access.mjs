// SPDX-License-Identifier: BSD-3-Clause
// access.mjs: a page is valid HTML, has no violation that axe-core finds, in light and dark, on a
// phone and a screen, and says what counts without its script.
import {readFileSync} from 'node:fs';
import path from 'node:path';
import {browse, equal, holds, load, open, results} from './browser.mjs';

const axe = load('axe-core').source;
const {HtmlValidate} = load('html-validate');
const MODELS = ['models/examples/four_bar.yaml', 'models/examples/symmetric_top_fast.yaml',
  'models/examples/bouncing_ball.yaml',
  'models/founding/linearization_pendulum.yaml'];

function valid(folder) {
  const rules = new HtmlValidate({extends: ['html-validate:standard']});
  const report = rules.validateStringSync(readFileSync(path.join(folder, 'report.html'), 'utf8'));
  const faults = report.results.flatMap((r) => r.messages).map((m) =>
    `${m.line}:${m.column} ${m.ruleId} ${m.message}`);
  holds(faults.length === 0, `${folder}:\n${faults.slice(0, 20).join('\n')}`);
}

async function accessible(browser, folder, width, colorScheme) {
  const {page, done} = await open(browser, folder, {colorScheme, viewport: {width, height: 844}});
  await page.evaluate(axe);
  const found = await page.evaluate(() => globalThis.axe.run());
  holds(found.passes.length > 10, 'axe-core looked at nothing');
  const faults = found.violations.flatMap((v) => v.nodes.map((n) =>
    `${v.id}: ${n.html.slice(0, 160)} ${n.failureSummary}`));
  holds(faults.length === 0, `${folder}, ${width} ${colorScheme}:\n${faults.slice(0, 10).join('\n')}`);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  holds(wide <= 0, `${folder}: ${wide} pixels too wide for ${width}`);
  await done();
}

async function silent(browser, folder) {
  const {page, done} = await open(browser, folder, {javaScriptEnabled: false});
  equal(await page.locator('.verdict').isVisible(), true, 'verdict without script');
  equal(await page.locator('#mbs-stage svg').isVisible(), true, 'the first frame without script');
  if (await page.locator('figure.plot').count()) {
    equal(await page.locator('figure.plot path.curve').first().isVisible(), true,
      'plots without script');
  }
  equal(await page.locator('.controls').count(), 0, 'controls without script');
  await done();
}

await browse(async (browser) => {
  for (const model of MODELS) {
    const folder = results(model);
    valid(folder);
    for (const width of [390, 1440]) {
      for (const scheme of ['light', 'dark']) await accessible(browser, folder, width, scheme);
    }
    await silent(browser, folder);
  }
});
console.log('no violation');
