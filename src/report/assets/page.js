// SPDX-License-Identifier: BSD-3-Clause
// page.js: what the page does beyond what it says: the moving mechanism with its controls, one time
// cursor over the plots both ways, modes, keys, the theme.

const SVG = 'http://www.w3.org/2000/svg';
const byId = (id) => document.getElementById(id);

// make('button', {type: 'button'}, 'Play', ...)
function make(name, attributes, ...children) {
  const node = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== false) node.setAttribute(key, value === true ? '' : value);
  }
  node.append(...children);
  return node;
}

const KEYS = [['space', 'play or pause'], ['\u2190 \u2192', 'one row; ten with shift'],
  ['home, end', 'first row, last row'], ['+ \u2212', 'zoom in, zoom out'],
  ['1 2 3', 'front, side, top'], ['0', 'fit the whole motion'], ['p', 'perspective'],
  ['f', 'follow the selected body'], ['t', 'trails'], ['r', 'forces'], ['m', 'next mode'],
  ['g', 'record the picture'], ['?', 'this list']];

function makeControls(page) {
  const c = {};
  const button = (name, text, title, action, pressed) => {
    c[name] = make('button', {type: 'button', title, 'aria-pressed': pressed ?? false}, text);
    c[name].addEventListener('click', action);
    return c[name];
  };
  c.seek = make('input', {type: 'range', min: '0', max: '1000', step: 'any', value: '0',
    'aria-label': 'time'});
  c.time = make('output', {'aria-live': 'off'}, '0 s');
  c.pace = makePace();
  c.motion = make('select', {'aria-label': 'analysis'}, ...page.motions.map((m, i) =>
    make('option', {value: String(i), selected: m === page.motion}, m.analysis)));
  c.motion.hidden = page.motions.length < 2;
  c.size = make('input', {type: 'range', min: '0', max: '0.3', step: 'any', value: '0.05',
    'aria-label': 'amplitude of the mode'});
  c.size.hidden = true;
  c.note = make('output', {class: 'note'});
  c.help = make('dialog', {'aria-label': 'Keys'}, make('h2', {}, 'Keys'), make('dl', {},
    ...KEYS.flatMap(([k, what]) => [make('dt', {}, make('kbd', {}, k)), make('dd', {}, what)])),
  make('form', {method: 'dialog'}, make('button', {}, 'Close')));
  const flat = page.scene.planar;
  c.row = make('div', {class: 'controls', role: 'group', 'aria-label': 'Motion controls'},
    button('play', 'Play', 'space', page.toggle, 'false'), c.seek, c.time, c.pace.slider, c.pace.told, c.motion,
    c.size,
    button('fit', 'Fit', '0', page.fit),
    ...['Front', 'Side', 'Top'].slice(0, flat ? 1 : 3).map((v, i) => button(`view${i + 1}`, v,
      String(i + 1), () => page.look(i + 1))),
    button('perspective', 'Perspective', 'p', page.perspective, String(!page.scene.flat)),
    button('trail', 'Trails', 't', page.trail, 'false'),
    button('follow', 'Follow', 'f', page.follow, 'false'),
    button('forces', 'Forces', 'r', page.forces, 'false'),
    button('record', 'Record', 'g', page.record, 'false'),
    button('theme', 'Theme', 'light or dark', page.theme),
    button('keys', 'Keys', '?', page.help));
  c.forces.hidden = !page.motions.some((m) => m.forces);
  c.record.hidden = !('MediaRecorder' in globalThis);
  return c;
}

// Pointer, wheel and pinch on the canvas: orbit or pan, zoom to the pointer, choose a body.
function listen(page, canvas) {
  const held = new Map(), {camera} = page.viewer;
  let moved = 0, apart = 0;
  const spread = () => {
    const [a, b] = [...held.values()];
    return Math.hypot(a[0] - b[0], a[1] - b[1]);
  };
  canvas.addEventListener('pointerdown', (e) => {
    canvas.setPointerCapture(e.pointerId);
    held.set(e.pointerId, [e.clientX, e.clientY]);
    moved = 0;
    if (held.size === 2) apart = spread();
  });
  const release = (e) => {
    if (held.delete(e.pointerId) && e.type === 'pointerup' && moved < 4 && !held.size) {
      page.choose(page.viewer.pick(e.offsetX, e.offsetY));
    }
  };
  canvas.addEventListener('pointerup', release);
  canvas.addEventListener('pointercancel', release);
  canvas.addEventListener('pointermove', (e) => {
    const last = held.get(e.pointerId);
    if (!last) return;
    const dx = e.clientX - last[0], dy = e.clientY - last[1], h = canvas.clientHeight;
    held.set(e.pointerId, [e.clientX, e.clientY]);
    moved += Math.abs(dx) + Math.abs(dy);
    if (held.size === 2) {
      const now = spread();
      camera.zoom(apart / Math.max(now, 1), 0, 0);
      apart = now;
      camera.pan(dx / h / 2, dy / h / 2);
    } else if (page.scene.planar && camera.flat || e.shiftKey || e.buttons & 6) {
      camera.pan(dx / h, dy / h);
    } else {
      camera.orbit(dx * 0.008, dy * 0.008);
    }
    page.draw();
  });
  canvas.addEventListener('contextmenu', (e) => e.preventDefault());
  canvas.addEventListener('wheel', (e) => {
    e.preventDefault();
    const w = canvas.clientWidth, h = canvas.clientHeight, lines = e.deltaMode === 1 ? 30 : 1;
    camera.zoom(Math.exp(e.deltaY * lines * 0.0012), 2 * e.offsetX / w - 1, 1 - 2 * e.offsetY / h);
    page.draw();
  }, {passive: false});
}

// The cursor and the value under it, on every plot of the motion shown.
function makePlots(page) {
  const plots = [];
  const seen = new IntersectionObserver((entries) => {
    for (const {target, isIntersecting} of entries) {
      const plot = plots.find((p) => p.figure === target);
      plot.seen = isIntersecting;
      if (isIntersecting) moveCursor(page, plot, page.t);
    }
  });
  for (const figure of document.querySelectorAll('figure.plot[data-channel]')) {
    const svg = figure.querySelector('svg');
    if (svg === null) continue; // no value in any row: nothing to point at
    const d = svg.dataset;
    const [t0, t1, x0, x1, y0, y1] = ['t0', 't1', 'x0', 'x1', 'y0', 'y1'].map((k) => Number(d[k]));
    const line = document.createElementNS(SVG, 'line');
    line.setAttribute('class', 'cursor');
    line.setAttribute('y1', y0);
    line.setAttribute('y2', y1);
    svg.append(line);
    const value = make('output', {class: 'value', 'aria-live': 'off'});
    figure.querySelector('figcaption').append(' ', value);
    const plot = {figure, line, value, t0, t1, x0, x1, analysis: figure.dataset.analysis,
      channel: figure.dataset.channel, body: figure.dataset.body};
    const go = (e) => {
      const box = svg.getBoundingClientRect(), scale = svg.viewBox.baseVal.width / box.width;
      const s = ((e.clientX - box.left) * scale - x0) / (x1 - x0);
      if (s < 0 || s > 1) return;
      page.show(plot.analysis);
      page.seek(t0 + s * (t1 - t0));
    };
    svg.addEventListener('pointermove', (e) => { if (!page.playing || e.buttons) go(e); });
    svg.addEventListener('pointerdown', (e) => {
      page.pause();
      go(e);
    });
    plots.push(plot);
    seen.observe(figure);
  }
  return plots;
}

function moveCursor(page, plot, t) {
  const here = plot.analysis === page.analysis;
  plot.line.setAttribute('visibility', here ? 'visible' : 'hidden');
  if (!here) return;
  const s = (t - plot.t0) / (plot.t1 - plot.t0 || 1), x = plot.x0 + s * (plot.x1 - plot.x0);
  plot.line.setAttribute('x1', x);
  plot.line.setAttribute('x2', x);
  const table = page.channels.find((c) => c.analysis === plot.analysis);
  const k = table ? table.names.indexOf(plot.channel) : -1;
  if (k < 0) return;
  const [row, part] = rowAt(table.t, t), value = table.columns[k][part > 0.5 ? row + 1 : row];
  plot.value.textContent = Number.isNaN(value) ? 'undetermined' : value.toPrecision(5);
}

// Of the plots that are in sight; the others follow when they come there.
function moveCursors(page, t) {
  for (const plot of page.plots) if (plot.seen ?? true) moveCursor(page, plot, t);
}

// Arrow keys and letters; what is typed into a control stays there.
function listenKeys(page) {
  const turn = {ArrowRight: 1, ArrowLeft: -1};
  const actions = {' ': page.toggle, Home: () => page.step(-Infinity), End: () => page.step(Infinity),
    '+': () => page.zoom(1 / 1.2), '=': () => page.zoom(1 / 1.2), '-': () => page.zoom(1.2),
    0: page.fit, 1: () => page.look(1), 2: () => page.look(2), 3: () => page.look(3),
    p: page.perspective, f: page.follow, t: page.trail, r: page.forces, m: page.nextMode,
    g: page.record, '?': page.help, h: page.help};
  document.addEventListener('keydown', (e) => {
    if (e.ctrlKey || e.altKey || e.metaKey || page.controls.help.open) return;
    const tag = e.target.tagName;
    if (/^(INPUT|SELECT|TEXTAREA)$/.test(tag) || tag === 'BUTTON' && e.key === ' ') return;
    const rows = turn[e.key], action = actions[e.key];
    if (!rows && !action) return;
    e.preventDefault();
    if (rows) page.step(e.shiftKey ? 10 * rows : rows);
    else action();
  });
}

// Eigenvalues as the menu of modes.
function listenModes(page) {
  document.querySelectorAll('.modes [data-mode]').forEach((node) => {
    const mode = Number(node.dataset.mode);
    if (!page.modes[mode]?.shape) return;
    node.setAttribute('role', 'button');
    node.setAttribute('tabindex', '0');
    node.setAttribute('aria-pressed', 'false');
    const go = () => page.showMode(mode);
    node.addEventListener('click', go);
    node.addEventListener('keydown', (e) => {
      if (e.key !== 'Enter' && e.key !== ' ') return;
      e.preventDefault();
      e.stopPropagation();
      go();
    });
  });
}

// Whether some body is seen to move.
function moves(motion, size) {
  return motion.columns.some((x) => {
    const [least, largest] = x.reduce(([l, h], v) => [Math.min(l, v), Math.max(h, v)], [x[0], x[0]]);
    return largest - least > 1e-6 * Math.max(size, 1e-30);
  });
}

function makePage(data, motions, channels) {
  const scene = data.scene, pose = data.modes?.[0]?.pose ?? scene.pose;
  const rest = {rows: 1, t: new Float64Array(1), columns: pose.map((v) => [v]), analysis: ''};
  const page = {scene, motions, channels, modes: data.modes ?? [], playing: false, t: 0,
    motion: motions.find((m) => moves(m, scene.size)) ?? motions[0] ?? rest, mode: null, following: false,
    reduced: matchMedia('(prefers-reduced-motion: reduce)').matches};
  page.analysis = page.motion.analysis;
  let last = 0, phase = 0;
  const last_t = () => page.motion.t[page.motion.t.length - 1];

  page.draw = () => {
    const {viewer, controls, t} = page;
    if (page.mode) {
      swing(page.mode, scene.planar, phase, scene.size * page.mode.scale * controls.size.value,
        viewer.poses);
    } else {
      poseAt(page.motion, scene.planar, t, viewer.poses);
    }
    if (page.following && viewer.chosen > 0) {
      viewer.camera.target = pointOf(viewer.poses, viewer.chosen, [0, 0, 0]);
    }
    const arrows = page.arrows && !page.mode
      ? page.arrows.lines(t, viewer.poses, viewer.camera.axes()[2]) : {forces: [], torques: []};
    viewer.arrows.set(arrows.forces);
    viewer.twists.set(arrows.torques);
    viewer.draw();
    controls.time.textContent = `${t.toFixed(Math.max(0, Math.min(6, 3 - Math.floor(
      Math.log10(Math.max(last_t() - page.motion.t[0], 1e-3))))))} s`;
    if (document.activeElement !== controls.seek || page.playing) {
      controls.seek.value = 1000 * (t - page.motion.t[0]) / (last_t() - page.motion.t[0] || 1);
    }
    page.ruler.textContent = lengthText(viewer.step);
    page.ruler.style.setProperty('width',
      `${viewer.height * viewer.step / (2 * viewer.camera.half)}px`);
    moveCursors(page, t);
  };
  page.seek = (t) => {
    page.t = Math.max(page.motion.t[0], Math.min(last_t(), t));
    page.mode = null;
    page.controls.size.hidden = true;
    page.draw();
  };
  page.step = (rows) => {
    page.pause();
    const {t} = page.motion, [row, part] = rowAt(t, page.t);
    const from = rows < 0 ? row + (part > 1e-6 ? 1 : 0) : row + (part > 1 - 1e-6 ? 1 : 0);
    page.seek(t[Math.max(0, Math.min(t.length - 1, from + rows))]);
  };
  page.tick = (now) => {
    if (!page.playing) return;
    const passed = Math.min((now - last) / 1000, 0.1);
    last = now;
    if (page.mode) {
      const {value, first} = page.controls.pace;
      phase += passed * TURN * 0.7 * Math.sqrt(value / first);
      page.draw();
    } else {
      const next = page.t + passed * page.controls.pace.value;
      page.seek(next > last_t() ? page.motion.t[0] : next);
    }
    requestAnimationFrame(page.tick);
  };
  page.setPlaying = (on) => {
    if (on && !page.playing) requestAnimationFrame((now) => {
      last = now;
      page.tick(now);
    });
    page.playing = on;
    page.controls.play.textContent = on ? 'Pause' : 'Play';
    page.controls.play.setAttribute('aria-pressed', String(on));
  };
  page.setPace = () => page.controls.pace.start(last_t() - page.motion.t[0]);
  page.pause = () => page.setPlaying(false);
  page.toggle = () => page.setPlaying(!page.playing);
  return page;
}

// Joints that repeat others: a ring in the plane, three in space.
function ringRedundant(scene, names) {
  const r = 2.4 * scene.thickness;
  for (const {n, e: [b, ...p]} of scene.joints.filter((j) => names.includes(j.n))) {
    for (const axes of scene.planar ? [[0, 1]] : [[0, 1], [1, 2], [2, 0]]) {
      const pts = [];
      for (let i = 0; i <= 48; i++) {
        const q = [0, 0, scene.planar ? 4 * scene.thickness : 0];
        q[axes[0]] = r * Math.cos(TURN * i / 48);
        q[axes[1]] = r * Math.sin(TURN * i / 48);
        pts.push(...q);
      }
      scene.shapes.push({k: 'line', b, n, p, pts, c: [1, 0, 0], alarm: 1});
    }
  }
}

async function start() {
  const source = byId('mbs-data'), stage = byId('mbs-stage');
  if (!source || !stage || !byId('mbs-scene')) return;
  const data = await readJson('mbs-data');
  data.scene = await readJson('mbs-scene');
  const motions = await Promise.all((data.motions ?? []).map(unpack));
  for (const motion of motions) motion.forces &&= await unpack(motion.forces);
  const channels = await Promise.all((data.channels ?? []).map(unpack));
  const canvas = make('canvas', {id: 'mbs-view', tabindex: '0', role: 'img', 'aria-label':
    'The moving mechanism. Space plays and pauses, arrow keys step, question mark lists the keys.'});
  const page = makePage(data, motions, channels);
  stage.classList.add('live');
  stage.append(canvas);
  page.viewer = makeViewer(canvas, data.scene);
  if (!page.viewer) {
    canvas.remove();
    stage.classList.remove('live');
    return;
  }
  page.ruler = make('span', {class: 'ruler', 'aria-hidden': 'true'});
  ringRedundant(data.scene, data.redundant ?? []);
  poseAt(page.motion, data.scene.planar, page.motion.t[0], page.viewer.poses);
  page.viewer.build();
  let cloud = null;
  const balls = () => {
    if (cloud) return cloud;
    cloud = [];
    const many = Math.round(30000 / page.scene.shapes.length); // instants looked at
    const rows = Math.min(page.motion.t.length, Math.max(12, Math.min(120, many)));
    for (let i = 0; i < rows; i++) {
      const k = Math.round(i * (page.motion.t.length - 1) / Math.max(rows - 1, 1));
      poseAt(page.motion, data.scene.planar, page.motion.t[k], page.viewer.poses);
      page.viewer.collect(cloud);
    }
    page.viewer.measure(cloud);
    return cloud;
  };
  page.refit = () => {
    cloud = null;
    page.fit();
  };
  addSights(page, balls);
  addRecording(page, canvas);
  addModes(page);
  page.controls = makeControls(page);
  page.plots = makePlots(page);
  byId('plots')?.setAttribute('tabindex', '0'); // it scrolls beside the motion
  stage.append(page.ruler);
  stage.after(page.controls.row, page.controls.note, page.controls.help);
  page.controls.seek.addEventListener('input', (e) => {
    page.pause();
    page.seek(page.motion.t[0] + e.target.value / 1000 *
      (page.motion.t[page.motion.t.length - 1] - page.motion.t[0]));
  });
  page.controls.motion.addEventListener('change', (e) =>
    page.show(page.motions[e.target.value].analysis));
  page.controls.size.addEventListener('input', page.draw);
  listen(page, canvas);
  listenKeys(page);
  listenModes(page);
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => {
    page.viewer.theme();
    page.draw();
  });
  new ResizeObserver(() => {
    page.viewer.size();
    page.draw();
  }).observe(canvas);
  page.setPace();
  page.fit();
  if (data.scene.trail) page.trail();
  if (data.scene.follow > 0) {
    page.choose(data.scene.follow);
    page.follow();
  }
  if (!page.reduced && moves(page.motion, data.scene.size)) page.setPlaying(true);
  else if (!page.reduced) page.nextMode();
  globalThis.mbsrun = page;
  document.documentElement.dataset.ready = 'yes';
}
start();
