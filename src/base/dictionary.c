// SPDX-License-Identifier: BSD-3-Clause
// dictionary.c: a PATRICIA tree of names (see dictionary.h).
//
// Along a branch the tested bits ascend. A link to an entry whose bit does not ascend leads back to
// an entry that was passed already, and ends the search: its name agrees with the text in all bits
// that were tested, and one comparison decides. The root tests bit 0, which is zero in every key.
#include "base/dictionary.h"

#include <stdint.h>
#include <string.h>

#include "base/text.h"

enum { BYTE = 8, BATCH = 64 };

static unsigned lower(char c) {
  const unsigned byte = (unsigned char)c;
  return byte - 'A' < 26U ? byte + 32 : byte;
}

// The byte k of the key of a text. Indices that are negative wrap around and are beyond the length.
static inline unsigned byte_of(const char *text, size_t length, size_t k) {
  if (k - 1 < length) {
    return lower(text[k - 1]);
  }
  const size_t exact = k - 2 - length;
  return exact < length ? (unsigned char)text[exact] : 0;
}

static inline unsigned bit_of(const char *text, size_t length, size_t bit) {
  return byte_of(text, length, bit / BYTE) >> (BYTE - 1 - bit % BYTE) & 1U;
}

// Follows a text down to the first link that goes back, or that leads to a bit at or beyond
// `limit`. Returns where the link leads; *from: the entry that it stands in.
static DictionaryEntry *follow(const Dictionary *dictionary, const char *text, size_t length,
                               size_t limit, DictionaryEntry **from) {
  DictionaryEntry *entry = dictionary->first, *next = entry->branch[0];
  while (next->bit > entry->bit && next->bit < limit) {
    entry = next;
    next = entry->branch[bit_of(text, length, entry->bit)];
  }
  *from = entry;
  return next;
}

static bool is_name(const DictionaryEntry *entry, const char *text, size_t length) {
  return entry->length == length && memcmp(entry->text, text, length) == 0;
}

DictionaryEntry *dictionary_find_part(const Dictionary *dictionary, const char *text,
                                      size_t length) {
  if (dictionary->first == NULL) {
    return NULL;
  }
  DictionaryEntry *from = NULL, *found = follow(dictionary, text, length, SIZE_MAX, &from);
  return is_name(found, text, length) ? found : NULL;
}

DictionaryEntry *dictionary_find(const Dictionary *dictionary, const char *text) {
  return dictionary_find_part(dictionary, text, strlen(text));
}

static bool differ_in_case(const char *a, const char *b) {
  size_t k = 0;
  while (a[k] != '\0' && lower(a[k]) == lower(b[k])) {
    k++;
  }
  return lower(a[k]) == lower(b[k]) && strcmp(a, b) != 0;
}

DictionaryEntry *dictionary_find_other_case(const Dictionary *dictionary, const char *text) {
  if (dictionary->first == NULL) {
    return NULL;
  }
  // All names below agree in lower case, so that any of them will do.
  const size_t length = strlen(text), exact = BYTE * (length + 2);
  DictionaryEntry *from = NULL, *found = follow(dictionary, text, length, exact, &from);
  return differ_in_case(found->text, text) ? found : NULL;
}

// The first bit in which the keys of two different texts differ.
static size_t first_difference(const char *a, size_t a_length, const char *b, size_t b_length) {
  size_t k = 1;
  while (k <= a_length && k <= b_length && lower(a[k - 1]) == lower(b[k - 1])) {
    k++;
  }
  while (byte_of(a, a_length, k) == byte_of(b, b_length, k)) {
    k++;
  }
  size_t bit = BYTE * k;
  while (bit_of(a, a_length, bit) == bit_of(b, b_length, bit)) {
    bit++;
  }
  return bit;
}

// Puts an entry between those of the tree; nearest: where following its text ends.
static void link_entry(Dictionary *dictionary, DictionaryEntry *added,
                       const DictionaryEntry *nearest) {
  DictionaryEntry *from = NULL;
  added->bit = first_difference(added->text, added->length, nearest->text, nearest->length);
  DictionaryEntry *below = follow(dictionary, added->text, added->length, added->bit, &from);
  const unsigned side = bit_of(added->text, added->length, added->bit);
  added->branch[side] = added;
  added->branch[1 - side] = below;
  from->branch[bit_of(added->text, added->length, from->bit)] = added;
  dictionary->last->next = added;
  dictionary->last = added;
}

bool dictionary_add(Dictionary *dictionary, const char *text, void *value, Arena *arena) {
  const size_t length = strlen(text);
  DictionaryEntry *nearest = NULL, *from = NULL;
  if (dictionary->first != NULL) {
    nearest = follow(dictionary, text, length, SIZE_MAX, &from);
    if (is_name(nearest, text, length)) {
      nearest->value = value;
      return true;
    }
  }
  DictionaryEntry *added = arena_new(arena, DictionaryEntry);
  if (added == NULL) {
    return false;
  }
  *added = (DictionaryEntry){.text = text, .length = length, .value = value};
  if (nearest != NULL) {
    link_entry(dictionary, added, nearest);
  } else {
    *dictionary = (Dictionary){.first = added, .last = added};
    added->branch[0] = added;
  }
  return true;
}

const char *dictionary_nearest(const Dictionary *dictionary, const char *word,
                               bool (*counts)(const void *value, unsigned which), unsigned which) {
  // Batch by batch; the winner of one competes in the next.
  const char *batch[BATCH];
  int filled = 0;
  for (const DictionaryEntry *entry = dictionary->first; entry != NULL; entry = entry->next) {
    if (counts == NULL || counts(entry->value, which)) {
      batch[filled++] = entry->text;
    }
    if (filled == BATCH) {
      batch[0] = text_nearest(word, batch, filled);
      filled = batch[0] != NULL ? 1 : 0;
    }
  }
  return text_nearest(word, batch, filled);
}
