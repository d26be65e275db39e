// SPDX-License-Identifier: BSD-3-Clause
// distribution.h: how often which value comes up: inverse distribution functions.
#ifndef MBS_SWEEP_PLAN_DISTRIBUTION_H
#define MBS_SWEEP_PLAN_DISTRIBUTION_H

typedef enum DistributionKind {
  DISTRIBUTION_UNIFORM,     // a .. b
  DISTRIBUTION_LOG_UNIFORM, // a .. b, 0 < a: every decade as often as any other
  DISTRIBUTION_NORMAL,      // mean a, standard deviation b
  DISTRIBUTION_TRIANGULAR   // a .. c, most often b
} DistributionKind;

typedef struct Distribution {
  DistributionKind kind;
  double a, b, c;
} Distribution;

// The value below which a part u of all values lies, 0 <= u < 1.
double distribution_value(const Distribution *distribution, double u);

#endif
