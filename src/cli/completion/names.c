// SPDX-License-Identifier: BSD-3-Clause
// names.c: names from files (see names.h). A model is only parsed: what it includes or makes by
// families stays unknown. Of a table the first line is read.
#include "cli/completion/names.h"

#include <ctype.h>
#include <dirent.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/csv.h"
#include "base/source.h"
#include "output/io.h"
#include "yaml/doc.h"

enum {
  LARGEST_MODEL = 256 * 1024,
  LARGEST_HEADER = 64 * 1024
}; // bytes: a key stroke does not wait

static bool ends_with(const char *text, const char *ending) {
  const size_t length = strlen(text), tail = strlen(ending);
  return length >= tail && strcmp(text + length - tail, ending) == 0;
}

static bool is_directory(const char *path) {
  struct stat status;
  return stat(path, &status) == 0 && S_ISDIR(status.st_mode);
}

// What a file calls a name may be anything; a terminal is shown names only.
static void offer_name(Line *line, const char *name, const char *tail) {
  bool plain = name[0] != '\0';
  for (const char *at = name; *at != '\0'; at++) {
    plain = plain && (isalnum((unsigned char)*at) != 0 || strchr("_-.", *at) != NULL);
  }
  if (plain) {
    line_offer(line, name, tail, "");
  }
}

// ---- models ----

static const Node *parse(const Line *line, const char *path) {
  SourceText *source = arena_new(line->arena, SourceText);
  Diag diag; // of which nobody hears
  diag_open(&diag, line->arena);
  DocLimits limits = doc_default_limits();
  limits.file_bytes = LARGEST_MODEL;
  const Node *root = source != NULL && strcmp(path, "-") != 0 &&
                             source_read(path, LARGEST_MODEL, source, line->arena, &diag)
                         ? doc_parse(source, &limits, line->arena, &diag)
                         : NULL;
  return root != NULL && root->kind == NODE_MAP && node_child(root, "mbs") != NULL ? root : NULL;
}

static void offer_keys(Line *line, const Node *map, const char *tail) {
  if (map != NULL && map->kind == NODE_MAP) {
    for (const Node *node = map->first; node != NULL; node = node->next) {
      offer_name(line, node->key, tail);
    }
  }
}

static void offer_of_model(Line *line, const char *path, const char *collection) {
  const Node *root = parse(line, path);
  offer_keys(line, root != NULL ? node_child(root, collection) : NULL, "");
}

// The keys of a map, and how a path goes on behind each.
static void offer_steps(Line *line, const Node *map) {
  static const char *const tails[] = {[NODE_SCALAR] = "=", [NODE_LIST] = "[", [NODE_MAP] = "."};
  for (const Node *node = map->first; node != NULL; node = node->next) {
    offer_name(line, node->key, tails[node->kind]);
  }
}

void names_offer_paths(Line *line) {
  const int last = line->operand_count - 1;
  const Node *map = last >= 0 ? parse(line, line->operands[last]) : NULL;
  if (map == NULL || strpbrk(line->word, "=[") != NULL) {
    return;
  }
  const char *dot = strchr(line->word, '.');
  if (dot == NULL) {
    offer_keys(line, node_child(map, "parameters"), "=");
  }
  for (; dot != NULL && map != NULL; dot = strchr(line->word, '.')) {
    const char *key = arena_copy(line->arena, line->word, (size_t)(dot - line->word));
    map = key != NULL ? node_child(map, key) : NULL;
    line->word = dot + 1;
  }
  if (map != NULL && map->kind == NODE_MAP) {
    offer_steps(line, map);
  }
}

// ---- results ----

static void offer_header(Line *line, const char *path) {
  struct stat status;
  const int file = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
  char *bytes = arena_alloc(line->arena, LARGEST_HEADER + 1);
  if (file >= 0 && bytes != NULL && fstat(file, &status) == 0 && S_ISREG(status.st_mode)) {
    const ssize_t length = read(file, bytes, LARGEST_HEADER);
    bytes[length > 0 ? length : 0] = '\0';
    const SourceText source = {.text = bytes, .length = length > 0 ? (size_t)length : 0};
    CsvReader reader;
    if (csv_open(&reader, &source, line->arena) && csv_next(&reader)) {
      for (int k = 0; k < reader.count; k++) {
        const CsvField *field = &reader.fields[k];
        const char *name = arena_copy(line->arena, field->text, (size_t)field->length);
        offer_name(line, name != NULL ? name : "", "");
      }
    }
  }
  if (file >= 0) {
    (void)close(file);
  }
}

// Tables of motions: names of analyses hold no dots.
static int is_table(const struct dirent *entry) {
  return entry->d_name[0] != '.' && ends_with(entry->d_name, ".csv") &&
         strchr(entry->d_name, '.') == strrchr(entry->d_name, '.');
}

// A directory of a study or of a convergence has one table to look at.
static const char *table_of(const Line *line, const char *directory) {
  static const char *const names[] = {"results.csv", "work_precision.csv"};
  for (size_t k = 0; k < sizeof names / sizeof names[0]; k++) {
    const char *path = io_join(line->arena, directory, names[k]);
    if (path != NULL && access(path, R_OK) == 0) {
      return path;
    }
  }
  return NULL;
}

static void offer_of_directory(Line *line, const char *path, bool analyses) {
  const char *table = table_of(line, path);
  struct dirent **entries = NULL;
  const int count = table == NULL ? scandir(path, &entries, is_table, alphasort) : 0;
  if (table != NULL && !analyses) {
    offer_header(line, table);
  }
  for (int k = 0; k < count; k++) {
    char *name = entries[k]->d_name;
    const char *file = io_join(line->arena, path, name);
    if (analyses) {
      name[strlen(name) - strlen(".csv")] = '\0';
      offer_name(line, name, "");
    } else if (file != NULL) {
      offer_header(line, file);
    }
    free(entries[k]);
  }
  free(entries);
}

void names_offer_analyses(Line *line) {
  for (int k = 0; k < line->operand_count; k++) {
    if (is_directory(line->operands[k])) {
      offer_of_directory(line, line->operands[k], true);
    } else {
      offer_of_model(line, line->operands[k], "analyses");
    }
  }
}

void names_offer_channels(Line *line) {
  for (int k = 0; k < line->operand_count; k++) {
    const char *path = line->operands[k];
    if (is_directory(path)) {
      offer_of_directory(line, path, false);
    } else if (ends_with(path, ".csv")) {
      offer_header(line, path);
    } else {
      offer_of_model(line, path, "outputs");
    }
  }
}
