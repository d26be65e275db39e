// SPDX-License-Identifier: BSD-3-Clause
// survey.mjs: the page of a study: valid, accessible, silent, whole without its script; the table of
// runs is put in order by any column, both ways, by the pointer and by keys.
import {spawnSync} from 'node:child_process';
import {writeFileSync} from 'node:fs';
import path from 'node:path';
import {accessible, browse, equal, holds, open, option, root, valid, work} from './browser.mjs';

const folder = path.join(work, 'study'), study = path.join(work, 'study.yaml');
writeFileSync(path.join(work, 'a.yaml'), `mbs: 1
space: planar
parameters: {m: 1, v: 2}
bodies: {P: {type: point_mass, mass: m, initial: {position: [0, 0], velocity: [v, 0]}}}
analyses: {fall: {type: dynamics, duration: 1, output_step: 0.1}}
outputs: {x: P.x}
`);
writeFileSync(study, `mbs_study: 1
title: throws
model: a.yaml
vary: {m: {values: [3, 1, -1, 2]}, v: {values: [10, 9, 100]}}
keep: {series: all}
outputs: {far: {max: P.x}, energy: {max: energy.kinetic}}
`);
const run = (...words) => spawnSync(option('binary'), [...words], {encoding: 'utf8', cwd: root});
equal(run('sweep', study, '-o', folder, '-q').status, 7, 'three runs have a mass below zero');
equal(run('report', folder, '-q').status, 0, 'report');

const column = (page, k) => page.evaluate((at) => [...document.querySelectorAll('#mbs-runs tbody tr')]
  .map((row) => row.cells[at].textContent), k);

await browse(async (browser) => {
  valid(folder);
  for (const width of [390, 1440]) {
    for (const scheme of ['light', 'dark']) await accessible(browser, folder, width, scheme);
  }
  const {page, done} = await open(browser, folder);
  const heads = page.locator('#mbs-runs thead button');
  equal(await heads.count(), 6, 'heads');
  equal((await column(page, 0)).join(), '0,1,2,3,4,5,6,7,8,9,10,11', 'by run');
  await heads.nth(3).click();
  const up = (await column(page, 3)).map(Number);
  holds(up.every((v, i) => i === 0 || up[i - 1] <= v) && up[0] === 9, `by v: ${up}`);
  await heads.nth(3).focus();
  await page.keyboard.press('Enter');
  const down = (await column(page, 3)).map(Number);
  holds(down.every((v, i) => i === 0 || down[i - 1] >= v) && down[0] === 100, `by v: ${down}`);
  equal(await page.locator('#mbs-runs th[aria-sort]').count(), 1, 'one column is in order');
  await heads.nth(4).click();
  equal((await column(page, 4)).slice(-3).join(), ',,', 'empty fields last');
  await heads.nth(1).click();
  holds((await column(page, 1))[0] === 'ok', 'words in order');
  await done();
  const bare = await open(browser, folder, {javaScriptEnabled: false});
  for (const name of ['.verdict', '#scatter svg', '#parallel svg', '#influence td', '#series svg',
    '#runs td', '#failures td']) {
    equal(await bare.page.locator(name).first().isVisible(), true, `${name} without script`);
  }
  await bare.done();
  const rungs = path.join(work, 'rungs');
  run('convergence', path.join(root, 'models/examples/double_pendulum.yaml'), '--method', 'runge_kutta,newmark', '-o',
    rungs);
  equal(run('report', rungs, '-q').status, 0, 'report of a convergence');
  valid(rungs);
  for (const width of [390, 1440]) {
    for (const scheme of ['light', 'dark']) await accessible(browser, rungs, width, scheme);
  }
});
console.log('no violation');
