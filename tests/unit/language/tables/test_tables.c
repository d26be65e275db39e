// SPDX-License-Identifier: BSD-3-Clause
// test_tables.c: the tables of the language agree with each other, and the committed schema agrees
// with them. With the argument --print it writes the tables as text, of which tests/docs/pages.py
// makes the reference.
#include "expr/programs/program.h"
#include "language/tables/names.h"
#include "language/tables/tables.h"
#include "spec/schema.h"
#include "spec/words.h"
#include "support/place.h"
#include "unit/language_walk.h"
#include "unit/model_support.h"
#include "unit/reference_page.h"

typedef struct Tables {
  Allocator allocator;
  Arena arena;
  const Language *language;
} Tables;

static int open_tables(void **state) {
  Tables *tables = calloc(1, sizeof *tables);
  assert_non_null(tables);
  arena_open(&tables->arena, &tables->allocator);
  tables->language = tables_language(&tables->arena);
  assert_non_null(tables->language);
  *state = tables;
  return 0;
}

static int close_tables(void **state) {
  Tables *tables = *state;
  arena_close(&tables->arena);
  free(tables);
  return 0;
}

// ---- rows make sense ----

static void check_row(const Field *fields, const Field *field, void *context) {
  (void)context;
  const bool maps = field->type == FIELD_MAP || field->type == FIELD_COLLECTION;
  assert_non_null(field->summary);
  assert_true(strlen(field->summary) > 5);
  assert_true(field->summary[strlen(field->summary) - 1] != '.');
  assert_true(maps == (field->fields != NULL) || field->type == FIELD_NUMBERS);
  assert_true(field->type != FIELD_WORD || field->choices != NULL);
  assert_true(field->type == FIELD_WORD || field->type == FIELD_WORDS || field->choices == NULL);
  assert_false(field->required && field->fallback != NULL && field->unless == NULL);
  assert_true(field->unless == NULL || field->required || field->group > 0);
  if (field->type == FIELD_WORD && field->choices != NULL && field->fallback != NULL) {
    int count = 0;
    while (field->choices[count] != NULL) {
      count++;
    }
    assert_true(words_contain(field->choices, count, field->fallback));
  }
  for (int k = 0; field->with != NULL && field->with[k] != NULL; k++) {
    bool found = false;
    for (const Field *other = fields; other->name != NULL; other++) {
      const size_t length = strcspn(field->with[k], ":");
      found = found ||
              (strncmp(other->name, field->with[k], length) == 0 && other->name[length] == '\0');
    }
    assert_true(found);
  }
}

static void rows_make_sense(void **state) {
  const Tables *tables = *state;
  walk_all(tables->language, check_row, NULL);
}

// ---- words of others, words not yet ours ----

typedef struct Wanted {
  const char *word;
  bool found;
} Wanted;

static void look_for(const Field *fields, const Field *field, void *context) {
  (void)fields;
  Wanted *wanted = context;
  wanted->found = wanted->found || strcmp(field->name, wanted->word) == 0;
  for (int k = 0; field->choices != NULL && field->choices[k] != NULL; k++) {
    wanted->found = wanted->found || strcmp(field->choices[k], wanted->word) == 0;
  }
}

static bool is_word_of_ours(const Language *language, const char *word) {
  Wanted wanted = {.word = word, .found = strcmp(word, "type") == 0};
  walk_all(language, look_for, &wanted);
  for (int t = 0; t < language->table_count && !wanted.found; t++) {
    wanted.found = language_kind(&language->tables[t], word, IN_BOTH) != NULL;
  }
  return wanted.found;
}

static void unsupported_words_are_not_live(void **state) {
  const Tables *tables = *state;
  const char *place = NULL;
  const char *word = NULL;
  for (int k = 0; words_unsupported_row(k, &place, &word); k++) {
    bool live = false;
    for (int t = 0; t < tables->language->table_count; t++) {
      char type_place[64];
      const KindTable *table = &tables->language->tables[t];
      (void)snprintf(type_place, sizeof type_place, "%s type", table->item);
      live =
          live || (strcmp(type_place, place) == 0 && language_kind(table, word, IN_BOTH) != NULL);
    }
    const bool top = strcmp(place, "key of the model") == 0;
    for (const Field *field = tables->language->top; field->name != NULL; field++) {
      live = live || (top && strcmp(field->name, word) == 0);
    }
    if (live) {
      fail_msg("\"%s\" is supported, but listed as %s that is not", word, place);
    }
  }
}

// Measures of the whole model begin with words that no element may have.
static void heads_of_model_measures_are_reserved(void **state) {
  (void)state;
  const char *const *reserved = NULL;
  const int count = names_reserved(&reserved);
  for (int k = 0; k < measure_kind_count(); k++) {
    if (measure_kinds[k].owner == MEASURE_OF_MODEL) {
      char head[64];
      (void)snprintf(head, sizeof head, "%.*s", (int)strcspn(measure_kinds[k].name, "."),
                     measure_kinds[k].name);
      assert_true(words_contain(reserved, count, head));
    }
  }
}

// Keys that every one of these kinds must have for the loader's own words.
static void the_loader_finds_its_keys(void **state) {
  const Tables *tables = *state;
  static const char *const keys[] = {
      "marker_i",   "marker_j",    "body_i",           "body_j",         "at",
      "axis",       "initial",     "position",         "velocity",       "angle",
      "angle_rate", "rate",        "displacement",     "center_of_mass", "inertia",
      "about",      "orientation", "quaternion",       "axis_angle",     "euler",
      "matrix",     "sequence",    "angular_velocity", "resolve_in",     "markers"};
  for (size_t k = 0; k < sizeof keys / sizeof *keys; k++) {
    if (!is_word_of_ours(tables->language, keys[k])) {
      fail_msg("no table has the key \"%s\"", keys[k]);
    }
  }
}

// ---- what is committed ----

static void expect_file(const char *name, const Text *fresh, const char *copy) {
  FILE *file = fopen(place_of(name).path, "rb");
  char *committed = calloc(1, fresh->length + 2);
  assert_non_null(committed);
  const size_t length = file == NULL ? 0 : fread(committed, 1, fresh->length + 1, file);
  if (file != NULL) {
    assert_int_equal(fclose(file), 0);
  }
  const bool same = length == fresh->length && memcmp(committed, fresh->bytes, length) == 0;
  free(committed);
  if (!same) {
    const Place fresh_place = place_in_build(copy);
    FILE *out = fopen(fresh_place.path, "wb");
    assert_non_null(out);
    assert_int_equal(fwrite(fresh->bytes, 1, fresh->length, out), fresh->length);
    assert_int_equal(fclose(out), 0);
    fail_msg("%s is not fresh: ./dev record tables, or cp %s %s", name, fresh_place.path, name);
  }
}

static void the_schema_is_fresh(void **state) {
  Tables *tables = *state;
  Text text = text_open(&tables->allocator);
  schema_write(tables->language, &text);
  assert_false(text.failed);
  expect_file("schema/model.schema.json", &text, "model.schema.json");
  text_close(&text);
}

// ---- examples are models ----

static void put_line(Text *text, const char *collection, const KindTable *table, const Kind *kind,
                     int space) {
  if (strcmp(table->collection, collection) == 0) {
    text_put(text, "  example: ");
    reference_example(kind, space, text);
    text_put(text, "\n");
  }
}

static void load_example(Tables *tables, const KindTable *table, const Kind *kind, int space) {
  Text text = text_open(&tables->allocator);
  text_put(&text, space == IN_PLANE ? PLANAR BAR : SPATIAL SOLID);
  put_line(&text, "bodies", table, kind, space);
  text_put(&text, "functions:\n  law: {type: expression, arguments: [x], value: 2*x}\n");
  put_line(&text, "functions", table, kind, space);
  text_put(&text, HINGE);
  put_line(&text, "joints", table, kind, space);
  text_put(&text, "forces:\n  push: {type: force, marker: bar, vector: [1, 0");
  text_put(&text, space == IN_PLANE ? "]}\n" : ", 0]}\n");
  put_line(&text, "forces", table, kind, space);
  text_put(&text, "analyses:\n  run: {type: dynamics, duration: 1}\n");
  put_line(&text, "analyses", table, kind, space);
  Loaded loaded;
  loaded_open(&loaded, text.bytes, NULL, 0);
  if (loaded.model == NULL) {
    print_error("%s", text.bytes);
  }
  assert_non_null(loaded_model(&loaded));
  loaded_close(&loaded);
  text_close(&text);
}

static void every_example_loads(void **state) {
  Tables *tables = *state;
  int count = 0;
  for (int t = 0; t < tables->language->table_count; t++) {
    const KindTable *table = &tables->language->tables[t];
    for (int k = 0; k < table->count; k++) {
      for (int space = IN_PLANE; space <= IN_SPACE; space++) {
        if ((table->kinds[k].spaces & space) != 0) {
          load_example(tables, table, &table->kinds[k], space);
          count++;
        }
      }
    }
  }
  assert_true(count >= 20);
}

static int print(void) {
  Allocator allocator = {.limit = 0};
  Arena arena;
  arena_open(&arena, &allocator);
  Text text = text_open(&allocator);
  reference_write(tables_language(&arena), &text);
  const bool good = !text.failed && fwrite(text.bytes, 1, text.length, stdout) == text.length;
  text_close(&text);
  arena_close(&arena);
  return good && fflush(stdout) == 0 ? 0 : 1;
}

int main(int argc, char **argv) {
  if (argc == 2 && strcmp(argv[1], "--print") == 0) {
    return print();
  }
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(rows_make_sense, open_tables, close_tables),
      cmocka_unit_test_setup_teardown(unsupported_words_are_not_live, open_tables, close_tables),
      cmocka_unit_test(heads_of_model_measures_are_reserved),
      cmocka_unit_test_setup_teardown(the_loader_finds_its_keys, open_tables, close_tables),
      cmocka_unit_test_setup_teardown(the_schema_is_fresh, open_tables, close_tables),
      cmocka_unit_test_setup_teardown(every_example_loads, open_tables, close_tables),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
