// SPDX-License-Identifier: BSD-3-Clause
// store.c: the index of a study: opening, making, comparing, adding (see store.h).
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/text.h"
#include "sweep/runs/store_inside.h"
#include "sweep/runs/worker.h"

static const double COMMIT_AFTER = 0.5; // s
enum { COMMIT_ROWS = 1000, FIRST_VALUE = 5, NAME_LENGTH = 100, PATIENCE = 10000 /* ms */ };

// ---- statements ----

bool store_fails(Store *store) {
  const int code = sqlite3_errcode(store->database) & 0xff;
  if (code == SQLITE_CORRUPT || code == SQLITE_NOTADB) {
    return store_damaged(store, false, sqlite3_errmsg(store->database));
  }
  if (code == SQLITE_NOMEM || sqlite3_extended_errcode(store->database) == SQLITE_IOERR_NOMEM) {
    store->arena->allocator->exhausted = true;
  }
  diag_add(store->diag, DIAG_IO_WRITE, mark_none(), "%s: %s", store->path,
           sqlite3_errmsg(store->database));
  if (code == SQLITE_FULL || code == SQLITE_IOERR) {
    diag_hint(store->diag, "the runs that were committed stay in it: make room, then the same "
                           "command continues from there");
  }
  return false;
}

bool store_do(Store *store, const char *sql) {
  return sqlite3_exec(store->database, sql, NULL, NULL, NULL) == SQLITE_OK || store_fails(store);
}

sqlite3_stmt *store_prepare(Store *store, const char *sql) {
  sqlite3_stmt *statement = NULL;
  if (sqlite3_prepare_v2(store->database, sql, -1, &statement, NULL) != SQLITE_OK) {
    store_fails(store);
  }
  return statement;
}

sqlite3_stmt *store_prepare_in(Store *store, bool other, const char *before, const char *behind) {
  char words[200];
  (void)snprintf(words, sizeof words, "%s%s%s", before, other ? "other" : "main", behind);
  return store_prepare(store, words);
}

// Adds a row of texts; columns of whole numbers make numbers of theirs.
static bool insert(Store *store, const char *sql, const char *const *texts, int count) {
  sqlite3_stmt *statement = store_prepare(store, sql);
  for (int k = 0; statement != NULL && k < count; k++) {
    sqlite3_bind_text(statement, k + 1, texts[k], -1, SQLITE_STATIC);
  }
  const bool good =
      statement != NULL && (sqlite3_step(statement) == SQLITE_DONE || store_fails(store));
  sqlite3_finalize(statement);
  return good;
}

bool store_next(Store *store, sqlite3_stmt *statement, bool *good) {
  const int code = statement == NULL ? SQLITE_ERROR : sqlite3_step(statement);
  *good = code == SQLITE_ROW || code == SQLITE_DONE || (statement != NULL && store_fails(store));
  return code == SQLITE_ROW;
}

bool store_do_text(Store *store, Text *sql) {
  const bool good = !sql->failed && store_do(store, sql->bytes);
  text_close(sql);
  return good;
}

// ---- opening ----

// SQLite's name for an index that is no file, and has no journal.
static bool is_in_memory(const char *path) {
  return strcmp(path, ":memory:") == 0;
}

// A journal that cannot be changed, since somebody is reading, stays what it was in silence.
static bool set_journal(Store *store, StoreMode mode) {
  const char *word = mode == STORE_WRITE ? "wal" : "delete";
  sqlite3_stmt *statement = store_prepare(
      store, mode == STORE_WRITE ? "PRAGMA journal_mode=WAL" : "PRAGMA journal_mode=DELETE");
  const bool row =
      statement != NULL && (sqlite3_step(statement) == SQLITE_ROW || store_fails(store));
  const bool good = row && (is_in_memory(store->path) ||
                            strcmp((const char *)sqlite3_column_text(statement, 0), word) == 0);
  if (row && !good) {
    diag_add(store->diag, DIAG_IO_WRITE, mark_none(),
             "%s: its journal cannot be changed to \"%s\" now", store->path, word);
  }
  sqlite3_finalize(statement);
  return good && store_do(store, mode == STORE_WRITE ? "PRAGMA synchronous=NORMAL"
                                                     : "PRAGMA synchronous=FULL");
}

// On file systems that know no locks (some mounts of Lustre and NFS) SQLite does without: lock.h
// sees to it that one process writes.
static const char *choose_locking(const char *path, StoreMode mode) {
  struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
  const int flags = mode == STORE_READ ? O_RDONLY : O_RDWR | O_CREAT;
  const int file = is_in_memory(path) ? -1 : open(path, flags | O_CLOEXEC, 0666);
  const bool none = file >= 0 && fcntl(file, F_GETLK, &lock) != 0 &&
                    (errno == ENOLCK || errno == ENOSYS || errno == EOPNOTSUPP);
  if (file >= 0) {
    (void)close(file);
  }
  return none ? "unix-none" : NULL;
}

// A write-ahead log needs a file beside the index, even to read. Where none can be made, and none
// is there, nothing changes the index either: it is read as it stands.
static void open_as_it_stands(Store *store) {
  Text name = text_open(store->arena->allocator);
  text_printf(&name, "%s-wal", store->path);
  const bool log = name.failed || access(name.bytes, F_OK) == 0;
  name.length = 0;
  text_put(&name, "file:");
  for (const char *at = store->path; *at != '\0'; at++) {
    text_printf(&name, strchr("%?#", *at) != NULL ? "%%%02x" : "%c", (unsigned char)*at);
  }
  text_put(&name, "?immutable=1");
  if (!log && !name.failed &&
      sqlite3_exec(store->database, "SELECT 1 FROM sqlite_master", NULL, NULL, NULL) ==
          SQLITE_CANTOPEN) {
    sqlite3_close(store->database);
    (void)sqlite3_open_v2(name.bytes, &store->database, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI,
                          NULL);
  }
  text_close(&name);
}

void store_settle(Store *store) {
  sqlite3_busy_timeout(store->database, 0);
  (void)sqlite3_exec(store->database, "PRAGMA journal_mode=DELETE", NULL, NULL, NULL);
  sqlite3_busy_timeout(store->database, PATIENCE);
}

Store *store_open(const char *path, StoreMode mode, Arena *arena, Diag *diag) {
  Store *store = arena_new(arena, Store);
  if (store == NULL) {
    return NULL;
  }
  *store = (Store){.arena = arena, .diag = diag, .path = path};
  const int flags =
      mode == STORE_READ ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE;
  const int code = sqlite3_open_v2(path, &store->database, flags, choose_locking(path, mode));
  if (code != SQLITE_OK) {
    (void)allocator_blamed(arena->allocator, (code & 0xff) == SQLITE_NOMEM ? ENOMEM : 0);
    diag_add(diag, mode == STORE_READ ? DIAG_IO_READ : DIAG_IO_WRITE, mark_none(), "%s: %s", path,
             store->database == NULL ? "out of memory" : sqlite3_errmsg(store->database));
    store_close(store);
    return NULL;
  }
  if (mode == STORE_READ) {
    open_as_it_stands(store);
  }
  sqlite3_busy_timeout(store->database, PATIENCE);
  if (mode != STORE_READ && !set_journal(store, mode)) {
    store_close(store);
    return NULL;
  }
  return store;
}

void store_close(Store *store) {
  if (store != NULL) {
    sqlite3_finalize(store->insert);
    store->insert = NULL;
    sqlite3_close(store->database);
    store->database = NULL;
  }
}

// ---- making ----

static bool put_value(Store *store, const char *key, const char *value) {
  return insert(store, "INSERT INTO study VALUES(?, ?)", (const char *const[]){key, value}, 2);
}

// Names of columns are told apart without regard to case, by what the table keeps of them; a later
// one that would not be gets its position behind it.
static bool is_taken(const Sweep *sweep, int position, const char *name) {
  static const char *const own[] = {"run",   "status", "code",    "message", "steps",
                                    "cpu_s", "wall_s", "session", "digest"};
  for (size_t k = 0; k < sizeof own / sizeof own[0]; k++) {
    if (sqlite3_stricmp(own[k], name) == 0) {
      return true;
    }
  }
  for (int k = 0; k < position; k++) {
    const int v = k - sweep->plan.variable_count;
    const char *other = v < 0 ? sweep->plan.variables[k].path : sweep->outputs[v].name;
    if (sqlite3_strnicmp(other, name, NAME_LENGTH) == 0) {
      return true;
    }
  }
  return false;
}

static bool put_column(Store *store, const Sweep *sweep, int position) {
  const int v = position - sweep->plan.variable_count;
  const SweepOutput *output = v < 0 ? NULL : &sweep->outputs[v];
  const char *name = v < 0 ? sweep->plan.variables[position].path : output->name;
  char sql[160], meaning[400] = "";
  (void)snprintf(sql, sizeof sql, is_taken(sweep, position, name) ? "%.*s_%d" : "%.*s",
                 (int)NAME_LENGTH, name, position + 1);
  if (output != NULL) {
    (void)snprintf(meaning, sizeof meaning, "%s: %.300s", output->form, output->subject);
  }
  const char *const texts[] = {text_print(store->arena, "%d", position + 1),
                               name,
                               v < 0 ? "variable" : "output",
                               v < 0 ? sweep->plan.variables[position].unit : output->unit,
                               meaning,
                               sql};
  return texts[0] != NULL &&
         insert(store, "INSERT INTO columns VALUES(?, ?, ?, ?, ?, ?)", texts, 6);
}

static bool make_tables(Store *store, const Sweep *sweep, const Identity *identity) {
  char runs[32];
  (void)snprintf(runs, sizeof runs, "%ld", sweep->plan.runs);
  bool good = store_do(store, STORE_TABLES) && put_value(store, "runs", runs) &&
              put_value(store, "hash", identity->hash) &&
              put_value(store, "title", sweep->title == NULL ? "" : sweep->title) &&
              put_value(store, "model file", sweep->model->file) &&
              put_value(store, "sensitivity", plan_key(&sweep->plan, store->arena));
  for (int part = 0; good && part < IDENTITY_PARTS; part++) {
    good = put_value(store, identity_names[part], identity->parts[part]);
  }
  for (int k = 0; good && k < sweep->plan.variable_count + sweep->output_count; k++) {
    good = put_column(store, sweep, k);
  }
  char digest[STORE_DIGEST_SIZE];
  return good && store_digest_study(store, false, digest) && put_value(store, "digest", digest) &&
         store_make_runs(store);
}

// ---- comparing ----

bool store_is_fresh(Store *store, bool *fresh) {
  sqlite3_stmt *statement =
      store_prepare(store, "SELECT count(*) FROM sqlite_master WHERE name = 'study'");
  bool good = false;
  *fresh = store_next(store, statement, &good) && sqlite3_column_int(statement, 0) == 0;
  sqlite3_finalize(statement);
  return good;
}

bool store_claimed(Store *store, bool *claimed) {
  bool fresh = true;
  const bool good = store_is_fresh(store, &fresh);
  *claimed = !fresh;
  return good;
}

bool store_compare(Store *store, const Identity *identity) {
  if (!store_check(store)) {
    return false;
  }
  const char *hash = store_value(store, "hash");
  if (hash != NULL && strcmp(hash, identity->hash) == 0) {
    return true;
  }
  if (hash == NULL && store->diag->error_count > 0) {
    return false;
  }
  Text parts = text_open(store->arena->allocator);
  for (int part = 0; part < IDENTITY_PARTS; part++) {
    const char *there = store_value(store, identity_names[part]);
    if (there == NULL || strcmp(there, identity->parts[part]) != 0) {
      text_printf(&parts, "%s%s", parts.length > 0 ? ", " : "", identity_names[part]);
      if (part == IDENTITY_FILES && there != NULL) {
        identity_name_files(there, identity->parts[part], &parts);
      }
    }
  }
  diag_add(store->diag, DIAG_IO_FOREIGN, mark_none(), "%s contains another study; differences: %s",
           store->path, parts.length > 0 ? parts.bytes : "all");
  diag_hint(store->diag, "choose another directory with -o, or remove this one");
  text_close(&parts);
  return false;
}

bool store_claim(Store *store, const Sweep *sweep, const Identity *identity) {
  bool fresh = false;
  if (!store_is_fresh(store, &fresh)) {
    return false;
  }
  if (!fresh) {
    return store_compare(store, identity);
  }
  return store_do(store, "BEGIN IMMEDIATE") && make_tables(store, sweep, identity) &&
         store_do(store, "COMMIT");
}

bool store_begin_session(Store *store, int workers, const char *part) {
  char started[TEXT_TIME_SIZE], host[256] = "";
  text_time(started);
  (void)gethostname(host, sizeof host - 1);
  const char *process = text_print(store->arena, "%ld", (long)getpid());
  const char *team = text_print(store->arena, "%d", workers);
  const char *const texts[] = {started, host, process, team, part};
  const bool good =
      process != NULL && team != NULL &&
      insert(store,
             "INSERT INTO sessions(started, host, process, workers, part) VALUES(?, ?, ?, ?, ?)",
             texts, 5);
  store->session = (long)sqlite3_last_insert_rowid(store->database);
  return good;
}

// ---- adding ----

static bool prepare_insert(Store *store, int columns) {
  Text sql = text_open(store->arena->allocator);
  text_put(&sql, "INSERT INTO runs VALUES(?, ?, ?, ?");
  for (int k = 0; k < columns; k++) {
    text_put(&sql, ", ?");
  }
  text_put(&sql, ", ?, ?, ?, ?, ?)");
  store->insert = sql.failed ? NULL : store_prepare(store, sql.bytes);
  text_close(&sql);
  return store->insert != NULL;
}

static void bind_text(sqlite3_stmt *statement, int place, const char *text) {
  if (text[0] == '\0') {
    sqlite3_bind_null(statement, place);
  } else {
    sqlite3_bind_text(statement, place, text, -1, SQLITE_STATIC);
  }
}

// The values of a record in the order of the columns; NULL when memory ran out.
static const double *values_of(Store *store, const Sweep *sweep, const SweepRecord *record) {
  const int variables = sweep->plan.variable_count, outputs = sweep->output_count;
  if (store->values == NULL) {
    store->values = arena_array(store->arena, double, variables + outputs);
  }
  for (int k = 0; store->values != NULL && k < variables + outputs; k++) {
    store->values[k] = k < variables ? record->values[k] : record->outputs[k - variables];
  }
  return store->values;
}

static void bind_row(sqlite3_stmt *insert, const StoreRow *row, long session, const char *digest) {
  const int after = FIRST_VALUE + row->value_count;
  sqlite3_bind_int64(insert, 1, row->run);
  sqlite3_bind_text(insert, 2, row->status, -1, SQLITE_STATIC);
  bind_text(insert, 3, row->code);
  bind_text(insert, 4, row->message);
  for (int k = 0; k < row->value_count; k++) { // NaN is stored as NULL
    sqlite3_bind_double(insert, FIRST_VALUE + k, row->values[k]);
  }
  sqlite3_bind_int64(insert, after, row->steps);
  sqlite3_bind_double(insert, after + 1, row->cpu_s);
  sqlite3_bind_double(insert, after + 2, row->wall_s);
  sqlite3_bind_int64(insert, after + 3, session);
  sqlite3_bind_text(insert, after + 4, digest, -1, SQLITE_STATIC);
}

bool store_add(Store *store, const Sweep *sweep, const SweepRecord *record) {
  const StoreRow row = {.run = record->run,
                        .status = sweep_status_word(record->status),
                        .code = record->code,
                        .message = record->message,
                        .values = values_of(store, sweep, record),
                        .value_count = sweep->plan.variable_count + sweep->output_count,
                        .steps = record->steps,
                        .cpu_s = record->cpu_s,
                        .wall_s = record->wall_s};
  if (row.values == NULL || (store->insert == NULL && !prepare_insert(store, row.value_count))) {
    return false;
  }
  if (store->waiting == 0) {
    if (!store_do(store, "BEGIN IMMEDIATE")) {
      return false;
    }
    store->since = worker_clock();
  }
  char digest[STORE_DIGEST_SIZE];
  store_digest_row(&row, row.value_count, digest);
  bind_row(store->insert, &row, store->session, digest);
  const bool good = sqlite3_step(store->insert) == SQLITE_DONE || store_fails(store);
  sqlite3_reset(store->insert);
  store->waiting++;
  return good && (store->waiting < COMMIT_ROWS || store_commit(store));
}

double store_patience(const Store *store) {
  return store->waiting == 0 ? 1e9 : store->since + COMMIT_AFTER - worker_clock();
}

bool store_commit(Store *store) {
  if (store->waiting == 0) {
    return true;
  }
  store->waiting = 0;
  return store_do(store, "COMMIT");
}
