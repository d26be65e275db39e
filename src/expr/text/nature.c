// SPDX-License-Identifier: BSD-3-Clause
// nature.c: how operations treat dimensions.
#include "expr/text/nature.h"

Nature nature_unknown(void) {
  return (Nature){.dimension = dimension_unknown()};
}

Nature nature_pure(void) {
  return (Nature){.dimension = dimension_make(0, 0, 0)};
}

Nature nature_of(Dimension dimension) {
  return (Nature){.dimension = dimension};
}

Nature nature_time(void) {
  return (Nature){.dimension = dimension_make(0, 0, 1), .weak = true};
}

Nature nature_pure_of(Nature argument) {
  return (Nature){.dimension = dimension_make(0, 0, 0),
                  .weak = argument.weak || !argument.dimension.known};
}

static bool is_number(Nature nature) {
  return dimension_equal(nature.dimension, dimension_make(0, 0, 0));
}

// Different dimensions may meet where one of them may be a number in SI.
static bool tolerate(Nature a, Nature b, Nature *common) {
  const Nature weak = a.weak ? a : b;
  const Nature other = a.weak ? b : a;
  *common = !other.weak && is_number(weak) ? other : nature_unknown();
  return weak.weak && (other.weak || is_number(weak) || is_number(other));
}

bool nature_alike(Nature a, Nature b, Nature *common) {
  const bool equal = dimension_equal(a.dimension, b.dimension);
  if (!equal && tolerate(a, b, common)) {
    return true;
  }
  // the operand that is known, the stronger one if both are
  const bool first = a.dimension.known && (!b.dimension.known || !a.weak);
  *common = first ? a : b;
  return equal;
}

bool nature_fits(Nature nature, Dimension expected) {
  return nature.weak || dimension_equal(nature.dimension, expected);
}

Nature nature_times(Nature a, Nature b) {
  return (Nature){.dimension = dimension_times(a.dimension, b.dimension), .weak = a.weak && b.weak};
}

Nature nature_over(Nature a, Nature b) {
  return (Nature){.dimension = dimension_over(a.dimension, b.dimension), .weak = a.weak && b.weak};
}

Nature nature_power(Nature base, double exponent) {
  return (Nature){.dimension = dimension_power(base.dimension, exponent), .weak = base.weak};
}
