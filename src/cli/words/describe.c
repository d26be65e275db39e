// SPDX-License-Identifier: BSD-3-Clause
// describe.c: a Field as a person would say it.
#include "cli/words/describe.h"

#include <string.h>

#include "cli/shared/layout.h"
#include "cli/words/help.h"
#include "elements/fields/quantity.h"
#include "spec/language.h"
#include "spec/words.h"

enum { NAME_WIDTH = 18, LINE_WIDTH = 80 };

const char *describe_space(int spaces) {
  return spaces == IN_PLANE ? "in the plane" : spaces == IN_SPACE ? "in space" : "";
}

static void put_choices(const Field *field, Text *out) {
  for (int k = 0; field->choices[k] != NULL; k++) {
    text_printf(out, "%s%s", k > 0 ? " | " : "", field->choices[k]);
  }
}

static void put_shape(const Field *field, int space, Text *out) {
  const char *unit = quantity_unit(field->quantity);
  if (field->type == FIELD_WORDS && field->choices != NULL) {
    text_put(out, "list of ");
  }
  if ((field->type == FIELD_WORD || field->type == FIELD_WORDS) && field->choices != NULL) {
    put_choices(field, out);
  } else if (field->type == FIELD_VECTOR && field->size > 0) {
    text_printf(out, "list of %d numbers", field->size);
  } else if (field->type == FIELD_MATRIX && field->size > 0) {
    text_printf(out, "%d lists of %d numbers", field->size, field->size);
  } else if (field->type == FIELD_VECTOR) {
    text_put(out, space == IN_PLANE   ? "list of 2 numbers"
                  : space == IN_SPACE ? "list of 3 numbers"
                                      : "list of 2 numbers in the plane, 3 in space");
  } else {
    text_put(out, field_type_row(field->type)->brief);
  }
  const bool has_unit = field->type == FIELD_NUMBER || field->type == FIELD_VECTOR;
  if (has_unit && strcmp(unit, "1") == 0) {
    text_put(out, " without unit");
  } else if (has_unit && unit[0] != '\0') {
    text_printf(out, " in %s", unit);
  }
}

static const char *const depends_phrases[] = {
    [DEPENDS_ON_PARAMETERS] = "",
    [DEPENDS_ON_TIME] = "; may depend on time",
    [DEPENDS_ON_POSITION] = "; may depend on time and positions",
    [DEPENDS_ON_STATE] = "; may depend on time, positions and rates",
    [DEPENDS_ON_RESULT] = "; may depend on every measure",
};

void describe_value(const Field *field, int space, Text *out) {
  put_shape(field, space, out);
  text_put(out, field_range_row(field->range)->brief);
  if (field->unless != NULL) {
    text_printf(out, ", required unless %s is given", field->unless);
  } else if (field->required) {
    text_put(out, ", required");
  } else if (field->fallback != NULL) {
    text_printf(out, ", default %s", field->fallback);
  }
  if (field->type == FIELD_NUMBER || field->type == FIELD_VECTOR) {
    text_put(out, depends_phrases[field->depends]);
  }
  for (int k = 0; field->with != NULL && field->with[k] != NULL; k++) {
    text_printf(out, "%s%s", k > 0 ? ", " : "; only with ", field->with[k]);
  }
  for (int k = 0; field->without != NULL && field->without[k] != NULL; k++) {
    text_printf(out, "%s%s", k > 0 ? ", " : "; not with ", field->without[k]);
  }
  if (space == IN_BOTH && (field->spaces == IN_PLANE || field->spaces == IN_SPACE)) {
    text_printf(out, "; %s", describe_space(field->spaces));
  }
}

bool describe_is_nested(const Field *field) {
  return field->fields != NULL && (field->type == FIELD_MAP || field->type == FIELD_COLLECTION ||
                                   field->type == FIELD_NUMBERS);
}

static void describe_field(const Field *field, int space, int indent, Text *out) {
  const int column = indent + NAME_WIDTH;
  Text line = text_open(out->allocator);
  describe_value(field, space, &line);
  text_put(&line, ": ");
  text_put(&line, field->summary);
  text_printf(out, "%*s%-*s ", indent, "", NAME_WIDTH - 1, field->name);
  layout_wrap(line.failed ? "" : line.bytes, column, column, LINE_WIDTH, out);
  out->failed = out->failed || line.failed;
  text_close(&line);
  if (describe_is_nested(field)) {
    describe_fields(field->fields, space, indent + 2, out);
  }
}

// Whether a statement such as "method: newmark" names a word that this version does not have.
static bool is_unsupported(const char *statement) {
  char place[32] = "";
  const char *colon = strchr(statement, ':');
  const size_t length = colon != NULL ? (size_t)(colon - statement) : 0;
  if (length == 0 || length >= sizeof place || colon[1] != ' ') {
    return false;
  }
  memcpy(place, statement, length);
  return words_unsupported(place, colon + 2);
}

// A key that only stands beside what this version refuses is not shown.
static bool can_stand(const Field *field) {
  bool possible = field->with == NULL;
  for (int k = 0; !possible && field->with[k] != NULL; k++) {
    possible = !is_unsupported(field->with[k]);
  }
  return possible;
}

bool describe_is_shown(const Field *field, int space) {
  return language_visible(field, space) && can_stand(field);
}

void describe_fields(const Field *fields, int space, int indent, Text *out) {
  for (const Field *field = fields; field->name != NULL; field++) {
    if (describe_is_shown(field, space)) {
      describe_field(field, space, indent, out);
    }
  }
}
