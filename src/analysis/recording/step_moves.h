// SPDX-License-Identifier: BSD-3-Clause
// step_moves.h: bounds of a step (system/observe/bounds.h) that allow for the projection.
//
// The polynomials of the dense output are widened by the move of a projection onto the constraints:
// four times the larger one of the moves in the middle of this step and of the step before.
#ifndef MBS_ANALYSIS_RECORDING_STEP_MOVES_H
#define MBS_ANALYSIS_RECORDING_STEP_MOVES_H

#include "analysis/recording/step_motion.h"
#include "system/observe/bounds.h"

enum { STEP_MOVES = 4 };

typedef struct StepMoves {
  State *state;
  const StepMotion *inside;
  double move[STEP_MOVES]; // moves in the step before: of positions, angles and their rates
  double *q, *v;
} StepMoves;

// False when memory ran out.
bool step_moves_open(StepMoves *moves, State *state, const StepMotion *inside, Arena *arena);

// The last step without any widening.
BoundsStep step_moves_none(const StepMoves *moves);

// The last step, of which [from, end] counts, widened. The state may be moved. False when the
// constraints cannot be satisfied in the middle.
bool step_moves_bounds(StepMoves *moves, double from, double end, BoundsStep *step);

#endif
