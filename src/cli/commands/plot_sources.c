// SPDX-License-Identifier: BSD-3-Clause
// plot_sources.c: what mbsrun plot draws (see plot_sources.h).
//
// The rows of a study are told apart by its variables but the one over which they are drawn, those
// of a convergence by method and analysis: rows that have the same of all these are one curve, in
// the order of that one. Where there would be more curves than FEW, or one of few rows each, all
// rows are points.
#include "cli/commands/plot_sources.h"

#include <fcntl.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/cells.h"
#include "output/directory.h"
#include "output/io.h"
#include "output/json_read.h"
#include "output/results_read.h"

enum { FEW = 24 };
static const double LARGEST_TABLE = 1 << 30; // bytes

static bool is_directory(const char *path) {
  struct stat status;
  return stat(path, &status) == 0 && S_ISDIR(status.st_mode);
}

bool plot_sources_is(const char *operand) {
  const size_t length = strlen(operand);
  return is_directory(operand) || (length > 4 && strcmp(operand + length - 4, ".csv") == 0);
}

bool plot_sources_list(const char *what, const char *const *names, int count,
                       const Session *session) {
  enum { LISTED = 16 };
  Text text = text_open(session->arena->allocator);
  for (int k = 0; k < count && k < LISTED; k++) {
    text_printf(&text, "%s%s",
                k == 0                              ? ""
                : count <= LISTED && k == count - 1 ? " and "
                                                    : ", ",
                names[k]);
  }
  text_put(&text, count > LISTED ? ", ..." : "");
  if (count > 0 && !text.failed) {
    diag_hint(session->diag, "its %s are %s", what, text.bytes);
  }
  text_close(&text);
  return false;
}

static PlotSource *add(const Session *session, PlotSources *sources) {
  PlotSource *grown = arena_array(session->arena, PlotSource, sources->count + 1);
  if (grown == NULL) {
    return NULL;
  }
  if (sources->count > 0) {
    memcpy(grown, sources->list, (size_t)sources->count * sizeof *grown);
  }
  sources->list = grown;
  return &grown[sources->count++];
}

// ---- motions ----

static bool add_motions(const Session *session, const char *operand, PlotSources *sources) {
  Arena *arena = session->arena;
  const char *wanted = session->options->analysis;
  const bool directory = is_directory(operand);
  StoredResults results;
  if (!(directory
            ? results_read_directory(operand, LARGEST_TABLE, false, &results, arena, session->diag)
            : results_read_file(operand, LARGEST_TABLE, &results, arena, session->diag))) {
    return false;
  }
  const int before = sources->count;
  bool moves = false;
  for (int k = 0; k < results.count; k++) {
    moves = moves || results.list[k].motion.row_count > 1;
  }
  for (int k = 0; k < results.count; k++) {
    const StoredMotion *it = &results.list[k];
    const bool rests = moves && it->motion.row_count <= 1; // as an equilibrium beside a motion
    if (directory && (wanted != NULL ? strcmp(wanted, it->name) != 0 : rests)) {
      continue;
    }
    PlotSource *source = add(session, sources);
    if (source == NULL) {
      return false;
    }
    *source = (PlotSource){
        .label = results.count == 1 ? operand : text_print(arena, "%s %s", operand, it->name),
        .table = it->motion,
        .moves = true};
  }
  sources->title = before == 0 && results.title[0] != '\0' ? results.title : NULL;
  return sources->count > before || diag_add(session->diag, DIAG_USAGE, mark_none(),
                                             "\"%s\" contains no analysis \"%s\"", operand, wanted);
}

// ---- studies and convergences ----

// How rows are told apart, and one of them.
typedef struct Sorting {
  const Cells *cells;
  const bool *tells; // of the columns
  int over;
} Sorting;

typedef struct Row {
  const Sorting *by;
  int row;
} Row;

static int compare_cells(const Cells *cells, int a, int b, int column) {
  const double x = cells->values[(long)a * cells->columns + column],
               y = cells->values[(long)b * cells->columns + column];
  if (isnan(x) || isnan(y)) {
    const int order = strcmp(cells_word(cells, a, column), cells_word(cells, b, column));
    return order != 0 ? order : (isnan(x) ? 1 : 0) - (isnan(y) ? 1 : 0);
  }
  return (x > y) - (x < y);
}

static int compare_groups(const Sorting *by, int a, int b) {
  int order = 0;
  for (int k = 0; k < by->cells->columns && order == 0; k++) {
    order = by->tells[k] ? compare_cells(by->cells, a, b, k) : 0;
  }
  return order;
}

static int compare_rows(const void *first, const void *second) {
  const Row *a = first, *b = second;
  int order = compare_groups(a->by, a->row, b->row);
  order = order != 0 ? order : compare_cells(a->by->cells, a->row, b->row, a->by->over);
  return order != 0 ? order : a->row - b->row;
}

// Runs that did not end well have no results.
static int list_rows(const Sorting *by, Row *rows) {
  const Cells *cells = by->cells;
  const int status = cells_column(cells, "status");
  int count = 0;
  for (int row = 0; row < cells->rows; row++) {
    const char *word = cells_word(cells, row, status);
    if (word[0] == '\0' || strcmp(word, "ok") == 0) {
      rows[count++] = (Row){by, row};
    }
  }
  return count;
}

static bool add_rows(const Session *session, const Cells *cells, const Row *rows, int count,
                     PlotSource as, PlotSources *sources) {
  Arena *arena = session->arena;
  double *values = arena_alloc_array(arena, count, (size_t)cells->columns * sizeof(double));
  Channel *channels = arena_array(arena, Channel, cells->columns);
  PlotSource *source = add(session, sources);
  if (values == NULL || channels == NULL || source == NULL) {
    return false;
  }
  for (int k = 0; k < cells->columns; k++) {
    channels[k] = (Channel){.name = cells->names[k], .unit = cells->units[k]};
  }
  for (int row = 0; row < count; row++) {
    memcpy(values + (long)row * cells->columns,
           cells->values + (long)rows[row].row * cells->columns,
           (size_t)cells->columns * sizeof *values);
  }
  *source = as;
  source->table = (Trajectory){
      .channels = channels, .channel_count = cells->columns, .rows = values, .row_count = count};
  return source->label != NULL;
}

// "mass = 2 kg, runge_kutta" of what tells a row apart.
static const char *label_of(const Sorting *by, int row, Arena *arena) {
  const Cells *cells = by->cells;
  Text text = text_open(arena->allocator);
  for (int k = 0; k < cells->columns; k++) {
    const char *word = cells_word(cells, row, k);
    if (!by->tells[k]) {
      continue;
    }
    text_put(&text, text.length > 0 ? ", " : "");
    if (word[0] != '\0') {
      text_put(&text, word);
      continue;
    }
    text_printf(&text, "%s = %g", cells->names[k], cells->values[(long)row * cells->columns + k]);
    text_printf(&text,
                strcmp(cells->units[k], "1") == 0 || cells->units[k][0] == '\0' ? "%.0s" : " %s",
                cells->units[k]);
  }
  return text_keep(&text, arena);
}

static int count_groups(const Row *rows, int count) {
  int groups = count > 0 ? 1 : 0;
  for (int k = 1; k < count; k++) {
    groups += compare_groups(rows->by, rows[k - 1].row, rows[k].row) != 0;
  }
  return groups;
}

// What is the same in all rows tells nothing.
static void drop_constants(const Sorting *by, const Row *rows, int count, bool *tells) {
  for (int k = 0; k < by->cells->columns; k++) {
    bool differs = false;
    for (int row = 1; tells[k] && row < count && !differs; row++) {
      differs = compare_cells(by->cells, rows[0].row, rows[row].row, k) != 0;
    }
    tells[k] = differs;
  }
}

// One source for each group; as: what they have in common.
static bool add_groups(const Session *session, const Sorting *by, bool *tells, PlotSource as,
                       PlotSources *sources) {
  const Cells *cells = by->cells;
  Row *rows = arena_array(session->arena, Row, cells->rows);
  if (rows == NULL) {
    return false;
  }
  const int count = list_rows(by, rows);
  if (count == 0) {
    return diag_add(session->diag, DIAG_USAGE, mark_none(),
                    "\"%s\" contains no run that finished ok", as.label);
  }
  drop_constants(by, rows, count, tells);
  qsort(rows, (size_t)count, sizeof *rows, compare_rows);
  const int groups = count_groups(rows, count);
  if (groups > FEW || 2 * groups > count) {
    as.points = groups > 1;
    return add_rows(session, cells, rows, count, as, sources);
  }
  const char *label = as.label;
  for (int from = 0, to = 0; from < count; from = to) {
    while (to < count && compare_groups(by, rows[from].row, rows[to].row) == 0) {
      to++;
    }
    as.label = groups == 1 ? label : label_of(by, rows[from].row, session->arena);
    if (!add_rows(session, cells, rows + from, to - from, as, sources)) {
      return false;
    }
  }
  return true;
}

static bool refuse_column(const Session *session, const Cells *cells, const char *label,
                          const char *name) {
  diag_add(session->diag, DIAG_USAGE, mark_none(), "\"%s\" has no column \"%s\"", label, name);
  if (!diag_suggest(session->diag, text_nearest(name, cells->names, cells->columns))) {
    plot_sources_list("columns", cells->names, cells->columns, session);
  }
  return false;
}

// Units and variables of a study stand beside its results.
static bool take_columns(const Session *session, const char *directory, Cells *cells,
                         bool *varies) {
  const char *path = io_join(session->arena, directory, "columns.csv");
  Cells columns;
  if (path == NULL || access(path, R_OK) != 0) {
    return path != NULL;
  }
  if (!cells_read(path, LARGEST_TABLE, &columns, session->arena, session->diag)) {
    return false;
  }
  for (int row = 0; row < columns.rows; row++) {
    const int k = cells_column(cells, cells_word(&columns, row, cells_column(&columns, "name")));
    if (k >= 0) {
      varies[k] =
          strcmp(cells_word(&columns, row, cells_column(&columns, "kind")), "variable") == 0;
      cells->units[k] = cells_word(&columns, row, cells_column(&columns, "unit"));
    }
  }
  return true;
}

static bool add_cells(const Session *session, const char *path, const char *directory,
                      PlotSource as, const char *over, PlotSources *sources) {
  Cells cells;
  if (!cells_read(path, LARGEST_TABLE, &cells, session->arena, session->diag)) {
    return false;
  }
  bool *tells = arena_array(session->arena, bool, cells.columns);
  if (tells == NULL || !take_columns(session, directory, &cells, tells)) {
    return false;
  }
  as.over = over != NULL ? cells_column(&cells, over) : -1;
  if (over != NULL && as.over < 0) {
    return refuse_column(session, &cells, as.label, over);
  }
  for (int k = 0; k < cells.columns && over == NULL; k++) { // the first variable, or number
    const bool better = tells[k] && (as.over < 0 || !tells[as.over]);
    as.over = better || (as.over < 0 && !cells_holds_words(&cells, k)) ? k : as.over;
  }
  static const char *const words[] = {"method", "analysis", "ladder", "channel", "check"};
  for (size_t k = 0; k < sizeof words / sizeof words[0]; k++) {
    const int column = cells_column(&cells, words[k]);
    if (column >= 0 && cells_holds_words(&cells, column)) {
      tells[column] = true;
    }
  }
  tells[as.over >= 0 ? as.over : 0] = false;
  const Sorting by = {&cells, tells, as.over >= 0 ? as.over : 0};
  return add_groups(session, &by, tells, as, sources);
}

// What a study's summary calls it, or the model of a convergence.
static const char *title_of(const Session *session, const char *directory, const char *file,
                            const char *member) {
  enum { LARGEST_SUMMARY = 1 << 26 };
  bool missing = false;
  const char *path = io_join(session->arena, directory, file);
  const char *summary =
      path != NULL ? io_read(path, LARGEST_SUMMARY, &missing, session->arena) : NULL;
  const char *title = summary != NULL ? json_read_text(summary, member, session->arena) : NULL;
  const char *slash = title != NULL ? strrchr(title, '/') : NULL;
  title = slash != NULL && member[0] == 'm' ? slash + 1 : title; // the name of a file
  return title != NULL && title[0] != '\0' ? title : NULL;
}

// ---- which ----

// A motion's table begins with t.
static bool begins_with_time(const char *path) {
  char head[4] = "";
  const int file = open(path, O_RDONLY | O_CLOEXEC);
  const ssize_t length = file >= 0 ? read(file, head, sizeof head - 1) : 0;
  if (file >= 0) {
    (void)close(file);
  }
  return length < 2 || (head[0] == 't' && (head[1] == ',' || head[1] == '\n' || head[1] == '\r')) ||
         (unsigned char)head[0] == 0xef || head[0] == '"' || head[0] == ' ';
}

static const char *file_of(const char *directory, const char *name, Arena *arena) {
  const char *path = io_join(arena, directory, name);
  return path != NULL && access(path, R_OK) == 0 ? path : NULL;
}

bool plot_sources_add(const Session *session, const char *operand, const char *over,
                      PlotSources *sources) {
  Arena *arena = session->arena;
  PlotSource as = {.label = operand};
  sources->title = NULL;
  if (!is_directory(operand)) {
    const char *dot = strrchr(operand, '.');
    if (access(operand, F_OK) != 0 ||
        (dot != NULL && (strcmp(dot, ".yaml") == 0 || strcmp(dot, ".yml") == 0))) {
      return directory_refuse(operand, false, arena, session->diag);
    }
    const char *slash = strrchr(operand, '/');
    const char *directory =
        slash != NULL ? arena_copy(arena, operand, (size_t)(slash - operand) + 1) : ".";
    if (access(operand, R_OK) != 0 || begins_with_time(operand)) {
      return add_motions(session, operand, sources);
    }
    return directory != NULL && add_cells(session, operand, directory, as, over, sources);
  }
  const char *runs = file_of(operand, "results.csv", arena);
  const char *rungs = file_of(operand, "work_precision.csv", arena);
  if (runs != NULL || rungs != NULL) {
    as.decades = runs == NULL;
    const bool first = sources->count == 0;
    if (!add_cells(session, runs != NULL ? runs : rungs, operand, as, over, sources)) {
      return false;
    }
    sources->title = !first         ? NULL
                     : runs != NULL ? title_of(session, operand, "summary.json", "study.title")
                                    : title_of(session, operand, "convergence.json", "model");
    return true;
  }
  if (file_of(operand, "index.sqlite", arena) != NULL) {
    diag_add(session->diag, DIAG_USAGE, mark_none(), "the study \"%s\" has not finished", operand);
    return diag_hint(
        session->diag,
        "run the sweep again to continue it; \"mbsrun report %s\" shows the runs so far", operand);
  }
  return add_motions(session, operand, sources);
}
