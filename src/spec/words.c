// SPDX-License-Identifier: BSD-3-Clause
// words.c: two tables and their look-up.
#include "spec/words.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"

enum { LONGEST_LIST = 24 };

typedef struct WordPair {
  const char *first, *second;
} WordPair;

static const WordPair foreign[] = {
#define FOREIGN(ours, theirs) {ours, theirs},
#define ELSEWHERE(text, theirs)
#define ELSEWHERE_IN(place, text, theirs)
#include "spec/foreign.def"
#undef FOREIGN
#undef ELSEWHERE
#undef ELSEWHERE_IN
};

// Words that are said in another way: where they stand (NULL: anywhere), how, the words.
typedef struct Said {
  const char *place, *text, *words;
} Said;

static const Said elsewhere[] = {
#define FOREIGN(ours, theirs)
#define ELSEWHERE(text, theirs) {NULL, text, theirs},
#define ELSEWHERE_IN(place, text, theirs) {place, text, theirs},
#include "spec/foreign.def"
#undef FOREIGN
#undef ELSEWHERE
#undef ELSEWHERE_IN
};
enum { ELSEWHERE_COUNT = sizeof elsewhere / sizeof *elsewhere };

enum { FOREIGN_COUNT = sizeof foreign / sizeof *foreign };

static const WordPair unsupported[] = {
#define UNSUPPORTED(place, word) {place, word},
#include "spec/unsupported.def"
#undef UNSUPPORTED
};
enum { UNSUPPORTED_COUNT = sizeof unsupported / sizeof *unsupported };

// The next letter or digit of a word, in lower case; NUL at the end.
static char next_letter(const char **word) {
  while (**word == '_' || **word == '-' || **word == ' ') {
    (*word)++;
  }
  const char letter = **word;
  *word += letter != '\0';
  return letter >= 'A' && letter <= 'Z' ? (char)(letter - 'A' + 'a') : letter;
}

bool words_same(const char *a, const char *b) {
  char letter = '\0';
  do {
    letter = next_letter(&a);
    if (letter != next_letter(&b)) {
      return false;
    }
  } while (letter != '\0');
  return true;
}

bool words_stand_among(const char *word, const char *row) {
  char name[64];
  while (*row != '\0') {
    const size_t length = strcspn(row, " ");
    snprintf(name, sizeof name, "%.*s", (int)length, row);
    if (words_same(word, name)) {
      return true;
    }
    row += length + (row[length] == ' ');
  }
  return false;
}

bool words_contain(const char *const *words, int count, const char *word) {
  for (int k = 0; k < count; k++) {
    if (strcmp(words[k], word) == 0) {
      return true;
    }
  }
  return false;
}

const char *words_foreign(const char *word, const char *const *allowed, int count) {
  for (int k = 0; k < count; k++) {
    if (words_same(word, allowed[k])) {
      return allowed[k]; // ours, spelled otherwise: bodyI, Body-I
    }
  }
  for (int k = 0; k < FOREIGN_COUNT; k++) {
    if (words_contain(allowed, count, foreign[k].first) &&
        words_stand_among(word, foreign[k].second)) {
      return foreign[k].first;
    }
  }
  return NULL;
}

const char *words_elsewhere(const char *place, const char *word) {
  for (int k = 0; k < ELSEWHERE_COUNT; k++) {
    const Said *it = &elsewhere[k];
    const bool counts = it->place == NULL || place == NULL || strcmp(it->place, place) == 0;
    if (counts && words_stand_among(word, it->words)) {
      return it->text;
    }
  }
  return NULL;
}

const char *words_filled(const char *answer, const char *value, Arena *arena) {
  const char *at = strstr(answer, "@{");
  if (at == NULL) {
    return answer;
  }
  const char *given = at + 2, *end = given + strcspn(given, "}");
  return text_print(arena, "%.*s%.*s%s", (int)(at - answer), answer,
                    value != NULL ? (int)strlen(value) : (int)(end - given),
                    value != NULL ? value : given, end + 1);
}

bool words_unsupported(const char *place, const char *word) {
  for (int k = 0; k < UNSUPPORTED_COUNT; k++) {
    if (strcmp(unsupported[k].first, place) == 0 && strcmp(unsupported[k].second, word) == 0) {
      return true;
    }
  }
  return false;
}

bool words_foreign_row(int k, const char **ours, const char **theirs) {
  if (k < 0 || k >= FOREIGN_COUNT) {
    return false;
  }
  *ours = foreign[k].first;
  *theirs = foreign[k].second;
  return true;
}

bool words_unsupported_row(int k, const char **place, const char **word) {
  if (k < 0 || k >= UNSUPPORTED_COUNT) {
    return false;
  }
  *place = unsupported[k].first;
  *word = unsupported[k].second;
  return true;
}

const char *words_join(const char *const *words, int count, const char *conjunction, Arena *arena) {
  Text text = text_open(arena->allocator);
  const int shown = count > LONGEST_LIST ? LONGEST_LIST : count;
  for (int k = 0; k < shown; k++) {
    if (k > 0 && k == count - 1) {
      text_printf(&text, " %s ", conjunction);
    } else if (k > 0) {
      text_put(&text, ", ");
    }
    text_put(&text, words[k]);
  }
  if (shown < count) {
    text_printf(&text, " and %d more", count - shown);
  }
  return text_keep(&text, arena);
}
