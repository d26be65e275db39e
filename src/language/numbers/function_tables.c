// SPDX-License-Identifier: BSD-3-Clause
// function_tables.c: the points of tables, from the model or from a CSV file.
//
// The entries are literals: a table is made once, and parameters scale it where it is called.
#include <math.h>
#include <string.h>

#include "base/csv.h"
#include "base/number.h"
#include "language/expand/files.h"
#include "language/numbers/functions.h"
#include "math/low_pass.h"

// One side of a table: x or y.
typedef struct Side {
  const char *key;
  double *values;
  int count;
  Unit unit;           // its dimension: of the entries
  Mark dimension_mark; // where it is known from
} Side;

// ---- units ----

static bool read_unit(const Loader *loader, const Element *element, const char *key, Side *side) {
  const Value *value = item_find(&element->item, key);
  const Node *node = value->node;
  side->unit = (Unit){1, 1, dimension_unknown()};
  if (node == NULL) {
    return true;
  }
  side->dimension_mark = node->mark;
  return constants_unit(node->text, node->length, node->mark, "write a unit as in N*m/rad or mm",
                        &side->unit, loader_diag(loader));
}

static double with_unit(const Side *side, double value) {
  return value * side->unit.numerator / side->unit.denominator;
}

// ---- inline points ----

static bool agree(const Loader *loader, Side *side, Dimension found, const Node *node) {
  if (!found.known) {
    return true;
  }
  if (!side->unit.dimension.known) {
    side->unit.dimension = found;
    side->dimension_mark = node->mark;
    return true;
  }
  if (dimension_equal(side->unit.dimension, found)) {
    return true;
  }
  char expected[64];
  char text[64];
  dimension_written(side->unit.dimension, expected, sizeof expected);
  dimension_written(found, text, sizeof text);
  diag_add(loader_diag(loader), DIAG_UNIT_DIMENSION, node->mark,
           "an entry of \"%s\": expected %s, found %s", side->key, expected, text);
  return diag_related(loader_diag(loader), side->dimension_mark, "%s is set here", expected);
}

static bool read_entry(const Loader *loader, Node *node, Side *side, Arena *scratch) {
  double value = 0;
  Diag *diag = loader_diag(loader);
  const NumberProblem problem = number_parse(node->text, node->length, &value, NULL);
  if (problem == NUMBER_OK || (problem == NUMBER_UNDERFLOW && value != 0)) {
    side->values[side->count++] = with_unit(side, value);
    return true;
  }
  if (problem != NUMBER_TRAILING && problem != NUMBER_NOT_A_NUMBER) {
    diag_add(diag, DIAG_VALUE_NUMBER, node->mark,
             "an entry of \"%s\" must be a number, found \"%s\"", side->key, node->text);
    return diag_hint(diag, "%s", number_problem_hint(problem));
  }
  const Literal entry = {.what = "an entry of a table",
                         .dimension = dimension_unknown(),
                         .refusal = "an entry of a table is a number, not",
                         .advice =
                             "scale a table by a parameter where it is called, as in k*cam(x)"};
  Program program;
  if (!constants_literal(&entry, node, &program, scratch, diag)) {
    return false;
  }
  side->values[side->count++] =
      program.dimension.known ? program.value : with_unit(side, program.value);
  return agree(loader, side, program.dimension, node);
}

static bool read_list(const Loader *loader, const Node *list, Side *side, Arena *scratch) {
  bool good = true;
  side->values = arena_array(scratch, double, list->count);
  for (Node *node = list->first; side->values != NULL && node != NULL; node = node->next) {
    good = read_entry(loader, node, side, scratch) && good;
  }
  return good && side->values != NULL;
}

static bool check_points(const Loader *loader, const Element *element, const Side *x,
                         const Side *y) {
  Diag *diag = loader_diag(loader);
  const Node *list = item_find(&element->item, "x")->node;
  const Node *values = item_find(&element->item, "y")->node;
  if (x->count != y->count) {
    diag_add(diag, DIAG_VALUE_RANGE, values->mark, "%s has %d values of \"y\" for %d of \"x\"",
             element->what, y->count, x->count);
    return false;
  }
  if (x->count < 2) {
    return diag_add(diag, DIAG_SCHEMA_LENGTH, list->mark, "%s needs at least two points",
                    element->what);
  }
  const Node *node = list->first;
  for (int k = 1; k < x->count; k++) {
    node = node->next;
    if (!(x->values[k] > x->values[k - 1])) {
      return diag_add(diag, DIAG_VALUE_RANGE, node->mark,
                      "the entries of \"x\" must increase: %.17g follows %.17g", x->values[k],
                      x->values[k - 1]);
    }
  }
  return true;
}

static bool read_inline(const Loader *loader, const Element *element, Side *x, Side *y,
                        Arena *scratch) {
  const bool good = read_list(loader, item_find(&element->item, "x")->node, x, scratch) &&
                    read_list(loader, item_find(&element->item, "y")->node, y, scratch);
  return good && check_points(loader, element, x, y);
}

// ---- points of a file ----

static bool refuse_missing(const Loader *loader, const Value *file) {
  return diag_add(loader_diag(loader), DIAG_IO_READ, file->mark, "there is no file \"%s\"",
                  file->text);
}

static bool note_file(Loader *loader, const char *path, const SourceText *text) {
  Model *model = loader->model;
  ModelFile *files = arena_room(loader_arena(loader), model->files, &loader->file_capacity,
                                model->file_count + 1, sizeof *files);
  if (files == NULL) {
    return false;
  }
  model->files = files;
  model->files[model->file_count++] = (ModelFile){.path = path, .text = *text};
  return true;
}

bool functions_read_file(Loader *loader, const Value *file, SourceText **text) {
  Diag *diag = loader_diag(loader);
  // Marks of messages point into the text, which must live as long as the messages.
  *text = arena_new(loader_arena(loader), SourceText);
  bool missing = false;
  if (*text == NULL || !model_read_file(loader->model, loader->options, file->text, file->mark,
                                        *text, &missing, loader_arena(loader), diag)) {
    return *text != NULL && missing ? refuse_missing(loader, file) : false;
  }
  if (!note_file(loader, file->text, *text)) {
    return false;
  }
  loader->table_bytes += (long)(*text)->length;
  if (loader->table_bytes > TABLE_BYTES_LIMIT) {
    return diag_add(diag, DIAG_LIMIT_FILE, file->mark,
                    "the data files of the model have more than %d MiB in total",
                    TABLE_BYTES_LIMIT / (1024 * 1024));
  }
  return true;
}

static bool read_file(Loader *loader, const Element *element, Side *x, Side *y, Arena *scratch) {
  const Value *file = item_find(&element->item, "file");
  const Node *columns = item_find(&element->item, "columns")->node;
  const char *const names[] = {columns->first->text, columns->last->text};
  const Mark places[] = {columns->first->mark, columns->last->mark};
  SourceText *text;
  if (!functions_read_file(loader, file, &text)) {
    return false;
  }
  CsvColumns table = {.names = names, .places = places, .count = 2, .increasing = true};
  if (!csv_read_columns(text, &table, scratch, loader_diag(loader))) {
    return false;
  }
  x->values = table.values[0];
  y->values = table.values[1];
  x->count = y->count = table.row_count;
  for (int k = 0; k < table.row_count; k++) {
    x->values[k] = with_unit(x, x->values[k]);
    y->values[k] = with_unit(y, y->values[k]);
  }
  return true;
}

// ---- smoothing ----

// Whether the values can be filtered: x is a time in even steps, several to a period of the cutoff.
static bool check_even(const Loader *loader, const Element *element, const Side *x,
                       const Node *node, double cutoff) {
  static const double UNEVEN = 1e-3; // of a step: times are written with few digits
  Diag *diag = loader_diag(loader);
  const int last = x->count - 1;
  const double step = (x->values[last] - x->values[0]) / last;
  if (x->unit.dimension.known && !dimension_equal(x->unit.dimension, dimension_make(0, 0, 1))) {
    return diag_add(diag, DIAG_UNIT_DIMENSION, node->mark,
                    "\"cutoff\" of %s is a frequency, so \"x\" must be a time", element->what);
  }
  for (int k = 1; k <= last; k++) {
    const double off = x->values[k] - x->values[0] - k * step;
    if (!(fabs(off) <= UNEVEN * step)) {
      diag_add(
          diag, DIAG_VALUE_RANGE, node->mark,
          "\"cutoff\" of %s needs points at equal steps of %.9g s, but point %d is off by %.3g s",
          element->what, step, k + 1, off);
      return diag_hint(diag, "resample the record at equal steps, or leave \"cutoff\" out");
    }
  }
  if (!(cutoff * step < 0.5 * (1 - 1e-9))) {
    diag_add(
        diag, DIAG_VALUE_RANGE, node->mark,
        "\"cutoff\" of %s, %.6g Hz, is not below half the sampling rate, %.6g points per second",
        element->what, cutoff, 1 / step);
    return diag_hint(diag, "points at this step contain no frequency above %.6g Hz", 0.5 / step);
  }
  return true;
}

static void tell_smoothing(const Loader *loader, const Element *element, const Side *x,
                           const Side *y, const double *before, const Node *node, double cutoff) {
  double sum = 0, largest = 0, place = x->values[0];
  for (int k = 0; k < y->count; k++) {
    const double moved = fabs(y->values[k] - before[k]);
    sum += moved * moved;
    if (moved > largest) {
      largest = moved;
      place = x->values[k];
    }
  }
  char text[64] = "";
  if (y->unit.dimension.known && !dimension_equal(y->unit.dimension, dimension_make(0, 0, 0))) {
    dimension_written(y->unit.dimension, text, sizeof text);
  }
  diag_add(loader_diag(loader), DIAG_TABLE_SMOOTHED, node->mark,
           "smoothing at %.6g Hz changes the %d values of %s by %.3g%s%s (root mean square), at "
           "most by %.3g at %.6g s",
           cutoff, y->count, element->what, sqrt(sum / y->count), text[0] != '\0' ? " " : "", text,
           largest, place);
}

// Filters the values when a cutoff is stated. False after a message or when memory ran out.
static bool smooth(const Loader *loader, const Element *element, const Side *x, Side *y,
                   Arena *scratch) {
  Node *node = item_find(&element->item, "cutoff")->node;
  if (node == NULL) {
    return true;
  }
  const Literal entry = {.what = "\"cutoff\"",
                         .dimension = dimension_make(0, 0, -1),
                         .refusal = "\"cutoff\" of a table is a number, not",
                         .advice = "write a number, as in 6 Hz"};
  Program program;
  if (!constants_literal(&entry, node, &program, scratch, loader_diag(loader))) {
    return false;
  }
  const double cutoff = program.value;
  if (!(cutoff > 0)) {
    return diag_add(loader_diag(loader), DIAG_VALUE_RANGE, node->mark,
                    "\"cutoff\" of %s must be positive", element->what);
  }
  if (!check_even(loader, element, x, node, cutoff)) {
    return false;
  }
  const double part = cutoff * (x->values[x->count - 1] - x->values[0]) / (x->count - 1);
  const int count = y->count, beside = low_pass_room(count, part);
  double *before = arena_array(scratch, double, count);
  double *room = arena_array(scratch, double, count + 2 * beside);
  if (before == NULL || room == NULL) {
    return false;
  }
  memcpy(before, y->values, (size_t)count * sizeof(double));
  low_pass(y->values, count, part, room);
  tell_smoothing(loader, element, x, y, before, node, cutoff);
  return true;
}

// ---- the curve ----

static CurveKind kind_of(const Item *item) {
  const char *word = item_find(item, "interpolation")->text;
  if (strcmp(word, "cubic") == 0) {
    const char *ends = item_find(item, "ends")->text;
    return ends != NULL && strcmp(ends, "not_a_knot") == 0 ? CURVE_NOT_A_KNOT : CURVE_CUBIC;
  }
  return strcmp(word, "linear") == 0  ? CURVE_LINEAR
         : strcmp(word, "akima") == 0 ? CURVE_AKIMA
                                      : CURVE_PCHIP;
}

static CurveOutside outside_of(const char *word) {
  return strcmp(word, "error") == 0  ? OUTSIDE_ERROR
         : strcmp(word, "hold") == 0 ? OUTSIDE_HOLD
                                     : OUTSIDE_LINEAR;
}

// Numbers that are so large, or points so near, that a polynomial overflows.
static bool check_finite(const Loader *loader, const Element *element, const Curve *curve) {
  const int k = curve_first_overflow(curve);
  return k < 0 || diag_add(loader_diag(loader), DIAG_VALUE_LARGE, element->name_mark,
                           "%s cannot be interpolated with numbers this large, or points this "
                           "close, at x = %.17g",
                           element->what, curve->x[k]);
}

static bool make_curve(Loader *loader, const Element *element, const Side *x, const Side *y,
                       NamedFunction *function) {
  loader->table_points += x->count;
  if (loader->table_points > TABLE_POINTS_LIMIT) {
    diag_add(loader_diag(loader), DIAG_LIMIT_NODES, element->name_mark,
             "the tables of the model have more than %d points in total", TABLE_POINTS_LIMIT);
    return true;
  }
  Curve *curve = arena_new(loader_arena(loader), Curve);
  if (curve == NULL) {
    return false;
  }
  *curve = (Curve){
      .name = element->name, .x_dimension = x->unit.dimension, .y_dimension = y->unit.dimension};
  if (!curve_make(curve, kind_of(&element->item),
                  outside_of(item_find(&element->item, "outside")->text), x->values, y->values,
                  x->count, loader_arena(loader))) {
    return false;
  }
  function->curve = curve;
  function->good = check_finite(loader, element, curve);
  return true;
}

bool function_tables_read(Loader *loader, const Element *element, NamedFunction *function) {
  Side x = {.key = "x"};
  Side y = {.key = "y"};
  Arena scratch;
  arena_open(&scratch, loader_arena(loader)->allocator);
  bool good = read_unit(loader, element, "x_unit", &x) && read_unit(loader, element, "y_unit", &y);
  if (good) {
    good = item_find(&element->item, "file")->node != NULL
               ? read_file(loader, element, &x, &y, &scratch)
               : read_inline(loader, element, &x, &y, &scratch);
    good = good && smooth(loader, element, &x, &y, &scratch);
  }
  good = !good || make_curve(loader, element, &x, &y, function);
  arena_close(&scratch);
  return good && !loader_exhausted(loader);
}
