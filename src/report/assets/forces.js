// SPDX-License-Identifier: BSD-3-Clause
// forces.js: arrows of what joints, forces, motions and what rolls exert, each from the point where it acts:
// straight ones of forces, round ones of torques, about their axis and by the right hand. Their
// size is in proportion, LONGEST long or ROUND in radius for those that only one in a hundred
// exceeds. What the model does not determine of a reaction is a dotted circle instead.

const LONGEST = 0.3, ROUND = 0.09; // of the mechanism's size

function makeForces(page) {
  const {scene} = page, acts = [...scene.joints, ...scene.forces];
  // Of an action: its columns of the force, of the torque, of the way from its point to the place.
  const of = scene.planar ? {width: 5, f: [0, 1, -1], t: [-1, -1, 2], r: [3, 4, -1]}
    : {width: 9, f: [0, 1, 2], t: [3, 4, 5], r: [6, 7, 8]};

  function vectorAt(table, k, axes, row, s) {
    const next = Math.min(row + 1, table.t.length - 1);
    return axes.map((axis) => {
      const column = axis < 0 ? null : table.columns[of.width * k + axis];
      return column ? column[row] * (1 - s) + column[next] * s : 0;
    });
  }

  // The largest size, and the one that one in a hundred exceeds, of those that are not zero.
  function usual(table, axes) {
    const all = [];
    acts.forEach((_, k) => table.t.forEach((_t, row) => {
      const size = Math.hypot(...vectorAt(table, k, axes, row, 0));
      if (size > 0) all.push(size);
    }));
    all.sort((a, b) => a - b);
    return {largest: all[all.length - 1] ?? 0, most: all[Math.floor(0.99 * all.length)] ?? 0};
  }
  // Beside a force of F, torques of 1e-9 F times the size of the mechanism are round-off.
  function sizes(table) {
    if (!table.sizes) {
      const f = usual(table, of.f), t = usual(table, of.t), none = {largest: 0, most: 0};
      const arm = 1e9 * scene.size;
      table.sizes = {f: f.largest * arm > t.largest ? f : none,
        t: t.largest * 1e9 > f.largest * scene.size ? t : none};
    }
    return table.sizes;
  }
  const isUnknown = (table, k, axes) =>
    axes.some((axis) => axis >= 0 && table.columns[of.width * k + axis].every(Number.isNaN));

  function head(lines, tip, along, side, size) {
    for (const sign of [-1, 1]) {
      lines.push(...tip, ...plus(plus(tip, along, -size), side, sign * size / 2));
    }
  }

  function straight(lines, p, f, most, back) {
    const size = Math.hypot(...f), along = unit(f);
    const long = Math.min(LONGEST * size / most, 1.5 * LONGEST) * scene.size;
    if (!(most > 0 && long > 0.004 * scene.size)) return;
    const tip = plus(p, along, long);
    lines.push(...p, ...tip);
    head(lines, tip, along, unit(cross(along, back)), Math.min(0.3 * long, 0.035 * scene.size));
  }

  // Round about an axis; in space, where it may be seen from its edge, with a piece of the axis.
  function round(lines, p, t, most) {
    const size = Math.hypot(...t), z = unit(t), STEPS = 30;
    const r = Math.min(ROUND * size / most, 1.5 * ROUND) * scene.size;
    if (!(most > 0 && r > 0.004 * scene.size)) return;
    const x = unit(cross(Math.abs(z[0]) < 0.9 ? [1, 0, 0] : [0, 1, 0], z)), y = cross(z, x);
    const at = (turn) => plus(plus(p, x, r * Math.cos(turn)), y, r * Math.sin(turn));
    for (let i = 0; i < STEPS; i++) {
      lines.push(...at(5 * i / STEPS), ...at(5 * (i + 1) / STEPS));
    }
    const out = plus(plus([0, 0, 0], x, Math.cos(5)), y, Math.sin(5));
    head(lines, at(5), cross(z, out), out, Math.min(0.6 * r, 0.035 * scene.size));
    if (!scene.planar) lines.push(...plus(p, z, -0.6 * r), ...plus(p, z, 0.6 * r));
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

  function usualWords(table) {
    const {f, t} = sizes(table), told = (size) => Number(size.largest.toPrecision(3));
    return `forces: largest ${told(f)} N${t.largest > 0 ? `; torques: ${told(t)} N m` : ''}`;
  }

  return {
    // The arrows at time t as pairs of points, heads across the line of sight.
    lines(t, poses, back) {
      const table = page.motion.forces, forces = [], torques = [];
      if (!table) return {forces, torques};
      const [row, s] = rowAt(table.t, t), most = sizes(table);
      acts.forEach(({e: [body, ...point]}, k) => {
        if (body < 0) return;
        const f = vectorAt(table, k, of.f, row, s), turn = vectorAt(table, k, of.t, row, s);
        const p = plus(pointOf(poses, body, point), vectorAt(table, k, of.r, row, s));
        if (f.some(Number.isNaN)) dots(forces, p, back);
        else straight(forces, p, f, most.f.most, back);
        if (!turn.some(Number.isNaN)) round(torques, p, turn, most.t.most);
        else if (!f.some(Number.isNaN)) dots(torques, p, back);
      });
      return {forces, torques};
    },
    // What the picture shows, in words.
    words() {
      const table = page.motion.forces;
      if (!table) return '';
      const dotted = acts.filter((_, k) => isUnknown(table, k, of.f) || isUnknown(table, k, of.t));
      const reason = dotted.length ? `; dotted: not determined, since joints are redundant: ${
        dotted.map((d) => d.n).join(', ')}` : '';
      return usualWords(table) + reason;
    },
  };
}
