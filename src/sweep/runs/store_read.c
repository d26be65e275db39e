// SPDX-License-Identifier: BSD-3-Clause
// store_read.c: what stands in the index of a study, and putting several together (see store.h).
#include <math.h>
#include <string.h>

#include "sweep/runs/store_inside.h"

// What stands before and behind the values of a row.
enum { FIRST_VALUE = 4, AFTER_VALUES = 5 };

static const char *copy_column(Store *store, sqlite3_stmt *statement, int place) {
  const char *text = (const char *)sqlite3_column_text(statement, place);
  if (text == NULL && sqlite3_column_type(statement, place) != SQLITE_NULL) {
    (void)store_fails(store); // no memory for it
  }
  return text == NULL ? NULL : arena_copy(store->arena, text, strlen(text));
}

const char *store_value(Store *store, const char *key) {
  sqlite3_stmt *statement = store_prepare(store, "SELECT value FROM study WHERE key = ?");
  if (statement == NULL) {
    return NULL;
  }
  sqlite3_bind_text(statement, 1, key, -1, SQLITE_STATIC);
  bool good = true;
  const char *value = store_next(store, statement, &good) ? copy_column(store, statement, 0) : NULL;
  sqlite3_finalize(statement);
  return value;
}

// The number of a status' word; SWEEP_STATUS_COUNT when it is none.
static int status_of(const char *word) {
  int k = word == NULL ? SWEEP_STATUS_COUNT : 0;
  while (k < SWEEP_STATUS_COUNT && strcmp(word, sweep_status_word((SweepStatus)k)) != 0) {
    k++;
  }
  return k;
}

bool store_counts(Store *store, long counts[static SWEEP_STATUS_COUNT]) {
  memset(counts, 0, SWEEP_STATUS_COUNT * sizeof counts[0]);
  sqlite3_stmt *statement =
      store_prepare(store, "SELECT status, count(*) FROM runs GROUP BY status");
  bool good = true;
  while (store_next(store, statement, &good)) {
    const int status = status_of((const char *)sqlite3_column_text(statement, 0));
    if (status < SWEEP_STATUS_COUNT) {
      counts[status] = (long)sqlite3_column_int64(statement, 1);
    }
  }
  sqlite3_finalize(statement);
  return good;
}

bool store_without_values(Store *store, const StoreColumn *column, bool *without) {
  const char *sql = text_print(
      store->arena, "SELECT 1 FROM runs WHERE status = 'ok' AND \"%s\" IS NOT NULL LIMIT 1",
      column->sql);
  sqlite3_stmt *statement = sql == NULL ? NULL : store_prepare(store, sql);
  bool good = statement != NULL;
  *without = good && !store_next(store, statement, &good);
  sqlite3_finalize(statement);
  return good;
}

bool store_count_new(Store *store, unsigned char *bits, long runs,
                     long counts[static SWEEP_STATUS_COUNT]) {
  sqlite3_stmt *statement = store_prepare(store, "SELECT run, status FROM runs");
  bool good = true;
  while (store_next(store, statement, &good)) {
    const long run = (long)sqlite3_column_int64(statement, 0);
    const int status = status_of((const char *)sqlite3_column_text(statement, 1));
    if (run >= 0 && run < runs && (bits[run / 8] >> (run % 8) & 1) == 0 &&
        status < SWEEP_STATUS_COUNT) {
      bits[run / 8] = (unsigned char)(bits[run / 8] | 1U << (run % 8));
      counts[status]++;
    }
  }
  sqlite3_finalize(statement);
  return good;
}

static bool mark(Store *store, const char *sql, unsigned char *bits, long runs, long *count) {
  sqlite3_stmt *statement = store_prepare(store, sql);
  bool good = true;
  while (store_next(store, statement, &good)) {
    const long run = (long)sqlite3_column_int64(statement, 0);
    if (run >= 0 && run < runs) {
      bits[run / 8] = (unsigned char)(bits[run / 8] | 1U << (run % 8));
      ++*count;
    }
  }
  sqlite3_finalize(statement);
  return good;
}

bool store_done(Store *store, bool retry_failed, unsigned char *bits, long runs, long *count) {
  *count = 0;
  if (retry_failed && !store_do(store, "DELETE FROM runs WHERE status <> 'ok'")) {
    return false;
  }
  return mark(store, "SELECT run FROM runs", bits, runs, count);
}

bool store_mark(Store *store, bool only_good, unsigned char *bits, long runs) {
  long count = 0;
  return mark(store,
              only_good ? "SELECT run FROM runs WHERE status = 'ok'" : "SELECT run FROM runs", bits,
              runs, &count);
}

static StoreColumn take_column(Store *store, sqlite3_stmt *statement) {
  return (StoreColumn){.name = copy_column(store, statement, 0),
                       .kind = copy_column(store, statement, 1),
                       .unit = copy_column(store, statement, 2),
                       .meaning = copy_column(store, statement, 3),
                       .sql = copy_column(store, statement, 4)};
}

static bool is_whole(const StoreColumn *column) {
  return column->name != NULL && column->kind != NULL && column->unit != NULL &&
         column->meaning != NULL && column->sql != NULL;
}

static int columns_of(Store *store, bool other, const StoreColumn **columns) {
  sqlite3_stmt *statement = store_prepare_in(
      store, other, "SELECT name, kind, unit, meaning, sql, count(*) OVER () FROM ",
      ".columns ORDER BY position");
  StoreColumn *list = NULL;
  int found = 0;
  bool good = true, whole = true;
  while (whole && store_next(store, statement, &good)) {
    list = list != NULL ? list
                        : arena_array(store->arena, StoreColumn, sqlite3_column_int(statement, 5));
    if (list == NULL) {
      break;
    }
    list[found] = take_column(store, statement);
    whole = is_whole(&list[found++]);
  }
  sqlite3_finalize(statement);
  *columns = list;
  if (!good || store->arena->allocator->exhausted) {
    return -1;
  }
  if (!whole) {
    (void)store_damaged(store, other, "its list of columns is incomplete");
    return -1;
  }
  return found;
}

int store_columns(Store *store, const StoreColumn **columns) {
  return columns_of(store, false, columns);
}

// A text of a row. False, after the reason, when there was no memory for it.
static bool take_text(Store *store, sqlite3_stmt *statement, int place, const char **text) {
  *text = (const char *)sqlite3_column_text(statement, place);
  return *text != NULL || sqlite3_column_type(statement, place) == SQLITE_NULL ||
         store_fails(store);
}

static double number_at(sqlite3_stmt *statement, int place) {
  return sqlite3_column_type(statement, place) == SQLITE_NULL
             ? (double)NAN
             : sqlite3_column_double(statement, place);
}

static bool take_row(Store *store, sqlite3_stmt *statement, double *values, int count,
                     StoreRow *row) {
  for (int k = 0; k < count; k++) {
    values[k] = number_at(statement, FIRST_VALUE + k);
  }
  const int after = FIRST_VALUE + count;
  *row = (StoreRow){.run = (long)sqlite3_column_int64(statement, 0),
                    .values = values,
                    .value_count = count,
                    .steps = (long)sqlite3_column_int64(statement, after),
                    .cpu_s = number_at(statement, after + 1),
                    .wall_s = number_at(statement, after + 2)};
  return take_text(store, statement, 1, &row->status) &&
         take_text(store, statement, 2, &row->code) &&
         take_text(store, statement, 3, &row->message) &&
         take_text(store, statement, after + 4, &row->digest);
}

bool store_visit_of(Store *store, bool other, bool (*visit)(void *context, const StoreRow *row),
                    void *context) {
  const StoreColumn *columns = NULL;
  const int count = columns_of(store, other, &columns);
  double *values = count < 0 ? NULL : arena_array(store->arena, double, count);
  sqlite3_stmt *statement =
      values == NULL ? NULL
                     : store_prepare_in(store, other, "SELECT * FROM ", ".runs ORDER BY run");
  bool good = statement != NULL;
  if (good && sqlite3_column_count(statement) != FIRST_VALUE + count + AFTER_VALUES) {
    good = store_damaged(store, other, "its table of runs has other columns");
  }
  while (good && store_next(store, statement, &good)) {
    StoreRow row;
    good = take_row(store, statement, values, count, &row) && visit(context, &row);
  }
  sqlite3_finalize(statement);
  return good;
}

bool store_visit(Store *store, bool (*visit)(void *context, const StoreRow *row), void *context) {
  return store_visit_of(store, false, visit, context);
}

// ---- merging ----

// Says what is wrong with the other index.
static bool refuse_other(Store *store, const char *path) {
  if ((sqlite3_errcode(store->database) & 0xff) == SQLITE_NOMEM) {
    return store_fails(store);
  }
  diag_add(store->diag, DIAG_IO_READ, mark_none(), "%s: %s", path, sqlite3_errmsg(store->database));
  return diag_hint(store->diag, "remove this index and run its runs again");
}

// *begun: whether anybody has made its tables.
static bool attach(Store *store, const char *path, bool *begun) {
  store->other = path;
  sqlite3_stmt *statement = store_prepare(store, "ATTACH ? AS other");
  if (statement == NULL) {
    return false;
  }
  sqlite3_bind_text(statement, 1, path, -1, SQLITE_STATIC);
  const bool attached = sqlite3_step(statement) == SQLITE_DONE;
  sqlite3_finalize(statement);
  sqlite3_stmt *looking = NULL;
  const bool good =
      attached &&
      sqlite3_prepare_v2(store->database,
                         "SELECT count(*) FROM other.sqlite_master WHERE name = 'study'", -1,
                         &looking, NULL) == SQLITE_OK &&
      sqlite3_step(looking) == SQLITE_ROW;
  *begun = good && sqlite3_column_int(looking, 0) == 1;
  const bool result = good || refuse_other(store, path);
  sqlite3_finalize(looking);
  return result && (!*begun || store_check_other(store));
}

bool store_claim_as(Store *store, const char *path) {
  bool fresh = false, begun = false;
  if (!store_is_fresh(store, &fresh)) {
    return false;
  }
  if (!fresh) {
    return store_check(store);
  }
  return attach(store, path, &begun) &&
         (!begun ||
          (store_do(store, "BEGIN IMMEDIATE") &&
           store_do(store, STORE_TABLES "INSERT INTO study SELECT * FROM other.study;"
                                        "INSERT INTO columns SELECT * FROM other.columns") &&
           store_make_runs(store) && store_do(store, "COMMIT"))) &&
         store_do(store, "DETACH other");
}

static bool is_same_study(Store *store, const char *path) {
  sqlite3_stmt *statement =
      store_prepare(store, "SELECT a.value = b.value FROM main.study a, other.study b "
                           "WHERE a.key = 'hash' AND b.key = 'hash'");
  if (statement == NULL) {
    return false;
  }
  bool good = true;
  const bool same = store_next(store, statement, &good) && sqlite3_column_int(statement, 0) == 1;
  sqlite3_finalize(statement);
  return good && (same || diag_add(store->diag, DIAG_IO_FOREIGN, mark_none(),
                                   "%s and %s are of different studies", store->path, path));
}

// Runs do not depend on who runs them: where two indices disagree, one of them was changed, or
// their hosts compute otherwise. False only when the indices cannot be read.
static bool warn_of_contraries(Store *store, const char *path) {
  const StoreColumn *columns = NULL;
  const int count = store_columns(store, &columns);
  Text sql = text_open(store->arena->allocator);
  text_put(&sql, "SELECT count(*), min(o.run) FROM other.runs o CROSS JOIN main.runs m ON m.run = "
                 "o.run WHERE m.status = 'ok' AND o.status = 'ok' AND (m.steps");
  for (int k = 0; k < count; k++) {
    text_printf(&sql, ", m.\"%s\"", columns[k].sql);
  }
  text_put(&sql, ") IS NOT (o.steps");
  for (int k = 0; k < count; k++) {
    text_printf(&sql, ", o.\"%s\"", columns[k].sql);
  }
  text_put(&sql, ")");
  sqlite3_stmt *statement = count < 0 || sql.failed ? NULL : store_prepare(store, sql.bytes);
  const bool good =
      statement != NULL && (sqlite3_step(statement) == SQLITE_ROW || store_fails(store));
  const long contrary = good ? (long)sqlite3_column_int64(statement, 0) : 0;
  if (contrary > 0) {
    diag_add(store->diag, DIAG_STUDY_CONTRARY, mark_none(),
             "%s: %ld of its runs have results that differ from those of the same runs in %s, "
             "which are kept; the first is run %ld",
             path, contrary, store->path, (long)sqlite3_column_int64(statement, 1));
    diag_hint(store->diag, "one of the indices was changed, or hosts compute differently: the "
                           "table \"sessions\" shows where each run was done");
  }
  sqlite3_finalize(statement);
  text_close(&sql);
  return good;
}

// A session is known again by its time, host and process, so that a merge may be repeated. Every
// statement walks through the other index and looks rows up in this one, which may be far larger.
bool store_merge(Store *store, const char *path) {
  static const char sql[] =
      "BEGIN IMMEDIATE;"
      "INSERT INTO main.sessions(started, host, process, workers, part)"
      " SELECT started, host, process, workers, part FROM other.sessions o WHERE NOT EXISTS"
      " (SELECT 1 FROM main.sessions m WHERE m.started = o.started AND m.host = o.host"
      " AND m.process = o.process);"
      "DELETE FROM main.runs WHERE run IN (SELECT o.run FROM other.runs o CROSS JOIN main.runs m"
      " ON m.run = o.run WHERE m.status <> 'ok');"
      "CREATE TEMP TABLE fresh(run INTEGER PRIMARY KEY);"
      "INSERT INTO fresh SELECT run FROM other.runs o WHERE NOT EXISTS"
      " (SELECT 1 FROM main.runs m WHERE m.run = o.run);"
      "INSERT INTO main.runs SELECT * FROM other.runs WHERE run IN (SELECT run FROM fresh);"
      "UPDATE main.runs SET session = (SELECT m.session FROM main.sessions m, other.sessions o"
      " WHERE o.session = main.runs.session AND m.started = o.started AND m.host = o.host"
      " AND m.process = o.process) WHERE run IN (SELECT run FROM fresh);"
      "DROP TABLE fresh;"
      "COMMIT";
  bool begun = false;
  if (!attach(store, path, &begun)) {
    return false;
  }
  const bool good = !begun || (is_same_study(store, path) && warn_of_contraries(store, path) &&
                               store_do(store, sql));
  return store_do(store, "DETACH other") && good;
}
