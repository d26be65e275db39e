// SPDX-License-Identifier: BSD-3-Clause
// switching_lines.c: on which side of zero the lines of forces are, and sizes (see
// switching_lines.h).
#include "analysis/events/switching_lines.h"

#include <math.h>
#include <string.h>

#include "elements/frames/line.h"

static const double PASSAGE = 1e-5; // of the size at hand: what is larger only turns

// The vector of a force's line or of a measure, and what is kept of it.
typedef struct Sided {
  double *kept;
  int marker[2];
  MeasureQuantity quantity;
  bool vector; // a bushing has none
} Sided;

static Sided of_force(const Switching *switching, const SwitchingForce *one) {
  const ForceNotes notes = one->force->kind->switches->notes;
  return (Sided){.kept = notes == NOTES_NOTHING ? NULL : switching->state->kept[one->force->force],
                 .marker = {one->force->marker[0], one->force->marker[1]},
                 .quantity = MEASURE_DISTANCE,
                 .vector = notes == NOTES_LINE};
}

static Sided of_size(const Switching *switching, const SwitchingSize *one) {
  const Model *model = switching->state->system->model;
  Axis axis;
  Sided sided = {.kept = switching->kept[one->measure],
                 .quantity = model->measures[one->measure].kind->quantity,
                 .vector = true};
  state_measure_frames(model, &model->measures[one->measure], sided.marker, &axis);
  return sided;
}

static int count_of(const Switching *switching) {
  return switching->force_count + switching->size_count;
}

static Sided sided_at(const Switching *switching, int k) {
  return k < switching->force_count
             ? of_force(switching, &switching->forces[k])
             : of_size(switching, &switching->sizes[k - switching->force_count]);
}

static bool is_line(const Sided *sided) {
  return measure_is_line(sided->quantity);
}

static double size_of(const double d[3]) {
  return sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
}

// d at the present point.
static double vector_of(const Switching *switching, const Sided *sided, double d[3]) {
  State *state = switching->state;
  const Frame frame[2] = {*state_frame(state, sided->marker[0]),
                          *state_frame(state, sided->marker[1])};
  measure_vector(sided->quantity, frame, d);
  return size_of(d);
}

// How it goes on; of what is no place that is not known.
static double rate_of(const Switching *switching, const Sided *sided, double rate[3]) {
  const Frame *i = state_frame(switching->state, sided->marker[0]);
  const Frame *j = state_frame(switching->state, sided->marker[1]);
  for (int k = 0; k < 3; k++) {
    rate[k] = is_line(sided) ? j->v[k] - i->v[k] : 0;
  }
  return size_of(rate);
}

static double ball_of(const Switching *switching, const Sided *sided) {
  return is_line(sided) ? switching->ball * switching->state->length : 0;
}

// ---- opening ----

// Lists them, or counts them where there is no list.
static int list_sizes(const System *system, SwitchingSize *list) {
  int count = 0;
  for (int k = 0; k < system->state_measure_count; k++) {
    const int measure = system->state_measures[k];
    if (measure_is_size(system->model->measures[measure].kind->quantity)) {
      if (list != NULL) {
        list[count] = (SwitchingSize){.measure = measure};
      }
      count++;
    }
  }
  return count;
}

int switching_lines_sizes(const System *system) {
  return list_sizes(system, NULL);
}

bool switching_lines_open(Switching *switching, Arena *arena) {
  const System *system = switching->state->system;
  const int count = switching_lines_sizes(system);
  if (count == 0) {
    return true;
  }
  switching->sizes = arena_array(arena, SwitchingSize, count);
  switching->kept = arena_alloc_array(arena, system->model->measure_count, sizeof *switching->kept);
  if (switching->sizes == NULL || switching->kept == NULL) {
    return false;
  }
  memset(switching->kept, 0, (size_t)system->model->measure_count * sizeof *switching->kept);
  switching->size_count = list_sizes(system, switching->sizes);
  return true;
}

// ---- a step ----

static void take(const Switching *switching, const Sided *sided) {
  double d[3], rate[3], *kept = sided->kept;
  kept[LINE_CAME] = 0;
  kept[LINE_NOW] = 0;
  if (!sided->vector) {
    return;
  }
  const double size = vector_of(switching, sided, d), speed = rate_of(switching, sided, rate);
  const double ball = ball_of(switching, sided);
  const bool inside = size <= ball && speed * switching->duration > ball;
  for (int k = 0; k < 3; k++) {
    kept[LINE_SIDE + k] = inside ? rate[k] / speed : size > 0 ? d[k] / size : 0;
    kept[LINE_NEXT + k] = inside ? ball * kept[LINE_SIDE + k] : d[k];
  }
  kept[LINE_BALL] = size > 0 || inside ? ball : -1; // without a direction nothing is inside
  kept[LINE_LENGTH] = size;
}

void switching_lines_take(Switching *switching) {
  switching->state->size_sides = NULL;
  for (int k = 0; k < count_of(switching); k++) {
    const Sided sided = sided_at(switching, k);
    if (sided.kept != NULL) {
      take(switching, &sided);
    }
  }
  switching->state->size_sides = switching->kept;
}

void switching_lines_accept(const Switching *switching) {
  for (int k = 0; k < count_of(switching); k++) {
    const Sided sided = sided_at(switching, k);
    double d[3];
    if (sided.vector && vector_of(switching, &sided, d) > sided.kept[LINE_BALL]) {
      memcpy(sided.kept + LINE_NEXT, d, sizeof d);
    }
    if (k >= switching->force_count) {
      SwitchingSize *one = &switching->sizes[k - switching->force_count];
      one->largest = fmax(one->largest, size_of(d));
    }
  }
}

void switching_lines_begin(const Switching *switching) {
  for (int k = 0; k < count_of(switching); k++) {
    double *kept = sided_at(switching, k).kept;
    if (kept == NULL) {
      continue;
    }
    const double size = size_of(kept + LINE_NEXT);
    for (int i = 0; size > 0 && i < 3; i++) {
      kept[LINE_SIDE + i] = kept[LINE_NEXT + i] / size;
      kept[LINE_LENGTH] = size;
    }
    kept[LINE_CAME] = 0;
    kept[LINE_FAST] = kept[LINE_NOW];
  }
}

// ---- asking ----

// False for what has neither.
static bool find(const Switching *switching, const SwitchingFunction *function, Sided *sided) {
  if (function->kind != SWITCHING_FORCE && function->kind != SWITCHING_SIZE) {
    return false;
  }
  *sided = function->kind == SWITCHING_FORCE
               ? of_force(switching, &switching->forces[function->object])
               : of_size(switching, &switching->sizes[function->object]);
  return sided->kept != NULL;
}

// Twice as fast as it was seen to be it would not come to zero in this step.
static bool rests(const Switching *switching, const Sided *sided) {
  const double *kept = sided->kept;
  const double twice = 2 * switching->step;
  return kept != NULL && kept[LINE_CAME] == 0 &&
         twice * twice * kept[LINE_FAST] <= kept[LINE_LENGTH] * kept[LINE_LENGTH];
}

bool switching_line_rests(const Switching *switching, const SwitchingFunction *function) {
  Sided sided;
  return find(switching, function, &sided) && rests(switching, &sided);
}

bool switching_lines_rest(const Switching *switching) {
  bool rest = count_of(switching) == switching->count; // each of them has one function
  for (int k = 0; k < count_of(switching) && rest; k++) {
    const Sided sided = sided_at(switching, k);
    rest = rests(switching, &sided);
  }
  return rest;
}

bool switching_line_turns(const Switching *switching, const SwitchingFunction *function) {
  Sided sided;
  double d[3];
  if (!find(switching, function, &sided) || !sided.vector) {
    return false;
  }
  const double whole =
      is_line(&sided) ? switching->state->length : switching->sizes[function->object].largest;
  return vector_of(switching, &sided, d) > PASSAGE * whole;
}

double switching_line_side(const Switching *switching, const SwitchingSize *one) {
  const Sided sided = of_size(switching, one);
  double d[3];
  (void)vector_of(switching, &sided, d);
  return line_beyond(sided.kept, d);
}
