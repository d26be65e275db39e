// SPDX-License-Identifier: BSD-3-Clause
// witness.h: for --cross-check: checks of a motion that share no code with its integration.
//
//   motion   From a row, or the start of a smooth stretch, to the next one the motion is integrated
//            again: by classical Runge-Kutta steps, halved until they agree, with accelerations of
//            an independent factorization (system/observe/independent.h). No step, weight,
//            interpolant, projection or saddle point of the methods takes part, so that faults
//            which all methods share are found, too.
//   rows     Their times are those of the output step, and their values those of the state.
//   ledger   T = sum v'Mv/2 is computed again, and T + V - work keeps its initial value (T kinetic,
//            V potential energy). Measures of the model are computed by their definitions.
//   events   The number of an event is zero where the event acts, and never passes zero unseen.
//   impacts  u+ = -e u- and T+ - T- = P (u+ + u-)/2 (the theorem of Thomson and Tait), with the
//            relative velocities u-, u+ along the impact before and after it, the restitution e,
//            and the impulse P and the energy that the run reports.
//   balance  At every row forces, reactions as they are reported, and the accelerations of every
//            body are in balance. Accelerations are zero at an equilibrium, and at a state of rest
//            that is linearized.
//   closure  The constraints of an assembled mechanism are zero, and stay so along its velocities.
//   modes    s^2 x agrees with differences of accelerations at poses displaced along x, for at most
//            40 modes with eigenvalue s and shape x.
#ifndef MBS_ANALYSIS_VERIFICATION_WITNESS_H
#define MBS_ANALYSIS_VERIFICATION_WITNESS_H

#include "analysis/interface/observer.h"
#include "system/observe/equation_defect.h"
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
  int instants;     // number of checks
  double ratio, t;  // the largest ratio of a difference to what is allowed; its time [s]
  const char *what; // the body, channel or event with this difference; "": none
} WitnessFinding;

typedef struct Witness {
  WitnessFinding of[WITNESS_KINDS];
  Arena *arena;
  const Analysis *analysis;
  double duration, part; // [s]; part of a span by which a motion between two checks may be off
  const char *why;       // why something is not checked, or NULL
  bool loses;            // fixed steps or the damping of the method lose energy
  // The run that is observed. Arrays of n numbers: for (q, v).
  const State *state;
  Independent independent;
  bool retraces, fresh; // stretches are integrated again; nothing was observed before
  double from_t, next;  // time of the last point; earliest end of the next stretch to check [s]
  // from: (q, v) at from_t; here: at the end of the stretch; y: the point of the integration;
  // stage, slope, sum, before: of its steps; scale: by which differences are judged [n]
  double *from, *here, *y, *stage, *slope, *sum, *before, *scale;
  double *absolute;                 // absolute tolerances [n]
  double *noise, *found, *start;    // what round-off of the start makes at the end; scratch [n]
  double *off, *off_t, *low, *high; // largest differences, their times; ranges so far [n]
  int *class, *body;                // position, angle or rate; body of each number [n]
  int rows;                         // rows of the output step so far
  double energy_start, terms;    // T + V at the start; largest sum of the sizes of T, V, work [J]
  double drift, drift_t, energy; // largest drift, its time; the scale by which it is judged [J]
  double potential_low, potential_high;
  double nothing;                            // energy that is round-off [J]
  double *number, *number_low, *number_high; // per event: value clearly off zero, range so far
  bool *seen;                                // per event: it acted since then
  EquationDefect balance;                    // of bodies at rows
  double *rates;                             // q' there [nq]
  int steps;                                 // Runge-Kutta steps of the last stretch
  TurnReference *turns, *own_turns;  // turns of angles in space at `from`, and at the run's state
  double event_t, approach, kinetic; // before the present action: time, velocity of approach, T
  double start_t;                    // start of the present stretch [s]
} Witness;

// Opens a witness. part: see Witness. Memory is allocated where a run begins; a check that finds no
// memory is left out.
void witness_open(Witness *it, const Analysis *analysis, double duration, double part, bool loses,
                  Arena *arena);

// told: the energy at the start that the run itself reports [J]. It has to be that of the runs
// observed.
void witness_told_energy(Witness *it, double told);
// ratio: the drift that the run itself reports, divided by what is allowed; t: its time [s].
void witness_told_drift(Witness *it, double ratio, double t);

// ratio: the misfit of the joints of a driven mechanism, divided by what is allowed; t: its time.
void witness_told_misfit(Witness *it, double ratio, double t);

// Checks what is observed of a run; several runs may follow one another. Checks that need the whole
// motion are made at OBSERVE_DONE.
void witness_look(Witness *it, const Observed *observed);

#endif
