// SPDX-License-Identifier: BSD-3-Clause
// words_all.h: every word that mbsrun explain can be asked for.
#ifndef MBS_CLI_WORDS_WORDS_ALL_H
#define MBS_CLI_WORDS_WORDS_ALL_H

#include "base/arena.h"

// All types, keys, functions, measures, words of topics and codes, each once, and the names of
// lists; *count of them. NULL when memory ran out.
const char *const *words_all(int *count, Arena *arena);

#endif
