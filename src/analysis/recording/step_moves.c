// SPDX-License-Identifier: BSD-3-Clause
// step_moves.c: what a projection moves in a step (see step_moves.h).
#include "analysis/recording/step_moves.h"

#include <math.h>
#include <string.h>

enum { PLACE, TURN, VELOCITY, RATE };
static const double MARGIN = 4; // of the largest move

bool step_moves_open(StepMoves *moves, State *state, const StepMotion *inside, Arena *arena) {
  *moves = (StepMoves){.state = state, .inside = inside};
  return arena_doubles(arena, state->system->nq, &moves->q) &&
         arena_doubles(arena, state->system->nv, &moves->v);
}

static void moved(const System *system, const double *from, const double *to, bool rates,
                  double move[STEP_MOVES]) {
  for (int b = 1; b < system->body_count; b++) {
    const SystemBody *body = &system->bodies[b];
    const int first = rates ? body->v : body->q, count = rates ? body->nv : body->nq;
    for (int k = 0; k < count; k++) {
      const int class = (rates ? VELOCITY : PLACE) + (k >= body->kind->translations ? 1 : 0);
      move[class] = fmax(move[class], fabs(to[first + k] - from[first + k]));
    }
  }
}

BoundsStep step_moves_none(const StepMoves *moves) {
  const Dense *dense = moves->inside->motion(moves->inside->context);
  return (BoundsStep){.t = dense->t, .h = dense->h, .degree = dense->degree, .term = dense->term};
}

bool step_moves_bounds(StepMoves *moves, double from, double end, BoundsStep *step) {
  const State *state = moves->state;
  const System *system = state->system;
  const Dense *dense = moves->inside->motion(moves->inside->context);
  double now[STEP_MOVES] = {0};
  *step = (BoundsStep){.t = dense->t, .h = dense->h, .degree = dense->degree, .term = dense->term};
  if (system->nc == 0 && state->moved == NULL) {
    return true;
  }
  const double middle = 0.5 * (from + end);
  if (!moves->inside->go(moves->inside->context, middle)) {
    return false;
  }
  dense_at(dense, middle, moves->q, moves->v, NULL, NULL);
  moved(system, moves->q, state->q, false, now);
  moved(system, moves->v, state->v, true, now);
  step->place = MARGIN * fmax(now[PLACE], moves->move[PLACE]);
  step->turn = MARGIN * fmax(now[TURN], moves->move[TURN]);
  step->velocity = MARGIN * fmax(now[VELOCITY], moves->move[VELOCITY]);
  step->rate = MARGIN * fmax(now[RATE], moves->move[RATE]);
  memcpy(moves->move, now, sizeof now);
  return true;
}
