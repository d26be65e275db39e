// SPDX-License-Identifier: BSD-3-Clause
// point.c: what is read at the present point (see point.h).
#include "system/mechanism/point.h"

#include <math.h>
#include <string.h>

#include "elements/frames/line.h"
#include "elements/joints/joint_generic.h"
#include "expr/enclosures/hold.h"
#include "math/vec.h"

// ---- frames ----

const Frame *state_frame(State *state, int marker) {
  const int body = state->system->model->markers[marker].body;
  if (body != 0 && state->frame_stamp[marker] != state->stamp) {
    (state->system->planar ? frame_of_planar : frame_of)(
        &state->motion[body], &state->geometry[marker], &state->frames[marker]);
    state->frame_stamp[marker] = state->stamp;
  }
  return &state->frames[marker];
}

PairSide state_side(const State *state, int body, int marker, Axis axis, const double *e) {
  return (PairSide){.kind = state->system->bodies[body].kind,
                    .motion = &state->motion[body],
                    .dA = (const real(*)[9])state->dA[body],
                    .s = state->geometry[marker].s,
                    .e = e,
                    .shape = state->geometry[marker].shape,
                    .column = (int)axis - (int)AXIS_X};
}

// ---- measures ----

void state_measure_frames(const Model *model, const Measure *measure, int marker[2], Axis *axis) {
  const int object = measure->object;
  *axis = AXIS_NONE;
  marker[0] = 0;
  marker[1] = 0;
  if (measure->kind->owner == MEASURE_OF_FRAME) {
    marker[1] = object;
  } else if (measure->kind->owner == MEASURE_OF_JOINT) {
    marker[0] = model->joints[object].marker_i;
    marker[1] = model->joints[object].marker_j;
    *axis = joint_axis(model->joints[object].kind, measure_coordinate(measure->kind->quantity));
  } else if (measure->kind->owner == MEASURE_OF_GAUGE) {
    marker[0] = model->gauges[object].marker_i;
    marker[1] = model->gauges[object].marker_j;
    *axis = AXIS_Z; // of the angle in the plane
  } else if (measure->kind->owner == MEASURE_OF_FORCE ||
             measure->kind->owner == MEASURE_OF_SPRING ||
             measure->kind->owner == MEASURE_OF_ROTARY_SPRING) {
    marker[0] = model->forces[object].marker[0];
    marker[1] = model->forces[object].marker[1];
  }
}

// Coordinate k of a marker's origin, the measure asked for most.
static double state_point(const State *state, int marker, int k) {
  const BodyMotion *motion = &state->motion[state->system->model->markers[marker].body];
  const double *A = motion->A + 3 * k, *s = state->geometry[marker].s;
  return motion->r[k] + (A[0] * s[0] + A[1] * s[1] + A[2] * s[2]);
}

// How fast a line goes; of what is no line, whether it has changed by half of its size.
static void note_change(double *kept, MeasureQuantity quantity, const Frame frame[2],
                        const double d[3]) {
  double change[3];
  if (measure_is_line(quantity)) {
    vector_subtract(frame[1].v, frame[0].v, change);
    line_note_speed(kept, change);
    return;
  }
  for (int k = 0; k < 3; k++) {
    change[k] = d[k] - kept[LINE_LENGTH] * kept[LINE_SIDE + k];
  }
  kept[LINE_CAME] = 2 * vec_norm(change) > kept[LINE_LENGTH] ? 1 : kept[LINE_CAME];
}

double state_side_of(State *state, int index) {
  const Model *model = state->system->model;
  const Measure *measure = &model->measures[index];
  int marker[2];
  Axis axis;
  double d[3];
  if (state->size_sides == NULL || !measure_is_size(measure->kind->quantity)) {
    return 1;
  }
  state_measure_frames(model, measure, marker, &axis);
  const Frame frame[2] = {*state_frame(state, marker[0]), *state_frame(state, marker[1])};
  measure_vector(measure->kind->quantity, frame, d);
  note_change(state->size_sides[index], measure->kind->quantity, frame, d);
  return line_sign(state->size_sides[index], d, vec_norm(d));
}

double state_measure(State *state, int index) {
  return state_side_of(state, index) *
         state_measure_of(state, &state->system->model->measures[index]);
}

double state_measure_of(State *state, const Measure *measure) {
  const System *system = state->system;
  int marker[2];
  Axis axis;
  if (measure->kind->quantity == MEASURE_POINT) {
    return state_point(state, measure->object, measure->kind->component);
  }
  state_measure_frames(system->model, measure, marker, &axis);
  const Frame frame[2] = {*state_frame(state, marker[0]), *state_frame(state, marker[1])};
  const MeasureKind *kind = measure->kind;
  const double value =
      measure_value(kind->quantity, kind->component, axis, system->planar, frame, 0);
  const int turns = state_turns_of(state, measure);
  return turns < 0 ? value : value + state_turn(state, turns, value);
}

// Those of gauges stand behind the others, in the order of the model's measures.
static int gauge_turns(const System *system, int measure) {
  return 2 * system->model->joint_count + system->coordinate_count + measure;
}

static bool gauge_counts(const Model *model, const Measure *measure) {
  return measure->kind->owner == MEASURE_OF_GAUGE && model->gauges[measure->object].counts &&
         measure_wraps(measure->kind);
}

int state_turns_of(const State *state, const Measure *measure) {
  const Model *model = state->system->model;
  const MeasureKind *kind = measure->kind;
  const bool pin = kind->quantity == MEASURE_PIN_ANGLE;
  if (model->counts && gauge_counts(model, measure)) {
    return gauge_turns(state->system, (int)(measure - model->measures));
  }
  if (state->system->planar || measure->kind->owner != MEASURE_OF_JOINT ||
      (!pin && kind->quantity != MEASURE_JOINT_ANGLE)) {
    return -1;
  }
  return pin && kind->component == 1 ? state_second_turn(state, measure->object) : measure->object;
}

double state_turn(const State *state, int turns, double raw_angle) {
  const double turn = 6.283185307179586476925286766559;
  const TurnReference *reference = &state->turns[turns];
  const double expected = reference->angle + reference->rate * (state->t - reference->t);
  return turn * round((expected - raw_angle) / turn);
}

static void joint_frames(State *state, const Joint *joint, Frame frame[2]) {
  frame[0] = *state_frame(state, joint->marker_i);
  frame[1] = *state_frame(state, joint->marker_j);
}

Frame state_frame_rate(State *state, int marker) {
  const Frame *frame = state_frame(state, marker);
  const double turn[4] = {0, frame->w[0] / 2, frame->w[1] / 2, frame->w[2] / 2};
  Frame d = {.angle = frame->w[2]};
  memcpy(d.x, frame->v, sizeof d.x);
  vec_turn(frame->w, frame->A, d.A);
  vec_euler_product(turn, frame->p, d.p);
  return d;
}

static void take_gauge_turns(State *state) {
  const Model *model = state->system->model;
  for (int m = 0; m < model->measure_count; m++) {
    const Measure *measure = &model->measures[m];
    const MeasureKind *kind = measure->kind;
    int marker[2];
    Axis axis;
    if (!gauge_counts(model, measure)) {
      continue;
    }
    state_measure_frames(model, measure, marker, &axis);
    const Frame frame[2] = {*state_frame(state, marker[0]), *state_frame(state, marker[1])};
    const Frame rate[2] = {state_frame_rate(state, marker[0]), state_frame_rate(state, marker[1])};
    const double raw = measure_value(kind->quantity, kind->component, axis, false, frame, 0);
    const double gone = measure_tangent(kind->quantity, kind->component, axis, false, frame, rate);
    TurnReference *reference = &state->turns[gauge_turns(state->system, m)];
    *reference =
        (TurnReference){.t = state->t,
                        .angle = raw + state_turn(state, gauge_turns(state->system, m), raw),
                        .rate = isfinite(gone) ? gone : 0};
  }
}

static void take_turn(State *state, int joint, int turns, MeasureQuantity angle,
                      MeasureQuantity rate, int component, Axis axis) {
  Frame frame[2];
  joint_frames(state, &state->system->model->joints[joint], frame);
  const double raw = measure_value(angle, component, axis, false, frame, 0);
  state->turns[turns] =
      (TurnReference){.t = state->t,
                      .angle = raw + state_turn(state, turns, raw),
                      .rate = measure_value(rate, component, axis, false, frame, 0)};
}

void state_take_turns(State *state) {
  const System *system = state->system;
  if (system->planar) {
    return;
  }
  if (system->model->counts) {
    take_gauge_turns(state);
  }
  for (int j = 0; j < system->model->joint_count; j++) {
    const JointKind *kind = system->model->joints[j].kind;
    if (joint_has(kind, COORDINATE_ANGLE)) {
      const Axis axis = joint_axis(kind, COORDINATE_ANGLE);
      take_turn(state, j, j, MEASURE_JOINT_ANGLE, MEASURE_JOINT_ANGLE_RATE, 0, axis);
    } else if (joint_has_pins(kind)) {
      for (int pin = 0; pin < 2; pin++) {
        take_turn(state, j, pin == 0 ? j : state_second_turn(state, j), MEASURE_PIN_ANGLE,
                  MEASURE_PIN_ANGLE_RATE, pin, AXIS_NONE);
      }
    }
  }
}

double state_joint_coordinate(State *state, int j) {
  const Joint *joint = &state->system->model->joints[j];
  Frame frame[2];
  joint_frames(state, joint, frame);
  const MeasureQuantity quantity = joint_coordinate(joint->kind) == COORDINATE_ANGLE
                                       ? MEASURE_JOINT_ANGLE
                                       : MEASURE_JOINT_DISPLACEMENT;
  return measure_value(quantity, 0, joint_first_axis(joint->kind), state->system->planar, frame, 0);
}

// Of two pairs of axes that may turn against each other one by one, not both.
static double skew_branch(State *state, const Joint *joint, const JointPart *skew) {
  Frame frame[2];
  double sum = 0;
  joint_frames(state, joint, frame);
  for (int k = 0; k < 2; k++) {
    double a[3], b[3];
    vec_column(frame[0].A, (int)(k == 0 ? skew->on_i : skew->on_j) - 1, a);
    vec_column(frame[1].A, (int)(k == 0 ? skew->on_i : skew->on_j) - 1, b);
    sum += vec_dot(a, b) / 2;
  }
  return sum;
}

double state_branch(State *state, int j) {
  const Joint *joint = &state->system->model->joints[j];
  const JointPart *skew = joint_skew(joint->kind);
  if (skew != NULL) {
    return skew_branch(state, joint, skew);
  }
  Axis axis[JOINT_BRANCHES];
  const int count = joint_branches(joint->kind, axis);
  double smallest = 1;
  if (count == 0) {
    return smallest;
  }
  Frame frame[2];
  joint_frames(state, joint, frame);
  for (int k = 0; k < count; k++) {
    double a[3], b[3];
    vec_column(frame[0].A, (int)axis[k] - 1, a);
    vec_column(frame[1].A, (int)axis[k] - 1, b);
    smallest = fmin(smallest, vec_dot(a, b));
  }
  return smallest;
}

// ---- numbers ----

void state_gather(State *state, const Program *program) {
  for (int i = 0; i < program->input_count; i++) {
    const Symbol *symbol = &program->inputs[i];
    switch (symbol->kind) {
    case SYMBOL_PARAMETER:
      state->inputs[i] = state->values[state->system->model->parameters[symbol->index].number];
      break;
    case SYMBOL_TIME:
      state->inputs[i] = state->t;
      break;
    case SYMBOL_MEASURE:
      state->inputs[i] = state->measures[symbol->index];
      break;
    }
  }
}

double state_stated(const State *state, int number, double otherwise) {
  return number >= 0 && state->system->model->numbers[number].stated ? state->values[number]
                                                                     : otherwise;
}

const double *state_source(const State *state, int number) {
  const Program *program = &state->system->model->numbers[number].program;
  if (program->constant) {
    return &program->value;
  }
  const bool alone = program->count == 1 && program->inputs[0].kind == SYMBOL_MEASURE;
  return alone ? &state->measures[program->inputs[0].index] : NULL;
}

static double call_law(const BoundLaw *law, const double *inputs, double *gradient) {
  double value = (double)NAN;
  return law->call(law->user, inputs, &value, gradient) ? value : (double)NAN;
}

// A law without derivatives is differenced: df/dx = (f(x + h) - f(x - h)) / 2h, where h/x is the
// third root of the round-off, so that errors of rounding and of the difference meet.
static double law_value(State *state, const BoundLaw *law, const Program *program,
                        double *gradient) {
  static const double PART = 6e-6, SMALLEST = 1e-3;
  double *inputs = state->inputs;
  state_gather(state, program);
  for (int i = 0; gradient != NULL && !law->derives && i < program->input_count; i++) {
    const double x = inputs[i], h = PART * fmax(fabs(x), SMALLEST);
    inputs[i] = x + h;
    const double above = call_law(law, inputs, NULL);
    inputs[i] = x - h;
    gradient[i] = (above - call_law(law, inputs, NULL)) / (2 * h);
    inputs[i] = x;
  }
  return call_law(law, inputs, law->derives ? gradient : NULL);
}

double state_number(State *state, int number, double *gradient) {
  const Program *program = &state->system->model->numbers[number].program;
  if (program->constant) {
    return program->value;
  }
  if (state->laws != NULL && state->laws[number].call != NULL) {
    return law_value(state, &state->laws[number], program, gradient);
  }
  if (program->count == 1 && gradient == NULL && program->inputs[0].kind == SYMBOL_MEASURE) {
    return state->measures[program->inputs[0].index];
  }
  state_gather(state, program);
  if (state->held != NULL && state->held[number] != NULL) {
    return hold_value(state->held[number], state->inputs, gradient, state->work);
  }
  return gradient == NULL ? program_value(program, state->inputs, state->work)
                          : program_gradient(program, state->inputs, gradient, state->work);
}

// ---- what is not finite ----

bool state_blame(State *state, int number, bool gradient) {
  if (state->fault.set) {
    return false;
  }
  state->fault = (Fault){.set = true,
                         .number = number,
                         .t = state->t,
                         .gradient = gradient,
                         .force = -1,
                         .relation = -1};
  if (number >= 0) {
    const int count = state->system->model->numbers[number].program.input_count;
    const int kept = count < 16 ? count : 16;
    memcpy(state->fault.inputs, state->inputs, (size_t)kept * sizeof(double));
  }
  return false;
}

bool state_blame_force(State *state, int force, int body) {
  if (!state->fault.set) {
    state_blame(state, -1, false);
    state->fault.force = force;
    state->fault.body = body;
  }
  return false;
}
