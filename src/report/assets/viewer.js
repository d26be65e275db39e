// SPDX-License-Identifier: BSD-3-Clause
// viewer.js: draws a scene (scene.h) with WebGL 2: bodies as instances of unit meshes, lines of a
// width in pixels, what stretches between two bodies, a grid by 1-2-5, trails, arrows; finds the
// body under the pointer; fits the picture to the whole motion.

const SOLID_VERTEX = `#version 300 es
layout(location=0) in vec3 corner;
layout(location=1) in vec3 normal;
layout(location=2) in vec4 a;
layout(location=3) in vec4 b;
layout(location=4) in vec4 c;
layout(location=5) in vec4 tint;
layout(location=6) in vec2 more;
uniform mat4 view;
out vec3 n, x;
out vec4 k;
flat out vec2 m;
void main() {
  vec4 p = vec4(corner, 1.);
  x = vec3(dot(a, p), dot(b, p), dot(c, p));
  vec3 s = vec3(a.x*a.x + b.x*b.x + c.x*c.x, a.y*a.y + b.y*b.y + c.y*c.y,
    a.z*a.z + b.z*b.z + c.z*c.z);
  vec3 w = normal / max(s, 1e-30);
  n = vec3(dot(a.xyz, w), dot(b.xyz, w), dot(c.xyz, w));
  k = tint;
  m = more;
  gl_Position = view * vec4(x, 1.);
}`;
const SOLID_FRAGMENT = `#version 300 es
precision highp float;
in vec3 n, x;
in vec4 k;
flat in vec2 m;
uniform vec3 eye, lamp, up;
uniform float flatView, chosen, picking;
out vec4 o;
void main() {
  if (picking > .5) {
    float i = m.x + 1.;
    o = vec4(mod(i, 256.) / 255., floor(i / 256.) / 255., 0., 1.);
    return;
  }
  vec3 w = normalize(n), v = flatView > .5 ? eye : normalize(eye - x);
  if (dot(w, v) < 0.) w = -w;
  float light = max(dot(w, lamp), 0.), sky = .5 + .5 * dot(w, up);
  float shine = pow(max(dot(w, normalize(v + lamp)), 0.), 48.) * m.y;
  float edge = pow(1. - max(dot(w, v), 0.), 3.);
  vec3 base = abs(m.x - chosen) < .5 ? mix(k.rgb, vec3(1.), .3) : k.rgb;
  o = vec4(base * (.42 + .16 * sky + .5 * light) * (1. - .35 * edge) + shine, k.a);
}`;
const LINE_VERTEX = `#version 300 es
layout(location=0) in vec3 from;
layout(location=1) in vec3 to;
uniform mat4 view, place;
uniform vec2 stage;
uniform float width;
void main() {
  vec4 p = view * place * vec4(from, 1.), q = view * place * vec4(to, 1.);
  float t = float(gl_VertexID & 1), s = float(gl_VertexID >> 1) * 2. - 1.;
  vec2 d = (q.xy / q.w - p.xy / p.w) * stage;
  vec2 e = length(d) > 1e-9 ? normalize(d) : vec2(1., 0.);
  vec4 r = mix(p, q, t);
  r.xy += (vec2(-e.y, e.x) * s + e * (2. * t - 1.) * .5) * width / stage * r.w;
  gl_Position = r;
}`;
const LINE_FRAGMENT = `#version 300 es
precision highp float;
uniform vec4 tint;
out vec4 o;
void main() { o = tint; }`;

const INSTANCE = 18; // numbers: pose 12, colour and opacity 4, body, gloss

function compile(gl, vertex, fragment) {
  const program = gl.createProgram();
  for (const [type, text] of [[gl.VERTEX_SHADER, vertex], [gl.FRAGMENT_SHADER, fragment]]) {
    const shader = gl.createShader(type);
    gl.shaderSource(shader, text);
    gl.compileShader(shader);
    gl.attachShader(program, shader);
  }
  gl.linkProgram(program);
  if (!gl.getProgramParameter(program, gl.LINK_STATUS)) {
    throw new Error(gl.getProgramInfoLog(program));
  }
  const at = {};
  for (let i = 0; i < gl.getProgramParameter(program, gl.ACTIVE_UNIFORMS); i++) {
    const {name} = gl.getActiveUniform(program, i);
    at[name] = gl.getUniformLocation(program, name);
  }
  return {program, at};
}

// A batch: instances of one mesh. Each of `parts` has a local pose m, or two ends.
function makeBatch(gl, triangles, parts) {
  const batch = {parts, count: triangles.length / 6, array: gl.createVertexArray(),
    buffer: gl.createBuffer(), data: new Float32Array(parts.length * INSTANCE)};
  gl.bindVertexArray(batch.array);
  gl.bindBuffer(gl.ARRAY_BUFFER, gl.createBuffer());
  gl.bufferData(gl.ARRAY_BUFFER, new Float32Array(triangles), gl.STATIC_DRAW);
  for (const place of [0, 1]) {
    gl.enableVertexAttribArray(place);
    gl.vertexAttribPointer(place, 3, gl.FLOAT, false, 24, 12 * place);
  }
  gl.bindBuffer(gl.ARRAY_BUFFER, batch.buffer);
  gl.bufferData(gl.ARRAY_BUFFER, batch.data.byteLength, gl.DYNAMIC_DRAW);
  for (let place = 2; place < 7; place++) {
    gl.enableVertexAttribArray(place);
    gl.vertexAttribPointer(place, place < 6 ? 4 : 2, gl.FLOAT, false, 4 * INSTANCE,
      16 * (place - 2));
    gl.vertexAttribDivisor(place, 1);
  }
  parts.forEach((p, i) => {
    const s = p.shape;
    batch.data.set([...s.c, s.o ?? 1, s.b, s.g ?? 0.2], i * INSTANCE + 12);
  });
  return batch;
}

// Segments, six numbers each (or a strip of points with `strip`), drawn in a body's axes.
function makeLines(gl, points, strip) {
  const lines = {array: gl.createVertexArray(), buffer: gl.createBuffer(), count: 0};
  gl.bindVertexArray(lines.array);
  gl.bindBuffer(gl.ARRAY_BUFFER, lines.buffer);
  for (const place of [0, 1]) {
    gl.enableVertexAttribArray(place);
    gl.vertexAttribPointer(place, 3, gl.FLOAT, false, strip ? 12 : 24, 12 * place);
    gl.vertexAttribDivisor(place, 1);
  }
  lines.set = (p) => {
    gl.bindBuffer(gl.ARRAY_BUFFER, lines.buffer);
    gl.bufferData(gl.ARRAY_BUFFER, new Float32Array(p), gl.DYNAMIC_DRAW);
    lines.count = strip ? Math.max(p.length / 3 - 1, 0) : p.length / 6;
  };
  lines.set(points);
  return lines;
}

// The local pose of a shape, its columns scaled by its sizes.
function localPose(s, size) {
  const R = s.R ?? [1, 0, 0, 0, 1, 0, 0, 0, 1], p = s.p ?? [0, 0, 0], m = new Float32Array(12);
  for (let r = 0; r < 3; r++) {
    for (let c = 0; c < 3; c++) m[4 * r + c] = R[3 * r + c] * size[c];
    m[4 * r + 3] = p[r];
  }
  return m;
}

// Of every shape the mesh and local poses that draw it.
function partsOf(s) {
  if (s.k === 'spring') return [['helix', {shape: s}]];
  if (s.k === 'rod') return [['cylinder', {shape: s}]];
  if (s.k === 'ball') return [['sphere', {shape: s, m: localPose(s, s.s)}]];
  if (s.k !== 'capsule') return [[s.k, {shape: s, m: localPose(s, s.s ?? [1, 1, 1])}]];
  const [d, , l] = s.s, R = s.R ?? [1, 0, 0, 0, 1, 0, 0, 0, 1];
  const ends = [-l / 2, l / 2].map((z) => ['sphere', {shape: s, m: localPose({
    p: [0, 1, 2].map((r) => s.p[r] + R[3 * r + 2] * z)}, [d, d, d])}]);
  return [['cylinder', {shape: s, m: localPose(s, [d, d, l])}], ...ends];
}

// The least of 1, 2, 5 times a power of ten that is not below x.
function ruler(x) {
  const power = 10 ** Math.floor(Math.log10(x));
  return power * [1, 2, 5, 10].find((k) => k * power >= x * 0.999);
}

function makeViewer(canvas, scene) {
  const gl = canvas.getContext('webgl2', {antialias: true, preserveDrawingBuffer: true});
  if (!gl) return null;
  const solid = compile(gl, SOLID_VERTEX, SOLID_FRAGMENT);
  const thin = compile(gl, LINE_VERTEX, LINE_FRAGMENT);
  const camera = makeCamera(scene), count = scene.bodies.length;
  const poses = new Float32Array(12 * count), still = new Float32Array(12);
  setPose(still, 0, 0, 0, 0, 1, 0, 0, 0);
  for (let b = 0; b < count; b++) poses.set(still, 12 * b);
  const viewer = {camera, poses, gl, chosen: -1, trails: [], arrows: makeLines(gl, [], false),
    twists: makeLines(gl, [], false), reach: scene.size, floor: 0};
  const colours = {};
  const batches = [], wires = [];

  // How many times longer than wide a spring is now, to a power of 1.5.
  function slender(s) {
    const [a, b] = s.e.map(([body, ...p]) => pointOf(poses, body, p));
    const long = Math.hypot(...minus(a, b)) / s.s[0] || 1;
    return 1.5 ** Math.round(Math.log(long) / Math.log(1.5));
  }

  function build() {
    const lists = new Map();
    scene.shapes.forEach((s, i) => {
      if (s.k === 'line' || s.k === 'lines') {
        wires.push({shape: s, lines: makeLines(gl, s.pts, s.k === 'line'),
          m: localPose(s, [1, 1, 1])});
        return;
      }
      for (const [mesh, part] of partsOf(s)) {
        const key = mesh === 'outline' || mesh === 'mesh' ? `${mesh} ${i}`
          : mesh === 'helix' ? `helix ${slender(s)}` : mesh;
        if (!lists.has(key)) lists.set(key, []);
        lists.get(key).push(part);
      }
    });
    for (const [key, parts] of lists) {
      const s = parts[0].shape, [name, long] = key.split(' ');
      const mesh = name === 'outline' ? outlineMesh(s.pts) : name === 'mesh' ? meshOf(s)
        : unitMesh[name](Number(long));
      batches.push(makeBatch(gl, mesh, parts));
    }
  }

  // Colours of the page, so that a theme changes the picture too.
  viewer.theme = () => {
    const style = getComputedStyle(canvas);
    for (const name of ['stage', 'grid', 'axis', 'ground', 'trail', 'alarm', 'force', 'torque']) {
      const hex = style.getPropertyValue(`--${name}`).trim() || '#808080';
      colours[name] = [1, 3, 5].map((i) => parseInt(hex.slice(i, i + 2), 16) / 255).concat(1);
    }
  };

  function placeParts(batch) {
    const {data, parts} = batch;
    parts.forEach(({shape, m}, i) => {
      if (m) return multiply(data, i * INSTANCE, poses, 12 * shape.b, m, 0);
      const [a, b] = shape.e.map(([body, ...p]) => pointOf(poses, body, p));
      return setAlong(data, i * INSTANCE, a, b, shape.s[0]);
    });
    gl.bindBuffer(gl.ARRAY_BUFFER, batch.buffer);
    gl.bufferSubData(gl.ARRAY_BUFFER, 0, data);
  }

  function drawSolids(look, picking) {
    gl.useProgram(solid.program);
    const [x, y, z] = camera.axes(), lamp = unit(plus(plus(z, x, -0.35), y, 0.6));
    gl.uniformMatrix4fv(solid.at.view, false, look.m);
    gl.uniform3fv(solid.at.eye, camera.flat ? look.back : look.eye);
    gl.uniform3fv(solid.at.lamp, lamp);
    gl.uniform3fv(solid.at.up, scene.up);
    gl.uniform1f(solid.at.flatView, camera.flat ? 1 : 0);
    gl.uniform1f(solid.at.chosen, viewer.chosen);
    gl.uniform1f(solid.at.picking, picking ? 1 : 0);
    for (const batch of batches) {
      gl.bindVertexArray(batch.array);
      gl.drawArraysInstanced(gl.TRIANGLES, 0, batch.count, batch.parts.length);
    }
  }

  const place = new Float32Array(16);
  function drawLines(look, lines, at, tint, width) {
    for (let r = 0; r < 3; r++) for (let c = 0; c < 4; c++) place[4 * c + r] = at[4 * r + c];
    place[15] = 1;
    gl.uniformMatrix4fv(thin.at.view, false, look.m);
    gl.uniformMatrix4fv(thin.at.place, false, place);
    gl.uniform2f(thin.at.stage, canvas.width, canvas.height);
    gl.uniform1f(thin.at.width, width * (globalThis.devicePixelRatio || 1));
    gl.uniform4fv(thin.at.tint, tint);
    gl.bindVertexArray(lines.array);
    gl.drawArraysInstanced(gl.TRIANGLE_STRIP, 0, 4, lines.count);
  }

  const grid = {fine: null, coarse: null, key: ''};
  // The grid: behind the plane, or the floor under the motion, with lines 1-2-5 apart.
  function drawGrid(look) {
    const step = ruler(camera.half / 5), origin = camera.target.map((c) => Math.round(c / step));
    const key = [step, scene.planar, camera.aspect.toFixed(1), viewer.floor, ...origin].join();
    viewer.step = step;
    if (key !== grid.key) {
      grid.key = key;
      const up = scene.planar ? [0, 0, 1] : scene.up, k = up.findIndex((c) => Math.abs(c) > 0.5);
      const [u, w] = [(k + 1) % 3, (k + 2) % 3], n = Math.ceil(8 * Math.max(camera.aspect, 1.4));
      const sets = [[], []], level = scene.planar ? -viewer.reach : viewer.floor;
      for (const [a, b] of [[u, w], [w, u]]) {
        for (let i = origin[a] - n; i <= origin[a] + n; i++) {
          const p = [0, 0, 0], q = [0, 0, 0];
          p[k] = q[k] = level;
          p[a] = q[a] = i * step;
          p[b] = (origin[b] - n) * step;
          q[b] = (origin[b] + n) * step;
          sets[i === 0 ? 1 : 0].push(...p, ...q);
        }
      }
      grid.fine ??= makeLines(gl, [], false);
      grid.coarse ??= makeLines(gl, [], false);
      grid.fine.set(sets[0]);
      grid.coarse.set(sets[1]);
    }
    drawLines(look, grid.fine, still, colours.grid, 1);
    drawLines(look, grid.coarse, still, colours.axis, 1.5);
  }

  // Not with every picture: to ask for a size makes the browser lay out the page.
  function resize() {
    const ratio = globalThis.devicePixelRatio || 1;
    const w = Math.round(canvas.clientWidth * ratio), h = Math.round(canvas.clientHeight * ratio);
    if (canvas.width !== w || canvas.height !== h) {
      canvas.width = w;
      canvas.height = h;
    }
    camera.aspect = w / Math.max(h, 1);
    viewer.height = canvas.clientHeight;
    gl.viewport(0, 0, w, h);
  }

  viewer.draw = () => {
    const look = camera.matrix(4 * viewer.reach + 4 * camera.half);
    gl.clearColor(...colours.stage);
    gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
    gl.enable(gl.DEPTH_TEST);
    gl.enable(gl.BLEND);
    gl.blendFunc(gl.SRC_ALPHA, gl.ONE_MINUS_SRC_ALPHA);
    batches.forEach(placeParts);
    gl.useProgram(thin.program);
    drawGrid(look);
    const at = new Float32Array(12);
    for (const {shape, lines, m} of wires) {
      multiply(at, 0, poses, 12 * shape.b, m, 0);
      const tint = shape.alarm ? colours.alarm : shape.hatch ? colours.ground : [...shape.c, 1];
      drawLines(look, lines, at, tint, shape.alarm ? 4 : shape.hatch ? 1.5 : 2.5);
    }
    for (const trail of viewer.trails) drawLines(look, trail, still, colours.trail, 2);
    drawSolids(look, false);
    gl.disable(gl.DEPTH_TEST); // forces act inside of bodies
    gl.useProgram(thin.program);
    drawLines(look, viewer.arrows, still, colours.force, 3);
    drawLines(look, viewer.twists, still, colours.torque, 3);
  };

  viewer.lines = (points, strip) => makeLines(gl, points, strip);

  // The body under a point of the canvas, in its own pixels; -1: none.
  viewer.pick = (x, y) => {
    const ratio = globalThis.devicePixelRatio || 1, pixel = new Uint8Array(4);
    const look = camera.matrix(4 * viewer.reach + 4 * camera.half);
    gl.clearColor(0, 0, 0, 1);
    gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
    gl.disable(gl.BLEND);
    drawSolids(look, true);
    gl.readPixels(x * ratio, canvas.height - y * ratio, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, pixel);
    viewer.draw();
    return pixel[0] + 256 * pixel[1] - 1;
  };

  // Balls about every shape at the present poses, four numbers each, are added to `balls`.
  viewer.collect = (balls) => {
    for (const s of scene.shapes) {
      if (s.e) {
        for (const [b, ...p] of s.e) balls.push(...pointOf(poses, b, p), s.s[0] / 2);
      } else if (s.pts) {
        const m = localPose(s, [1, 1, 1]), n = s.k === 'outline' ? 2 : 3;
        for (let i = 0; i < s.pts.length; i += n) {
          const q = [0, 1, 2].map((r) => m[4 * r] * s.pts[i] + m[4 * r + 1] * s.pts[i + 1] +
            m[4 * r + 2] * (n > 2 ? s.pts[i + 2] : 0) + m[4 * r + 3]);
          balls.push(...pointOf(poses, s.b, q), 0);
        }
      } else {
        const m = localPose(s, s.s), thick = s.k === 'capsule' ? s.s[0] / 2 : 0;
        for (let c = 0; c < 8; c++) {
          const q = [0, 1, 2].map((r) => m[4 * r + 3] + m[4 * r] * ((c & 1) - 0.5) +
            m[4 * r + 1] * ((c >> 1 & 1) - 0.5) + m[4 * r + 2] * ((c >> 2) - 0.5));
          balls.push(...pointOf(poses, s.b, q), c & 4 ? thick : 0);
        }
      }
    }
  };
  viewer.measure = (balls) => {
    let low = Infinity, reach = scene.size;
    for (let i = 0; i < balls.length; i += 4) {
      const p = [balls[i], balls[i + 1], balls[i + 2]];
      low = Math.min(low, dot(p, scene.up) - balls[i + 3]);
      reach = Math.max(reach, Math.abs(balls[i] - balls[0]), Math.abs(balls[i + 1] - balls[1]),
        Math.abs(balls[i + 2] - balls[2]));
    }
    viewer.reach = reach;
    viewer.floor = Number.isFinite(low) ? low * (scene.up.find((c) => c !== 0) || 1) : 0;
  };
  viewer.size = resize;
  viewer.build = build;
  viewer.theme();
  return viewer;
}
