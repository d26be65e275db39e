// SPDX-License-Identifier: BSD-3-Clause
// keys.c: refusing a word that the tables do not have.
//
// Advice in the order of its certainty: the word exists for the other space; it is ours, but not of
// this version; it is another tool's word for one of ours; it has a number here; it is ours, but
// stands elsewhere; it is a slip of the pen; else what may stand here.
#include "spec/keys.h"

#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "spec/home.h"
#include "spec/words.h"

enum { PLACE_SIZE = 64, ADVISED_ERRORS = 100 };

// Memory may have run out where a message is composed; the message is lost then anyway.
static const char *shown(const char *text) {
  return text == NULL ? "" : text;
}

// A word that stands for one of ours: of other tools, or ours in another spelling.
static const char *origin(bool same) {
  return same ? "" : ", a word of other programs";
}

static const char *hint_ours(const char *ours, bool same, Diag *diag) {
  if (same) {
    diag_hint(diag, "write \"%s\": capital letters, \"_\" and \"-\" matter", ours);
  } else {
    diag_hint(diag, "here it is called \"%s\"", ours);
  }
  return ours;
}

static const char *space_word(int spaces) {
  return spaces == IN_PLANE ? "planar" : "spatial";
}

// node: what stands at the word; NULL: it is the word itself.
static const char *hint_elsewhere(const char *place, const char *word, const Node *node,
                                  Diag *diag) {
  enum { LONGEST = 80 };
  const char *text = words_elsewhere(place, word);
  if (text != NULL) {
    const bool value =
        node != NULL && node->kind == NODE_SCALAR && node->length > 0 && node->length < LONGEST;
    diag_hint(diag, "%s", shown(words_filled(text, value ? node->text : NULL, diag->arena)));
  }
  return text;
}

// The key that an answer begins with, as in "write law: 3 rad/s, level: velocity", of these keys.
static const char *first_key_in(const char *answer, const char *const *keys, int count) {
  const char *first = NULL, *meant = NULL;
  for (int k = 0; k < count; k++) {
    char text[64];
    (void)snprintf(text, sizeof text, " %s: ", keys[k]);
    const char *at = strstr(answer, text);
    if (at != NULL && (first == NULL || at < first)) {
      first = at;
      meant = keys[k];
    }
  }
  return meant;
}

// The type with this table in the other space, where it has a table of its own; or NULL.
static const Kind *twin_of(const Language *language, const Field *fields) {
  for (int t = 0; t < language->table_count; t++) {
    const KindTable *table = &language->tables[t];
    for (int k = 0; k < table->count; k++) {
      const Kind *kind = &table->kinds[k];
      if (kind->fields == fields && kind->spaces != IN_BOTH) {
        return language_kind(table, kind->type, IN_BOTH & ~kind->spaces);
      }
    }
  }
  return NULL;
}

// The spaces of the row with this name in the other space; 0: there is none.
static int other_space(const Language *language, const Field *fields, int space, const char *key) {
  for (int k = 0; fields[k].name != NULL; k++) {
    if (strcmp(fields[k].name, key) == 0 && !language_visible(&fields[k], space)) {
      return fields[k].spaces;
    }
  }
  const Kind *twin = twin_of(language, fields);
  return twin != NULL && language_row(twin->fields, key) != NULL ? twin->spaces : 0;
}

// The first key that is this word and a number behind it, such as angle_1; or NULL.
static const char *begins_with(const char *word, const char *const *keys, int count) {
  const size_t length = strlen(word);
  for (int k = 0; k < count; k++) {
    const char *end = keys[k] + length;
    if (strncmp(keys[k], word, length) == 0 && end[0] == '_' && end[1] >= '0' && end[1] <= '9') {
      return keys[k];
    }
  }
  return NULL;
}

// The key that the word ends with, behind "_": rate for angle_rate; or NULL.
static const char *ends_with(const char *word, const char *const *keys, int count) {
  const size_t length = strlen(word);
  for (int k = 0; k < count; k++) {
    const size_t own = strlen(keys[k]);
    if (own + 1 < length && word[length - own - 1] == '_' &&
        strcmp(word + length - own, keys[k]) == 0) {
      return keys[k];
    }
  }
  return NULL;
}

// Whether --set adds the key: then it may be meant for one that the map has.
static bool is_added(const Node *child) {
  return child->parent->mark.source != child->key_mark.source;
}

// The nearest of the keys that the map does not have yet; of all keys in a map of more than an
// element has.
static const char *nearest_unstated(const Node *child, const char *const *keys, int count,
                                    Arena *arena) {
  const char *key = child->key;
  const Node *map = child->parent;
  if (map == NULL || map->count > KEYS_OF_AN_ELEMENT || is_added(child)) {
    return text_nearest(key, keys, count);
  }
  const char **free_keys = arena_array(arena, const char *, count);
  int free_count = 0;
  for (int k = 0; k < count && free_keys != NULL; k++) {
    if (node_child(map, keys[k]) == NULL) {
      free_keys[free_count++] = keys[k];
    }
  }
  return free_keys != NULL ? text_nearest(key, free_keys, free_count) : NULL;
}

// The hint for a key that is no word of ours. Returns the key that was probably meant, or NULL.
static const char *hint_key(const Node *child, const char *place, const char *const *keys,
                            int count, const char *home, Diag *diag) {
  const char *key = child->key;
  const size_t digits = strspn(key, "0123456789");
  if (digits > 0 && (key[digits] == '\0' || key[digits] == ' ')) { // {mass: 2, 5 kg}
    diag_hint(diag, "a decimal number needs a point, not a comma, as in 2.5");
    return NULL;
  }
  const char *answer = hint_elsewhere(place, key, child, diag);
  if (answer != NULL) {
    return first_key_in(answer, keys, count);
  }
  const char *longer = begins_with(key, keys, count);
  const char *meant = longer != NULL ? longer : ends_with(key, keys, count);
  if (meant != NULL) {
    diag_hint(diag, "did you mean \"%s\"?", meant);
    return meant;
  }
  if (home != NULL) {
    diag_hint(diag, "\"%s\" %s", key, home);
    return NULL;
  }
  const char *nearest = nearest_unstated(child, keys, count, diag->arena);
  if (nearest != NULL) {
    diag_hint(diag, "did you mean \"%s\"?", nearest);
    return nearest;
  }
  diag_hint(diag, "the keys here are %s", shown(words_join(keys, count, "and", diag->arena)));
  return NULL;
}

const char *keys_refuse_key(const Language *language, int space, const Node *child,
                            const Field *fields, const char *what, const char *place, Diag *diag) {
  const char *key = child->key;
  const Mark mark = child->key_mark;
  const int other = other_space(language, fields, space, key);
  if (other != 0 && space == IN_BOTH) {
    return NULL; // that the model does not say its space is told already
  }
  if (other != 0) {
    diag_add(diag, DIAG_SCHEMA_SPACE, mark, "%s has a key \"%s\" in a %s model only", what, key,
             space_word(other));
    return NULL;
  }
  if (words_unsupported(place, key)) {
    diag_add(diag, DIAG_SCHEMA_UNSUPPORTED, mark,
             "\"%s\" of %s belongs to the model language, but this version does not support it yet",
             key, what);
    diag_hint(diag, "leave it out, or use a later version of mbsrun");
    return NULL;
  }
  if (diag->error_count > ADVISED_ERRORS) { // nobody will read advice, which takes time to find
    diag_add(diag, DIAG_SCHEMA_UNKNOWN, mark, "%s has no key \"%s\"", what, key);
    return NULL;
  }
  const char *const *keys = NULL;
  const int count = language_keys(fields, space, &keys, diag->arena);
  if (count < 0) {
    return NULL;
  }
  const char *home = home_of_key(language, fields, child, diag->arena);
  const char *ours = words_foreign(key, keys, count);
  if (ours != NULL) {
    const bool same = words_same(ours, key);
    diag_add(diag, same ? DIAG_SCHEMA_UNKNOWN : DIAG_SCHEMA_FOREIGN, mark, "%s has no key \"%s\"%s",
             what, key, origin(same));
    return hint_ours(ours, same, diag);
  }
  diag_add(diag, DIAG_SCHEMA_UNKNOWN, mark, "%s has no key \"%s\"", what, key);
  return hint_key(child, place, keys, count, home, diag);
}

// The collection, other than this one, that has such a type; or NULL.
static const KindTable *other_table(const Language *language, const KindTable *table,
                                    const char *type) {
  for (int k = 0; k < language->table_count; k++) {
    const KindTable *other = &language->tables[k];
    if (other != table && language_kind(other, type, IN_BOTH) != NULL) {
      return other;
    }
  }
  return NULL;
}

const char *keys_refuse_type(const Language *language, const KindTable *table, int space,
                             const Node *node, const char *what, Diag *diag) {
  const char *type = node->text;
  char place[PLACE_SIZE];
  (void)snprintf(place, sizeof place, "%s type", table->item);
  const Kind *kind = language_kind(table, type, IN_BOTH);
  if (kind != NULL) {
    diag_add(diag, DIAG_SCHEMA_SPACE, node->mark, "%s: type \"%s\" exists in %s models only", what,
             type, space_word(kind->spaces));
    if (hint_elsewhere(place, type, NULL, diag) == NULL) {
      diag_hint(diag, "write \"space: %s\", or another type: mbsrun explain %s",
                space_word(kind->spaces), table->collection);
    }
    return NULL;
  }
  const char *const *types = NULL;
  const int count = language_types(table, space, &types, diag->arena);
  if (count < 0) {
    return NULL;
  }
  if (words_unsupported(place, type)) {
    diag_add(diag, DIAG_SCHEMA_UNSUPPORTED, node->mark,
             "%s: %s type \"%s\" belongs to the model language, but this version does not support "
             "it yet",
             what, table->item, type);
    diag_hint(diag, "this version knows %s", shown(words_join(types, count, "and", diag->arena)));
    return NULL;
  }
  const char *ours = words_foreign(type, types, count);
  if (ours != NULL) {
    const bool same = words_same(ours, type);
    diag_add(diag, same ? DIAG_SCHEMA_TYPE : DIAG_SCHEMA_FOREIGN, node->mark,
             "%s: there is no %s type \"%s\"%s", what, table->item, type, origin(same));
    return hint_ours(ours, same, diag);
  }
  diag_add(diag, DIAG_SCHEMA_TYPE, node->mark, "%s: there is no %s type \"%s\"", what, table->item,
           type);
  if (hint_elsewhere(place, type, NULL, diag) != NULL) {
    return NULL;
  }
  const KindTable *other = other_table(language, table, type);
  const char *nearest = text_nearest(type, types, count);
  if (other != NULL) {
    diag_hint(diag, "\"%s\" is a %s type and belongs under \"%s\"", type, other->item,
              other->collection);
    return NULL;
  }
  if (!diag_suggest(diag, nearest)) {
    diag_hint(diag, "the types are %s", shown(words_join(types, count, "and", diag->arena)));
  }
  return nearest;
}

void keys_refuse_word(const char *const *choices, const Node *node, const char *name,
                      const char *place, Diag *diag) {
  int count = 0;
  while (choices[count] != NULL) {
    count++;
  }
  if (words_unsupported(place, node->text)) {
    diag_add(diag, DIAG_SCHEMA_UNSUPPORTED, node->mark,
             "%s: \"%s\" belongs to the model language, but this version does not support it yet",
             name, node->text);
    diag_hint(diag, "this version knows %s", shown(words_join(choices, count, "and", diag->arena)));
    return;
  }
  const char *ours = words_foreign(node->text, choices, count);
  if (ours != NULL) {
    const bool same = words_same(ours, node->text);
    diag_add(diag, same ? DIAG_SCHEMA_WORD : DIAG_SCHEMA_FOREIGN, node->mark,
             "%s may not be \"%s\"%s", name, node->text, origin(same));
    (void)hint_ours(ours, same, diag);
    return;
  }
  diag_add(diag, DIAG_SCHEMA_WORD, node->mark, "%s may not be \"%s\"", name, node->text);
  const char *nearest = text_nearest(node->text, choices, count);
  if (!diag_suggest(diag, nearest)) {
    diag_hint(diag, "write %s", shown(words_join(choices, count, "or", diag->arena)));
  }
}
