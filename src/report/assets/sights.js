// SPDX-License-Identifier: BSD-3-Clause
// sights.js: where the camera is, what is drawn beside the bodies, modes, a film of the picture.

// 0.05 m as 5 cm.
function lengthText(x) {
  const [unit, size] = [['km', 1000], ['m', 1], ['cm', 0.01], ['mm', 0.001], ['\u00b5m', 1e-6]].find(
    ([, s]) => x >= s * 0.999) ?? ['\u00b5m', 1e-6];
  return `${Number((x / size).toPrecision(3))} ${unit}`;
}

// Where the camera is, what is drawn beside the bodies.
function addSights(page, balls) {
  const {viewer, scene} = page, press = (name, on) =>
    page.controls[name].setAttribute('aria-pressed', String(on));
  page.fit = () => {
    viewer.size();
    viewer.camera.fit(balls());
    page.draw();
  };
  page.look = (view) => {
    viewer.camera.look(scene.planar && view === 1 ? 0 : view);
    page.fit();
  };
  page.zoom = (factor) => {
    viewer.camera.zoom(factor, 0, 0);
    page.draw();
  };
  page.perspective = () => {
    viewer.camera.flat = !viewer.camera.flat;
    press('perspective', !viewer.camera.flat);
    page.fit();
  };
  page.choose = (body) => {
    viewer.chosen = body > 0 ? body : -1;
    const name = scene.bodies[viewer.chosen] ?? '';
    page.controls.note.textContent = name;
    document.querySelectorAll('[data-body]').forEach((node) =>
      node.classList.toggle('chosen', name !== '' && node.dataset.body === name));
    const first = page.plots.filter((p) => name && p.body === name);
    for (const p of first.reverse()) p.figure.parentNode.prepend(p.figure);
    page.draw();
  };
  page.follow = () => {
    page.following = !page.following;
    if (page.following && viewer.chosen < 1) page.choose(scene.bodies.length - 1);
    press('follow', page.following);
    page.draw();
  };
  page.trail = () => {
    const on = !viewer.trails.length;
    viewer.trails = on ? trailsOf(page) : [];
    press('trail', on);
    page.draw();
  };
  const forces = makeForces(page);
  page.forces = () => {
    page.arrows = page.arrows ? null : forces;
    press('forces', Boolean(page.arrows));
    page.controls.note.textContent = page.arrows ? forces.words() : '';
    page.draw();
  };
  page.help = () => page.controls.help.showModal();
  page.theme = () => {
    const root = document.documentElement;
    const dark = matchMedia('(prefers-color-scheme: dark)').matches;
    root.dataset.theme = (root.dataset.theme ?? (dark ? 'dark' : 'light')) === 'dark' ? 'light'
      : 'dark';
    viewer.theme();
    page.draw();
  };
}

// The paths of the view's points, else of every body's origin (of at most 40).
function trailsOf(page) {
  const {scene, motion, viewer} = page;
  const points = scene.trail ?? scene.bodies.slice(1, 41).map((_, b) => [b + 1, 0, 0, 0]);
  const poses = new Float32Array(viewer.poses), lines = points.map(() => []);
  const {t} = motion, every = Math.max(1, Math.floor(t.length / 2000));
  for (let i = 0; i < t.length; i += every) {
    poseAt(motion, scene.planar, t[i], poses);
    points.forEach(([b, ...p], k) => lines[k].push(...pointOf(poses, b, p)));
  }
  return lines.map((p) => viewer.lines(p, true));
}

function addRecording(page, canvas) {
  let recorder = null;
  page.record = () => {
    if (recorder) return recorder.stop();
    const parts = [];
    recorder = new MediaRecorder(canvas.captureStream(60), {videoBitsPerSecond: 8e6});
    recorder.addEventListener('dataavailable', (e) => parts.push(e.data));
    recorder.addEventListener('stop', () => {
      const link = make('a', {download: 'motion.webm',
        href: URL.createObjectURL(new Blob(parts, {type: 'video/webm'}))});
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), 10000);
      recorder = null;
      page.controls.record.setAttribute('aria-pressed', 'false');
    });
    page.controls.record.setAttribute('aria-pressed', 'true');
    recorder.start();
    return page.setPlaying(true);
  };
}

function addModes(page) {
  page.show = (analysis) => {
    const k = page.motions.findIndex((m) => m.analysis === analysis);
    if (k < 0 || page.analysis === analysis) return;
    page.motion = page.motions[k];
    page.analysis = analysis;
    page.controls.motion.value = String(k);
    page.setPace();
    page.refit();
    page.seek(page.motion.t[0]);
  };
  page.showMode = (number) => {
    page.mode = page.modes[number];
    page.mode.scale ??= 1 / Math.max(...page.mode.shape.map(([re, im], i) => Math.hypot(re, im) *
      (i % (page.scene.planar ? 3 : 6) < (page.scene.planar ? 2 : 3) ? 1 : page.scene.size)), 1e-30);
    page.number = number;
    const [re, im] = page.mode.value;
    page.controls.note.textContent = `mode ${number + 1}: ${re.toPrecision(5)} ${im < 0 ? '-' : '+'} ${
      Math.abs(im).toPrecision(5)} i 1/s, ${page.mode.label}`;
    page.controls.size.hidden = false;
    document.querySelectorAll('.modes [data-mode]').forEach((n) => n.setAttribute('aria-pressed',
      String(Number(n.dataset.mode) === number)));
    page.setPlaying(true);
  };
  page.nextMode = () => {
    const can = page.modes.map((m, i) => m.shape ? i : -1).filter((i) => i >= 0);
    if (can.length) page.showMode(can[(can.indexOf(page.mode ? page.number : -1) + 1) % can.length]);
  };
}

