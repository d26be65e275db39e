// SPDX-License-Identifier: BSD-3-Clause
// truth.mjs: what the page shows at 20 instants is what the run wrote: poses against motion.bin,
// time and channels against the CSV, each within the quantum of its packing (packing.h: a value is
// rounded to whole steps, so half a step; and the 24 bits of a float).
import {readFileSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {browse, csv, equal, holds, open, results, work} from './browser.mjs';

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

// A cube of a file is seen where it is, in its colour, and nowhere beside it.
async function drawn(browser) {
  const corner = (k) => [k & 1, k >> 1 & 1, k >> 2].join(' ');
  const faces = [[0, 2, 3], [0, 3, 1], [4, 5, 7], [4, 7, 6], [0, 1, 5], [0, 5, 4], [2, 6, 7],
    [2, 7, 3], [0, 4, 6], [0, 6, 2], [1, 3, 7], [1, 7, 5]];
  writeFileSync(path.join(work, 'cube.obj'), [...Array(8).keys()].map((k) => `v ${corner(k)}\n`).join('') +
    faces.map((f) => `f ${f.map((k) => k + 1).join(' ')}\n`).join(''));
  writeFileSync(path.join(work, 'cube.yaml'), `mbs: 1
space: planar
bodies:
  a: {type: rigid, mass: {from: shapes, density: 1}, shapes: {m: {type: mesh, file: cube.obj, scale: 1 m, colour: red}}}
analyses: {r: {type: dynamics, duration: 1, output_step: 0.5}}
outputs: {x: a.x}
`);
  const {page, done} = await open(browser, results(path.join(work, 'cube.yaml')));
  const seen = await page.evaluate(() => {
    const {gl, camera} = globalThis.mbsrun.viewer, pixel = new Uint8Array(4);
    globalThis.mbsrun.draw();
    return [[0.5, 0.5], [1.03, 0.5], [-0.03, 0.5], [0.97, 0.03]].map(([x, y]) => {
      const up = (y - camera.target[1]) / camera.half, right = (x - camera.target[0]) / camera.half;
      gl.readPixels((1 + right / camera.aspect) / 2 * gl.canvas.width, (1 + up) / 2 * gl.canvas.height,
        1, 1, gl.RGBA, gl.UNSIGNED_BYTE, pixel);
      return pixel[0] > 2 * pixel[1];
    });
  });
  equal(seen.join(), 'true,false,false,true', 'a red cube');
  await done();
}

await browse(async (browser) => {
  await drawn(browser);
  for (const model of MODELS) await check(browser, model);
});
console.log(`${compared} numbers`);
holds(compared > 10000, 'too few numbers were compared');
