// SPDX-License-Identifier: BSD-3-Clause
// schema_map.c: one table of fields as a JSON Schema of a map.
//
// Draft 07 ignores what stands beside "$ref", so a reference with a description is wrapped into
// "anyOf", as alternatives are.
#include "spec/schema_map.h"

#include <stdio.h>
#include <string.h>

#include "base/number.h"
#include "elements/fields/quantity.h"
#include "spec/schema_condition.h"

enum { REFERENCE_SIZE = 64, KEYS = 64, SUMMARY_SIZE = 512 };

// ---- single values ----

// A number of the field's range, as a definition; what an output may be, too.
typedef struct Reference {
  char text[REFERENCE_SIZE];
} Reference;

static Reference number_reference(const Field *field) {
  const bool column = field->type == FIELD_NUMBER && field->depends == DEPENDS_ON_RESULT;
  Reference reference;
  (void)snprintf(reference.text, sizeof reference.text, "#/definitions/%s",
                 column ? "column" : field_range_row(field->range)->schema);
  return reference;
}

// "anyOf" of one: editors complete a key whose schema has it up to the colon, with "allOf" they do
// not.
static void write_reference(Json *json, const char *reference) {
  json_put(json, "anyOf: [{$ref: %s}]", reference);
}

static void write_list(Json *json, int size, const char *item_reference) {
  json_put(json, "type: array, minItems: %d, maxItems: %d, items: {$ref: %s}", size, size,
           item_reference);
}

static void write_word(Json *json, const Field *field) {
  int count = 0;
  while (field->choices[count] != NULL) {
    count++;
  }
  json_put(json, "enum: [%w]", field->choices, count);
}

static void write_collection(Json *json, const Field *field, int space) {
  json_put(json, field->required ? "type: object, minProperties: 1" : "type: object");
  json_put(json, "propertyNames: {$ref: #/definitions/name}, additionalProperties: {");
  schema_map_members(json, field->fields, space, NULL, true);
  json_put(json, "}");
}

SchemaMember schema_map_member(const Field *numbers) {
  SchemaMember member;
  (void)snprintf(member.text, sizeof member.text, "%.*s", (int)strlen(numbers->name) - 1,
                 numbers->name);
  return member;
}

static void write_numbers(Json *json, const Field *field) {
  Reference member = {"#/definitions/number_or_family"};
  if (field->dotted) {
    member = (Reference){"#/definitions/number"};
  } else if (field->fields != NULL) {
    (void)snprintf(member.text, sizeof member.text, "#/definitions/%s",
                   schema_map_member(field).text);
  }
  json_put(json, "type: object, propertyNames: {$ref: %s}, additionalProperties: {$ref: %s}",
           field->dotted                         ? "#/definitions/path"
           : field->depends == DEPENDS_ON_RESULT ? "#/definitions/output_name"
                                                 : "#/definitions/element_name",
           member.text);
}

static void write_integer(Json *json, const Field *field) {
  const bool positive = field->range == RANGE_AT_LEAST_ONE || field->range == RANGE_POSITIVE;
  json_put(json, positive ? "type: integer, minimum: 1" : "type: integer");
}

static void write_matrix(Json *json, int rows) {
  json_put(json, "type: array, minItems: %d, maxItems: %d, items: {", rows, rows);
  write_list(json, rows, "#/definitions/number");
  json_put(json, "}");
}

// At least so many of something.
static void write_some(Json *json, int least, const char *reference) {
  json_put(json, "type: array, minItems: %d, items: {$ref: %s}", least, reference);
}

static void write_words(Json *json, const Field *field) {
  if (field->size > 0) {
    json_put(json, "type: array, minItems: %d, maxItems: %d", field->size, field->size);
  } else if (field->choices == NULL) {
    write_some(json, 1, field->dotted ? "#/definitions/path" : "#/definitions/name");
  } else {
    json_put(json, "type: array, minItems: 1, uniqueItems: true, items: {");
    write_word(json, field);
    json_put(json, "}");
  }
}

static void write_elements(Json *json, const Field *field, int space) {
  char reference[2 * REFERENCE_SIZE];
  (void)snprintf(reference, sizeof reference, "#/definitions/%s_%s",
                 space == IN_PLANE ? "planar" : "spatial", field->name);
  json_put(json, "type: object, allOf: [{$ref: %s}]", reference);
}

// The constraints of a field, without description and default.
static void write_value(Json *json, const Field *field, int space) {
  const int size = field->size;
  switch (field->type) {
  case FIELD_NUMBER:
  case FIELD_CHANNEL: // of any range
    write_reference(json, number_reference(field).text);
    break;
  case FIELD_VECTOR:
    write_list(json,
               field->size > 0     ? field->size
               : space == IN_PLANE ? 2
                                   : 3,
               number_reference(field).text);
    break;
  case FIELD_LIST:
    write_some(json, size > 0 ? size : 2, "#/definitions/number");
    break;
  case FIELD_MATRIX:
    write_matrix(json, field_rows(field));
    break;
  case FIELD_MARKER:
  case FIELD_BODY:
  case FIELD_JOINT:
  case FIELD_FRAME:
  case FIELD_ANALYSIS:
  case FIELD_FILE:
    write_reference(json, field->type == FIELD_MARKER ? "#/definitions/marker"
                          : field->type == FIELD_FILE ? "#/definitions/file"
                                                      : "#/definitions/path");
    break;
  case FIELD_WORD:
    write_word(json, field);
    break;
  case FIELD_WORDS:
    write_words(json, field);
    break;
  case FIELD_INTEGER:
    write_integer(json, field);
    break;
  case FIELD_BOOLEAN:
  case FIELD_TEXT:
    json_put(json, field->type == FIELD_TEXT ? "type: [string, number, boolean]" : "type: boolean");
    break;
  case FIELD_FILES:
    write_some(json, 1, "#/definitions/file");
    break;
  case FIELD_MAP:
    schema_map_members(json, field->fields, space, NULL, false);
    break;
  case FIELD_COLLECTION:
    write_collection(json, field, space);
    break;
  case FIELD_NUMBERS:
    write_numbers(json, field);
    break;
  case FIELD_ELEMENTS:
    write_elements(json, field, space);
  }
}

static void write_default(Json *json, const Field *field) {
  const char *text = field->fallback;
  double value = 0;
  if (text == NULL || text[0] == '[') {
    return;
  }
  if (number_parse(text, (int)strlen(text), &value, NULL) == NUMBER_OK) {
    json_number(json, "default", value);
  } else if (field->type == FIELD_BOOLEAN) {
    json_boolean(json, "default", strcmp(text, "true") == 0);
  } else {
    json_text(json, "default", text);
  }
}

static void write_description(Json *json, const Field *field) {
  const char *unit = quantity_unit(field->quantity);
  const bool number = field->type == FIELD_NUMBER || field->type == FIELD_VECTOR;
  char text[SUMMARY_SIZE];
  const bool shown = number && unit[0] != '\0';
  (void)snprintf(text, sizeof text, "%s%s%s%s", field->summary, shown ? " [" : "",
                 shown ? unit : "", shown ? "]" : "");
  json_text(json, "description", text);
}

// ---- fields ----

static bool is_alternative_of(const Field *field, const Field *other, int space) {
  return field != other && language_visible(other, space) && strcmp(field->name, other->name) == 0;
}

void schema_map_field(Json *json, const Field *field, int space) {
  json_put(json, "%s: {", field->name);
  write_description(json, field);
  write_default(json, field);
  bool several = false;
  for (const Field *other = field + 1; other->name != NULL; other++) {
    several = several || is_alternative_of(field, other, space);
  }
  if (!several) {
    write_value(json, field, space);
  } else {
    json_put(json, "anyOf: [");
    for (const Field *other = field; other->name != NULL; other++) {
      if (other == field || is_alternative_of(field, other, space)) {
        json_put(json, "{");
        write_value(json, other, space);
        json_put(json, "}");
      }
    }
    json_put(json, "]");
  }
  json_put(json, "}");
}

// Counts once, stands in this space, and can stand at all.
static bool is_written(const Field *fields, const Field *field, int space) {
  for (const Field *before = fields; before != field; before++) {
    if (is_alternative_of(field, before, space)) {
      return false;
    }
  }
  return language_visible(field, space) && language_reachable(fields, field);
}

// The properties' required names, as a member "required".
static void write_required(Json *json, const Field *fields, int space, const Kind *kind) {
  const char *names[KEYS] = {"type"};
  int count = kind != NULL ? 1 : 0;
  for (const Field *field = fields; field->name != NULL && count < KEYS; field++) {
    if (field->required && field->with == NULL && field->unless == NULL &&
        is_written(fields, field, space)) {
      names[count++] = field->name;
    }
  }
  if (count > 0) {
    json_put(json, "required: [%w]", names, count);
  }
}

static void write_rules(Json *json, const Field *fields, int space);

void schema_map_members(Json *json, const Field *fields, int space, const Kind *kind, bool item) {
  json_put(json, "type: object, additionalProperties: false");
  write_required(json, fields, space, kind);
  json_put(json, "properties: {");
  if (kind != NULL) {
    json_put(json, "type: {description: %s, const: %s}", kind->summary, kind->type);
  }
  if (item) {
    json_put(json, "repeat: {$ref: #/definitions/repeat}");
  }
  for (const Field *field = fields; field->name != NULL; field++) {
    if (is_written(fields, field, space)) {
      schema_map_field(json, field, space);
    }
  }
  json_put(json, "}");
  write_rules(json, fields, space);
}

// ---- rules that tie keys together ----

static void write_required_where(Json *json, const Field *fields, const Field *field,
                                 const char *const *conditions) {
  json_put(json, "{");
  schema_condition_any(json, "if", fields, conditions);
  json_put(json, "then: {required: [%s]}}", field->name);
}

// A key with company: beside it stands one of its conditions; if it is required, it is where one
// holds.
static void write_with(Json *json, const Field *fields, const Field *field) {
  json_put(json, "{if: {required: [%s]}", field->name);
  schema_condition_any(json, "then", fields, field->with);
  json_put(json, "}");
  if (field->required) {
    write_required_where(json, fields, field, field->with);
  }
}

static void write_not_both(Json *json, const char *one, const char *other) {
  json_put(json, "{not: {required: [%s, %s]}}", one, other);
}

static int gather_group(const Field *fields, int group, int space, const Field **members) {
  int count = 0;
  for (const Field *field = fields; field->name != NULL && count < KEYS; field++) {
    if (field->group == group && is_written(fields, field, space)) {
      members[count++] = field;
    }
  }
  return count;
}

static void write_at_most_one(Json *json, const Field **members, int count) {
  for (int k = 0; k < count; k++) {
    for (int j = k + 1; j < count; j++) {
      write_not_both(json, members[k]->name, members[j]->name);
    }
  }
}

static bool goes_with(const Field *member, const char *condition) {
  for (int k = 0; member->with[k] != NULL; k++) {
    if (strcmp(member->with[k], condition) == 0) {
      return true;
    }
  }
  return false;
}

// Where a condition holds, one of the members that go with it is stated.
static void write_one_where(Json *json, const Field *fields, const Field **members, int count,
                            const char *condition) {
  json_put(json, "{if: {anyOf: [");
  schema_condition(json, fields, condition);
  json_put(json, "]}, then: {anyOf: [");
  for (int j = 0; j < count; j++) {
    if (goes_with(members[j], condition)) {
      json_put(json, "{required: [%s]}", members[j]->name);
    }
  }
  json_put(json, "]}}");
}

static void write_one_of_company(Json *json, const Field *fields, const Field **members,
                                 int count) {
  for (int k = 0; k < count; k++) {
    for (int j = 0; members[k]->with[j] != NULL; j++) {
      bool told = false;
      for (int before = 0; before < k && !told; before++) {
        told = goes_with(members[before], members[k]->with[j]);
      }
      if (!told) {
        write_one_where(json, fields, members, count, members[k]->with[j]);
      }
    }
  }
}

static void write_group(Json *json, const Field *fields, int group, int space) {
  const Field *members[KEYS];
  const int count = gather_group(fields, group, space, members);
  if (group < 0 || count == 0) {
    write_at_most_one(json, members, count);
    return;
  }
  if (members[0]->unless != NULL) {
    write_at_most_one(json, members, count);
    json_put(json, "{anyOf: [");
    for (int k = 0; k < count; k++) {
      json_put(json, "{required: [%s]}", members[k]->name);
    }
    json_put(json, "{required: [%s]}]}", members[0]->unless);
    return;
  }
  if (members[0]->with == NULL) {
    json_put(json, "{oneOf: [");
    for (int k = 0; k < count; k++) {
      json_put(json, "{required: [%s]}", members[k]->name);
    }
    json_put(json, "]}");
    return;
  }
  write_at_most_one(json, members, count);
  write_one_of_company(json, fields, members, count);
}

// The rules that tie keys together (groups and company) as a member "allOf", if there are any.
static void write_rules(Json *json, const Field *fields, int space) {
  bool opened = false;
  for (const Field *field = fields; field->name != NULL; field++) {
    const bool ties = field->group != 0 || field->with != NULL || field->without != NULL ||
                      field->needed != NULL || field->unless != NULL;
    if (!ties || !is_written(fields, field, space)) {
      continue;
    }
    if (!opened) {
      json_put(json, "allOf: [");
      opened = true;
    }
    bool first = field->group != 0;
    for (const Field *before = fields; before != field && first; before++) {
      first = before->group != field->group || !is_written(fields, before, space);
    }
    if (first) {
      write_group(json, fields, field->group, space);
    }
    if (field->with != NULL) {
      write_with(json, fields, field);
    }
    if (field->needed != NULL) {
      write_required_where(json, fields, field, field->needed);
    }
    for (int w = 0; field->without != NULL && field->without[w] != NULL; w++) {
      write_not_both(json, field->name, field->without[w]);
    }
    if (field->unless != NULL && field->group == 0) {
      json_put(json, "{anyOf: [{required: [%s]}, {required: [%s]}]}", field->name, field->unless);
    }
  }
  if (opened) {
    json_put(json, "]");
  }
}
