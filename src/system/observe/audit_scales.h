// SPDX-License-Identifier: BSD-3-Clause
// audit_scales.h: how large a motion is: what the figures of the audit are divided by.
//
//   kinetic    the largest kinetic energy
//   potential  max - min of what weights and springs store together
//   stored     the sum of max - min of each of them: where these cancel in the whole (a
//              counterweight, springs against each other) errors have the size of the parts
//   work       what forces, motions and impacts feed in and take out, each by its size
//   speed, turn, travel   of every body: largest speed of its mass centre [m/s], largest rate of
//              turning [rad/s], largest distance from its start [m]
//   way, turned           of every body, over time: path of its mass centre [m], angle [rad]
// Energies of single elements are looked at some hundred times in a run, however long.
#ifndef MBS_SYSTEM_OBSERVE_AUDIT_SCALES_H
#define MBS_SYSTEM_OBSERVE_AUDIT_SCALES_H

#include "base/arena.h"
#include "system/state/state.h"

typedef struct AuditScales {
  double kinetic, exchanged; // [J]
  double moved;              // [J]: variation of the net work
  double net;                // [J]: the net work at the last look
  double gross;              // [J]: largest sum of the sizes of what is stored
  double lowest, highest;    // [J]: of the potential energy
  double *low, *high;        // [J]: of each body's weight, then of each force
  double *speed, *turn, *travel, *start, *way, *turned;
  int *island, *next_of; // of every body (groups.h)
  double t;              // of the last look
  int energies;
  long looks, next;
} AuditScales;

// Opens the scales at the state's present point. False when memory ran out.
bool audit_scales_open(AuditScales *scales, State *state, Arena *arena);

// Looks at the state's present point, where these energies are known, and the net work up to there.
// Energies of elements are looked at more and more seldom.
void audit_scales_look(AuditScales *scales, State *state, double kinetic, double potential,
                       double work);

// Energy that single elements fed in and took out, by its size [J].
void audit_scales_exchange(AuditScales *scales, double size);

// Sum of the changes of what single elements store, looked at once more [J].
double audit_scales_stored(AuditScales *scales, State *state);

// The work exchanged [J].
double audit_scales_work(const AuditScales *scales);

// The largest speed of an island (groups.h), turning counted at the end of the body's length scale
// [m/s].
double audit_scales_fastest(const AuditScales *scales, const State *state, int island);

#endif
