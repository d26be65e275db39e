// SPDX-License-Identifier: BSD-3-Clause
// watch_lines.c: on which side of zero the lines of forces are, and sizes (see watch_lines.h).
#include "analysis/events/watch_lines.h"

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

static Sided of_force(const Watches *watches, const ForceWatch *one) {
  const ForceNotes notes = one->force->kind->switches->notes;
  return (Sided){.kept = notes == NOTES_NOTHING ? NULL : watches->state->kept[one->force->force],
                 .marker = {one->force->marker[0], one->force->marker[1]},
                 .quantity = MEASURE_DISTANCE,
                 .vector = notes == NOTES_LINE};
}

static Sided of_size(const Watches *watches, const SizeWatch *one) {
  const Model *model = watches->state->system->model;
  Axis axis;
  Sided sided = {.kept = watches->kept[one->measure],
                 .quantity = model->measures[one->measure].kind->quantity,
                 .vector = true};
  state_measure_frames(model, &model->measures[one->measure], sided.marker, &axis);
  return sided;
}

static int count_of(const Watches *watches) {
  return watches->force_count + watches->size_count;
}

static Sided sided_at(const Watches *watches, int k) {
  return k < watches->force_count ? of_force(watches, &watches->forces[k])
                                  : of_size(watches, &watches->sizes[k - watches->force_count]);
}

static bool is_line(const Sided *sided) {
  return measure_is_line(sided->quantity);
}

static double size_of(const double d[3]) {
  return sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
}

// d at the present point.
static double vector_of(const Watches *watches, const Sided *sided, double d[3]) {
  State *state = watches->state;
  const Frame frame[2] = {*state_frame(state, sided->marker[0]),
                          *state_frame(state, sided->marker[1])};
  measure_vector(sided->quantity, frame, d);
  return size_of(d);
}

// How it goes on; of what is no place that is not known.
static double rate_of(const Watches *watches, const Sided *sided, double rate[3]) {
  const Frame *i = state_frame(watches->state, sided->marker[0]);
  const Frame *j = state_frame(watches->state, sided->marker[1]);
  for (int k = 0; k < 3; k++) {
    rate[k] = is_line(sided) ? j->v[k] - i->v[k] : 0;
  }
  return size_of(rate);
}

static double ball_of(const Watches *watches, const Sided *sided) {
  return is_line(sided) ? watches->ball * watches->state->length : 0;
}

// ---- opening ----

// Lists them, or counts them where there is no list.
static int list_sizes(const System *system, SizeWatch *list) {
  int count = 0;
  for (int k = 0; k < system->state_measure_count; k++) {
    const int measure = system->state_measures[k];
    if (measure_is_size(system->model->measures[measure].kind->quantity)) {
      if (list != NULL) {
        list[count] = (SizeWatch){.measure = measure};
      }
      count++;
    }
  }
  return count;
}

int watch_lines_sizes(const System *system) {
  return list_sizes(system, NULL);
}

bool watch_lines_open(Watches *watches, Arena *arena) {
  const System *system = watches->state->system;
  const int count = watch_lines_sizes(system);
  if (count == 0) {
    return true;
  }
  watches->sizes = arena_array(arena, SizeWatch, count);
  watches->kept = arena_alloc_array(arena, system->model->measure_count, sizeof *watches->kept);
  if (watches->sizes == NULL || watches->kept == NULL) {
    return false;
  }
  memset(watches->kept, 0, (size_t)system->model->measure_count * sizeof *watches->kept);
  watches->size_count = list_sizes(system, watches->sizes);
  return true;
}

// ---- a step ----

static void take(const Watches *watches, const Sided *sided) {
  double d[3], rate[3], *kept = sided->kept;
  kept[LINE_CAME] = 0;
  kept[LINE_NOW] = 0;
  if (!sided->vector) {
    return;
  }
  const double size = vector_of(watches, sided, d), speed = rate_of(watches, sided, rate);
  const double ball = ball_of(watches, sided);
  const bool inside = size <= ball && speed * watches->duration > ball;
  for (int k = 0; k < 3; k++) {
    kept[LINE_SIDE + k] = inside ? rate[k] / speed : size > 0 ? d[k] / size : 0;
    kept[LINE_NEXT + k] = inside ? ball * kept[LINE_SIDE + k] : d[k];
  }
  kept[LINE_BALL] = size > 0 || inside ? ball : -1; // without a direction nothing is inside
  kept[LINE_LENGTH] = size;
}

void watch_lines_take(Watches *watches) {
  watches->state->size_sides = NULL;
  for (int k = 0; k < count_of(watches); k++) {
    const Sided sided = sided_at(watches, k);
    if (sided.kept != NULL) {
      take(watches, &sided);
    }
  }
  watches->state->size_sides = watches->kept;
}

void watch_lines_accept(const Watches *watches) {
  for (int k = 0; k < count_of(watches); k++) {
    const Sided sided = sided_at(watches, k);
    double d[3];
    if (sided.vector && vector_of(watches, &sided, d) > sided.kept[LINE_BALL]) {
      memcpy(sided.kept + LINE_NEXT, d, sizeof d);
    }
    if (k >= watches->force_count) {
      SizeWatch *one = &watches->sizes[k - watches->force_count];
      one->largest = fmax(one->largest, size_of(d));
    }
  }
}

void watch_lines_begin(const Watches *watches) {
  for (int k = 0; k < count_of(watches); k++) {
    double *kept = sided_at(watches, k).kept;
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
static bool find(const Watches *watches, const Watch *watch, Sided *sided) {
  if (watch->kind != WATCH_FORCE && watch->kind != WATCH_SIZE) {
    return false;
  }
  *sided = watch->kind == WATCH_FORCE ? of_force(watches, &watches->forces[watch->object])
                                      : of_size(watches, &watches->sizes[watch->object]);
  return sided->kept != NULL;
}

// Twice as fast as it was seen to be it would not come to zero in this step.
static bool rests(const Watches *watches, const Sided *sided) {
  const double *kept = sided->kept;
  const double twice = 2 * watches->step;
  return kept != NULL && kept[LINE_CAME] == 0 &&
         twice * twice * kept[LINE_FAST] <= kept[LINE_LENGTH] * kept[LINE_LENGTH];
}

bool watch_line_rests(const Watches *watches, const Watch *watch) {
  Sided sided;
  return find(watches, watch, &sided) && rests(watches, &sided);
}

bool watch_lines_rest(const Watches *watches) {
  bool rest = count_of(watches) == watches->count; // each of them has one function
  for (int k = 0; k < count_of(watches) && rest; k++) {
    const Sided sided = sided_at(watches, k);
    rest = rests(watches, &sided);
  }
  return rest;
}

bool watch_line_turns(const Watches *watches, const Watch *watch) {
  Sided sided;
  double d[3];
  if (!find(watches, watch, &sided) || !sided.vector) {
    return false;
  }
  const double whole =
      is_line(&sided) ? watches->state->length : watches->sizes[watch->object].largest;
  return vector_of(watches, &sided, d) > PASSAGE * whole;
}

double watch_line_side(const Watches *watches, const SizeWatch *one) {
  const Sided sided = of_size(watches, one);
  double d[3];
  (void)vector_of(watches, &sided, d);
  return line_beyond(sided.kept, d);
}
