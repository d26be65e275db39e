// SPDX-License-Identifier: BSD-3-Clause
// data.js: the tables of the page, unpacked, and the motion between their rows.
//
// A table's columns stand one after another, the first one time. value = base + k step; of the
// whole numbers k the second differences are kept (row 0: k itself, row 1: the first difference),
// folded to u = 2 d or -2 d - 1, in three planes of bytes (low, middle, high), deflated, base64.

// The bytes of a template.
async function inflate(id) {
  const text = document.getElementById(id).content.textContent;
  const bytes = Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

async function readJson(id) {
  return JSON.parse(new TextDecoder().decode(await inflate(id)));
}

async function unpack(head) {
  const plane = await inflate(head.block);
  const rows = head.rows, columns = head.base.length + 1, all = rows * columns, out = [];
  for (let c = 0; c < columns; c++) {
    const base = c ? head.base[c - 1] : head.time.base, step = c ? head.step[c - 1] : head.time.step;
    const column = new Float64Array(rows);
    let k = 0, rate = 0;
    for (let i = 0, at = c * rows; i < rows; i++, at++) {
      const u = plane[at] | plane[all + at] << 8 | plane[2 * all + at] << 16;
      const d = (u >>> 1) ^ -(u & 1);
      if (i === 0) k = d;
      else k += rate += d;
      column[i] = base + k * step;
    }
    out.push(column);
  }
  for (const [c, first, last] of head.gaps ?? []) out[c + 1].fill(NaN, first, last + 1);
  return {...head, t: out[0], columns: out.slice(1)};
}

// The row at or before t, and how far t is on the way to the next, 0 to 1.
function rowAt(times, t) {
  let low = 0, high = times.length - 1;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (times[middle] <= t) low = middle;
    else high = middle;
  }
  if (high <= low) return [low, 0];
  const span = times[high] - times[low];
  return [low, span > 0 ? Math.max(0, Math.min(1, (t - times[low]) / span)) : 0];
}

// Euler parameters a (1 - s) + b s along the shortest great circle.
function slerp(a, b, s) {
  let c = a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3];
  const sign = c < 0 ? -1 : 1;
  c = Math.min(1, c * sign);
  const angle = Math.acos(c), sine = Math.sin(angle);
  const u = sine > 1e-6 ? Math.sin((1 - s) * angle) / sine : 1 - s;
  const w = sign * (sine > 1e-6 ? Math.sin(s * angle) / sine : s);
  const p = a.map((x, i) => u * x + w * b[i]), l = Math.hypot(...p) || 1;
  return p.map((x) => x / l);
}

// Writes the poses at time t; body 0, the ground, stays.
function poseAt(motion, planar, t, poses) {
  const [row, s] = rowAt(motion.t, t), next = Math.min(row + 1, motion.t.length - 1);
  const width = planar ? 3 : 7, count = motion.columns.length / width;
  const at = (c) => motion.columns[c][row] * (1 - s) + motion.columns[c][next] * s;
  for (let b = 0; b < count; b++) {
    const c = width * b;
    if (planar) {
      const half = at(c + 2) / 2;
      setPose(poses, 12 * (b + 1), at(c), at(c + 1), 0, Math.cos(half), 0, 0, Math.sin(half));
    } else {
      const p = [3, 4, 5, 6].map((k) => motion.columns[c + k][row]);
      const q = [3, 4, 5, 6].map((k) => motion.columns[c + k][next]);
      setPose(poses, 12 * (b + 1), at(c), at(c + 1), at(c + 2), ...slerp(p, q, s));
    }
  }
}

// Poses of a mode at a phase: the mechanism moved by Re(shape exp(i phase)) times `size`.
function swing(mode, planar, phase, size, poses) {
  const width = planar ? 3 : 7, free = planar ? 3 : 6, c = Math.cos(phase), s = Math.sin(phase);
  const move = mode.shape.map(([re, im]) => size * (re * c - im * s));
  for (let b = 0; b * width < mode.pose.length; b++) {
    const p = mode.pose.slice(b * width, (b + 1) * width), d = move.slice(b * free, (b + 1) * free);
    if (planar) {
      const half = (p[2] + d[2]) / 2;
      setPose(poses, 12 * (b + 1), p[0] + d[0], p[1] + d[1], 0, Math.cos(half), 0, 0,
        Math.sin(half));
    } else {
      const angle = Math.hypot(d[3], d[4], d[5]), k = angle > 0 ? Math.sin(angle / 2) / angle : 0.5;
      const q = [Math.cos(angle / 2), k * d[3], k * d[4], k * d[5]], [w, x, y, z] = p.slice(3);
      setPose(poses, 12 * (b + 1), p[0] + d[0], p[1] + d[1], p[2] + d[2],
        q[0] * w - q[1] * x - q[2] * y - q[3] * z, q[0] * x + q[1] * w + q[2] * z - q[3] * y,
        q[0] * y - q[1] * z + q[2] * w + q[3] * x, q[0] * z + q[1] * y - q[2] * x + q[3] * w);
    }
  }
}
