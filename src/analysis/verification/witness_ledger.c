// SPDX-License-Identifier: BSD-3-Clause
// witness_ledger.c: energies and momenta by their definitions (see witness.h).
#include <float.h>
#include <math.h>

#include "analysis/verification/witness_inside.h"
#include "system/forces/forces.h"

static const double SAME = 1e-11;      // of the terms of a sum
static const double SAME_START = 1e-9; // initial poses of two runs are projected to their own aims
static const double CLOSED = 10;       // times `part`: of the energies of a motion

double witness_kinetic(const State *state) {
  const System *system = state->system;
  double twice = 0;
  for (int b = 1; b < system->body_count; b++) {
    const int nv = system->bodies[b].nv;
    const double *v = state->v + system->bodies[b].v;
    for (int k = 0; k < nv * nv; k++) {
      twice += v[k / nv] * state->mass[b][k] * v[k % nv];
    }
  }
  return twice / 2;
}

// What the momentum of a body that belongs to a velocity adds along an axis: of m v, or of r x m v
// + A J w.
static double share_of(const BodyKind *kind, const BodyMotion *on, bool angular, int axis,
                       int row) {
  const int i = (axis + 1) % 3, k = (axis + 2) % 3, t = kind->translations;
  if (!angular) {
    return row == axis;
  }
  if (row < t) {
    return row == k ? on->r[i] : row == i ? -on->r[k] : 0;
  }
  return kind->rotations == 1 ? axis == 2 : on->A[3 * axis + row - t];
}

// m v, and r x m v + A J w; terms: the sizes of what is summed up.
static double momentum_of(const State *state, bool angular, int axis, double *terms) {
  const System *system = state->system;
  double sum = 0;
  for (int b = 1; b < system->model->body_count; b++) {
    const BodyKind *kind = system->bodies[b].kind;
    const int nv = system->bodies[b].nv;
    const double *v = state->v + system->bodies[b].v;
    for (int row = 0; row < kind->translations + kind->rotations; row++) {
      const double share = share_of(kind, &state->motion[b], angular, axis, row);
      for (int column = 0; column < nv; column++) {
        const double part = share * state->mass[b][row * nv + column] * v[column];
        sum += part;
        *terms += fabs(part);
      }
    }
  }
  return sum;
}

// A measure of the whole model by its definition; false where it is none of these.
static bool value_of(const Witness *it, const Observed *observed, const MeasureKind *kind,
                     double kinetic, double *value, double *terms) {
  const Observation *o = observed->observation;
  *terms = fabs(kinetic) + fabs(o->potential) + fabs(it->energy_start) + fabs(o->work);
  switch ((int)kind->quantity) {
  case MEASURE_KINETIC:
    *value = kinetic;
    return true;
  case MEASURE_POTENTIAL:
    *value = o->potential;
    return true;
  case MEASURE_TOTAL:
    *value = kinetic + o->potential;
    return true;
  case MEASURE_WORK:
    *value = o->work;
    return true;
  case MEASURE_DRIFT:
    *value = kinetic + o->potential - it->energy_start - o->work;
    return true;
  case MEASURE_MOMENTUM:
  case MEASURE_ANGULAR_MOMENTUM:
    *terms = 0;
    *value = momentum_of(observed->state, kind->quantity == MEASURE_ANGULAR_MOMENTUM,
                         kind->component, terms);
    return true;
  default:
    return false;
  }
}

void witness_ledger_open(Witness *it, State *state) {
  it->potential_low = it->potential_high = forces_potential(state);
  it->energy_start = witness_kinetic(state) + it->potential_low;
  it->drift = it->energy = it->terms = 0;
}

void witness_ledger(Witness *it, const Observed *observed) {
  const State *state = observed->state;
  const Model *model = state->system->model;
  const Observation *o = observed->observation;
  const double kinetic = witness_kinetic(state);
  it->of[WITNESS_LEDGER].instants++;
  witness_find(it, WITNESS_LEDGER, fabs(o->kinetic - kinetic) / (SAME * kinetic + DBL_MIN),
               state->t, "energy.kinetic");
  for (int k = 0; k < observed->measure_count; k++) {
    const Measure *measure = &model->measures[observed->measures[k]];
    double value = 0, terms = 0;
    if (measure->kind->owner == MEASURE_OF_MODEL &&
        value_of(it, observed, measure->kind, kinetic, &value, &terms)) {
      witness_find(it, WITNESS_LEDGER,
                   fabs(state->measures[observed->measures[k]] - value) / (SAME * terms + DBL_MIN),
                   state->t, measure->kind->name);
    }
  }
  const double drift = fabs(kinetic + o->potential - it->energy_start - o->work);
  if (drift > it->drift) {
    it->drift = drift;
    it->drift_t = state->t;
  }
  it->potential_low = fmin(it->potential_low, o->potential);
  it->potential_high = fmax(it->potential_high, o->potential);
  it->energy = fmax(it->energy, fmax(kinetic, fabs(o->work)));
  it->terms = fmax(it->terms, kinetic + fabs(o->potential) + fabs(o->work));
}

// How many of its own absolute tolerances the best known coordinate moves by. Where it is few, so
// are the digits of its energy.
static double resolved(const Witness *it) {
  double most = 0;
  for (int i = 0; it->retraces && i < it->state->system->nq; i++) {
    const double span = it->high[i] - it->low[i];
    most = it->absolute[i] > 0 && span > 0 ? fmax(most, span / it->absolute[i]) : most;
  }
  return it->retraces ? most : HUGE_VAL;
}

void witness_ledger_end(Witness *it) {
  const double energy = fmax(it->energy, it->potential_high - it->potential_low);
  if (!it->loses && resolved(it) > 1) { // else nothing moved that tolerances tell
    witness_find(it, WITNESS_LEDGER,
                 it->drift / (CLOSED * (it->part + 1 / resolved(it)) * energy + SAME * it->terms +
                              CLOSED * it->nothing + DBL_MIN),
                 it->drift_t, "energy.drift");
  }
}

void witness_told_energy(Witness *it, double told) {
  if (it->of[WITNESS_LEDGER].instants > 0) {
    witness_find(it, WITNESS_LEDGER,
                 fabs(told - it->energy_start) / (SAME_START * it->terms + DBL_MIN), 0,
                 "energy at the start");
  }
}

void witness_told_drift(Witness *it, double ratio, double t) {
  witness_find(it, WITNESS_LEDGER, ratio, t, "the drift of the run itself");
}
