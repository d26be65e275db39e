// SPDX-License-Identifier: BSD-3-Clause
// schema_map.c: one table of fields as a JSON Schema of a map.
//
// Draft 07 ignores what stands beside "$ref", so a reference with a description is wrapped into
// "anyOf", as alternatives are.
#include "spec/schema_map.h"

#include <stdio.h>
#include <string.h>

#include "base/number.h"
#include "elements/quantity.h"
#include "spec/schema_condition.h"

enum { REFERENCE_SIZE = 64, KEYS = 64, SUMMARY_SIZE = 512 };

// ---- single values ----

// A number of the field's range, as a definition.
typedef struct Reference {
  char text[REFERENCE_SIZE];
} Reference;

static Reference number_reference(const Field *field) {
  Reference reference;
  (void)snprintf(reference.text, sizeof reference.text, "#/definitions/%s",
                 field_range_row(field->range)->schema);
  return reference;
}

// "anyOf" of one: editors complete a key whose schema has it up to the colon, with "allOf" they do
// not.
static void write_reference(Emit *emit, const char *reference) {
  emit_open(emit, "anyOf", '[');
  emit_pair(emit, NULL, "$ref", reference);
  emit_close(emit, ']');
}

static void write_list(Emit *emit, int size, const char *item_reference) {
  emit_string(emit, "type", "array");
  emit_number(emit, "minItems", size);
  emit_number(emit, "maxItems", size);
  emit_pair(emit, "items", "$ref", item_reference);
}

static void write_vector(Emit *emit, const Field *field, int space) {
  const int size = field->size > 0 ? field->size : space == IN_PLANE ? 2 : 3;
  write_list(emit, size, number_reference(field).text);
}

static void write_open_list(Emit *emit, const Field *field) {
  emit_string(emit, "type", "array");
  emit_number(emit, "minItems", field->size > 0 ? field->size : 2);
  emit_pair(emit, "items", "$ref", "#/definitions/number");
}

static void write_matrix(Emit *emit) {
  emit_string(emit, "type", "array");
  emit_number(emit, "minItems", 3);
  emit_number(emit, "maxItems", 3);
  emit_open(emit, "items", '{');
  write_list(emit, 3, "#/definitions/number");
  emit_close(emit, '}');
}

static void write_word(Emit *emit, const Field *field) {
  int count = 0;
  while (field->choices[count] != NULL) {
    count++;
  }
  emit_words(emit, "enum", field->choices, count);
}

static void write_collection(Emit *emit, const Field *field, int space) {
  emit_string(emit, "type", "object");
  if (field->required) {
    emit_number(emit, "minProperties", 1);
  }
  emit_pair(emit, "propertyNames", "$ref", "#/definitions/name");
  emit_open(emit, "additionalProperties", '{');
  schema_map_members(emit, field->fields, space, NULL, true);
  emit_close(emit, '}');
}

static void write_numbers(Emit *emit, const Field *field) {
  const bool results = field->depends == DEPENDS_ON_RESULT;
  emit_string(emit, "type", "object");
  emit_pair(emit, "propertyNames", "$ref",
            field->dotted ? "#/definitions/path"
            : results     ? "#/definitions/output_name"
                          : "#/definitions/element_name");
  emit_pair(emit, "additionalProperties", "$ref",
            field->dotted           ? "#/definitions/number"
            : field->fields != NULL ? "#/definitions/parameter"
                                    : "#/definitions/number_or_family");
}

static void write_integer(Emit *emit, const Field *field) {
  emit_string(emit, "type", "integer");
  if (field->range == RANGE_AT_LEAST_ONE || field->range == RANGE_POSITIVE) {
    emit_number(emit, "minimum", 1);
  }
}

// At least one of something.
static void write_some(Emit *emit, const char *reference) {
  emit_string(emit, "type", "array");
  emit_number(emit, "minItems", 1);
  emit_pair(emit, "items", "$ref", reference);
}

static void write_words(Emit *emit, const Field *field) {
  if (field->size > 0) {
    emit_string(emit, "type", "array");
    emit_number(emit, "minItems", field->size);
    emit_number(emit, "maxItems", field->size);
    return;
  }
  if (field->choices == NULL) {
    write_some(emit, field->dotted ? "#/definitions/path" : "#/definitions/name");
    return;
  }
  emit_string(emit, "type", "array");
  emit_number(emit, "minItems", 1);
  emit_boolean(emit, "uniqueItems", true);
  emit_open(emit, "items", '{');
  write_word(emit, field);
  emit_close(emit, '}');
}

static void write_elements(Emit *emit, const Field *field, int space) {
  char reference[2 * REFERENCE_SIZE];
  (void)snprintf(reference, sizeof reference, "#/definitions/%s_%s",
                 space == IN_PLANE ? "planar" : "spatial", field->name);
  emit_string(emit, "type", "object");
  emit_open(emit, "allOf", '[');
  emit_pair(emit, NULL, "$ref", reference);
  emit_close(emit, ']');
}

// The constraints of a field, without description and default.
static void write_value(Emit *emit, const Field *field, int space) {
  switch (field->type) {
  case FIELD_NUMBER:
  case FIELD_CHANNEL: // of any range
    write_reference(emit, number_reference(field).text);
    break;
  case FIELD_VECTOR:
    write_vector(emit, field, space);
    break;
  case FIELD_LIST:
    write_open_list(emit, field);
    break;
  case FIELD_MATRIX:
    write_matrix(emit);
    break;
  case FIELD_MARKER:
    write_reference(emit, "#/definitions/marker");
    break;
  case FIELD_BODY:
  case FIELD_JOINT:
  case FIELD_FRAME:
  case FIELD_ANALYSIS:
    write_reference(emit, "#/definitions/path");
    break;
  case FIELD_WORD:
    write_word(emit, field);
    break;
  case FIELD_WORDS:
    write_words(emit, field);
    break;
  case FIELD_BOOLEAN:
    emit_string(emit, "type", "boolean");
    break;
  case FIELD_INTEGER:
    write_integer(emit, field);
    break;
  case FIELD_TEXT:
    emit_words(emit, "type", (const char *const[]){"string", "number", "boolean"}, 3);
    break;
  case FIELD_FILE:
    write_reference(emit, "#/definitions/file");
    break;
  case FIELD_FILES:
    write_some(emit, "#/definitions/file");
    break;
  case FIELD_MAP:
    schema_map_members(emit, field->fields, space, NULL, false);
    break;
  case FIELD_COLLECTION:
    write_collection(emit, field, space);
    break;
  case FIELD_NUMBERS:
    write_numbers(emit, field);
    break;
  case FIELD_ELEMENTS:
    write_elements(emit, field, space);
  }
}

static void write_default(Emit *emit, const Field *field) {
  const char *text = field->fallback;
  double value = 0;
  if (text == NULL || text[0] == '[') {
    return;
  }
  if (number_parse(text, (int)strlen(text), &value, NULL) == NUMBER_OK) {
    emit_number(emit, "default", value);
  } else if (field->type == FIELD_BOOLEAN) {
    emit_boolean(emit, "default", strcmp(text, "true") == 0);
  } else {
    emit_string(emit, "default", text);
  }
}

static void write_description(Emit *emit, const Field *field) {
  const char *unit = quantity_unit(field->quantity);
  const bool number = field->type == FIELD_NUMBER || field->type == FIELD_VECTOR;
  char text[SUMMARY_SIZE];
  const bool shown = number && unit[0] != '\0';
  (void)snprintf(text, sizeof text, "%s%s%s%s", field->summary, shown ? " [" : "",
                 shown ? unit : "", shown ? "]" : "");
  emit_string(emit, "description", text);
}

// ---- fields ----

static bool is_alternative_of(const Field *field, const Field *other, int space) {
  return field != other && language_visible(other, space) && strcmp(field->name, other->name) == 0;
}

void schema_map_field(Emit *emit, const Field *field, int space) {
  emit_open(emit, field->name, '{');
  write_description(emit, field);
  write_default(emit, field);
  bool several = false;
  for (const Field *other = field + 1; other->name != NULL; other++) {
    several = several || is_alternative_of(field, other, space);
  }
  if (!several) {
    write_value(emit, field, space);
  } else {
    emit_open(emit, "anyOf", '[');
    for (const Field *other = field; other->name != NULL; other++) {
      if (other == field || is_alternative_of(field, other, space)) {
        emit_open(emit, NULL, '{');
        write_value(emit, other, space);
        emit_close(emit, '}');
      }
    }
    emit_close(emit, ']');
  }
  emit_close(emit, '}');
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

void schema_map_required(Emit *emit, const Field *fields, int space, const char *type) {
  const char *names[KEYS];
  int count = 0;
  if (type != NULL) {
    names[count++] = "type";
  }
  for (const Field *field = fields; field->name != NULL && count < KEYS; field++) {
    if (field->required && field->with == NULL && field->unless == NULL &&
        is_written(fields, field, space)) {
      names[count++] = field->name;
    }
  }
  if (count > 0) {
    emit_words(emit, "required", names, count);
  }
}

void schema_map_members(Emit *emit, const Field *fields, int space, const Kind *kind, bool item) {
  emit_string(emit, "type", "object");
  emit_boolean(emit, "additionalProperties", false);
  schema_map_required(emit, fields, space, kind != NULL ? kind->type : NULL);
  emit_open(emit, "properties", '{');
  if (kind != NULL) {
    emit_open(emit, "type", '{');
    emit_string(emit, "description", kind->summary);
    emit_string(emit, "const", kind->type);
    emit_close(emit, '}');
  }
  if (item) {
    emit_pair(emit, "repeat", "$ref", "#/definitions/repeat");
  }
  for (const Field *field = fields; field->name != NULL; field++) {
    if (is_written(fields, field, space)) {
      schema_map_field(emit, field, space);
    }
  }
  emit_close(emit, '}');
  schema_map_rules(emit, fields, space);
}

// ---- rules that tie keys together ----

static void write_needs(Emit *emit, const char *key) {
  emit_open(emit, NULL, '{');
  emit_words(emit, "required", &key, 1);
  emit_close(emit, '}');
}

static void write_required_where(Emit *emit, const Field *fields, const Field *field,
                                 const char *const *conditions) {
  emit_open(emit, NULL, '{');
  schema_condition_any(emit, "if", fields, conditions);
  emit_open(emit, "then", '{');
  emit_words(emit, "required", &field->name, 1);
  emit_close(emit, '}');
  emit_close(emit, '}');
}

// A key with company: beside it stands one of its conditions; if it is required, it is where one
// holds.
static void write_with(Emit *emit, const Field *fields, const Field *field) {
  emit_open(emit, NULL, '{');
  emit_open(emit, "if", '{');
  emit_words(emit, "required", &field->name, 1);
  emit_close(emit, '}');
  schema_condition_any(emit, "then", fields, field->with);
  emit_close(emit, '}');
  if (field->required) {
    write_required_where(emit, fields, field, field->with);
  }
}

static void write_without(Emit *emit, const Field *field) {
  const char *const keys[] = {field->name, field->without};
  emit_open(emit, NULL, '{');
  emit_open(emit, "not", '{');
  emit_words(emit, "required", keys, 2);
  emit_close(emit, '}');
  emit_close(emit, '}');
}

// One of the two, or both.
static void write_unless(Emit *emit, const Field *field) {
  emit_open(emit, NULL, '{');
  emit_open(emit, "anyOf", '[');
  write_needs(emit, field->name);
  write_needs(emit, field->unless);
  emit_close(emit, ']');
  emit_close(emit, '}');
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

static void write_at_most_one(Emit *emit, const Field **members, int count) {
  for (int k = 0; k < count; k++) {
    for (int j = k + 1; j < count; j++) {
      const char *pair[] = {members[k]->name, members[j]->name};
      emit_open(emit, NULL, '{');
      emit_open(emit, "not", '{');
      emit_words(emit, "required", pair, 2);
      emit_close(emit, '}');
      emit_close(emit, '}');
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
static void write_one_where(Emit *emit, const Field *fields, const Field **members, int count,
                            const char *condition) {
  emit_open(emit, NULL, '{');
  emit_open(emit, "if", '{');
  emit_open(emit, "anyOf", '[');
  schema_condition(emit, fields, condition);
  emit_close(emit, ']');
  emit_close(emit, '}');
  emit_open(emit, "then", '{');
  emit_open(emit, "anyOf", '[');
  for (int j = 0; j < count; j++) {
    if (goes_with(members[j], condition)) {
      write_needs(emit, members[j]->name);
    }
  }
  emit_close(emit, ']');
  emit_close(emit, '}');
  emit_close(emit, '}');
}

static void write_one_of_company(Emit *emit, const Field *fields, const Field **members,
                                 int count) {
  for (int k = 0; k < count; k++) {
    for (int j = 0; members[k]->with[j] != NULL; j++) {
      bool told = false;
      for (int before = 0; before < k && !told; before++) {
        told = goes_with(members[before], members[k]->with[j]);
      }
      if (!told) {
        write_one_where(emit, fields, members, count, members[k]->with[j]);
      }
    }
  }
}

static void write_group(Emit *emit, const Field *fields, int group, int space) {
  const Field *members[KEYS];
  const int count = gather_group(fields, group, space, members);
  if (group < 0 || count == 0) {
    write_at_most_one(emit, members, count);
    return;
  }
  if (members[0]->with == NULL) {
    emit_open(emit, NULL, '{');
    emit_open(emit, "oneOf", '[');
    for (int k = 0; k < count; k++) {
      write_needs(emit, members[k]->name);
    }
    emit_close(emit, ']');
    emit_close(emit, '}');
    return;
  }
  write_at_most_one(emit, members, count);
  write_one_of_company(emit, fields, members, count);
}

void schema_map_rules(Emit *emit, const Field *fields, int space) {
  bool opened = false;
  for (const Field *field = fields; field->name != NULL; field++) {
    const bool ties = field->group != 0 || field->with != NULL || field->without != NULL ||
                      field->needed != NULL || field->unless != NULL;
    if (!ties || !is_written(fields, field, space)) {
      continue;
    }
    if (!opened) {
      emit_open(emit, "allOf", '[');
      opened = true;
    }
    bool first = field->group != 0;
    for (const Field *before = fields; before != field && first; before++) {
      first = before->group != field->group || !is_written(fields, before, space);
    }
    if (first) {
      write_group(emit, fields, field->group, space);
    }
    if (field->with != NULL) {
      write_with(emit, fields, field);
    }
    if (field->needed != NULL) {
      write_required_where(emit, fields, field, field->needed);
    }
    if (field->without != NULL) {
      write_without(emit, field);
    }
    if (field->unless != NULL) {
      write_unless(emit, field);
    }
  }
  if (opened) {
    emit_close(emit, ']');
  }
}
