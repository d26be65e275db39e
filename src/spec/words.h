// SPDX-License-Identifier: BSD-3-Clause
// words.h: words that are not ours, words that are not yet ours, and lists of words for messages.
#ifndef MBS_SPEC_WORDS_H
#define MBS_SPEC_WORDS_H

#include <stdbool.h>

#include "base/arena.h"

// Whether two words are one. Case, "_", "-" and blanks do not count.
bool words_same(const char *a, const char *b);

// The word of ours that a word of other tools stands for, when it is among the allowed ones; NULL
// else.
const char *words_foreign(const char *word, const char *const *allowed, int count);

// Whether a word is one of a row with blanks between its words. Case, "_", "-" and blanks in the
// word do not count.
bool words_stand_among(const char *word, const char *row);

// What to do instead of a word that stands for something the language says in another way, at a
// place or (place NULL) anywhere; NULL: no such word.
const char *words_elsewhere(const char *place, const char *word);

// Such an answer with a value in the place of its "@{example}" (NULL: the example). NULL when
// memory ran out.
const char *words_filled(const char *answer, const char *value, Arena *arena);

// True when the language has the word at this place ("joint type"), and this version has not.
bool words_unsupported(const char *place, const char *word);

// Row k of the two tables behind these, for tests; false beyond the end. theirs: words with blanks
// between them.
bool words_foreign_row(int k, const char **ours, const char **theirs);
bool words_unsupported_row(int k, const char **place, const char **word);

// "a, b or c" with the conjunction "or". Long lists end with "and n more". NULL when memory ran
// out.
const char *words_join(const char *const *words, int count, const char *conjunction, Arena *arena);

// True when word is one of the words.
bool words_contain(const char *const *words, int count, const char *word);

#endif
