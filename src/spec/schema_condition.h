// SPDX-License-Identifier: BSD-3-Clause
// schema_condition.h: a statement that ties keys together, as a schema.
//
// A condition is written as in Field.with: "file" (that key is stated) or "method: ida" (that key
// has that word, stated or by default). fields: the table of the key, for its default.
#ifndef MBS_SPEC_SCHEMA_CONDITION_H
#define MBS_SPEC_SCHEMA_CONDITION_H

#include "base/json.h"
#include "elements/fields/field.h"

// Writes a schema, an entry of a list, that holds where the condition does.
void schema_condition(Json *json, const Field *fields, const char *condition);

// Writes a schema under a key that holds where one of the conditions (NULL ends them) does.
void schema_condition_any(Json *json, const char *key, const Field *fields,
                          const char *const *conditions);

#endif
