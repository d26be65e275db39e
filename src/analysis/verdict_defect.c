// SPDX-License-Identifier: BSD-3-Clause
// verdict_defect.c: how far the equations of motion are missed, by scales of the motion itself.
//
// Of every body, over time: what positions are off by beside its way, what velocities are off by
// beside the velocity that its accelerations make (or its own), and the impulse of what forces and
// moments do not balance beside that of the largest ones. No scale is less than a thousandth of the
// largest in the model, nor than a millionth of the length scale (in the duration).
#include <float.h>
#include <math.h>

#include "analysis/verdict_inside.h"
#include "system/length.h"

static const double PART_OF_MODEL = 1e-3, PART_OF_LENGTH = 1e-6;
static const double ROUND_OFF = 64 * DBL_EPSILON / VERDICT_DOUBT;

// Scales of the whole model.
typedef struct ModelScales {
  double way, speed; // m, m/s
  double force;      // N s
} ModelScales;

static ModelScales scales_of_model(const Recorder *recorder) {
  const State *state = recorder->state;
  const Scales *scales = &recorder->scales;
  ModelScales it = {.way = PART_OF_LENGTH / PART_OF_MODEL * state->length};
  it.speed = it.way / recorder->duration;
  for (int b = 1; b < state->system->body_count; b++) {
    const RecheckBody *of = &recorder->recheck.of[b];
    const double length = length_of_body(state, b);
    it.way = fmax(it.way, fmax(of->going.size, of->swinging.size * length));
    it.way = fmax(it.way, fmax(scales->way[b], scales->turned[b] * length));
    it.speed = fmax(it.speed, fmax(of->moving.size, of->turning.size * length));
    it.speed = fmax(it.speed, fmax(scales->speed[b], scales->turn[b] * length));
    it.force = fmax(it.force, fmax(of->force.size, of->moment.size / length));
  }
  return it;
}

// A scale: what it is called and its unit.
typedef struct Scale {
  double size;
  const char *unit, *of;
} Scale;

// What forces of this size make of a mass (or moments of an inertia) by round-off alone.
static double round_off(double impulse, double inertia) {
  return inertia > 0 ? ROUND_OFF * impulse / inertia : 0;
}

// Makes a figure of a sum when it is worse than what stands there.
static void take_worse(AuditFigure *figure, const RecheckSum *sum, Scale scale, const char *body) {
  if (sum->off > 0 && scale.size > 0 &&
      !(figure->body != NULL && sum->off * figure->scale <= figure->value * scale.size)) {
    figure->value = sum->off;
    figure->scale = scale.size;
    figure->unit = scale.unit;
    figure->of = scale.of;
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

static void judge_body(const Recorder *recorder, const ModelScales *model, int b, Audit *audit) {
  static const char *const SPEED = "the velocity that accelerations make";
  const SystemBody *body = &recorder->state->system->bodies[b];
  const RecheckBody *of = &recorder->recheck.of[b];
  const Scales *scales = &recorder->scales;
  const double way = PART_OF_MODEL * model->way, speed = PART_OF_MODEL * model->speed;
  const double force = PART_OF_MODEL * model->force, length = length_of_body(recorder->state, b);
  AuditFigure *defect = &audit->figures[AUDIT_DEFECT], *free = &audit->figures[AUDIT_FREE_BODY];
  const double own = fmax(scales->way[b], scales->travel[b]);
  take_worse(defect, &of->going, (Scale){fmax(fmax(of->going.size, own), way), "m", "the way"},
             body->name);
  take_worse(defect, &of->swinging,
             (Scale){fmax(fmax(of->swinging.size, scales->turned[b]), way / length), "rad",
                     "the angle turned"},
             body->name);
  const double mass = recorder->state->body_mass[b];
  const double fast = fmax(round_off(of->force.size, mass), scales->speed[b]);
  const double inertia = least_inertia(recorder->state, b);
  const double turn =
      fmax(round_off(of->moment.size + of->force.size * length, inertia), scales->turn[b]);
  take_worse(defect, &of->moving, (Scale){fmax(fmax(speed, fast), of->moving.size), "m/s", SPEED},
             body->name);
  take_worse(defect, &of->turning,
             (Scale){fmax(fmax(speed / length, turn), of->turning.size), "rad/s", SPEED},
             body->name);
  const double push = fmax(force, fmax(of->force.size, mass * fmax(speed, scales->speed[b])));
  take_worse(free, &of->force, (Scale){push, "N s", "the impulse of the largest force"},
             body->name);
  take_worse(
      free, &of->moment,
      (Scale){fmax(of->moment.size, push * length), "N m s", "the impulse of the largest moment"},
      body->name);
}

void verdict_defect(const Recorder *recorder, Audit *audit) {
  const ModelScales model = scales_of_model(recorder);
  audit->figures[AUDIT_DEFECT] = (AuditFigure){.what = "defect", .unit = "m/s"};
  audit->figures[AUDIT_FREE_BODY] = (AuditFigure){.what = "free body", .unit = "N s"};
  for (int b = 1; b < recorder->state->system->body_count; b++) {
    judge_body(recorder, &model, b, audit);
  }
}
