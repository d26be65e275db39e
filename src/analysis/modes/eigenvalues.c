// SPDX-License-Identifier: BSD-3-Clause
// eigenvalues.c: one analysis of type linearize (see eigenvalues.h).
#include "analysis/modes/eigenvalues.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "analysis/modes/eigenvalues_inside.h"
#include "analysis/recording/track.h"
#include "base/cpu.h"
#include "integrators/scheme.h"
#include "system/equations/faults.h"
#include "system/observe/balance.h"
#include "system/state/length.h"
#include "system/state/rotors.h"

static const double AGREEMENT = 1e-9;           // of the largest |s|
static const double MOVING = 1e-9;              // lengths per second, times the slowest |s|
static const double ROUNDED = 64 * DBL_EPSILON; // of a stiffness times a length: a force of 0
enum { LOOK_EVERY = 64, DEFAULT_MODES = 20, TEXT_BY = 40 };

static bool fails(Linear *run, RunStatus status) {
  run->result->status = status;
  return false;
}

// ---- opening ----

static bool open_all(Linear *run) {
  State *state = run->state;
  const System *system = state->system;
  const Analysis *analysis = run->result->analysis;
  run->out = arena_new(run->arena, LinearResult);
  run->spectrum = arena_new(run->arena, Spectrum);
  run->steady = arena_new(run->arena, Steady);
  run->group = arena_array(run->arena, Balance, system->group_count);
  run->heavy = arena_array(run->arena, bool, system->group_count);
  if (run->group == NULL || run->heavy == NULL || run->out == NULL || run->spectrum == NULL ||
      run->steady == NULL || !arena_doubles(run->arena, system->nq, &run->q) ||
      !arena_doubles(run->arena, system->nv, &run->v) ||
      !linearize_open(&run->linearization, state, run->arena) ||
      !laws_open(&run->laws, state, run->arena) || !steady_open(run->steady, state, run->arena) ||
      !spectrum_open(run->spectrum, system->nv, system->nc, analysis->pencil, run->arena)) {
    return false;
  }
  run->spectrum->alpha = state_stated(state, analysis->alpha, 5);
  run->spectrum->beta = state_stated(state, analysis->beta, 5);
  memcpy(run->q, state->q, (size_t)system->nq * sizeof(double));
  memcpy(run->v, state->v, (size_t)system->nv * sizeof(double));
  run->linearization.frozen_frame = analysis->steady;
  run->out->spectrum = run->spectrum;
  run->out->t = state->t;
  run->out->degrees_of_freedom = run->input->mobility->dof_rank;
  return true;
}

static bool is_small_enough(Linear *run) {
  const System *system = run->state->system;
  const int rotors = system->model->rotor_count; // they are taken out
  const int size =
      spectrum_size(system->nv - rotors, system->nc - rotors, run->result->analysis->pencil);
  const double seconds = SPECTRUM_TIME * size * size * size;
  if (run->input->cpu_limit > 0 && cpu_seconds() + seconds > run->input->cpu_limit) {
    failure_set(&run->result->failure, DIAG_LIMIT_TIME, run->result->analysis->origin,
                "the eigenvalues of %d unknowns would take about %.2g s, more than the time budget "
                "leaves",
                size, seconds);
    failure_hint(&run->result->failure, "raise --time-limit");
    return fails(run, RUN_BUDGET);
  }
  if (size <= SPECTRUM_LARGEST) {
    return true;
  }
  failure_set(
      &run->result->failure, DIAG_LINEAR_SIZE, run->result->analysis->origin,
      "the pencil of analysis \"%s\" has %d unknowns; eigenvalues are computed for at most %d",
      run->result->analysis->name, size, SPECTRUM_LARGEST);
  return fails(run, RUN_FAILED);
}

static bool is_regular(Linear *run) {
  const Mobility *mobility = run->input->mobility;
  if (!mobility->singular) {
    return true;
  }
  Failure *failure = &run->result->failure;
  failure_set(failure, DIAG_LINEAR_SINGULAR, run->result->analysis->origin,
              "the pose is singular: it has %d degrees of freedom, nearby poses have fewer, and no "
              "linear system describes small motions through it",
              mobility->dof_rank);
  failure_hint(failure, "linearize at another pose, or remove what makes this one singular");
  return fails(run, RUN_FAILED);
}

// ---- solving ----

// At rest regularised friction is a damper, exactly; at speed it couples reactions to the motion,
// which the linearized equations do not have.
static bool rests(Linear *run) {
  const System *system = run->state->system;
  for (int k = 0; k < system->nv; k++) {
    if (run->v[k] != 0) {
      const Force *friction = &system->model->forces[system->friction[0]];
      failure_set(
          &run->result->failure, DIAG_FRICTION_MOVING, friction->origin,
          "friction \"%s\" depends on reactions: a moving state cannot be linearized with it",
          friction->name);
      return failure_hint(&run->result->failure,
                          "linearize a state at rest, or leave the friction out");
    }
  }
  return true;
}

// One execution: the terms, the eigenvalues, the labels.
static bool execute(Linear *run) {
  State *state = run->state;
  Spectrum *s = run->spectrum;
  Failure *failure = &run->result->failure;
  state_set(state, run->out->t, run->q, run->v);
  s->n = state->system->nv;
  s->nc = state->system->nc;
  if (state->friction != NULL && !rests(run)) {
    return fails(run, RUN_FAILED);
  }
  if (!linearize_at(&run->linearization, s->M, s->C, s->K, s->J)) {
    faults_tell_singular(state, failure);
    return fails(run, RUN_FAILED);
  }
  linear_take_rates(run);
  if (run->looks) {
    laws_take(&run->laws, &run->linearization, s);
    s->moves = run->linearization.moving;
    s->pace = 0;
    s->unbalanced = linear_unbalanced(state, run->linearization.a);
    for (int k = 0; k < s->n; k++) {
      s->pace = fmax(s->pace, fabs(state->v[k]) / state->unit[k]);
    }
  }
  if (run->result->analysis->steady && !linear_go_along(run)) {
    return fails(run, RUN_FAILED);
  }
  rotors_condense(state, s);
  if (!spectrum_compute(s)) {
    failure_set(failure, DIAG_LINEAR_CONVERGENCE, run->result->analysis->origin,
                "the iteration for the eigenvalues does not converge");
    return fails(run, RUN_FAILED);
  }
  return true;
}

static bool within_budgets(Linear *run, long k) {
  const RunOptions *options = run->input->options;
  Failure *failure = &run->result->failure;
  if (options_interrupted(options)) {
    failure_set(failure, DIAG_INT_INTERRUPTED, origin_none(), "interrupted after %ld executions",
                k);
    return fails(run, RUN_INTERRUPTED);
  }
  if (k % LOOK_EVERY == 0 && run->input->cpu_limit > 0 && cpu_seconds() > run->input->cpu_limit) {
    failure_set(failure, DIAG_LIMIT_TIME, run->result->analysis->origin,
                "the time budget is used up after %ld executions", k);
    failure_hint(failure, "raise --time-limit");
    return fails(run, RUN_BUDGET);
  }
  return true;
}

static bool repeat(Linear *run) {
  const long wanted = run->input->options->repeat;
  const double start = cpu_seconds();
  for (long k = 0; k < wanted; k++) {
    if (!within_budgets(run, k) || !execute(run)) {
      return false;
    }
  }
  run->out->repeats = wanted;
  run->out->repeat_cpu_s = cpu_seconds() - start;
  return true;
}

// ---- what it means ----

// What is unbalanced, of the largest force of its group: what stands elsewhere in the model is no
// measure. A loaded spring is known to the rounding of its stiffness times a length.
static double unbalanced_of(const Linear *run) {
  const State *state = run->state;
  const System *system = state->system;
  double unbalanced = 0;
  balance_of_groups(state, run->linearization.a, run->group, run->heavy);
  for (int b = 1; b < system->body_count; b++) {
    const int group = system->group_of[b];
    const double noise = laws_noise(&run->laws, state, group) / length_of_body(state, b);
    const double force = fmax(run->group[group].largest, ROUNDED * noise / EIGENVALUES_BALANCED);
    unbalanced = fmax(unbalanced, force > 0 ? run->group[group].unbalanced / force : 0);
  }
  return unbalanced;
}

// The slowest of the mechanism's own motions [1/s].
static double slowest_of(const Spectrum *s) {
  double slowest = HUGE_VAL;
  for (int k = 0; k < s->counts[EIGEN_TRUE]; k++) {
    slowest = fmin(slowest, hypot(s->list[k].re, s->list[k].im));
  }
  return slowest < HUGE_VAL ? slowest : 0;
}

// Velocities that round-off alone does not explain, against those of the mechanism's own motions.
static bool is_moving(const State *state, double rate) {
  const System *system = state->system;
  const double limit = MOVING * fmax(1, rate);
  for (int b = 1; b < system->body_count; b++) {
    const SystemBody *body = &system->bodies[b];
    for (int k = 0; k < body->nv; k++) {
      const double unit = k < body->kind->translations ? length_of_body(state, b) : 1;
      if (fabs(state->v[body->v + k]) > limit * unit) {
        return true;
      }
    }
  }
  return false;
}

static void warn_undetermined(const Spectrum *s, Diag *warnings, Origin origin) {
  double most = 0;
  for (int k = 0; k < s->count; k++) {
    if (s->list[k].label == EIGEN_UNDETERMINED) {
      most = fmax(most, s->list[k].error);
    }
  }
  if (s->counts[EIGEN_UNDETERMINED] > 0) {
    const bool one = s->counts[EIGEN_UNDETERMINED] == 1;
    char by[TEXT_BY] = "";
    if (isfinite(most)) {
      (void)snprintf(by, sizeof by, "by up to %.2g 1/s, ", most);
    }
    diag_at(
        warnings, DIAG_LINEAR_UNDETERMINED, origin,
        "%d eigenvalue%s not determined: rounding of the equations may have moved %s %sas far as "
        "zero",
        s->counts[EIGEN_UNDETERMINED], one ? " is" : "s are", one ? "it" : "them", by);
    diag_hint(warnings, "the rounding of stiff or heavy parts hides soft, light or balanced ones: "
                        "see the column \"error\"");
  }
}

static void warn(Linear *run, bool moving) {
  Diag *warnings = &run->result->warnings;
  const Origin origin = run->result->analysis->origin;
  const LinearResult *out = run->out;
  if (moving) {
    diag_at(warnings, DIAG_LINEAR_FROZEN, origin,
            "the mechanism moves: the eigenvalues are those of coefficients frozen at t = %.9g s",
            out->t);
    if (linear_would_be_steady(run)) {
      char frame[STEADY_TEXT];
      steady_text(run->steady, frame);
      diag_hint(warnings,
                "seen from %s it is steady: \"about: {steady: true}\" linearizes about this motion",
                frame);
    }
  } else if (out->frozen) {
    diag_at(warnings, DIAG_LINEAR_FROZEN, origin,
            "the state is not an equilibrium, %.3g of the largest force is unbalanced: the "
            "eigenvalues are those of coefficients frozen at t = %.9g s",
            out->unbalanced, out->t);
    diag_hint(warnings, "start \"from\" an analysis of type equilibrium");
  }
  const Spectrum *s = run->spectrum;
  warn_undetermined(s, warnings, origin);
  if (!run->bounded && s->agreement > AGREEMENT * fmax(1, s->largest)) {
    diag_at(warnings, DIAG_LINEAR_AGREEMENT, origin,
            "the eigenvalues of the pencil and of the null space differ by up to %.3g 1/s; those "
            "of the null space are listed",
            s->agreement);
  }
}

// Whether the values hold for more than this moment; only then is there stability to speak of.
static void judge_state(Linear *run) {
  State *state = run->state;
  LinearResult *out = run->out;
  Spectrum *s = run->spectrum;
  const bool moving = out->steady == NULL && is_moving(state, slowest_of(s));
  out->unbalanced = unbalanced_of(run);
  out->frozen = out->steady == NULL && (moving || out->unbalanced > EIGENVALUES_BALANCED);
  int growing = 0;
  out->stability = out->frozen ? STABILITY_UNKNOWN : linear_stability(s, &growing);
  warn(run, moving);
  if (out->frozen) {
    spectrum_freeze(s);
  }
}

// ---- mode shapes ----

// Displacement and rotation vector of a marker in ground axes for a variation x.
static void marker_motion(const State *state, int marker, const double *x, double out[6]) {
  const int b = state->system->model->markers[marker].body;
  const SystemBody *body = &state->system->bodies[b];
  BodyMotion motion = state->motion[b];
  Frame frame;
  memset(motion.v, 0, sizeof motion.v);
  memset(motion.w, 0, sizeof motion.w);
  if (body->nv > 0) {
    frame_set_velocity(body->kind, x + body->v,
                       &motion); // a variation moves frames like a velocity
  }
  frame_of(&motion, &state->geometry[marker], &frame);
  memcpy(out, frame.v, 3 * sizeof(double));
  memcpy(out + 3, frame.w, 3 * sizeof(double));
}

// Multiplies the shape so that its largest displacement, or rotation, becomes 1.
static void normalise(double *re, double *im, int markers) {
  double largest = 0, a = 1, b = 0;
  for (int first = 0; first < 6 && largest == 0; first += 3) {
    for (int m = 0; m < markers; m++) {
      for (int k = first; k < first + 3; k++) {
        const double size = hypot(re[6 * m + k], im[6 * m + k]);
        if (size > largest * (1 + 1e-9)) {
          largest = size;
          a = re[6 * m + k] / (size * size);
          b = -im[6 * m + k] / (size * size);
        }
      }
    }
  }
  for (int i = 0; i < 6 * markers && largest > 0; i++) {
    const double x = re[i] * a - im[i] * b, y = re[i] * b + im[i] * a;
    re[i] = x;
    im[i] = y;
  }
}

static bool add_shape(Linear *run, int value) {
  const Spectrum *s = run->spectrum;
  const int markers = run->state->system->model->marker_count;
  double *re, *im;
  if (!arena_doubles(run->arena, 6 * markers, &re, &im)) {
    return false;
  }
  const long column = (long)s->list[value].mode * s->n;
  for (int m = 0; m < markers; m++) {
    marker_motion(run->state, m, s->mode_re + column, re + 6 * m);
    marker_motion(run->state, m, s->mode_im + column, im + 6 * m);
  }
  normalise(re, im, markers);
  run->out->modes[run->out->mode_count++] = (ModeShape){.value = value, .re = re, .im = im};
  return true;
}

static bool is_zero(const Eigenvalue *value) {
  return value->re == 0 && value->im == 0;
}

// Zeros come in twos and more that share a shape.
static bool has_shape(const Linear *run, const Eigenvalue *value) {
  const Spectrum *s = run->spectrum;
  const size_t bytes = (size_t)s->n * sizeof(double);
  for (int k = 0; k < run->out->mode_count; k++) {
    const Eigenvalue *other = &s->list[run->out->modes[k].value];
    if (is_zero(other) && memcmp(s->mode_re + (long)other->mode * s->n,
                                 s->mode_re + (long)value->mode * s->n, bytes) == 0) {
      return true;
    }
  }
  return false;
}

// Where the modes are about, for pictures. False when memory ran out.
static bool keep_pose(const Linear *run) {
  const Observation nothing = {.a = NULL};
  run->result->track_forces = false;
  if (!track_open(run->result, run->state->system->model, 1, run->arena)) {
    return false;
  }
  if (run->result->track != NULL) {
    track_row(run->result, run->state, &nothing, NULL);
  }
  return true;
}

// True values and one of each conjugate pair first, then one for each neutral direction.
static bool add_shapes(Linear *run) {
  const Spectrum *s = run->spectrum;
  const long asked = run->result->analysis->modes;
  const int room = 2 * s->free + s->rate_rank;
  const int limit = asked == 0 ? DEFAULT_MODES : asked < room ? (int)asked : room;
  run->out->modes = arena_array(run->arena, ModeShape, limit < room ? limit : room);
  if (run->out->modes == NULL) {
    return false;
  }
  for (int k = 0; k < s->count && run->out->mode_count < limit; k++) {
    const Eigenvalue *value = &s->list[k];
    const bool second = value->im < 0 || (is_zero(value) && has_shape(run, value));
    if (spectrum_own(value) && !second && !add_shape(run, k)) {
      return false;
    }
  }
  return true;
}

// ---- the whole ----

bool eigenvalues_run(const AnalysisInput *input, Result *result, Arena *arena) {
  Linear run = {.input = input, .state = input->state, .result = result, .arena = arena};
  result->t_reached = input->state->t;
  result->scale_length = input->state->length;
  if (!is_small_enough(&run) || !is_regular(&run)) {
    return true;
  }
  if (!open_all(&run)) {
    return false;
  }
  run.looks = true;
  if (!execute(&run)) {
    return true;
  }
  run.looks = false;
  if (run.spectrum->rank != input->mobility->rank) {
    failure_set(&result->failure, DIAG_LINEAR_SINGULAR, result->analysis->origin,
                "%d or %d constraint equations are independent at this pose: it is too close to a "
                "singular one to decide",
                run.spectrum->rank, input->mobility->rank);
    result->status = RUN_FAILED;
    return true;
  }
  run.bounded = spectrum_bound(run.spectrum);
  judge_state(&run);
  if (!linear_look_for_corners(&run) || !add_shapes(&run) || !keep_pose(&run)) {
    return false;
  }
  if (input->options->repeat > 0 && !repeat(&run)) {
    return true;
  }
  result->linear = run.out;
  result->cpu_s = cpu_seconds() - input->cpu_start;
  return true;
}
