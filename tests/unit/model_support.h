// SPDX-License-Identifier: BSD-3-Clause
// model_support.h: a model from a text in the test, and what was said about it.
#ifndef MBS_TESTS_UNIT_MODEL_SUPPORT_H
#define MBS_TESTS_UNIT_MODEL_SUPPORT_H

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "language/load.h"

enum { SUPPORT_PARAMETERS = 64, SUPPORT_WORK = 4096 };

#define PLANAR "mbs: 1\nspace: planar\ngravity: [0, -9.81]\n"
#define SPATIAL "mbs: 1\nspace: spatial\ngravity: [0, 0, -9.81]\n"
#define BAR "bodies:\n  bar: {type: rigid, mass: 2, inertia: 0.1}\n"
#define SOLID "bodies:\n  bar: {type: rigid, mass: 2, inertia: {xx: 0.1, yy: 0.1, zz: 0.1}}\n"
#define HINGE "joints:\n  hinge: {type: revolute, marker_i: ground, marker_j: bar}\n"

typedef struct Loaded {
  Allocator allocator;
  Arena arena;
  Diag diag;
  SourceText source;
  const Model *model;
} Loaded;

// The structure must stay where it is until loaded_close. sets: --set options.
static inline void loaded_open(Loaded *loaded, const char *text, const char *const *sets,
                               int count) {
  *loaded = (Loaded){0};
  arena_open(&loaded->arena, &loaded->allocator);
  diag_open(&loaded->diag, &loaded->arena);
  loaded->source = (SourceText){.name = "test.yaml", .text = text, .length = strlen(text)};
  const LoadOptions options = {.limits = doc_default_limits(), .sets = sets, .set_count = count};
  loaded->model =
      model_load_text(&loaded->source, "test.yaml", &options, &loaded->arena, &loaded->diag);
  diag_sort(&loaded->diag);
}

static inline void loaded_close(Loaded *loaded) {
  arena_close(&loaded->arena);
  assert_int_equal(loaded->allocator.used, 0);
}

// Fails with all messages unless the model was accepted.
static inline const Model *loaded_model(Loaded *loaded) {
  if (loaded->model == NULL) {
    Text text = text_open(&loaded->allocator);
    diag_render(&loaded->diag, false, &text);
    print_error("%s", text.bytes == NULL ? "" : text.bytes);
    text_close(&text);
  }
  assert_non_null(loaded->model);
  return loaded->model;
}

// Whether a message of this code stands at the place; line 0: anywhere.
static inline bool loaded_says(const Loaded *loaded, DiagCode code, int line, int column) {
  for (int k = 0; k < loaded->diag.count; k++) {
    const DiagMessage *message = &loaded->diag.messages[k];
    if (message->code == code &&
        (line == 0 || (message->mark.line == line && message->mark.column == column))) {
      return true;
    }
  }
  return false;
}

// The value of a number over parameters, by the same route as a run: parameters in their order.
static inline double loaded_value(const Model *model, int number) {
  double values[SUPPORT_PARAMETERS];
  static double work[SUPPORT_WORK];
  assert_true(model->parameter_count <= SUPPORT_PARAMETERS);
  for (int k = 0; k <= model->parameter_count; k++) {
    const int at = k < model->parameter_count ? model->parameters[k].number : number;
    const Program *program = &model->numbers[at].program;
    double inputs[SUPPORT_PARAMETERS];
    assert_true(program->input_count <= SUPPORT_PARAMETERS && program->count <= SUPPORT_WORK);
    for (int j = 0; j < program->input_count; j++) {
      assert_int_equal(program->inputs[j].kind, SYMBOL_PARAMETER);
      assert_true(program->inputs[j].index < k); // only earlier ones
      inputs[j] = values[program->inputs[j].index];
    }
    const double value = program_value(program, inputs, work);
    if (k == model->parameter_count) {
      return value;
    }
    values[k] = value;
  }
  return (double)NAN;
}

static inline void assert_value(const Model *model, int number, double expected) {
  const double value = loaded_value(model, number);
  if (!(fabs(value - expected) <= 1e-14 * fmax(1, fabs(expected)))) {
    fail_msg("number %d (%s) is %.17g, expected %.17g", number, model->numbers[number].path, value,
             expected);
  }
}

#endif
