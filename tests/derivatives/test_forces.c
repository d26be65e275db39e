// SPDX-License-Identifier: BSD-3-Clause
// Every force in the registry: the derivative of its wrenches against the complex step in random
// directions of frames and parameters; the rate of its stored energy along a motion; the balance
// of its power; action and reaction.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "derivatives/frames.h"
#include "derivatives/step.h"
#include "elements/registry.h"
#include "math/vec.h"

enum { PAR = FORCE_NUMBERS, WRENCH = 6 };

// What a force is tried on: a state and a direction of change.
typedef struct Trial {
  real par[PAR], dpar[PAR];
  real reaction[REACTION], dreaction[REACTION];
  Frame frame[FORCE_FRAMES], dframe[FORCE_FRAMES];
  ForceArgs in;
} Trial;

static int count_of(const Field *field) {
  return field_numbers(field);
}

// The law of a contact is not linear: the units of its constants follow from its exponent.
static bool is_called(const Field *field, const char *name) {
  return strcmp(field->name, name) == 0;
}

static bool damps(const Field *field) {
  return field->quantity == QUANTITY_DAMPING || field->quantity == QUANTITY_ANGULAR_DAMPING ||
         is_called(field, "damping") || is_called(field, "friction") ||
         is_called(field, "restitution");
}

// Sets every damping in par. Forces have no nested fields.
static void set_damping(const ForceKind *kind, real value, real par[]) {
  int place = 0;
  for (const Field *field = kind->fields; field->name; field++) {
    for (int k = 0; k < count_of(field); k++) {
      if (damps(field)) { // a restitution is a share
        par[place + k] = is_called(field, "restitution") ? value / 4 : value;
      }
    }
    place += count_of(field);
  }
}

static bool has_damping(const ForceKind *kind) {
  for (const Field *field = kind->fields; field->name; field++) {
    if (damps(field)) {
      return true;
    }
  }
  return false;
}

// Whether it has a stiffness, and so has to store energy.
static bool has_stiffness(const ForceKind *kind) {
  for (const Field *field = kind->fields; field->name; field++) {
    if (field->quantity == QUANTITY_STIFFNESS || field->quantity == QUANTITY_ANGULAR_STIFFNESS ||
        is_called(field, "stiffness")) {
      return true;
    }
  }
  return false;
}

static bool acts_on_joint(const ForceKind *kind) {
  for (const Field *field = kind->fields; field->name; field++) {
    if (field->type == FIELD_JOINT) {
      return true;
    }
  }
  return false;
}

// In space: which shapes meet. Every pair of the table of contacts has its turn.
static const char *const pairs[] = {
    "radius_j",
    "radius_i radius_j",
    "cylinder_radius radius_j",
    "tube_radius radius_j",
    "edge_radius crown",
    "semi_axes",
    "length_i radius_i radius_j",
    "radius_i length_j radius_j",
    "length_i radius_i length_j radius_j",
    "cylinder_radius length_j radius_j",
    "tube_radius length_j radius_j",
    "length_j radius_j",
    "length_j edge_radius",
    "box_i radius_j",
    "box_j",
    "tube_radius box_j",
};
enum { PAIRS = sizeof pairs / sizeof pairs[0] };
static const char shapes[] = "radius_i cylinder_radius tube_radius radius_j edge_radius crown "
                             "semi_axes length_i length_j box_i box_j";

// Whether a word stands in a list of words.
static bool is_among(const char *list, const char *word) {
  const size_t length = strlen(word);
  for (const char *at = strstr(list, word); at != NULL; at = strstr(at + 1, word)) {
    if ((at == list || at[-1] == ' ') && (at[length] == ' ' || at[length] == '\0')) {
      return true;
    }
  }
  return false;
}

static void shape_in_space(const ForceKind *kind, Random *random, real par[]) {
  const char *pair = pairs[(int)(PAIRS * (0.5 + 0.5 * random_number(random))) % PAIRS];
  const bool rebounds = random_number(random) > 0;
  int place = 0, edge = 0;
  for (const Field *field = kind->fields; field->name; field++) {
    const bool off = (is_among(shapes, field->name) && !is_among(pair, field->name)) ||
                     (!rebounds && is_called(field, "restitution"));
    for (int k = 0; k < count_of(field); k++) {
      par[place + k] = off                               ? 0
                       : is_called(field, "restitution") ? par[place + k] / 1.2
                                                         : par[place + k];
    }
    edge = is_called(field, "edge_radius") ? place : edge;
    place += count_of(field);
  }
  par[edge + 1] *= re(par[edge]) > 0 ? 0.3 : 0; // a crown smaller than the wheel
}

// Constants of a contact are positive; surfaces, round bodies and rings take turns.
static void shape_contact(const ForceKind *kind, Random *random, real par[]) {
  const double shape = random_number(random);
  if (kind->spaces == IN_SPACE) {
    for (int k = 0; k < PAR; k++) {
      par[k] = 0.1 + fabs(creal(par[k]));
    }
    shape_in_space(kind, random, par);
    return;
  }
  for (int k = 0; k < PAR; k++) {
    par[k] = 0.1 + fabs(creal(par[k]));
  }
  int place = 0;
  for (const Field *field = kind->fields; field->name; field++) {
    if ((is_called(field, "radius_i") && shape < 0.3) ||
        (is_called(field, "ring_radius") && shape < -0.3)) {
      par[place] = 0;
    }
    place += count_of(field);
  }
}

// Friction in space: every surface has its turn, some at rest.
static void trial_of_surface(Random *random, Trial *trial) {
  const int surfaces = RUBS_POINT - RUBS_PIN + 1;
  const Rubbing rubs =
      (Rubbing)(RUBS_PIN + (int)(surfaces * (0.5 + 0.5 * random_number(random))) % surfaces);
  trial->in.rubs = rubs;
  trial->in.coordinate = rubs == RUBS_PIN     ? COORDINATE_ANGLE
                         : rubs == RUBS_SLIDE ? COORDINATE_DISPLACEMENT
                                              : COORDINATE_NONE;
  trial->in.on_j = rubs == RUBS_PIN && random_number(random) > 0;
  trial->in.axis = trial->in.on_j ? AXIS_Y : trial->in.axis;
  if (random_number(random) > 0.8) {
    for (int b = 0; b < 2; b++) {
      memset(trial->frame[b].v, 0, sizeof trial->frame[b].v);
      memset(trial->frame[b].w, 0, sizeof trial->frame[b].w);
    }
  }
}

// Joints with an angle and with a displacement take turns.
static void trial_of(const ForceKind *kind, bool planar, bool on_hinge, Random *random,
                     Trial *trial) {
  const bool slides = random_number(random) > 0;
  random_vector(random, PAR, trial->par);
  random_vector(random, PAR, trial->dpar);
  random_vector(random, REACTION, trial->reaction);
  random_vector(random, REACTION, trial->dreaction);
  if (kind->switches != NULL) {
    shape_contact(kind, random, trial->par);
  }
  for (int b = 0; b < FORCE_FRAMES; b++) {
    frames_random(random, planar, &trial->frame[b]);
    frames_random_direction(random, &trial->dframe[b]);
  }
  if (on_hinge && acts_on_joint(kind)) {
    frames_join_by_hinge(random, planar, trial->frame);
  }
  trial->in = (ForceArgs){.par = trial->par,
                          .frame = trial->frame,
                          .reaction = trial->reaction,
                          .planar = planar,
                          .coordinate = slides ? COORDINATE_DISPLACEMENT : COORDINATE_ANGLE,
                          .axis = slides && planar ? AXIS_X : AXIS_Z,
                          .turn = 2 * acos(-1.0) * (int)(3 * random_number(random))};
  if (!planar && !on_hinge) { // any axis of marker_i, and the second pin of a universal joint
    trial->in.axis = (Axis)(AXIS_X + (int)(1.5 + 1.5 * random_number(random)) % 3);
    trial->in.on_j = !slides && trial->in.axis == AXIS_Y;
  }
  if (!planar && kind->friction != NULL) {
    trial_of_surface(random, trial);
  }
}

static ForceLayout layout_of(const ForceKind *kind) {
  return MBS_NAME(force_layout)(kind);
}

// The same trial a complex step along its direction; storage is the caller's.
static void step_trial(const ForceKind *kind, const Trial *trial, Trial *moved) {
  *moved = *trial;
  step_along(PAR, trial->par, trial->dpar, moved->par);
  for (int b = 0; b < layout_of(kind).frame_count; b++) {
    frames_step(&trial->frame[b], &trial->dframe[b], &moved->frame[b]);
  }
  step_along(REACTION, trial->reaction, trial->dreaction, moved->reaction);
  moved->in.reaction = moved->reaction;
  moved->in.par = moved->par;
  moved->in.frame = moved->frame;
}

static void numbers_of(const Wrench *wrench, real x[WRENCH]) {
  memcpy(x, wrench->f, 3 * sizeof(real));
  memcpy(x + 3, wrench->t, 3 * sizeof(real));
}

static double tangent_error(const ForceKind *kind, bool planar) {
  Random random = {7};
  double worst = 0;
  for (int n = 0; n < STATES; n++) {
    Trial trial;
    Trial moved;
    Wrench analytic[FORCE_FRAMES];
    Wrench stepped[FORCE_FRAMES];
    trial_of(kind, planar, false, &random, &trial);
    step_trial(kind, &trial, &moved);
    const ForceChange change = {trial.dpar, trial.dframe, trial.dreaction};
    kind->apply(&trial.in, &change, analytic);
    kind->apply(&moved.in, NULL, stepped);
    for (int b = 0; b < layout_of(kind).wrench_count; b++) {
      real a[WRENCH];
      real s[WRENCH];
      numbers_of(&analytic[b], a);
      numbers_of(&stepped[b], s);
      worst = step_worst(step_error(WRENCH, a, s), worst);
    }
  }
  return worst;
}

static double energy_error(const ForceKind *kind, bool planar) {
  Random random = {8};
  double worst = 0;
  for (int n = 0; n < STATES; n++) {
    Trial trial;
    Trial moved;
    real rate;
    real ignored;
    trial_of(kind, planar, true, &random, &trial);
    trial.in.par_rate = trial.dpar;
    for (int b = 0; b < layout_of(kind).frame_count; b++) {
      frames_motion(&trial.frame[b], &trial.dframe[b]);
    }
    step_trial(kind, &trial, &moved);
    (void)force_energy(kind, &trial.in, &rate);
    const real stepped = force_energy(kind, &moved.in, &ignored);
    worst = step_worst(step_error(1, &rate, &stepped), worst);
  }
  return worst;
}

// Whether it stores energy: it says so of some state, or its stiffness asks for it.
static bool stores(const ForceKind *kind, bool planar) {
  Random random = {9};
  bool some = has_stiffness(kind);
  for (int n = 0; n < STATES && !some; n++) {
    Trial trial;
    real rate;
    trial_of(kind, planar, true, &random, &trial);
    some = force_energy(kind, &trial.in, &rate) != 0;
  }
  return some;
}

static real power_of(const ForceKind *kind, const Trial *trial) {
  Wrench wrench[FORCE_FRAMES];
  real power = 0;
  kind->apply(&trial->in, NULL, wrench);
  for (int b = 0; b < layout_of(kind).wrench_count; b++) {
    power += vec_dot(wrench[b].f, trial->frame[b].v) + vec_dot(wrench[b].t, trial->frame[b].w);
  }
  return power;
}

// What a force that stores energy gives is what its store loses; its damping only takes.
static double power_error(const ForceKind *kind, bool planar) {
  Random random = {9};
  double worst = 0;
  const bool some = stores(kind, planar), loses = has_damping(kind);
  for (int n = 0; n < STATES; n++) {
    Trial trial;
    real rate;
    trial_of(kind, planar, true, &random, &trial);
    if (!some) {
      // Nothing of this force is stored: its whole power is work.
      const real nothing = 0;
      const real energy = force_energy(kind, &trial.in, &rate);
      worst = step_worst(step_difference(1, &energy, &nothing), worst);
      worst = step_worst(step_difference(1, &rate, &nothing), worst);
      continue;
    }
    set_damping(kind, 0, trial.par);
    const real given = power_of(kind, &trial);
    (void)force_energy(kind, &trial.in, &rate);
    const real lost = -rate;
    worst = step_worst(step_difference(1, &given, &lost), worst);
    set_damping(kind, 2, trial.par);
    const real taken = power_of(kind, &trial) - given;
    const bool right = loses ? creal(taken) < 0 || (kind->switches != NULL && creal(taken) == 0)
                             : creal(taken) == 0;
    worst = right ? worst : 1;
  }
  return worst;
}

// The wrenches of a force between two frames cancel, also their moments.
static double reaction_error(const ForceKind *kind, bool planar) {
  Random random = {10};
  double worst = 0;
  for (int n = 0; n < STATES && layout_of(kind).wrench_count == 2; n++) {
    Trial trial;
    Wrench wrench[FORCE_FRAMES];
    real sum[WRENCH] = {0};
    const real nothing[WRENCH] = {0};
    trial_of(kind, planar, true, &random, &trial);
    kind->apply(&trial.in, NULL, wrench);
    for (int b = 0; b < 2; b++) {
      real moment[3];
      vec_cross(trial.frame[b].x, wrench[b].f, moment);
      for (int i = 0; i < 3; i++) {
        sum[i] += wrench[b].f[i];
        sum[3 + i] += wrench[b].t[i] + moment[i];
      }
    }
    worst = step_worst(step_difference(WRENCH, sum, nothing), worst);
  }
  return worst;
}

// Friction: the gradient against the complex step; the bound holds wherever the reaction begins.
static double friction_error(const ForceKind *kind, bool planar) {
  Random random = {11};
  double worst = 0;
  for (int n = 0; n < STATES && kind->friction != NULL; n++) {
    Trial trial;
    Trial moved;
    real gradient[REACTION];
    real change = 0;
    trial_of(kind, planar, true, &random, &trial);
    moved = trial;
    moved.in.reaction = moved.reaction;
    step_along(REACTION, trial.reaction, trial.dreaction, moved.reaction);
    const real stepped = kind->friction->force(&moved.in);
    kind->friction->gradient(&trial.in, gradient);
    for (int k = 0; k < REACTION; k++) {
      change += gradient[k] * trial.dreaction[k];
      moved.reaction[k] = trial.reaction[k] + 3 * trial.dreaction[k];
    }
    worst = step_worst(step_error(1, &change, &stepped), worst);
    const double far =
        fabs(creal(kind->friction->force(&moved.in) - kind->friction->force(&trial.in)));
    assert_true(far <= 3 * creal(kind->friction->bound(&trial.in, trial.dreaction)) * (1 + EXACT));
  }
  return worst;
}

enum { TANGENT, ENERGY, POWER, BALANCE, FRICTION, CHECKS };

static void errors_of(const ForceKind *kind, bool planar, double error[CHECKS]) {
  error[TANGENT] = tangent_error(kind, planar);
  error[ENERGY] = energy_error(kind, planar);
  error[POWER] = power_error(kind, planar);
  error[BALANCE] = reaction_error(kind, planar);
  error[FRICTION] = friction_error(kind, planar);
}

static void test_every_force_is_exact(void **state) {
  (void)state;
  for (int i = 0; i < MBS_NAME(registry_force_count)(); i++) {
    const ForceKind *const kind = MBS_NAME(force_kinds)[i];
    for (int space = IN_PLANE; space <= IN_SPACE; space++) {
      if ((kind->spaces & space) == 0) {
        continue;
      }
      double error[CHECKS];
      errors_of(kind, space == IN_PLANE, error);
      print_message("%-24s %s tangent %.1e, energy %.1e, power %.1e, reaction %.1e\n", kind->type,
                    space == IN_PLANE ? "plane" : "space", error[TANGENT], error[ENERGY],
                    error[POWER], error[BALANCE]);
      for (int k = 0; k < CHECKS; k++) {
        assert_true(error[k] < EXACT);
      }
    }
  }
}

static const ForceKind *original;

static void wrong_tangent(const ForceArgs *in, const ForceChange *change, Wrench wrench[]) {
  original->apply(in, change, wrench);
  if (change != NULL) {
    real x[WRENCH];
    numbers_of(&wrench[0], x);
    step_mutate(WRENCH, x);
    memcpy(wrench[0].f, x, sizeof wrench[0].f);
    memcpy(wrench[0].t, x + 3, sizeof wrench[0].t);
  }
}

static void wrong_gradient(const ForceArgs *in, real gradient[REACTION]) {
  original->friction->gradient(in, gradient);
  step_mutate(REACTION, gradient);
}

static void wrong_energy(const ForceArgs *in, const Wrench wrench[], ForceTold *told) {
  if (original->tell != NULL) {
    original->tell(in, wrench, told);
  }
  told->energy = 1e-4 + (1 + MUTATION) * told->energy;
}

static void wrong_apply(const ForceArgs *in, const ForceChange *change, Wrench wrench[]) {
  original->apply(in, change, wrench);
  wrench[0].f[0] += 1e-4;
}

static void test_a_wrong_coefficient_is_caught(void **state) {
  (void)state;
  for (int i = 0; i < MBS_NAME(registry_force_count)(); i++) {
    original = MBS_NAME(force_kinds)[i];
    const bool planar = (original->spaces & IN_SPACE) == 0;
    double error[CHECKS];
    ForceKind wrong = *original;
    wrong.apply = wrong_tangent;
    errors_of(&wrong, planar, error);
    assert_true(error[TANGENT] > WRONG);
    wrong = *original;
    wrong.tell = wrong_energy;
    errors_of(&wrong, planar, error);
    assert_true(error[ENERGY] > WRONG || error[POWER] > WRONG);
    if (original->friction != NULL) {
      FrictionLaw law = *original->friction;
      law.gradient = wrong_gradient;
      wrong = *original;
      wrong.friction = &law;
      errors_of(&wrong, planar, error);
      assert_true(error[FRICTION] > WRONG);
    }
    if (layout_of(original).wrench_count == 2) {
      wrong = *original;
      wrong.apply = wrong_apply;
      errors_of(&wrong, planar, error);
      assert_true(error[BALANCE] > WRONG);
      assert_true(error[POWER] > WRONG || !stores(&wrong, planar));
    }
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_every_force_is_exact),
      cmocka_unit_test(test_a_wrong_coefficient_is_caught),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
