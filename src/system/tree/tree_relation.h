// SPDX-License-Identifier: BSD-3-Clause
// tree_relation.h: what relations hold of the freedoms of a tree.
//
//   rotor (armature of a joint)   its angle a = c - start turns with the coordinate c: its inertia
//                                 is added to that of the freedom, and nothing else
//   motion of the clock           c = F(t) + start: c, c', c'' are known, the freedom is no unknown
// Both are told by the multiplier of their row: of a rotor lambda = I c'', of a motion what its
// joint carries along the freedom.
#ifndef MBS_SYSTEM_TREE_TREE_RELATION_H
#define MBS_SYSTEM_TREE_TREE_RELATION_H

#include "system/state/state.h"
#include "system/tree/tree.h"

// The freedom of a joint that a relation holds alone.
typedef struct HeldFreedom {
  int joint;
  Freedom kind;
} HeldFreedom;

// False where the relation is another one than those above.
bool tree_relation_of(const System *system, int relation, HeldFreedom *held);
// The freedoms of every joint [joint_count] that motions prescribe: bit k for the Freedom k. NULL
// when memory ran out.
const unsigned *tree_relations_driven(const System *system, Arena *arena);
// Lists the relations of a tree whose links and freedoms stand. False when memory ran out.
bool tree_relations_list(Tree *tree, const System *system, Arena *arena);

// The inertias of rotors, which depend on parameters.
void tree_relations_refresh(Tree *tree, const State *state);
// Angles and velocities of rotors at y = (q, v); out [nv of the system] := what velocities or
// accelerations x [nv] of the tree are for them.
void tree_relations_show(const Tree *tree, const State *state, const double *y, double *q,
                         double *v);
void tree_relations_spread(const Tree *tree, const State *state, const double *x, double *out);
// Puts coordinates y that were read off poses on the turn that rotors and motions tell.
void tree_relations_turn(const Tree *tree, State *state, const double *q, double *y);
// Coordinates and velocities that motions prescribe at the time t [s], into y.
void tree_relations_prescribe(const Tree *tree, State *state, double t, double *y);
// Accelerations that they prescribe, into v_rate [nv] and the present point.
void tree_relations_drive(Tree *tree, State *state, double t, double *v_rate);
// Multipliers of rotors for accelerations v_rate [nv].
void tree_relations_multipliers(const Tree *tree, const State *state, const double *v_rate,
                                double *lambda);

#endif
