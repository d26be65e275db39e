// SPDX-License-Identifier: BSD-3-Clause
// --set path=value: what it changes, and how it is refused.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "unit/yaml_support.h"
#include "yaml/patch.h"

static const char model[] = "parameters: &p {L: 1, mass: 2}\n"
                            "functions: {ramp: t}\n"
                            "bodies:\n"
                            "  bar: &b {mass: mass, initial: {position: [0, 1]}}\n"
                            "  rod: *b\n"
                            "title: x\n";

static bool set(Parsed *parsed, const char *assignment) {
  PatchChange change;
  return patch_apply(parsed->root, assignment, &parsed->limits, &change, &parsed->arena,
                     &parsed->diag);
}

static void assert_text(const Parsed *parsed, const char *path, const char *text) {
  const Node *node = parsed_at(parsed, path);
  assert_non_null(node);
  assert_string_equal(node->text, text);
}

static void test_values_are_replaced(void **state) {
  (void)state;
  Parsed parsed;
  parsed_open(&parsed, model);
  assert_true(set(&parsed, "L=0.5"));
  assert_true(set(&parsed, "bodies.bar.mass= 3 kg"));
  assert_true(set(&parsed, "ramp=if(t < 1, t, 1)"));
  assert_true(set(&parsed, "bodies.bar.initial.position=[-L, a == b]"));
  assert_true(set(&parsed, "parameters.mass='7'"));
  assert_true(set(&parsed, "parameters.mass=8"));
  assert_int_equal(parsed.diag.count, 0);
  assert_text(&parsed, "parameters.L", "0.5");
  assert_text(&parsed, "parameters.mass", "8");
  assert_text(&parsed, "bodies.bar.mass", "3 kg");
  assert_text(&parsed, "functions.ramp", "if(t < 1, t, 1)");
  assert_text(&parsed, "bodies.bar.initial.position.1", "a == b");
  assert_int_equal(parsed_at(&parsed, "bodies.bar")->count, 2);
  assert_int_equal(parsed_at(&parsed, "parameters")->count, 2);
  assert_string_equal(parsed_at(&parsed, "bodies.bar.mass")->next->key, "initial");
  assert_ptr_equal(parsed_at(&parsed, "bodies.bar")->last,
                   parsed_at(&parsed, "bodies.bar.initial"));
  // the copy for an alias is its own
  assert_text(&parsed, "bodies.rod.mass", "mass");
  assert_true(set(&parsed, "bodies.rod.mass=9"));
  assert_text(&parsed, "bodies.bar.mass", "3 kg");
  parsed_close(&parsed);
}

static void test_places(void **state) {
  (void)state;
  Parsed parsed;
  parsed_open(&parsed, model);
  assert_true(set(&parsed, "bodies.bar.mass=[1, abc]"));
  const Node *mass = parsed_at(&parsed, "bodies.bar.mass");
  assert_string_equal(mass->mark.source->name, "--set bodies.bar.mass");
  assert_int_equal(mass->last->mark.line, 1);
  assert_int_equal(mass->last->mark.column, 5);
  assert_int_equal(mass->last->mark.end_column, 8);
  assert_ptr_equal(mass->key_mark.source, &parsed.source); // the key stands in the file
  assert_int_equal(mass->key_mark.line, 4);
  assert_true(set(&parsed, "bodies.bar.inertia=4"));
  const Node *inertia = parsed_at(&parsed, "bodies.bar.inertia");
  assert_string_equal(inertia->key_mark.source->name, "--set bodies.bar.inertia");
  assert_int_equal(inertia->key_mark.column, 12);
  assert_int_equal(inertia->key_mark.end_column, 19);
  diag_add(&parsed.diag, DIAG_VALUE_NUMBER, mass->last->mark, "not a number");
  Text text = text_open(&parsed.allocator);
  diag_render(&parsed.diag, false, &text);
  assert_string_equal(text.bytes, "--set bodies.bar.mass:1:5: error[E-VAL-001]: not a number\n"
                                  "    1 | [1, abc]\n"
                                  "      |     ^~~\n");
  text_close(&text);
  parsed_close(&parsed);
}

// clang-format off
static const struct {
  const char *assignment;
  DiagCode code;
  int column;
  const char *text; // part of message or hint
} refused[] = {
  {"L", DIAG_SET_FORM, 1, "there is no \"=\""},
  {"", DIAG_SET_FORM, 1, "path=value"},
  {"=3", DIAG_SET_FORM, 1, "a name is missing"},
  {".L=3", DIAG_SET_FORM, 1, "a name is missing"},
  {"bodies..mass=3", DIAG_SET_FORM, 8, "a name is missing"},
  {"bodies.bar.=3", DIAG_SET_FORM, 12, "a name is missing"},
  {"L=", DIAG_SET_FORM, 2, "the value is missing"},
  {"L=  ", DIAG_SET_FORM, 2, "the value is missing"},
  {"l2=3", DIAG_SET_PATH, 1, "\"l2\" is not in the model"},
  {"mas=3", DIAG_SET_PATH, 1, "did you mean \"mass\"?"},
  {"stiffness=3", DIAG_SET_PATH, 1, "follows the keys"},
  {"bodies=y", DIAG_SET_PATH, 1, "bodies.<key>"},
  {"title=y", DIAG_SET_PATH, 1, "with a parameter"},
  {"parameters.mas=3", DIAG_SET_PATH, 12, "did you mean \"mass\"?"},
  {"bodies.bra.mass=3", DIAG_SET_PATH, 8, "did you mean \"bar\"?"},
  {"body.bar.mass=3", DIAG_SET_PATH, 1, "the key \"body\" is not in the model"},
  {"bodies.bar.initial.position.1=3", DIAG_SET_PATH, 29, "is a list"},
  {"bodies.bar.mass.x=3", DIAG_SET_PATH, 17, "is a single value"},
  {"bodies.\xc3\xa9.x=3", DIAG_SET_PATH, 8, "not in the model"},
  {"L=[1", DIAG_YAML_UNCLOSED, 1, "not closed"},
  {"L=a: b: c", DIAG_YAML_SYNTAX, 5, "quotes"},
  {"L=# c", DIAG_YAML_EMPTY, 0, "no document"},
  {"L=\xff", DIAG_YAML_ENCODING, 1, "UTF-8"},
  {"L=[f(1, 2)]", DIAG_YAML_SPLIT, 2, "splits"},
  {"L=*x", DIAG_YAML_ALIAS, 1, "no anchor"},
  {"L=a\nb: c", DIAG_YAML_SYNTAX, 1, ""},
};
// clang-format on

static void test_refusals(void **state) {
  (void)state;
  for (size_t k = 0; k < sizeof refused / sizeof refused[0]; k++) {
    Parsed parsed;
    parsed_open(&parsed, model);
    assert_false(set(&parsed, refused[k].assignment));
    const DiagMessage *message = &parsed.diag.messages[0];
    if (parsed.diag.count != 1 || message->code != refused[k].code ||
        message->mark.column != refused[k].column ||
        (strstr(message->text, refused[k].text) == NULL &&
         strstr(message->hint, refused[k].text) == NULL)) {
      fail_msg("%s: %s at column %d", refused[k].assignment,
               parsed.diag.count > 0 ? message->text : "accepted",
               parsed.diag.count > 0 ? message->mark.column : 0);
    }
    assert_text(&parsed, "parameters.L", "1");
    assert_int_equal(parsed_at(&parsed, "parameters")->count, 2);
    parsed_close(&parsed);
  }
}

static void test_models_without_parameters(void **state) {
  (void)state;
  Parsed parsed;
  parsed_open(&parsed, "[a]");
  assert_false(set(&parsed, "L=1"));
  assert_int_equal(parsed.diag.messages[0].code, DIAG_SET_PATH);
  parsed_close(&parsed);
  parsed_open(&parsed, "parameters: 3\nfunctions: [f]\n");
  assert_false(set(&parsed, "L=1"));
  assert_false(set(&parsed, "f=1"));
  assert_int_equal(parsed.diag.count, 2);
  parsed_close(&parsed);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_values_are_replaced),
      cmocka_unit_test(test_places),
      cmocka_unit_test(test_refusals),
      cmocka_unit_test(test_models_without_parameters),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
