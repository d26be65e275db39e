// SPDX-License-Identifier: BSD-3-Clause
// store_inside.h: what the files of the index share.
#ifndef MBS_SWEEP_STORE_INSIDE_H
#define MBS_SWEEP_STORE_INSIDE_H

#include <sqlite3.h>

#include "base/text.h"
#include "sweep/store.h"

struct Store {
  Arena *arena;
  Diag *diag;
  const char *path;
  sqlite3 *database;
  sqlite3_stmt *insert;
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
bool store_finish(Store *store, sqlite3_stmt *statement); // one step without a row
bool store_is_fresh(Store *store, bool *fresh);
bool store_make_runs(Store *store); // the table of runs and its views, from the columns

#endif
