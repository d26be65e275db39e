// SPDX-License-Identifier: BSD-3-Clause
// reference_page.h: the model language as a page for people (Markdown), and examples. One table of
// keys per type, from the tables that the loader uses.
#ifndef MBS_UNIT_REFERENCE_PAGE_H
#define MBS_UNIT_REFERENCE_PAGE_H

#include <string.h>

#include "elements/fields/quantity.h"
#include "expr/programs/program.h"
#include "expr/text/dimension.h"
#include "expr/text/functions.h"
#include "spec/language.h"

// ---- words ----

static const char *space_phrase(int spaces) {
  return spaces == IN_PLANE ? ", in the plane" : spaces == IN_SPACE ? ", in space" : "";
}

static const char *const depends_phrases[] = {
    [DEPENDS_ON_PARAMETERS] = "",
    [DEPENDS_ON_TIME] = "; may depend on t",
    [DEPENDS_ON_POSITION] = "; may depend on t and on positions",
    [DEPENDS_ON_STATE] = "; may depend on t and on positions and rates",
    [DEPENDS_ON_RESULT] = "; may read every measure",
};

static void put_choices(const Field *field, Text *out) {
  for (int k = 0; field->choices[k] != NULL; k++) {
    text_printf(out, "%s`%s`", k > 0 ? ", " : "", field->choices[k]);
  }
}

static void put_unit(const Field *field, Text *out) {
  const char *unit = quantity_unit(field->quantity);
  if (unit[0] != '\0' && strcmp(unit, "1") != 0) {
    text_printf(out, " in %s", unit);
  }
}

static void put_value(const Field *field, int space, Text *out) {
  const int size = field->size > 0 ? field->size : space == IN_PLANE ? 2 : 3;
  if (field->type == FIELD_WORD) {
    put_choices(field, out);
  } else if (field->type == FIELD_WORDS && field->choices != NULL) {
    text_put(out, "a list of ");
    put_choices(field, out);
  } else if (field->type == FIELD_NUMBER) {
    text_put(out, "a number");
    put_unit(field, out);
    text_put(out, field_range_row(field->range)->page);
  } else if (field->type == FIELD_VECTOR && field->size == 0 && space == IN_BOTH) {
    text_put(out, "2 or 3 numbers");
    put_unit(field, out);
    text_put(out, ", by the space");
  } else if (field->type == FIELD_VECTOR) {
    text_printf(out, "%d numbers", size);
    put_unit(field, out);
  } else if (field->type == FIELD_MATRIX && field->size > 0) {
    text_printf(out, "%d rows of %d numbers", size, size);
  } else {
    text_put(out, field_type_row(field->type)->page);
  }
  if (field->type == FIELD_NUMBER || field->type == FIELD_VECTOR) {
    text_put(out, depends_phrases[field->depends]);
  }
}

// ---- tables of keys ----

static void put_group(const Field *fields, int group, int space, Text *out) {
  const char *between = "one of ";
  for (const Field *field = fields; field->name != NULL; field++) {
    if (field->group == group && language_visible(field, space)) {
      text_printf(out, "%s`%s`", between, field->name);
      between = ", ";
    }
  }
}

static void put_state(const Field *fields, const Field *field, int space, Text *out) {
  const size_t before = out->length;
  if (field->unless != NULL) {
    text_printf(out, "`%s` or `%s` is required", field->name, field->unless);
  } else if (field->fallback != NULL) {
    text_printf(out, "`%s`", field->fallback);
  } else if (field->required && field->with == NULL) {
    text_put(out, "required");
  } else if (field->group > 0) {
    put_group(fields, field->group, space, out);
  }
  for (int k = 0; field->needed != NULL && field->needed[k] != NULL; k++) {
    text_printf(out, "%s`%s`", k > 0 ? ", " : "required with ", field->needed[k]);
  }
  const bool behind = field->fallback != NULL || field->needed != NULL || field->group > 0;
  for (int k = 0; field->with != NULL && field->with[k] != NULL; k++) {
    const char *between = behind ? "; only with " : "only with ";
    between = field->required ? "required with " : between;
    text_printf(out, "%s`%s`", k > 0 ? ", " : between, field->with[k]);
  }
  for (int k = 0; field->without != NULL && field->without[k] != NULL; k++) {
    const char *start = out->length > before ? "; not with " : "not with ";
    text_printf(out, "%s`%s`", k > 0 ? ", " : start, field->without[k]);
  }
}

static void put_rows(const Field *fields, int space, const char *prefix, Text *out) {
  for (const Field *field = fields; field->name != NULL; field++) {
    if (!language_visible(field, space) || !language_reachable(fields, field)) {
      continue;
    }
    text_printf(out, "| `%s%s` | ", prefix, field->name);
    put_value(field, space, out);
    const bool apart = space == IN_BOTH && (field->spaces == IN_PLANE || field->spaces == IN_SPACE);
    text_printf(out, "%s | ", apart ? space_phrase(field->spaces) : "");
    put_state(fields, field, space, out);
    text_printf(out, " | %s |\n", field->summary);
    const bool first = prefix[0] == '\0'; // those of templates and parts are the same
    const bool named = field->type == FIELD_COLLECTION || (field->type == FIELD_NUMBERS && first);
    const bool nested = field->type == FIELD_MAP || named;
    if (nested && field->fields != NULL) {
      Text below = text_open(out->allocator);
      text_printf(&below, "%s%s.%s", prefix, field->name, named ? "NAME." : "");
      put_rows(field->fields, space, below.failed ? "" : below.bytes, out);
      text_close(&below);
    }
  }
}

static void put_table(const Field *fields, int space, Text *out) {
  text_put(out, "| key | value | default | meaning |\n|---|---|---|---|\n");
  put_rows(fields, space, "", out);
}

// ---- examples ----

static void put_sample_number(const Field *field, Text *out) {
  const char *sample = "1";
  if (field->quantity == QUANTITY_ANGLE) {
    sample = "90 deg";
  } else if (field->quantity == QUANTITY_INERTIA) {
    sample = "0.1";
  } else if (field->quantity == QUANTITY_MASS) {
    sample = "2";
  } else if (field->quantity == QUANTITY_TIME) {
    sample = "10";
  }
  text_put(out, sample);
}

static void put_sample(const Field *field, int space, Text *out);

static bool is_first_of_group(const Field *fields, const Field *field) {
  for (const Field *before = fields; before != field; before++) {
    if (before->group == field->group) {
      return false;
    }
  }
  return field->group > 0;
}

// Whether a key that needs company has it: the first member of a group.
static bool has_company(const Field *fields, const Field *field) {
  for (const Field *other = fields; other->name != NULL; other++) {
    for (const char *const *with = field->with; *with != NULL; with++) {
      if ((strcmp(*with, other->name) == 0 && is_first_of_group(fields, other)) ||
          field_says_number(*with)) { // samples are numbers
        return true;
      }
    }
  }
  return false;
}

// Of alternatives with one name the first.
static bool is_later_alternative(const Field *fields, const Field *field) {
  for (const Field *before = fields; before != field; before++) {
    if (strcmp(before->name, field->name) == 0) {
      return true;
    }
  }
  return false;
}

// The members of a map: required ones, and the first of each group.
static void put_members(const Field *fields, int space, bool first, Text *out) {
  for (const Field *field = fields; field->name != NULL; field++) {
    bool chosen = field->group > 0 ? is_first_of_group(fields, field) : field->required;
    chosen = chosen && (field->with == NULL || field->group > 0 || has_company(fields, field));
    if (chosen && language_visible(field, space) && !is_later_alternative(fields, field)) {
      text_printf(out, "%s%s: ", first ? "" : ", ", field->name);
      put_sample(field, space, out);
      first = false;
    }
  }
}

static void put_sample(const Field *field, int space, Text *out) {
  const bool first_end = strcmp(field->name, "marker_i") == 0;
  const int size = field->size > 0 ? field->size : space == IN_PLANE ? 2 : 3;
  if (field->type == FIELD_NUMBER) {
    put_sample_number(field, out);
  } else if (field->type == FIELD_VECTOR) {
    for (int k = 0; k < size; k++) {
      text_put(out, k == 0 ? "[1" : ", 0");
    }
    text_put(out, "]");
  } else if (field->type == FIELD_MARKER || field->type == FIELD_BODY) {
    text_put(out, first_end ? "ground" : "bar");
  } else if (field->type == FIELD_JOINT) {
    text_put(out, "hinge");
  } else if (field->type == FIELD_WORDS) {
    text_printf(out, "[%s]", field->choices != NULL ? field->choices[0] : "u");
  } else if (field->type == FIELD_LIST) {
    text_put(out, "[0, 1]");
  } else if (field->type == FIELD_MAP) {
    text_put(out, "{");
    put_members(field->fields, space, true, out);
    text_put(out, "}");
  }
}

// Appends a small element of the type as a line of a model file, "{type: revolute, ...}": what is
// required, with plausible values. It refers to a body "bar" and a revolute joint "hinge".
static void reference_example(const Kind *kind, int space, Text *out) {
  text_printf(out, "{type: %s", kind->type);
  put_members(kind->fields, space, false, out);
  text_put(out, "}");
}

// ---- the page ----

static void put_sentence(const char *text, Text *out) {
  const char first = text[0] >= 'a' && text[0] <= 'z' ? (char)(text[0] - 'a' + 'A') : text[0];
  text_append(out, &first, 1);
  text_printf(out, "%s.", text + 1);
}

static void put_kinds(const KindTable *table, Text *out) {
  for (int k = 0; k < table->count; k++) {
    const Kind *kind = &table->kinds[k];
    const int space = kind->spaces == IN_BOTH ? IN_BOTH : kind->spaces;
    text_printf(out, "\n### `%s`%s\n\n", kind->type, space_phrase(kind->spaces));
    put_sentence(kind->summary, out);
    if (kind->detail != NULL) {
      text_printf(out, " %s.", kind->detail);
    }
    text_printf(out, "\n\n```yaml\nNAME: ");
    reference_example(kind, space == IN_BOTH ? IN_PLANE : space, out);
    text_put(out, "\n```\n\n");
    put_table(kind->fields, space, out);
  }
}

static void put_measures(const Language *language, Text *out) {
  text_put(out, "\n## Measures\n\nExpressions read them by their dotted names. A force may read "
                "those known as\nposition and rate; outputs and checks may read all.\n\n"
                "| of | measure | unit | known as | meaning |\n|---|---|---|---|---|\n");
  for (int k = 0; k < language->measure_count; k++) {
    const MeasureDoc *measure = &language->measures[k];
    text_printf(out, "| %s%s | `%s` | %s | %s | %s |\n", measure->owner,
                space_phrase(measure->spaces), measure->name, quantity_unit(measure->unit),
                measure->level, measure->summary);
  }
}

static void put_functions(Text *out) {
  const Function *functions = NULL;
  const int count = program_functions(&functions);
  text_put(out, "\n## Functions of expressions\n\nOperators: `+ - * / ^`, `< <= > >= == !=`, `and "
                "or not`; constants: `pi`. `^` is\nright-associative and binds tighter than the "
                "sign: `-t^2` is `-(t^2)`.\n\n| function | meaning |\n|---|---|\n");
  for (int k = 0; k < count; k++) {
    text_printf(out, "| `%s(%s)` | %s", functions[k].name, functions[k].arguments,
                functions[k].summary);
    if (functions[k].formula != NULL) {
      text_printf(out, ": `%s`", functions[k].formula);
    }
    text_put(out, " |\n");
  }
}

static void put_units(Text *out) {
  const char *const *units = NULL;
  const int count = dimension_unit_names(&units);
  text_put(out, "\n## Units\n\nA bare number is in SI and radians. A literal may carry its unit "
                "behind one blank, without\nblanks inside: `45 N*m/rad`, `9.81 m/s^2`. Known: ");
  for (int k = 0; k < count; k++) {
    text_printf(out, "%s`%s`", k > 0 ? ", " : "", units[k]);
  }
  text_put(out, ".\n");
}

// Appends the whole page.
static void reference_write(const Language *language, Text *out) {
  text_put(out, "# The model language\n\n## Top level\n\n");
  put_table(language->top, IN_BOTH, out);
  for (int k = 0; k < language->table_count; k++) {
    const KindTable *table = &language->tables[k];
    text_printf(out, "\n## Types under `%s`\n", table->collection);
    put_kinds(table, out);
  }
  text_put(out, "\n## Every item of a collection\n\n");
  put_table(language->every_item, IN_BOTH, out);
  put_measures(language, out);
  put_functions(out);
  put_units(out);
}

#endif
