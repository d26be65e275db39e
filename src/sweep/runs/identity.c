// SPDX-License-Identifier: BSD-3-Clause
// identity.c: what a study is, part by part (see identity.h).
#include "sweep/runs/identity.h"

#include <stdio.h>
#include <string.h>

#include "base/text.h"

const char *const identity_names[IDENTITY_PARTS] = {"version of mbsrun",
                                                    "model",
                                                    "files of the model",
                                                    "overrides (--set)",
                                                    "analysis and budgets",
                                                    "vary",
                                                    "plan",
                                                    "outputs",
                                                    "keep"};

static void put_variable(const Variable *variable, Text *out) {
  text_printf(out, "%s %d", variable->path, (int)variable->kind);
  switch (variable->kind) {
  case VARIABLE_VALUES:
    for (long k = 0; k < variable->count; k++) {
      text_put(out, " ");
      text_number(out, variable->values[k]);
    }
    break;
  case VARIABLE_RANGE:
  case VARIABLE_DISTRIBUTION:
    text_printf(out, " %ld %d ", variable->count, (int)variable->distribution.kind);
    text_number(out, variable->distribution.a);
    text_put(out, " ");
    text_number(out, variable->distribution.b);
    text_put(out, " ");
    text_number(out, variable->distribution.c);
    break;
  case VARIABLE_EXPRESSION:
    text_printf(out, " %s", variable->program.text.text);
    break;
  }
  text_put(out, "\n");
}

static void put_output(const SweepOutput *output, const Model *model, Text *out) {
  text_printf(out, "%s %s %s %d %d %d", output->name, output->form, output->subject, output->which,
              output->imaginary ? 1 : 0, output->analysis);
  if (output->kind == OUTPUT_FIGURE) {
    const Check *check = &model->checks[output->check];
    text_printf(out, " %d %d %s", check->cycles, check->analysis,
                check->at >= 0 ? model->numbers[check->at].program.text.text : "");
  }
  text_put(out, "\n");
}

// One line per file: its hash and its name.
static void put_file(const SourceText *text, const char *name, Text *out) {
  char digits[SHA256_TEXT_SIZE];
  sha256_of(text->text, text->length, digits);
  text_printf(out, "%s %s\n", digits, name);
}

static void put_files(const Model *model, Text *out) {
  for (int k = 0; k < model->include_count; k++) {
    put_file(model->includes[k], model->includes[k]->name, out);
  }
  for (int k = 0; k < model->file_count; k++) {
    put_file(&model->files[k].text, model->files[k].path, out);
  }
}

// Adds the names of the lines that the other text does not have, and that are not there yet.
static void name_lines(const char *lines, const char *other, size_t from, Text *out) {
  for (const char *line = lines; *line != '\0';) {
    const size_t length = strcspn(line, "\n");
    char text[400];
    const char *name = memchr(line, ' ', length);
    (void)snprintf(text, sizeof text, "%.*s", (int)length, line);
    if (name != NULL && strstr(other, text) == NULL) {
      (void)snprintf(text, sizeof text, "%.*s", (int)(length - (size_t)(name + 1 - line)),
                     name + 1);
      if (out->failed || strstr(out->bytes + from, text) == NULL) {
        text_printf(out, "%s%s", (size_t)out->length == from ? " (" : ", ", text);
      }
    }
    line += length + (line[length] == '\n');
  }
}

void identity_name_files(const char *one, const char *other, Text *out) {
  const size_t from = (size_t)out->length;
  name_lines(one, other, from, out);
  name_lines(other, one, from, out);
  text_put(out, (size_t)out->length > from ? ")" : "");
}

static void put_part(const Sweep *sweep, const JobOptions *options, int part, Text *out) {
  const Plan *plan = &sweep->plan;
  switch (part) {
  case IDENTITY_VERSION:
    text_put(out, options->version);
    break;
  case IDENTITY_MODEL:
    text_put(out, sweep->model->sha256);
    break;
  case IDENTITY_FILES:
    put_files(sweep->model, out);
    break;
  case IDENTITY_OVERRIDES:
    for (int k = 0; k < sweep->model->override_count; k++) {
      text_printf(out, "%s\n", sweep->model->overrides[k]);
    }
    break;
  case IDENTITY_ANALYSIS:
    text_printf(out, "%s %ld", options->only_analysis == NULL ? "*" : options->only_analysis,
                options->max_steps);
    break;
  case IDENTITY_VARIABLES:
    for (int v = 0; v < plan->variable_count; v++) {
      put_variable(&plan->variables[v], out);
    }
    break;
  case IDENTITY_PLAN:
    text_printf(out, "%s %llu %d %ld", plan_method_word(plan->method),
                (unsigned long long)plan->seed, plan->scramble ? 1 : 0, plan->runs);
    if (plan->method == PLAN_MORRIS) {
      text_printf(out, " %d", plan->levels);
    }
    break;
  case IDENTITY_OUTPUTS:
    for (int k = 0; k < sweep->output_count; k++) {
      put_output(&sweep->outputs[k], sweep->model, out);
    }
    break;
  case IDENTITY_KEEP:
    text_printf(out, "%d %ld", (int)sweep->keep, sweep->keep_every);
    break;
  default:
    break;
  }
}

bool identity_make(const Sweep *sweep, const JobOptions *options, Identity *identity,
                   Arena *arena) {
  Sha256 hash;
  sha256_begin(&hash);
  for (int part = 0; part < IDENTITY_PARTS; part++) {
    Text text = text_open(arena->allocator);
    put_part(sweep, options, part, &text);
    identity->parts[part] = text_keep(&text, arena);
    if (identity->parts[part] == NULL) {
      return false;
    }
    sha256_add(&hash, identity->parts[part], strlen(identity->parts[part]) + 1);
  }
  sha256_end(&hash, identity->hash);
  return true;
}
