// SPDX-License-Identifier: BSD-3-Clause
// verify.c: SHA-256 of files against a summary (see verify.h).
#include "output/verify.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/text.h"
#include "output/io.h"
#include "output/json_read.h"

enum { LARGEST_SUMMARY = 1 << 26, PIECE = 1 << 16, MEMBER = 48 };

// The SHA-256 of a file's bytes. Returns 0 or the errno.
static int verify_hash(const char *path, char digits[static SHA256_TEXT_SIZE]) {
  char piece[PIECE];
  Sha256 hash;
  const int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  int reason = file < 0 ? errno : 0;
  sha256_begin(&hash);
  for (ssize_t got = 1; reason == 0 && got != 0;) {
    got = read(file, piece, sizeof piece);
    if (got > 0) {
      sha256_add(&hash, piece, (size_t)got);
    } else if (got < 0 && errno != EINTR) {
      reason = errno;
    }
  }
  if (file >= 0) {
    (void)close(file);
  }
  sha256_end(&hash, digits);
  return reason;
}

bool verify_entry(const char *summary, int k, VerifyEntry *entry, Arena *arena) {
  char member[MEMBER];
  (void)snprintf(member, sizeof member, "files.%d", k);
  *entry = (VerifyEntry){.name = NULL};
  if (json_read_find(summary, member) == NULL) {
    return false;
  }
  (void)snprintf(member, sizeof member, "files.%d.name", k);
  entry->name = json_read_text(summary, member, arena);
  (void)snprintf(member, sizeof member, "files.%d.sha256", k);
  entry->sha256 = json_read_text(summary, member, arena);
  // anybody may have edited it: nothing outside of the directory is looked at
  if (entry->name != NULL && (entry->name[0] == '\0' || strchr(entry->name, '/') != NULL)) {
    entry->name = NULL;
  }
  return true;
}

// Any end but a sound file is a message.
static void look_at(const char *directory, const VerifyEntry *entry, Arena *arena, Diag *diag) {
  char digits[SHA256_TEXT_SIZE];
  if (entry->name == NULL || entry->sha256 == NULL) {
    diag_add(diag, DIAG_IO_DAMAGED, mark_none(),
             "%s/summary.json is damaged: it lists a file without a name or without its SHA-256",
             directory);
    return;
  }
  const char *path = text_print(arena, "%s/%s", directory, entry->name);
  const int reason = path == NULL ? ENOMEM : verify_hash(path, digits);
  if (reason == ENOENT) {
    diag_add(diag, DIAG_IO_DAMAGED, mark_none(), "%s is missing", path);
  } else if (reason != 0) {
    (void)allocator_blamed(arena->allocator, reason);
    diag_add(diag, DIAG_IO_READ, mark_none(), "%s/%s cannot be read: %s", directory, entry->name,
             strerror(reason));
  } else if (strcmp(digits, entry->sha256) != 0) {
    diag_add(diag, DIAG_IO_DAMAGED, mark_none(),
             "%s is not the file that summary.json lists: its SHA-256 is %s", path, digits);
  }
}

static bool is_listed(const char *summary, const char *name, Arena *arena) {
  VerifyEntry entry;
  for (int k = 0; verify_entry(summary, k, &entry, arena); k++) {
    if (entry.name != NULL && strcmp(entry.name, name) == 0) {
      return true;
    }
  }
  return false;
}

// Tables that analyses say they wrote stand in the list.
static void look_for_tables(const char *summary, const char *directory, Arena *arena, Diag *diag) {
  const char *analyses = json_read_find(summary, "analyses");
  for (JsonItem it = json_read_first(analyses); it.value != NULL; it = json_read_next(&it)) {
    const char *name = json_read_text(it.value, "file", arena);
    if (name != NULL && !is_listed(summary, name, arena)) {
      diag_add(
          diag, DIAG_IO_DAMAGED, mark_none(),
          "%s/summary.json is damaged: its list of files has no \"%s\", which an analysis wrote",
          directory, name);
    }
  }
}

bool verify_listed(const char *directory, int *files, Arena *arena, Diag *diag) {
  bool missing = false;
  VerifyEntry entry;
  const char *path = text_print(arena, "%s/summary.json", directory);
  const char *summary = path == NULL ? NULL : io_read(path, LARGEST_SUMMARY, &missing, arena);
  const int before = diag->error_count;
  *files = -1;
  if (summary == NULL) {
    return missing || (!arena->allocator->exhausted &&
                       diag_add(diag, DIAG_IO_READ, mark_none(), "%s cannot be read", path));
  }
  if (!json_read_whole(summary) || json_read_find(summary, "files") == NULL) {
    return diag_add(diag, DIAG_IO_DAMAGED, mark_none(),
                    "%s is damaged or was not written by mbsrun: it has no end or no list of files",
                    path);
  }
  *files = 0;
  while (verify_entry(summary, *files, &entry, arena)) {
    look_at(directory, &entry, arena, diag);
    ++*files;
  }
  look_for_tables(summary, directory, arena, diag);
  return diag->error_count == before && !arena->allocator->exhausted;
}
