// SPDX-License-Identifier: BSD-3-Clause
// tree_state.h: joint coordinates and those of the bodies (system.h), into each other.
#ifndef MBS_SYSTEM_TREE_TREE_STATE_H
#define MBS_SYSTEM_TREE_TREE_STATE_H

#include "system/state/state.h"
#include "system/tree/tree.h"

// Coordinates of the bodies from those of the joints: q [nq] and v [nv] of the system from y = (q,
// v) of the tree, which stands there (tree_place).
void tree_show(const Tree *tree, const State *state, const double *y, double *q, double *v);
// Their rates q' and v' from the rates y_rate of y, where tree_show has left q: q' as it belongs to
// the rates of coordinates, v' to those of velocities. The tree keeps these accelerations.
void tree_show_rates(Tree *tree, const State *state, const double *y, const double *y_rate,
                     const double *q, double *q_rate, double *v_rate);
// Accelerations a [nv] of the bodies, as the links have them.
void tree_show_accelerations(const Tree *tree, const State *state, const double *v_rate, double *a);
// Joint coordinates and velocities y from the point q, v of the system. Angles are in (-pi, pi].
// What joints do not leave free is lost.
void tree_enter(Tree *tree, State *state, const double *q, const double *v, double *y);

// p and -p are one orientation: from here on tree_show gives the bodies the Euler parameters that
// they have in q, of which y was entered.
void tree_choose_senses(Tree *tree, const State *state, const double *y, const double *q);

// What changes x [nv] of the velocities change those of the bodies by: out [nv] of the system.
void tree_spread(const Tree *tree, const State *state, const double *x, double *out);
// v [nv] := the velocities whose q' is q_rate.
void tree_velocities(const Tree *tree, const double *q, const double *q_rate, double *v);

#endif
