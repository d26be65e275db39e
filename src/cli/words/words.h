// SPDX-License-Identifier: BSD-3-Clause
// words.h: what a word of the model language means, from the tables that the loader uses.
#ifndef MBS_CLI_WORDS_WORDS_H
#define MBS_CLI_WORDS_WORDS_H

#include "base/arena.h"
#include "base/diag.h"
#include "base/text.h"

// Explains every meaning of a word in a space (IN_BOTH: in both): a type, a key, a function, a
// measure, a unit, a named constant, the code of a message, a topic, a word of another program;
// "measures", "units", "codes", "studies": lists of them; NULL: an index. False after a message
// when it is none of these.
bool words_explain(const char *word, int space, Text *out, Arena *arena, Diag *diag);

#endif
