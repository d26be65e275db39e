// SPDX-License-Identifier: BSD-3-Clause
// words_all.c: the list of all words (see words_all.h).
#include "cli/words/words_all.h"

#include <stdlib.h>
#include <string.h>

#include "base/diag.h"
#include "cli/words/topics.h"
#include "elements/registry.h"
#include "expr/programs/program.h"
#include "expr/text/functions.h"
#include "language/tables/tables.h"
#include "spec/language.h"

// A list that grows; `failed` when memory ran out.
typedef struct WordList {
  const char **list;
  int count, capacity;
  bool failed;
  Arena *arena;
} WordList;

static void add_word(WordList *words, const char *word) {
  const char **list =
      arena_room(words->arena, words->list, &words->capacity, words->count + 1, sizeof *list);
  words->failed = words->failed || list == NULL || word == NULL;
  if (!words->failed) {
    words->list = list;
    list[words->count++] = word;
  }
}

static void add_keys(WordList *words, const Field *fields) {
  for (const Field *field = fields; field->name != NULL; field++) {
    add_word(words, field->name);
  }
}

// The words of a row with blanks between them.
static void add_row(WordList *words, const char *row) {
  while (row != NULL && *row != '\0') {
    const size_t length = strcspn(row, " ");
    add_word(words, arena_copy(words->arena, row, length));
    row += length + (row[length] == ' ');
  }
}

// All words that could have been meant.
static WordList collect_words(const Language *language, Arena *arena) {
  WordList words = {.arena = arena};
  const Function *functions = NULL;
  const int function_count = program_functions(&functions);
  for (int t = 0; t < language->table_count; t++) {
    for (int k = 0; k < language->tables[t].count; k++) {
      add_word(&words, language->tables[t].kinds[k].type);
    }
  }
  add_keys(&words, language->top);
  for (int t = 0; t < language->table_count; t++) {
    for (int k = 0; k < language->tables[t].count; k++) {
      add_keys(&words, language->tables[t].kinds[k].fields);
    }
  }
  for (int k = 0; k < function_count; k++) {
    add_word(&words, functions[k].name);
  }
  for (int k = 0; k < measure_kind_count(); k++) {
    add_word(&words, measure_kinds[k].name);
  }
  for (int k = 0; topics_row(k) != NULL; k++) {
    add_row(&words, topics_row(k));
  }
  return words;
}

static int compare_words(const void *a, const void *b) {
  return strcmp(*(const char *const *)a, *(const char *const *)b);
}

const char *const *words_all(int *count, Arena *arena) {
  static const char *const lists[] = {"measures", "units", "codes", "studies"};
  const Language *language = tables_language(arena);
  if (language == NULL) {
    return NULL;
  }
  WordList words = collect_words(language, arena);
  for (size_t k = 0; k < sizeof lists / sizeof lists[0]; k++) {
    add_word(&words, lists[k]);
  }
  for (int k = 0; k < DIAG_CODE_COUNT; k++) {
    const char *name = diag_code_name((DiagCode)k);
    if (name[0] != '\0') {
      add_word(&words, name);
    }
  }
  if (words.failed) {
    return NULL;
  }
  qsort(words.list, (size_t)words.count, sizeof *words.list, compare_words);
  *count = 0;
  for (int k = 0; k < words.count; k++) {
    if (k == 0 || strcmp(words.list[k], words.list[*count - 1]) != 0) {
      words.list[(*count)++] = words.list[k];
    }
  }
  return words.list;
}
