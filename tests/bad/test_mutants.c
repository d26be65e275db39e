// SPDX-License-Identifier: BSD-3-Clause
// test_mutants.c: good models with one thing changed.
//
// Every word of every shipped model is left out, written twice, robbed of a letter, changed in a
// letter, and replaced by nasty ones; every line is left out or written twice; every text is cut
// short at many places. Nothing may crash (sanitizers), a model exists exactly without errors, and
// every refusal has a place in the text. Where one word was changed and the model refused, a
// message (or the second place that it names) stands on the line of the change in at least 95 of
// 100 cases. Lines that are taken away leave nothing to point at.
//
// The default is a fixed sample, every STRIDE-th mutant. MBSRUN_MUTANTS=all takes all of them
// (./dev mutants), and the figures go into tests/bad/MUTANTS.md.
#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include <cmocka.h>

#include "language/load.h"
#include "support/place.h"

enum {
  TEXT_SIZE = 1 << 16,
  MUTANT_SIZE = 2 * TEXT_SIZE,
  PATH_SIZE = 1024,
  CUT_STEP = 13,
  STRIDE = 89
};

static const char *const nasty[] = {
    "",   "~", "-1", "0",         "1e999", "1_000",  "nan",    "yes", "xyzzy", "[", "}",
    "\"", "t", "*a", "1 furlong", "3 m",   "bar.vq", "{a: 1}", "[1]", "1/0",   "\t"};
enum { NASTY = sizeof nasty / sizeof *nasty };

typedef enum Change {
  WORD_DELETED,
  WORD_TWICE,
  LETTER_DELETED,
  LETTER_CHANGED,
  WORD_REPLACED,
  LINE_DELETED,
  LINE_TWICE,
  CUT_SHORT,
  CHANGES
} Change;

static const char *const change_names[CHANGES] = {
    "word left out", "word twice",    "letter left out", "letter changed",
    "word replaced", "line left out", "line twice",      "text cut short"};

typedef struct Count {
  long mutants, refused, pointed; // pointed: refused with a message on the line of the change
} Count;

typedef struct Tally {
  Count of[CHANGES];
  long seen;
  int stride;
} Tally;

// Whether the next mutant is not of the sample.
static bool is_passed_over(Tally *tally) {
  return tally->seen++ % tally->stride != 0;
}

static int count_lines(const char *text) {
  int lines = 1;
  for (; *text != '\0'; text++) {
    lines += *text == '\n';
  }
  return lines;
}

// Loads a text; *pointed tells whether a message stands on the line. True when it was refused.
static bool load(const char *path, const char *text, int line, bool *pointed) {
  Allocator allocator = {.limit = (size_t)64 << 20};
  Arena arena;
  Diag diag;
  arena_open(&arena, &allocator);
  diag_open(&diag, &arena);
  const SourceText source = {.name = "mutant.yaml", .text = text, .length = strlen(text)};
  const LoadOptions options = {.limits = doc_default_limits()};
  const Model *model = model_load_text(&source, path, &options, &arena, &diag);
  const bool refused = model == NULL;
  assert_false(allocator.exhausted);
  assert_true(refused == (diag.error_count > 0));
  const int lines = count_lines(text);
  *pointed = false;
  for (int k = 0; k < diag.count; k++) {
    const DiagMessage *message = &diag.messages[k];
    const bool whole_file = message->code == DIAG_YAML_EMPTY;
    assert_true(whole_file || (message->mark.line >= 1 && message->mark.line <= lines));
    *pointed = *pointed || message->mark.line == line;
    for (int j = 0; j < message->related_count; j++) {
      *pointed = *pointed || message->related[j].mark.line == line;
    }
  }
  arena_close(&arena);
  assert_int_equal(allocator.used, 0);
  return refused;
}

// ---- one word ----

static bool is_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         c == '.' || c == '-';
}

// A word of a text: bytes [first, last) in a line.
typedef struct Word {
  const char *path, *text;
  size_t first, last;
  int line;
} Word;

// Loads the text with the word replaced by another.
static void replace_word(const Word *word, const char *by, Change change, Tally *tally) {
  static char mutant[MUTANT_SIZE];
  if (is_passed_over(tally)) {
    return;
  }
  (void)snprintf(mutant, MUTANT_SIZE, "%.*s%s%s", (int)word->first, word->text, by,
                 word->text + word->last);
  bool pointed = false;
  const bool refused = load(word->path, mutant, word->line, &pointed);
  tally->of[change].mutants++;
  tally->of[change].refused += refused;
  tally->of[change].pointed += refused && pointed;
}

static void change_word(const Word *word, Tally *tally) {
  char own[MUTANT_SIZE / 4];
  char changed[2 * sizeof own];
  const size_t length = word->last - word->first;
  (void)snprintf(own, sizeof own, "%.*s", (int)length, word->text + word->first);
  replace_word(word, "", WORD_DELETED, tally);
  (void)snprintf(changed, sizeof changed, "%s %s", own, own);
  replace_word(word, changed, WORD_TWICE, tally);
  const size_t middle = length / 2;
  (void)snprintf(changed, sizeof changed, "%.*s%s", (int)middle, own, own + middle + 1);
  replace_word(word, changed, LETTER_DELETED, tally);
  (void)snprintf(changed, sizeof changed, "%s", own);
  changed[middle] = own[middle] == 'x' ? 'q' : 'x';
  replace_word(word, changed, LETTER_CHANGED, tally);
  for (int k = 0; k < NASTY; k++) {
    replace_word(word, nasty[k], WORD_REPLACED, tally);
  }
}

static void change_words(const char *path, const char *text, Tally *tally) {
  int line = 1;
  size_t k = 0;
  while (text[k] != '\0') {
    if (text[k] == '#') {
      k += strcspn(text + k, "\n");
    } else if (is_word(text[k])) {
      Word word = {.path = path, .text = text, .first = k, .last = k, .line = line};
      while (is_word(text[word.last])) {
        word.last++;
      }
      change_word(&word, tally);
      k = word.last;
    } else {
      line += text[k] == '\n';
      k++;
    }
  }
}

// ---- lines and cuts ----

static void try_mutant(const char *path, const char *text, Change change, Tally *tally) {
  bool pointed = false;
  tally->of[change].mutants++;
  tally->of[change].refused += load(path, text, 0, &pointed);
}

static void change_lines(const char *path, const char *text, Tally *tally) {
  static char mutant[MUTANT_SIZE];
  for (size_t k = 0; text[k] != '\0';) {
    const size_t end = k + strcspn(text + k, "\n") + (strchr(text + k, '\n') != NULL);
    if (!is_passed_over(tally)) {
      (void)snprintf(mutant, sizeof mutant, "%.*s%s", (int)k, text, text + end);
      try_mutant(path, mutant, LINE_DELETED, tally);
    }
    if (!is_passed_over(tally)) {
      (void)snprintf(mutant, sizeof mutant, "%.*s%s", (int)end, text, text + k);
      try_mutant(path, mutant, LINE_TWICE, tally);
    }
    k = end;
  }
}

static void cut_short(const char *path, const char *text, Tally *tally) {
  static char mutant[MUTANT_SIZE];
  const size_t length = strlen(text);
  for (size_t k = 0; k < length; k += CUT_STEP) {
    if (!is_passed_over(tally)) {
      (void)snprintf(mutant, sizeof mutant, "%.*s", (int)k, text);
      try_mutant(path, mutant, CUT_SHORT, tally);
    }
  }
}

// ---- all models ----

static void mutate(const char *path, Tally *tally) {
  static char text[TEXT_SIZE];
  FILE *file = fopen(path, "rb");
  assert_non_null(file);
  const size_t length = fread(text, 1, sizeof text - 1, file);
  assert_int_equal(fclose(file), 0);
  assert_true(length > 0 && length < sizeof text - 1);
  text[length] = '\0';
  bool pointed = false;
  assert_false(load(path, text, 0, &pointed)); // the model itself is good
  change_words(path, text, tally);
  change_lines(path, text, tally);
  cut_short(path, text, tally);
}

static int no_dots(const struct dirent *entry) {
  return entry->d_name[0] != '.';
}

static int mutate_folder(const char *folder, Tally *tally) {
  struct dirent **entries = NULL;
  const int count = scandir(folder, &entries, no_dots, alphasort);
  int models = 0;
  for (int k = 0; k < count; k++) {
    char path[PATH_SIZE];
    struct stat status;
    const int length = snprintf(path, sizeof path, "%s/%s", folder, entries[k]->d_name);
    assert_true(length > 0 && length < (int)sizeof path);
    const char *ending = strrchr(path, '.');
    assert_int_equal(stat(path, &status), 0);
    if (S_ISDIR(status.st_mode)) {
      models += mutate_folder(path, tally);
    } else if (ending != NULL && strcmp(ending, ".yaml") == 0) {
      mutate(path, tally);
      models++;
    }
    free(entries[k]);
  }
  free(entries);
  return models;
}

static Count sum_of(const Tally *tally, Change first, Change last) {
  Count sum = {0};
  for (Change change = first; change <= last; change++) {
    sum.mutants += tally->of[change].mutants;
    sum.refused += tally->of[change].refused;
    sum.pointed += tally->of[change].pointed;
  }
  return sum;
}

static void mutants_of_all_models(void **state) {
  (void)state;
  const char *which = getenv("MBSRUN_MUTANTS");
  const bool all = which != NULL && strcmp(which, "all") == 0;
  Tally tally = {.stride = all ? 1 : STRIDE};
  const int models = mutate_folder(place_of("models").path, &tally);
  const Count words = sum_of(&tally, WORD_DELETED, WORD_REPLACED);
  const Count total = sum_of(&tally, WORD_DELETED, CUT_SHORT);
  const double share = (double)words.pointed / (double)(words.refused > 0 ? words.refused : 1);
  printf("| change | mutants | refused | on its line |\n|---|---|---|---|\n");
  for (Change change = WORD_DELETED; change < CHANGES; change++) {
    const Count *count = &tally.of[change];
    printf("| %s | %ld | %ld | ", change_names[change], count->mutants, count->refused);
    if (change <= WORD_REPLACED && count->refused > 0) {
      printf("%.2f %%", 100 * (double)count->pointed / (double)count->refused);
    }
    printf(" |\n");
  }
  printf("| all | %ld | %ld | words: %.2f %% |\n\n%d models\n", total.mutants, total.refused,
         100 * share, models);
  assert_true(models >= 5);
  assert_true(total.mutants >= (all ? 50000 : 2000));
  assert_true(share >= 0.95);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(mutants_of_all_models)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
