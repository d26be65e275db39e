// SPDX-License-Identifier: BSD-3-Clause
// plan.h: which values run i takes; a function of the plan and i alone.
//
// grid: all combinations, the last variable fastest. zip: the k-th values of all lists together.
// random, latin_hypercube, sobol: points of the unit cube, each coordinate through the variable's
// distribution; a list or range of values is then drawn from evenly. Expressions follow from the
// variables before them. list: rows that are given.
//
// Two plans are for sensitivity; their runs come in groups of one size.
// morris: trajectories of dimensions + 1 runs, each step moving one variable (sample.h).
// sobol_indices: with two points A, B of the cube in each group, runs at A, at B, and for each
// variable at A with that coordinate of B. A and B are halves of one Sobol point of twice the
// dimensions (A. Saltelli et al., Comput. Phys. Commun. 181, 259-270, 2010).
#ifndef MBS_SWEEP_PLAN_PLAN_H
#define MBS_SWEEP_PLAN_PLAN_H

#include <limits.h>
#include <stdbool.h>
#include <stdint.h>

#include "expr/programs/program.h"
#include "sweep/plan/distribution.h"
#include "yaml/doc.h"

typedef enum PlanMethod {
  PLAN_GRID,
  PLAN_ZIP,
  PLAN_RANDOM,
  PLAN_LATIN_HYPERCUBE,
  PLAN_SOBOL,
  PLAN_LIST,
  PLAN_MORRIS,
  PLAN_SOBOL_INDICES,
  PLAN_METHOD_COUNT
} PlanMethod;

typedef enum VariableKind {
  VARIABLE_VALUES,       // a list
  VARIABLE_RANGE,        // count values, evenly from a to b
  VARIABLE_DISTRIBUTION, // of the unit cube's coordinate
  VARIABLE_EXPRESSION    // of variables before it
} VariableKind;

typedef struct Variable {
  const char *path; // as written
  int number;       // of the model; -1: the scalar is none that a run could be given
  const Node *node; // where the model's document states it; before families and parts were written
                    // out (Model.stated) when it shapes
  bool shapes;      // what elements there are, or what all copies of them are: each of its values
                    // has a model of its own, and `number` only tells what it measures
  Mark mark;        // where it is named
  bool turned;      // of a bare value it was said that its unit is missing
  const char *unit; // SI; "" when not known
  VariableKind kind;
  const double *values; // list
  long count;           // list, range
  Distribution distribution;
  int dimension;   // of the unit cube: its place among the variables that are drawn
  Program program; // expression: the index of its inputs counts variables
  double *inputs, *work;
} Variable;

typedef struct Plan {
  PlanMethod method;
  uint64_t seed;
  bool scramble; // sobol, sobol_indices
  int levels;    // morris
  Variable *variables;
  int variable_count;
  int dimensions; // variables that are drawn
  long runs;
} Plan;

// The largest number of runs: Sobol's points have 32 bits, and so may a long.
#if LONG_MAX > 4000000000
#define PLAN_LARGEST 4000000000L
#else
#define PLAN_LARGEST 2000000000L
#endif

// The values of all variables in run `run` (0 .. runs - 1).
void plan_values(const Plan *plan, long run, double *values);

// Whether its variables are drawn from the unit cube.
bool plan_is_drawn(PlanMethod method);
// Runs of one trajectory or row of a plan for sensitivity; 0: another plan.
int plan_group(const Plan *plan);

const char *plan_method_word(PlanMethod method);

// How the index says that the plan is one for a study of sensitivity; "" of another. NULL when
// memory ran out.
const char *plan_key(const Plan *plan, Arena *arena);

#endif
