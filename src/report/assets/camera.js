// SPDX-License-Identifier: BSD-3-Clause
// camera.js: where one looks from. `half` is half the height of the stage, in metres at the target;
// azimuth and elevation are about `up`. A camera that is flat has no perspective.

const SLOPE = Math.tan(Math.PI / 12); // half the angle of view

function makeCamera(scene) {
  const up = scene.planar ? [0, 1, 0] : scene.up;
  const other = Math.abs(up[0]) < 0.9 ? [1, 0, 0] : [0, 1, 0];
  const east = unit(plus(other, up, -dot(other, up)));
  const north = cross(up, east);
  const camera = {target: [0, 0, 0], half: 1, azimuth: 0, elevation: 0, flat: scene.flat, aspect: 1};

  // right, above, back: axes of the picture, in ground axes.
  camera.axes = () => {
    const ca = Math.cos(camera.azimuth), sa = Math.sin(camera.azimuth);
    const ce = Math.cos(camera.elevation), se = Math.sin(camera.elevation);
    const mix = (x, y, z) => [0, 1, 2].map((i) => x * east[i] + y * north[i] + z * up[i]);
    return [mix(ca, sa, 0), mix(-sa * se, ca * se, ce), mix(sa * ce, -ca * ce, se)];
  };

  // Column-major 4 x 4, ground to clip; and where the eye is.
  camera.matrix = (depth) => {
    const [x, y, z] = camera.axes(), distance = camera.half / SLOPE;
    const eye = plus(camera.target, z, distance), m = new Float32Array(16);
    const far = distance + depth, near = Math.max(distance - depth, distance / 100);
    const w = camera.flat ? 0 : 1, k = camera.flat ? 1 / camera.half : 1 / SLOPE;
    const rows = [x.map((c) => c * k / camera.aspect), y.map((c) => c * k)];
    const flatDepth = [-2 / (2 * depth), -distance / depth];
    const deep = [-(far + near) / (far - near), -2 * far * near / (far - near)];
    const [s, o] = w ? deep : flatDepth;
    rows.push(z.map((c) => c * s), z.map((c) => -c * w));
    rows.forEach((row, r) => {
      for (let c = 0; c < 3; c++) m[4 * c + r] = row[c];
      m[12 + r] = -dot(row, eye);
    });
    m[14] += o;
    m[15] += 1 - w;
    return {m, eye, back: z};
  };

  camera.pan = (dx, dy) => { // in heights of the stage
    const [x, y] = camera.axes();
    camera.target = plus(plus(camera.target, x, -2 * camera.half * dx), y, 2 * camera.half * dy);
  };
  camera.zoom = (factor, px, py) => { // what is under (px, py), from -1 to 1, stays there
    const [x, y] = camera.axes(), move = camera.half * (1 - factor);
    camera.target = plus(plus(camera.target, x, move * px * camera.aspect), y, move * py);
    camera.half *= factor;
  };
  camera.orbit = (dx, dy) => {
    camera.azimuth -= dx;
    camera.elevation = Math.max(-Math.PI / 2, Math.min(Math.PI / 2, camera.elevation + dy));
  };
  // Brings balls (x, y, z, radius, ...) into the picture, as large as both its sides allow.
  camera.fit = (balls) => {
    const axes = camera.axes(), low = [Infinity, Infinity, Infinity], high = low.map((c) => -c);
    for (let i = 0; i < balls.length; i += 4) {
      for (let a = 0; a < 3; a++) {
        const c = axes[a][0] * balls[i] + axes[a][1] * balls[i + 1] + axes[a][2] * balls[i + 2];
        low[a] = Math.min(low[a], c - balls[i + 3]);
        high[a] = Math.max(high[a], c + balls[i + 3]);
      }
    }
    camera.target = [0, 0, 0];
    axes.forEach((axis, a) => { camera.target = plus(camera.target, axis, (low[a] + high[a]) / 2); });
    const half = Math.max((high[1] - low[1]) / 2, (high[0] - low[0]) / 2 / camera.aspect);
    camera.half = 1.08 * half + (camera.flat ? 0 : SLOPE * (high[2] - low[2]) / 2);
  };
  // 1: front, 2: side, 3: above; 0: how the model is first shown.
  camera.look = (view) => {
    const [a, e] = [[-0.65, 0.4], [0, 0], [Math.PI / 2, 0], [0, Math.PI / 2]][view];
    camera.azimuth = scene.planar && !view ? 0 : a;
    camera.elevation = scene.planar && !view ? 0 : e;
    if (!view && scene.from) {
      const d = unit(scene.from);
      camera.azimuth = Math.atan2(dot(d, east), -dot(d, north));
      camera.elevation = Math.asin(dot(d, up));
    }
  };
  camera.look(0);
  return camera;
}
