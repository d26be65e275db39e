// SPDX-License-Identifier: BSD-3-Clause
// controls.mjs: every control of a page does what it says, by pointer and by keyboard alone.
import {browse, equal, holds, open, results} from './browser.mjs';

const ask = (page, what) => page.evaluate(`(() => { const m = globalThis.mbsrun; return ${what}; })()`);
const pressed = (page, name) => page.getByRole('button', {name, exact: true}).first()
  .getAttribute('aria-pressed');
const press = (page, name) => page.getByRole('button', {name, exact: true}).first().click();

async function buttons(page, planar) {
  await press(page, 'Play');
  equal(await pressed(page, 'Pause'), 'true', 'Play');
  await page.waitForFunction(() => globalThis.mbsrun.t > 0.05);
  await press(page, 'Pause');
  const t = await ask(page, 'm.t');
  await page.waitForTimeout(150);
  equal(await ask(page, 'm.t'), t, 'time after Pause');
  await page.getByLabel('speed').focus();
  const pace = await ask(page, 'm.controls.pace.value');
  await page.keyboard.press('ArrowRight');
  holds(await ask(page, 'm.controls.pace.value') > 1.9 * pace, 'speed');
  await page.keyboard.press('ArrowLeft');
  equal(await ask(page, 'm.controls.pace.value'), pace, 'speed');
  await page.getByLabel('time', {exact: true}).focus();
  await page.keyboard.press('Home');
  holds(await ask(page, 'm.t - m.motion.t[0]') < 1e-9, 'slider: Home');
  await page.keyboard.press('End');
  holds(await ask(page, 'm.motion.t[m.motion.t.length - 1] - m.t') < 1e-9, 'slider: End');
  for (const name of ['Trails', 'Follow', 'Perspective']) {
    const before = await pressed(page, name);
    await press(page, name);
    holds(await pressed(page, name) !== before, `${name} does not change`);
    await press(page, name);
    equal(await pressed(page, name), before, name);
  }
  for (const name of planar ? ['Front'] : ['Top', 'Side', 'Front']) await press(page, name);
  await press(page, 'Theme');
  const theme = await ask(page, 'document.documentElement.dataset.theme');
  await press(page, 'Theme');
  holds(await ask(page, 'document.documentElement.dataset.theme') !== theme, 'Theme');
  await press(page, 'Keys');
  await page.getByRole('dialog', {name: 'Keys'}).waitFor();
  await press(page, 'Close');
  await press(page, 'Fit');
}

async function keyboard(page, planar) {
  await page.locator('#mbs-view').focus();
  await page.keyboard.press('Home');
  const row = () => ask(page, 'm.motion.t.findIndex((t) => Math.abs(t - m.t) < 1e-9)');
  for (const [key, goal] of [['ArrowRight', 1], ['ArrowRight', 2], ['Shift+ArrowRight', 12],
    ['ArrowLeft', 11], ['Shift+ArrowLeft', 1], ['Home', 0]]) {
    await page.keyboard.press(key);
    equal(await row(), goal, key);
  }
  await page.keyboard.press('End');
  equal(await row(), await ask(page, 'm.motion.t.length - 1'), 'End');
  const half = await ask(page, 'm.viewer.camera.half');
  await page.keyboard.press('+');
  holds(await ask(page, 'm.viewer.camera.half') < half, '+');
  await page.keyboard.press('-');
  await page.keyboard.press('-');
  holds(await ask(page, 'm.viewer.camera.half') > half, '-');
  await page.keyboard.press('0');
  holds(Math.abs(await ask(page, 'm.viewer.camera.half') - half) < 1e-9 * half, '0');
  await page.keyboard.press(' ');
  equal(await ask(page, 'm.playing'), true, 'space');
  await page.keyboard.press(' ');
  equal(await ask(page, 'm.playing'), false, 'space again');
  const elevation = async (key) => {
    await page.keyboard.press(key);
    return ask(page, 'm.viewer.camera.elevation');
  };
  equal(await elevation('3'), Math.PI / 2, '3');
  equal(await elevation('2'), 0, '2');
  equal(await elevation('1'), 0, '1');
  equal(await ask(page, 'm.viewer.arrows.count'), 0, 'no arrows before r');
  await page.keyboard.press('r');
  holds(await ask(page, 'm.viewer.arrows.count') > 0, 'arrows after r');
  equal(await ask(page, 'm.viewer.twists.count > 0'), await ask(page, "m.controls.note.textContent.includes('torques')"),
    'round arrows where there are torques');
  holds((await ask(page, 'm.controls.note.textContent')).startsWith('forces: largest '), 'their size');
  await page.keyboard.press('r');
  equal(await ask(page, 'm.viewer.arrows.count'), 0, 'none after r again');
  for (const key of ['t', 'f', 'p']) {
    const state = 'm.viewer.trails.length + 2 * m.following + 1000 * m.viewer.camera.flat';
    const before = await ask(page, state);
    await page.keyboard.press(key);
    holds(await ask(page, state) !== before, key);
    await page.keyboard.press(key);
  }
  await page.keyboard.press('?');
  await page.getByRole('dialog', {name: 'Keys'}).waitFor();
  await page.keyboard.press('Escape');
  equal(await ask(page, 'm.controls.help.open'), false, 'Escape');
  await page.keyboard.press('0');
}

// What is under the pointer stays there while the wheel zooms; a drag moves it by as much.
async function pointer(page, planar) {
  const box = await page.locator('#mbs-view').boundingBox();
  const at = [box.x + 0.3 * box.width, box.y + 0.4 * box.height];
  const under = `(() => { const c = m.viewer.camera, [x, y] = c.axes();
    return [x, y].map((a, i) => a.reduce((s, v, k) => s + v * c.target[k], 0) +
      c.half * (i ? 0.2 : -0.4 * c.aspect)); })()`;
  const before = await ask(page, under), half = await ask(page, 'm.viewer.camera.half');
  await page.mouse.move(...at);
  await page.mouse.wheel(0, -300);
  await page.waitForFunction((h) => globalThis.mbsrun.viewer.camera.half < 0.9 * h, half);
  const after = await ask(page, under);
  after.forEach((v, k) => holds(Math.abs(v - before[k]) < 0.02 * half, `wheel: ${after} ${before}`));
  const place = async () => JSON.stringify(await ask(page,
    planar ? 'm.viewer.camera.target' : 'm.viewer.camera.azimuth'));
  const start = await place();
  await page.mouse.down();
  await page.mouse.move(at[0] + 60, at[1] + 20, {steps: 4});
  await page.mouse.up();
  holds(await place() !== start, 'drag');
  await page.keyboard.press('0');
}

async function choose(page) {
  await page.locator('#mbs-view').focus();
  await page.keyboard.press('0');
  const pixel = await page.evaluate(() => {
    const m = globalThis.mbsrun, c = m.viewer.gl.canvas;
    const {m: V} = m.viewer.camera.matrix(100), at = (p, r) => V[r] * p[0] + V[4 + r] * p[1] +
      V[8 + r] * p[2] + V[12 + r];
    for (let b = 1; b < m.scene.bodies.length; b++) {
      const p = [3, 7, 11].map((k) => m.viewer.poses[12 * b + k]), w = at(p, 3);
      const x = (1 + at(p, 0) / w) / 2 * c.clientWidth, y = (1 - at(p, 1) / w) / 2 * c.clientHeight;
      const body = m.viewer.pick(x, y);
      if (body > 0) return [x, y, m.scene.bodies[body]];
    }
    return null;
  });
  holds(pixel !== null, 'no body is seen anywhere');
  await page.locator('#mbs-view').click({position: {x: pixel[0], y: pixel[1]}});
  equal(await page.locator('.note').textContent(), pixel[2], 'the body that was clicked');
}

async function hover(page) {
  const svg = page.locator('figure.plot[data-channel] svg').first(), box = await svg.boundingBox();
  await ask(page, 'm.pause()');
  const times = [];
  for (const part of [0.4, 0.8]) {
    await page.mouse.move(box.x + part * box.width, box.y + box.height / 2);
    times.push(await ask(page, 'm.t'));
  }
  holds(times[1] > times[0], `a plot moves the time: ${times}`);
  const x = await svg.locator('.cursor').getAttribute('x1');
  const [x0, x1] = await svg.evaluate((s) => [Number(s.dataset.x0), Number(s.dataset.x1)]);
  holds(Number(x) > x0 && Number(x) < x1, `the cursor stands in the plot: ${x}`);
}

async function still(browser, folder) {
  const quiet = await open(browser, folder), moving = await open(browser, folder,
    {reducedMotion: 'no-preference'});
  equal(await ask(quiet.page, 'm.playing'), false, 'reduced motion');
  equal(await ask(moving.page, 'm.playing'), true, 'motion');
  await quiet.page.emulateMedia({media: 'print'});
  equal(await quiet.page.locator('.controls').isVisible(), false, 'controls on paper');
  await quiet.done();
  await moving.done();
}

// Eigenvalues are the menu of modes, by pointer and by key; joints that repeat others are ringed.
async function modes(browser) {
  const {page, done} = await open(browser, results('models/founding/linearization_pendulum.yaml'));
  const menu = page.locator('.modes [role=button]');
  equal(await menu.count(), await ask(page, 'm.modes.filter((x) => x.shape).length'), 'modes');
  const before = await ask(page, '[...m.viewer.poses].join()');
  await menu.last().click();
  equal(await menu.last().getAttribute('aria-pressed'), 'true', 'the mode that was chosen');
  await page.waitForFunction((p) => [...globalThis.mbsrun.viewer.poses].join() !== p, before);
  await page.getByLabel('amplitude of the mode').fill('0.2');
  const first = await page.locator('.note').textContent();
  await page.keyboard.press('Tab');
  await page.locator('#mbs-view').focus();
  await page.keyboard.press('m');
  holds(await page.locator('.note').textContent() !== first, 'the next mode');
  await done();
  const doubled = await open(browser, results('models/examples/doubled_hinge.yaml'));
  equal(await ask(doubled.page, 'm.scene.shapes.filter((s) => s.alarm).length'), 6, 'rings');
  await doubled.done();
}

// A page opens on the first analysis that moves and plays it in 3 to 10 s; without one it swings a
// mode, and without that rests.
async function opening(browser) {
  for (const [model, analysis, told] of [
    ['models/examples/assembled_four_bar.yaml', 'swing', null],
    ['models/examples/quarter_car.yaml', 'drive', null],
    ['models/examples/long_pendulum.yaml', null, 'times real time'],
    ['models/founding/linearization_pendulum.yaml', 'mode', null],
    ['models/examples/bushing.yaml', null, 'of real time'],
    ['docs/examples/analyses_equilibrium.yaml', 'rest', null]]) {
    const {page, done} = await open(browser, results(model), {reducedMotion: 'no-preference'});
    equal(await ask(page, 'm.playing'), analysis !== 'rest', `${model}: plays`);
    if (analysis === 'rest') {
      equal(await pressed(page, 'Play'), 'false', `${model}: Play`);
    } else if (analysis === 'mode') {
      holds(await ask(page, 'm.mode !== null'), `${model}: a mode`);
    } else {
      equal(await ask(page, 'm.analysis'), analysis ?? await ask(page, 'm.analysis'), model);
      equal(await ask(page, 'm.motions[m.controls.motion.value].analysis'),
        await ask(page, 'm.analysis'), `${model}: menu`);
      const loop = await ask(page, '(m.motion.t.at(-1) - m.motion.t[0]) / m.controls.pace.value');
      holds(loop > 2.999 && loop < 10.001, `${model}: a loop takes ${loop} s`);
      holds((await page.locator('.pace').textContent()).includes(told ?? ''), `${model}: pace`);
    }
    await done();
  }
}

await browse(async (browser) => {
  await opening(browser);
  for (const [model, planar] of [['models/examples/four_bar.yaml', true],
    ['models/examples/symmetric_top_fast.yaml', false]]) {
    const folder = results(model), {page, done} = await open(browser, folder);
    await buttons(page, planar);
    await keyboard(page, planar);
    await pointer(page, planar);
    await choose(page);
    await hover(page);
    await done();
    await still(browser, folder);
  }
  await modes(browser);
  const {page, done} = await open(browser, results('models/examples/cam_follower.yaml'));
  await page.getByLabel('analysis', {exact: true}).selectOption('1');
  equal(await ask(page, 'm.analysis'), 'geometry', 'the other analysis');
  await page.keyboard.press('r');
  holds(await ask(page, 'm.viewer.twists.count') > 0, 'the torque of the motor');
  await page.keyboard.press('r');
  equal(await ask(page, 'm.viewer.twists.count'), 0, 'none after r again');
  await done();
});
console.log('every control');
