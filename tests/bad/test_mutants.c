// SPDX-License-Identifier: BSD-3-Clause
// test_mutants.c: good models with one thing changed.
//
// Every word of every shipped model is replaced by nasty ones, every line is left out or written
// twice, every text is cut short at many places. Nothing may crash (sanitizers), a model exists
// exactly without errors, and every refusal has a place in the text. Where a value was replaced, a
// message points at the line of the change.
#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include <cmocka.h>

#include "model/model.h"

enum { TEXT_SIZE = 1 << 16, MUTANT_SIZE = 2 * TEXT_SIZE, PATH_SIZE = 1024, CUT_STEP = 13 };

static const char *const nasty[] = {
    "",   "~", "-1", "0",         "1e999", "1_000",  "nan",    "yes", "xyzzy", "[", "}",
    "\"", "t", "*a", "1 furlong", "3 m",   "bar.vq", "{a: 1}", "[1]", "1/0",   "\t"};
enum { NASTY = sizeof nasty / sizeof *nasty };

typedef struct Tally {
  long mutants, refused;
  long values, pointed; // replaced values that were refused, and those whose line was named
} Tally;

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
  }
  arena_close(&arena);
  assert_int_equal(allocator.used, 0);
  return refused;
}

static void try_mutant(const char *path, const char *text, Tally *tally) {
  bool pointed = false;
  tally->mutants++;
  tally->refused += load(path, text, 0, &pointed);
}

// ---- replacing words ----

static bool is_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         c == '.' || c == '-';
}

// Writes text with [first, last) replaced.
static void splice(const char *text, size_t first, size_t last, const char *word,
                   char mutant[MUTANT_SIZE]) {
  (void)snprintf(mutant, MUTANT_SIZE, "%.*s%s%s", (int)first, text, word, text + last);
}

static void replace_word(const char *path, const char *text, size_t first, size_t last, int line,
                         Tally *tally) {
  static char mutant[MUTANT_SIZE];
  // A word in front of a colon is a key or a name: what refers to it elsewhere fails too.
  const bool value = text[last] != ':';
  for (int k = 0; k < NASTY; k++) {
    bool pointed = false;
    splice(text, first, last, nasty[k], mutant);
    const bool refused = load(path, mutant, line, &pointed);
    tally->mutants++;
    tally->refused += refused;
    tally->values += value && refused;
    tally->pointed += value && refused && pointed;
  }
}

static void replace_words(const char *path, const char *text, Tally *tally) {
  int line = 1;
  size_t k = 0;
  while (text[k] != '\0') {
    if (text[k] == '#') {
      k += strcspn(text + k, "\n");
    } else if (is_word(text[k])) {
      size_t end = k;
      while (is_word(text[end])) {
        end++;
      }
      replace_word(path, text, k, end, line, tally);
      k = end;
    } else {
      line += text[k] == '\n';
      k++;
    }
  }
}

// ---- lines and cuts ----

static void change_lines(const char *path, const char *text, Tally *tally) {
  static char mutant[MUTANT_SIZE];
  for (size_t k = 0; text[k] != '\0';) {
    const size_t end = k + strcspn(text + k, "\n") + (strchr(text + k, '\n') != NULL);
    splice(text, k, end, "", mutant); // left out
    try_mutant(path, mutant, tally);
    (void)snprintf(mutant, sizeof mutant, "%.*s%s", (int)end, text, text + k); // twice
    try_mutant(path, mutant, tally);
    k = end;
  }
}

static void cut_short(const char *path, const char *text, Tally *tally) {
  static char mutant[MUTANT_SIZE];
  const size_t length = strlen(text);
  for (size_t k = 0; k < length; k += CUT_STEP) {
    (void)snprintf(mutant, sizeof mutant, "%.*s", (int)k, text);
    try_mutant(path, mutant, tally);
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
  replace_words(path, text, tally);
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

static void mutants_of_all_models(void **state) {
  (void)state;
  Tally tally = {0};
  const int models = mutate_folder(MBS_SOURCE_DIR "/models", &tally);
  const double share = (double)tally.pointed / (double)(tally.values > 0 ? tally.values : 1);
  print_message("%d models, %ld mutants, %ld refused; %ld refused values, %.2f %% on their line\n",
                models, tally.mutants, tally.refused, tally.values, 100 * share);
  assert_true(models >= 5);
  assert_true(tally.refused > 1000);
  assert_true(share >= 0.95);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(mutants_of_all_models)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
