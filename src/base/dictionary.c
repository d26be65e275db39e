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
  return (unsigned char)(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
}

// The byte k of the key of a text.
static unsigned byte_of(const char *text, size_t length, size_t k) {
  if (k < length) {
    return lower(text[k]);
  }
  return k > length && k - length <= length ? (unsigned char)text[k - length - 1] : 0;
}

static unsigned bit_of(const char *text, size_t length, size_t bit) {
  return bit == 0 ? 0
                  : byte_of(text, length, (bit - 1) / BYTE) >> (BYTE - 1 - (bit - 1) % BYTE) & 1U;
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

DictionaryEntry *dictionary_find_part(const Dictionary *dictionary, const char *text,
                                      size_t length) {
  if (dictionary->first == NULL) {
    return NULL;
  }
  DictionaryEntry *from = NULL, *found = follow(dictionary, text, length, SIZE_MAX, &from);
  return found->length == length && memcmp(found->text, text, length) == 0 ? found : NULL;
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
  const size_t length = strlen(text), exact = 1 + BYTE * (length + 1);
  DictionaryEntry *from = NULL, *found = follow(dictionary, text, length, exact, &from);
  return differ_in_case(found->text, text) ? found : NULL;
}

// The first bit in which the keys of two different texts differ.
static size_t first_difference(const char *a, size_t a_length, const char *b, size_t b_length) {
  size_t k = 0;
  while (byte_of(a, a_length, k) == byte_of(b, b_length, k)) {
    k++;
  }
  size_t bit = 1 + BYTE * k;
  while (bit_of(a, a_length, bit) == bit_of(b, b_length, bit)) {
    bit++;
  }
  return bit;
}

static void link_entry(Dictionary *dictionary, DictionaryEntry *added) {
  if (dictionary->first == NULL) {
    *dictionary = (Dictionary){.first = added, .last = added};
    added->branch[0] = added;
    return;
  }
  DictionaryEntry *from = NULL;
  const DictionaryEntry *nearest = follow(dictionary, added->text, added->length, SIZE_MAX, &from);
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
  DictionaryEntry *known = dictionary_find(dictionary, text);
  if (known != NULL) {
    known->value = value;
    return true;
  }
  DictionaryEntry *added = arena_new(arena, DictionaryEntry);
  if (added != NULL) {
    *added = (DictionaryEntry){.text = text, .length = strlen(text), .value = value};
    link_entry(dictionary, added);
  }
  return added != NULL;
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
