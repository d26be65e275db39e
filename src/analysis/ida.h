// SPDX-License-Identifier: BSD-3-Clause
// ida.h: the mechanism under SUNDIALS IDA, with projection inside its corrector.
//
// The only file that knows IDA. One step at a time; between steps the integrator's own
// interpolant gives q, v and their rates.
#ifndef MBS_ANALYSIS_IDA_H
#define MBS_ANALYSIS_IDA_H

#include <stdbool.h>

#include "base/failure.h"
#include "system/assemble.h"
#include "system/result.h"

typedef struct IdaSettings {
  Formulation formulation; // not auto
  double relative;
  double length, angle, velocity, rate; // absolute tolerances [m], [rad], [m/s], [rad/s]
  double aim;                           // scaled misfit at which projections stop
  double max_step, initial_step;        // 0: chosen by IDA
  double min_step;                      // below: the run ends
  bool redundant;                       // some constraint equations are
  double alpha, beta;                   // baumgarte [1/s]
} IdaSettings;

typedef struct Ida Ida;

// Opens IDA for the state's system. NULL when memory ran out.
Ida *ida_open(State *state, const IdaSettings *settings, Arena *arena);
void ida_close(Ida *ida);

// Starts, or restarts, at (t, q, v) with consistent accelerations and multipliers.
bool ida_start(Ida *ida, double t, const double *q, const double *v, Failure *failure);

// One accepted step, not beyond stop. *t: where it ended. q and v of the step stand in the
// arrays that ida_q and ida_v return.
bool ida_step(Ida *ida, double stop, double *t, Failure *failure);
const double *ida_q(const Ida *ida);
const double *ida_v(const Ida *ida);

// q, v and their rates inside the last step. q_rate and v_rate may be NULL.
void ida_interpolate(Ida *ida, double t, double *q, double *v, double *q_rate, double *v_rate);

double ida_last_step(const Ida *ida);
// Adds this integrator's counts to the counters.
void ida_count(const Ida *ida, Counters *counters);
// Takes over the counts of another integrator of the same run.
void ida_carry(Ida *ida, const Ida *before);
int ida_unknowns(const Ida *ida);

// Version of the SUNDIALS library in use, for provenance.
const char *ida_version(void);

#endif
