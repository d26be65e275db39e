// SPDX-License-Identifier: BSD-3-Clause
// files.c: the files of a study that has ended (see files.h).
#include "sweep/results/files.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "base/number.h"
#include "sweep/results/sensitivity_write.h"

// What all of them are written from and into.
typedef struct Writing {
  Store *store;
  const IoCalls *calls;
  const char *directory;
  const StoreColumn *columns;
  int column_count;
  Sensitivity sensitivity;
  IoFile *files[4]; // complete, but without their names
  int count;
  Arena *arena;
  Diag *diag;
} Writing;

static IoFile *begin(const IoCalls *calls, const char *directory, const char *name, Arena *arena,
                     Diag *diag) {
  const char *path = text_print(arena, "%s/%s", directory, name);
  return path == NULL ? NULL : io_begin(calls, path, 0, arena, diag);
}

// A file of these bytes that is complete but has no name yet; NULL after a message.
static IoFile *finish(const IoCalls *calls, const char *directory, const char *name,
                      const char *bytes, size_t length, Arena *arena, Diag *diag) {
  IoFile *file = begin(calls, directory, name, arena, diag);
  if (file != NULL && io_put(file, bytes, length) && io_finish(file)) {
    return file;
  }
  io_abandon(file);
  return NULL;
}

bool files_put(const IoCalls *calls, const char *directory, const char *name, const char *bytes,
               size_t length, Arena *arena, Diag *diag) {
  const char *path = text_print(arena, "%s/%s", directory, name);
  return path != NULL && io_write(calls, path, bytes, length, arena, diag);
}

// ---- comma-separated values ----

static bool put_text(IoFile *file, const char *text) {
  if (text == NULL || strpbrk(text, ",\"\r\n") == NULL) {
    return text == NULL || io_put(file, text, strlen(text));
  }
  bool good = io_put(file, "\"", 1);
  for (const char *at = text; good && *at != '\0'; at++) {
    const bool line = *at == '\n' || *at == '\r';
    good = (*at != '"' || io_put(file, "\"", 1)) && io_put(file, line ? " " : at, 1);
  }
  return good && io_put(file, "\"", 1);
}

static bool put_number(IoFile *file, double value) {
  char text[NUMBER_TEXT_SIZE];
  return !isfinite(value) || io_put(file, text, (size_t)number_format(value, text));
}

typedef struct Rows {
  IoFile *file;
  int columns;
} Rows;

static bool put_row(void *context, const StoreRow *row) {
  const Rows *rows = context;
  IoFile *file = rows->file;
  bool good =
      put_number(file, (double)row->run) && io_put(file, ",", 1) && put_text(file, row->status);
  for (int k = 0; good && k < rows->columns; k++) {
    good = io_put(file, ",", 1) && put_number(file, row->values[k]);
  }
  return good && io_put(file, ",", 1) && put_number(file, (double)row->steps) &&
         io_put(file, ",", 1) && put_text(file, row->code) && io_put(file, ",", 1) &&
         put_text(file, row->message) && io_put(file, "\n", 1);
}

static bool keep(Writing *writing, IoFile *file) {
  if (file != NULL) {
    writing->files[writing->count++] = file;
  }
  return file != NULL;
}

// Takes the text.
static bool keep_text(Writing *writing, const char *name, Text *text) {
  const bool good = !text->failed && !writing->arena->allocator->exhausted &&
                    keep(writing, finish(writing->calls, writing->directory, name, text->bytes,
                                         text->length, writing->arena, writing->diag));
  text_close(text);
  return good;
}

static bool write_results(Writing *writing) {
  static const char head[] = "run,status", tail[] = ",steps,code,message\n";
  IoFile *file =
      begin(writing->calls, writing->directory, "results.csv", writing->arena, writing->diag);
  Rows rows = {.file = file, .columns = writing->column_count};
  bool good = file != NULL && io_put(file, head, sizeof head - 1);
  for (int k = 0; good && k < rows.columns; k++) {
    good = io_put(file, ",", 1) && put_text(file, writing->columns[k].name);
  }
  good = good && io_put(file, tail, sizeof tail - 1) &&
         store_visit(writing->store, put_row, &rows) && io_finish(file);
  if (!good) {
    io_abandon(file);
  }
  return good && keep(writing, file);
}

static void put_column(Text *out, const char *name, const char *kind, const char *unit,
                       const char *meaning) {
  const bool quoted = strpbrk(meaning, ",\"") != NULL;
  text_printf(out, "%s,%s,%s,", name, kind, unit);
  text_put(out, quoted ? "\"" : "");
  for (const char *at = meaning; *at != '\0'; at++) {
    text_append(out, *at == '"' ? "\"\"" : at, *at == '"' ? 2 : 1);
  }
  text_put(out, quoted ? "\"\n" : "\n");
}

static bool write_columns(Writing *writing) {
  Text text = text_open(writing->arena->allocator);
  text_put(&text, "name,kind,unit,meaning\n");
  put_column(&text, "run", "key", "", "number of the run, from 0");
  put_column(&text, "status", "status", "",
             "ok, refused, failed, budget, inaccurate, memory, crashed or timeout");
  for (int k = 0; k < writing->column_count; k++) {
    const StoreColumn *column = &writing->columns[k];
    put_column(&text, column->name, column->kind, column->unit, column->meaning);
  }
  put_column(&text, "steps", "counter", "1", "steps of all analyses");
  put_column(&text, "code", "status", "", "code of the message");
  put_column(&text, "message", "status", "", "why the run is not ok");
  return keep_text(writing, "columns.csv", &text);
}

// ---- the summary ----

static void put_study(Json *json, Store *store) {
  json_put(json,
           "study: {hash: %s, title: %s, model_sha256: %s, mbsrun: %s, overrides: %s, plan: %s}",
           store_value(store, "hash"), store_value(store, "title"),
           store_value(store, identity_names[IDENTITY_MODEL]),
           store_value(store, identity_names[IDENTITY_VERSION]),
           store_value(store, identity_names[IDENTITY_OVERRIDES]),
           store_value(store, identity_names[IDENTITY_PLAN]));
}

static bool is_there(const Sensitivity *sensitivity) {
  return sensitivity->method == PLAN_MORRIS || sensitivity->method == PLAN_SOBOL_INDICES;
}

static bool write_summary(Writing *writing) {
  long counts[SWEEP_STATUS_COUNT];
  const char *runs = store_value(writing->store, "runs");
  if (runs == NULL || !store_counts(writing->store, counts)) {
    return false;
  }
  Text text = text_open(writing->arena->allocator);
  Json json = json_open(&text);
  json_put(&json, "{format: 1");
  put_study(&json, writing->store);
  json_put(&json, "runs: %l, status: {", strtol(runs, NULL, 10));
  for (int k = 0; k < SWEEP_STATUS_COUNT; k++) {
    json_integer(&json, sweep_status_word((SweepStatus)k), counts[k]);
  }
  json_put(&json, "}, columns: [");
  for (int k = 0; k < writing->column_count; k++) {
    const StoreColumn *column = &writing->columns[k];
    json_put(&json, "<name: %s, kind: %s, unit: %s, meaning: %s>", column->name, column->kind,
             column->unit, column->meaning);
  }
  json_put(&json, "]");
  if (is_there(&writing->sensitivity)) {
    sensitivity_json(&writing->sensitivity, &json);
  }
  json_put(&json, "files: ["); // those that are complete by now: all but the summary
  for (int k = 0; k < writing->count; k++) {
    const IoFile *file = writing->files[k];
    json_put(&json, "<name: %s, bytes: %g, sha256: %s>", strrchr(io_path(file), '/') + 1,
             io_size(file), io_sha256(file));
  }
  json_put(&json, "]}");
  text_put(&text, "\n");
  return keep_text(writing, "summary.json", &text);
}

static bool write_sensitivity(Writing *writing) {
  Text text = text_open(writing->arena->allocator);
  sensitivity_csv(&writing->sensitivity, &text);
  return keep_text(writing, "sensitivity.csv", &text);
}

bool files_write(Store *store, const IoCalls *calls, const char *directory, Arena *arena,
                 Diag *diag) {
  Writing writing = {
      .store = store, .calls = calls, .directory = directory, .arena = arena, .diag = diag};
  writing.column_count = store_columns(store, &writing.columns);
  if (writing.column_count < 0 || !sensitivity_find(store, &writing.sensitivity, arena)) {
    return false;
  }
  if (write_results(&writing) && write_columns(&writing) &&
      (!is_there(&writing.sensitivity) || write_sensitivity(&writing)) && write_summary(&writing)) {
    return io_publish_all(writing.files, writing.count);
  }
  for (int k = 0; k < writing.count; k++) {
    io_abandon(writing.files[k]);
  }
  return false;
}

bool files_is_ours(const char *name) {
  static const char *const names[] = {"results.csv",        "columns.csv", "sensitivity.csv",
                                      "summary.json",       "study.yaml",  "model.yaml",
                                      "model.resolved.yaml"};
  for (size_t k = 0; k < sizeof names / sizeof names[0]; k++) {
    if (strcmp(name, names[k]) == 0) {
      return true;
    }
  }
  return false;
}
