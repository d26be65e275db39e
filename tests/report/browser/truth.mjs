// SPDX-License-Identifier: BSD-3-Clause
// truth.mjs: what the page shows at 20 instants is what the run wrote: poses against motion.bin,
// time and channels against the CSV, each within the quantum of its packing (packing.h: a value is
// rounded to whole steps, so half a step; and the 24 bits of a float).
import {readFileSync} from 'node:fs';
import path from 'node:path';
import {browse, csv, holds, open, results} from './browser.mjs';

const MODELS = ['models/examples/four_bar.yaml', 'models/examples/symmetric_top_fast.yaml',
  'models/iftomm/a03_andrews.yaml', 'models/examples/bouncing_ball.yaml',
  'models/examples/chain.yaml'];
const FLOAT = 2 ** -22;
let compared = 0;

function rotation(w, x, y, z) {
  return [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y), 2 * (x * y + w * z),
    1 - 2 * (x * x + z * z), 2 * (y * z - w * x), 2 * (x * z - w * y), 2 * (y * z + w * x),
    1 - 2 * (x * x + y * y)];
}

// The pose of a body as motion.bin says it, and how far the page may be away from it.
function wanted(planar, row, steps) {
  if (planar) {
    const [x, y, a] = row, c = Math.cos(a), s = Math.sin(a), e = steps[2] / 2;
    return {pose: [c, -s, 0, x, s, c, 0, y, 0, 0, 1, 0],
      within: [e, e, 0, steps[0] / 2, e, e, 0, steps[1] / 2, 0, 0, 0, 0], size: Math.abs(a)};
  }
  const R = rotation(...row.slice(3)), e = 2 * (steps[3] + steps[4] + steps[5] + steps[6]);
  return {pose: [0, 1, 2].flatMap((r) => [...R.slice(3 * r, 3 * r + 3), row[r]]),
    within: [0, 1, 2].flatMap((r) => [e, e, e, steps[r] / 2]), size: 1};
}

function compare(found, goal, what) {
  goal.pose.forEach((value, k) => {
    const within = goal.within[k] + FLOAT * Math.max(1, Math.abs(value), goal.size);
    holds(Math.abs(found[k] - value) <= within,
      `${what}, number ${k}: ${found[k]} instead of ${value}, within ${within}`);
    compared++;
  });
}

async function check(browser, model) {
  const folder = results(model), {page, done} = await open(browser, folder);
  const summary = JSON.parse(readFileSync(path.join(folder, 'summary.json')));
  const planar = summary.model.space === 'planar', width = planar ? 3 : 7;
  const motions = await page.evaluate(() => globalThis.mbsrun.motions.map((m) => ({
    analysis: m.analysis, rows: m.rows, step: m.step, time: m.time})));
  holds(motions.length > 0, `${model}: no motion`);
  for (const motion of motions) {
    const bytes = readFileSync(path.join(folder, `${motion.analysis}.motion.bin`));
    const columns = bytes.length / 4 / motion.rows, bodies = motion.step.length / width;
    const table = csv(folder, motion.analysis);
    for (let k = 0; k < 20; k++) {
      const row = Math.round(k * (motion.rows - 1) / 19), t = table.rows[row][0];
      const seen = await page.evaluate(([analysis, at]) => {
        const m = globalThis.mbsrun;
        m.show(analysis);
        const time = m.motion.t[at], c = m.channels.find((x) => x.analysis === analysis);
        m.seek(time);
        return {time, poses: [...m.viewer.poses], values: c.columns.map((v) => v[at]),
          step: c.step};
      }, [motion.analysis, row]);
      const where = `${model}, ${motion.analysis}, row ${row}`;
      holds(Math.abs(seen.time - t) <= motion.time.step / 2 + FLOAT * Math.abs(t),
        `${where}: time ${seen.time} instead of ${t}`);
      for (let b = 0; b < bodies; b++) {
        const from = 4 * (row * columns + 1 + b * width);
        const numbers = Array.from({length: width}, (_, i) => bytes.readFloatLE(from + 4 * i));
        compare(seen.poses.slice(12 * (b + 1), 12 * (b + 2)),
          wanted(planar, numbers, motion.step.slice(b * width, (b + 1) * width)),
          `${where}, body ${b + 1}`);
      }
      seen.values.forEach((value, c) => {
        const exact = table.rows[row][c + 1];
        holds(Number.isNaN(exact) || Math.abs(value - exact) <= 0.5001 * seen.step[c] +
          1e-6 * Math.abs(exact), `${where}, ${table.names[c + 1]}: ${value} instead of ${exact}`);
        compared++;
      });
    }
  }
  await done();
}

await browse(async (browser) => {
  for (const model of MODELS) await check(browser, model);
});
console.log(`${compared} numbers`);
holds(compared > 10000, 'too few numbers were compared');
