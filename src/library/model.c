// SPDX-License-Identifier: BSD-3-Clause
// model.c: models: loading them, and what they have.
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "expr/text/dimension.h"
#include "library/handles.h"
#include "system/state/state.h"

static const double DEFAULT_MEMORY = 4.0 * 1024 * 1024 * 1024; // as of the program

// ---- opening and freeing ----

static void close_model(mbs_model *model) {
  arena_close(&model->arena);
  free(model);
}

void mbs_model_free(mbs_model *model) {
  if (model != NULL && atomic_fetch_sub(&model->holders, 1) == 1) {
    close_model(model);
  }
}

// Copies of texts. NULL when memory ran out.
static const char *const *copy_texts(const char *const *texts, size_t count, Arena *arena) {
  const char **copies = count < INT_MAX ? arena_array(arena, const char *, (int)count) : NULL;
  for (size_t k = 0; copies != NULL && k < count; k++) {
    copies[k] = arena_copy(arena, texts[k], strlen(texts[k]));
  }
  return copies;
}

static bool are_texts(const char *const *texts, size_t count) {
  bool good = count == 0 || texts != NULL;
  for (size_t k = 0; good && k < count; k++) {
    good = texts[k] != NULL;
  }
  return good && count < INT_MAX;
}

static int at_most(size_t number, int most) {
  return number < (size_t)most ? (int)number : most;
}

// A handle without a model. NULL when memory ran out.
static mbs_model *open_model(const mbs_load_options *options, const char *path) {
  mbs_model *model = calloc(1, sizeof *model);
  if (model == NULL) {
    return NULL;
  }
  atomic_init(&model->holders, 1);
  model->allocator.limit = options->max_memory > 0
                               ? options->max_memory
                               : (size_t)fmin(DEFAULT_MEMORY, (double)(SIZE_MAX / 4));
  arena_open(&model->arena, &model->allocator);
  diag_open(&model->messages.diag, &model->arena);
  model->path = arena_copy(&model->arena, path, strlen(path));
  model->load = (LoadOptions){
      .limits = doc_default_limits(),
      .sets = copy_texts(options->sets, options->set_count, &model->arena),
      .set_count = (int)options->set_count,
      .allowed_directories = copy_texts(options->allowed, options->allowed_count, &model->arena),
      .allowed_count = (int)options->allowed_count};
  DocLimits *limits = &model->load.limits;
  if (options->max_bytes > 0) {
    limits->file_bytes = options->max_bytes < LONG_MAX ? (long)options->max_bytes : LONG_MAX;
  }
  if (options->max_nodes > 0) {
    limits->nodes = at_most(options->max_nodes, INT_MAX);
    limits->expanded = limits->nodes > limits->expanded ? limits->nodes : limits->expanded;
  }
  return model;
}

// ---- loading ----

// The units of all parameters; "" where none is known. NULL when memory ran out.
static const char *const *find_units(const Model *parts, Arena *arena) {
  const char **units = arena_array(arena, const char *, parts->parameter_count);
  for (int k = 0; units != NULL && k < parts->parameter_count; k++) {
    const Dimension dimension = parts->parameters[k].dimension;
    char unit[64] = "";
    if (dimension.known) {
      dimension_text(dimension, unit, (int)sizeof unit);
    }
    units[k] = arena_copy(arena, unit, strlen(unit));
  }
  return units;
}

// The values of all parameters at the start. Those of a mechanism whose numbers are refused, as a
// run would tell, stay unknown. NULL when memory ran out.
static const double *find_values(const Model *parts, const System *system, Arena *arena) {
  double *values = arena_array(arena, double, parts->parameter_count);
  State *state = state_open(system, arena);
  Failure unheard = {.code = DIAG_NONE};
  if (values == NULL || state == NULL) {
    return NULL;
  }
  const bool known = state_refresh(state, NULL, &unheard);
  for (int k = 0; k < parts->parameter_count; k++) {
    values[k] = known ? state->values[parts->parameters[k].number] : (double)NAN;
  }
  state_close(state);
  return values;
}

// Loads what the handle names, and hands the handle to the caller.
static mbs_status load_into(mbs_model *model, mbs_model **out) {
  if (model == NULL) {
    return MBS_MEMORY;
  }
  Diag *diag = &model->messages.diag;
  const bool room = !model->allocator.exhausted;
  if (room && model->text.text != NULL) {
    model->model = model_load_text(&model->text, model->path, &model->load, &model->arena, diag);
  } else if (room) {
    model->model = model_load(model->path, &model->load, &model->arena, diag);
  }
  const Model *parts = model->model;
  model->system = parts != NULL ? system_compile(parts, &model->arena) : NULL;
  if (parts != NULL && model->system != NULL) {
    model->units = find_units(parts, &model->arena);
    model->parameters = find_values(parts, model->system, &model->arena);
  }
  (void)handles_render(&model->messages);
  if (model->allocator.exhausted) {
    close_model(model);
    return MBS_MEMORY;
  }
  const int said = diag_exit_status(diag);
  model->status = model->system != NULL ? MBS_OK : said > 0 ? (mbs_status)said : MBS_BUG;
  *out = model;
  return model->status;
}

// The options of a call, or the defaults. False where they make no sense.
static bool take_options(const mbs_load_options *given, mbs_load_options *options) {
  const mbs_load_options defaults = MBS_LOAD_OPTIONS;
  *options = defaults;
  return (given == NULL || handles_take(options, sizeof *options, given)) &&
         are_texts(options->sets, options->set_count) &&
         are_texts(options->allowed, options->allowed_count);
}

mbs_status mbs_load_file(const char *path, const mbs_load_options *options, mbs_model **model) {
  mbs_load_options mine;
  if (model == NULL) {
    return MBS_USAGE;
  }
  *model = NULL;
  if (path == NULL || !take_options(options, &mine)) {
    return MBS_USAGE;
  }
  // "-" is a file here, not the standard input
  return load_into(open_model(&mine, strcmp(path, "-") == 0 ? "./-" : path), model);
}

static mbs_status load_text(const mbs_load_options *options, const char *name, const char *text,
                            size_t length, mbs_model **out) {
  mbs_model *model = open_model(options, name);
  if (model != NULL) {
    const char *copy = arena_copy(&model->arena, text, length);
    model->text = (SourceText){.name = model->path, .text = copy, .length = length};
  }
  return load_into(model, out);
}

mbs_status mbs_load_text(const char *text, size_t length, const char *name,
                         const mbs_load_options *options, mbs_model **model) {
  mbs_load_options mine;
  if (model == NULL) {
    return MBS_USAGE;
  }
  *model = NULL;
  if (text == NULL || !take_options(options, &mine)) {
    return MBS_USAGE;
  }
  return load_text(&mine, name != NULL ? name : "<text>", text, length, model);
}

mbs_status mbs_model_with(const mbs_model *model, const char *const *sets, size_t set_count,
                          mbs_model **changed) {
  if (changed == NULL) {
    return MBS_USAGE;
  }
  *changed = NULL;
  if (model == NULL || !are_texts(sets, set_count)) {
    return MBS_USAGE;
  }
  const LoadOptions *load = &model->load;
  const size_t count = (size_t)load->set_count + set_count;
  const char **all = calloc(count + 1, sizeof *all);
  if (all == NULL) {
    return MBS_MEMORY;
  }
  for (size_t k = 0; k < count; k++) {
    all[k] = k < (size_t)load->set_count ? load->sets[k] : sets[k - (size_t)load->set_count];
  }
  const mbs_load_options options = {.size = sizeof options,
                                    .sets = all,
                                    .set_count = count,
                                    .allowed = load->allowed_directories,
                                    .allowed_count = (size_t)load->allowed_count,
                                    .max_bytes = (size_t)load->limits.file_bytes,
                                    .max_nodes = (size_t)load->limits.nodes,
                                    .max_memory = model->allocator.limit};
  const mbs_status status =
      model->text.text == NULL
          ? load_into(open_model(&options, model->path), changed)
          : load_text(&options, model->path, model->text.text, model->text.length, changed);
  free(all);
  return status;
}

const mbs_messages *mbs_model_messages(const mbs_model *model) {
  return model == NULL ? NULL : &model->messages;
}

// ---- what a model has ----

size_t mbs_count(const mbs_model *model, mbs_kind kind) {
  if (model == NULL || model->system == NULL) {
    return 0;
  }
  const Model *parts = model->model;
  switch (kind) {
  case MBS_BODY:
    return (size_t)parts->body_count;
  case MBS_JOINT:
    return (size_t)parts->joint_count;
  case MBS_FORCE:
    return (size_t)parts->force_count;
  case MBS_PARAMETER:
    return (size_t)parts->parameter_count;
  case MBS_OUTPUT:
    return (size_t)parts->output_count;
  case MBS_ANALYSIS:
    return (size_t)parts->analysis_count;
  case MBS_EVENT:
    return (size_t)parts->event_count;
  default:
    return 0;
  }
}

const char *mbs_name(const mbs_model *model, mbs_kind kind, size_t index) {
  if (index >= mbs_count(model, kind)) {
    return NULL;
  }
  const Model *parts = model->model;
  switch (kind) {
  case MBS_BODY:
    return parts->bodies[index].name;
  case MBS_JOINT:
    return parts->joints[index].name;
  case MBS_FORCE:
    return parts->forces[index].name;
  case MBS_PARAMETER:
    return parts->parameters[index].name;
  case MBS_OUTPUT:
    return parts->outputs[index].name;
  case MBS_ANALYSIS:
    return parts->analyses[index].name;
  case MBS_EVENT:
    return parts->events[index].name;
  default:
    return NULL;
  }
}

ptrdiff_t mbs_find(const mbs_model *model, mbs_kind kind, const char *name) {
  const size_t count = name == NULL ? 0 : mbs_count(model, kind);
  for (size_t k = 0; k < count; k++) {
    if (strcmp(mbs_name(model, kind, k), name) == 0) {
      return (ptrdiff_t)k;
    }
  }
  return -1;
}

mbs_status mbs_parameter_get(const mbs_model *model, size_t index, mbs_parameter *parameter) {
  if (parameter == NULL || index >= mbs_count(model, MBS_PARAMETER)) {
    return MBS_USAGE;
  }
  const Parameter *from = &model->model->parameters[index];
  const mbs_parameter mine = {
      .name = from->name, .unit = model->units[index], .value = model->parameters[index]};
  return handles_give(&mine, sizeof mine, parameter) ? MBS_OK : MBS_USAGE;
}
