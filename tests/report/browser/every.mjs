// SPDX-License-Identifier: BSD-3-Clause
// every.mjs: pages of every shipped model, of the widest examples, and of runs that end badly, show
// nothing or are very small or large: each comes up, shows its first and last instant, and is silent.
import {existsSync, readdirSync, statSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {browse, holds, open, results, root, work} from './browser.mjs';

const LONG = ['long_pendulum.yaml', 'a02_four_bar_n40.yaml']; // tens of seconds of motion to solve

const BODY = 'bodies: {P: {type: point_mass, mass: 1, initial: {position: [1, 0]}}}\n';
const ROD = 'joints: {rod: {type: distance, marker_i: ground, marker_j: P, length: 1}}\n';
const FALL = 'analyses: {fall: {type: dynamics, duration: 1, output_step: 0.1}}\n';
const HEAD = 'mbs: 1\nspace: planar\ngravity: [0, -9.81]\n';
const DOOR = `mbs: 1
space: spatial
gravity: [0, 0, -9.81]
bodies:
  door: {type: rigid, mass: 20, inertia: {xx: 2, yy: 3, zz: 1.2}, initial: {position: [0.5, 0, 1]}}
joints:
  top: {type: revolute, body_i: ground, body_j: door, at: [0, 0, 2], axis: [0, 0, 1]}
  low: {type: revolute, body_i: ground, body_j: door, at: [0, 0, 0.1], axis: [0, 0, 1]}
forces:
  push: {type: torque, marker: door, vector: [0, 0, "3*sqrt(1 - t)"]}
analyses: {open: {type: dynamics, duration: 0.9, output_step: 0.05}}
outputs: {load: top.reaction.x, angle: top.angle}
`;
const size = (s) => HEAD + BODY.replace('[1, 0]', `[${s}, 0]`) + ROD.replace('length: 1', `length: ${s}`) +
  FALL + 'outputs: {x: P.x, y: P.y}\n';
const EDGES = {
  undetermined: DOOR, // one channel without any value
  breaks_off: DOOR.replace('duration: 0.9', 'duration: 2'), // not a number behind 1 s
  nothing_asked: HEAD + BODY + ROD + FALL, // no outputs
  never_starts: HEAD + BODY + 'forces: {f: {type: force, marker: P, vector: [1/t, 0]}}\n' + FALL,
  fails_a_check: HEAD + BODY + FALL + 'outputs: {y: P.y}\nchecks: {high: {max_abs: P.y, below: 1e-3}}\n',
  small: size('1e-9'), large: size('1e9'),
  at_rest: HEAD.replace('-9.81', '0') + BODY + FALL + 'outputs: {x: P.x, zero: 0*t}\n',
  one_row: HEAD + BODY + ROD + 'analyses: {rest: {type: equilibrium}, modes: {type: linearize}}\n' +
    'outputs: {y: P.y}\n',
  two_at_once: HEAD + BODY + 'analyses: {a: {type: dynamics, duration: 1, output_step: 0.1}, ' +
    'b: {type: dynamics, duration: 0.5, output_step: 0.1, from: a}}\noutputs: {y: P.y}\n',
  names: HEAD + BODY.replaceAll('P:', 'constructor:') + FALL + 'outputs: {toString: constructor.x, ' +
    '__proto__: constructor.y}\n',
};

function yaml(folder) {
  return readdirSync(path.join(root, folder)).flatMap((name) => {
    const file = path.join(folder, name);
    if (statSync(path.join(root, file)).isDirectory()) return yaml(file);
    return name.endsWith('.yaml') && !LONG.includes(name) ? [file] : [];
  });
}

async function look(browser, model, bad) {
  const folder = results(model, bad);
  const {page, done} = await open(browser, folder, {viewport: {width: 400, height: 300}}); // pixels cost
  const seen = await page.evaluate(() => {
    const m = globalThis.mbsrun, ends = [];
    for (const motion of m.motions) {
      m.show(motion.analysis);
      for (const t of [motion.t[0], motion.t[motion.rows - 1]]) {
        m.seek(t);
        ends.push([...m.viewer.poses].every(Number.isFinite));
      }
    }
    return {ends, canvas: document.querySelector('#mbs-stage canvas') !== null};
  });
  holds(seen.canvas, `${model}: nothing is drawn`);
  holds(seen.ends.every(Boolean), `${model}: a pose is not finite`);
  await done();
  return seen.ends.length;
}

let shown = 0;
await browse(async (browser) => {
  const examples = yaml('docs/examples').filter((name) => /(keys|measures|shapes)_/.test(name));
  for (const model of [...yaml('models'), ...examples]) {
    shown += await look(browser, model, false);
  }
  for (const [name, text] of Object.entries(EDGES)) {
    const model = path.join(work, `${name}.yaml`);
    writeFileSync(model, text);
    shown += await look(browser, model, true);
    holds(existsSync(path.join(work, name, 'report.html')), name);
  }
});
console.log(`${shown} instants`);
holds(shown > 150, 'too few pages moved');
