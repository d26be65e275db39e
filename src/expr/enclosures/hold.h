// SPDX-License-Identifier: BSD-3-Clause
// hold.h: an expression whose branches are held, so that it is smooth.
//
// At a point, every operation that would jump or kink with the motion is replaced by the one that
// goes on from there along the same branch:
//   a < b, sign, floor ..   their value, a constant
//   abs(x)                  x or -x
//   min, max                one of the two
//   mod(x, y)               x - n y with the whole n of the point
//   atan2(y, x)             the same angle, counted on beyond its cut
//   ramps                   h0, h1, or the polynomial between them, beyond its ends too
//   max(x, 0)^1.5 and such  beyond x = 0 too, as odd functions
// What is left is a program like any other, with exact derivatives. The switching functions of the
// branches tell when one has been left.
#ifndef MBS_EXPR_ENCLOSURES_HOLD_H
#define MBS_EXPR_ENCLOSURES_HOLD_H

#include "base/hot.h"
#include "expr/enclosures/leading_powers.h"

typedef struct Hold {
  const Program *program; // with live branches
  Program held;
  Instruction *code;   // of held
  bool *holds;         // instruction -> its branch is watched
  const Switch **list; // the switches that are watched
  double *branch;      // of each, as held
  double *slack;       // of each: what it must be beyond by, where the point is on its surface,
  double *rest;        // and always: what is noise where something rests
  int count;
  bool taken;               // branches have been held before
  Instruction *code_before; // and these are they, where hold_keep was called
  double *branch_before;
  bool cuts;    // of atan2 and mod alone
  bool goes_on; // tables have a value beyond their ends, along their outer pieces
} Hold;

// clock: switches on time and parameters alone count, too. False when memory ran out. count 0: the
// program has nothing to hold.
bool hold_open(Hold *hold, const Program *program, bool clock, Arena *arena);

// Likewise, but only where an angle or a mod starts anew; all else stays live.
bool hold_open_cuts(Hold *hold, const Program *program, Arena *arena);

// The same of a program whose tables are to go on beyond their ends, switches or not.
bool hold_open_beyond(Hold *hold, const Program *program, Arena *arena);

// Holds the branches of the point that the inputs describe. work: program->count.
void hold_take(Hold *hold, const double *inputs, double *work);

// What is held now is what was held before: where hold_take_later does not decide, that stays.
void hold_keep(Hold *hold);
// What was kept last is held again, without what its switches had to be beyond by.
void hold_return(Hold *hold);
// Nothing was held before: what is not decided is as at the point.
void hold_forget(Hold *hold);

// Holds the branches of an instant later than the point that the inputs describe: those that the
// signs of the switching functions choose, one after the other, each with what it needs on the
// branches chosen before it (max(0, A) by the sign of A, not by its value 0). Where a sign is not
// decided the branch stays as it was before. False where one is
// not decided. values: inputs at the point; germs: program->count,
// work: twice that.
bool hold_take_later(Hold *hold, const double *values, const Powers *inputs, Powers *powers,
                     double *work);

// excess[k] > 0: the k-th branch has been left, and how far the switching function is beyond; else
// <= 0. Continuous in the inputs but for a least positive number. work: program->count.
void hold_look(const Hold *hold, const double *inputs, double *excess, double *work);

// Value and gradient (or NULL) of the held program; of the live one where the held one, outside
// the region where its branch belongs, has no finite value. work: 2 program->count.
MBS_APART double hold_value(const Hold *hold, const double *inputs, double *gradient, double *work);

#endif
