// SPDX-License-Identifier: BSD-3-Clause
// ladder_plan.h: the default steps or tolerances of a ladder.
#ifndef MBS_ANALYSIS_VERIFICATION_LADDER_PLAN_H
#define MBS_ANALYSIS_VERIFICATION_LADDER_PLAN_H

#include "analysis/verification/ladder.h"

// Numbers of an analysis, evaluated with the model's parameters.
typedef struct LadderBase {
  double duration, output_step; // [s]
  double step;                  // the file's fixed step [s]; 0: none
  double relative;              // relative tolerance of the file, or the default 1e-7
} LadderBase;

// Evaluates these numbers. False after a message, or when memory ran out.
bool ladder_base(const Model *model, const Analysis *analysis, LadderBase *base, Arena *arena,
                 Diag *diag);

// Whether a method can run with fixed steps (LADDER_STEP) or with tolerances (LADDER_TOLERANCE).
bool ladder_suits(Method method, LadderKind kind);
// The kind of ladder that suits a method best: tolerances for auto, ida, runge_kutta and
// kinematics, steps for all others.
LadderKind ladder_natural(Method method);

// Fills sizes [count], descending by the factor `ratio`, coarsest first.
//   steps       around the file's step. Without one: from the output step on, which is halved until
//               the duration has at least 1000 steps.
//   tolerances  around the file's tolerance (for five rungs and ratio 10: two decades to both
//               sides), none below 1e-13 and none above 0.1
void ladder_default_sizes(const LadderBase *base, LadderKind kind, double ratio, double *sizes,
                          int count);

// Rounds to twelve digits: 1e-5, not the 1.0000000000000001e-05 that pow returns.
double ladder_rounded(double value);

#endif
