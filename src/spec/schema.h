// SPDX-License-Identifier: BSD-3-Clause
// schema.h: the model language as JSON Schema (draft 07), for editors and other validators.
#ifndef MBS_SPEC_SCHEMA_H
#define MBS_SPEC_SCHEMA_H

#include "base/text.h"
#include "spec/language.h"

// Appends the schema of model files, ending with a newline. What JSON Schema cannot say (names that
// refer to something, values of expressions, units) is left to mbsrun; nothing that mbsrun accepts
// is refused.
void schema_write(const Language *language, Text *out);
// The same of study files.
void schema_write_study(const Language *language, Text *out);

#endif
