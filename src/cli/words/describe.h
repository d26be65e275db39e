// SPDX-License-Identifier: BSD-3-Clause
// describe.h: rows of field tables in words.
#ifndef MBS_CLI_WORDS_DESCRIBE_H
#define MBS_CLI_WORDS_DESCRIBE_H

#include "base/text.h"
#include "elements/fields/field.h"

// The rows of a table that count in a space, two columns; maps with their own rows below them.
void describe_fields(const Field *fields, int space, int indent, Text *out);
// Whether a row counts in a space, and this version has what it belongs to.
bool describe_is_shown(const Field *field, int space);
// Whether a row has rows of its own below it.
bool describe_is_nested(const Field *field);
// "a number in N/m, required; may depend on time and state", as it is in a space
void describe_value(const Field *field, int space, Text *out);
// "in the plane", "in space" or ""
const char *describe_space(int spaces);

#endif
