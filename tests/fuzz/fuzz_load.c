// SPDX-License-Identifier: BSD-3-Clause
// fuzz_load.c: any bytes become a model or messages, up to where solving would start.
//
// Held: a model exists exactly without errors; every message has a text and, where it has a place,
// one inside its source; every index of an accepted model is in range, and all its numbers can be
// evaluated. A line "#set path=value" at the start is taken as an option.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "language/load.h"

enum { PARAMETERS = 2000 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(bool holds) {
  if (!holds) {
    abort();
  }
}

// ---- messages ----

static int lines_of(const SourceText *source) {
  int lines = 1;
  for (size_t k = 0; k < source->length; k++) {
    lines += source->text[k] == '\n';
  }
  return lines;
}

static void check_mark(const Mark *mark) {
  if (mark->line > 0) {
    check(mark->source != NULL && mark->column >= 1 && mark->end_column > mark->column);
    check(mark->line <= lines_of(mark->source));
  }
}

static void check_messages(Diag *diag, Allocator *allocator) {
  for (int k = 0; k < diag->count; k++) {
    const DiagMessage *message = &diag->messages[k];
    check(message->text != NULL && message->text[0] != '\0');
    check_mark(&message->mark);
    for (int j = 0; j < message->related_count; j++) {
      check_mark(&message->related[j].mark);
    }
  }
  Text text = text_open(allocator);
  diag_sort(diag);
  diag_render(diag, true, &text);
  diag_render_json(diag, &text);
  check(!text.failed);
  text_close(&text);
}

// ---- an accepted model ----

static void in_range(int index, int count) {
  check(index >= 0 && index < count);
}

static void check_body(const Model *model, const Body *body) {
  check(body->kind != NULL);
  check(body->inertia_about < model->marker_count);
  check(body->position < model->number_count && body->velocity < model->number_count);
  check(body->angle < model->number_count && body->angular_velocity < model->number_count);
  check(body->orientation.number < model->number_count);
}

static void check_elements(const Model *model) {
  for (int k = 0; k < model->body_count; k++) {
    check_body(model, &model->bodies[k]);
  }
  for (int k = 0; k < model->marker_count; k++) {
    in_range(model->markers[k].body, model->body_count);
    check(k >= model->body_count || model->markers[k].body == k);
    check(model->markers[k].position < model->number_count);
  }
  for (int k = 0; k < model->joint_count; k++) {
    const Joint *joint = &model->joints[k];
    in_range(joint->marker_i, model->marker_count);
    in_range(joint->marker_j, model->marker_count);
    check(joint->kind != NULL);
    check(model->markers[joint->marker_i].body != model->markers[joint->marker_j].body);
  }
  for (int k = 0; k < model->force_count; k++) {
    const Force *force = &model->forces[k];
    check(force->kind != NULL);
    for (int j = 0; j < force_layout(force->kind).frame_count; j++) {
      in_range(force->marker[j], model->marker_count);
    }
    in_range(force->first_number, model->number_count);
  }
}

static void check_rest(const Model *model) {
  for (int k = 0; k < model->measure_count; k++) {
    const Measure *measure = &model->measures[k];
    check(measure->kind != NULL && measure->name != NULL);
    const int count = measure->kind->owner == MEASURE_OF_FRAME   ? model->marker_count
                      : measure->kind->owner == MEASURE_OF_JOINT ? model->joint_count
                      : measure->kind->owner == MEASURE_OF_GAUGE ? model->gauge_count
                                                                 : model->force_count;
    check(measure->kind->owner == MEASURE_OF_MODEL
              ? measure->object == -1
              : measure->object >= 0 && measure->object < count);
  }
  for (int k = 0; k < model->analysis_count; k++) {
    const Analysis *analysis = &model->analyses[k];
    check(analysis->from < k);
    in_range(analysis->duration, model->number_count);
    in_range(analysis->output_step, model->number_count);
    in_range(analysis->integrator.relative, model->number_count);
    in_range(analysis->integrator.absolute, model->number_count);
  }
  for (int k = 0; k < model->output_count; k++) {
    in_range(model->outputs[k].number, model->number_count);
  }
  for (int k = 0; k < model->check_count; k++) {
    const Check *check_k = &model->checks[k];
    check(check_k->form == CHECK_FILE ? check_k->file != NULL : check_k->channel >= 0);
    check(check_k->analysis < model->analysis_count);
    check(check_k->form == CHECK_MAX_ABS ? check_k->below >= 0 : check_k->within >= 0);
  }
}

static double *values_of(const Program *program, const double *parameters, double *inputs) {
  for (int k = 0; k < program->input_count; k++) {
    const Symbol *symbol = &program->inputs[k];
    inputs[k] = symbol->kind == SYMBOL_PARAMETER ? parameters[symbol->index] : 0.5;
  }
  return inputs;
}

static void check_numbers(const Model *model) {
  double *work = malloc(4 * PROGRAM_LIMIT * sizeof *work);
  double *parameters = calloc((size_t)model->parameter_count + 1, sizeof *parameters);
  check(work != NULL && parameters != NULL);
  double *inputs = work + 2 * PROGRAM_LIMIT;
  for (int k = 0; k < model->parameter_count; k++) {
    const Program *program = &model->numbers[model->parameters[k].number].program;
    for (int j = 0; j < program->input_count; j++) {
      check(program->inputs[j].kind == SYMBOL_PARAMETER && program->inputs[j].index < k);
    }
    parameters[k] = program_value(program, values_of(program, parameters, inputs), work);
  }
  for (int k = 0; k < model->number_count; k++) {
    const Program *program = &model->numbers[k].program;
    check(program->count > 0);
    (void)program_value(program, values_of(program, parameters, inputs), work);
    (void)program_gradient(program, inputs, inputs + program->input_count, work);
  }
  free(parameters);
  free(work);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  Allocator allocator = {.limit = (size_t)256 * 1024 * 1024};
  Arena arena;
  Diag diag;
  arena_open(&arena, &allocator);
  diag_open(&diag, &arena);
  LoadOptions options = {.limits = doc_default_limits()};
  options.limits.nodes = PARAMETERS; // keeps an input fast, and the limit within reach
  options.limits.scalar_bytes = 4096;
  const char *bytes = arena_copy(&arena, (const char *)data, size);
  const char *end = size > 5 && memcmp(bytes, "#set ", 5) == 0 ? memchr(bytes, '\n', size) : NULL;
  const char *set = end == NULL ? NULL : arena_copy(&arena, bytes + 5, (size_t)(end - bytes - 5));
  if (set != NULL) {
    options.sets = &set;
    options.set_count = 1;
  }
  const SourceText source = {.name = "fuzz.yaml", .text = bytes, .length = size};
  const Model *model = model_load_text(&source, "fuzz.yaml", &options, &arena, &diag);
  check(!allocator.exhausted);
  check((model != NULL) == (diag.error_count == 0));
  check_messages(&diag, &allocator);
  if (model != NULL) {
    check_elements(model);
    check_rest(model);
    check_numbers(model);
  }
  arena_close(&arena);
  check(allocator.used == 0);
  return 0;
}
