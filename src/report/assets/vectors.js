// SPDX-License-Identifier: BSD-3-Clause
// vectors.js: the little algebra that the viewer needs. A pose is 12 numbers, the rows of (A | r).

const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0]];
const minus = (a, b) => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const plus = (a, b, s = 1) => [a[0] + s * b[0], a[1] + s * b[1], a[2] + s * b[2]];
const unit = (a) => {
  const l = Math.hypot(...a) || 1;
  return [a[0] / l, a[1] / l, a[2] / l];
};

// Writes the pose of Euler parameters p at r into out[at ..].
function setPose(out, at, x, y, z, w, i, j, k) {
  out[at] = 1 - 2 * (j * j + k * k);
  out[at + 1] = 2 * (i * j - w * k);
  out[at + 2] = 2 * (i * k + w * j);
  out[at + 3] = x;
  out[at + 4] = 2 * (i * j + w * k);
  out[at + 5] = 1 - 2 * (i * i + k * k);
  out[at + 6] = 2 * (j * k - w * i);
  out[at + 7] = y;
  out[at + 8] = 2 * (i * k - w * j);
  out[at + 9] = 2 * (j * k + w * i);
  out[at + 10] = 1 - 2 * (i * i + j * j);
  out[at + 11] = z;
}

// The point of a body's axes in ground axes.
const pointOf = (poses, body, p) => [0, 4, 8].map((r) => poses[12 * body + r] * p[0] +
  poses[12 * body + r + 1] * p[1] + poses[12 * body + r + 2] * p[2] + poses[12 * body + r + 3]);

// A pose with z from a to b, at the middle, whose columns are scaled: width, width, length.
function setAlong(out, at, a, b, width) {
  const d = minus(b, a), l = Math.hypot(...d), z = l > 0 ? d.map((c) => c / l) : [0, 0, 1];
  const x = unit(cross(Math.abs(z[2]) < 0.9 ? [0, 0, 1] : [1, 0, 0], z)), y = cross(z, x);
  for (let r = 0; r < 3; r++) {
    out[at + 4 * r] = x[r] * width;
    out[at + 4 * r + 1] = y[r] * width;
    out[at + 4 * r + 2] = z[r] * Math.max(l, 1e-9 * width);
    out[at + 4 * r + 3] = (a[r] + b[r]) / 2;
  }
}

// out = a m, poses both.
function multiply(out, at, a, from, m, second) {
  for (let r = 0; r < 12; r += 4) {
    const x = a[from + r], y = a[from + r + 1], z = a[from + r + 2];
    for (let c = 0; c < 4; c++) {
      out[at + r + c] = x * m[second + c] + y * m[second + 4 + c] + z * m[second + 8 + c];
    }
    out[at + r + 3] += a[from + r + 3];
  }
}
