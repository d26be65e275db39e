// SPDX-License-Identifier: BSD-3-Clause
// constraint.h: one numbering of constraints: first the joints, then the relations of the model.
#ifndef MBS_SYSTEM_STATE_CONSTRAINT_H
#define MBS_SYSTEM_STATE_CONSTRAINT_H

#include "system/state/state.h"

// How messages name a constraint: joint "hinge", motion "crank".
typedef struct Constraint {
  const char *what, *name;
  Origin origin;
} Constraint;

// How many constraints there are.
static inline int constraint_count(const Model *model) {
  return model->joint_count + model->relation_count;
}

// The constraints whose reactions a measure reads, of which there may be so many. Returns how many.
enum { CONSTRAINTS_OF_MEASURE = 3 };
int constraints_of_measure(const Model *model, const Measure *measure,
                           int of[CONSTRAINTS_OF_MEASURE]);

// How many relations are motions, and how many are couplers (a coupler with several rows is one).
int constraint_motions(const Model *model);
int constraint_couplers(const Model *model);

Constraint constraint_of(const Model *model, int index);

// The constraint to which a row belongs. Other numbers of rows: the mechanism as a whole.
Constraint constraint_of_row(const System *system, int row);

// The first constraint with the same name as this one; messages name only the first.
int constraint_named(const Model *model, int index);
// Moves the marks of constraints with one name to the first of them. The thread of a screw is a
// relation beside its joint, and a body that rolls has one relation for each direction.
void constraint_fold(const Model *model, bool *in_set);

// Writes the names of the marked constraints, as many as fit: "A", "B" and 3 more. gap [m or rad]:
// residuals, each written behind its name; NULL: none.
void constraint_names(const Model *model, const bool *in_set, const double *gap, char *text,
                      size_t size);

// The length of the group that a constraint holds together [m] (length.h).
double constraint_length(const State *state, int index);

// The largest residual of a constraint's rows at position and at velocity level. The round-off of
// each row (round_off.h) is subtracted, and the rest is divided by the unit of the row.
double constraint_misfit(const State *state, int index);
double constraint_rate(const State *state, int index);

#endif
