// SPDX-License-Identifier: BSD-3-Clause
// sweep_text.c: the study that a command line means (see sweep_text.h).
//
//   --vary L=0.5:2:16   ->  L: {from: 0.5, to: 2, count: 16}
//   --vary m=1,2,5      ->  m: {values: [1, 2, 5]}
//   --vary k=0.9:1.1 --samples 256  ->  k: {uniform: [0.9, 1.1]}
//   --vary k --samples 256          ->  what the model says of its parameter k
//   --samples 256                   ->  likewise of all its parameters
#include "cli/studies/sweep_text.h"

#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "language/expand/document.h"

static bool refuse(const Session *session, const char *option) {
  diag_add(session->diag, DIAG_USAGE, mark_none(), "--vary %s is not understood", option);
  return diag_hint(session->diag, "write PATH=FIRST:LAST:COUNT, PATH=A,B,C or, with --samples, "
                                  "PATH=LEAST:LARGEST, as in --vary L=0.5:2:16");
}

// The parts of a text between colons, at most three. Returns how many there are.
static int split(const char *text, const char *parts[static 3], int lengths[static 3]) {
  int count = 0;
  for (const char *at = text;; at++) {
    const size_t length = strcspn(at, ":");
    if (count < 3) {
      parts[count] = at;
      lengths[count] = (int)length;
    }
    count++;
    at += length;
    if (*at == '\0') {
      return count;
    }
  }
}

// ---- what the model says of its parameters ----

static void put_uncertain(const Parameter *parameter, Text *out) {
  text_printf(out, "  %s: {from_model: true}\n", parameter->name);
}

// In the order of the file. Returns how many there are.
static int put_all_uncertain(const Model *model, Text *out) {
  const Node *map = node_child(model->document->root, "parameters");
  int count = 0;
  for (const Node *node = map == NULL ? NULL : map->first; node != NULL; node = node->next) {
    for (int p = 0; p < model->parameter_count; p++) {
      const Parameter *parameter = &model->parameters[p];
      if (parameter->uncertainty != NULL && strcmp(parameter->name, node->key) == 0) {
        put_uncertain(parameter, out);
        count++;
      }
    }
  }
  return count;
}

static bool refuse_certain(const Session *session, const Model *model) {
  const Parameter *first = model->parameter_count > 0 ? &model->parameters[0] : NULL;
  diag_add(session->diag, DIAG_USAGE, mark_none(),
           "nothing varies: no parameter of %s has a range or a distribution",
           session->options->operand);
  return diag_hint(session->diag,
                   "write it in the model, as in \"%s: {value: 1, range: [0.9, 1.1]}\" under "
                   "\"parameters\", or add --vary PATH=LEAST:LARGEST",
                   first == NULL ? "L" : first->name);
}

static bool put_named(const Session *session, const Model *model, const char *name, Text *out) {
  for (int p = 0; p < model->parameter_count; p++) {
    const Parameter *parameter = &model->parameters[p];
    if (strcmp(parameter->name, name) == 0 && parameter->uncertainty != NULL) {
      put_uncertain(parameter, out);
      return true;
    }
  }
  diag_add(session->diag, DIAG_USAGE, mark_none(),
           "--vary %s gives no values, and the model has no parameter \"%s\" with a range or a "
           "distribution",
           name, name);
  return diag_hint(session->diag, "write PATH=LEAST:LARGEST, as in --vary L=0.5:2");
}

// ---- what the options say ----

static bool put_variable(const Session *session, const Model *model, const char *option,
                         Text *out) {
  const char *equals = strchr(option, '=');
  const char *parts[3];
  int lengths[3];
  if (equals == NULL && session->options->samples > 0) {
    return put_named(session, model, option, out);
  }
  if (equals == NULL || equals == option || equals[1] == '\0') {
    return refuse(session, option);
  }
  const int count = split(equals + 1, parts, lengths);
  const bool drawn = session->options->samples > 0;
  const bool range = strchr(parts[0], ',') == NULL; // not a list of ranges
  text_printf(out, "  %.*s: ", (int)(equals - option), option);
  if (count == 1) {
    text_printf(out, "{values: [%s]}\n", equals + 1);
  } else if (count == 3 && !drawn && range) {
    text_printf(out, "{from: %.*s, to: %.*s, count: %.*s}\n", lengths[0], parts[0], lengths[1],
                parts[1], lengths[2], parts[2]);
  } else if (count == 2 && drawn && range) {
    text_printf(out, "{uniform: [%.*s, %.*s]}\n", lengths[0], parts[0], lengths[1], parts[1]);
  } else {
    return refuse(session, option);
  }
  return true;
}

// A linearization at an equilibrium has eigenvalues for certain.
static bool has_modes(const Model *model, const Analysis *analysis) {
  return analysis->kind == ANALYSIS_LINEARIZE && analysis->from >= 0 &&
         model->analyses[analysis->from].kind == ANALYSIS_EQUILIBRIUM;
}

// Least, largest and last values of the last motion, else values of the last analysis.
static void put_outputs(const Model *model, Text *out) {
  const Analysis *motion = NULL;
  bool linear = false;
  for (int k = 0; k < model->analysis_count; k++) {
    motion = analysis_moves(model->analyses[k].kind) ? &model->analyses[k] : motion;
    linear = linear || has_modes(model, &model->analyses[k]);
  }
  const bool several = motion != NULL && model->analysis_count > 1;
  const char *of = several ? ", analysis: " : "", *which = several ? motion->name : "";
  text_put(out, "outputs:\n");
  for (int k = 0; k < model->output_count; k++) {
    const char *name = model->outputs[k].name;
    if (motion != NULL) {
      text_printf(out, "  %s_min: {min: %s%s%s}\n  %s_max: {max: %s%s%s}\n", name, name, of, which,
                  name, name, of, which);
    }
    text_printf(out, "  %s_final: {final: %s%s%s}\n", name, name, of, which);
  }
  if (motion != NULL) {
    text_printf(out, "  energy_drift: {audit: energy_drift%s%s}\n", of, which);
  }
  if (linear) {
    text_put(out, "  eigenvalue_1_re: {eigenvalue: 1, part: real}\n"
                  "  eigenvalue_1_im: {eigenvalue: 1, part: imaginary}\n");
  }
}

const SourceText *sweep_text_make(const Session *session, const Model *model) {
  const Options *options = session->options;
  Text text = text_open(session->arena->allocator);
  text_put(&text, "mbs_study: 1\nmodel: model.yaml\nvary:\n");
  bool good = true;
  for (int k = 0; k < options->vary.count; k++) {
    good = put_variable(session, model, options->vary.list[k], &text) && good;
  }
  if (options->vary.count == 0 && put_all_uncertain(model, &text) == 0) {
    good = refuse_certain(session, model);
  }
  if (options->samples > 0) {
    const char *method = options->plan == NULL ? "sobol" : options->plan;
    text_printf(&text, "plan: {method: %s, %s: %ld, seed: %ld}\n", method,
                strcmp(method, "morris") == 0 ? "trajectories" : "samples", options->samples,
                options->seed);
  }
  put_outputs(model, &text);
  SourceText *source = arena_new(session->arena, SourceText);
  const char *bytes =
      good && !text.failed ? arena_copy(session->arena, text.bytes, text.length) : NULL;
  if (source == NULL || bytes == NULL) {
    text_close(&text);
    return NULL;
  }
  *source = (SourceText){.name = "--vary", .text = bytes, .length = text.length};
  text_close(&text);
  return source;
}

const char *sweep_text_directory(const char *file, bool study, Arena *arena) {
  const char *slash = strrchr(file, '/');
  const char *name = slash != NULL ? slash + 1 : file;
  const char *point = strrchr(name, '.');
  const size_t length = point != NULL && point != name ? (size_t)(point - name) : strlen(name);
  return text_print(arena, "results/%.*s%s", (int)length, name, study ? "" : "-sweep");
}
