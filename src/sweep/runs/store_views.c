// SPDX-License-Identifier: BSD-3-Clause
// store_views.c: the table of runs, and the views by which others read the index (see store.h).
#include <string.h>

#include "sweep/runs/store_inside.h"

static bool make_table(Store *store, const StoreColumn *columns, int count) {
  Text sql = text_open(store->arena->allocator);
  text_put(&sql, "CREATE TABLE runs(run INTEGER PRIMARY KEY, status TEXT NOT NULL, code TEXT, "
                 "message TEXT");
  for (int k = 0; k < count; k++) {
    text_printf(&sql, ", \"%s\" REAL", columns[k].sql);
  }
  text_put(&sql, ", steps INTEGER, cpu_s REAL, wall_s REAL, session INTEGER, digest TEXT)");
  return store_do_text(store, &sql);
}

static bool make_results(Store *store, const StoreColumn *columns, int count) {
  Text sql = text_open(store->arena->allocator);
  text_put(&sql, "CREATE VIEW results AS SELECT run, status, code, message");
  for (int k = 0; k < count; k++) {
    text_printf(&sql, ", \"%s\"", columns[k].sql);
  }
  text_put(&sql, ", steps FROM runs ORDER BY run");
  return store_do_text(store, &sql);
}

// The names of columns as a table for people has them: "L [m]".
static bool make_labelled(Store *store, const StoreColumn *columns, int count) {
  Text sql = text_open(store->arena->allocator);
  text_put(&sql, "CREATE VIEW results_with_units AS SELECT run");
  for (int k = 0; k < count; k++) {
    const char *unit = columns[k].unit;
    const bool shown = unit[0] != '\0' && strcmp(unit, "1") != 0;
    text_printf(&sql, ", \"%s\" AS \"%s%s%s%s\"", columns[k].sql, columns[k].sql, shown ? " [" : "",
                shown ? unit : "", shown ? "]" : "");
  }
  text_put(&sql, " FROM runs WHERE status = 'ok' ORDER BY run");
  return store_do_text(store, &sql);
}

// With min(run), SQLite takes the message of that run.
static bool make_failures(Store *store) {
  return store_do(store,
                  "CREATE VIEW failures AS SELECT status, code, count(*) AS runs, min(run) AS "
                  "first_run, message FROM runs WHERE status <> 'ok' GROUP BY status, code "
                  "ORDER BY runs DESC");
}

bool store_make_runs(Store *store) {
  const StoreColumn *columns = NULL;
  const int count = store_columns(store, &columns);
  return count >= 0 && make_table(store, columns, count) && make_results(store, columns, count) &&
         make_labelled(store, columns, count) && make_failures(store);
}
