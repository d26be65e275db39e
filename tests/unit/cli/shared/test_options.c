// SPDX-License-Identifier: BSD-3-Clause
// The command line as the commands get it. What a person sees is tested in tests/cli.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "cli/shared/command.h"
#include "cli/shared/layout.h"
#include "cli/shared/options.h"
#include "cli/words/help.h"

enum { MOST_WORDS = 16 };

typedef struct Desk {
  Allocator allocator;
  Arena arena;
  Diag diag;
  Options options;
} Desk;

static int set_up(void **state) {
  static Desk desk;
  desk = (Desk){.allocator = {0}};
  arena_open(&desk.arena, &desk.allocator);
  diag_open(&desk.diag, &desk.arena);
  *state = &desk;
  return 0;
}

static int tear_down(void **state) {
  Desk *desk = *state;
  arena_close(&desk->arena);
  return 0;
}

// Words separated by single blanks.
static bool read_line(Desk *desk, const char *line) {
  char *copy = arena_copy(&desk->arena, line, strlen(line));
  char *words[MOST_WORDS + 1] = {copy};
  int count = 1;
  for (char *at = copy; *at != '\0'; at++) {
    if (*at == ' ') {
      *at = '\0';
      words[count++] = at + 1;
    }
  }
  diag_open(&desk->diag, &desk->arena);
  return options_read(count, words, &desk->options, &desk->arena, &desk->diag);
}

static void test_sizes(void **state) {
  (void)state;
  static const struct {
    const char *text;
    double bytes;
  } good[] = {{"1", 1},
              {"200M", 200 * 1048576.0},
              {"1.5k", 1536},
              {"2GiB", 2147483648.0},
              {"1T", 1099511627776.0},
              {"64KiB", 65536},
              {"1e3", 1000},
              {"10B", 10}};
  static const char *const bad[] = {"", "M", "-1", "0", "0.5", "1X", "1 M", "1MM", "nan", "1e999"};
  double bytes = 0;
  for (size_t k = 0; k < sizeof good / sizeof good[0]; k++) {
    assert_true(options_parse_size(good[k].text, &bytes));
    assert_true(bytes == good[k].bytes);
  }
  for (size_t k = 0; k < sizeof bad / sizeof bad[0]; k++) {
    assert_false(options_parse_size(bad[k], &bytes));
  }
}

static void test_everything_arrives(void **state) {
  Desk *desk = *state;
  const Options *options = &desk->options;
  assert_true(read_line(desk, "mbsrun a.yaml -o out --format columns --analysis swing --set a=1 "
                              "--set=b=2 -fqv --json --reproducible --time-limit 2.5"));
  assert_string_equal(options->command->name, "run");
  assert_false(options->command_given);
  assert_string_equal(options->operand, "a.yaml");
  assert_string_equal(options->output, "out");
  assert_string_equal(options->writer->name, "columns");
  assert_string_equal(options->analysis, "swing");
  assert_int_equal(options->sets.count, 2);
  assert_string_equal(options->sets.list[0], "a=1");
  assert_string_equal(options->sets.list[1], "b=2");
  assert_true(options->force && options->quiet && options->verbose);
  assert_true(options->json && options->reproducible);
  assert_true(options->time_limit == 2.5);
  assert_true(read_line(desk, "mbsrun --max-steps 7 run a.yaml --max-memory 1K --max-model-size 2K "
                              "--max-nodes 9 --max-output-size 3K --allow-path x --color never"));
  assert_true(options->command_given);
  assert_int_equal(options->max_steps, 7);
  assert_true(options->max_memory == 1024 && options->max_model == 2048);
  assert_int_equal(options->max_nodes, 9);
  assert_true(options->max_output == 3072);
  assert_string_equal(options->allowed.list[0], "x");
  assert_int_equal(options->color, COLOR_NEVER);
  assert_int_equal(desk->diag.count, 0);
}

static void test_commands(void **state) {
  Desk *desk = *state;
  for (int k = 0; k < command_count(); k++) {
    char line[64] = "mbsrun ";
    strncat(line, command_table[k].name, 16);
    strncat(line, command_table[k].operand[0] != '\0' ? " help" : "", 6);
    strncat(line, command_table[k].operand_count > 1 ? " help" : "", 6);
    assert_true(read_line(desk, line));
    assert_ptr_equal(desk->options.command, &command_table[k]);
  }
}

static void test_studies(void **state) {
  Desk *desk = *state;
  const Options *options = &desk->options;
  assert_true(read_line(desk, "mbsrun convergence a.yaml --method ida,ggl --method newmark --steps "
                              "1:0.1 --tolerances 1e-3,1e-4 --levels 7 --ratio 1.5 --channels x"));
  assert_int_equal(options->methods.count, 2);
  assert_string_equal(options->methods.list[1], "newmark");
  assert_string_equal(options->steps, "1:0.1");
  assert_string_equal(options->tolerances, "1e-3,1e-4");
  assert_string_equal(options->channels, "x");
  assert_int_equal(options->levels, 7);
  assert_true(options->ratio == 1.5 && options->within < 0 && options->relative < 0);
  assert_true(read_line(desk, "mbsrun compare a b --within 0 --relative 1e-3"));
  assert_string_equal(options->operand, "a");
  assert_string_equal(options->second, "b");
  assert_true(options->within == 0 && options->relative == 1e-3);
  static const char *const bad[] = {"mbsrun compare a",
                                    "mbsrun compare a b c",
                                    "mbsrun compare a b --within -1",
                                    "mbsrun compare a b --relative x",
                                    "mbsrun compare a b --method ida",
                                    "mbsrun convergence a --levels 1",
                                    "mbsrun convergence a --levels 201",
                                    "mbsrun convergence a --ratio 1",
                                    "mbsrun convergence a --cross-check",
                                    "mbsrun a.yaml --levels 3"};
  for (size_t k = 0; k < sizeof bad / sizeof bad[0]; k++) {
    assert_false(read_line(desk, bad[k]));
    assert_int_equal(diag_exit_status(&desk->diag), 2);
  }
}

// The value of an option is no command and no option, whatever it looks like.
static void test_values_are_not_read_twice(void **state) {
  Desk *desk = *state;
  assert_true(read_line(desk, "mbsrun -o check a.yaml --analysis --force"));
  assert_string_equal(desk->options.command->name, "run");
  assert_string_equal(desk->options.output, "check");
  assert_string_equal(desk->options.analysis, "--force");
  assert_false(desk->options.force);
  assert_true(read_line(desk, "mbsrun -- --help.yaml"));
  assert_string_equal(desk->options.operand, "--help.yaml");
  assert_false(desk->options.help);
}

static void test_mistakes(void **state) {
  Desk *desk = *state;
  static const char *const lines[] = {"mbsrun",
                                      "mbsrun a.yaml b.yaml",
                                      "mbsrun a.yaml --nonsense",
                                      "mbsrun a.yaml -o",
                                      "mbsrun check a.yaml -f",
                                      "mbsrun a.yaml --max-steps 0",
                                      "mbsrun convergence",
                                      "mbsrun a.yaml --color x",
                                      "mbsrun a.yaml --format x"};
  for (size_t k = 0; k < sizeof lines / sizeof lines[0]; k++) {
    assert_false(read_line(desk, lines[k]));
    assert_int_equal(desk->diag.messages[0].code, DIAG_USAGE);
    assert_int_equal(diag_exit_status(&desk->diag), EXIT_USAGE);
  }
}

static void test_wrapping(void **state) {
  Desk *desk = *state;
  Text text = text_open(&desk->allocator);
  layout_wrap("one two three averyverylongword four", 4, 2, 14, &text);
  assert_string_equal(text.bytes, "one two\n  three\n  averyverylongword\n  four\n");
  text_close(&text);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_sizes),
      cmocka_unit_test_setup_teardown(test_everything_arrives, set_up, tear_down),
      cmocka_unit_test_setup_teardown(test_commands, set_up, tear_down),
      cmocka_unit_test_setup_teardown(test_values_are_not_read_twice, set_up, tear_down),
      cmocka_unit_test_setup_teardown(test_studies, set_up, tear_down),
      cmocka_unit_test_setup_teardown(test_mistakes, set_up, tear_down),
      cmocka_unit_test_setup_teardown(test_wrapping, set_up, tear_down),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
