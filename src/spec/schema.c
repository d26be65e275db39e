// SPDX-License-Identifier: BSD-3-Clause
// schema.c: the model language as JSON Schema.
//
// The top level is one closed object. What depends on the space of the model (vectors, types of
// elements) stands under two "if space ... then" parts; every element is closed too, by "if type
// ... then". Editors read descriptions and defaults from the same places.
#include "spec/schema.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "expr/functions.h"
#include "expr/program.h"
#include "spec/emit.h"
#include "spec/schema_map.h"

enum {
  REFERENCE_SIZE = 96,
  TYPES = 64,
  ELEMENT_LIMIT = 20000,
  EXPRESSION_LIMIT = 4096,
  INDICES = 3
};

// A name; indices stand in brackets behind an underscore, as in crank_(i+1).
#define NAME_PATTERN                                                                               \
  "[A-Za-z_][A-Za-z0-9_]{0,63}(?:\\((?:[^()]|\\([^()]*\\))+\\)[A-Za-z0-9_]{0,63})*"
// A letter or digit, and nothing but what expressions are made of.
#define EXPRESSION_PATTERN "^(?=[\\s\\S]*[A-Za-z0-9])[A-Za-z0-9_.,+*/^()<>=! \\t\\r\\n-]+$"

static const char *space_word(int space) {
  return space == IN_PLANE ? "planar" : "spatial";
}

// ---- definitions that all tables share ----

static void write_number_definition(Emit *emit, const RangeRow *range) {
  emit_open(emit, range->schema, '{');
  emit_open(emit, "anyOf", '[');
  emit_open(emit, NULL, '{');
  emit_string(emit, "type", "number");
  if (range->least > -HUGE_VAL) {
    emit_number(emit, range->open ? "exclusiveMinimum" : "minimum", range->least);
  }
  if (range->greatest < HUGE_VAL) {
    emit_number(emit, "maximum", range->greatest);
  }
  emit_close(emit, '}');
  emit_pair(emit, NULL, "$ref", "#/definitions/expression");
  emit_close(emit, ']');
  emit_close(emit, '}');
}

static void write_numbers(Emit *emit) {
  emit_open(emit, "expression", '{');
  // No description: a hover over a key would show it in place of the key's own.
  emit_string(emit, "type", "string");
  emit_number(emit, "maxLength", EXPRESSION_LIMIT);
  emit_string(emit, "pattern", EXPRESSION_PATTERN);
  emit_close(emit, '}');
  for (int k = 0; k < RANGE_COUNT; k++) {
    write_number_definition(emit, field_range_row((Range)k));
  }
}

static void write_pattern(Emit *emit, const char *name, const char *pattern) {
  emit_open(emit, name, '{');
  emit_string(emit, "type", "string");
  emit_string(emit, "pattern", pattern);
  emit_close(emit, '}');
}

// A name that is none of the given words.
static void write_name_without(Emit *emit, const char *name, const char *const *words, int count) {
  emit_open(emit, name, '{');
  emit_string(emit, "type", "string");
  emit_string(emit, "pattern", "^" NAME_PATTERN "(\\." NAME_PATTERN ")*$");
  emit_open(emit, "not", '{');
  emit_words(emit, "enum", words, count);
  emit_close(emit, '}');
  emit_close(emit, '}');
}

static void write_names(Emit *emit, const Language *language) {
  static const char *const operators[] = {"and", "or", "not"};
  static const char *const time[] = {"t"};
  const char *reserved[2 * TYPES];
  int count = 0;
  for (int k = 0; k < language->reserved_count && count < TYPES; k++) {
    reserved[count++] = language->reserved[k];
  }
  for (int k = 0; k < 3; k++) {
    reserved[count++] = operators[k];
  }
  const int words = count; // an element is read with a dot, which no function has
  const FunctionDoc *functions = NULL;
  const int function_count = program_functions(&functions);
  for (int k = 0; k < function_count && count < 2 * TYPES; k++) {
    reserved[count++] = functions[k].name;
  }
  const bool paths = language->table_count == 0; // a study names numbers of a model
  write_pattern(emit, "name",
                paths ? "^" NAME_PATTERN "(\\." NAME_PATTERN ")*(\\[[0-9]+\\]){0,2}$"
                      : "^" NAME_PATTERN "$");
  write_name_without(emit, "element_name", reserved, count);
  if (!paths) {
    write_name_without(emit, "dotted_name", reserved, words);
  }
  write_name_without(emit, "output_name", time, 1);
  write_pattern(emit, "path", "^" NAME_PATTERN "(\\." NAME_PATTERN ")*$");
  write_pattern(emit, "marker", "^" NAME_PATTERN "(\\." NAME_PATTERN ")*$");
  write_pattern(emit, "file", "^(?!/)(?!(.*/)?\\.\\.(/|$)).+$");
}

// ---- families ----

// One index of a family, and a family's one or several.
static void write_repeat(Emit *emit, const Language *language) {
  emit_open(emit, "repeat_index", '{');
  schema_map_members(emit, language->every_item->fields, IN_BOTH, NULL, false);
  emit_close(emit, '}');
  emit_open(emit, "repeat", '{');
  emit_string(emit, "description", language->every_item->summary);
  emit_open(emit, "anyOf", '[');
  emit_pair(emit, NULL, "$ref", "#/definitions/repeat_index");
  emit_open(emit, NULL, '{');
  emit_string(emit, "type", "array");
  emit_number(emit, "minItems", 1);
  emit_number(emit, "maxItems", INDICES);
  emit_pair(emit, "items", "$ref", "#/definitions/repeat_index");
  emit_close(emit, '}');
  emit_close(emit, ']');
  emit_close(emit, '}');
}

// A number, or a family of numbers.
static void write_number_or_family(Emit *emit) {
  static const char *const keys[] = {"repeat", "value"};
  emit_open(emit, "number_or_family", '{');
  emit_string(
      emit, "description",
      "a number, with or without a unit as in \"90 deg\", or an expression over parameters; "
      "in outputs over t and measures as well");
  emit_open(emit, "anyOf", '[');
  emit_pair(emit, NULL, "$ref", "#/definitions/number");
  emit_open(emit, NULL, '{');
  emit_string(emit, "type", "object");
  emit_boolean(emit, "additionalProperties", false);
  emit_words(emit, "required", keys, 2);
  emit_open(emit, "properties", '{');
  emit_pair(emit, "repeat", "$ref", "#/definitions/repeat");
  emit_pair(emit, "value", "$ref", "#/definitions/number");
  emit_close(emit, '}');
  emit_close(emit, '}');
  emit_close(emit, ']');
  emit_close(emit, '}');
}

// ---- elements ----

static void write_definition_name(char *text, int space, const char *item, const char *type) {
  (void)snprintf(text, REFERENCE_SIZE, "%s_%s%s%s", space_word(space), item,
                 type == NULL ? "" : "_", type == NULL ? "" : type);
}

static void write_kind(Emit *emit, const KindTable *table, const Kind *kind, int space) {
  char name[REFERENCE_SIZE];
  write_definition_name(name, space, table->item, kind->type);
  emit_open(emit, name, '{');
  emit_string(emit, "title", kind->type);
  emit_string(emit, "description", kind->summary);
  schema_map_members(emit, kind->fields, space, kind, true);
  emit_close(emit, '}');
}

// "if the type is this, then the element is that".
static void write_choice(Emit *emit, const KindTable *table, const Kind *kind, int space) {
  char name[REFERENCE_SIZE];
  char reference[2 * REFERENCE_SIZE];
  static const char *const type[] = {"type"};
  write_definition_name(name, space, table->item, kind->type);
  (void)snprintf(reference, sizeof reference, "#/definitions/%s", name);
  emit_open(emit, NULL, '{');
  emit_open(emit, "if", '{');
  emit_string(emit, "type", "object"); // or an element without keys would be of every type
  emit_words(emit, "required", type, 1);
  emit_open(emit, "properties", '{');
  emit_pair(emit, "type", "const", kind->type);
  emit_close(emit, '}');
  emit_close(emit, '}');
  emit_pair(emit, "then", "$ref", reference);
  emit_close(emit, '}');
}

// The collection: named elements.
static void write_collection(Emit *emit, const KindTable *table, int space) {
  char name[REFERENCE_SIZE];
  char reference[2 * REFERENCE_SIZE];
  write_definition_name(name, space, table->item, NULL);
  (void)snprintf(reference, sizeof reference, "#/definitions/%s", name);
  write_definition_name(name, space, table->collection, NULL);
  emit_open(emit, name, '{');
  emit_string(emit, "type", "object");
  emit_number(emit, "maxProperties", ELEMENT_LIMIT);
  // Analyses have names of their own, which no expression reads.
  emit_pair(emit, "propertyNames", "$ref",
            table->named_apart                            ? "#/definitions/name"
            : strcmp(table->collection, "functions") == 0 ? "#/definitions/element_name"
                                                          : "#/definitions/dotted_name");
  emit_pair(emit, "additionalProperties", "$ref", reference);
  emit_close(emit, '}');
}

static void write_table(Emit *emit, const KindTable *table, int space) {
  write_collection(emit, table, space);
  char name[REFERENCE_SIZE];
  const char *types[TYPES];
  const char *summaries[TYPES];
  static const char *const type[] = {"type"};
  int count = 0;
  for (int k = 0; k < table->count && count < TYPES; k++) {
    if ((table->kinds[k].spaces & space) != 0) {
      summaries[count] = table->kinds[k].summary;
      types[count++] = table->kinds[k].type;
    }
  }
  write_definition_name(name, space, table->item, NULL);
  emit_open(emit, name, '{');
  emit_string(emit, "title", table->item);
  emit_string(emit, "type", "object");
  emit_words(emit, "required", type, 1);
  emit_open(emit, "properties", '{');
  emit_open(emit, "type", '{');
  emit_words(emit, "enum", types, count);
  emit_words(emit, "enumDescriptions", summaries, count); // read by editors
  emit_close(emit, '}');
  emit_close(emit, '}');
  emit_open(emit, "allOf", '[');
  for (int k = 0; k < table->count; k++) {
    if ((table->kinds[k].spaces & space) != 0) {
      write_choice(emit, table, &table->kinds[k], space);
    }
  }
  emit_close(emit, ']');
  emit_close(emit, '}');
  for (int k = 0; k < table->count; k++) {
    if ((table->kinds[k].spaces & space) != 0) {
      write_kind(emit, table, &table->kinds[k], space);
    }
  }
}

static void write_elements(Emit *emit, const Field *field, int space) {
  char name[REFERENCE_SIZE];
  char reference[2 * REFERENCE_SIZE];
  write_definition_name(name, space, field->name, NULL);
  (void)snprintf(reference, sizeof reference, "#/definitions/%s", name);
  emit_open(emit, field->name, '{');
  emit_string(emit, "type", "object");
  if (field->required) {
    emit_number(emit, "minProperties", 1);
  }
  emit_open(emit, "allOf", '[');
  emit_pair(emit, NULL, "$ref", reference);
  emit_close(emit, ']');
  emit_close(emit, '}');
}

// ---- the top level ----

// Whether a field looks different in the plane and in space.
static bool depends_on_space(const Field *field) {
  if (field->type == FIELD_ELEMENTS || (field->type == FIELD_VECTOR && field->size == 0)) {
    return true;
  }
  for (const Field *nested = field->fields; nested != NULL && nested->name != NULL; nested++) {
    if ((nested->spaces != 0 && nested->spaces != IN_BOTH) || depends_on_space(nested)) {
      return true;
    }
  }
  return false;
}

static void write_space(Emit *emit, const Language *language, int space) {
  static const char *const key[] = {"space"};
  emit_open(emit, NULL, '{');
  emit_open(emit, "if", '{');
  emit_words(emit, "required", key, 1);
  emit_open(emit, "properties", '{');
  emit_pair(emit, "space", "const", space_word(space));
  emit_close(emit, '}');
  emit_close(emit, '}');
  emit_open(emit, "then", '{');
  emit_open(emit, "properties", '{');
  for (const Field *field = language->top; field->name != NULL; field++) {
    if (field->type == FIELD_ELEMENTS) {
      write_elements(emit, field, space);
    } else if (depends_on_space(field)) {
      schema_map_field(emit, field, space);
    }
  }
  emit_close(emit, '}');
  emit_close(emit, '}');
  emit_close(emit, '}');
}

static void write_top_property(Emit *emit, const Language *language, const Field *field) {
  if (!depends_on_space(field) && strcmp(field->name, "mbs") != 0) {
    schema_map_field(emit, field, IN_BOTH);
    return;
  }
  emit_open(emit, field->name, '{');
  emit_string(emit, "description", field->summary);
  if (!depends_on_space(field)) {
    emit_number(emit, "const", language->version);
  } else {
    emit_string(emit, "type", field->type == FIELD_VECTOR ? "array" : "object");
  }
  emit_close(emit, '}');
}

// A number, or a map that says more of it. The first row of named numbers that has fields counts.
static void write_parameter(Emit *emit, const Language *language) {
  const Field *row = language->top;
  while (row->name != NULL && (row->type != FIELD_NUMBERS || row->fields == NULL)) {
    row++;
  }
  if (row->name == NULL) {
    return;
  }
  emit_open(emit, "parameter", '{');
  emit_string(emit, "description",
              "a number, with or without a unit as in \"90 deg\", or an expression over "
              "parameters; or a map with its value and what is known of it");
  emit_open(emit, "anyOf", '[');
  emit_pair(emit, NULL, "$ref", "#/definitions/number");
  emit_open(emit, NULL, '{');
  schema_map_members(emit, row->fields, IN_BOTH, NULL, language->every_item != NULL);
  emit_close(emit, '}');
  emit_close(emit, ']');
  emit_close(emit, '}');
}

static void write_definitions(Emit *emit, const Language *language) {
  emit_open(emit, "definitions", '{');
  write_numbers(emit);
  write_names(emit, language);
  write_repeat(emit, language);
  write_number_or_family(emit);
  write_parameter(emit, language);
  for (int k = 0; k < language->table_count; k++) {
    write_table(emit, &language->tables[k], IN_PLANE);
    write_table(emit, &language->tables[k], IN_SPACE);
  }
  emit_close(emit, '}');
}

// What an included file may state needs not be stated here, and parts have bodies.
static void write_required(Emit *emit, const Language *language) {
  static const char *const version[] = {"mbs"};
  static const char *const include[] = {"include"};
  static const char *const parts[] = {"space", "parts"};
  const char *names[TYPES];
  int count = 0;
  for (const Field *field = language->top; field->name != NULL && count < TYPES; field++) {
    if (field->required && strcmp(field->name, "mbs") != 0) {
      names[count++] = field->name;
    }
  }
  emit_words(emit, "required", version, 1);
  emit_open(emit, "anyOf", '[');
  emit_open(emit, NULL, '{');
  emit_words(emit, "required", names, count);
  emit_close(emit, '}');
  emit_open(emit, NULL, '{');
  emit_words(emit, "required", include, 1);
  emit_close(emit, '}');
  emit_open(emit, NULL, '{');
  emit_words(emit, "required", parts, 2);
  emit_close(emit, '}');
  emit_close(emit, ']');
}

void schema_write(const Language *language, Text *out) {
  Emit emit = {.out = out, .first = true};
  emit_open(&emit, NULL, '{');
  emit_string(&emit, "$schema", "http://json-schema.org/draft-07/schema#");
  emit_string(&emit, "title", "mbsrun model");
  emit_string(&emit, "description",
              "a mechanism, its analyses, its outputs and the checks that its results must pass; "
              "written by \"mbsrun schema\"");
  emit_string(&emit, "type", "object");
  emit_boolean(&emit, "additionalProperties", false);
  write_required(&emit, language);
  emit_open(&emit, "properties", '{');
  for (const Field *field = language->top; field->name != NULL; field++) {
    write_top_property(&emit, language, field);
  }
  emit_close(&emit, '}');
  emit_open(&emit, "allOf", '[');
  write_space(&emit, language, IN_PLANE);
  write_space(&emit, language, IN_SPACE);
  emit_close(&emit, ']');
  write_definitions(&emit, language);
  emit_close(&emit, '}');
  text_put(out, "\n");
}

void schema_write_study(const Language *language, Text *out) {
  Emit emit = {.out = out, .first = true};
  emit_open(&emit, NULL, '{');
  emit_string(&emit, "$schema", "http://json-schema.org/draft-07/schema#");
  emit_string(&emit, "title", "mbsrun study");
  emit_string(&emit, "description",
              "a model, what varies in it, a plan, and the figures that each run is reduced to; "
              "written by \"mbsrun schema --study\"");
  schema_map_members(&emit, language->top, IN_BOTH, NULL, false);
  emit_open(&emit, "definitions", '{');
  write_numbers(&emit);
  write_names(&emit, language);
  emit_open(&emit, "repeat", '{'); // a study has no families
  emit_open(&emit, "not", '{');
  emit_close(&emit, '}');
  emit_close(&emit, '}');
  emit_close(&emit, '}');
  emit_close(&emit, '}');
  text_put(out, "\n");
}
