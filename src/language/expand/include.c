// SPDX-License-Identifier: BSD-3-Clause
// include.c: a model out of several files. Files are read in depth-first order; each becomes a
// tree, into which the trees that it includes are merged before its own keys.
#include "language/expand/include.h"

#include <string.h>

#include "base/dictionary.h"
#include "base/source.h"
#include "base/text.h"
#include "language/expand/copy.h"
#include "language/expand/files.h"
#include "spec/scalar.h"
#include "yaml/node.h"
#include "yaml/rescan.h"

enum { DEEPEST = 32, COLLECTIONS = 32, SHOWN_CHAIN = 2000 };

static const long total_bytes = 64L * 1024 * 1024;

// A file that is being read, and those that led to it.
typedef struct Stack {
  const char *file; // resolved
  const char *name; // as shown
  const struct Stack *outer;
  int depth;
} Stack;

typedef struct Includer {
  Model *model;
  const LoadOptions *options;
  const Checker *checker;
  DocLimits limits; // what is left
  long bytes;       // read
  Dictionary seen;  // resolved names of files
  Sha256 hash;
  int capacity;
} Includer;

// The collections of one document, with their keys.
typedef struct Merge {
  Includer *includer;
  Node *root;
  struct {
    const Node *map;
    Dictionary keys;
  } collection[COLLECTIONS];
  int count;
} Merge;

static Diag *diag_of(const Includer *includer) {
  return includer->checker->diag;
}

// ---- merging ----

// The keys of a collection, gathered when it is first added to. NULL when memory ran out.
static Dictionary *keys_of(Merge *merge, const Node *map) {
  for (int k = 0; k < merge->count; k++) {
    if (merge->collection[k].map == map) {
      return &merge->collection[k].keys;
    }
  }
  if (merge->count == COLLECTIONS) {
    return NULL;
  }
  merge->collection[merge->count].map = map;
  Dictionary *keys = &merge->collection[merge->count++].keys;
  for (Node *node = map->first; node != NULL; node = node->next) {
    if (!dictionary_add(keys, node->key, node, merge->includer->checker->arena)) {
      return NULL;
    }
  }
  return keys;
}

static bool refuse_twice(const Includer *includer, const Node *first, const Node *second) {
  Diag *diag = diag_of(includer);
  diag_add(diag, DIAG_INCLUDE_TWICE, second->key_mark, "\"%s\" is given in two files", second->key);
  diag_related(diag, first->key_mark, "first given here");
  return diag_hint(diag, "keep one of them");
}

// Moves the items of one map behind those of another.
static bool add_items(Merge *merge, Node *to, const Node *from) {
  Dictionary *keys = keys_of(merge, to);
  Node *next = NULL;
  for (Node *node = from->first; keys != NULL && node != NULL; node = next) {
    next = node->next;
    const DictionaryEntry *known = dictionary_find(keys, node->key);
    if (known != NULL) {
      (void)refuse_twice(merge->includer, known->value, node);
      continue;
    }
    if (!dictionary_add(keys, node->key, node, merge->includer->checker->arena)) {
      return false;
    }
    node_append(to, node);
  }
  return keys != NULL;
}

static bool is_collection(const Field *field) {
  return field != NULL && (field->type == FIELD_ELEMENTS || field->type == FIELD_COLLECTION ||
                           field->type == FIELD_NUMBERS);
}

static bool same_text(const Node *a, const Node *b) {
  return a->kind == NODE_SCALAR && b->kind == NODE_SCALAR && strcmp(a->text, b->text) == 0;
}

// One key of a document, to be put beside what is there.
static bool add_key(Merge *merge, Node *to, Node *node, const Field *fields) {
  Node *known = node_child(to, node->key);
  if (known == NULL) {
    node_append(to, node);
    return true;
  }
  const Field *field = copy_row(fields, node);
  const bool maps = known->kind == NODE_MAP && node->kind == NODE_MAP;
  if (maps && is_collection(field)) {
    return add_items(merge, known, node);
  }
  if (maps && field != NULL && field->type == FIELD_MAP) {
    Node *next = NULL;
    bool good = true;
    for (Node *child = node->first; child != NULL; child = next) {
      next = child->next;
      good = add_key(merge, known, child, field->fields) && good;
    }
    return good;
  }
  const bool head = strcmp(node->key, "mbs") == 0 || strcmp(node->key, "space") == 0;
  return (head && same_text(known, node)) || refuse_twice(merge->includer, known, node);
}

static void merge_document(Merge *merge, const Node *from) {
  Node *next = NULL;
  for (Node *node = from->first; node != NULL; node = next) {
    next = node->next;
    if (strcmp(node->key, "include") != 0) {
      (void)add_key(merge, merge->root, node, merge->includer->checker->language->top);
    }
  }
}

// ---- paths ----

// Joins two parts of a path; "." is no folder. NULL when memory ran out.
static const char *join(const char *folder, const char *file, Arena *arena) {
  const bool none = strcmp(folder, ".") == 0;
  return text_print(arena, "%s%s%s", none ? "" : folder, none ? "" : "/", file);
}

// A data file named in an included file stands beside it, unless there is none there.
static bool place_file(Includer *includer, const char *folder, Node *node) {
  Arena *arena = includer->checker->arena;
  const char *path = join(folder, node->text, arena);
  if (path == NULL) {
    return false;
  }
  Arena scratch;
  Diag silent;
  bool missing = false;
  arena_open(&scratch, arena->allocator);
  diag_open(&silent, &scratch);
  const bool found =
      node->text[0] != '/' && files_resolve(includer->model->directory, includer->options, path,
                                            node->mark, &missing, &scratch, &silent) != NULL;
  arena_close(&scratch);
  if (found && rescan_passage(node, arena) != NULL) {
    node->text = path;
    node->length = (int)strlen(path);
  }
  return !arena->allocator->exhausted;
}

// Visits every value of a document whose row says that it is a file.
static bool place_files(Includer *includer, const char *folder, const Place *place, Node *map) {
  for (Node *node = map->first; node != NULL; node = node->next) {
    const Place below = copy_place(includer->checker->language, place, map, node);
    const bool file = below.field != NULL && below.field->type == FIELD_FILE;
    const bool good = node->kind != NODE_SCALAR ? place_files(includer, folder, &below, node)
                                                : !file || place_file(includer, folder, node);
    if (!good) {
      return false;
    }
  }
  return true;
}

// ---- reading ----

static Node *read_tree(Includer *includer, const SourceText *source, Node *root,
                       const Stack *stack);

static bool refuse_cycle(const Includer *includer, const Stack *stack, const Stack *first,
                         const Node *node) {
  const char *chain = first->name;
  for (const Stack *at = stack; at != first && chain != NULL && strlen(chain) < SHOWN_CHAIN;
       at = at->outer) {
    chain = text_print(includer->checker->arena, "%s -> %s", at->name, chain);
  }
  diag_add(diag_of(includer), DIAG_INCLUDE_FILE, node->mark, "files include each other: %s -> %s",
           first->name, chain == NULL ? "" : chain);
  return diag_hint(diag_of(includer), "remove one of the includes");
}

// Whether a file may be read now: it is not among those that led here. *again: it was read before.
static bool check_file(Includer *includer, const Stack *stack, const Node *node, const char *file,
                       bool *again) {
  for (const Stack *at = stack; at != NULL; at = at->outer) {
    if (strcmp(at->file, file) == 0) {
      return refuse_cycle(includer, stack, at, node);
    }
  }
  *again = dictionary_find(&includer->seen, file) != NULL;
  if (stack->depth >= DEEPEST) {
    return diag_add(diag_of(includer), DIAG_LIMIT_DEPTH, node->mark,
                    "includes are nested more than %d files deep", (int)DEEPEST);
  }
  return *again || dictionary_add(&includer->seen, file, NULL, includer->checker->arena);
}

static bool note_file(Includer *includer, const SourceText *source) {
  Model *model = includer->model;
  const SourceText **list =
      arena_room(includer->checker->arena, model->includes, &includer->capacity,
                 model->include_count + 1, sizeof(const SourceText *));
  if (list == NULL) {
    return false;
  }
  model->includes = list;
  model->includes[model->include_count++] = source;
  sha256_add(&includer->hash, source->text, source->length);
  return true;
}

static int count_nodes(const Node *node) {
  int count = 1;
  for (const Node *child = node->first; child != NULL; child = child->next) {
    count += count_nodes(child);
  }
  return count;
}

static bool read_source(Includer *includer, const char *file, const char *name, const Node *node,
                        SourceText *source) {
  Diag *diag = diag_of(includer);
  const int errors = diag->error_count;
  if (!source_read(file, includer->limits.file_bytes, source, includer->checker->arena, diag)) {
    if (diag->error_count > errors) {
      diag_related(diag, node->mark, "included here");
    }
    return false;
  }
  source->name = name;
  includer->bytes += (long)source->length;
  if (includer->bytes > total_bytes) {
    return diag_add(diag, DIAG_LIMIT_FILE, node->mark,
                    "with this file the model has more than %ld bytes", total_bytes);
  }
  return note_file(includer, source);
}

// The tree of an included file with all that it includes; NULL after a message.
static Node *parse_source(Includer *includer, const SourceText *source, const Stack *stack,
                          const char *folder) {
  Arena *arena = includer->checker->arena;
  Node *root = doc_parse(source, &includer->limits, arena, diag_of(includer));
  if (root == NULL) {
    return NULL;
  }
  includer->limits.nodes -= count_nodes(root);
  if (root->kind != NODE_MAP) {
    diag_add(diag_of(includer), DIAG_INCLUDE_FILE, root->mark,
             "an included file must be a map of keys and values");
    return NULL;
  }
  const Place top = {.fields = includer->checker->language->top};
  if (strcmp(folder, ".") != 0 && !place_files(includer, folder, &top, root)) {
    return NULL;
  }
  return read_tree(includer, source, root, stack);
}

// One entry of an include list.
static void take_entry(Merge *merge, const Node *node, const Stack *stack) {
  Includer *includer = merge->includer;
  Model *model = includer->model;
  Arena *arena = includer->checker->arena;
  bool missing = false;
  bool again = false;
  const bool plain = node->text[0] != '/' && stack->outer != NULL;
  const char *folder = files_directory(stack->name, arena);
  const char *path = plain && folder != NULL ? join(folder, node->text, arena) : node->text;
  const char *file = path == NULL ? NULL
                                  : files_resolve(model->directory, includer->options, path,
                                                  node->mark, &missing, arena, diag_of(includer));
  if (missing) {
    diag_add(diag_of(includer), DIAG_INCLUDE_FILE, node->mark, "there is no file \"%s\"", path);
    diag_hint(diag_of(includer), "a path is relative to the file that includes it");
  }
  if (file == NULL || !check_file(includer, stack, node, file, &again) || again) {
    return;
  }
  SourceText *source = arena_new(arena, SourceText);
  const char *shown = join(model->directory, path, arena);
  const char *below = files_directory(path, arena);
  const Stack here = {.file = file, .name = path, .outer = stack, .depth = stack->depth + 1};
  if (source == NULL || shown == NULL || below == NULL ||
      !read_source(includer, file, shown, node, source)) {
    return;
  }
  const Node *tree = parse_source(includer, source, &here, below);
  if (tree != NULL) {
    merge_document(merge, tree);
  }
}

// The document with what it includes: included keys first, then its own.
static Node *read_tree(Includer *includer, const SourceText *source, Node *root,
                       const Stack *stack) {
  const Node *list = node_child(root, "include");
  const Field *field = list == NULL ? NULL : copy_row(includer->checker->language->top, list);
  (void)source;
  if (field == NULL) {
    return root;
  }
  Merge *merge = arena_new(includer->checker->arena, Merge);
  Node *whole = arena_new(includer->checker->arena, Node);
  if (merge == NULL || whole == NULL) {
    return NULL;
  }
  *whole = *root;
  node_cut(whole, NULL);
  *merge = (Merge){.includer = includer, .root = whole};
  if (scalar_check(field, IN_BOTH, list, "\"include\"", diag_of(includer))) {
    for (const Node *node = list->first; node != NULL; node = node->next) {
      take_entry(merge, node, stack);
    }
  }
  merge_document(merge, root);
  return whole;
}

bool include_files(Model *model, Node **root, const LoadOptions *options, const Checker *checker) {
  if ((*root)->kind != NODE_MAP || node_child(*root, "include") == NULL) {
    return true;
  }
  Includer includer = {
      .model = model, .options = options, .checker = checker, .limits = options->limits};
  const int errors = checker->diag->error_count;
  bool missing = false;
  Diag silent;
  diag_open(&silent, checker->arena);
  const char *base = strrchr(model->file, '/');
  base = base == NULL ? model->file : base + 1;
  const char *file = files_resolve(model->directory, options, base, (*root)->mark, &missing,
                                   checker->arena, &silent);
  const Stack main_file = {.file = file == NULL ? "-" : file, .name = base};
  includer.bytes = (long)model->source->length;
  includer.limits.nodes -= count_nodes(*root);
  sha256_begin(&includer.hash);
  sha256_add(&includer.hash, model->source->text, model->source->length);
  Node *whole = read_tree(&includer, model->source, *root, &main_file);
  sha256_end(&includer.hash, model->sha256);
  *root = whole == NULL ? *root : whole;
  return whole != NULL && checker->diag->error_count == errors &&
         !checker->arena->allocator->exhausted;
}
