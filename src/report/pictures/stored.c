// SPDX-License-Identifier: BSD-3-Clause
// stored.c: what a results directory holds (see stored.h).
#include "report/pictures/stored.h"

#include <float.h>
#include <limits.h>
#include <math.h>
#include <string.h>

#include "base/number.h"
#include "base/sha256.h"
#include "base/source.h"
#include "base/text.h"
#include "output/directory.h"
#include "output/io.h"
#include "output/json_read.h"
#include "output/verify.h"

enum { LARGEST_SUMMARY = 1 << 26, LARGEST_FILE = 1 << 30 };

// ---- one file ----

// The listed file with this name, whole; NULL after a message.
static const SourceText *read_listed(const Stored *stored, const char *name, const char *sha256,
                                     Arena *arena, Diag *diag) {
  char digits[SHA256_TEXT_SIZE];
  SourceText *text = arena_new(arena, SourceText);
  const char *path = text_print(arena, "%s/%s", stored->directory, name);
  if (text == NULL || path == NULL || !source_read(path, LARGEST_FILE, text, arena, diag)) {
    return NULL;
  }
  sha256_of(text->text, text->length, digits);
  if (sha256 == NULL || strcmp(digits, sha256) != 0) {
    diag_add(diag, DIAG_IO_DAMAGED, mark_none(),
             "\"%s\" is not the file that summary.json lists: its SHA-256 is %s", path, digits);
    (void)diag_hint(diag, "run the model again");
    return NULL;
  }
  return text;
}

static bool damaged(const Stored *stored, const char *name, Diag *diag) {
  return diag_add(diag, DIAG_IO_DAMAGED, mark_none(), "\"%s/%s\" is not as a run writes it",
                  stored->directory, name);
}

// ---- rows ----

// The field at `at`, without the quotes that a name may have.
static const char *keep_name(const char *at, size_t length, Arena *arena) {
  char *name = arena_copy(arena, at, length);
  if (name == NULL || length < 2 || name[0] != '"') {
    return name;
  }
  size_t kept = 0;
  for (size_t k = 1; k + 1 < length; k++) {
    name[kept++] = name[k];
    k += name[k] == '"' ? 1 : 0;
  }
  name[kept] = '\0';
  return name;
}

// Behind the field at `at`: a comma, a line end, or the end.
static const char *field_end(const char *at, const char *end) {
  bool quoted = false;
  for (; at < end && (quoted || (*at != ',' && *at != '\n')); at++) {
    quoted = quoted != (*at == '"');
  }
  return at;
}

static bool read_header(const char **at, const char *end, StoredTable *table, Arena *arena) {
  int columns = 1;
  for (const char *to = field_end(*at, end); to < end && *to == ','; columns++) {
    to = field_end(to + 1, end);
  }
  const char **names = arena_array(arena, const char *, columns);
  for (int k = 0; names != NULL && k < columns; k++) {
    const char *to = field_end(*at, end);
    names[k] = keep_name(*at, (size_t)(to - *at), arena);
    *at = to < end ? to + 1 : end;
  }
  const char *units = *at; // a second row that says them
  if (names != NULL && end - units > 1 && units[0] == 's' &&
      (units[1] == ',' || units[1] == '\n')) {
    const char *line = memchr(units, '\n', (size_t)(end - units));
    *at = line != NULL ? line + 1 : end;
  }
  table->names = names;
  table->columns = columns;
  return names != NULL && !arena->allocator->exhausted;
}

// The columns of a file without a header row, as the summary names them.
static bool list_names(const StoredAnalysis *analysis, StoredTable *table, Arena *arena) {
  const char *list = json_read_find(analysis->json, "channels");
  int columns = 0;
  for (JsonItem item = json_read_first(list); item.value != NULL; item = json_read_next(&item)) {
    columns++;
  }
  const char **names = arena_array(arena, const char *, columns);
  int k = 0;
  for (JsonItem item = json_read_first(list); names != NULL && item.value != NULL;
       item = json_read_next(&item)) {
    const char *name = json_read_text(item.value, "name", arena);
    names[k++] = name != NULL ? name : "";
  }
  table->names = names;
  table->columns = columns;
  return names != NULL && !arena->allocator->exhausted;
}

// Where numbers stand in rows that a writer of output/writers.def has written.
typedef enum Form {
  FORM_CSV,     // a comma behind each, empty where nothing is known
  FORM_COLUMNS, // blanks before each, "-"
  FORM_NDJSON,  // "name": before each, null
  FORM_COUNT
} Form;

static const struct {
  char behind, at_end; // what follows a number; the last one of a row
  const char *unknown;
} forms[FORM_COUNT] = {{',', '\n', ""}, {' ', '\n', "-"}, {',', '}', "null"}};

// The first character of the next number.
static const char *number_start(const char *at, const char *end, Form form) {
  while (form == FORM_COLUMNS && at < end && *at == ' ') {
    at++;
  }
  bool quoted = false;
  for (bool found = form != FORM_NDJSON; !found && at < end; at++) {
    found = *at == ':' && !quoted;
    quoted = quoted != (*at == '"');
  }
  return at;
}

// False when the rows are not as such a writer writes them.
static bool read_numbers(const char *at, const char *end, Form form, StoredTable *table) {
  const long count = (long)table->rows * table->columns;
  for (long k = 0; k < count; k++) {
    const bool last = (k + 1) % table->columns == 0;
    at = number_start(at, end, form);
    const char *to = memchr(at, last ? forms[form].at_end : forms[form].behind, (size_t)(end - at));
    const long length = to != NULL ? to - at : LONG_MAX;
    const char *unknown = forms[form].unknown;
    const bool known = length != (long)strlen(unknown) || strncmp(at, unknown, (size_t)length) != 0;
    int used = 0;
    table->values[k] = (double)NAN;
    if (length > NUMBER_TEXT_SIZE) {
      return false;
    }
    const NumberProblem problem =
        known ? number_parse(at, (int)length, &table->values[k], &used) : NUMBER_OK;
    if ((problem != NUMBER_OK && problem != NUMBER_UNDERFLOW) || (known && used != length)) {
      return false;
    }
    at = to + 1;
    if (last && form == FORM_NDJSON) {
      if (at >= end || *at++ != '\n') {
        return false;
      }
    }
  }
  return at == end;
}

// Times are known and do not go back: what is drawn over them relies on it.
static bool times_ascend(const StoredTable *table) {
  double before = -DBL_MAX;
  for (long row = 0; row < table->rows; row++) {
    const double t = table->values[row * table->columns];
    if (!(t >= before && t <= DBL_MAX)) {
      return false;
    }
    before = t;
  }
  return true;
}

// FORM_COUNT: no rows.
static Form form_of(const char *format) {
  return format == NULL                                                   ? FORM_COUNT
         : strcmp(format, "csv") == 0 || strcmp(format, "csv_units") == 0 ? FORM_CSV
         : strcmp(format, "columns") == 0                                 ? FORM_COLUMNS
         : strcmp(format, "ndjson") == 0                                  ? FORM_NDJSON
                                                                          : FORM_COUNT;
}

static bool read_rows(const Stored *stored, const VerifyEntry *entry, const SourceText *text,
                      Form form, StoredAnalysis *analysis, Arena *arena, Diag *diag) {
  StoredTable *table = &analysis->rows;
  const char *at = text->text, *end = at + text->length;
  long lines = 0;
  if (!(form == FORM_CSV ? read_header(&at, end, table, arena)
                         : list_names(analysis, table, arena))) {
    return false;
  }
  for (const char *line = at; line < end; line++) {
    lines += *line == '\n' ? 1 : 0;
  }
  if (table->columns == 0 || lines > INT_MAX / table->columns) {
    return damaged(stored, entry->name, diag);
  }
  table->rows = (int)lines;
  table->values = arena_alloc_array(arena, table->rows, (size_t)table->columns * sizeof(double));
  return table->values != NULL && ((read_numbers(at, end, form, table) && times_ascend(table)) ||
                                   damaged(stored, entry->name, diag));
}

// ---- track ----

// Little-endian 32-bit floats, whatever this machine has.
static bool read_track(const Stored *stored, const char *name, const SourceText *text,
                       StoredAnalysis *analysis, Arena *arena, Diag *diag) {
  StoredTable *table = &analysis->track;
  const double columns = json_read_number(analysis->json, "motion.columns", 0);
  if (!(columns >= 1 && columns <= INT_MAX) ||
      text->length % (size_t)(columns * sizeof(float)) != 0) {
    return damaged(stored, name, diag);
  }
  table->columns = (int)columns;
  table->rows = (int)(text->length / ((size_t)table->columns * sizeof(float)));
  table->values = arena_alloc_array(arena, table->rows, (size_t)table->columns * sizeof(double));
  if (table->values == NULL) {
    return false;
  }
  const unsigned char *at = (const unsigned char *)text->text;
  for (size_t k = 0; k < text->length / sizeof(float); k++, at += sizeof(float)) {
    const uint32_t bits =
        (uint32_t)at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
    float value;
    memcpy(&value, &bits, sizeof value);
    table->values[k] = (double)value;
  }
  return times_ascend(table) || damaged(stored, name, diag);
}

// ---- the directory ----

static StoredAnalysis *find(Stored *stored, const char *name) {
  for (int k = 0; name != NULL && k < stored->count; k++) {
    if (strcmp(stored->list[k].name, name) == 0) {
      return &stored->list[k];
    }
  }
  return NULL;
}

static bool list_analyses(Stored *stored, Arena *arena) {
  const char *analyses = json_read_find(stored->summary, "analyses");
  for (JsonItem item = json_read_first(analyses); item.value != NULL;
       item = json_read_next(&item)) {
    stored->count++;
  }
  stored->list = arena_array(arena, StoredAnalysis, stored->count);
  int k = 0;
  for (JsonItem item = json_read_first(analyses); stored->list != NULL && item.value != NULL;
       item = json_read_next(&item), k++) {
    stored->list[k].name = item.key != NULL ? json_read_text(item.key, "", arena) : "";
    stored->list[k].json = item.value;
  }
  return stored->list != NULL && !arena->allocator->exhausted;
}

bool stored_open(const char *directory, Stored *stored, Arena *arena, Diag *diag) {
  bool missing = false;
  *stored = (Stored){.directory = directory};
  const char *path = text_print(arena, "%s/summary.json", directory);
  stored->summary = path != NULL ? io_read(path, LARGEST_SUMMARY, &missing, arena) : NULL;
  if (arena->allocator->exhausted) {
    return false;
  }
  if (missing || (stored->summary != NULL && json_read_find(stored->summary, "study") != NULL)) {
    return directory_refuse(directory, false, arena, diag);
  }
  if (stored->summary == NULL || json_read_find(stored->summary, "analyses") == NULL) {
    diag_add(diag, DIAG_IO_READ, mark_none(), "\"%s\" is not the summary of a run", path);
    return diag_hint(diag, "a results directory is what mbsrun run -o made");
  }
  return list_analyses(stored, arena);
}

bool stored_read(Stored *stored, Arena *arena, Diag *diag) {
  VerifyEntry entry;
  for (int k = 0; verify_entry(stored->summary, k, &entry, arena); k++) {
    const char *member = text_print(arena, "files.%d.analysis", k);
    const char *form = text_print(arena, "files.%d.format", k);
    const char *format = form != NULL ? json_read_text(stored->summary, form, arena) : NULL;
    StoredAnalysis *analysis =
        member != NULL ? find(stored, json_read_text(stored->summary, member, arena)) : NULL;
    const bool track = format != NULL && strcmp(format, "motion") == 0;
    const Form rows_form = form_of(format);
    const bool rows = rows_form != FORM_COUNT;
    const char *type = analysis != NULL ? json_read_text(analysis->json, "type", arena) : NULL;
    const bool eigenvalues = rows && type != NULL && strcmp(type, "linearize") == 0;
    if (analysis == NULL || entry.name == NULL || !(track || rows) || eigenvalues) {
      continue;
    }
    const SourceText *text = read_listed(stored, entry.name, entry.sha256, arena, diag);
    if (text == NULL ||
        !(track ? read_track(stored, entry.name, text, analysis, arena, diag)
                : read_rows(stored, &entry, text, rows_form, analysis, arena, diag))) {
      return false;
    }
  }
  return !arena->allocator->exhausted;
}
