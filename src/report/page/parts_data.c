// SPDX-License-Identifier: BSD-3-Clause
// parts_data.c: numbers for the script of a page: JSON, and tables packed (packing.h).
#include <string.h>

#include "analysis/recording/track.h"
#include "base/json.h"
#include "output/json_read.h"
#include "report/drawing/html.h"
#include "report/drawing/packing.h"
#include "report/page/parts.h"

enum { FORCE_ROWS = 250 };

typedef struct Data {
  const Page *page;
  Json json;
  int blocks; // written so far
} Data;

static void put_list(Json *json, const char *key, const double *values, int count) {
  json_begin_short_list(json, key);
  for (int k = 0; k < count; k++) {
    json_number(json, NULL, values[k]);
  }
  json_end_list(json);
}

// Members rows, block, time, base, step, gaps; the bytes go into the page at once.
static bool put_packed(Data *data, const PackingTable *table) {
  Text *out = data->page->out;
  Json *json = &data->json;
  Packing packing;
  if (!packing_make(table, &packing, data->page->arena)) {
    return false;
  }
  text_printf(out, "<template id=\"mbs-b%d\">", data->blocks);
  html_base64(out, packing.bytes, packing.length);
  text_put(out, "</template>\n");
  const char *name = text_print(data->page->arena, "mbs-b%d", data->blocks++);
  json_integer(json, "rows", table->rows);
  json_text(json, "block", name);
  json_begin_short_object(json, "time");
  json_number(json, "base", packing.base[0]);
  json_number(json, "step", packing.step[0]);
  json_end_object(json);
  put_list(json, "base", packing.base + 1, table->columns - 1);
  put_list(json, "step", packing.step + 1, table->columns - 1);
  json_begin_short_list(json, "gaps");
  for (int k = 0; k < packing.gap_count; k++) {
    json_begin_short_list(json, NULL);
    json_integer(json, NULL, packing.gaps[k].column - 1);
    json_integer(json, NULL, packing.gaps[k].first);
    json_integer(json, NULL, packing.gaps[k].last);
    json_end_list(json);
  }
  json_end_list(json);
  return true;
}

static unsigned char *kinds_of(const Page *page, int columns) {
  unsigned char *kinds = arena_alloc(page->arena, (size_t)columns);
  if (kinds != NULL) {
    memset(kinds, PACKING_VALUE, (size_t)columns);
    kinds[0] = PACKING_TIME;
  }
  return kinds;
}

// What joints, forces and motions exert at those rows: only drawn, so every few rows do. In the
// order of the scene.
static bool put_forces(Data *data, const StoredAnalysis *analysis) {
  const Page *page = data->page;
  const StoredTable *track = &analysis->track;
  const int first = parts_pose_columns(page);
  const int columns = 1 + track_force_count(page->model) * track_per_force(page->model);
  if (columns == 1 || track->columns != track_columns(page->model, true)) {
    json_null(&data->json, "forces");
    return true;
  }
  const int every = 1 + (track->rows - 1) / FORCE_ROWS, rows = 1 + (track->rows - 1) / every;
  double *values = arena_alloc_array(page->arena, rows, (size_t)columns * sizeof(double));
  unsigned char *kinds = kinds_of(page, columns);
  if (values == NULL || kinds == NULL) {
    return false;
  }
  memset(kinds + 1, PACKING_DRAWN, (size_t)columns - 1);
  for (int row = 0; row < rows; row++) {
    const double *from = track->values + (size_t)(row * every) * (size_t)track->columns;
    double *to = values + (size_t)row * (size_t)columns;
    to[0] = from[0];
    memcpy(to + 1, from + first, ((size_t)columns - 1) * sizeof(double));
  }
  const PackingTable table = {
      .rows = rows, .columns = columns, .values = values, .stride = columns, .kinds = kinds};
  json_begin_object(&data->json, "forces");
  const bool good = put_packed(data, &table);
  json_end_object(&data->json);
  return good;
}

// Poses of the bodies; what stands behind them in a row belongs to the audit.
static bool put_motion(Data *data, const StoredAnalysis *analysis) {
  const Page *page = data->page;
  const int columns = parts_pose_columns(page);
  unsigned char *kinds = kinds_of(page, columns);
  if (kinds == NULL) {
    return false;
  }
  for (int k = 3; page->model->planar && k < columns; k += 3) {
    kinds[k] = PACKING_ANGLE;
  }
  const PackingTable table = {.rows = analysis->track.rows,
                              .columns = columns,
                              .values = analysis->track.values,
                              .stride = analysis->track.columns,
                              .kinds = kinds};
  json_begin_object(&data->json, NULL);
  json_text(&data->json, "analysis", analysis->name);
  json_text(&data->json, "kind", parts_text(page, analysis->json, "type"));
  const bool good = put_packed(data, &table) && put_forces(data, analysis);
  json_end_object(&data->json);
  return good;
}

static bool put_channels(Data *data, const StoredAnalysis *analysis) {
  const Page *page = data->page;
  const StoredTable *rows = &analysis->rows;
  const PackingTable table = {.rows = rows->rows,
                              .columns = rows->columns,
                              .values = rows->values,
                              .stride = rows->columns,
                              .kinds = kinds_of(page, rows->columns)};
  if (table.kinds == NULL) {
    return false;
  }
  json_begin_object(&data->json, NULL);
  json_text(&data->json, "analysis", analysis->name);
  json_words(&data->json, "names", rows->names + 1, rows->columns - 1);
  json_begin_short_list(&data->json, "units");
  JsonItem item = json_read_first(json_read_find(analysis->json, "channels"));
  for (int k = 0; k < rows->columns && item.value != NULL; k++, item = json_read_next(&item)) {
    if (k > 0) {
      json_text(&data->json, NULL, parts_text(page, item.value, "unit"));
    }
  }
  json_end_list(&data->json);
  const bool good = put_packed(data, &table);
  json_end_object(&data->json);
  return good;
}

static void put_events(Data *data, const StoredAnalysis *analysis) {
  const Page *page = data->page;
  const char *list = json_read_find(analysis->json, "events.located");
  for (JsonItem item = json_read_first(list); item.value != NULL; item = json_read_next(&item)) {
    const char *event = parts_text(page, item.value, "event");
    json_begin_short_object(&data->json, NULL);
    json_text(&data->json, "analysis", analysis->name);
    json_number(&data->json, "t", json_read_number(item.value, "t", 0));
    json_text(&data->json, "name", event[0] != '\0' ? event : parts_text(page, item.value, "of"));
    json_end_object(&data->json);
  }
}

int parts_pose_columns(const Page *page) {
  return 1 + (page->model->body_count - 1) * (page->model->planar ? 3 : 7);
}

// The only row of a linearization belongs to its modes.
static bool has_motion(const Page *page, const StoredAnalysis *analysis) {
  return page->model != NULL && analysis->track.rows > 0 &&
         analysis->track.columns > parts_pose_columns(page) &&
         json_read_find(analysis->json, "linearize") == NULL;
}

static bool put_tables(Data *data) {
  const Stored *stored = data->page->stored;
  bool good = true;
  json_begin_list(&data->json, "motions");
  for (int k = 0; good && k < stored->count; k++) {
    good = !has_motion(data->page, &stored->list[k]) || put_motion(data, &stored->list[k]);
  }
  json_end_list(&data->json);
  json_begin_list(&data->json, "channels");
  for (int k = 0; good && k < stored->count; k++) {
    const StoredTable *rows = &stored->list[k].rows;
    const bool timed = rows->rows > 0 && strcmp(rows->names[0], "t") == 0;
    good = !timed || put_channels(data, &stored->list[k]);
  }
  json_end_list(&data->json);
  return good;
}

// Joints that repeat what others hold: each has a part of its reaction that no equation determines.
static void put_redundant(Data *data) {
  const Page *page = data->page;
  const char *list = json_read_find(page->stored->summary, "mobility.redundant_joints");
  json_begin_list(&data->json, "redundant");
  for (JsonItem item = json_read_first(list); item.value != NULL; item = json_read_next(&item)) {
    json_text(&data->json, NULL, parts_text(page, item.value, ""));
  }
  json_end_list(&data->json);
}

// A text of ours in a template, deflated. False when memory ran out.
static bool put_template(const Page *page, const char *id, Text *text) {
  Packing packing;
  const bool good =
      !text->failed && packing_deflate(text->bytes, text->length, &packing, page->arena);
  text_printf(page->out, "<template id=\"%s\">", id);
  if (good) {
    html_base64(page->out, packing.bytes, packing.length);
  }
  text_put(page->out, "</template>\n");
  text_close(text);
  return good;
}

// What the script draws; nothing without a model.
static bool put_scene(const Page *page) {
  Text text = text_open(page->arena->allocator);
  if (page->model == NULL) {
    return true;
  }
  const bool good = scene_json(page->scene, page->arena, &text);
  return put_template(page, "mbs-scene", &text) && good;
}

bool parts_data(const Page *page) {
  Text text = text_open(page->arena->allocator);
  Data data = {.page = page, .json = json_open(&text)};
  json_begin_object(&data.json, NULL);
  const bool good = put_scene(page) && put_tables(&data);
  json_begin_list(&data.json, "events");
  for (int k = 0; k < page->stored->count; k++) {
    put_events(&data, &page->stored->list[k]);
  }
  json_end_list(&data.json);
  parts_modes_data(page, &data.json);
  put_redundant(&data);
  json_end_object(&data.json);
  return put_template(page, "mbs-data", &text) && good;
}
