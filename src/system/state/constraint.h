// SPDX-License-Identifier: BSD-3-Clause
// constraint.h: joints and relations by one number: joints first, then relations of the model.
#ifndef MBS_SYSTEM_STATE_CONSTRAINT_H
#define MBS_SYSTEM_STATE_CONSTRAINT_H

#include "system/state/state.h"

// What messages say of one: joint "hinge", motion "crank".
typedef struct Constraint {
  const char *what, *name;
  Origin origin;
} Constraint;

// How many there are.
static inline int constraint_count(const Model *model) {
  return model->joint_count + model->relation_count;
}

// The one whose reaction a measure reads.
int constraint_of_measure(const Model *model, const Measure *measure);

// How many of the relations are motions.
int constraint_motions(const Model *model);
int constraint_couplers(const Model *model);

Constraint constraint_of(const Model *model, int index);

// The one that a constraint row belongs to.
Constraint constraint_of_row(const System *system, int row);

// The first of those that bear its name, of which messages tell.
int constraint_named(const Model *model, int index);
// Moves the marks of several that bear one name to the first of them: a screw's thread is part of
// its joint, what rolls has a relation for each direction.
void constraint_fold(const Model *model, bool *in_set);

// The names of some in quotes, as many as fit: "A", "B" and 3 more. gap [m or rad]: what each
// leaves open, told behind its name; or NULL.
void constraint_names(const Model *model, const bool *in_set, const double *gap, char *text,
                      size_t size);

// The length of the group that it holds together [m] (length.h).
double constraint_length(const State *state, int index);

// The largest row at position and at velocity level, without what round-off leaves (round_off.h),
// divided by its unit.
double constraint_misfit(const State *state, int index);
double constraint_rate(const State *state, int index);

#endif
