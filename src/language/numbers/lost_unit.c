// SPDX-License-Identifier: BSD-3-Clause
// lost_unit.c: a bare number in the place of one with a unit (see lost_unit.h).
#include "language/numbers/lost_unit.h"

#include <stdio.h>
#include <string.h>

#include "base/number.h"
#include "expr/text/dimension.h"

static bool is_bare(const Node *node) {
  double value = 0;
  return node->kind == NODE_SCALAR && node->text != NULL &&
         number_parse(node->text, node->length, &value, NULL) == NUMBER_OK && value != 0;
}

// The unit behind a number, without brackets. False when the text is no number with a unit.
static bool find_unit(const char *text, int length, LostUnit *lost) {
  double value = 0;
  int used = 0;
  (void)number_parse(text, length, &value, &used);
  if (used == 0) {
    return false;
  }
  while (used < length && text[used] == ' ') {
    used++;
  }
  if (length - used > 2 && text[used] == '(' && text[length - 1] == ')') {
    used++;
    length--;
  }
  lost->unit = text + used;
  lost->length = length - used;
  return lost->length > 0 && lost->length < (int)sizeof lost->si;
}

// "rad/s" for "rpm" and "rev/s", "N*m/rad" for "N*m/deg"; else what the dimension says.
static void find_si(LostUnit *lost, Dimension dimension) {
  static const char *const angles[] = {"deg", "rev"};
  Dimension found;
  double factor = 0;
  int bad = 0, bad_end = 0;
  if (lost->length == 3 && strncmp(lost->unit, "rpm", 3) == 0) {
    (void)snprintf(lost->si, sizeof lost->si, "rad/s");
    return;
  }
  (void)snprintf(lost->si, sizeof lost->si, "%.*s", lost->length, lost->unit);
  for (size_t k = 0; k < sizeof angles / sizeof angles[0]; k++) {
    for (char *at = strstr(lost->si, angles[k]); at != NULL; at = strstr(at + 3, angles[k])) {
      at[0] = 'r', at[1] = 'a', at[2] = 'd';
    }
  }
  if (!dimension_parse_units(lost->si, (int)strlen(lost->si), &factor, &found, &bad, &bad_end) ||
      factor != 1) {
    dimension_written(dimension, lost->si, (int)sizeof lost->si);
  }
}

bool lost_unit(const char *before, int length, const Node *beside, const Node *value,
               LostUnit *lost) {
  Dimension dimension;
  double factor = 1;
  int bad = 0, bad_end = 0;
  if (before == NULL || !is_bare(value)) {
    return false;
  }
  if (beside != NULL) {
    *lost = (LostUnit){.unit = beside->text, .length = beside->length};
  } else if (!find_unit(before, length, lost)) {
    return false;
  }
  if (!dimension_parse_units(lost->unit, lost->length, &factor, &dimension, &bad, &bad_end) ||
      factor == 1) {
    return false;
  }
  find_si(lost, dimension);
  return true;
}

void lost_unit_say(const LostUnit *lost, const char *name, const char *option, const Node *value,
                   Diag *diag) {
  diag_add(diag, DIAG_SET_UNIT, value->mark,
           "the model gives \"%s\" in %.*s, but a bare number is in SI units: %s %s", name,
           lost->length, lost->unit, value->text, lost->si);
  diag_hint(diag, "write %s\"%s%s%s %.*s\"; if SI is intended, \"%s%s%s %s\"", option,
            option[0] != '\0' ? name : "", option[0] != '\0' ? "=" : "", value->text, lost->length,
            lost->unit, option[0] != '\0' ? name : "", option[0] != '\0' ? "=" : "", value->text,
            lost->si);
}
