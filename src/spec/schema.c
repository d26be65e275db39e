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

#include "base/json.h"
#include "expr/functions.h"
#include "expr/program.h"
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

static void write_number_definition(Json *json, const RangeRow *range) {
  json_begin_object(json, range->schema);
  json_begin_list(json, "anyOf");
  json_begin_object(json, NULL);
  json_text(json, "type", "number");
  if (range->least > -HUGE_VAL) {
    json_number(json, range->open ? "exclusiveMinimum" : "minimum", range->least);
  }
  if (range->greatest < HUGE_VAL) {
    json_number(json, "maximum", range->greatest);
  }
  json_end_object(json);
  json_pair(json, NULL, "$ref", "#/definitions/expression");
  json_end_list(json);
  json_end_object(json);
}

static void write_numbers(Json *json) {
  json_begin_object(json, "expression");
  // No description: a hover over a key would show it in place of the key's own.
  json_text(json, "type", "string");
  json_number(json, "maxLength", EXPRESSION_LIMIT);
  json_text(json, "pattern", EXPRESSION_PATTERN);
  json_end_object(json);
  for (int k = 0; k < RANGE_COUNT; k++) {
    write_number_definition(json, field_range_row((Range)k));
  }
}

static void write_pattern(Json *json, const char *name, const char *pattern) {
  json_begin_object(json, name);
  json_text(json, "type", "string");
  json_text(json, "pattern", pattern);
  json_end_object(json);
}

// A name that is none of the given words.
static void write_name_without(Json *json, const char *name, const char *const *words, int count) {
  json_begin_object(json, name);
  json_text(json, "type", "string");
  json_text(json, "pattern", "^" NAME_PATTERN "(\\." NAME_PATTERN ")*$");
  json_begin_object(json, "not");
  json_words(json, "enum", words, count);
  json_end_object(json);
  json_end_object(json);
}

static void write_names(Json *json, const Language *language) {
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
  write_pattern(json, "name",
                paths ? "^" NAME_PATTERN "(\\." NAME_PATTERN ")*(\\[[0-9]+\\]){0,2}$"
                      : "^" NAME_PATTERN "$");
  write_name_without(json, "element_name", reserved, count);
  if (!paths) {
    write_name_without(json, "dotted_name", reserved, words);
  }
  write_name_without(json, "output_name", time, 1);
  write_pattern(json, "path", "^" NAME_PATTERN "(\\." NAME_PATTERN ")*$");
  write_pattern(json, "marker", "^" NAME_PATTERN "(\\." NAME_PATTERN ")*$");
  write_pattern(json, "file", "^(?!/)(?!(.*/)?\\.\\.(/|$)).+$");
}

// ---- families ----

// One index of a family, and a family's one or several.
static void write_repeat(Json *json, const Language *language) {
  json_begin_object(json, "repeat_index");
  schema_map_members(json, language->every_item->fields, IN_BOTH, NULL, false);
  json_end_object(json);
  json_begin_object(json, "repeat");
  json_text(json, "description", language->every_item->summary);
  json_begin_list(json, "anyOf");
  json_pair(json, NULL, "$ref", "#/definitions/repeat_index");
  json_begin_object(json, NULL);
  json_text(json, "type", "array");
  json_number(json, "minItems", 1);
  json_number(json, "maxItems", INDICES);
  json_pair(json, "items", "$ref", "#/definitions/repeat_index");
  json_end_object(json);
  json_end_list(json);
  json_end_object(json);
}

// A number, or a family of numbers.
static void write_number_or_family(Json *json) {
  static const char *const keys[] = {"repeat", "value"};
  json_begin_object(json, "number_or_family");
  json_text(json, "description",
            "a number, with or without a unit as in \"90 deg\", or an expression over parameters; "
            "in outputs over t and measures as well");
  json_begin_list(json, "anyOf");
  json_pair(json, NULL, "$ref", "#/definitions/number");
  json_begin_object(json, NULL);
  json_text(json, "type", "object");
  json_boolean(json, "additionalProperties", false);
  json_words(json, "required", keys, 2);
  json_begin_object(json, "properties");
  json_pair(json, "repeat", "$ref", "#/definitions/repeat");
  json_pair(json, "value", "$ref", "#/definitions/number");
  json_end_object(json);
  json_end_object(json);
  json_end_list(json);
  json_end_object(json);
}

// ---- elements ----

static void write_definition_name(char *text, int space, const char *item, const char *type) {
  (void)snprintf(text, REFERENCE_SIZE, "%s_%s%s%s", space_word(space), item,
                 type == NULL ? "" : "_", type == NULL ? "" : type);
}

static void write_kind(Json *json, const KindTable *table, const Kind *kind, int space) {
  char name[REFERENCE_SIZE];
  write_definition_name(name, space, table->item, kind->type);
  json_begin_object(json, name);
  json_text(json, "title", kind->type);
  json_text(json, "description", kind->summary);
  schema_map_members(json, kind->fields, space, kind, true);
  json_end_object(json);
}

// "if the type is this, then the element is that".
static void write_choice(Json *json, const KindTable *table, const Kind *kind, int space) {
  char name[REFERENCE_SIZE];
  char reference[2 * REFERENCE_SIZE];
  static const char *const type[] = {"type"};
  write_definition_name(name, space, table->item, kind->type);
  (void)snprintf(reference, sizeof reference, "#/definitions/%s", name);
  json_begin_object(json, NULL);
  json_begin_object(json, "if");
  json_text(json, "type", "object"); // or an element without keys would be of every type
  json_words(json, "required", type, 1);
  json_begin_object(json, "properties");
  json_pair(json, "type", "const", kind->type);
  json_end_object(json);
  json_end_object(json);
  json_pair(json, "then", "$ref", reference);
  json_end_object(json);
}

// The collection: named elements.
static void write_collection(Json *json, const KindTable *table, int space) {
  char name[REFERENCE_SIZE];
  char reference[2 * REFERENCE_SIZE];
  write_definition_name(name, space, table->item, NULL);
  (void)snprintf(reference, sizeof reference, "#/definitions/%s", name);
  write_definition_name(name, space, table->collection, NULL);
  json_begin_object(json, name);
  json_text(json, "type", "object");
  json_number(json, "maxProperties", ELEMENT_LIMIT);
  // Analyses have names of their own, which no expression reads.
  json_pair(json, "propertyNames", "$ref",
            table->named_apart                            ? "#/definitions/name"
            : strcmp(table->collection, "functions") == 0 ? "#/definitions/element_name"
                                                          : "#/definitions/dotted_name");
  json_pair(json, "additionalProperties", "$ref", reference);
  json_end_object(json);
}

static void write_table(Json *json, const KindTable *table, int space) {
  write_collection(json, table, space);
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
  json_begin_object(json, name);
  json_text(json, "title", table->item);
  json_text(json, "type", "object");
  json_words(json, "required", type, 1);
  json_begin_object(json, "properties");
  json_begin_object(json, "type");
  json_words(json, "enum", types, count);
  json_words(json, "enumDescriptions", summaries, count); // read by editors
  json_end_object(json);
  json_end_object(json);
  json_begin_list(json, "allOf");
  for (int k = 0; k < table->count; k++) {
    if ((table->kinds[k].spaces & space) != 0) {
      write_choice(json, table, &table->kinds[k], space);
    }
  }
  json_end_list(json);
  json_end_object(json);
  for (int k = 0; k < table->count; k++) {
    if ((table->kinds[k].spaces & space) != 0) {
      write_kind(json, table, &table->kinds[k], space);
    }
  }
}

static void write_elements(Json *json, const Field *field, int space) {
  char name[REFERENCE_SIZE];
  char reference[2 * REFERENCE_SIZE];
  write_definition_name(name, space, field->name, NULL);
  (void)snprintf(reference, sizeof reference, "#/definitions/%s", name);
  json_begin_object(json, field->name);
  json_text(json, "type", "object");
  if (field->required) {
    json_number(json, "minProperties", 1);
  }
  json_begin_list(json, "allOf");
  json_pair(json, NULL, "$ref", reference);
  json_end_list(json);
  json_end_object(json);
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

static void write_space(Json *json, const Language *language, int space) {
  static const char *const key[] = {"space"};
  json_begin_object(json, NULL);
  json_begin_object(json, "if");
  json_words(json, "required", key, 1);
  json_begin_object(json, "properties");
  json_pair(json, "space", "const", space_word(space));
  json_end_object(json);
  json_end_object(json);
  json_begin_object(json, "then");
  json_begin_object(json, "properties");
  for (const Field *field = language->top; field->name != NULL; field++) {
    if (field->type == FIELD_ELEMENTS) {
      write_elements(json, field, space);
    } else if (depends_on_space(field)) {
      schema_map_field(json, field, space);
    }
  }
  json_end_object(json);
  json_end_object(json);
  json_end_object(json);
}

static void write_top_property(Json *json, const Language *language, const Field *field) {
  if (!depends_on_space(field) && strcmp(field->name, "mbs") != 0) {
    schema_map_field(json, field, IN_BOTH);
    return;
  }
  json_begin_object(json, field->name);
  json_text(json, "description", field->summary);
  if (!depends_on_space(field)) {
    json_number(json, "const", language->version);
  } else {
    json_text(json, "type", field->type == FIELD_VECTOR ? "array" : "object");
  }
  json_end_object(json);
}

// A number, or a map that says more of it. The first row of named numbers that has fields counts.
static void write_parameter(Json *json, const Language *language) {
  const Field *row = language->top;
  while (row->name != NULL && (row->type != FIELD_NUMBERS || row->fields == NULL)) {
    row++;
  }
  if (row->name == NULL) {
    return;
  }
  json_begin_object(json, "parameter");
  json_text(json, "description",
            "a number, with or without a unit as in \"90 deg\", or an expression over "
            "parameters; or a map with its value and what is known of it");
  json_begin_list(json, "anyOf");
  json_pair(json, NULL, "$ref", "#/definitions/number");
  json_begin_object(json, NULL);
  schema_map_members(json, row->fields, IN_BOTH, NULL, language->every_item != NULL);
  json_end_object(json);
  json_end_list(json);
  json_end_object(json);
}

static void write_definitions(Json *json, const Language *language) {
  json_begin_object(json, "definitions");
  write_numbers(json);
  write_names(json, language);
  write_repeat(json, language);
  write_number_or_family(json);
  write_parameter(json, language);
  for (int k = 0; k < language->table_count; k++) {
    write_table(json, &language->tables[k], IN_PLANE);
    write_table(json, &language->tables[k], IN_SPACE);
  }
  json_end_object(json);
}

// What an included file may state needs not be stated here, and parts have bodies.
static void write_required(Json *json, const Language *language) {
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
  json_words(json, "required", version, 1);
  json_begin_list(json, "anyOf");
  json_begin_object(json, NULL);
  json_words(json, "required", names, count);
  json_end_object(json);
  json_begin_object(json, NULL);
  json_words(json, "required", include, 1);
  json_end_object(json);
  json_begin_object(json, NULL);
  json_words(json, "required", parts, 2);
  json_end_object(json);
  json_end_list(json);
}

void schema_write(const Language *language, Text *out) {
  Json json = json_open(out);
  json_begin_object(&json, NULL);
  json_text(&json, "$schema", "http://json-schema.org/draft-07/schema#");
  json_text(&json, "title", "mbsrun model");
  json_text(&json, "description",
            "a mechanism, its analyses, its outputs and the checks that its results must pass; "
            "written by \"mbsrun schema\"");
  json_text(&json, "type", "object");
  json_boolean(&json, "additionalProperties", false);
  write_required(&json, language);
  json_begin_object(&json, "properties");
  for (const Field *field = language->top; field->name != NULL; field++) {
    write_top_property(&json, language, field);
  }
  json_end_object(&json);
  json_begin_list(&json, "allOf");
  write_space(&json, language, IN_PLANE);
  write_space(&json, language, IN_SPACE);
  json_end_list(&json);
  write_definitions(&json, language);
  json_end_object(&json);
}

void schema_write_study(const Language *language, Text *out) {
  Json json = json_open(out);
  json_begin_object(&json, NULL);
  json_text(&json, "$schema", "http://json-schema.org/draft-07/schema#");
  json_text(&json, "title", "mbsrun study");
  json_text(&json, "description",
            "a model, what varies in it, a plan, and the figures that each run is reduced to; "
            "written by \"mbsrun schema --study\"");
  schema_map_members(&json, language->top, IN_BOTH, NULL, false);
  json_begin_object(&json, "definitions");
  write_numbers(&json);
  write_names(&json, language);
  json_begin_object(&json, "repeat"); // a study has no families
  json_begin_object(&json, "not");
  json_end_object(&json);
  json_end_object(&json);
  json_end_object(&json);
  json_end_object(&json);
}
