// SPDX-License-Identifier: BSD-3-Clause
// topics.h: what people ask for under words that the model language does not have.
#ifndef MBS_CLI_WORDS_TOPICS_H
#define MBS_CLI_WORDS_TOPICS_H

#include <stdbool.h>

#include "base/text.h"

// The answer to a word such as "pid" or "contact in space" (topics.def). NULL: there is none.
// first: of those that come before what the language itself calls so.
const char *topics_answer(const char *word, bool first);

// The words of topic k, with blanks between them; NULL beyond the last one.
const char *topics_row(int k);

// A whole model of docs/examples, by the name of its file; NULL: there is none.
const char *topics_example(const char *name);

// Prints a model as it stands, indented, without the line for editors.
void topics_put_example(const char *text, Text *out);

#endif
