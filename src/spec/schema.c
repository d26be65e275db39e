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
#include "expr/programs/program.h"
#include "expr/text/functions.h"
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
#define PATH_PATTERN "^" NAME_PATTERN "(\\." NAME_PATTERN ")*$"
// A letter or digit, and nothing but what expressions are made of.
#define EXPRESSION_PATTERN "^(?=[\\s\\S]*[A-Za-z0-9])[A-Za-z0-9_.,+*/^()<>=! \\t\\r\\n-]+$"

static const char *space_word(int space) {
  return space == IN_PLANE ? "planar" : "spatial";
}

// ---- definitions that all tables share ----

static void write_number_definition(Json *json, const RangeRow *range) {
  json_put(json, "%s: {anyOf: [{type: number", range->schema);
  if (range->least > -HUGE_VAL) {
    json_number(json, range->open ? "exclusiveMinimum" : "minimum", range->least);
  }
  if (range->greatest < HUGE_VAL) {
    json_number(json, "maximum", range->greatest);
  }
  json_put(json, "}, {$ref: #/definitions/expression}]}");
}

static void write_numbers(Json *json) {
  // No description: a hover over a key would show it in place of the key's own.
  json_put(json, "expression: {type: string, maxLength: %d, pattern: %s}", EXPRESSION_LIMIT,
           EXPRESSION_PATTERN);
  for (int k = 0; k < RANGE_COUNT; k++) {
    write_number_definition(json, field_range_row((Range)k));
  }
}

static void write_pattern(Json *json, const char *name, const char *pattern) {
  json_put(json, "%s: {type: string, pattern: %s}", name, pattern);
}

// A name that is none of the given words.
static void write_name_without(Json *json, const char *name, const char *const *words, int count) {
  json_put(json, "%s: {type: string, pattern: %s, not: {enum: [%w]}}", name, PATH_PATTERN, words,
           count);
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
  const Function *functions = NULL;
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
  write_pattern(json, "path", PATH_PATTERN);
  write_pattern(json, "marker", PATH_PATTERN);
  write_pattern(json, "file", "^(?!/)(?!(.*/)?\\.\\.(/|$)).+$");
}

// ---- families ----

// One index of a family, and a family's one or several.
static void write_repeat(Json *json, const Language *language) {
  json_put(json, "repeat_index: {");
  schema_map_members(json, language->every_item->fields, IN_BOTH, NULL, false);
  json_put(json,
           "}, repeat: {description: %s, anyOf: [{$ref: #/definitions/repeat_index}, {type: array, "
           "minItems: 1, maxItems: %d, items: {$ref: #/definitions/repeat_index}}]}",
           language->every_item->summary, INDICES);
}

// A number, or a family of numbers.
static void write_number_or_family(Json *json) {
  json_put(json,
           "number_or_family: {description: %s, anyOf: [{$ref: #/definitions/number}, {type: "
           "object, additionalProperties: false, required: [repeat, value], properties: {repeat: "
           "{$ref: #/definitions/repeat}, value: {$ref: #/definitions/number}}}]}",
           "a number, with or without a unit as in \"90 deg\", or an expression over parameters; "
           "in outputs over t and measures as well");
}

// ---- elements ----

// "planar_joint_revolute".
typedef struct DefinitionName {
  char text[REFERENCE_SIZE];
} DefinitionName;

static DefinitionName definition_name(const char *head, int space, const char *item,
                                      const char *type) {
  DefinitionName name;
  (void)snprintf(name.text, sizeof name.text, "%s%s_%s%s%s", head, space_word(space), item,
                 type == NULL ? "" : "_", type == NULL ? "" : type);
  return name;
}

static const char reference[] = "#/definitions/"; // what stands before the name of a definition

static void write_kind(Json *json, const KindTable *table, const Kind *kind, int space) {
  json_put(json, "%s: {title: %s, description: %s",
           definition_name("", space, table->item, kind->type).text, kind->type, kind->summary);
  schema_map_members(json, kind->fields, space, kind, true);
  json_put(json, "}");
}

// "if the type is this, then the element is that". An element without keys would be of every type
// if it were not said that it must have one.
static void write_choice(Json *json, const KindTable *table, const Kind *kind, int space) {
  json_put(json,
           "{if: {type: object, required: [type], properties: {type: {const: %s}}}, then: {$ref: "
           "%s}}",
           kind->type, definition_name(reference, space, table->item, kind->type).text);
}

// The collection: named elements.
static void write_collection(Json *json, const KindTable *table, int space) {
  json_put(json, "%s: {type: object, maxProperties: %d",
           definition_name("", space, table->collection, NULL).text, ELEMENT_LIMIT);
  // Analyses have names of their own, which no expression reads.
  json_put(json, "propertyNames: {$ref: %s}, additionalProperties: {$ref: %s}}",
           table->named_apart                            ? "#/definitions/name"
           : strcmp(table->collection, "functions") == 0 ? "#/definitions/element_name"
                                                         : "#/definitions/dotted_name",
           definition_name(reference, space, table->item, NULL).text);
}

static void write_table(Json *json, const KindTable *table, int space) {
  write_collection(json, table, space);
  const char *types[TYPES];
  const char *summaries[TYPES];
  int count = 0;
  for (int k = 0; k < table->count && count < TYPES; k++) {
    if ((table->kinds[k].spaces & space) != 0) {
      summaries[count] = table->kinds[k].summary;
      types[count++] = table->kinds[k].type;
    }
  }
  // editors read enumDescriptions
  json_put(json,
           "%s: {title: %s, type: object, required: [type], properties: {type: {enum: [%w], "
           "enumDescriptions: [%w]}}, allOf: [",
           definition_name("", space, table->item, NULL).text, table->item, types, count, summaries,
           count);
  for (int k = 0; k < table->count; k++) {
    if ((table->kinds[k].spaces & space) != 0) {
      write_choice(json, table, &table->kinds[k], space);
    }
  }
  json_put(json, "]}");
  for (int k = 0; k < table->count; k++) {
    if ((table->kinds[k].spaces & space) != 0) {
      write_kind(json, table, &table->kinds[k], space);
    }
  }
}

// ---- the top level ----

// Whether a field looks different in the plane and in space.
static bool depends_on_space(const Field *field) {
  if (field->type == FIELD_ELEMENTS || (field->type == FIELD_VECTOR && field->size == 0) ||
      (field->spaces != 0 && field->spaces != IN_BOTH)) {
    return true;
  }
  for (const Field *nested = field->fields; nested != NULL && nested->name != NULL; nested++) {
    if (depends_on_space(nested)) {
      return true;
    }
  }
  return false;
}

static void write_space(Json *json, const Language *language, int space) {
  json_put(json, "{if: {required: [space], properties: {space: {const: %s}}}, then: {properties: {",
           space_word(space));
  for (const Field *field = language->top; field->name != NULL; field++) {
    if (!language_visible(field, space)) {
      json_put(json, "%s: false", field->name);
    } else if (field->type == FIELD_ELEMENTS) {
      json_put(json, field->required ? "%s: {type: object, minProperties: 1" : "%s: {type: object",
               field->name);
      json_put(json, "allOf: [{$ref: %s}]}",
               definition_name(reference, space, field->name, NULL).text);
    } else if (depends_on_space(field)) {
      schema_map_field(json, field, space);
    }
  }
  json_put(json, "}}}");
}

static void write_top_property(Json *json, const Language *language, const Field *field) {
  const bool version = strcmp(field->name, "mbs") == 0;
  if (!depends_on_space(field) && !version) {
    schema_map_field(json, field, IN_BOTH);
    return;
  }
  json_put(json, "%s: {description: %s", field->name, field->summary);
  if (version) {
    json_put(json, "const: %d}", language->version);
  } else {
    json_put(json, "type: %s}", field->type == FIELD_VECTOR ? "array" : "object");
  }
}

// A number of each row of named numbers that has fields: alone, or as a map that says more of it.
static void write_named_numbers(Json *json, const Language *language) {
  for (const Field *row = language->top; row->name != NULL; row++) {
    if (row->type != FIELD_NUMBERS || row->fields == NULL) {
      continue;
    }
    const bool result = row->depends == DEPENDS_ON_RESULT;
    json_put(json, "%s: {description: %s, anyOf: [{$ref: %s}, {", schema_map_member(row).text,
             result ? "an expression over t, parameters and measures, or a map with the expression "
                      "and its further keys"
                    : "a number, with or without a unit as in \"90 deg\", or an expression over "
                      "parameters; or a map with its value and what is known about it",
             result ? "#/definitions/column" : "#/definitions/number");
    schema_map_members(json, row->fields, IN_BOTH, NULL, language->every_item != NULL);
    json_put(json, "}]}");
  }
}

static void write_definitions(Json *json, const Language *language) {
  json_put(json, "definitions: {");
  write_numbers(json);
  write_names(json, language);
  write_repeat(json, language);
  write_number_or_family(json);
  json_put(json, "column: {anyOf: [{$ref: #/definitions/number}, {const: %s}]}", "*");
  write_named_numbers(json, language);
  for (int k = 0; k < language->table_count; k++) {
    write_table(json, &language->tables[k], IN_PLANE);
    write_table(json, &language->tables[k], IN_SPACE);
  }
  json_put(json, "}");
}

// What an included file may state needs not be stated here, and parts have bodies.
static void write_required(Json *json, const Language *language) {
  const char *names[TYPES];
  int count = 0;
  for (const Field *field = language->top; field->name != NULL && count < TYPES; field++) {
    if (field->required && strcmp(field->name, "mbs") != 0) {
      names[count++] = field->name;
    }
  }
  json_put(json,
           "required: [mbs], anyOf: [{required: [%w]}, {required: [include]}, {required: [space, "
           "parts]}]",
           names, count);
}

void schema_write(const Language *language, Text *out) {
  Json json = json_open(out);
  json_put(&json,
           "{$schema: %s, title: %s, description: %s, type: object, additionalProperties: false",
           "http://json-schema.org/draft-07/schema#", "mbsrun model",
           "a mechanism, its analyses, its outputs and the checks that its results must pass; "
           "written by \"mbsrun schema\"");
  write_required(&json, language);
  json_put(&json, "properties: {");
  for (const Field *field = language->top; field->name != NULL; field++) {
    write_top_property(&json, language, field);
  }
  json_put(&json, "}, allOf: [");
  write_space(&json, language, IN_PLANE);
  write_space(&json, language, IN_SPACE);
  json_put(&json, "]");
  write_definitions(&json, language);
  json_put(&json, "}");
}

void schema_write_study(const Language *language, Text *out) {
  Json json = json_open(out);
  json_put(&json, "{$schema: %s, title: %s, description: %s",
           "http://json-schema.org/draft-07/schema#", "mbsrun study",
           "a model, what varies in it, a plan, and the figures that each run is reduced to; "
           "written by \"mbsrun schema --study\"");
  schema_map_members(&json, language->top, IN_BOTH, NULL, false);
  json_put(&json, "definitions: {");
  write_numbers(&json);
  write_names(&json, language);
  json_put(&json, "repeat: {not: {}}}}"); // a study has no families
}
