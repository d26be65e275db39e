// SPDX-License-Identifier: BSD-3-Clause
// observe.h: everything that can be read at an output point: measures of all levels, energies.
#ifndef MBS_SYSTEM_OBSERVE_OBSERVE_H
#define MBS_SYSTEM_OBSERVE_OBSERVE_H

#include "system/constraints/rows.h"

// The point's accelerations, multipliers and ledger; q, v are the state's.
typedef struct Observation {
  const double *a, *lambda;
  const double *method_lambda; // as the integration method itself has them; NULL: lambda
  double energy_start;         // kinetic + potential at the start [J]
  double work;                 // done on the mechanism since the start [J]
  double kinetic, potential;
  RowNorms rows;
} Observation;

// Fills kinetic, potential and the norms. state_forces comes before.
void observe_ledger(State *state, Observation *observation);

// Fills state->measures for the listed measures (all levels). state_prepare_derivatives with a is
// not needed. The ledger comes before.
void observe_measures(State *state, const Observation *observation, const int *measures, int count);

double observe_kinetic(const State *state);

// Acceleration of a marker's origin and the angular acceleration of its body, ground axes.
void observe_frame_acceleration(const State *state, int marker, const double *a, double point[3],
                                double turn[3]);

// Linear momentum, and angular momentum about the ground origin, ground axes.
void observe_momentum(const State *state, double linear[3], double angular[3]);

#endif
