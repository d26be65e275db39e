// SPDX-License-Identifier: BSD-3-Clause
// Derivatives along numbers of the file (system/parameters/parameter.h) against differences of the
// refreshed state: every number of every example of the reference and of mechanisms that hold every
// joint, force and relation with expressions of parameters, time and state, off the start and off
// the manifold. What they are made of is proved by the complex step elsewhere: tangents of forces
// and energies (test_forces.c), rows by their ends (test_pairs.c), expressions
// (test_expression_*.c).
//
// Differences are central at three distances, extrapolated twice (error h^6); what the last
// extrapolation changed and 5 roundings of the terms are theirs.
#include "support/place.h"
#include "unit/system_support.h"

#include <dirent.h>
#include <math.h>

#include "analysis/inspection/parameter_check.h"
#include "system/constraints/rows.h"
#include "system/equations/residual.h"
#include "system/forces/forces.h"
#include "system/forces/friction.h"
#include "system/parameters/parameter.h"
#include "system/saddle/project.h"

static const double ALLOWED = 1e-10; // of the largest derivative of its kind, beyond what is left
static const double START = 1e-6;    // the same of simpler differences, of the initial motion, too
static const double WRONG = 1e-4, CAUGHT = 2e-6;

// What is differentiated, one kind after the other.
typedef enum Part { MASS, APPLIED, SECOND, RATE, PLACE, ENERGY, PARTS } Part;
static const char *const part_names[PARTS] = {
    "M a + J' lambda", "Q - h", "J a + bias", "rate", "phi", "energy"};
// Where a wrong coefficient is put.
typedef enum Plant { NOWHERE, ORIGINS, AXES, MASSES, WEIGHTS, VALUES, PLANTS } Plant;

typedef struct Trial {
  State *state;
  ParameterSlope slope;
  Plant plant;
  double t;
  int first[PARTS + 1];
  double *q, *v, *a, *lambda, *f[7], *exact;
  double worst[PARTS];
  int compared, kinked, moving, started;
  bool joints[64]; // of every kind of joint: it was there
  // of every kind of force: its numbers that were seen to move something
  bool forces[64][FORCE_NUMBERS];
} Trial;

static double noise(unsigned *seed) {
  *seed = *seed * 1664525U + 1013904223U;
  return (double)(*seed >> 8) / 8388608.0 - 1;
}

static void open_trial(Trial *trial, State *state, Arena *arena) {
  const System *system = state->system;
  const int size[PARTS] = {system->nv, system->nv, system->nc, system->nc, system->nc, 1};
  unsigned seed = 7;
  trial->state = state;
  trial->t = 0.37;
  for (int r = 0; r < system->relation_count; r++) {
    trial->t = system->relations[r].rate_level ? 0 : trial->t; // its integral is known there alone
  }
  for (int k = 0; k < PARTS; k++) {
    trial->first[k + 1] = trial->first[k] + size[k];
  }
  for (int k = 0; k < 7; k++) {
    trial->f[k] = arena_array(arena, double, trial->first[PARTS]);
  }
  trial->exact = arena_array(arena, double, trial->first[PARTS]);
  trial->q = arena_array(arena, double, system->nq);
  trial->v = arena_array(arena, double, system->nv);
  trial->a = arena_array(arena, double, system->nv);
  trial->lambda = arena_array(arena, double, system->nc);
  assert_true(parameter_open(state, &trial->slope, arena));
  for (int i = 0; i < system->nq; i++) {
    trial->q[i] = state->q[i] + 0.05 * noise(&seed);
  }
  for (int i = 0; i < system->nv; i++) {
    trial->v[i] = noise(&seed);
    trial->a[i] = noise(&seed);
  }
  for (int i = 0; i < system->nc; i++) {
    trial->lambda[i] = noise(&seed);
  }
}

static bool go(Trial *trial) {
  State *state = trial->state;
  state_set(state, trial->t, trial->q, trial->v);
  const bool ok = state_forces(state);
  if (ok && state->friction != NULL) {
    friction_add(state, trial->lambda);
  }
  return ok;
}

static bool evaluate(Trial *trial, int number, double value, double *f) {
  State *state = trial->state;
  const System *system = state->system;
  const NumberValue given = {.number = number, .value = value};
  Failure failure = {.code = DIAG_NONE};
  state->given = (NumberValues){.list = &given, .count = 1};
  const bool ok = state_refresh(state, NULL, &failure) && go(trial);
  state->given = (NumberValues){.count = 0};
  if (!ok) {
    return false;
  }
  residual_times_mass(state, trial->a, f);
  rows_add_forces(state, 1, trial->lambda, f);
  memcpy(f + trial->first[APPLIED], state->Q, (size_t)system->nv * sizeof(double));
  for (int i = 0; i < system->nc; i++) {
    f[trial->first[SECOND] + i] = row_bias(state, i) + row_times(state, i, trial->a);
    f[trial->first[RATE] + i] = row_rate(state, i);
    f[trial->first[PLACE] + i] = row_phi(state, i);
  }
  f[trial->first[ENERGY]] = forces_potential(state);
  return true;
}

static void plant(Trial *trial) {
  ParameterSlope *slope = &trial->slope;
  const Model *model = trial->state->system->model;
  for (int m = 0; m < model->marker_count; m++) {
    for (int k = 0; k < 3 && trial->plant == ORIGINS; k++) {
      slope->geometry[m].s[k] *= 1 + WRONG;
    }
    for (int k = 0; k < 9 && trial->plant == AXES; k++) {
      slope->geometry[m].R[k] *= 1 + WRONG;
    }
  }
  for (int b = 1; b < model->body_count; b++) {
    for (int k = 0; k < BODY_V * BODY_V && trial->plant == MASSES; k++) {
      slope->mass[b][k] *= 1 + WRONG;
    }
  }
  for (int k = 0; k < trial->state->system->nv && trial->plant == WEIGHTS; k++) {
    slope->weight[k] *= 1 + WRONG;
  }
  for (int n = 0; n < model->number_count && trial->plant == VALUES; n++) {
    slope->values[n] *= 1 + WRONG;
  }
}

static void differentiate(Trial *trial, int number) {
  State *state = trial->state;
  const System *system = state->system;
  ParameterSlope *slope = &trial->slope;
  const NumberValue one = {.number = number, .value = 1};
  Failure failure = {.code = DIAG_NONE};
  assert_true(state_refresh(state, NULL, &failure));
  parameter_refresh(state, (NumberValues){.list = &one, .count = 1}, slope);
  plant(trial);
  assert_true(go(trial));
  assert_true(parameter_point(state, slope));
  double *f = trial->exact;
  memset(f, 0, (size_t)system->nv * sizeof(double));
  for (int b = 1; b < system->body_count; b++) {
    const SystemBody *body = &system->bodies[b];
    for (int i = 0; i < body->nv * body->nv; i++) {
      f[body->v + i / body->nv] += slope->mass[b][i] * trial->a[body->v + i % body->nv];
    }
  }
  memcpy(f + trial->first[APPLIED], slope->Q, (size_t)system->nv * sizeof(double));
  for (int i = 0; i < system->nc; i++) {
    const SystemRow *row = &system->rows[i];
    for (int e = row->first_end; e < row->end; e++) {
      for (int k = 0; k < system->ends[e].nv; k++) {
        f[system->ends[e].v + k] += slope->row[system->ends[e].at + k] * trial->lambda[i];
      }
    }
    f[trial->first[SECOND] + i] =
        row_add_times(slope->row[row->at + ROW_BIAS], system, slope->row, i, trial->a);
    f[trial->first[RATE] + i] = slope->row[row->at + ROW_RATE];
    f[trial->first[PLACE] + i] = slope->row[row->at];
  }
  f[trial->first[ENERGY]] = slope->potential;
}

// (64 D(h) - 20 D(2h) + D(4h)) / 45; *rough: what it differs by from (4 D(h) - D(2h)) / 3.
static double found(const Trial *trial, int i, double h, double *rough) {
  double *const *f = trial->f;
  const double d1 = (f[3][i] - f[2][i]) / 2, d2 = (f[4][i] - f[1][i]) / 4,
               d4 = (f[5][i] - f[0][i]) / 8;
  const double best = (64 * d1 - 20 * d2 + d4) / 45;
  *rough = fabs(best - (4 * d1 - d2) / 3) / h;
  return best / h;
}

// f[0..5] at -4h, -2h, -h, h, 2h, 4h and f[6] at 0. False at the end of a range.
static bool sample(Trial *trial, int number, double value, double h) {
  static const int at[6] = {-4, -2, -1, 1, 2, 4};
  for (int k = 0; k < 6; k++) {
    if (!evaluate(trial, number, value + at[k] * h, trial->f[k])) {
      return false;
    }
  }
  return evaluate(trial, number, value, trial->f[6]);
}

// Whether the two sides, from three points each, agree.
static bool is_smooth(const Trial *trial, int i, double size, double h) {
  double *const *f = trial->f;
  const double right = (4 * (f[3][i] - f[6][i]) - (f[4][i] - f[6][i])) / (2 * h);
  const double left = -(4 * (f[2][i] - f[6][i]) - (f[1][i] - f[6][i])) / (2 * h);
  return fabs(right - left) <= 1e-3 * size;
}

static void note_force(Trial *trial, int number) {
  const Model *model = trial->state->system->model;
  for (int f = 0; f < model->force_count; f++) {
    const int k = number - model->forces[f].first_number;
    for (int kind = 0; kind < registry_force_count(); kind++) {
      if (k >= 0 && k < force_layout(model->forces[f].kind).par_count &&
          force_kinds[kind] == model->forces[f].kind) {
        trial->forces[kind][k] = true;
      }
    }
  }
}

static void compare(Trial *trial, int number, double h) {
  double size[PARTS], terms[PARTS], rough = 0;
  bool smooth = true, moves = false;
  for (int p = 0; p < PARTS; p++) {
    size[p] = 1e-300;
    terms[p] = 1;
    for (int i = trial->first[p]; i < trial->first[p + 1]; i++) {
      size[p] = fmax(size[p], fmax(fabs(trial->exact[i]), fabs(found(trial, i, h, &rough))));
      terms[p] = fmax(terms[p], fabs(trial->f[6][i]));
    }
    for (int i = trial->first[p]; i < trial->first[p + 1]; i++) {
      smooth = smooth && is_smooth(trial, i, fmax(size[p], 1e-9 * terms[p] / h), h);
      moves = moves || trial->exact[i] != 0;
    }
  }
  if (!smooth) {
    trial->kinked++;
    return;
  }
  trial->compared++;
  trial->moving += moves;
  if (moves) {
    note_force(trial, number);
  }
  for (int i = 0; i < trial->first[PARTS]; i++) {
    int p = 0;
    while (i >= trial->first[p + 1]) {
      p++;
    }
    const double by_differences = found(trial, i, h, &rough);
    const double miss =
        fmax(fabs(trial->exact[i] - by_differences) - rough - 1e-15 * terms[p] / h, 0) / size[p];
    trial->worst[p] = miss <= trial->worst[p] ? trial->worst[p] : miss;
    if (trial->plant == NOWHERE && !(miss < ALLOWED)) {
      fail_msg("%s: %s[%d] by %s[%d] is %.15g, not %.15g (off by %.1e)",
               trial->state->system->model->file, part_names[p], i - trial->first[p],
               trial->state->system->model->numbers[number].path,
               trial->state->system->model->numbers[number].component, trial->exact[i],
               by_differences, miss);
    }
  }
}

static bool is_matrix_entry(const Model *model, int number) {
  for (int k = 0; k < model->marker_count + model->body_count + model->frame_count; k++) {
    const int b = k - model->marker_count, f = b - model->body_count;
    const Orientation *it = f >= 0   ? &model->frames[f].orientation
                            : b >= 0 ? &model->bodies[b].orientation
                                     : &model->markers[k].orientation;
    if (it->form == ORIENTATION_MATRIX && number >= it->number && number < it->number + 9) {
      return true;
    }
  }
  return false;
}

// The initial motion, and all else at the start, as `mbsrun check` compares it.
static void check_start(State *state, Arena *arena, Trial *trial) {
  NumberReport report = {.count = 0};
  assert_true(parameter_check(state, &report, arena));
  if (!(report.error < START)) {
    fail_msg("%s: %s is off by %.1e", state->system->model->file, report.worst, report.error);
  }
  trial->started += report.count;
}

static void try_mechanism(Trial *trial, Mechanism *mechanism) {
  State *state = mechanism->state;
  const Model *model = state->system->model;
  if (!mechanism->accepted) {
    initial_guess(state);
  }
  if (mechanism->accepted && trial->plant == NOWHERE) {
    check_start(state, &mechanism->loaded.arena, trial);
  }
  open_trial(trial, state, &mechanism->loaded.arena);
  for (int j = 0; j < model->joint_count; j++) {
    for (int kind = 0; kind < registry_joint_count(); kind++) {
      trial->joints[kind] =
          trial->joints[kind] ||
          (strcmp(model->joints[j].kind->type, joint_kinds[kind].type) == 0 &&
           (joint_kinds[kind].spaces & (model->planar ? IN_PLANE : IN_SPACE)) != 0);
    }
  }
  for (int n = 0; n < model->number_count; n++) {
    const Number *number = &model->numbers[n];
    const double value = state->values[n], h = 4e-3 * fmin(fabs(value) + 0.05, 1);
    if (number->path == NULL || !number->program.constant || is_matrix_entry(model, n) ||
        !sample(trial, n, value, h)) {
      continue;
    }
    differentiate(trial, n);
    compare(trial, n, h);
  }
}

static void add_up(Trial *sum, const Trial *trial) {
  sum->compared += trial->compared;
  sum->kinked += trial->kinked;
  sum->moving += trial->moving;
  sum->started += trial->started;
  for (int p = 0; p < PARTS; p++) {
    sum->worst[p] = fmax(sum->worst[p], trial->worst[p]);
  }
  for (int k = 0; k < 64; k++) {
    for (int i = 0; i < FORCE_NUMBERS; i++) {
      sum->forces[k][i] = sum->forces[k][i] || trial->forces[k][i];
    }
    sum->joints[k] = sum->joints[k] || trial->joints[k];
  }
}

static void try_text(const char *text, Plant where, Trial *sum) {
  Mechanism mechanism = {.state = NULL};
  Trial trial = {.plant = where};
  mechanism_open(&mechanism, text, true);
  try_mechanism(&trial, &mechanism);
  add_up(sum, &trial);
  mechanism_close(&mechanism);
}

static void try_folder(const char *folder, Trial *sum) {
  DIR *dir = opendir(folder);
  assert_non_null(dir);
  for (struct dirent *entry = readdir(dir); entry != NULL; entry = readdir(dir)) {
    char path[2048];
    const char *ending = strrchr(entry->d_name, '.');
    if (ending == NULL || strcmp(ending, ".yaml") != 0) {
      continue;
    }
    snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
    Mechanism mechanism = {.state = NULL};
    Trial trial = {.plant = NOWHERE};
    mechanism_open_file(&mechanism, path);
    try_mechanism(&trial, &mechanism);
    add_up(sum, &trial);
    mechanism_close(&mechanism);
  }
  closedir(dir);
}

// Parameters used in several places, in units, in expressions of time and state, in parts and
// families, and places relative to a frame that a parameter turns.
// clang-format off
#define PARAMETERS \
"mbs: 1\nspace: spatial\ngravity: [0, 0, \"-g\"]\n" \
"parameters: {g: 9.81, m: 2 kg, L: 800 mm, tilt: 25 deg, k: 40 N/m, c: m*2/(1 s), w: 1.3}\n" \
"frames:\n" \
"  bench: {position: [L/2, 0, 0.1], orientation: {euler: [tilt, 0.2, tilt/3], sequence: zxz}}\n" \
"  shelf: {relative_to: bench, position: [0, \"L^2/(1 m)\", 0], orientation: {axis_angle: {axis: [1, w, 0], angle: tilt}}}\n" \
"bodies:\n" \
"  arm: {type: rigid, mass: m*w, inertia: {xx: \"m*L^2/2\", yy: \"2*m*L^2\", zz: 2.7, about: tip}, center_of_mass: [L/5, 0.05, 0],\n" \
"        initial: {relative_to: shelf, position: [0.1, 0, L/4], orientation: {quaternion: [cos(tilt/2), 0, sin(tilt/2), 0]}, velocity: [L/(1 s), 0, 0], angular_velocity: [0, 2, 1]},\n" \
"        markers: {tip: {position: [L, 0, 0.1], orientation: {euler: [tilt, 0.1, 0], sequence: xyz}}}}\n" \
"  bob: {type: point_mass, mass: m, initial: {position: [2*L, 0.2, 0.5]}}\n" \
"joints:\n" \
"  cross: {type: revolute, body_i: ground, body_j: arm, at: [L/3, 0, 0.2], axis: [1, w, tilt/(1 rad)]}\n" \
"  rod: {type: distance, marker_i: arm.tip, marker_j: bob, length: \"L*w\"}\n" \
"motions:\n" \
"  drive: {joint: cross, law: \"tilt*sin(w*t/(1 s))\"}\n" \
"forces:\n" \
"  spring: {type: spring_damper, marker_i: arm, marker_j: bob, stiffness: \"k*(1 + 0.1*w*sin(w*t/(1 s)))\", damping: c, free_length: L/2}\n" \
"  brake: {type: force, marker: arm.tip, vector: [\"-c*arm.tip.vx\", \"k*bob.y*w\", m*g], resolve_in: arm}\n"
// Surfaces that overlap, stops that are passed, and a mount, all of whose numbers are numbers.
#define TOUCHING \
PLANAR \
"bodies:\n" \
"  plate: {type: rigid, mass: 2, inertia: 0.3, initial: {position: [0.1, 0.4], angle: 0.3}}\n" \
"  disc: {type: rigid, mass: 1, inertia: 0.1, initial: {position: [0.3, 0.6]}}\n" \
"  slide: {type: rigid, mass: 1, inertia: 0.1, initial: {position: [2, 0]}}\n" \
"joints:\n" \
"  rail: {type: prismatic, marker_i: ground, marker_j: slide}\n" \
"forces:\n" \
"  round: {type: contact, marker_i: plate, marker_j: disc, stiffness: 40, exponent: 1.5, damping: 0.1, radius_i: 0.5,\n" \
"          radius_j: 0.4, friction: 0.3, transition_speed: 0.5}\n" \
"  flat: {type: contact, marker_i: plate, marker_j: disc, stiffness: 30, exponent: 1.2, damping: 0.2, radius_j: 0.7,\n" \
"         friction: 0.3, transition_speed: 0.5}\n" \
"  ring: {type: contact, marker_i: plate, marker_j: disc, stiffness: 30, exponent: 1.4, damping: 0.1, ring_radius: 0.3,\n" \
"         radius_j: 0.25, friction: 0.2, transition_speed: 0.4}\n" \
"  low: {type: joint_limit, joint: rail, lower: 3, upper: 4, stiffness: 20, exponent: 1.5, damping: 0.1}\n" \
"  high: {type: joint_limit, joint: rail, lower: 0, upper: 1.2, stiffness: 20, exponent: 1.5, damping: 0.1}\n" \
"  mount: {type: bushing, marker_i: plate, marker_j: slide, angular_damping: 0.4, stiffness: [3, 4], damping: [1, 2],\n" \
"          preload: [1, 1], angular_stiffness: 3, angular_preload: 0.2}\n"
// A mount in space with full matrices, all of whose entries say something.
#define MOUNTED \
"mbs: 1\nspace: spatial\nparameters: {k: 3, c: 0.4, d: 0.2}\n" \
"bodies:\n" \
"  plate: {type: rigid, mass: 2, inertia: {xx: 0.3, yy: 0.4, zz: 0.5}, initial: {position: [0.1, 0.4, 0.2], orientation: {axis_angle: {axis: [1, 2, 3], angle: 0.4}}, velocity: [0.3, -0.2, 0.1], angular_velocity: [0.1, 0.2, 0.3]}, markers: {p: {position: [d, 0.1, 0.3]}}}\n" \
"  it: {type: rigid, mass: 1, inertia: {xx: 0.1, yy: 0.2, zz: 0.25}, initial: {position: [0.3, 0.6, 0.5], orientation: {axis_angle: {axis: [3, 1, -1], angle: 0.7}}, velocity: [0.2, -0.1, 0.05], angular_velocity: [1, -0.5, 0.4]}}\n" \
"forces:\n" \
"  mount: {type: bushing, marker_i: plate.p, marker_j: it, preload: [1, 2, 3], angular_preload: [0.1, 0.2, 0.3],\n" \
"          stiffness_matrix: [[30, k, 2, 1, -1, 2], [k, 20, -k, 1, 2, 1], [2, -k, 40, k, 1, 1], [1, 1, k, 9, 1, 1], [-1, 2, 1, 1, 8, 1], [2, 1, 1, 1, 1, 7]],\n" \
"          damping_matrix: [[3, 0.1, 0.2, c, 0.1, 0.2], [c, 2, 0.3, 0.1, 0.1, 0.3], [0.1, 0.2, 4, -c, 0.2, 0.1], [0.2, 0.1, 0.3, 0.9, 0.1, c], [0.1, 0.3, 0.1, c, 0.8, 0.2], [0.1, 0.2, 0.1, 0.3, 0.2, 0.7]]}\n"
// All kinds of contact in space, all of them pressed together.
#define PRESSED \
"mbs: 1\nspace: spatial\ngravity: [0, 0, -9.81]\n" \
"bodies:\n" \
"  post: {type: rigid, mass: 2, inertia: {xx: 0.3, yy: 0.4, zz: 0.5}, initial: {position: [0.1, 0.4, 0.2], orientation: {axis_angle: {axis: [1, 2, 3], angle: 0.4}}, velocity: [0, 0, 0], angular_velocity: [0.1, 0.2, 0.3]}}\n" \
"  it: {type: rigid, mass: 1, inertia: {xx: 0.1, yy: 0.2, zz: 0.25}, initial: {position: [0.3, 0.6, 0.5], orientation: {axis_angle: {axis: [3, 1, -1], angle: 0.7}}, velocity: [0.2, -0.1, 0.05], angular_velocity: [1, -0.5, 0.4]}}\n" \
"forces:\n" \
"  ball: {type: contact, marker_i: post, marker_j: it, stiffness: 40, exponent: 1.5, damping: 0.1, radius_i: 0.5, radius_j: 0.4, friction: 0.3, transition_speed: 0.5}\n" \
"  bar: {type: contact, marker_i: post, marker_j: it, stiffness: 40, exponent: 1.2, damping: 0.1, cylinder_radius: 0.5, radius_j: 0.4, friction: 0.3, transition_speed: 0.5}\n" \
"  tube: {type: contact, marker_i: post, marker_j: it, stiffness: 40, exponent: 1.4, damping: 0.1, tube_radius: 0.3, radius_j: 0.25, friction: 0.3, transition_speed: 0.5}\n" \
"  wheel: {type: contact, marker_i: post, marker_j: it, stiffness: 40, exponent: 1.5, damping: 0.1, edge_radius: 0.9, crown: 0.2, friction: 0.3, transition_speed: 0.5}\n" \
"  egg: {type: contact, marker_i: post, marker_j: it, stiffness: 40, exponent: 1.5, damping: 0.1, semi_axes: [0.9, 0.7, 0.8], friction: 0.3, transition_speed: 0.5}\n" \
"  rods: {type: contact, marker_i: post, marker_j: it, stiffness: 40, exponent: 1.5, damping: 0.1, radius_i: 0.3, length_i: 0.4, radius_j: 0.2, length_j: 0.5, friction: 0.3, transition_speed: 0.5}\n" \
"  barrel: {type: contact, marker_i: post, marker_j: it, stiffness: 40, exponent: 1.5, damping: 0.1, edge_radius: 0.9, length_j: 0.6, friction: 0.3, transition_speed: 0.5}\n" \
"  crate: {type: contact, marker_i: post, marker_j: it, stiffness: 40, exponent: 1.5, damping: 0.1, box_j: [1.2, 1, 0.9], friction: 0.3, transition_speed: 0.5}\n" \
"  block: {type: contact, marker_i: post, marker_j: it, stiffness: 40, exponent: 1.5, damping: 0.1, box_i: [0.2, 0.1, 0.3], radius_j: 0.5, friction: 0.3, transition_speed: 0.5}\n" \
"  bounce: {type: contact, marker_i: post, marker_j: it, stiffness: 40, exponent: 1.5, restitution: 0.5, at_speed: 1, radius_i: 0.5, radius_j: 0.4, friction: 0.3, transition_speed: 0.5}\n"
// clang-format on

static void try_texts(Plant where, Trial *sum) {
  try_text(SUPPORT_PLANAR, where, sum);
  try_text(SUPPORT_SPATIAL, where, sum);
  try_text(SUPPORT_RELATIONS, where, sum);
  try_text(SUPPORT_ANGLES, where, sum);
  try_text(SUPPORT_RUBBING, where, sum);
  try_text(SUPPORT_RUBBING_IN_SPACE, where, sum);
  try_text(PARAMETERS, where, sum);
  try_text(TOUCHING, where, sum);
  try_text(PRESSED, where, sum);
  try_text(MOUNTED, where, sum);
}

static void test_every_number_is_exact(void **state) {
  (void)state;
  Trial sum = {.plant = NOWHERE};
  try_texts(NOWHERE, &sum);
  try_folder(place_of("docs/examples").path, &sum);
  for (int p = 0; p < PARTS; p++) {
    print_message("%-16s %.1e\n", part_names[p], sum.worst[p]);
  }
  print_message("%d numbers, %d move something, %d kinks\n", sum.compared, sum.moving, sum.kinked);
  print_message("%d compared at the start\n", sum.started);
  assert_true(sum.moving > 1000 && sum.kinked <= 2 && sum.started > 800);
  for (int k = 0; k < registry_force_count(); k++) { // in the plane a mount has no third axis
    const bool mount =
        strcmp(force_kinds[k]->type, "bushing") == 0 && force_kinds[k]->spaces == IN_PLANE;
    for (int i = 0; i < force_layout(force_kinds[k]).par_count; i++) {
      assert_int_equal(sum.forces[k][i], !mount || (i != 2 && i != 5 && i != 8));
    }
  }
  for (int k = 0; k < registry_joint_count(); k++) {
    if (!sum.joints[k]) {
      fail_msg("no joint \"%s\" was tried", joint_kinds[k].type);
    }
  }
}

static void test_a_wrong_coefficient_is_caught(void **state) {
  (void)state;
  for (Plant where = ORIGINS; where < PLANTS; where++) {
    Trial sum = {.plant = where};
    double worst = 0;
    try_texts(where, &sum);
    for (int p = 0; p < PARTS; p++) {
      worst = fmax(worst, sum.worst[p]);
    }
    assert_true(worst > CAUGHT);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_every_number_is_exact),
      cmocka_unit_test(test_a_wrong_coefficient_is_caught),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
