// SPDX-License-Identifier: BSD-3-Clause
// ladder_plan.h: which steps or tolerances a ladder has when nobody says so.
#ifndef MBS_ANALYSIS_VERIFICATION_LADDER_PLAN_H
#define MBS_ANALYSIS_VERIFICATION_LADDER_PLAN_H

#include "analysis/verification/ladder.h"

// Numbers of an analysis with the model's parameters put in.
typedef struct LadderBase {
  double duration, output_step;
  double step;     // fixed, or 0
  double relative; // tolerance of the file, or the default
} LadderBase;

// False after a message, or when memory ran out.
bool ladder_base(const Model *model, const Analysis *analysis, LadderBase *base, Arena *arena,
                 Diag *diag);

// Whether a method can run with fixed steps, or with tolerances.
bool ladder_suits(Method method, LadderKind kind);
// The ladder that shows a method best: steps where it has one fixed order and the file no
// tolerances in use, tolerances for auto, ida and runge_kutta.
LadderKind ladder_natural(Method method);

// Sizes descending by `ratio`. Steps: around the file's step, or from an output step divided by
// two until there are at least 1000 to the duration. Tolerances: two decades to both sides of the
// file's for five rungs and ratio 10, none below 1e-13.
void ladder_default_sizes(const LadderBase *base, LadderKind kind, double ratio, double *sizes,
                          int count);

// To twelve digits: 1e-5, not the 1.0000000000000001e-05 that a power leaves.
double ladder_rounded(double value);

#endif
