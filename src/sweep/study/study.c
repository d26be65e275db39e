// SPDX-License-Identifier: BSD-3-Clause
// study.c: from a study file to a sweep (see study.h).
#include "sweep/study/study.h"

#include <string.h>

#include "base/text.h"
#include "language/expand/files.h"
#include "language/tables/names.h"
#include "spec/check.h"
#include "sweep/study/outputs.h"
#include "sweep/study/variables.h"

typedef struct Reader {
  Sweep *sweep;
  Checker checker;
  Item top;
  const char *path, *model_path;
  Arena *arena;
  Diag *diag;
} Reader;

static bool is_one_of(const SourceText *source, size_t at, const char *set) {
  return at < source->length && source->text[at] != '\0' && strchr(set, source->text[at]) != NULL;
}

// A key at the left margin; of a map in braces, as in JSON, one behind blanks.
bool sweep_is_study(const SourceText *source) {
  static const char key[] = "mbs_study";
  const size_t length = sizeof key - 1;
  size_t first = 0;
  while (is_one_of(source, first, " \t\r\n")) {
    first++;
  }
  const bool braces = is_one_of(source, first, "{");
  for (size_t k = 0; k + length <= source->length; k++) {
    if (memcmp(source->text + k, key, length) == 0) {
      size_t from = k, to = k + length;
      from -= from > 0 && is_one_of(source, from - 1, "\"'");
      to += is_one_of(source, to, "\"'");
      while (braces && from > 0 && is_one_of(source, from - 1, " \t{,")) {
        from--;
      }
      if (is_one_of(source, to, ":") && (from == 0 || source->text[from - 1] == '\n')) {
        return true;
      }
    }
  }
  return false;
}

// ---- the model ----

// The model's path from where we stand; NULL after a message, or when memory ran out.
static const char *path_of_model(const Reader *reader) {
  const Value *value = item_stated(&reader->top, "model");
  if (reader->model_path != NULL || value == NULL) {
    return reader->model_path;
  }
  const char *folder = files_directory(reader->path, reader->arena);
  bool missing = false;
  const char *path = folder == NULL
                         ? NULL
                         : files_resolve_model(folder, &reader->sweep->load, value->text,
                                               value->mark, &missing, reader->arena, reader->diag);
  if (missing) {
    diag_add(reader->diag, DIAG_IO_READ, value->mark, "there is no file \"%s\"", value->text);
    diag_hint(reader->diag, "the path is relative to the folder of the study");
  }
  return path;
}

// A model of our own whose checks are those that somebody asks for.
static bool load_model(const Reader *reader) {
  Sweep *sweep = reader->sweep;
  const char *path = path_of_model(reader);
  if (path == NULL) {
    return false;
  }
  const Model *model = model_load(path, &sweep->load, reader->arena, reader->diag);
  if (model == NULL) {
    return false;
  }
  if (model->analysis_count == 0) {
    const Mark mark = {.source = model->source};
    diag_add(reader->diag, DIAG_SCHEMA_EMPTY, mark, "the model has no analyses, nothing to run");
    return diag_hint(reader->diag, "add \"analyses:\"");
  }
  sweep->model = model;
  return true;
}

// ---- plan and keep ----

static void take_plan(const Reader *reader) {
  Plan *plan = &reader->sweep->plan;
  const Value *method = item_find(&reader->top, "plan.method");
  for (int k = 0; k < PLAN_METHOD_COUNT; k++) {
    if (method != NULL && method->text != NULL &&
        strcmp(method->text, plan_method_word((PlanMethod)k)) == 0) {
      plan->method = (PlanMethod)k;
    }
  }
  const Value *seed = item_stated(&reader->top, "plan.seed"),
              *levels = item_stated(&reader->top, "plan.levels");
  const Value *samples =
      item_stated(&reader->top, plan->method == PLAN_MORRIS ? "plan.trajectories" : "plan.samples");
  plan->seed = seed == NULL ? 0 : (uint64_t)seed->whole;
  plan->runs = samples == NULL ? 0 : samples->whole; // of plans for sensitivity: groups, so far
  plan->levels = levels == NULL ? 4 : (int)(levels->whole < 1000000 ? levels->whole : 1000000);
  if (plan->method == PLAN_MORRIS && plan->levels % 2 != 0) {
    diag_add(reader->diag, DIAG_VALUE_RANGE, levels->mark, "\"levels\" must be even, found %d",
             plan->levels);
    diag_hint(reader->diag, "a step spans half of them, so that all values occur equally often");
  }
  const Value *scramble = item_find(&reader->top, "plan.scramble");
  plan->scramble = scramble == NULL || scramble->flag;
}

static void take_keep(const Reader *reader) {
  const Value *series = item_find(&reader->top, "keep.series");
  const Value *every = item_stated(&reader->top, "keep.every");
  const char *word = series == NULL || series->text == NULL ? "none" : series->text;
  reader->sweep->keep = strcmp(word, "all") == 0      ? KEEP_ALL
                        : strcmp(word, "failed") == 0 ? KEEP_FAILED
                                                      : KEEP_NONE;
  reader->sweep->keep_every = every == NULL ? 0 : every->whole;
}

// ---- all ----

static bool check_version(const Reader *reader, const Node *root) {
  const Node *version = root->kind == NODE_MAP ? node_child(root, "mbs_study") : NULL;
  const bool number = version != NULL && version->kind == NODE_SCALAR && version->length > 0 &&
                      strspn(version->text, "0123456789.") == (size_t)version->length;
  if (!number || strcmp(version->text, "1") == 0) {
    return true; // the field table says what else is wrong
  }
  diag_add(reader->diag, DIAG_SCHEMA_VERSION, version->mark,
           "the file has study format version %s; this mbsrun reads version %d", version->text,
           reader->checker.language->version);
  return diag_hint(reader->diag, "\"mbs_study\" is the version of the format, not of the program");
}

// A study without a title is its model over what varies: "A pendulum over L, mass".
static const char *usual_title(const Reader *reader) {
  enum { TOLD = 3 };
  const Sweep *sweep = reader->sweep;
  Text text = text_open(reader->arena->allocator);
  text_put(&text, sweep->model->title != NULL ? sweep->model->title : sweep->model->file);
  for (int k = 0; k < sweep->plan.variable_count && k <= TOLD; k++) {
    text_printf(&text, "%s%s", k == 0 ? " over " : ", ",
                k < TOLD ? sweep->plan.variables[k].path : "...");
  }
  return text_keep(&text, reader->arena);
}

static bool read_all(Reader *reader, Node *root) {
  Sweep *sweep = reader->sweep;
  if (!check_version(reader, root) ||
      !check_map(&reader->checker, root, reader->checker.language->top, "the study",
                 "key of the study", &reader->top)) {
    return false;
  }
  const Value *title = item_find(&reader->top, "title");
  sweep->title = title == NULL ? NULL : title->text;
  const Value *outputs = item_stated(&reader->top, "outputs");
  if (outputs != NULL && !outputs_read(&reader->checker, outputs->node, sweep)) {
    return false;
  }
  take_plan(reader);
  take_keep(reader);
  // the model may have faults of its own, which stand beside those of the study
  if (!load_model(reader)) {
    return false;
  }
  if (!(outputs == NULL || outputs_resolve(sweep, reader->arena, reader->diag)) ||
      !variables_read(&reader->checker, &reader->top, reader->path, sweep)) {
    return false;
  }
  sweep->title = sweep->title != NULL ? sweep->title : usual_title(reader);
  return sweep->title != NULL;
}

const Sweep *sweep_load_text(const SourceText *source, const char *path, const char *model_path,
                             const LoadOptions *options, Arena *arena, Diag *diag) {
  Sweep *sweep = arena_new(arena, Sweep);
  const Language *language = sweep_language(arena);
  if (sweep == NULL || language == NULL) {
    return NULL;
  }
  sweep->load = *options;
  sweep->load.keep_stated = true;
  Reader reader = {
      .sweep = sweep,
      .checker = {.language = language, .space = IN_BOTH, .arena = arena, .diag = diag},
      .path = path,
      .model_path = model_path,
      .arena = arena,
      .diag = diag};
  Node *root = doc_parse(source, &options->limits, arena, diag);
  if (root == NULL || !read_all(&reader, root) || diag->error_count > 0) {
    return NULL;
  }
  sweep->system = system_compile(sweep->model, arena);
  return sweep->system == NULL || arena->allocator->exhausted ? NULL : sweep;
}
