// SPDX-License-Identifier: BSD-3-Clause
// test_expr_parser.c: what binds how, and where every message points.
#include "unit/expr_support.h"

// ---- precedence ----

static const struct {
  const char *text;
  double value;
} values[] = {
    {"1+2*3", 7},
    {"(1+2)*3", 9},
    {"2*3+1", 7},
    {"8-3-2", 3},
    {"8/4/2", 1},
    {"8/4*2", 4},
    {"2^3^2", 512},
    {"(2^3)^2", 64},
    {"-2^2", -4},
    {"(-2)^2", 4},
    {"2^-1", 0.5},
    {"2^-1*4", 2},
    {"2^-1^2", 0.5},
    {"-2*3", -6},
    {"2*-3", -6},
    {"2--3", 5},
    {"2-+3", -1},
    {"--3", 3},
    {"+3", 3},
    {"- 3 ^ 2", -9},
    {"10-2^3", 2},
    {"2*3^2", 18},
    {"1 < 2", 1},
    {"2 < 1", 0},
    {"1 <= 1", 1},
    {"2 > 1", 1},
    {"1 >= 2", 0},
    {"1 == 1", 1},
    {"1 != 1", 0},
    {"1 + 1 == 2", 1},
    {"1 < 2 and 2 < 3", 1},
    {"1 < 2 and 3 < 2", 0},
    {"1 > 2 or 2 > 1", 1},
    {"1 > 2 and 1 > 2 or 2 > 1", 1},
    {"2 > 1 or 1 > 2 and 1 > 2", 1},
    {"(2 > 1 or 1 > 2) and 1 > 2", 0},
    {"not 1 > 2", 1},
    {"not 1 > 2 and 1 > 2", 0},
    {"not (1 > 2 and 1 > 2)", 1},
    {"not not 2", 1},
    {"(not 0) + 1", 2},
    {"(1 < 2) + (3 < 4)", 2},
    {"if(1 < 2, 5, 6)", 5},
    {"if(2 < 1, 5, 6)", 6},
    {"if(1 < 2 and 2 < 1, 5, 6)", 6},
    {"sin(0)", 0},
    {"atan2(0, 1)", 0},
    {"max(1, 2) + min(1, 2)", 3},
    {"max (1 , 2)", 2},
    {" 1\t+\n2 ", 3},
    {".5 + 1. + 1e1 + 1.5E-1", 11.65},
    {"pi", 3.14159265358979323846},
    {"3*pi/2", 3 * 3.14159265358979323846 / 2},
};

static void operators_bind_as_documented(void **state) {
  World *world = *state;
  for (size_t k = 0; k < sizeof values / sizeof values[0]; k++) {
    assert_same(world_value(world, values[k].text), values[k].value, values[k].text);
    assert_true(world->program.constant);
  }
  // the same with names, where nothing is folded: L = 2, t = 0.3
  assert_same(world_value(world, "-t^2"), -(0.3 * 0.3), "-t^2");
  assert_same(world_value(world, "L^3^L"), 512, "L^3^L");
  assert_same(world_value(world, "-L^L"), -4, "-L^L");
  assert_same(world_value(world, "L^-L*L"), 0.5, "L^-L*L");
  assert_same(world_value(world, "m-L-1"), 17, "m-L-1");
  assert_same(world_value(world, "m/L/L"), 5, "m/L/L");
  assert_same(world_value(world, "if(L < m and not L > m or L == 3, m, L)"), 20, "if");
}

// ---- messages ----

typedef struct FaultCase {
  const char *text;
  DiagCode code;
  int column, end_column; // counted from 1 in the text
  const char *hint;       // a part of it, or NULL
} FaultCase;

static const FaultCase faults[] = {
    {"", DIAG_EXPR_SYNTAX, 1, 2, NULL},
    {"   ", DIAG_EXPR_SYNTAX, 1, 4, NULL},
    {"sin(", DIAG_EXPR_SYNTAX, 4, 5, "quotes"},
    {"2*(t + 1", DIAG_EXPR_SYNTAX, 3, 4, "missing"},
    {"min(1, (2", DIAG_EXPR_SYNTAX, 8, 9, NULL},
    {"step(t", DIAG_EXPR_SYNTAX, 5, 6, "quotes"},
    {"1 +", DIAG_EXPR_SYNTAX, 3, 4, NULL},
    {"(q) +", DIAG_EXPR_SYNTAX, 5, 6, NULL},
    {"sin(q) *", DIAG_EXPR_SYNTAX, 8, 9, NULL},
    {"1 + * 2", DIAG_EXPR_SYNTAX, 5, 6, NULL},
    {"()", DIAG_EXPR_SYNTAX, 2, 3, NULL},
    {"(1))", DIAG_EXPR_SYNTAX, 4, 5, NULL},
    {"t t", DIAG_EXPR_SYNTAX, 3, 4, NULL},
    {"t 2", DIAG_EXPR_SYNTAX, 3, 4, "*"},
    {"t (2)", DIAG_EXPR_FUNCTION, 1, 2, NULL},
    {"2 (t)", DIAG_EXPR_SYNTAX, 3, 4, "*"},
    {"not", DIAG_EXPR_SYNTAX, 1, 4, NULL},
    {"1 + not t", DIAG_EXPR_SYNTAX, 5, 8, "(not"},
    {"1 < t < 2", DIAG_EXPR_SYNTAX, 7, 8, "and"},
    {"1 == t == 2", DIAG_EXPR_SYNTAX, 8, 10, "and"},
    {"t, 1", DIAG_EXPR_SYNTAX, 2, 3, NULL},
    {"1,5", DIAG_VALUE_NUMBER, 1, 4, "1.5"},
    {"2*1,25", DIAG_VALUE_NUMBER, 3, 7, "1.25"},
    {"t**2", DIAG_EXPR_SYNTAX, 2, 4, "^"},
    {"t > 1 && t < 2", DIAG_EXPR_SYNTAX, 7, 9, "and"},
    {"t > 1 || t < 2", DIAG_EXPR_SYNTAX, 7, 9, "or"},
    {"!t", DIAG_EXPR_SYNTAX, 1, 2, "not"},
    {"t > 1 ? 2 : 3", DIAG_EXPR_SYNTAX, 7, 8, "if("},
    {"t = 3", DIAG_EXPR_SYNTAX, 3, 4, "=="},
    {"t =< 3", DIAG_EXPR_SYNTAX, 3, 5, "<="},
    {"t <> 3", DIAG_EXPR_SYNTAX, 3, 5, "!="},
    {"t; 3", DIAG_EXPR_SYNTAX, 2, 3, NULL},
    {"q[0]", DIAG_EXPR_SYNTAX, 2, 3, "dotted"},
    {"system(\"rm\")", DIAG_EXPR_SYNTAX, 8, 9, "strings"},
    {"${HOME}", DIAG_EXPR_SYNTAX, 1, 2, "environment"},
    {"`ls`", DIAG_EXPR_SYNTAX, 1, 2, "commands"},
    {"%n%s", DIAG_EXPR_SYNTAX, 1, 2, "mod"},
    {"bar..x", DIAG_EXPR_SYNTAX, 4, 5, NULL},
    {"bar.x.", DIAG_EXPR_SYNTAX, 6, 7, NULL},
    {"bar.1", DIAG_EXPR_SYNTAX, 4, 5, NULL},
    {".", DIAG_EXPR_SYNTAX, 1, 2, NULL},
    {".inf", DIAG_VALUE_NUMBER, 1, 5, "finite"},
    {"1e400", DIAG_VALUE_LARGE, 1, 6, "1.8e308"},
    {"2 + 1e309", DIAG_VALUE_LARGE, 5, 10, NULL},
    {"0x10", DIAG_VALUE_NUMBER, 1, 5, "decimal"},
    {"1_000", DIAG_VALUE_NUMBER, 1, 6, "underscores"},
    {"012", DIAG_VALUE_NUMBER, 1, 4, "zeros"},
    {"1d3", DIAG_VALUE_NUMBER, 1, 4, "with e"},
    {"1:30", DIAG_VALUE_NUMBER, 1, 5, NULL},
    {"1.2.3", DIAG_VALUE_NUMBER, 1, 6, NULL},
    {"2pi", DIAG_EXPR_SYNTAX, 2, 4, "2*pi"},
    {"foo", DIAG_EXPR_NAME, 1, 4, NULL},
    {"1 + bar.z", DIAG_EXPR_NAME, 5, 10, NULL},
    {"time", DIAG_EXPR_NAME, 1, 5, "called t"},
    {"2*PI", DIAG_EXPR_NAME, 3, 5, "write pi"},
    {"e^t", DIAG_EXPR_NAME, 1, 2, "exp"},
    {"t > 1 AND t < 2", DIAG_UNIT_UNKNOWN, 7, 10, "lower case"},
    {"t > q AND t < 2", DIAG_EXPR_SYNTAX, 7, 10, "lower case"},
    {"foo(q)", DIAG_EXPR_FUNCTION, 1, 4, "sin cos"},
    {"2*sni(q)", DIAG_EXPR_FUNCTION, 3, 6, "\"sin\""},
    {"STEP(t,0,0,1,1)", DIAG_EXPR_FUNCTION, 1, 5, "\"step\""},
    {"ln(q)", DIAG_EXPR_FUNCTION, 1, 3, "log(x)"},
    {"fabs(q)", DIAG_EXPR_FUNCTION, 1, 5, "abs(x)"},
    {"pow(q, 2)", DIAG_EXPR_FUNCTION, 1, 4, "a^b"},
    {"arctan(q)", DIAG_EXPR_FUNCTION, 1, 7, "atan(x)"},
    {"m(3)", DIAG_EXPR_FUNCTION, 1, 2, "m*(...)"},
    {"bar.x(3)", DIAG_EXPR_FUNCTION, 1, 6, NULL},
    {"impact(q, 1)", DIAG_EXPR_ARGUMENTS, 1, 7, "x, xd, x1, k, e, cmax, d"},
    {"atan2(1)", DIAG_EXPR_ARGUMENTS, 1, 6, "y, x"},
    {"sin()", DIAG_EXPR_ARGUMENTS, 1, 4, "sin(x)"},
    {"max(1, 2, 3, 4, 5, 6, 7)", DIAG_EXPR_ARGUMENTS, 1, 4, NULL},
    {"2*sin", DIAG_EXPR_SYNTAX, 3, 6, "sin(x)"},
    {"1/0", DIAG_EXPR_VALUE, 1, 4, NULL},
    {"t + q/(1 - 1)", DIAG_EXPR_VALUE, 5, 14, NULL},
    {"2 + sqrt(-1)", DIAG_EXPR_VALUE, 5, 13, NULL},
    {"t*log(0)", DIAG_EXPR_VALUE, 3, 9, NULL},
    {"1e308*10", DIAG_EXPR_VALUE, 1, 9, NULL},
    {"2^3^4^5^6", DIAG_EXPR_VALUE, 5, 10, NULL},
    {"0/0 + 1", DIAG_EXPR_VALUE, 1, 4, NULL},
    {"mod(q, 0)", DIAG_EXPR_VALUE, 1, 10, NULL},
    {"step(t, 1, 0, 1, 5)", DIAG_EXPR_VALUE, 1, 20, "equal"},
    {"if(1 < 2, 1, 1/0)", DIAG_EXPR_VALUE, 14, 17, NULL},
    {"\x01", DIAG_EXPR_SYNTAX, 1, 2, NULL},
    {"\xff", DIAG_EXPR_SYNTAX, 1, 2, NULL},
};

static void check_fault(World *world, const FaultCase *fault) {
  if (world_compile(world, fault->text)) {
    fail_msg("\"%s\" is accepted", fault->text);
  }
  if (world->diag.count != 1) {
    fail_msg("\"%s\": %d messages", fault->text, world->diag.count);
  }
  const DiagMessage *message = &world->diag.messages[0];
  if (message->code != fault->code || message->mark.line != 7 ||
      message->mark.column != 10 + fault->column ||
      message->mark.end_column != 10 + fault->end_column) {
    fail_msg("\"%s\": %s at %d:%d-%d: %s", fault->text, diag_code_name(message->code),
             message->mark.line, message->mark.column - 10, message->mark.end_column - 10,
             message->text);
  }
  const char *said = message->hint != NULL ? message->hint : "";
  if (fault->hint != NULL && strstr(said, fault->hint) == NULL &&
      strstr(message->text, fault->hint) == NULL) {
    fail_msg("\"%s\": hint \"%s\"", fault->text, said);
  }
}

static void faults_are_named_at_their_columns(void **state) {
  for (size_t k = 0; k < sizeof faults / sizeof faults[0]; k++) {
    check_fault(*state, &faults[k]);
  }
}

static void all_faults_come_in_one_pass(void **state) {
  World *world = *state;
  assert_false(world_compile(world, "q/0 + foo + sin(3 m) + bra.x*ln(t) + atan2(1)"));
  const int columns[] = {1, 7, 17, 24, 30, 38};
  diag_sort(&world->diag);
  assert_int_equal(world->diag.count, 6);
  for (int k = 0; k < 6; k++) {
    assert_int_equal(world->diag.messages[k].mark.column, 10 + columns[k]);
  }
}

// A block scalar over three lines: each message points into its own line.
static void places_follow_the_lines(void **state) {
  World *world = *state;
  const char *text = "30*sin(t)\n+ foo\n- 2*bar";
  const int length = (int)strlen(text);
  world_set_text(world, text, length);
  int line = 4;
  int column = 5;
  for (int k = 0; k <= length; k++) {
    world->lines[k] = line;
    world->columns[k] = column++;
    if (text[k] == '\n') {
      line++;
      column = 5;
    }
  }
  assert_false(world_compile_passage(world));
  diag_sort(&world->diag);
  assert_int_equal(world->diag.count, 2);
  assert_int_equal(world->diag.messages[0].mark.line, 5);
  assert_int_equal(world->diag.messages[0].mark.column, 7);
  assert_int_equal(world->diag.messages[0].mark.end_column, 10);
  assert_int_equal(world->diag.messages[1].mark.line, 6);
  assert_int_equal(world->diag.messages[1].mark.column, 9);
}

// In a quoted scalar a byte of the text may have been written as an escape sequence.
static void places_follow_escapes(void **state) {
  World *world = *state;
  const char *text = "1 + foo";
  world_set_text(world, text, (int)strlen(text));
  for (int k = 2; k <= world->passage.length; k++) {
    world->columns[k] += 3; // the second blank was "\x20"
  }
  assert_false(world_compile_passage(world));
  assert_int_equal(world->diag.messages[0].mark.column, 11 + 4 + 3);
  assert_int_equal(world->diag.messages[0].mark.end_column, 11 + 7 + 3);
}

static void user_text_is_never_a_format(void **state) {
  World *world = *state;
  assert_false(world_compile(world, "q%n"));
  assert_false(world_compile(world, "1 %s"));
  assert_non_null(strstr(world->diag.messages[0].text, "%"));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      WORLD_TEST(operators_bind_as_documented), WORLD_TEST(faults_are_named_at_their_columns),
      WORLD_TEST(all_faults_come_in_one_pass),  WORLD_TEST(places_follow_the_lines),
      WORLD_TEST(places_follow_escapes),        WORLD_TEST(user_text_is_never_a_format),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
