// SPDX-License-Identifier: BSD-3-Clause
// shapes.js: unit bodies as triangles, each corner six numbers: position, normal.
// box, sphere, cylinder and cone fill the cube of side 1 about the origin, with their axis along z;
// a helix winds from z = -1/2 to z = 1/2.

const TURN = 2 * Math.PI;

// Two triangles for every cell of a grid of corners f(i, j), i < rows, j < columns.
function sheet(rows, columns, f) {
  const out = [];
  for (let i = 0; i < rows; i++) {
    for (let j = 0; j < columns; j++) {
      const a = f(i, j), b = f(i + 1, j), c = f(i + 1, j + 1), d = f(i, j + 1);
      out.push(...a, ...b, ...c, ...a, ...c, ...d);
    }
  }
  return out;
}

function disc(z, sign, steps) {
  const out = [];
  for (let j = 0; j < steps; j++) {
    const a = TURN * j / steps, b = TURN * (j + 1) / steps;
    for (const [x, y] of [[0, 0], [Math.cos(a), Math.sin(a)], [Math.cos(b), Math.sin(b)]]) {
      out.push(x / 2, y / 2, z, 0, 0, sign);
    }
  }
  return out;
}

// The side of a cone frustum with these radii at z = -1/2 and z = 1/2.
function side(below, above, steps) {
  const rise = below - above, norm = Math.hypot(1, rise);
  return sheet(1, steps, (i, j) => {
    const x = Math.cos(TURN * j / steps), y = Math.sin(TURN * j / steps), r = i ? above : below;
    return [r * x, r * y, i - 0.5, x / norm, y / norm, rise / norm];
  });
}

function boxMesh() {
  const out = [];
  for (let axis = 0; axis < 3; axis++) {
    for (const sign of [-1, 1]) {
      out.push(...sheet(1, 1, (i, j) => {
        const p = [0, 0, 0], n = [0, 0, 0];
        n[axis] = sign;
        p[axis] = sign / 2;
        p[(axis + 1) % 3] = i - 0.5;
        p[(axis + 2) % 3] = j - 0.5;
        return [...p, ...n];
      }));
    }
  }
  return out;
}

function sphereMesh(rows, columns) {
  return sheet(rows, columns, (i, j) => {
    const u = Math.PI * i / rows, w = TURN * j / columns;
    const n = [Math.sin(u) * Math.cos(w), Math.sin(u) * Math.sin(w), Math.cos(u)];
    return [n[0] / 2, n[1] / 2, n[2] / 2, ...n];
  });
}

// A wire of radius 1/11 on a cylinder; round when the whole is
// `long` times as long as wide.
function helixMesh(turns, steps, around, long) {
  const wire = 1 / 11, radius = 0.5 - wire, n = turns * steps;
  const centre = (i) => {
    const w = TURN * i / steps, end = Math.min(1, i / steps, (n - i) / steps);
    return [radius * end * Math.cos(w), radius * end * Math.sin(w), i / n - 0.5];
  };
  return sheet(n, around, (i, j) => {
    const w = TURN * i / steps, a = TURN * j / around, c = centre(i);
    const x = Math.cos(w) * Math.cos(a), y = Math.sin(w) * Math.cos(a), z = Math.sin(a);
    return [c[0] + wire * x, c[1] + wire * y, c[2] + wire * z / long, x, y, z / long];
  });
}

// An outline in the plane (x, y, x, y, ...) between z = -1/2 and z = 1/2: its triangles by cutting
// off ears, and its rim.
function outlineMesh(points) {
  let ring = [];
  for (let i = 0; i < points.length; i += 2) ring.push([points[i], points[i + 1]]);
  const twice = (a, b, c) => (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
  const area = ring.reduce((s, p, i) => s + twice([0, 0], p, ring[(i + 1) % ring.length]), 0);
  if (area < 0) ring.reverse();
  const out = [], n = ring.length;
  ring.forEach((p, i) => {
    const q = ring[(i + 1) % n], l = Math.hypot(q[0] - p[0], q[1] - p[1]) || 1;
    out.push(...sheet(1, 1, (u, w) => [...(u ? q : p), w - 0.5, (q[1] - p[1]) / l,
      (p[0] - q[0]) / l, 0]));
  });
  while (ring.length > 2) {
    const m = ring.length, ear = ring.findIndex((b, i) => {
      const a = ring[(i + m - 1) % m], c = ring[(i + 1) % m];
      return twice(a, b, c) > 0 && !ring.some((p) => p !== a && p !== b && p !== c &&
        twice(a, b, p) >= 0 && twice(b, c, p) >= 0 && twice(c, a, p) >= 0);
    });
    const k = Math.max(ear, 0), three = [ring[(k + m - 1) % m], ring[k], ring[(k + 1) % m]];
    for (const z of [-0.5, 0.5]) for (const p of three) out.push(...p, z, 0, 0, 2 * z);
    ring = ring.filter((_, i) => i !== k);
  }
  return out;
}

// Triangles of a file (scene_mesh.c): vertices w + q v, three for each triangle in f, both lists as
// differences. A corner's normal is the mean of those of the faces about it that are less than 30
// degrees from its own. The vertices stay in s.pts.
function meshOf(s) {
  const sums = [0, 0, 0], at = s.v.map((d, i) => s.w[i % 3] + s.q * (sums[i % 3] += d));
  let last = 0;
  const corners = s.f.map((d) => last += d), around = new Map(), normals = [], out = [];
  const place = (k) => [at[3 * k], at[3 * k + 1], at[3 * k + 2]];
  s.pts = at;
  for (let i = 0; i < corners.length; i += 3) {
    const [a, b, c] = corners.slice(i, i + 3).map(place);
    normals.push(cross(minus(b, a), minus(c, a)));
  }
  corners.forEach((k, i) => {
    if (!around.has(k)) around.set(k, []);
    around.get(k).push(Math.floor(i / 3));
  });
  corners.forEach((k, i) => {
    const own = unit(normals[Math.floor(i / 3)]);
    const near = around.get(k).filter((f) => dot(own, unit(normals[f])) > 0.866);
    const sum = near.reduce((x, f) => plus(x, normals[f]), [0, 0, 0]);
    out.push(...place(k), ...unit(near.length ? sum : own));
  });
  return out;
}

const unitMesh = {
  box: boxMesh,
  sphere: () => sphereMesh(16, 24),
  cylinder: () => [...side(0.5, 0.5, 32), ...disc(-0.5, -1, 32), ...disc(0.5, 1, 32)],
  cone: () => [...side(0.5, 0, 32), ...disc(-0.5, -1, 32)],
  helix: (long) => helixMesh(8, 16, 6, long),
};
