// SPDX-License-Identifier: BSD-3-Clause
// forces.js: arrows of what joints and forces exert, each from the point where it acts; their
// length is in proportion to the force, as long as LONGEST for those that only one in a hundred
// exceeds. A reaction that the model does not determine is a dotted circle instead.

const LONGEST = 0.3; // of the mechanism's size

// Of every force of a motion's table, at its row: the columns it stands in.
function makeForces(page) {
  const {scene} = page, width = scene.planar ? 2 : 3, acts = [...scene.joints, ...scene.forces];
  const at = (table, k, row) =>
    Array.from({length: width}, (_, i) => table.columns[k * width + i][row]);

  // The size that one in a hundred exceeds, of those that are not zero.
  function usual(table) {
    const all = [];
    acts.forEach((_, k) => table.t.forEach((_t, row) => {
      const f = Math.hypot(...at(table, k, row));
      if (f > 0) all.push(f);
    }));
    all.sort((a, b) => a - b);
    const largest = all[all.length - 1] ?? 0, most = all[Math.floor(0.99 * all.length)] ?? 0;
    return {largest, most, scale: most > 0 ? LONGEST * scene.size / most : 0};
  }

  // The arrows at time t as pairs of points, heads across the line of sight.
  function arrowsAt(table, t, poses, back) {
    const lines = [], [row, s] = rowAt(table.t, t), next = Math.min(row + 1, table.t.length - 1);
    const f = [0, 0, 0];
    for (let k = 0; k < acts.length; k++) {
      const {e: [body, x, y, z]} = acts[k];
      if (body < 0) continue;
      for (let i = 0; i < width; i++) {
        const column = table.columns[k * width + i];
        f[i] = column[row] * (1 - s) + column[next] * s;
      }
      const p = pointOf(poses, body, [x, y, z]);
      const size = Math.sqrt(f[0] * f[0] + f[1] * f[1] + f[2] * f[2]);
      const long = Math.min(size * table.most.scale, 1.5 * LONGEST * scene.size);
      if (Number.isNaN(size)) dots(lines, p, back);
      if (!(long > 0.004 * scene.size)) continue;
      const along = f.map((c) => c / size), tip = plus(p, along, long);
      const side = unit(cross(along, back)), head = Math.min(0.3 * long, 0.035 * scene.size);
      lines.push(...p, ...tip);
      for (const sign of [-1, 1]) {
        lines.push(...tip, ...plus(plus(tip, along, -head), side, sign * head / 2));
      }
    }
    return lines;
  }

  function dots(lines, p, back) {
    const x = unit(cross(Math.abs(back[0]) < 0.9 ? [1, 0, 0] : [0, 1, 0], back)), y = cross(back, x);
    for (let i = 0; i < 12; i++) {
      for (const angle of [i, i + 0.45].map((c) => c * Math.PI / 6)) {
        lines.push(...plus(plus(p, x, 3 * scene.thickness * Math.cos(angle)), y,
          3 * scene.thickness * Math.sin(angle)));
      }
    }
  }

  return {
    lines(t, poses, back) {
      const table = page.motion.forces;
      if (!table) return [];
      table.most ??= usual(table);
      return arrowsAt(table, t, poses, back);
    },
    // What the picture shows, in words.
    words() {
      const table = page.motion.forces;
      if (!table) return '';
      table.most ??= usual(table);
      const dotted = acts.filter((_, k) => table.columns[k * width].every(Number.isNaN));
      const reason = dotted.length ? `; dotted, not determined as joints are redundant: ${
        dotted.map((d) => d.n).join(', ')}` : '';
      return `forces: largest ${Number(table.most.largest.toPrecision(3))} N${reason}`;
    },
  };
}
