// SPDX-License-Identifier: BSD-3-Clause
// dictionary.h: names, and what each of them stands for.
//
// The names stand in a PATRICIA tree: a search compares single bits, and only bits in which names
// that are there differ. A search takes at most one step for each bit of the name, whatever the
// other names are, so that no choice of names makes a small file slow. (A hash table becomes a
// list when names collide, and a tree with known pseudo-random priorities becomes one when names
// follow the priorities. Both can be written on purpose.)
//
// The key of a name is a NUL, its text in lower case, a NUL, the text as it is, and NULs for ever.
// Names that differ only in the case of letters A to Z are therefore neighbours.
#ifndef MBS_BASE_DICTIONARY_H
#define MBS_BASE_DICTIONARY_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"

typedef struct DictionaryEntry DictionaryEntry;
struct DictionaryEntry {
  const char *text; // borrowed
  size_t length;    // of the text in bytes
  void *value;
  size_t bit;                 // the first bit of the key in which names of the two branches differ
  DictionaryEntry *branch[2]; // by that bit; a branch without further names leads back to its name
  DictionaryEntry *next;      // in the order in which names were added
};

// An empty dictionary is zeroed.
typedef struct Dictionary {
  DictionaryEntry *first, *last; // in the order in which names were added; the first is the root
} Dictionary;

// The entry of a name, or NULL.
DictionaryEntry *dictionary_find(const Dictionary *dictionary, const char *text);

// The entry of the name that the first `length` bytes of a text are, or NULL. The text has no NUL
// among them.
DictionaryEntry *dictionary_find_part(const Dictionary *dictionary, const char *text,
                                      size_t length);

// An entry that differs from a text in the case of letters only, or NULL. The text itself is not
// in the dictionary.
DictionaryEntry *dictionary_find_other_case(const Dictionary *dictionary, const char *text);

// Adds a name; one that is there already gets the new value. False when memory ran out.
bool dictionary_add(Dictionary *dictionary, const char *text, void *value, Arena *arena);

// The name nearest to a word (text_nearest) among those whose value `counts`, or NULL. counts NULL:
// all of them. `which` is passed on to counts.
const char *dictionary_nearest(const Dictionary *dictionary, const char *word,
                               bool (*counts)(const void *value, unsigned which), unsigned which);

#endif
