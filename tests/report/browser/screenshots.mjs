// SPDX-License-Identifier: BSD-3-Clause
// screenshots.mjs: what pages look like, for people to judge: docs/pictures/page_*.png.
//   node tests/report/browser/screenshots.mjs --root . --binary build/release/mbsrun
import {spawnSync} from 'node:child_process';
import {writeFileSync, readFileSync} from 'node:fs';
import path from 'node:path';
import {browse, open, option, results, root, work} from './browser.mjs';

const folder = path.join(root, 'docs/pictures');
const FAILED = path.join(work, 'failed.yaml');
writeFileSync(FAILED, readFileSync(path.join(root, 'models/examples/four_bar.yaml'), 'utf8')
  .replace(/reference:.*\n/g, '').replace('mass: 2 kg', 'mass: 2 kg').replace(/within: 1e-10/, 'within: 1e-20'));

// The model that README.md shows, beside its picture.
const FRONT = path.join(work, 'slider_crank.yaml');
writeFileSync(FRONT, readFileSync(path.join(root, 'README.md'), 'utf8').match(/```yaml\n([^]*?)```/)[1]);

// One turn in 20 ms; and a pendulum that is let go from where it rests.
const SHORT = path.join(work, 'short.yaml');
writeFileSync(SHORT, readFileSync(FRONT, 'utf8').replace('60 rpm', '3000 rpm').replace('2 s', '40 ms')
  .replace('10 ms', '0.2 ms').replace('one turn a second', '3000 turns a minute'));
const RESTING = path.join(work, 'resting.yaml');
writeFileSync(RESTING, `mbs: 1
title: A door closer, at rest and pushed
space: planar
bodies:
  door: {type: rigid, mass: 20 kg, inertia: 1.35, initial: {position: [0.45, 0]}, markers: {edge: {position: [0.45, 0]}}}
joints: {hinge: {type: revolute, body_i: ground, body_j: door, at: [0, 0]}}
forces:
  closer: {type: torsional_spring_damper, joint: hinge, stiffness: 12 N*m/rad, damping: 9 N*m*s/rad, free_angle: -30 deg}
  push: {type: force, marker: door.edge, vector: [0, "10 N*sin(2*t/(1 s))"]}
analyses:
  rest: {type: equilibrium}
  pushed: {type: dynamics, duration: 6 s, output_step: 20 ms, from: rest}
outputs: {angle: {value: hinge.angle, unit: deg}}
`);

const PAGES = [
  {name: 'readme', model: FRONT, width: 720, height: 925, t: 0.87, forces: true},
  {name: 'planar', model: 'models/examples/four_bar.yaml', t: 0.9},
  {name: 'spatial', model: 'models/examples/symmetric_top_slow.yaml', t: 0.5},
  {name: 'modes', model: 'models/founding/linearization_pendulum.yaml', to: '#modes'},
  {name: 'failed', model: FAILED, bad: true},
  {name: 'phone', model: 'models/examples/quick_return.yaml', width: 390, height: 844, t: 0.4},
  {name: 'dark', model: 'models/examples/slider_crank.yaml', colorScheme: 'dark', t: 0.3},
  {name: 'print', model: 'models/iftomm/a01_simple_pendulum.yaml', print: true},
  {name: 'study', folder: 'study', height: 1100},
  {name: 'convergence', folder: 'rungs', height: 1000},
  {name: 'short', model: SHORT, t: 0.012, forces: true},
  {name: 'long', model: 'models/examples/long_pendulum.yaml', t: 5000},
  {name: 'equilibrium', model: RESTING, t: 1},
  {name: 'forces', model: 'models/examples/slider_crank.yaml', t: 0.1, forces: true},
  {name: 'solids', model: 'docs/examples/mass_from_shapes_spatial.yaml', t: 0.4, colorScheme: 'dark'},
  {name: 'undetermined', model: 'models/examples/doubled_hinge.yaml', t: 0, forces: true},
  {name: 'chain', model: 'models/examples/chain.yaml', t: 1},
];

// A study and a convergence, by their own folders.
const FOLDERS = {study: path.join(work, 'spring'), rungs: path.join(work, 'rungs')};
for (const words of [['sweep', path.join(root, 'studies/uncertain_spring.yaml'), '-o', FOLDERS.study],
  ['convergence', path.join(root, 'models/examples/double_pendulum.yaml'), '--method', 'ida,runge_kutta,newmark', '-o',
    FOLDERS.rungs], ['report', FOLDERS.study], ['report', FOLDERS.rungs]]) spawnSync(option('binary'), [...words, '-q']);

await browse(async (browser) => {
  for (const it of PAGES) {
    const {page, done} = await open(browser, it.folder ? FOLDERS[it.folder] : results(it.model, it.bad), {
      viewport: {width: it.width ?? 1200, height: it.height ?? 900},
      colorScheme: it.colorScheme ?? 'light'});
    if (it.print) await page.emulateMedia({media: 'print'});
    if (it.t) await page.evaluate((t) => globalThis.mbsrun.seek(t), it.t);
    if (it.forces) await page.evaluate(() => globalThis.mbsrun.forces());
    if (it.to) await page.locator(it.to).scrollIntoViewIfNeeded();
    await page.waitForTimeout(200);
    await page.screenshot({path: path.join(folder, `page_${it.name}.png`)});
    await done();
  }
});
