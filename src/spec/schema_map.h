// SPDX-License-Identifier: BSD-3-Clause
// schema_map.h: one table of fields as a JSON Schema of a map.
#ifndef MBS_SPEC_SCHEMA_MAP_H
#define MBS_SPEC_SCHEMA_MAP_H

#include "base/json.h"
#include "elements/fields/field.h"
#include "spec/language.h"

// Writes the members of a closed object schema: type, required, properties, rules. kind: what the
// key "type" must say, or NULL when the table has no types. item: of a collection, which may be a
// family.
void schema_map_members(Json *json, const Field *fields, int space, const Kind *kind, bool item);

// One field's schema under its name. FIELD_ELEMENTS is left to the caller.
void schema_map_field(Json *json, const Field *field, int space);

// What one of a field's named numbers is called, and its definition: "parameter" of "parameters".
typedef struct SchemaMember {
  char text[32];
} SchemaMember;
SchemaMember schema_map_member(const Field *numbers);

#endif
