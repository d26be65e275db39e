// SPDX-License-Identifier: BSD-3-Clause
// page.mjs: what a page costs in Debian's Chromium, as JSON: until it is ready, and the script of a
// frame, with the calls of WebGL taken out, since a software rasteriser is not what is measured.
//   node tests/bench/page.mjs --root . --binary MBSRUN --pages FOLDER,FOLDER
import {browse, open, option} from '../report/browser/browser.mjs';

const FRAMES = 300;

await browse(async (browser) => {
  for (const folder of option('pages').split(',')) {
    const {page, done, started} = await open(browser, folder);
    const ready = Date.now() - started;
    const frame = await page.evaluate((frames) => {
      const page = globalThis.mbsrun, {gl} = page.viewer, times = [];
      for (const name of Object.getOwnPropertyNames(WebGL2RenderingContext.prototype)) {
        if (typeof Object.getOwnPropertyDescriptor(WebGL2RenderingContext.prototype, name).value ===
            'function') gl[name] = () => null;
      }
      page.forces();
      const {t} = page.motion;
      for (let i = 0; i < frames; i++) {
        const before = performance.now();
        page.seek(t[0] + (t[t.length - 1] - t[0]) * ((i * 0.618034) % 1));
        times.push(performance.now() - before);
      }
      return times.sort((a, b) => a - b);
    }, FRAMES);
    const names = await page.evaluate(() => globalThis.mbsrun.scene.bodies.length - 1);
    console.log(JSON.stringify({folder, bodies: names, ready_ms: ready,
      frame_ms: frame[FRAMES >> 1], frame_90_ms: frame[Math.floor(0.9 * FRAMES)]}));
    await done();
  }
});
