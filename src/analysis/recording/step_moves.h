// SPDX-License-Identifier: BSD-3-Clause
// step_moves.h: a step within bounds (system/observe/bounds.h): its polynomials, wider by what a
// projection onto the constraints moves them.
//
// That is four times the largest move in the middle of this step and of the one before.
#ifndef MBS_ANALYSIS_RECORDING_STEP_MOVES_H
#define MBS_ANALYSIS_RECORDING_STEP_MOVES_H

#include "analysis/recording/step_motion.h"
#include "system/observe/bounds.h"

enum { STEP_MOVES = 4 };

typedef struct StepMoves {
  State *state;
  const StepMotion *inside;
  double move[STEP_MOVES]; // in the step before: of places, turns and their rates
  double *q, *v;
} StepMoves;

// False when memory ran out.
bool step_moves_open(StepMoves *moves, State *state, const StepMotion *inside, Arena *arena);

// The last step as it was integrated.
BoundsStep step_moves_none(const StepMoves *moves);

// The last step, of which [from, end] counts; the state stands anywhere afterwards. False where the
// constraints cannot be satisfied in the middle.
bool step_moves_bounds(StepMoves *moves, double from, double end, BoundsStep *step);

#endif
