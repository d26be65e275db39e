// SPDX-License-Identifier: BSD-3-Clause
// The dictionary against a plain list of names.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include <cmocka.h>

#include "base/dictionary.h"

enum { NAMES = 3000, LONGEST = 12 };

typedef struct Rig {
  Allocator allocator;
  Arena arena;
  Dictionary dictionary;
  char text[NAMES][LONGEST + 1];
  int count;
} Rig;

static void open_rig(Rig *rig) {
  *rig = (Rig){.count = 0};
  arena_open(&rig->arena, &rig->allocator);
}

static void close_rig(Rig *rig) {
  arena_close(&rig->arena);
  assert_int_equal(rig->allocator.used, 0);
}

static uint32_t next(uint32_t *state) {
  *state = *state * 1664525U + 1013904223U;
  return *state >> 8;
}

// Few letters, so that names often begin alike, and differ in their case alone.
static void make_name(char text[LONGEST + 1], uint32_t *state) {
  static const char letters[] = "aAbB.\xc3";
  const uint32_t length = next(state) % (LONGEST + 1);
  for (uint32_t k = 0; k < length; k++) {
    text[k] = letters[next(state) % (sizeof letters - 1)];
  }
  text[length] = '\0';
}

// The number of the name that the first bytes of a text are in the list, or -1.
static int listed(const Rig *rig, const char *text, size_t length) {
  for (int k = 0; k < rig->count; k++) {
    if (strlen(rig->text[k]) == length && memcmp(rig->text[k], text, length) == 0) {
      return k;
    }
  }
  return -1;
}

static bool other_case_listed(const Rig *rig, const char *text) {
  for (int k = 0; k < rig->count; k++) {
    if (strcasecmp(rig->text[k], text) == 0) {
      return true;
    }
  }
  return false;
}

static void expect_like_the_list(Rig *rig, const char *text) {
  for (size_t length = 0; length <= strlen(text); length++) {
    const int at = listed(rig, text, length);
    const DictionaryEntry *found = dictionary_find_part(&rig->dictionary, text, length);
    assert_ptr_equal(found == NULL ? NULL : found->value, at < 0 ? NULL : rig->text[at]);
  }
  if (listed(rig, text, strlen(text)) < 0) {
    const DictionaryEntry *found = dictionary_find_other_case(&rig->dictionary, text);
    assert_int_equal(found != NULL, other_case_listed(rig, text));
    assert_true(found == NULL || strcasecmp(found->text, text) == 0);
  }
}

static void test_like_a_list(void **state) {
  (void)state;
  static Rig rig;
  open_rig(&rig);
  uint32_t seed = 1;
  char text[LONGEST + 1];
  for (int k = 0; k < NAMES; k++) {
    make_name(text, &seed);
    expect_like_the_list(&rig, text);
    if (listed(&rig, text, strlen(text)) < 0) {
      char *kept = rig.text[rig.count];
      memcpy(kept, text, sizeof text);
      assert_true(dictionary_add(&rig.dictionary, kept, kept, &rig.arena));
      rig.count++;
    }
    expect_like_the_list(&rig, text);
  }
  int k = 0;
  for (const DictionaryEntry *at = rig.dictionary.first; at != NULL; at = at->next, k++) {
    assert_string_equal(at->text, rig.text[k]);
  }
  assert_int_equal(k, rig.count);
  assert_true(k > NAMES / 4);
  close_rig(&rig);
}

static void test_again(void **state) {
  (void)state;
  static Rig rig;
  open_rig(&rig);
  int one = 1, two = 2;
  assert_null(dictionary_find(&rig.dictionary, ""));
  assert_null(dictionary_find_other_case(&rig.dictionary, "x"));
  assert_null(dictionary_nearest(&rig.dictionary, "x", NULL, 0));
  assert_true(dictionary_add(&rig.dictionary, "", &one, &rig.arena));
  assert_ptr_equal(dictionary_find(&rig.dictionary, "")->value, &one);
  assert_true(dictionary_add(&rig.dictionary, "", &two, &rig.arena));
  assert_ptr_equal(dictionary_find(&rig.dictionary, "")->value, &two);
  assert_null(rig.dictionary.first->next);
  close_rig(&rig);
}

static bool ends_in(const void *value, unsigned which) {
  const char *text = value;
  return (unsigned char)text[strlen(text) - 1] == which;
}

// The nearest stands before, in and behind a full batch.
static void test_nearest(void **state) {
  (void)state;
  static Rig rig;
  open_rig(&rig);
  for (int k = 0; k < 200; k++) {
    char *text = rig.text[k];
    sprintf(text, "n%dxyz%c", 1000 + 7 * k, k % 2 == 0 ? 'p' : 'q');
    assert_true(dictionary_add(&rig.dictionary, text, text, &rig.arena));
  }
  for (int k = 0; k < 200; k++) {
    char word[LONGEST + 1];
    memcpy(word, rig.text[k], sizeof word);
    word[5] = '_';
    assert_string_equal(dictionary_nearest(&rig.dictionary, word, ends_in, (unsigned char)word[8]),
                        rig.text[k]);
  }
  assert_null(dictionary_nearest(&rig.dictionary, "elsewhere", NULL, 0));
  assert_null(dictionary_nearest(&rig.dictionary, rig.text[0], ends_in, 'z'));
  close_rig(&rig);
}

static void test_memory(void **state) {
  (void)state;
  static Rig rig;
  open_rig(&rig);
  rig.allocator.limit = (size_t)1 << 16;
  int added = 0;
  uint32_t seed = 3;
  for (; added < NAMES; added++) {
    make_name(rig.text[added], &seed);
    if (!dictionary_add(&rig.dictionary, rig.text[added], rig.text[added], &rig.arena)) {
      break;
    }
  }
  assert_true(added < NAMES);
  for (int k = 0; k < added; k++) {
    assert_non_null(dictionary_find(&rig.dictionary, rig.text[k]));
  }
  close_rig(&rig);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_like_a_list),
      cmocka_unit_test(test_again),
      cmocka_unit_test(test_nearest),
      cmocka_unit_test(test_memory),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
