// SPDX-License-Identifier: BSD-3-Clause
// patch.c: an override is a small document of its own, hung into the tree before anything is
// checked, so that it meets the same checks and messages as the file.
//
// Marks of faults in the path point into the whole option, those of the value into the value.
#include "yaml/patch.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "yaml/doc.h"
#include "yaml/node.h"

typedef struct Patch {
  const DocLimits *limits;
  Arena *arena;
  Diag *diag;
  SourceText *option; // the assignment
  SourceText *value;  // the text behind "="
  char *path;         // its words separated by NULs
  int length;         // bytes of the path
  const char *entry;  // behind it: "[0]" or "[1][2]", or nothing
} Patch;

// A word of the path.
typedef struct Word {
  const char *text;
  int begin; // in the assignment
} Word;

static int count_columns(const char *text, int length) {
  int columns = 0;
  for (int k = 0; k < length; k++) {
    columns += ((unsigned char)text[k] & 0xc0U) != 0x80U;
  }
  return columns;
}

static Mark mark_of(const Patch *patch, int begin, int end) {
  const int column = count_columns(patch->option->text, begin) + 1;
  const int width = count_columns(patch->option->text + begin, end - begin);
  return (Mark){.source = patch->option,
                .line = 1,
                .column = column,
                .end_column = column + (width > 1 ? width : 1)};
}

static Mark mark_of_word(const Patch *patch, Word word) {
  return mark_of(patch, word.begin, word.begin + (int)strlen(word.text));
}

static Word first_word(const Patch *patch) {
  return (Word){.text = patch->path};
}

// False behind the last word.
static bool next_word(const Patch *patch, Word *word) {
  const int next = word->begin + (int)strlen(word->text) + 1;
  if (next > patch->length) {
    return false;
  }
  *word = (Word){.text = patch->path + next, .begin = next};
  return true;
}

static bool report_form(const Patch *patch, Mark mark, const char *message) {
  diag_add(patch->diag, DIAG_SET_FORM, mark, "%s", message);
  return diag_hint(patch->diag, "write path=value, for example bodies.bar.mass=3 or L=0.5");
}

// Copies the assignment and splits it into words and value.
static bool take_apart(Patch *patch, const char *assignment) {
  const size_t size = strlen(assignment);
  const char *equals = strchr(assignment, '=');
  const size_t length = equals != NULL ? (size_t)(equals - assignment) : size;
  Text name = text_open(patch->arena->allocator);
  text_put(&name, "--set ");
  text_append(&name, assignment, length);
  patch->option = arena_new(patch->arena, SourceText);
  patch->value = arena_new(patch->arena, SourceText);
  patch->path = arena_copy(patch->arena, assignment, length);
  const char *text = arena_copy(patch->arena, assignment, size);
  const char *kept = text_keep(&name, patch->arena);
  if (patch->option == NULL || patch->value == NULL || patch->path == NULL || text == NULL ||
      kept == NULL || size > INT32_MAX / 2) {
    return false;
  }
  *patch->option = (SourceText){.name = kept, .text = text, .length = size};
  patch->length = (int)length;
  if (equals == NULL) {
    return report_form(patch, mark_of(patch, 0, patch->length), "there is no \"=\"");
  }
  *patch->value =
      (SourceText){.name = kept, .text = text + length + 1, .length = size - length - 1};
  char *open = strchr(patch->path, '[');
  patch->entry =
      arena_copy(patch->arena, open == NULL ? "" : open, open == NULL ? 0 : strlen(open));
  if (patch->entry == NULL) {
    return false;
  }
  if (open != NULL) {
    *open = '\0';
    patch->length = (int)(open - patch->path);
  }
  for (int k = 0; k < patch->length; k++) {
    if (patch->path[k] == '.') {
      patch->path[k] = '\0';
    }
  }
  return true;
}

static bool check_form(const Patch *patch) {
  Word word = first_word(patch);
  do {
    if (word.text[0] == '\0') {
      return report_form(patch, mark_of(patch, word.begin, word.begin + 1), "a name is missing");
    }
  } while (next_word(patch, &word));
  const char *value = patch->value->text;
  if (value[strspn(value, " \t")] == '\0') {
    return report_form(patch, mark_of(patch, patch->length, patch->length + 1),
                       "the value is missing");
  }
  return true;
}

static bool report_unknown(const Patch *patch, const Node *map, Word word, const char *what) {
  diag_add(patch->diag, DIAG_SET_PATH, mark_of_word(patch, word), "%s \"%s\" is not in the model",
           what, word.text);
  if (!diag_suggest(patch->diag, node_nearest(map, word.text))) {
    diag_hint(patch->diag, "a path follows the keys of the file, for example bodies.bar.mass");
  }
  return false;
}

// A path without a dot is a parameter or a named function.
static bool find_bare(const Patch *patch, Node *root, Node **map, Word *word) {
  static const char *const homes[] = {"parameters", "functions"};
  *word = first_word(patch);
  for (size_t k = 0; k < sizeof homes / sizeof homes[0]; k++) {
    Node *home = node_child(root, homes[k]);
    if (home != NULL && home->kind == NODE_MAP && node_child(home, word->text) != NULL) {
      *map = home;
      return true;
    }
  }
  const Node *parameters = node_child(root, "parameters");
  const bool listed = parameters != NULL && parameters->kind == NODE_MAP;
  const Node *key = node_child(root, word->text);
  if (key != NULL && key->kind == NODE_LIST && patch->entry[0] != '\0') {
    *map = root;
    return true;
  }
  if (key != NULL) {
    diag_add(patch->diag, DIAG_SET_PATH, mark_of_word(patch, *word),
             "a path without a dot names a parameter, but \"%s\" is not one", word->text);
    if (key->kind == NODE_MAP) {
      diag_hint(patch->diag, "name a key inside it: \"%s.<key>\"", word->text);
    } else {
      diag_hint(patch->diag, "write \"%s\" with a parameter in the file, and set that", word->text);
    }
    return false;
  }
  return report_unknown(patch, listed ? parameters : root, *word, "the parameter");
}

// The child that the path goes on to: the longest key that its next words make, since the names in
// a part have points themselves. *next is the last of these words.
static Node *find_child(const Patch *patch, const Node *map, Word *word, Word *next) {
  Node *found = NULL;
  size_t longest = 0;
  const char *rest = patch->path + word->begin;
  for (Node *child = map->first; child != NULL; child = child->next) {
    const size_t length = strlen(child->key);
    size_t k = 0;
    while (k < length && (rest[k] == child->key[k] || (rest[k] == '\0' && child->key[k] == '.')) &&
           word->begin + (int)k < patch->length) {
      k++;
    }
    const bool ends = k == length && rest[k] == '\0' && word->begin + (int)k < patch->length;
    if (ends && length > longest) {
      found = child;
      longest = length;
    }
  }
  if (found != NULL) {
    const int at = word->begin + (int)longest + 1;
    *next = (Word){.text = patch->path + at, .begin = at};
  }
  return found;
}

// Whether the rest of the path is one key with points; it becomes the word.
static bool find_last(const Patch *patch, const Node *map, Word *word) {
  const char *rest = patch->path + word->begin;
  const size_t length = (size_t)(patch->length - word->begin);
  for (const Node *child = map->first; child != NULL; child = child->next) {
    size_t k = 0;
    while (k < length && (rest[k] == child->key[k] || (rest[k] == '\0' && child->key[k] == '.'))) {
      k++;
    }
    if (k == length && child->key[k] == '\0') {
      word->text = child->key;
      return true;
    }
  }
  return false;
}

// Walks to the map that holds the last word.
static bool find_dotted(const Patch *patch, Node *root, Node **map, Word *word) {
  Node *parameters = node_child(root, "parameters");
  *word = first_word(patch);
  if (parameters != NULL && parameters->kind == NODE_MAP && find_last(patch, parameters, word)) {
    *map = parameters; // "left.L", a parameter of a part
    return true;
  }
  *map = root;
  Word next = *word;
  while (next_word(patch, &next)) {
    Node *child = find_child(patch, *map, word, &next);
    if (child == NULL && find_last(patch, *map, word)) {
      return true;
    }
    if (child == NULL) {
      return report_unknown(patch, *map, *word, "the key");
    }
    if (child->kind != NODE_MAP) {
      diag_add(patch->diag, DIAG_SET_PATH, mark_of_word(patch, next),
               "\"%s\" is a %s; a path leads through maps only", word->text,
               child->kind == NODE_LIST ? "list" : "single value");
      return diag_hint(patch->diag, "set all of \"%s\"%s", word->text,
                       child->kind == NODE_LIST ? ": [...]" : "");
    }
    *map = child;
    *word = next;
  }
  // a new parameter could have no effect: the name is a typing error
  if ((*map)->parent == root && strcmp((*map)->key, "parameters") == 0 &&
      node_child(*map, word->text) == NULL) {
    return report_unknown(patch, *map, *word, "the parameter");
  }
  return true;
}

static bool find_place(const Patch *patch, Node *root, Node **map, Word *word) {
  if (root->kind != NODE_MAP) {
    diag_add(patch->diag, DIAG_SET_PATH, mark_of(patch, 0, patch->length),
             "the model is not a map");
    return false;
  }
  const bool bare = strlen(patch->path) == (size_t)patch->length;
  return bare ? find_bare(patch, root, map, word) : find_dotted(patch, root, map, word);
}

// The entry of a list, or of a list of lists, that the path ends with; NULL after a message.
static Node *find_entry(const Patch *patch, Node *node, Word word) {
  const char *at = patch->entry;
  Node *found = node;
  while (found != NULL && *at == '[') {
    char *end = NULL;
    const long k = strtol(at + 1, &end, 10);
    Node *entry =
        found->kind == NODE_LIST && end > at + 1 && *end == ']' && k >= 0 ? found->first : NULL;
    for (long j = 0; j < k && entry != NULL; j++) {
      entry = entry->next;
    }
    found = entry;
    at = end + (found != NULL);
  }
  if (found != NULL && *at == '\0') {
    return found;
  }
  const int begin = patch->length;
  diag_add(patch->diag, DIAG_SET_PATH, mark_of(patch, begin, begin + (int)strlen(patch->entry)),
           "\"%s\" has no entry \"%s\"", word.text, patch->entry);
  if (node != NULL && node->kind == NODE_LIST) {
    diag_hint(patch->diag, "its entries are [0] to [%d]", node->count - 1);
  } else {
    diag_hint(patch->diag, "only lists have entries");
  }
  return NULL;
}

bool patch_apply(Node *root, const char *assignment, const DocLimits *limits, PatchChange *change,
                 Arena *arena, Diag *diag) {
  Patch patch = {.entry = "", .limits = limits, .arena = arena, .diag = diag};
  Node *map = NULL;
  Word word = {.text = NULL};
  if (!take_apart(&patch, assignment) || !check_form(&patch) ||
      !find_place(&patch, root, &map, &word)) {
    return false;
  }
  const int errors = diag->error_count;
  Node *value = doc_parse(patch.value, limits, arena, diag);
  if (value == NULL || diag->error_count > errors) {
    return false;
  }
  Node *old = node_child(map, word.text);
  if (patch.entry[0] != '\0') {
    old = find_entry(&patch, old, word);
    if (old == NULL) {
      return false;
    }
  }
  *change = (PatchChange){.before = old, .value = value};
  if (old != NULL) {
    node_replace(old, value);
    return true;
  }
  value->key = word.text;
  value->key_mark = mark_of_word(&patch, word);
  node_append(map, value);
  return true;
}

// The child whose key is these bytes, or NULL.
static const Node *child_named(const Node *map, const char *word, size_t length) {
  for (const Node *child = map->first; child != NULL; child = child->next) {
    if (strncmp(child->key, word, length) == 0 && child->key[length] == '\0') {
      return child;
    }
  }
  return NULL;
}

bool patch_is_late(const Node *root, const char *assignment) {
  const size_t first = strcspn(assignment, ".=");
  if (root->kind != NODE_MAP || assignment[first] != '.') {
    return false;
  }
  const Node *map = child_named(root, assignment, first);
  const char *second = assignment + first + 1;
  if (map == NULL) {
    return true; // "left.L"
  }
  return map->kind == NODE_MAP && child_named(map, second, strcspn(second, ".=")) == NULL;
}
