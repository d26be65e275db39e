// SPDX-License-Identifier: BSD-3-Clause
// audit_scales.h: the size of a motion: the scales by which the figures of the audit are divided.
//
//   kinetic    the largest kinetic energy
//   potential  max - min of the energy that weights and springs store together
//   stored     the sum of max - min of the energy of each weight and each spring. Where these
//              cancel in the sum (a counterweight, springs against each other), errors have the
//              size of the parts
//   work       the energy that forces, motions and impacts feed in and take out: sum of the
//              absolute values
//   speed, turn, travel   of every body: largest speed of its mass centre [m/s], largest angular
//              speed [rad/s], largest distance from its start [m]
//   way, turned           of every body: path length of its mass centre [m], angle turned [rad]
// The energies of single elements are sampled at most some hundred times in a run, however long it
// is.
#ifndef MBS_SYSTEM_OBSERVE_AUDIT_SCALES_H
#define MBS_SYSTEM_OBSERVE_AUDIT_SCALES_H

#include "base/arena.h"
#include "system/state/state.h"

typedef struct AuditScales {
  double kinetic, exchanged; // largest kinetic energy; sum of the sizes of exchanged energies [J]
  double moved;              // total variation of the net work [J]
  double net;                // net work at the last sample [J]
  double gross;              // largest sum of the absolute stored energies [J]
  double lowest, highest;    // of the potential energy [J]
  double *low, *high;        // of the energy of each body's weight, then of each force [J]
  double *speed, *turn, *travel, *start, *way, *turned; // start: first mass centres [m]
  int *island, *next_of;                                // of every body (groups.h)
  double t;                                             // of the last sample [s]
  int energies;                                         // length of low and high
  long looks, next; // samples so far; the sample at which the stored energies are due
} AuditScales;

// Opens the scales at the state's present point. False when memory ran out.
bool audit_scales_open(AuditScales *scales, State *state, Arena *arena);

// Adds the state's present point as a sample. kinetic, potential: energies there [J]; work: net
// work up to there [J]. The energies of single elements are sampled at every point at first, and
// ever more rarely later.
void audit_scales_look(AuditScales *scales, State *state, double kinetic, double potential,
                       double work);

// Adds energy that single elements fed in or took out [J], by its absolute value.
void audit_scales_exchange(AuditScales *scales, double size);

// The sum of max - min of the energies of single elements [J], which are sampled once more here.
double audit_scales_stored(AuditScales *scales, State *state);

// The exchanged energy, or the variation of the net work where that is larger [J].
double audit_scales_work(const AuditScales *scales);

// The largest speed in an island (groups.h): of a mass centre, or the angular speed of a body times
// its length (length.h) [m/s]. Rotors do not count.
double audit_scales_fastest(const AuditScales *scales, const State *state, int island);

#endif
