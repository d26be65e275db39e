// SPDX-License-Identifier: BSD-3-Clause
// bounds.c: what is read from the motion, on a stretch of a step (see bounds.h).
#include "system/observe/bounds.h"

#include <math.h>
#include <string.h>

#include "elements/kinds.h"

// ---- opening ----

static bool open_place(BoundsPlace *place, int count, Arena *arena) {
  place->bodies = arena_array(arena, EnclosedBody, count);
  place->known = arena_array(arena, unsigned char, count);
  return place->bodies != NULL && place->known != NULL;
}

bool bounds_open(Bounds *bounds, State *state, const bool *bodies, Arena *arena) {
  const System *system = state->system;
  *bounds = (Bounds){.state = state};
  bounds->slot = arena_array(arena, int, system->body_count);
  if (bounds->slot == NULL) {
    return false;
  }
  for (int b = 0; b < system->body_count; b++) {
    bounds->slot[b] = bodies[b] || b == 0 ? bounds->count++ : -1;
  }
  const int largest = system->largest_program > 0 ? system->largest_program : 1;
  bounds->inputs = arena_array(arena, Enclosure, largest);
  bounds->work = arena_array(arena, Enclosure, largest);
  bounds->par = arena_array(arena, Enclosure, system->largest_par + 1);
  bounds->boxes = arena_array(arena, BoundsBox, system->model->marker_count);
  return !arena->allocator->exhausted && open_place(&bounds->whole, bounds->count, arena) &&
         open_place(&bounds->part, bounds->count, arena);
}

// ---- the stretch ----

static bool is_same(BoundsStretch a, BoundsStretch b) {
  return a.low == b.low && a.high == b.high && a.order == b.order;
}

void bounds_step(Bounds *bounds, const BoundsStep *step) {
  bounds->step = *step;
  bounds->whole.on.low = bounds->part.on.low = (double)NAN;
  bounds->program = NULL;
  bounds->force = NULL;
  for (int m = 0; m < bounds->state->system->model->marker_count; m++) {
    bounds->boxes[m].known = false;
  }
}

void bounds_stretch(Bounds *bounds, double low, double high, int order) {
  BoundsPlace *at = low == 0 && high == 1 && order == 0 ? &bounds->whole : &bounds->part;
  bounds->at = at;
  const BoundsStretch on = {low, high, order};
  if (!is_same(at->on, on)) {
    at->on = on;
    memset(at->known, 0, (size_t)bounds->count);
  }
}

static Enclosure number_of(const Bounds *bounds, int i, double widening) {
  const BoundsStep *step = &bounds->step;
  double c[ENCLOSURE_DEGREE + 1];
  int degree = 0;
  for (int k = 0; k <= step->degree; k++) {
    c[k] = step->term[k][i];
    degree = c[k] != 0 ? k : degree;
  }
  Enclosure e;
  enclosure_polynomial(c, degree, widening, bounds->at->on.low, bounds->at->on.high,
                       bounds->at->on.order, &e);
  return e;
}

static void place_body(Bounds *bounds, int b, EnclosedBody *out) {
  const SystemBody *body = &bounds->state->system->bodies[b];
  Enclosure q[BODY_Q] = {0};
  for (int k = 0; b > 0 && k < body->nq; k++) {
    const bool turns = k >= body->kind->translations;
    q[k] = number_of(bounds, body->q + k, turns ? bounds->step.turn : bounds->step.place);
  }
  enclosed_body(b > 0 ? body->kind : NULL, q, bounds->at->on.order, out);
}

static void move_body(Bounds *bounds, int b, EnclosedBody *out) {
  const System *system = bounds->state->system;
  const SystemBody *body = &system->bodies[b];
  Enclosure v[BODY_V] = {0};
  for (int k = 0; k < body->nv; k++) {
    const bool turns = k >= body->kind->translations;
    v[k] = number_of(bounds, system->nq + body->v + k,
                     turns ? bounds->step.rate : bounds->step.velocity);
  }
  enclosed_body_moves(v, out);
}

// level: BOUNDS_PLACED, or BOUNDS_MOVING with velocities.
static EnclosedBody *body_of(Bounds *bounds, int b, int level) {
  const int slot = bounds->slot[b];
  EnclosedBody *out = &bounds->at->bodies[slot];
  unsigned char *known = &bounds->at->known[slot];
  if (*known < BOUNDS_PLACED) {
    place_body(bounds, b, out);
    *known = b > 0 ? BOUNDS_PLACED : BOUNDS_MOVING;
  }
  if (*known < level) {
    move_body(bounds, b, out);
    *known = BOUNDS_MOVING;
  }
  return out;
}

static EnclosedFrame frame_at(Bounds *bounds, int marker, int level) {
  State *state = bounds->state;
  const int body = state->system->model->markers[marker].body;
  return (EnclosedFrame){.body = body_of(bounds, body, level),
                         .geometry = &state->geometry[marker]};
}

// ---- what is read ----

static Enclosure time_of(const Bounds *bounds) {
  const BoundsStep *step = &bounds->step;
  const double line[2] = {step->t, step->h};
  Enclosure e;
  enclosure_polynomial(line, 1, 0, bounds->at->on.low, bounds->at->on.high, bounds->at->on.order,
                       &e);
  return e;
}

// Where a counted angle is expected in the middle of the stretch (state_turn).
static double expected(const Bounds *bounds, int turns) {
  const BoundsStep *step = &bounds->step;
  const TurnReference *reference = &bounds->state->turns[turns];
  const double middle = 0.5 * (bounds->at->on.low + bounds->at->on.high);
  return reference->angle + reference->rate * (step->t + middle * step->h - reference->t);
}

// goes_on: an angle that is not counted is told beyond its cut, too.
static Enclosure measure_of(Bounds *bounds, int index, bool goes_on) {
  State *state = bounds->state;
  const System *system = state->system;
  const Measure *measure = &system->model->measures[index];
  int marker[2];
  Axis axis;
  state_measure_frames(system->model, measure, marker, &axis);
  const int level =
      measure_level(measure->kind->quantity) == LEVEL_POSITION ? BOUNDS_PLACED : BOUNDS_MOVING;
  const EnclosedFrame frame[2] = {frame_at(bounds, marker[0], level),
                                  frame_at(bounds, marker[1], level)};
  const int turns = state_turns_of(state, measure);
  const double near = turns >= 0 ? expected(bounds, turns) : goes_on ? HUGE_VAL : (double)NAN;
  return enclosed_measure(measure->kind, axis, system->planar, frame, near);
}

Enclosure bounds_side(Bounds *bounds, int index, const double u[3]) {
  const Measure *measure = &bounds->state->system->model->measures[index];
  const int order = bounds->at->on.order;
  int marker[2];
  Axis axis;
  Enclosure d[3], sum = enclosure_constant(interval_point(0));
  state_measure_frames(bounds->state->system->model, measure, marker, &axis);
  const int level =
      measure_level(measure->kind->quantity) == LEVEL_POSITION ? BOUNDS_PLACED : BOUNDS_MOVING;
  const EnclosedFrame frame[2] = {frame_at(bounds, marker[0], level),
                                  frame_at(bounds, marker[1], level)};
  enclosed_vector(measure->kind, frame, d);
  for (int k = 0; k < 3; k++) {
    const Enclosure term = enclosure_scale(&d[k], u[k], order);
    sum = enclosure_add(&sum, &term, order);
  }
  return sum;
}

Enclosure bounds_measure(Bounds *bounds, int index) {
  return measure_of(bounds, index, false);
}

// Over the whole step all of it, since its other switches will be asked for.
static bool is_known(Bounds *bounds, const Program *program, int *count) {
  const BoundsPlace *at = bounds->at;
  const bool known =
      bounds->program == program && is_same(bounds->program_on, at->on) && bounds->done >= *count;
  if (!known) {
    *count = at == &bounds->whole ? program->count : *count;
    bounds->program = program;
    bounds->program_on = at->on;
    bounds->done = *count;
  }
  return known;
}

// Of a parameter or the time.
static Enclosure given(const Bounds *bounds, const Symbol *symbol) {
  const State *state = bounds->state;
  if (symbol->kind == SYMBOL_TIME) {
    return time_of(bounds);
  }
  const int number = state->system->model->parameters[symbol->index].number;
  return enclosure_constant(interval_point(state->values[number]));
}

// An angle that starts anew goes on beyond its cut: the program says where it is cut.
static Enclosure input_of(Bounds *bounds, const Symbol *symbol) {
  return symbol->kind == SYMBOL_MEASURE ? measure_of(bounds, symbol->index, symbol->cut != CUT_NONE)
                                        : given(bounds, symbol);
}

Enclosure bounds_coordinate(Bounds *bounds, int c) {
  const SystemCoordinate *at = &bounds->state->system->coordinates[c];
  const bool turns = at->primitive == &primitive_bearing;
  const MeasureKind kind = {.quantity = at->primitive == NULL ? MEASURE_JOINT_ANGLE
                                        : turns               ? MEASURE_BEARING
                                        : at->primitive == &primitive_distance
                                            ? MEASURE_DISTANCE
                                            : MEASURE_JOINT_DISPLACEMENT};
  const EnclosedFrame frame[2] = {frame_at(bounds, at->marker[0], BOUNDS_PLACED),
                                  frame_at(bounds, at->marker[1], BOUNDS_PLACED)};
  const bool counts = at->primitive == NULL && !bounds->state->system->planar;
  const double near = turns    ? bounds->state->terms[c].near
                      : counts ? expected(bounds, at->turns)
                               : (double)NAN;
  return enclosed_measure(&kind, at->axis, at->primitive == NULL && !counts, frame, near);
}

const Enclosure *bounds_law(Bounds *bounds, int r, const Program *program, int count) {
  const System *system = bounds->state->system;
  const SystemRelation *relation = &system->relations[r];
  if (is_known(bounds, program, &count)) {
    return bounds->work;
  }
  for (int i = 0; i < program->input_count; i++) {
    if (program->inputs[i].kind != SYMBOL_MEASURE) {
      bounds->inputs[i] = given(bounds, &program->inputs[i]);
      continue;
    }
    for (int c = relation->first; c < relation->first + relation->count; c++) {
      if (system->coordinates[c].input == i) {
        bounds->inputs[i] = system->coordinates[c].primitive == &primitive_bearing
                                ? bounds_coordinate(bounds, c)
                                : bounds_measure(bounds, program->inputs[i].index);
      }
    }
  }
  program_enclose(program, bounds->inputs, bounds->at->on.order, count, bounds->work);
  return bounds->work;
}

const Enclosure *bounds_program(Bounds *bounds, const Program *program, int count) {
  if (is_known(bounds, program, &count)) {
    return bounds->work;
  }
  for (int i = 0; i < program->input_count; i++) {
    bounds->inputs[i] = input_of(bounds, &program->inputs[i]);
  }
  program_enclose(program, bounds->inputs, bounds->at->on.order, count, bounds->work);
  return bounds->work;
}

const Enclosure *bounds_force(Bounds *bounds, const SystemForce *force) {
  if (bounds->force == force && is_same(bounds->force_on, bounds->at->on)) {
    return bounds->f;
  }
  bounds->force = force;
  bounds->force_on = bounds->at->on;
  const State *state = bounds->state;
  const Model *model = state->system->model;
  const Force *on = &model->forces[force->force];
  EnclosedForce in = {.par = bounds->par,
                      .planar = state->system->planar,
                      .kept = state->kept[force->force],
                      .branch = state->branches == NULL ? NULL : state->branches[force->force]};
  for (int k = 0; k < force->layout.par_count; k++) {
    bounds->par[k] = enclosure_constant(interval_point(state->values[force->first_number + k]));
  }
  for (int k = 0; k < force->layout.frame_count; k++) {
    in.frame[k] = frame_at(bounds, force->marker[k], BOUNDS_MOVING);
  }
  if (on->joint >= 0) {
    in.coordinate = on->coordinate;
    in.axis = force_axis(on, model->joints);
    in.on_j = on->on_j;
    in.near = expected(bounds, on->on_j ? state_second_turn(state, on->joint) : on->joint);
  }
  force->kind->switches->enclose(&in, bounds->f);
  return bounds->f;
}

static const BoundsBox *box_of(Bounds *bounds, int marker) {
  BoundsBox *box = &bounds->boxes[marker];
  if (!box->known) {
    const EnclosedFrame frame = frame_at(bounds, marker, BOUNDS_PLACED);
    for (int k = 0; k < 3; k++) {
      box->x[k] = enclosed_point(&frame, k).c[0];
    }
    box->known = true;
  }
  return box;
}

bool bounds_apart(Bounds *bounds, const int marker[2], double distance) {
  bounds_stretch(bounds, 0, 1, 0);
  const BoundsBox *i = box_of(bounds, marker[0]), *j = box_of(bounds, marker[1]);
  double square = 0;
  for (int k = 0; k < 3; k++) {
    const double between = fmax(j->x[k].lo - i->x[k].hi, i->x[k].lo - j->x[k].hi);
    square += between > 0 ? between * between : 0;
  }
  return square > distance * distance;
}

// ---- what a number reads ----

// Whether the number moves, and reads nothing but what has bounds along a step.
static bool has_bounds(const State *state, const Program *program) {
  const Model *model = state->system->model;
  for (int i = 0; i < program->input_count; i++) {
    const Symbol *symbol = &program->inputs[i];
    int marker[2];
    Axis axis;
    if (symbol->kind != SYMBOL_MEASURE) {
      continue;
    }
    const Measure *measure = &model->measures[symbol->index];
    state_measure_frames(model, measure, marker, &axis);
    const Body *const body[2] = {&model->bodies[model->markers[marker[0]].body],
                                 &model->bodies[model->markers[marker[1]].body]};
    if (measure_level(measure->kind->quantity) > LEVEL_VELOCITY || body[0]->kind->inside != NULL ||
        body[1]->kind->inside != NULL) {
      return false;
    }
  }
  return program->uses_time || program->uses_state;
}

static void mark_bodies(const State *state, const Program *program, bool *bodies) {
  const Model *model = state->system->model;
  for (int i = 0; i < program->input_count; i++) {
    if (program->inputs[i].kind == SYMBOL_MEASURE) {
      int marker[2];
      Axis axis;
      state_measure_frames(model, &model->measures[program->inputs[i].index], marker, &axis);
      bodies[model->markers[marker[0]].body] = true;
      bodies[model->markers[marker[1]].body] = true;
    }
  }
}

bool bounds_bodies(const State *state, const Program *program, bool *bodies) {
  const bool bounded = has_bounds(state, program);
  if (bounded) {
    mark_bodies(state, program, bodies);
  }
  return bounded;
}
