// SPDX-License-Identifier: BSD-3-Clause
// dump_files.c: the data files of a model, as values to write into it: the two columns of a table
// of the functions, and t with the channels of a check.
#include <math.h>
#include <string.h>

#include "base/csv.h"
#include "base/number.h"
#include "language/dump/dump.h"
#include "language/expand/copy.h"
#include "language/expand/files.h"

typedef struct Gather {
  const Model *model;
  const Language *language;
  const LoadOptions *options;
  Inlining *inlining;
  int capacity;
  Arena *arena;
  Diag *diag;
} Gather;

static bool take_table(Gather *gather, const Node *item, const Node *file, const Node *names,
                       bool time) {
  const int width = names->count + time;
  const char **columns = arena_array(gather->arena, const char *, width);
  Mark *places = arena_array(gather->arena, Mark, width);
  SourceText *text = arena_new(gather->arena, SourceText);
  if (columns == NULL || places == NULL || text == NULL) {
    return false;
  }
  int k = 0;
  if (time) {
    columns[k] = "t";
    places[k++] = file->mark;
  }
  for (const Node *name = names->first; name != NULL; name = name->next) {
    columns[k] = name->text;
    places[k++] = name->mark;
  }
  bool missing = false;
  if (!model_read_file(gather->model, gather->options, file->text, file->mark, text, &missing,
                       gather->arena, gather->diag)) {
    if (missing) {
      diag_add(gather->diag, DIAG_IO_READ, file->mark,
               "there is no file \"%s\" to put into the model", file->text);
    }
    return false;
  }
  CsvColumns table = {.names = columns, .places = places, .count = width, .increasing = time};
  Inlining *all = gather->inlining;
  Inlined *items =
      arena_room(gather->arena, all->items, &gather->capacity, all->count + 1, sizeof *items);
  all->items = items != NULL ? items : all->items;
  if (items == NULL || !csv_read_columns(text, &table, gather->arena, gather->diag)) {
    return false;
  }
  double *rows = arena_alloc_array(gather->arena, table.row_count, (size_t)width * sizeof(double));
  for (int row = 0; rows != NULL && row < table.row_count; row++) {
    for (int column = 0; column < width; column++) {
      rows[(size_t)row * (size_t)width + (size_t)column] = table.values[column][row];
    }
  }
  items[all->count++] =
      (Inlined){.item = item, .values = rows, .width = width, .rows = table.row_count};
  return rows != NULL;
}

// A file among the keys of a map.
static bool take_file(Gather *gather, const Node *map, const Node *file) {
  const Node *channels = node_child(map, "channels");
  const Node *columns = node_child(map, "columns");
  if (channels != NULL || columns != NULL) {
    return take_table(gather, map, file, channels != NULL ? channels : columns, channels != NULL);
  }
  return diag_add(gather->diag, DIAG_IO_READ, file->mark,
                  "the file \"%s\" cannot be put into the model", file->text);
}

static bool visit(Gather *gather, const Node *map, const Place *place) {
  for (const Node *child = map->first; child != NULL; child = child->next) {
    const Place below = copy_place(gather->language, place, map, child);
    const bool file = below.field != NULL && below.field->type == FIELD_FILE && !below.item &&
                      child->kind == NODE_SCALAR;
    if (file ? !take_file(gather, map, child)
             : child->kind != NODE_SCALAR && !visit(gather, child, &below)) {
      return false;
    }
  }
  return true;
}

bool dump_gather(const Model *model, const Language *language, const LoadOptions *options,
                 Inlining *inlining, Arena *arena, Diag *diag) {
  Gather gather = {.model = model,
                   .language = language,
                   .options = options,
                   .inlining = inlining,
                   .arena = arena,
                   .diag = diag};
  const Place top = {.fields = language->top};
  *inlining = (Inlining){.count = 0};
  return visit(&gather, model->document->root, &top);
}
