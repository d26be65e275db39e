// SPDX-License-Identifier: BSD-3-Clause
// hardness.c: units of stops and contacts (see hardness.h).
#include "language/forces/hardness.h"

#include <math.h>

#include "language/numbers/numbers.h"

enum { UNIT_SIZE = 64 };

static const double LARGEST = 6; // exponent with a unit

static void refuse(const Loader *loader, const Element *element, const Value *value,
                   const Number *number, const char *expected) {
  char found[UNIT_SIZE];
  dimension_written(number->program.dimension, found, UNIT_SIZE);
  diag_at(loader_diag(loader), DIAG_UNIT_DIMENSION, number->origin,
          "%s of %s: expected %s, found %s", value->field->name, element->what, expected, found);
  diag_hint(loader_diag(loader),
            "the force is k*d^n*(1 + c*d'): its units follow from d and n; a bare number is in SI");
}

static void check(const Loader *loader, const Element *element, const Force *force, const char *key,
                  const Dimension *wanted) {
  const Value *value = item_stated(&element->item, key);
  if (value == NULL || value->number < 0) {
    return;
  }
  const Number *number = &loader->model->numbers[force->first_number + value->number];
  const Dimension found = number->program.dimension;
  char expected[UNIT_SIZE] = "a bare number (no unit has this exponent)";
  if (wanted != NULL) {
    dimension_written(*wanted, expected, UNIT_SIZE);
  }
  const Dimension one = dimension_make(0, 0, 0);
  if (found.known &&
      !(wanted != NULL ? dimension_equal(found, *wanted) : dimension_equal(found, one))) {
    refuse(loader, element, value, number, expected);
  }
}

void hardness_check(const Loader *loader, const Element *element, const Force *force) {
  const Value *exponent = item_find(&element->item, "exponent");
  double n = 0;
  if (exponent == NULL || !numbers_known(loader, force->first_number + exponent->number, &n)) {
    return;
  }
  const bool turns = force->coordinate == COORDINATE_ANGLE;
  const bool whole = n == floor(n) && n >= 0 && n <= LARGEST;
  const Dimension k = dimension_make(turns ? 2 : whole ? 1 - (int)n : 0, 1, -2);
  const Dimension c = dimension_make(turns ? 0 : -1, 0, 1);
  check(loader, element, force, "stiffness", whole || turns ? &k : NULL);
  check(loader, element, force, "damping", &c);
}
