// SPDX-License-Identifier: BSD-3-Clause
// verdict_defect.c: how far the equations of motion are missed, by scales of the motion itself.
//
// Of every body, over time: what positions are off by beside its way, what velocities are off by
// beside the velocity that its accelerations make (or its own), and the impulse of what forces and
// moments do not balance beside that of the largest ones. No scale is less than a thousandth of the
// largest in the model, nor than a millionth of the length scale (in the duration).
#include <float.h>
#include <math.h>

#include "analysis/audit/verdict.h"
#include "system/state/length.h"

static const double PART_OF_MODEL = 1e-3, PART_OF_LENGTH = 1e-6;
static const double ROUND_OFF = 64 * DBL_EPSILON / VERDICT_DOUBT;

// Of the length scale (an angle): what could be missed in the whole duration is more.
static const double MATTERS = 1e-3;
// Parts of any sign come to no more than so many times the root of their squares.
static const double CHANCE = 3;
static const double NOTHING = 1e-9; // of a momentum: an impulse, where nothing pushes

// Scales of all bodies of an island.
typedef struct ModelScales {
  const AbsoluteTolerances *tolerances;
  double way, speed; // m, m/s
  double force;      // N s
  double momentum;   // N s: the largest of a body
} ModelScales;

// The largest element of its inertia on the diagonal; 0 for a point.
static double largest_inertia(const State *state, int b) {
  const SystemBody *body = &state->system->bodies[b];
  double largest = 0;
  for (int k = body->kind->translations; k < body->nv; k++) {
    largest = fmax(largest, state->mass[b][k * body->nv + k]);
  }
  return largest;
}

static ModelScales scales_of_island(const Recorder *recorder, const SchemeSettings *settings,
                                    int island) {
  const State *state = recorder->state;
  const AuditScales *scales = &recorder->scales;
  ModelScales it = {.tolerances = &settings->absolute};
  for (int b = island; b != 0; b = scales->next_of[b]) {
    it.way = fmax(it.way, PART_OF_LENGTH / PART_OF_MODEL * length_of_body(state, b));
  }
  it.speed = it.way / recorder->duration;
  for (int b = island; b != 0; b = scales->next_of[b]) {
    const DefectBody *of = &recorder->defect.of[b];
    const double length = length_of_body(state, b);
    it.way = fmax(it.way, fmax(of->going.size, of->swinging.size * length));
    it.way = fmax(it.way, fmax(scales->way[b], scales->turned[b] * length));
    it.speed = fmax(it.speed, fmax(of->moving.size, of->turning.size * length));
    it.speed = fmax(it.speed, fmax(scales->speed[b], scales->turn[b] * length));
    it.force = fmax(it.force, fmax(of->force.size, of->moment.size / length));
    it.momentum = fmax(it.momentum, fmax(state->body_mass[b] * scales->speed[b],
                                         largest_inertia(state, b) * scales->turn[b] / length));
  }
  return it;
}

// By what a sum is judged: over time, and what it comes to with signs by what there is at a time.
typedef struct Scale {
  double size, at_once; // at_once 0: only over time
  const char *unit, *of, *of_once;
} Scale;

double verdict_blur(const Recorder *recorder, const AbsoluteTolerances *tolerances, int body) {
  const DefectBody *of = &recorder->defect.of[body];
  const AuditScales *scales = &recorder->scales;
  const double length = length_of_body(recorder->state, body), time = recorder->duration;
  if (sqrt(of->moving.most) * time > MATTERS * length || sqrt(of->turning.most) * time > MATTERS) {
    return 1;
  }
  const double fine = tolerance_weights_absolute(tolerances, length);
  const double seen = fmax(scales->travel[body] / fine, scales->turned[body] / tolerances->angle);
  return fmax(VERDICT_RESOLVED / fmax(seen, 1), 1);
}

// What forces of this size make of a mass (or moments of an inertia) by round-off alone.
static double round_off(double impulse, double inertia) {
  return inertia > 0 ? ROUND_OFF * impulse / inertia : 0;
}

// What a sum comes to with signs. Where that is no more than chance makes of its parts, what is
// done within a step, as a random walk over all of them.
static double comes_to(const Recorder *recorder, const DefectSum *sum) {
  const double steps = (double)recorder->scales.looks, most = sqrt(sum->most);
  return sum->most > CHANCE * CHANCE * sum->squares
             ? most
             : fmin(most, sum->local / recorder->defect.t * sqrt(steps));
}

// Makes a figure of a sum when it is worse than what stands there. What goes to and fro (the rate
// of an interpolant, in steps of changing length) counts by what it comes to.
static void take_worse(const Recorder *recorder, AuditFigure *figure, const DefectSum *sum,
                       Scale scale, const char *body) {
  const double net = scale.at_once > 0 ? comes_to(recorder, sum) : HUGE_VAL;
  const bool less = net * scale.size < sum->off * scale.at_once;
  const double value = less ? net : sum->off, size = less ? scale.at_once : scale.size;
  if (value > 0 && size > 0 &&
      !(figure->body != NULL && value * figure->scale <= figure->value * size)) {
    figure->value = value;
    figure->scale = size;
    figure->unit = scale.unit;
    figure->of = less ? scale.of_once : scale.of;
    figure->body = body;
    figure->t = sum->peak_t;
  }
}

// The least element of its inertia on the diagonal; 0 for a point.
static double least_inertia(const State *state, int b) {
  const SystemBody *body = &state->system->bodies[b];
  const int t = body->kind->translations;
  double least = HUGE_VAL;
  for (int k = t; k < body->nv; k++) {
    least = fmin(least, state->mass[b][k * body->nv + k]);
  }
  return body->nv > t ? least : 0;
}

// Both speeds of a body, or both of its ways.
typedef struct Speeds {
  double going, turning; // m/s, rad/s; or m, rad
} Speeds;

// What its forces make of its velocities by round-off alone.
static Speeds rounded_speeds(const Recorder *recorder, int b) {
  const DefectBody *of = &recorder->defect.of[b];
  const double moment = of->moment.size + of->force.size * length_of_body(recorder->state, b);
  return (Speeds){.going = round_off(of->force.size, recorder->state->body_mass[b]),
                  .turning = round_off(moment, least_inertia(recorder->state, b))};
}

// The least that its ways are judged by: next to nothing in the island, or what those velocities
// come to when each step has its own.
static Speeds least_ways(const Recorder *recorder, const ModelScales *model, int b) {
  const Speeds rounded = rounded_speeds(recorder, b);
  const double time = recorder->defect.t / sqrt(fmax((double)recorder->scales.looks, 1));
  const double part = PART_OF_MODEL * model->way;
  return (Speeds){.going = fmax(part, rounded.going * time),
                  .turning =
                      fmax(part / length_of_body(recorder->state, b), rounded.turning * time)};
}

// Both speeds of a body, but for round-off and what is next to nothing in the island.
static Speeds speeds_of(const Recorder *recorder, const ModelScales *model, int b) {
  const AuditScales *scales = &recorder->scales;
  const double length = length_of_body(recorder->state, b);
  const double part = PART_OF_MODEL * model->speed;
  const double blur = verdict_blur(recorder, model->tolerances, b);
  const Speeds rounded = rounded_speeds(recorder, b);
  return (Speeds){.going = fmax(fmax(part, blur * scales->speed[b]), rounded.going),
                  .turning = fmax(fmax(part / length, blur * scales->turn[b]), rounded.turning)};
}

static void judge_motion(const Recorder *recorder, const ModelScales *model, int b,
                         AuditFigure *defect) {
  static const char *const MADE = "the velocity change";
  static const char *const OWN = "the largest speed";
  const char *name = recorder->state->system->bodies[b].name;
  const DefectBody *of = &recorder->defect.of[b];
  const AuditScales *scales = &recorder->scales;
  const Speeds speeds = speeds_of(recorder, model, b), least = least_ways(recorder, model, b);
  const double blur = verdict_blur(recorder, model->tolerances, b);
  const double own = fmax(scales->way[b], scales->travel[b]);
  take_worse(recorder, defect, &of->going,
             (Scale){.size = fmax(blur * fmax(of->going.size, own), least.going),
                     .unit = "m",
                     .of = "the path length"},
             name);
  take_worse(recorder, defect, &of->swinging,
             (Scale){.size = fmax(blur * fmax(of->swinging.size, scales->turned[b]), least.turning),
                     .unit = "rad",
                     .of = "the rotation"},
             name);
  take_worse(recorder, defect, &of->moving,
             (Scale){fmax(speeds.going, blur * of->moving.size), speeds.going, "m/s", MADE, OWN},
             name);
  take_worse(
      recorder, defect, &of->turning,
      (Scale){fmax(speeds.turning, blur * of->turning.size), speeds.turning, "rad/s", MADE, OWN},
      name);
}

static void judge_forces(const Recorder *recorder, const ModelScales *model, int b,
                         AuditFigure *free) {
  const State *state = recorder->state;
  const char *name = state->system->bodies[b].name;
  const DefectBody *of = &recorder->defect.of[b];
  const double length = length_of_body(state, b);
  const double least = fmax(PART_OF_MODEL * model->force, NOTHING * model->momentum);
  const Speeds speeds = speeds_of(recorder, model, b);
  const double momentum = fmax(least, state->body_mass[b] * speeds.going);
  const double spin = fmax(momentum * length, least_inertia(state, b) * speeds.turning);
  take_worse(recorder, free, &of->force,
             (Scale){fmax(momentum, of->force.size), momentum, "N s",
                     "the impulse of the largest force", "the momentum"},
             name);
  take_worse(recorder, free, &of->moment,
             (Scale){fmax(spin, of->moment.size), spin, "N m s",
                     "the impulse of the largest moment", "the angular momentum"},
             name);
}

void verdict_defect(const Recorder *recorder, const SchemeSettings *settings, Audit *audit) {
  const System *system = recorder->state->system;
  const int *island = recorder->scales.island;
  audit->figures[AUDIT_DEFECT] =
      (AuditFigure){.what = "defect of the equations of motion", .unit = "m/s"};
  audit->figures[AUDIT_FREE_BODY] =
      (AuditFigure){.what = "defect of the force balance", .unit = "N s"};
  for (int first = 1; first < system->body_count; first++) {
    if (island[first] != first) {
      continue;
    }
    const ModelScales model = scales_of_island(recorder, settings, first);
    for (int b = first; b != 0; b = recorder->scales.next_of[b]) {
      judge_motion(recorder, &model, b, &audit->figures[AUDIT_DEFECT]);
      judge_forces(recorder, &model, b, &audit->figures[AUDIT_FREE_BODY]);
    }
  }
}
