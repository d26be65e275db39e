// SPDX-License-Identifier: BSD-3-Clause
// store_check.c: whether an index is still what was written (see store.h).
//
// Every row of runs carries the first 64 bits of the SHA-256 of what stands in it (but for the
// number of its session, which a merge changes), and the tables study and columns together have one
// in study. Texts are hashed with their lengths, numbers by their bits, lowest byte first.
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "base/sha256.h"
#include "sweep/runs/store_inside.h"

// ---- digests ----

static void add_word(Sha256 *hash, uint64_t word) {
  unsigned char bytes[8];
  for (int k = 0; k < 8; k++) {
    bytes[k] = (unsigned char)(word >> 8 * k);
  }
  sha256_add(hash, bytes, sizeof bytes);
}

static void add_integer(Sha256 *hash, int64_t value) {
  add_word(hash, (uint64_t)value);
}

// All values that are no number are one: SQLite keeps none of them.
static void add_number(Sha256 *hash, double value) {
  uint64_t bits = 0;
  const double one = isnan(value) ? (double)NAN : value;
  memcpy(&bits, &one, sizeof bits);
  add_word(hash, isnan(value) ? UINT64_MAX : bits);
}

// An empty text and none are the same.
static void add_text(Sha256 *hash, const char *text) {
  const size_t length = text == NULL ? 0 : strlen(text);
  add_word(hash, length);
  sha256_add(hash, length == 0 ? "" : text, length);
}

static void end(Sha256 *hash, char digest[static STORE_DIGEST_SIZE]) {
  char whole[SHA256_TEXT_SIZE];
  sha256_end(hash, whole);
  memcpy(digest, whole, STORE_DIGEST_SIZE - 1);
  digest[STORE_DIGEST_SIZE - 1] = '\0';
}

void store_digest_row(const StoreRow *row, int columns, char digest[static STORE_DIGEST_SIZE]) {
  Sha256 hash;
  sha256_begin(&hash);
  add_integer(&hash, row->run);
  add_text(&hash, row->status);
  add_text(&hash, row->code);
  add_text(&hash, row->message);
  for (int k = 0; k < columns; k++) {
    add_number(&hash, row->values[k]);
  }
  add_integer(&hash, row->steps);
  add_number(&hash, row->cpu_s);
  add_number(&hash, row->wall_s);
  end(&hash, digest);
}

// Hashes all texts and integers that a statement yields.
static bool add_rows(Store *store, bool other, const char *before, const char *behind,
                     Sha256 *hash) {
  sqlite3_stmt *statement = store_prepare_in(store, other, before, behind);
  bool good = true;
  while (store_next(store, statement, &good)) {
    for (int k = 0; k < sqlite3_column_count(statement); k++) {
      add_text(hash, (const char *)sqlite3_column_text(statement, k));
    }
  }
  sqlite3_finalize(statement);
  return good;
}

bool store_digest_study(Store *store, bool other, char digest[static STORE_DIGEST_SIZE]) {
  Sha256 hash;
  sha256_begin(&hash);
  const bool good = add_rows(store, other, "SELECT key, value FROM ",
                             ".study WHERE key <> 'digest' ORDER BY key", &hash) &&
                    add_rows(store, other, "SELECT position, name, kind, unit, meaning, sql FROM ",
                             ".columns ORDER BY position", &hash);
  end(&hash, digest);
  return good;
}

// ---- what is found ----

typedef struct Checking {
  Store *store;
  bool other; // the index attached as other
  bool all;   // goes on after the first row that is not sound
  long rows, wrong;
} Checking;

bool store_damaged(Store *store, bool other, const char *what) {
  diag_add(store->diag, DIAG_IO_DAMAGED, mark_none(), "%s is damaged: %s",
           other ? store->other : store->path, what);
  return diag_hint(
      store->diag,
      "restore a copy of it, or remove it: the runs that it contained are then run again");
}

// SQLite's own look at its pages.
static bool pages_are_sound(const Checking *checking) {
  Store *store = checking->store;
  sqlite3_stmt *statement = store_prepare_in(store, checking->other, "PRAGMA ", ".quick_check(1)");
  bool good = true;
  while (good && store_next(store, statement, &good)) {
    const char *word = (const char *)sqlite3_column_text(statement, 0);
    if (word == NULL || strcmp(word, "ok") != 0) {
      const char *line = word == NULL ? NULL : strrchr(word, '\n'); // before it: which index
      good = store_damaged(store, checking->other, line != NULL ? line + 1 : "its pages");
    }
  }
  sqlite3_finalize(statement);
  return good;
}

static bool study_is_sound(const Checking *checking) {
  Store *store = checking->store;
  char digest[STORE_DIGEST_SIZE];
  sqlite3_stmt *statement =
      store_prepare_in(store, checking->other, "SELECT value FROM ", ".study WHERE key = 'digest'");
  bool good = true, same = false;
  if (store_next(store, statement, &good)) {
    const char *kept = (const char *)sqlite3_column_text(statement, 0);
    good = store_digest_study(store, checking->other, digest);
    same = good && kept != NULL && strcmp(kept, digest) == 0;
  }
  sqlite3_finalize(statement);
  return good && (same || store_damaged(store, checking->other,
                                        "its data on the study do not match its digest"));
}

static bool row_is_sound(void *context, const StoreRow *row) {
  Checking *checking = context;
  char digest[STORE_DIGEST_SIZE], what[100];
  store_digest_row(row, row->value_count, digest);
  checking->rows++;
  if (row->digest != NULL && strcmp(row->digest, digest) == 0) {
    return true;
  }
  checking->wrong++;
  (void)snprintf(what, sizeof what, "the row of run %ld does not match its digest", row->run);
  return store_damaged(checking->store, checking->other, what) || checking->all;
}

static bool check(Checking *checking) {
  return pages_are_sound(checking) && study_is_sound(checking) &&
         store_visit_of(checking->store, checking->other, row_is_sound, checking) &&
         checking->wrong == 0;
}

bool store_check(Store *store) {
  Checking checking = {.store = store};
  return check(&checking);
}

bool store_check_other(Store *store) {
  Checking checking = {.store = store, .other = true};
  return check(&checking);
}

bool store_verify(Store *store, long *rows) {
  Checking checking = {.store = store, .all = true};
  const bool good = check(&checking);
  *rows = checking.rows;
  return good;
}
