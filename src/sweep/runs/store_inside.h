// SPDX-License-Identifier: BSD-3-Clause
// store_inside.h: what the files of the index share.
#ifndef MBS_SWEEP_RUNS_STORE_INSIDE_H
#define MBS_SWEEP_RUNS_STORE_INSIDE_H

#include <sqlite3.h>

#include "base/text.h"
#include "sweep/runs/store.h"

struct Store {
  Arena *arena;
  Diag *diag;
  const char *path;
  const char *other; // of the index that is attached as "other"
  sqlite3 *database;
  sqlite3_stmt *insert;
  double *values; // of the row that is added
  long session;
  int waiting;  // rows that are not committed
  double since; // when the first of them came
};

#define STORE_TABLES                                                                               \
  "CREATE TABLE study(key TEXT PRIMARY KEY, value TEXT) WITHOUT ROWID;"                            \
  "CREATE TABLE columns(position INTEGER PRIMARY KEY, name TEXT, kind TEXT, unit TEXT, "           \
  "meaning TEXT, sql TEXT);"                                                                       \
  "CREATE TABLE sessions(session INTEGER PRIMARY KEY, started TEXT, host TEXT, process INTEGER, "  \
  "workers INTEGER, part TEXT);"

// Each adds SQLite's own message when something goes wrong.
bool store_fails(Store *store); // always false
bool store_do(Store *store, const char *sql);
bool store_do_text(Store *store, Text *sql); // closes the text
sqlite3_stmt *store_prepare(Store *store, const char *sql);
// The same with the name of this index, or of the one attached as "other", between the two words.
sqlite3_stmt *store_prepare_in(Store *store, bool other, const char *before, const char *behind);
// One step: true when there is a row; else *good tells whether that was the end.
bool store_next(Store *store, sqlite3_stmt *statement, bool *good);
bool store_is_fresh(Store *store, bool *fresh);
bool store_make_runs(Store *store); // the table of runs and its views, from the columns

// Says that this index, or the other, is not what was written, and why. Always false.
bool store_damaged(Store *store, bool other, const char *what);

enum { STORE_DIGEST_SIZE = 17 };
void store_digest_row(const StoreRow *row, int columns, char digest[static STORE_DIGEST_SIZE]);
// Of the tables study and columns, of this index or the one attached as "other".
bool store_digest_study(Store *store, bool other, char digest[static STORE_DIGEST_SIZE]);
bool store_visit_of(Store *store, bool other, bool (*visit)(void *context, const StoreRow *row),
                    void *context);
// As store_check, of the index attached as "other".
bool store_check_other(Store *store);

#endif
