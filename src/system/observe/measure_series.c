// SPDX-License-Identifier: BSD-3-Clause
// measure_series.c: where measures go from a point (see measure_series.h).
//
//   x' = v,  v' = r'' + A (alpha x s + w x (w x s)),  A' = w x A,  w' = A alpha,  p' = (0, w) p/2
#include "system/observe/measure_series.h"

#include <float.h>
#include <math.h>

#include "math/vec.h"
#include "system/observe/observe.h"
#include "system/saddle/kkt.h"

static const double ROUND = 8 * DBL_EPSILON; // of a measure
// Of accelerations from the saddle point, relative to the largest that could have been.
static const double SOLVED = 1e-11;

// ---- sizes ----

// The largest translation and rotation of a vector of velocities.
static void sizes_of(const State *state, const double *v, double *translation, double *rotation) {
  const System *system = state->system;
  for (int b = 1; b < system->body_count; b++) {
    const SystemBody *body = &system->bodies[b];
    for (int k = 0; k < body->nv; k++) {
      double *size = k < body->kind->translations ? translation : rotation;
      *size = fmax(*size, fabs(v[body->v + k]));
    }
  }
}

MeasureSeries measure_series_open(State *state, const double *a, double instant) {
  const System *system = state->system;
  MeasureSeries course = {.state = state, .a = a, .instant = instant};
  for (int b = 1; b < system->body_count; b++) {
    for (int k = 0; k < 3; k++) {
      course.place = fmax(course.place, fabs(state->motion[b].r[k]));
    }
  }
  sizes_of(state, state->v, &course.speed, &course.turn_rate);
  if (a != NULL) {
    double *free = state->solution; // what bodies without joints would do
    kkt_divide_by_mass(state, state->Q, free);
    sizes_of(state, a, &course.acceleration, &course.turn_acceleration);
    sizes_of(state, free, &course.acceleration, &course.turn_acceleration);
    const double arm = state->length > 0 ? state->length : 1;
    course.turn_acceleration = fmax(course.turn_acceleration, course.acceleration / arm);
  }
  return course;
}

// ---- frames ----

static double arm_of(const State *state, int marker) {
  const double *s = state->geometry[marker].s;
  return sqrt(vec_dot(s, s));
}

// The rate of change of a frame. Without accelerations its velocities stay.
static Frame rate_of_frame(const MeasureSeries *course, int marker) {
  State *state = course->state;
  Frame d = state_frame_rate(state, marker);
  if (course->a != NULL && state->system->model->markers[marker].body != 0) {
    observe_frame_acceleration(state, marker, course->a, d.v, d.w);
  }
  return d;
}

// ---- measures ----

typedef struct Subject {
  const MeasureSeries *course;
  const MeasureKind *kind;
  int marker[2];
  Axis axis;
  Frame frame[2], rate[2];
  double arm;
} Subject;

static Subject subject_of(const MeasureSeries *course, int measure) {
  State *state = course->state;
  const Measure *own = &state->system->model->measures[measure];
  Subject s = {.course = course, .kind = own->kind};
  state_measure_frames(state->system->model, own, s.marker, &s.axis);
  for (int k = 0; k < 2; k++) {
    s.frame[k] = *state_frame(state, s.marker[k]);
    s.rate[k] = rate_of_frame(course, s.marker[k]);
    s.arm += arm_of(state, s.marker[k]);
  }
  return s;
}

static double tangent_of(const Subject *s, MeasureQuantity quantity, Axis axis) {
  return measure_tangent(quantity, s->kind->component, axis, s->course->state->system->planar,
                         s->frame, s->rate);
}

static bool is_length(const MeasureKind *kind) {
  return kind->unit == QUANTITY_LENGTH || kind->unit == QUANTITY_VELOCITY;
}

// The measure that is its rate; false where there is none.
static bool rate_quantity(const Subject *s, MeasureQuantity *quantity, Axis *axis) {
  *axis = s->axis;
  switch ((int)s->kind->quantity) {
  case MEASURE_POINT:
    *quantity = MEASURE_POINT_RATE;
    return true;
  case MEASURE_ANGLE:
    *quantity = MEASURE_ANGLE_RATE;
    return true;
  case MEASURE_JOINT_ANGLE:
    *quantity = MEASURE_JOINT_ANGLE_RATE;
    return true;
  case MEASURE_JOINT_DISPLACEMENT:
    *quantity = MEASURE_JOINT_DISPLACEMENT_RATE;
    return true;
  case MEASURE_JOINT_POINT:
    *quantity = MEASURE_JOINT_DISPLACEMENT_RATE;
    *axis = (Axis)(AXIS_X + s->kind->component);
    return true;
  case MEASURE_PIN_ANGLE:
    *quantity = MEASURE_PIN_ANGLE_RATE;
    return true;
  case MEASURE_DISTANCE:
    *quantity = MEASURE_DISTANCE_RATE;
    return true;
  default:
    return false;
  }
}

// How large a rate may be, of what the turning adds along the arm where it is a length.
static double with_arm(const Subject *s, double along, double turning) {
  return is_length(s->kind) ? along + turning * s->arm : turning;
}

static Powers of_position(const Subject *s, double value) {
  const MeasureSeries *course = s->course;
  const double speed = with_arm(s, course->speed, course->turn_rate);
  const double acceleration = with_arm(s, course->acceleration, course->turn_acceleration);
  const double size = fabs(value) + (is_length(s->kind) ? course->place + s->arm : 1);
  MeasureQuantity quantity = s->kind->quantity;
  Axis axis = s->axis;
  const bool known = rate_quantity(s, &quantity, &axis);
  const double rate = known ? measure_value(quantity, s->kind->component, axis,
                                            course->state->system->planar, s->frame, 0)
                            : tangent_of(s, quantity, axis);
  Powers powers = powers_constant(value, ROUND * size + course->instant * fabs(rate),
                                  course->a != NULL && known ? 3 : 2);
  powers_append(&powers, 1, rate, ROUND * (fabs(rate) + speed) + course->instant * acceleration);
  if (course->a != NULL && known) {
    powers_append(&powers, 2, 0.5 * tangent_of(s, quantity, axis), SOLVED * acceleration);
  }
  return powers;
}

static Powers of_velocity(const Subject *s, double value) {
  const MeasureSeries *course = s->course;
  const double speed = with_arm(s, course->speed, course->turn_rate);
  const double acceleration = with_arm(s, course->acceleration, course->turn_acceleration);
  Powers powers =
      powers_constant(value, ROUND * (fabs(value) + speed) + course->instant * acceleration,
                      course->a != NULL ? 2 : 1);
  if (course->a != NULL) {
    powers_append(&powers, 1, tangent_of(s, s->kind->quantity, s->axis), SOLVED * acceleration);
  }
  return powers;
}

static Powers of_measure(const MeasureSeries *course, int measure) {
  const Subject s = subject_of(course, measure);
  const double value = course->state->measures[measure];
  return measure_level(s.kind->quantity) == LEVEL_POSITION ? of_position(&s, value)
                                                           : of_velocity(&s, value);
}

void measure_series_gather(const MeasureSeries *course, const Program *program, Powers *inputs) {
  State *state = course->state;
  state_gather(state, program);
  for (int i = 0; i < program->input_count; i++) {
    const Symbol *symbol = &program->inputs[i];
    if (symbol->kind == SYMBOL_MEASURE) {
      inputs[i] = of_measure(course, symbol->index);
    } else {
      const bool clock = symbol->kind == SYMBOL_TIME;
      inputs[i] = powers_constant(state->inputs[i], clock ? course->instant : 0, (double)INFINITY);
      if (clock) {
        powers_append(&inputs[i], 1, 1, 0);
      }
    }
  }
}
