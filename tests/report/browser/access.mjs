// SPDX-License-Identifier: BSD-3-Clause
// access.mjs: a page is valid HTML, has no violation that axe-core finds, in light and dark, on a
// phone and a screen, and says what counts without its script.
import {accessible, browse, equal, open, results, valid} from './browser.mjs';

const MODELS = ['models/examples/four_bar.yaml', 'models/examples/symmetric_top_fast.yaml',
  'models/examples/bouncing_ball.yaml',
  'models/founding/linearization_pendulum.yaml'];

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
