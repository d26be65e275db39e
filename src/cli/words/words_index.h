// SPDX-License-Identifier: BSD-3-Clause
// words_index.h: what can be asked of `mbsrun explain`: an index, and lists that are no single
// word.
#ifndef MBS_CLI_WORDS_WORDS_INDEX_H
#define MBS_CLI_WORDS_WORDS_INDEX_H

#include <stdbool.h>

#include "base/text.h"
#include "spec/language.h"

// The index: collections with their types, keys of a model and of a study, lists.
void words_index(const Language *model, const Language *study, Text *out);

// "measures", "units", "codes" or "studies": all of them. False when the word is none of these.
bool words_list(const char *word, const Language *study, Text *out);

#endif
