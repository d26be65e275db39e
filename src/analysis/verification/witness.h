// SPDX-License-Identifier: BSD-3-Clause
// witness.h: looks at a motion that share nothing with what made it: for --cross-check.
//
//   motion   from each row, or start of a smooth stretch, to the next: classical Runge-Kutta steps,
//            halved until they agree, of accelerations by a factorization of their own
//            (system/observe/independent.h). No step, weight, interpolant, projection or saddle
//            point of the methods takes part, so that what they have in common shows, too.
//   rows     times on the grid of the output step, values those of the state at that time
//   ledger   T = sum v'Mv/2 anew, and T + V - work where it began: what is closed needs no
//            quadrature; measures of the model by their definitions
//   events   numbers are zero where they act, and none passes through zero unseen
//   impacts  u+ = -e u-, the velocities of the points along the impact, and T+ - T- = P (u+ + u-)/2
//            (the theorem of Thomson and Tait), with the impulse P and the energy that are told
//   balance  accelerations of an equilibrium, or of the state of rest that is linearized, are zero
//   closure  constraints of an assembled mechanism, and how they change along its velocities
//   modes    s^2 x against differences of accelerations at poses displaced along x, at most 40
#ifndef MBS_ANALYSIS_VERIFICATION_WITNESS_H
#define MBS_ANALYSIS_VERIFICATION_WITNESS_H

#include "analysis/interface/observer.h"
#include "system/observe/independent.h"

typedef enum WitnessOf {
  WITNESS_MOTION,
  WITNESS_ROWS,
  WITNESS_LEDGER,
  WITNESS_EVENTS,
  WITNESS_IMPACTS,
  WITNESS_BALANCE,
  WITNESS_MODES,
  WITNESS_CLOSURE,
  WITNESS_KINDS
} WitnessOf;

typedef struct WitnessFinding {
  int instants;     // that were looked at
  double ratio, t;  // the largest difference over what is allowed, and when
  const char *what; // differs most: a body, channel or event; "" where there is none
} WitnessFinding;

typedef struct Witness {
  WitnessFinding of[WITNESS_KINDS];
  Arena *arena;
  const Analysis *analysis;
  double duration, part; // of a span: what a motion between two looks may be off by
  const char *why;       // something is not looked at; NULL
  bool loses;            // energy, by steps that are fixed or by the damping of the method
  // one run
  const State *state;
  Independent independent;
  bool retraces, fresh; // fresh: nothing came before
  double from_t, next;  // where the last look was, and when the next stretch is worth retracing
  double *from, *here, *y, *stage, *slope, *sum, *before, *scale; // of (q, v)
  double *absolute;                                               // tolerances
  double *noise, *found, *start; // by a start that is rounded otherwise; scratch
  double *off, *off_t, *low, *high;
  int *class, *body; // of every number of (q, v)
  int rows;
  double energy_start, terms;    // T + V at the start; sizes of the ledger
  double drift, drift_t, energy; // largest, and the scale that it is judged by
  double potential_low, potential_high;
  double nothing;                            // energy that is round-off
  double *number, *number_low, *number_high; // of every event
  bool *seen;
  int steps;                         // that the last stretch took
  TurnReference *turns, *own_turns;  // where angles in space stood at `from`; and now
  double event_t, approach, kinetic; // of the action under way
  double start_t;                    // of the stretch under way
} Witness;

// part: of the span of a coordinate. Allocates as it goes; what finds no memory does not look.
void witness_open(Witness *it, const Analysis *analysis, double duration, double part, bool loses,
                  Arena *arena);

// What the run itself tells of the energy at its start [J]: the same as that of the runs looked at.
void witness_told_energy(Witness *it, double told);
// The drift that it tells, over what is allowed.
void witness_told_drift(Witness *it, double ratio, double t);

// By how much the joints of a driven mechanism are open, over what is allowed.
void witness_told_misfit(Witness *it, double ratio, double t);

// One run after the other; what needs the whole motion is judged when it is done.
void witness_look(Witness *it, const Observed *observed);

#endif
