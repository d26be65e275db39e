// SPDX-License-Identifier: BSD-3-Clause
// observe.h: all quantities of an output point: measures of all levels, energies, momenta.
#ifndef MBS_SYSTEM_OBSERVE_OBSERVE_H
#define MBS_SYSTEM_OBSERVE_OBSERVE_H

#include "system/constraints/rows.h"

// Accelerations, multipliers and energies of a point; its q and v are those of the state.
typedef struct Observation {
  const double *a, *lambda;    // [nv]; [nc]
  const double *method_lambda; // multipliers of the integration method itself; NULL: lambda
  double energy_start;         // kinetic + potential energy at the start [J]
  double work;                 // done on the mechanism since the start [J]
  double kinetic, potential;   // energies [J]
  RowNorms rows;
} Observation;

// Fills kinetic, potential and the norms of the rows. state_forces comes before.
void observe_ledger(State *state, Observation *observation);

// Fills state->measures for the listed measures of all levels. observe_ledger comes before;
// state_prepare_derivatives is not needed.
void observe_measures(State *state, const Observation *observation, const int *measures, int count);

// Kinetic energy at the state's present point [J].
double observe_kinetic(const State *state);

// Acceleration of a marker's origin [m/s^2] and angular acceleration of the marker [rad/s^2], in
// ground axes. a [nv].
void observe_frame_acceleration(const State *state, int marker, const double *a, double point[3],
                                double turn[3]);

// Linear momentum [kg m/s] and angular momentum about the ground's origin [kg m^2/s], in ground
// axes.
void observe_momentum(const State *state, double linear[3], double angular[3]);

#endif
