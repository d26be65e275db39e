// SPDX-License-Identifier: BSD-3-Clause
// test_system_bounds.c: bounds of measures and of forces' switching functions against their values.
//
// A mechanism goes along random polynomials, Euler parameters off the unit length: at points of a
// stretch every measure that an expression may read, and every switching function of a force, by
// the state's own functions after normalising, lies within its bounds; at a point they agree to
// 1e-13, and the parabola of Taylor coefficients holds what is beside it. Frames that are told to
// stay apart do, and the reach of a contact bounds its gap.
#include <string.h>

#include "support/random.h"
#include "system/observe/bounds.h"
#include "unit/system_support.h"

enum { DEGREE = 7, STRETCHES = 60, POINTS = 40 };

static const char planar_text[] = PLANAR
    "bodies:\n"
    "  a: {type: rigid, mass: 2, inertia: 0.3, center_of_mass: [0.1, 0.05],\n"
    "      initial: {position: [0.5, 0], angle: 0.4}, markers: {p: {position: [-0.5, 0.1], angle: "
    "0.2}}}\n"
    "  b: {type: rigid, mass: 1, inertia: 0.1, initial: {position: [1.2, 0.3]},\n"
    "      markers: {q: {position: [0.2, -0.1]}}}\n"
    "  c: {type: point_mass, mass: 0.7, initial: {position: [2, -1]}}\n"
    "  k: {type: rigid, mass: 0.4, inertia: 0.2, initial: {position: [0.6, 0]}}\n"
    "joints:\n"
    "  hinge: {type: revolute, marker_i: ground, marker_j: a.p}\n"
    "  slot: {type: prismatic, marker_i: a, marker_j: b.q}\n"
    "  groove: {type: point_on_curve, marker_i: ground, marker_j: k, radius: 0.6}\n"
    "gauges: {look: {marker_i: a.p, marker_j: b.q}}\n"
    "forces:\n"
    "  gauged: {type: force, marker: c, vector: [\"(1 N)*sign(look.x*look.y*look.vx*look.vy*"
    "look.distance*look.distance_rate)\", \"(1 "
    "N)*sign(look.speed*look.angle*look.angle_rate*c.speed)\"]}\n"
    "  spring: {type: spring_damper, marker_i: a.p, marker_j: c, stiffness: 40, damping: 3,\n"
    "           free_length: 0.7}\n"
    "  ground_1: {type: contact, marker_i: a.p, marker_j: b.q, stiffness: 1e4, damping: 0.3, "
    "radius_j: 0.1}\n"
    "  balls: {type: contact, marker_i: a.p, radius_i: 0.2, marker_j: b.q, stiffness: 1e4,\n"
    "          damping: 0.3, radius_j: 0.1}\n"
    "  ring: {type: contact, marker_i: a.p, ring_radius: 0.7, marker_j: b.q, stiffness: 1e4,\n"
    "         damping: 0.2, radius_j: 0.1}\n"
    "  stop: {type: joint_limit, joint: slot, lower: 0.1, upper: 1, stiffness: 10,\n"
    "         damping: 0.5}\n"
    "  turn: {type: joint_limit, joint: hinge, lower: 0.1, upper: 1, stiffness: 10, damping: 0.5}\n"
    "  sum: {type: force, marker: c, vector: [\"(1 "
    "N)*sign(a.p.x*a.p.vx*b.vx*c.x*c.vy*spring.length*"
    "spring.length_rate*b.q.y*a.p.angle*a.angle_rate)\", \"(1 "
    "N)*sign(b.q.vy*hinge.angle*hinge.angle_rate*"
    "slot.displacement*slot.displacement_rate*groove.x*groove.y*groove.radius*groove.bearing)\"]}"
    "\n";

static const char spatial_text[] = SPATIAL
    "bodies:\n"
    "  a: {type: rigid, mass: 2, inertia: {xx: 0.3, yy: 0.4, zz: 0.5},\n"
    "      center_of_mass: [0.1, 0.05, -0.02],\n"
    "      initial: {position: [0.5, 0, 0.1], orientation: {axis_angle: {axis: [1, 2, 3], angle: "
    "0.7}}},\n"
    "      markers: {p: {position: [-0.5, 0.1, 0.2], orientation: {euler: [0.1, 0.2, 0.3], "
    "sequence: zxz}}}}\n"
    "  b: {type: rigid, mass: 1, inertia: {xx: 0.1, yy: 0.12, zz: 0.15}, initial: {position: "
    "[1.2, 0.3, 0]},\n"
    "      markers: {q: {position: [0.2, -0.1, 0.1]}}}\n"
    "  c: {type: point_mass, mass: 0.7, initial: {position: [2, -1, 0.5]}}\n"
    "  e: {type: rigid, mass: 0.5, inertia: {xx: 0.2, yy: 0.25, zz: 0.3}, initial: {position: [1, "
    "1, 1]},\n"
    "      markers: {m: {orientation: {euler: [0.9, 0.8, -0.7], sequence: xyz}}}}\n"
    "  wheel: {type: rigid, mass: 1, inertia: {xx: 0.1, yy: 0.1, zz: 0.2}}\n"
    "joints:\n"
    "  axle: {type: revolute, marker_i: ground, marker_j: wheel}\n"
    "  hinge: {type: revolute, marker_i: ground, marker_j: a.p}\n"
    "  slot: {type: prismatic, marker_i: a, marker_j: b.q}\n"
    "  cross: {type: universal, marker_i: ground, marker_j: e}\n"
    "gauges: {look: {marker_i: e.m, marker_j: a.p}}\n"
    "forces:\n"
    "  euler: {type: force, marker: c, vector: [\"(1 N)*sign(look.euler_xyz_1*look.euler_xyz_"
    "2*look.euler_xyz_3*look.euler_xzy_1*look.euler_xzy_2*look.euler_xzy_3*look.euler_yxz_1*l"
    "ook.euler_yxz_2*look.euler_yxz_3*look.euler_yzx_1*look.euler_yzx_2*look.euler_yzx_3)\", "
    "\"(1 N)*sign(look.euler_zxy_1*look.euler_zxy_2*look.euler_zxy_3*look.euler_zyx_1*look.eu"
    "ler_zyx_2*look.euler_zyx_3*look.euler_xyx_1*look.euler_xyx_2*look.euler_xyx_3*look.euler"
    "_xzx_1*look.euler_xzx_2*look.euler_xzx_3)\", \"(1 N)*sign(look.euler_yxy_1*look.euler_yx"
    "y_2*look.euler_yxy_3*look.euler_yzy_1*look.euler_yzy_2*look.euler_yzy_3*look.euler_zxz_1"
    "*look.euler_zxz_2*look.euler_zxz_3*look.euler_zyz_1*look.euler_zyz_2*look.euler_zyz_3)\""
    "]}\n"
    "  gauged: {type: force, marker: c, vector: [\"(1 N)*sign(look.x*look.y*look.z*look.dista"
    "nce*look.distance_rate*look.speed)\", \"(1 N)*sign(look.vx*look.vy*look.vz*look.wx*look."
    "wy*look.wz*c.speed)\", \"(1 "
    "N)*sign(look.spin*e.spin*look.angle_x*look.angle_y*look.angle_z)\"]}\n"
    "  spring: {type: spring_damper, marker_i: a.p, marker_j: c, stiffness: 40, damping: 3,\n"
    "           free_length: 0.7}\n"
    "  stop: {type: joint_limit, joint: slot, lower: 0.1, upper: 1, stiffness: 10, damping: 0.5}\n"
    "  turn: {type: joint_limit, joint: hinge, lower: 0.1, upper: 1, stiffness: 10, damping: 0.5}\n"
    "  pin_1: {type: joint_limit, joint: cross, coordinate: angle_1, lower: 0.1, stiffness: 10,\n"
    "          damping: 0.5}\n"
    "  pin_2: {type: joint_limit, joint: cross, coordinate: angle_2, upper: 1, stiffness: 10,\n"
    "          damping: 0.5}\n"
    "  sum: {type: force, marker: c, vector: [\"(1 "
    "N)*sign(a.p.x*a.p.vx*b.vz*c.z*c.vy*spring.length*"
    "spring.length_rate*b.q.y)\", \"(1 "
    "N)*sign(a.p.qw*a.p.qx*a.p.qy*a.p.qz*a.p.wx*b.wy*e.wz*hinge.angle*"
    "axle.angle_rate)\", \"(1 "
    "N)*sign(slot.displacement*slot.displacement_rate*cross.angle_1*cross.angle_2*"
    "cross.angle_1_rate*cross.angle_2_rate)\"]}\n";

static const char touch_text[] = SPATIAL
    "bodies:\n"
    "  a: {type: rigid, mass: 2, inertia: {xx: 0.3, yy: 0.4, zz: 0.5}, initial: {position: [0.5, "
    "0, "
    "0.1], orientation: {axis_angle: {axis: [1, 2, 3], angle: 0.7}}},\n"
    "      markers: {p: {position: [-0.5, 0.1, 0.2], orientation: {euler: [0.1, 0.2, 0.3], "
    "sequence: zxz}}}}\n"
    "  b: {type: rigid, mass: 1, inertia: {xx: 0.1, yy: 0.12, zz: 0.15}, initial: {position: "
    "[1.2, 0.3, 0]}, markers: {q: {position: [0.2, -0.1, 0.1]}}}\n"
    "  c: {type: point_mass, mass: 0.7, initial: {position: [2, -1, 0.5]}}\n"
    "  e: {type: rigid, mass: 0.5, inertia: {xx: 0.2, yy: 0.25, zz: 0.3}, initial: {position: [1, "
    "1, 1]}, markers: {m: {orientation: {euler: [0.9, 0.8, -0.7], sequence: xyz}}}}\n"
    "forces:\n"
    "  sum: {type: force, marker: c, vector: [\"(1 N)*sign(a.x*a.y*a.z*b.x*b.y*b.z*c.x*c.y*c.z*"
    "e.x*e.y*e.z)\", 0 N, 0 N]}\n"
    "  plain: {type: contact, marker_i: e.m, marker_j: b.q, stiffness: 1e4, damping: 0.3}\n"
    "  balls: {type: contact, marker_i: e.m, marker_j: b.q, stiffness: 1e4, restitution: 0.6, "
    "at_speed: 2, radius_i: 0.2, radius_j: 0.1}\n"
    "  pipe: {type: contact, marker_i: e.m, marker_j: b.q, stiffness: 1e4, damping: 0.3, "
    "cylinder_radius: 0.2, radius_j: 0.1}\n"
    "  bore: {type: contact, marker_i: e.m, marker_j: b.q, stiffness: 1e4, damping: 0.3, "
    "tube_radius: 2, radius_j: 0.1}\n"
    "  rim: {type: contact, marker_i: e.m, marker_j: b.q, stiffness: 1e4, damping: 0.3, "
    "edge_radius: 0.3, crown: 0.1}\n"
    "  egg: {type: contact, marker_i: a.p, marker_j: b.q, stiffness: 1e4, damping: 0.3, semi_axes: "
    "[0.3, 0.2, 0.1]}\n"
    "  pill: {type: contact, marker_i: e.m, marker_j: c, stiffness: 1e4, damping: 0.3, radius_i: "
    "0.2, length_i: 0.8, radius_j: 0.1}\n"
    "  pills: {type: contact, marker_i: e.m, marker_j: a.p, stiffness: 1e4, damping: 0.3, "
    "radius_i: 0.2, length_i: 0.8, radius_j: 0.1, length_j: 0.5}\n"
    "  mast: {type: contact, marker_i: e.m, marker_j: b.q, stiffness: 1e4, damping: 0.3, "
    "cylinder_radius: 0.2, radius_j: 0.1, length_j: 0.5}\n"
    "  shell: {type: contact, marker_i: e.m, marker_j: b.q, stiffness: 1e4, damping: 0.3, "
    "tube_radius: 2, radius_j: 0.1, length_j: 0.5}\n"
    "  can: {type: contact, marker_i: e.m, marker_j: b.q, stiffness: 1e4, damping: 0.3, "
    "edge_radius: 0.2, length_j: 0.5}\n"
    "  crate: {type: contact, marker_i: e.m, marker_j: c, stiffness: 1e4, damping: 0.3, box_i: "
    "[0.4, 0.6, 0.8], radius_j: 0.1}\n"
    "  inside: {type: contact, marker_i: e.m, marker_j: a.p, stiffness: 1e4, damping: 0.3, box_i: "
    "[9, 8, 7], radius_j: 0.1}\n"
    "  dice: {type: contact, marker_i: e.m, marker_j: b.q, stiffness: 1e4, restitution: 0.6, "
    "at_speed: 2, box_j: [0.4, 0.6, 0.8]}\n";

// The motion of a step.
typedef struct Trajectory {
  State *state;
  double *term[DEGREE + 1];
  double *q, *v;
} Trajectory;

// The rate of a joint's angle is enclosed for a body that turns about the joint's axis.
static void turn_about_z(Trajectory *motion, const SystemBody *body) {
  const int v = motion->state->system->nq + body->v + 3,
            still[] = {body->q + 4, body->q + 5, v, v + 1};
  for (int k = 0; k <= DEGREE; k++) {
    for (size_t i = 0; i < sizeof still / sizeof *still; i++) {
      motion->term[k][still[i]] = 0;
    }
  }
}

static void draw_motion(Trajectory *motion) {
  State *state = motion->state;
  const System *system = state->system;
  for (int i = 0; i < system->nq + system->nv; i++) {
    const bool position = i < system->nq;
    motion->term[0][i] = position ? motion->q[i] : random_between(-1, 1);
    motion->term[0][i] += random_between(-0.05, 0.05);
    for (int k = 1; k <= DEGREE; k++) {
      motion->term[k][i] = random_between(-0.3, 0.3) * pow(0.4, k);
    }
  }
  for (int b = 1; b < system->body_count; b++) {
    if (strcmp(system->model->bodies[b].name, "wheel") == 0) {
      turn_about_z(motion, &system->bodies[b]);
    }
  }
}

static void go(Trajectory *motion, double x, double *q) {
  State *state = motion->state;
  const System *system = state->system;
  for (int i = 0; i < system->nq + system->nv; i++) {
    double sum = 0;
    for (int k = DEGREE; k >= 0; k--) {
      sum = sum * x + motion->term[k][i];
    }
    *(i < system->nq ? &q[i] : &motion->v[i - system->nq]) = sum;
  }
  for (int b = 1; b < system->body_count && !system->planar; b++) {
    if (system->bodies[b].nq == 7) {
      double *p = q + system->bodies[b].q + 3;
      const double norm = sqrt(p[0] * p[0] + p[1] * p[1] + p[2] * p[2] + p[3] * p[3]);
      for (int k = 0; k < 4; k++) {
        p[k] /= norm;
      }
    }
  }
  state_set(state, 0.25 + x * 0.5, q, motion->v);
  for (int m = 0; m < system->model->measure_count; m++) {
    state->measures[m] = state_measure(state, m);
  }
  for (int k = 0; k < system->dynamic_count; k++) {
    const int number = system->dynamic[k];
    state->values[number] = state_number(state, number, NULL);
  }
}

typedef struct Read {
  double value[192];
  Enclosure bound[192];
  int count;
} Read;

static void read_values(Trajectory *motion, Read *read) {
  State *state = motion->state;
  const System *system = state->system;
  read->count = 0;
  for (int m = 0; m < system->model->measure_count; m++) {
    read->value[read->count++] = state->measures[m];
  }
  for (int f = 0; f < system->force_count; f++) {
    const SystemForce *force = &system->forces[f];
    Frame frame[FORCE_FRAMES];
    if (force->switch_count > 0) {
      const ForceArgs in = state_force_args(state, force, frame);
      force->kind->switches->values(&in, read->value + read->count);
      read->count += force->switch_count;
    }
  }
}

static void read_bounds(Bounds *bounds, double low, double high, int order, Read *read) {
  const System *system = bounds->state->system;
  int count = 0;
  bounds_stretch(bounds, low, high, order);
  for (int m = 0; m < system->model->measure_count; m++) {
    read->bound[count++] = bounds_measure(bounds, m);
  }
  for (int f = 0; f < system->force_count; f++) {
    if (system->forces[f].switch_count > 0) {
      memcpy(read->bound + count, bounds_force(bounds, &system->forces[f]),
             (size_t)system->forces[f].switch_count * sizeof *read->bound);
      count += system->forces[f].switch_count;
    }
  }
}

// Apart, only gaps are asked for, and balls about the shapes may do: what they say holds.
static void check_apart(Trajectory *motion, Bounds *bounds, double *q, double low, double high) {
  static const bool none[FORCE_SWITCHES];
  static const bool *branches[32];
  static Read here;
  State *state = motion->state;
  const System *system = state->system;
  for (int k = 0; k < 32; k++) {
    branches[k] = none;
  }
  bounds_stretch(bounds, low, high, 0);
  for (int f = 0; f < system->force_count; f++) {
    const SystemForce *force = &system->forces[f];
    Enclosure bound[FORCE_SWITCHES];
    if (force->switch_count == 0) {
      continue;
    }
    state->branches = branches;
    bounds->force = NULL;
    memcpy(bound, bounds_force(bounds, force), sizeof bound);
    state->branches = NULL;
    for (int k = 0; k < POINTS; k++) {
      Frame frame[FORCE_FRAMES];
      go(motion, random_between(low, high), q);
      const ForceArgs in = state_force_args(state, force, frame);
      force->kind->switches->values(&in, here.value);
      for (int i = 0; i < force->switch_count; i += 2) {
        assert_true(here.value[i] >= bound[i].c[0].lo - 1e-13 &&
                    here.value[i] <= bound[i].c[0].hi + 1e-13);
      }
    }
  }
  bounds->force = NULL;
}

// What frames are farther apart than the reach, a gap is at least; and how far apart they are told
// to be throughout the step. Counts what was told and what was not.
static void check_reach(Trajectory *motion, Bounds *bounds, double *q, int told[2]) {
  State *state = motion->state;
  const System *system = state->system;
  for (int f = 0; f < system->force_count; f++) {
    const SystemForce *force = &system->forces[f];
    const ForceSwitches *switches = force->kind->switches;
    if (switches == NULL || switches->reach == NULL) {
      continue;
    }
    const double reach = switches->reach(state->values + force->first_number);
    const double apart = random_between(0, 2);
    const bool stays = bounds_apart(bounds, force->marker, apart);
    told[stays]++;
    for (int k = 0; k < POINTS; k++) {
      Frame frame[FORCE_FRAMES];
      double value[FORCE_SWITCHES], square = 0;
      go(motion, random_between(0, 1), q);
      const ForceArgs in = state_force_args(state, force, frame);
      switches->values(&in, value);
      for (int i = 0; i < 3; i++) {
        square += (frame[1].x[i] - frame[0].x[i]) * (frame[1].x[i] - frame[0].x[i]);
      }
      assert_true(!stays || sqrt(square) > apart - 1e-13);
      for (int i = 0; i < force->switch_count && sqrt(square) > reach; i += 2) {
        assert_true(value[i] >= sqrt(square) - reach - 1e-13);
      }
    }
  }
}

static void check_stretch(Trajectory *motion, Bounds *bounds, double *q, double low, double high) {
  static Read whole, middle, here;
  const double m = 0.5 * (low + high);
  go(motion, m, q);
  read_values(motion, &middle);
  read_bounds(bounds, m, m, 1, &middle);
  read_bounds(bounds, low, high, 2, &whole);
  for (int i = 0; i < middle.count; i++) {
    const Interval b = middle.bound[i].c[0];
    const double scale = 1e-13 * (1 + fabs(middle.value[i]));
    if (!(fabs(interval_middle(b) - middle.value[i]) <= scale && interval_width(b) < 100 * scale)) {
      fail_msg("number %d: %.17g, bounds [%.17g, %.17g]", i, middle.value[i], b.lo, b.hi);
    }
  }
  for (int k = 0; k < POINTS; k++) {
    const double x = k == 0 ? low : k == 1 ? high : random_between(low, high);
    const Interval s = {x - m, x - m};
    go(motion, x, q);
    read_values(motion, &here);
    for (int i = 0; i < here.count; i++) {
      const double v = here.value[i], slack = 1e-13 * (1 + fabs(v));
      const Interval plain = whole.bound[i].c[0];
      Interval sum = interval_add(middle.bound[i].c[0], interval_multiply(middle.bound[i].c[1], s));
      sum = interval_add(sum, interval_multiply(whole.bound[i].c[2], interval_square(s)));
      if (!(v >= plain.lo - slack && v <= plain.hi + slack && v >= sum.lo - slack &&
            v <= sum.hi + slack)) {
        fail_msg("number %d at %.17g: %.17g not in [%.17g, %.17g] or [%.17g, %.17g]", i, x, v,
                 plain.lo, plain.hi, sum.lo, sum.hi);
      }
    }
  }
}

static void check_text(const char *text) {
  Mechanism mechanism;
  mechanism_open(&mechanism, text, true);
  State *state = mechanism.state;
  Arena *arena = &mechanism.loaded.arena;
  const System *system = state->system;
  Trajectory motion = {.state = state};
  const int n = system->nq + system->nv;
  double *q = arena_array(arena, double, n);
  motion.q = arena_array(arena, double, n);
  motion.v = arena_array(arena, double, n);
  memcpy(motion.q, state->q, (size_t)system->nq * sizeof(double));
  for (int k = 0; k <= DEGREE; k++) {
    motion.term[k] = arena_array(arena, double, n);
  }
  bool all[16];
  memset(all, true, sizeof all);
  Bounds bounds;
  assert_true(bounds_open(&bounds, state, all, arena));
  assert_true(system->model->measure_count > 10);
  int told[2] = {0, 0};
  for (int k = 0; k < STRETCHES; k++) {
    draw_motion(&motion);
    bounds_step(&bounds, &(BoundsStep){.t = 0.25, .h = 0.5, .degree = DEGREE, .term = motion.term});
    const double low = k % 5 == 0 ? 0 : random_between(0, 0.9),
                 high = low + pow(10, random_between(-6, -1.01));
    check_stretch(&motion, &bounds, q, low, k % 5 == 0 ? 1 : high);
    check_apart(&motion, &bounds, q, low, k % 5 == 0 ? 1 : high);
    check_reach(&motion, &bounds, q, told);
  }
  assert_true(text == spatial_text || (told[0] > 10 && told[1] > 10));
  mechanism_close(&mechanism);
}

static void test_planar(void **state) {
  (void)state;
  check_text(planar_text);
}

static void test_touch(void **state) {
  (void)state;
  check_text(touch_text);
}

static void test_spatial(void **state) {
  (void)state;
  check_text(spatial_text);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_planar), cmocka_unit_test(test_spatial),
                                     cmocka_unit_test(test_touch)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
