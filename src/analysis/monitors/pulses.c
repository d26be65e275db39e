// SPDX-License-Identifier: BSD-3-Clause
// pulses.c: what happens quickly between the points at which a step looked (see pulses.h).
#include "analysis/monitors/pulses.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "system/equations/residual.h"
#include "system/forces/solve.h"
#include "system/state/length.h"
#include "system/state/tolerance_weights.h"

static const double USUAL = 4;               // times what divided differences say
static const double FACTOR = 10;             // above what is allowed
static const double INNER = 100, PART = 0.1; // of a whole step; of its accelerations
static const double STRAIGHT = 0.05, SMOOTH = 8, GENTLE = 16;
static const double NARROWEST = 1e-7; // part of a gap
static const double ROUND_OFF = 64 * DBL_EPSILON;
enum { RANGES = 200 };

// ---- values and ranges ----

static const Program *program_of(const Pulses *pulses, int k) {
  return &pulses->state->system->model->numbers[pulses->numbers[k]].program;
}

// Of all instructions of a number.
static const Enclosure *enclosures_of(Pulses *pulses, int k, double low, double high, int order) {
  const Program *program = program_of(pulses, k);
  pulses->ranges++;
  bounds_stretch(&pulses->bounds, low, high, order);
  return bounds_program(&pulses->bounds, program, program->result + 1);
}

static Enclosure enclosure_of(Pulses *pulses, int k, double low, double high, int order) {
  return enclosures_of(pulses, k, low, high, order)[program_of(pulses, k)->result];
}

static double value_at(Pulses *pulses, int k, double x) {
  return interval_middle(enclosure_of(pulses, k, x, x, 0).c[0]);
}

// ---- looks ----

// The largest difference of a velocity that accelerations a make in the span [s] beside v_rate,
// over its tolerance; whose it is, and how large.
static double find_worst(Pulses *pulses, double span) {
  State *state = pulses->state;
  const System *system = state->system;
  double worst = 0;
  pulses->body = 0;
  pulses->missed = 0;
  for (int b = 1; b < system->body_count; b++) {
    const SystemBody *body = &system->bodies[b];
    for (int k = 0; k < body->nv; k++) {
      const int i = body->v + k;
      const double off = fabs(pulses->a[i] - pulses->v_rate[i]);
      const double part = off * span / pulses->weight[system->nq + i];
      if (!(part <= worst)) {
        worst = part;
        pulses->body = b;
        pulses->missed = off * (k < body->kind->translations ? 1 : length_of_body(state, b));
      }
    }
  }
  return worst;
}

// How far the accelerations at x are from those of the dense output, in the sense of find_worst, in
// what constraints leave free unless laws of time move them. In the rest the dense output leaves
// the constraints, which the drift tells; schemes on the position constraints by round-off of
// places over the step.
static double look_at(Pulses *pulses, Scheme *scheme, double x, double span) {
  State *state = pulses->state;
  const Dense *dense = scheme_own_dense(scheme);
  const double t = dense->t + x * dense->h;
  scheme_at(scheme, t, pulses->q, pulses->v, pulses->q_rate, pulses->v_rate);
  state_stand(state, t, pulses->q, pulses->v);
  if (solve_motion(state, pulses->a, pulses->lambda) != EQUATIONS_SOLVED) {
    state->fault.set = false; // a shorter step will tell
    return HUGE_VAL;
  }
  tolerance_weights_weigh(state, pulses->settings->relative, pulses->absolute, pulses->q, pulses->v,
                          pulses->weight);
  const double worst = find_worst(pulses, span);
  if (!(worst > FACTOR) || pulses->driven || state->system->nc == 0 || state->moved != NULL) {
    return worst;
  }
  const int nv = state->system->nv;
  for (int i = 0; i < nv; i++) {
    pulses->v_rate[i] -= pulses->a[i];
  }
  residual_keep_free(state, pulses->v_rate, pulses->lambda, pulses->part);
  for (int i = 0; i < nv; i++) {
    pulses->v_rate[i] += pulses->a[i];
  }
  return find_worst(pulses, span);
}

// ---- gaps ----

// A gap between two nodes: the chord of a number there, and what is usual beside it.
typedef struct Gap {
  int k;
  double low, high, at_low, slope, room;
} Gap;

static double chord_at(const Gap *gap, double x) {
  return gap->at_low + gap->slope * (x - gap->low);
}

// How far the number leaves the chord at most on a part of the gap; *middle: in its middle.
static double deviation(Pulses *pulses, const Gap *gap, const PulsePart *part, double *middle) {
  const double low = part->low, high = part->high;
  const double m = 0.5 * (low + high), half = 0.5 * (high - low), at_m = chord_at(gap, m);
  const Enclosure thin = enclosure_of(pulses, gap->k, m, m, 1);
  const Enclosure whole = enclosure_of(pulses, gap->k, low, high, 2);
  *middle = interval_middle(thin.c[0]) - at_m;
  const double value = interval_size(interval_subtract(thin.c[0], interval_point(at_m)));
  const double slope = interval_size(interval_subtract(thin.c[1], interval_point(gap->slope)));
  const double taylor = value + slope * half + interval_size(whole.c[2]) * half * half;
  const double above = whole.c[0].hi - fmin(chord_at(gap, low), chord_at(gap, high));
  const double below = fmax(chord_at(gap, low), chord_at(gap, high)) - whole.c[0].lo;
  const double plain = fmax(above, below);
  return taylor < plain ? taylor : plain;
}

// The place with about the largest deviation so far.
typedef struct Summit {
  int gap;
  double x, width, deviation;
} Summit;

// Bounds a part, and keeps it where it may hold more than is usual.
static void look_into(Pulses *pulses, const Gap *gaps, PulsePart part, int *count, Summit *summit) {
  const Gap *gap = &gaps[part.gap];
  double middle = 0;
  part.bound = deviation(pulses, gap, &part, &middle);
  if (fabs(middle) > fmax(gap->room, summit->deviation)) {
    *summit = (Summit){.gap = part.gap,
                       .x = 0.5 * (part.low + part.high),
                       .width = part.high - part.low,
                       .deviation = fabs(middle)};
  }
  if (part.bound > gap->room && *count < PULSE_PARTS) {
    pulses->parts[(*count)++] = part;
  }
}

// The part with the largest bound, taken off the list; false where none is left.
static bool take_largest(PulsePart *parts, int *count, PulsePart *part) {
  int largest = 0;
  for (int k = 1; k < *count; k++) {
    largest = parts[k].bound > parts[largest].bound ? k : largest;
  }
  if (*count == 0) {
    return false;
  }
  *part = parts[largest];
  parts[largest] = parts[--*count];
  return true;
}

static Summit summit_of(Pulses *pulses, const Gap *gaps, int gap_count) {
  Summit summit = {.deviation = 0};
  PulsePart part;
  int count = 0;
  for (int k = 0; k < gap_count; k++) {
    part = (PulsePart){.gap = k, .low = gaps[k].low, .high = gaps[k].high};
    look_into(pulses, gaps, part, &count, &summit);
  }
  while (pulses->ranges < RANGES && take_largest(pulses->parts, &count, &part) &&
         !(part.bound <= 2 * summit.deviation)) {
    const Gap *gap = &gaps[part.gap];
    const double m = 0.5 * (part.low + part.high);
    if (part.high - part.low > NARROWEST * (gap->high - gap->low)) {
      look_into(pulses, gaps, (PulsePart){part.gap, part.low, m, 0}, &count, &summit);
      look_into(pulses, gaps, (PulsePart){part.gap, m, part.high, 0}, &count, &summit);
    }
  }
  return summit;
}

// ---- one number ----

// The nodes of a step with the last one of the step before, where there is one, and a number there.
typedef struct Nodes {
  double x[SCHEME_NODES + 1], value[SCHEME_NODES + 1];
  int first, count; // first: of this step
} Nodes;

static void take_nodes(Pulses *pulses, const Scheme *scheme, int k, Nodes *nodes) {
  const BoundsStep *step = &pulses->bounds.step;
  nodes->count = 0;
  if (pulses->continues) {
    nodes->x[0] = (pulses->before_t[k] - step->t) / step->h;
    nodes->value[nodes->count++] = pulses->before[k];
  }
  nodes->first = nodes->count;
  for (int j = 0; j < scheme->node_count; j++) {
    const double x = scheme->nodes[j];
    nodes->x[nodes->count] = x;
    nodes->value[nodes->count++] = j == 0                        ? pulses->start[k]
                                   : j + 1 == scheme->node_count ? pulses->end[k]
                                                                 : value_at(pulses, k, x);
  }
}

// The divided difference of second order over nodes j - 1, j, j + 1; 0 where one is missing.
static double bend_at(const Nodes *nodes, int j) {
  if (j < 1 || j + 1 >= nodes->count) {
    return 0;
  }
  const double *x = nodes->x + j, *f = nodes->value + j;
  const double before = (f[0] - f[-1]) / (x[0] - x[-1]), after = (f[1] - f[0]) / (x[1] - x[0]);
  return fabs(after - before) / (x[1] - x[-1]);
}

static bool gaps_are_seen(Pulses *pulses, Scheme *scheme, int k, double unknown) {
  const BoundsStep *step = &pulses->bounds.step;
  Nodes nodes;
  Gap gaps[SCHEME_NODES];
  int count = 0;
  take_nodes(pulses, scheme, k, &nodes);
  pulses->last[k] = nodes.value[nodes.count - 2];
  pulses->last_t[k] = step->t + nodes.x[nodes.count - 2] * step->h;
  for (int j = nodes.first; j + 1 < nodes.count; j++) {
    const double *x = nodes.x + j, *f = nodes.value + j, width = x[1] - x[0];
    const double usual = fmax(bend_at(&nodes, j), bend_at(&nodes, j + 1)) * width * width / 4;
    gaps[count++] =
        (Gap){.k = k,
              .low = x[0],
              .high = x[1],
              .at_low = f[0],
              .slope = (f[1] - f[0]) / width,
              .room = USUAL * usual + pulses->settings->relative * fmax(fabs(f[0]), fabs(f[1])) +
                      unknown + DBL_MIN};
  }
  const Summit summit = summit_of(pulses, gaps, count);
  const Gap *gap = &gaps[summit.gap];
  if (summit.deviation == 0 ||
      !(look_at(pulses, scheme, summit.x, (gap->high - gap->low) * step->h) > FACTOR)) {
    return true;
  }
  pulses->t = step->t + summit.x * step->h;
  pulses->missed *= summit.width * step->h;
  return false;
}

// How large it is at least: what is not known is no bend.
static double least_of(Interval x) {
  return interval_has_zero(x) ? 0 : fmin(fabs(x.lo), fabs(x.hi));
}

// Value and bends at an end of the step; bends of its terms, too.
static void look_at_end(Pulses *pulses, int k, double x, double *value, double *bend) {
  const double h = pulses->bounds.step.h;
  const Enclosure *all = enclosures_of(pulses, k, x, x, 2);
  value[k] = interval_middle(all[pulses->terms[pulses->first[k]]].c[0]);
  for (int i = pulses->first[k]; i < pulses->first[k + 1]; i++) {
    bend[i] = least_of(all[pulses->terms[i]].c[2]) / (h * h);
  }
}

// Whether item i, a number or a term, bends over the whole step as at its ends, and in the middle
// where that is known.
static bool bends_alike(const Pulses *pulses, int i, const Enclosure *whole, double size,
                        const double *middle) {
  const double h = pulses->bounds.step.h;
  const double ends = (pulses->start_bend[i] + pulses->end_bend[i]) * (h * h);
  const double bends = middle != NULL ? ends + middle[i] : ends;
  return interval_size(whole[pulses->terms[i]].c[2]) <= SMOOTH * bends + 4 * size;
}

// Of a sum, whose terms may cancel.
static double round_off_of(const Pulses *pulses, int k, const Enclosure *whole) {
  double largest = 0;
  for (int i = pulses->first[k] + 1; i < pulses->first[k + 1]; i++) {
    largest = fmax(largest, interval_size(whole[pulses->terms[i]].c[0]));
  }
  return ROUND_OFF * largest;
}

// A sum bends as usual, too, where each of its terms does: they may cancel.
static bool is_smooth(const Pulses *pulses, int k, const Enclosure *whole, double size,
                      const double *middle) {
  const int first = pulses->first[k], end = pulses->first[k + 1];
  const double unknown = round_off_of(pulses, k, whole);
  bool smooth = first + 1 < end;
  for (int i = first + 1; i < end && smooth; i++) {
    smooth = bends_alike(pulses, i, whole, size + unknown, middle);
  }
  return smooth || bends_alike(pulses, first, whole, size, middle);
}

static double size_of(const Pulses *pulses, int k) {
  return pulses->settings->relative * fmax(fabs(pulses->start[k]), fabs(pulses->end[k]));
}

// Whether over the whole step the number may do what is not usual: it neither stays between its
// ends nor bends as it does there.
static bool is_suspect(Pulses *pulses, int k) {
  const double one = pulses->start[k], other = pulses->end[k];
  const double room = STRAIGHT * fabs(other - one);
  const Enclosure *whole = enclosures_of(pulses, k, 0, 1, 2);
  const Interval range = whole[pulses->terms[pulses->first[k]]].c[0];
  pulses->last[k] = one;
  pulses->last_t[k] = pulses->bounds.step.t;
  if (!isfinite(one) || !isfinite(other)) {
    return false;
  }
  if (range.lo >= fmin(one, other) - room && range.hi <= fmax(one, other) + room) {
    return false;
  }
  return !is_smooth(pulses, k, whole, size_of(pulses, k), NULL);
}

// As it does there and in the middle, which is no node: what is as narrow as a pulse may stand
// there by chance, and bends by many times what it ranges over.
static bool is_smooth_at_all(Pulses *pulses, int k) {
  const Enclosure *whole = enclosures_of(pulses, k, 0, 1, 2);
  for (int i = pulses->first[k]; i < pulses->first[k + 1]; i++) {
    const Enclosure *one = &whole[pulses->terms[i]];
    if (interval_size(one->c[2]) > GENTLE * (one->c[0].hi - one->c[0].lo)) {
      return false;
    }
  }
  const Enclosure *middle = enclosures_of(pulses, k, 0.5, 0.5, 2);
  for (int i = pulses->first[k]; i < pulses->first[k + 1]; i++) {
    pulses->middle_bend[i] = least_of(middle[pulses->terms[i]].c[2]);
  }
  return is_smooth(pulses, k, enclosures_of(pulses, k, 0, 1, 2), 0, pulses->middle_bend);
}

bool pulses_seen(Pulses *pulses, Scheme *scheme) {
  if (pulses->count == 0) {
    return true;
  }
  const Dense *dense = scheme_dense(scheme);
  bounds_step(
      &pulses->bounds,
      &(BoundsStep){.t = dense->t, .h = dense->h, .degree = dense->degree, .term = dense->term});
  for (int k = 0; k < pulses->count && !pulses->known; k++) {
    look_at_end(pulses, k, 0, pulses->start, pulses->start_bend);
  }
  for (int k = 0; k < pulses->count; k++) {
    look_at_end(pulses, k, 1, pulses->end, pulses->end_bend);
  }
  for (int k = 0; k < pulses->count; k++) { // on one stretch: bodies are bounded once for all
    pulses->suspect[k] = is_suspect(pulses, k);
  }
  bool seen = true;
  for (int k = 0; k < pulses->count && seen; k++) {
    pulses->ranges = 0;
    seen = !pulses->suspect[k] || is_smooth_at_all(pulses, k) ||
           gaps_are_seen(pulses, scheme, k,
                         round_off_of(pulses, k, enclosures_of(pulses, k, 0, 1, 2)));
  }
  return seen;
}

// Whether velocity i would change by much more than allowed, and by more than `least`.
static bool is_off(const Pulses *pulses, int i, double change, double least) {
  return fabs(change) > INNER * pulses->weight[pulses->state->system->nq + i] &&
         fabs(change) > least;
}

// Where something is stiff, accelerations differ by much where the motion does by nothing: what the
// difference does within the step counts (system/observe/defect_effect.h). NULL: it cannot be had.
static const double *find_effect(Pulses *pulses, double step) {
  State *state = pulses->state;
  const System *system = state->system;
  state_rate(state, pulses->v, pulses->rate);
  for (int i = 0; i < system->nq; i++) {
    pulses->q_rate[i] -= pulses->rate[i];
  }
  for (int i = 0; i < system->nv; i++) {
    pulses->v_rate[i] -= pulses->a[i];
  }
  return defect_effect(pulses->effect, state, step, pulses->q_rate, pulses->v_rate);
}

// The first velocity that is off by the effect, or (NULL) by the difference itself, and by more
// than a part of what the accelerations of its body make; -1: none.
static int first_off(const Pulses *pulses, double step, double part, const double *effect) {
  const System *system = pulses->state->system;
  for (int b = 1; b < system->body_count; b++) {
    const SystemBody *body = &system->bodies[b];
    for (int k = 0; k < body->nv; k++) {
      const int i = body->v + k, turns = k < body->kind->translations ? 0 : 1;
      const double change =
          effect != NULL ? effect[system->nq + i] : (pulses->v_rate[i] - pulses->a[i]) * step;
      if (is_off(pulses, i, change, part * pulses->largest[2 * b + turns] * step)) {
        return i;
      }
    }
  }
  return -1;
}

static void take_largest_accelerations(Pulses *pulses) {
  const System *system = pulses->state->system;
  for (int b = 1; b < system->body_count; b++) {
    const SystemBody *body = &system->bodies[b];
    for (int k = 0; k < body->nv; k++) {
      double *largest = &pulses->largest[2 * b + (k < body->kind->translations ? 0 : 1)];
      *largest = fmax(*largest, fabs(pulses->a[body->v + k]));
    }
  }
}

bool pulses_agree(Pulses *pulses, Scheme *scheme, double x) {
  const double step = scheme_own_dense(scheme)->h;
  const double miss = look_at(pulses, scheme, x, step);
  if (!(miss > INNER) || !isfinite(miss)) {
    return true;
  }
  take_largest_accelerations(pulses);
  pulses->missed *= step;
  pulses->t = scheme->dense.t + x * step;
  if (first_off(pulses, step, PART, NULL) < 0) {
    return true;
  }
  const double *effect = find_effect(pulses, step);
  return effect == NULL || first_off(pulses, step, PART, effect) < 0;
}

// Whether accelerations of the dense output are not told to more than what counts.
static bool is_round_off(const Pulses *pulses, const Dense *dense, double span) {
  double largest = 0, least = HUGE_VAL;
  for (int i = 0; i < dense->nq; i++) {
    largest = fmax(largest, fabs(pulses->q[i]));
  }
  for (int i = 0; i < dense->nv; i++) {
    least = fmin(least, pulses->weight[dense->nq + i]);
  }
  return dense->derived && ROUND_OFF * largest * span / (dense->h * dense->h) > INNER * least;
}

bool pulses_follow(Pulses *pulses, Scheme *scheme, double x, double span) {
  const double miss = look_at(pulses, scheme, x, span);
  if (!(miss > INNER) || !isfinite(miss) || is_round_off(pulses, scheme_own_dense(scheme), span)) {
    return true;
  }
  const double *effect = find_effect(pulses, span);
  return effect == NULL || first_off(pulses, span, 0, effect) < 0;
}

static void swap(double **a, double **b) {
  double *const free = *a;
  *a = *b;
  *b = free;
}

void pulses_go_on(Pulses *pulses) {
  swap(&pulses->start, &pulses->end);
  swap(&pulses->start_bend, &pulses->end_bend);
  swap(&pulses->before, &pulses->last);
  swap(&pulses->before_t, &pulses->last_t);
  pulses->known = pulses->continues = true;
}
