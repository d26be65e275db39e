// SPDX-License-Identifier: BSD-3-Clause
// foreign.h: what people write who come from another language, and what to tell them.
#ifndef MBS_EXPR_TEXT_FOREIGN_H
#define MBS_EXPR_TEXT_FOREIGN_H

#include <stdbool.h>

// The degree sign, whose hint can name the number before it.
#define FOREIGN_DEGREES "\xc2\xb0"

// A hint for the foreign sign that text[0 .. length) starts with, or NULL; *used: its bytes.
const char *foreign_sign(const char *text, int length, int *used);
// A hint for an unknown function or name, or NULL. Case does not matter.
const char *foreign_function(const char *word);
const char *foreign_name(const char *word);
// The same for an unknown unit, of the number that stands before it (length 0: none does).
enum { FOREIGN_HINT = 160 };
const char *foreign_unit(const char *word, const char *number, int length,
                         char text[static FOREIGN_HINT]);
// Row k of the table of functions, its words with blanks between them, for tests; false beyond the
// end.
bool foreign_function_row(int k, const char **words, const char **hint);

#endif
