// SPDX-License-Identifier: BSD-3-Clause
// files.c: the files of a study that has ended (see files.h).
#include "sweep/files.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/number.h"
#include "output/json.h"
#include "sweep/sensitivity_write.h"

static const char *join(const char *directory, const char *name, Arena *arena) {
  Text text;
  text_open(&text, arena->allocator);
  text_printf(&text, "%s/%s", directory, name);
  const char *path = text.failed ? NULL : arena_copy(arena, text.bytes, text.length);
  text_close(&text);
  return path;
}

static IoFile *begin(const IoCalls *calls, const char *directory, const char *name, Arena *arena,
                     Diag *diag) {
  const char *path = join(directory, name, arena);
  return path == NULL ? NULL : io_begin(calls, path, 0, arena, diag);
}

static bool publish(IoFile *file, bool finished) {
  if (finished && io_publish(file) && io_settle(file)) {
    return true;
  }
  io_abandon(file);
  return false;
}

bool files_put(const IoCalls *calls, const char *directory, const char *name, const char *bytes,
               size_t length, Arena *arena, Diag *diag) {
  IoFile *file = begin(calls, directory, name, arena, diag);
  return file != NULL && publish(file, io_put(file, bytes, length) && io_finish(file));
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

static IoFile *write_results(Store *store, const IoCalls *calls, const char *directory,
                             const StoreColumn *columns, int count, Arena *arena, Diag *diag) {
  static const char head[] = "run,status", tail[] = ",steps,code,message\n";
  IoFile *file = begin(calls, directory, "results.csv", arena, diag);
  Rows rows = {.file = file, .columns = count};
  bool good = file != NULL && io_put(file, head, sizeof head - 1);
  for (int k = 0; good && k < count; k++) {
    good = io_put(file, ",", 1) && put_text(file, columns[k].name);
  }
  good = good && io_put(file, tail, sizeof tail - 1) && store_visit(store, put_row, &rows);
  if (good && io_finish(file)) {
    return file;
  }
  io_abandon(file);
  return NULL;
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

static bool write_columns(const IoCalls *calls, const char *directory, const StoreColumn *columns,
                          int count, Arena *arena, Diag *diag) {
  Text text;
  text_open(&text, arena->allocator);
  text_put(&text, "name,kind,unit,meaning\n");
  put_column(&text, "run", "key", "", "number of the run, from 0");
  put_column(&text, "status", "status", "",
             "ok, refused, failed, budget, inaccurate, memory, crashed or timeout");
  for (int k = 0; k < count; k++) {
    put_column(&text, columns[k].name, columns[k].kind, columns[k].unit, columns[k].meaning);
  }
  put_column(&text, "steps", "counter", "1", "steps of all analyses");
  put_column(&text, "code", "status", "", "class of the message");
  put_column(&text, "message", "status", "", "why the run did not end well");
  const bool good = !text.failed && files_put(calls, directory, "columns.csv", text.bytes,
                                              text.length, arena, diag);
  text_close(&text);
  return good;
}

// ---- the summary ----

static void put_study(Json *json, Store *store) {
  json_begin_object(json, "study");
  json_text(json, "hash", store_value(store, "hash"));
  json_text(json, "title", store_value(store, "title"));
  json_text(json, "model_sha256", store_value(store, identity_names[IDENTITY_MODEL]));
  json_text(json, "mbsrun", store_value(store, identity_names[IDENTITY_VERSION]));
  json_text(json, "overrides", store_value(store, identity_names[IDENTITY_OVERRIDES]));
  json_text(json, "plan", store_value(store, identity_names[IDENTITY_PLAN]));
  json_end_object(json);
}

static void put_counts(Json *json, const long counts[static SWEEP_STATUS_COUNT]) {
  json_begin_object(json, "status");
  for (int k = 0; k < SWEEP_STATUS_COUNT; k++) {
    json_integer(json, sweep_status_word((SweepStatus)k), counts[k]);
  }
  json_end_object(json);
}

static void put_columns(Json *json, const StoreColumn *columns, int count) {
  json_begin_list(json, "columns");
  for (int k = 0; k < count; k++) {
    json_begin_short_object(json, NULL);
    json_text(json, "name", columns[k].name);
    json_text(json, "kind", columns[k].kind);
    json_text(json, "unit", columns[k].unit);
    json_text(json, "meaning", columns[k].meaning);
    json_end_object(json);
  }
  json_end_list(json);
}

static bool is_there(const Sensitivity *sensitivity) {
  return sensitivity->method == PLAN_MORRIS || sensitivity->method == PLAN_SOBOL_INDICES;
}

static bool write_summary(Store *store, const IoCalls *calls, const char *directory,
                          const StoreColumn *columns, int count, const IoFile *results,
                          const Sensitivity *sensitivity, Arena *arena, Diag *diag) {
  long counts[SWEEP_STATUS_COUNT];
  const char *runs = store_value(store, "runs");
  if (runs == NULL || !store_counts(store, counts)) {
    return false;
  }
  Text text;
  Json json;
  text_open(&text, arena->allocator);
  json_open(&json, &text);
  json_begin_object(&json, NULL);
  json_integer(&json, "format", 1);
  put_study(&json, store);
  json_integer(&json, "runs", strtol(runs, NULL, 10));
  put_counts(&json, counts);
  put_columns(&json, columns, count);
  if (is_there(sensitivity)) {
    sensitivity_json(sensitivity, &json);
  }
  json_begin_list(&json, "files");
  json_begin_short_object(&json, NULL);
  json_text(&json, "name", "results.csv");
  json_number(&json, "bytes", io_size(results));
  json_text(&json, "sha256", io_sha256(results));
  json_end_object(&json);
  json_end_list(&json);
  json_end_object(&json);
  text_put(&text, "\n");
  const bool good = !text.failed && files_put(calls, directory, "summary.json", text.bytes,
                                              text.length, arena, diag);
  text_close(&text);
  return good;
}

static bool write_sensitivity(const IoCalls *calls, const char *directory,
                              const Sensitivity *sensitivity, Arena *arena, Diag *diag) {
  Text text;
  text_open(&text, arena->allocator);
  sensitivity_csv(sensitivity, &text);
  const bool good = !text.failed && files_put(calls, directory, "sensitivity.csv", text.bytes,
                                              text.length, arena, diag);
  text_close(&text);
  return good;
}

bool files_write(Store *store, const IoCalls *calls, const char *directory, Arena *arena,
                 Diag *diag) {
  const StoreColumn *columns = NULL;
  const int count = store_columns(store, &columns);
  if (count < 0 || !write_columns(calls, directory, columns, count, arena, diag)) {
    return false;
  }
  Sensitivity sensitivity;
  if (!sensitivity_find(store, &sensitivity, arena) ||
      (is_there(&sensitivity) && !write_sensitivity(calls, directory, &sensitivity, arena, diag))) {
    return false;
  }
  IoFile *results = write_results(store, calls, directory, columns, count, arena, diag);
  return results != NULL &&
         write_summary(store, calls, directory, columns, count, results, &sensitivity, arena,
                       diag) &&
         publish(results, true);
}
