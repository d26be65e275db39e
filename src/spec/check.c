// SPDX-License-Identifier: BSD-3-Clause
// check.c: a map of the file against a table of fields.
//
// A table is laid out first, so that every row has its place whether stated or not. Then the keys
// of the map find their rows, then every stated value is checked, then what is missing is told. A
// slip of the pen makes one message: the key that was probably meant does not count as missing.
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "spec/check_inside.h"
#include "spec/keys.h"
#include "spec/scalar.h"
#include "spec/words.h"

enum { NAME_SIZE = 256, GROUP_SIZE = 64 };

// ---- keys find their rows ----

static bool shape_fits(const Field *field, const Node *node) {
  const bool map = field->type == FIELD_MAP || field->type == FIELD_COLLECTION ||
                   field->type == FIELD_NUMBERS || field->type == FIELD_ELEMENTS;
  const bool list = field->type == FIELD_VECTOR || field->type == FIELD_LIST ||
                    field->type == FIELD_MATRIX || field->type == FIELD_WORDS ||
                    field->type == FIELD_FILES;
  const NodeKind shape = map ? NODE_MAP : list ? NODE_LIST : NODE_SCALAR;
  return node->kind == shape;
}

// The row for a key: of alternatives the one whose shape fits, else the first. node may be NULL.
static Value *find_row(const Map *map, const char *key, const Node *node) {
  Value *found = NULL;
  for (int k = map->first; k < map->last; k = map->item->values[k].next) {
    Value *value = &map->item->values[k];
    const bool ours =
        strcmp(value->field->name, key) == 0 && language_visible(value->field, map->checker->space);
    if (ours && (found == NULL || (node != NULL && shape_fits(value->field, node)))) {
      found = value;
      if (node != NULL && shape_fits(value->field, node)) {
        break;
      }
    }
  }
  return found;
}

static void refuse_key(const Map *map, Node *child) {
  const Checker *checker = map->checker;
  if (map->guessed != NULL && check_any_kind_has(map->guessed, child->key)) {
    return;
  }
  map->item->good = false;
  const char *meant = keys_refuse_key(checker->language, checker->space, child, map->fields,
                                      map->what, map->place, checker->diag);
  Value *value = meant == NULL ? NULL : find_row(map, meant, NULL);
  if (value != NULL && check_adopts(map, value, child)) {
    value->node = child;
    value->mark = child->mark;
  } else if (value != NULL) {
    value->excused = true;
  }
}

static void match_keys(const Map *map) {
  const Node *before = NULL; // the last one whose key is no number
  for (Node *child = map->node->first; child != NULL; child = child->next) {
    if (before != NULL && before->kind == NODE_SCALAR && scalar_is_entry(child)) {
      const Value *vector = find_row(map, before->key, before);
      if (vector != NULL && vector->field->type == FIELD_VECTOR) {
        continue; // {at: 0.5, 0}: told at the vector
      }
    } else {
      before = child;
    }
    if (map->skip != NULL && strcmp(child->key, map->skip) == 0) {
      continue;
    }
    Value *value = find_row(map, child->key, child);
    if (value != NULL) {
      value->node = child;
      value->mark = child->mark;
    } else {
      refuse_key(map, child);
    }
  }
}

// ---- values ----

// Memory may have run out where a message is composed; the message is lost then anyway.
static const char *name_value(const Map *map, const Value *value) {
  const char *name = item_name(map->item, value, map->checker->arena);
  return name == NULL ? "" : name;
}

static void take_text(Value *value) {
  value->text = value->node->text;
  value->flag = value->field->type == FIELD_BOOLEAN && strcmp(value->text, "true") == 0;
  if (value->field->type == FIELD_INTEGER) {
    value->whole = scalar_whole(value->node);
  }
}

static void check_stated(const Map *map) {
  const Checker *checker = map->checker;
  for (int k = map->first; k < map->last; k = map->item->values[k].next) {
    Value *value = &map->item->values[k];
    if (value->node == NULL) {
      continue;
    }
    if (checker->partial && value->node->kind == NODE_MAP && value->node->count == 0) {
      map->item->good = false;
      value->excused = true;
      value->node = NULL;
      continue;
    }
    const char *name = name_value(map, value);
    check_names(map, value, name);
    if (!scalar_check(value->field, checker->space, value->node, name, checker->diag)) {
      map->item->good = false;
      value->excused = true;
      value->node = NULL;
    } else if (value->node->kind == NODE_SCALAR) {
      take_text(value);
    }
  }
}

// ---- what belongs together ----

// The word that stands for the key of a condition "formulation: baumgarte".
static const char *current_word(const Map *map, const char *condition) {
  for (int k = map->first; k < map->last; k = map->item->values[k].next) {
    const Value *value = &map->item->values[k];
    if (check_is_named(value, condition) && value->text != NULL) {
      return value->text;
    }
  }
  return "{...}";
}

// The mark under which something missing is told: the map's own key, else where it begins.
static Mark place_of(const Map *map) {
  if (map->parent < 0) {
    return map->item->mark;
  }
  return map->node->key_mark.line > 0 ? map->node->key_mark : map->node->mark;
}

// The group's keys that may stand here; *first and *second are stated ones. Returns the count.
static int gather_group(const Map *map, int group, const char *keys[static GROUP_SIZE],
                        const Value **first, const Value **second) {
  int count = 0;
  *first = NULL;
  *second = NULL;
  for (int k = map->first; k < map->last; k = map->item->values[k].next) {
    const Value *value = &map->item->values[k];
    if (value->field->group != group || !language_visible(value->field, map->checker->space)) {
      continue;
    }
    if (count < GROUP_SIZE && check_has_company(map, value->field) &&
        !check_is_doubtful(map, value->field->with) &&
        !words_contain(keys, count, value->field->name)) {
      keys[count++] = value->field->name;
    }
    if (check_is_stated(value)) {
      const Value **slot = *first == NULL ? first : second;
      *slot = *slot == NULL ? value : *slot;
    }
  }
  return count;
}

static void refuse_company(const Map *map, const Value *value) {
  const char *const *with = value->field->with;
  int count = 0;
  while (with[count] != NULL) {
    count++;
  }
  const char *list = words_join(with, count, "or", map->checker->arena);
  const char *name = name_value(map, value);
  Diag *diag = map->checker->diag;
  if (strchr(with[0], ':') != NULL) {
    diag_add(diag, DIAG_SCHEMA_METHOD, value->node->key_mark, "%s is not allowed with \"%.*s: %s\"",
             name, (int)strcspn(with[0], ":"), with[0], current_word(map, with[0]));
    diag_hint(diag, "leave it out, or write %s", list == NULL ? "" : list);
  } else {
    const char *keys[GROUP_SIZE];
    const Value *first, *second;
    const int others = value->field->group == 0
                           ? 0
                           : gather_group(map, value->field->group, keys, &first, &second);
    if (others > 0) {
      const char *instead = words_join(keys, others, "or", map->checker->arena);
      diag_add(diag, DIAG_SCHEMA_EXCLUSIVE, value->node->key_mark, "%s is not allowed here", name);
      diag_hint(diag, "write %s instead", instead == NULL ? "" : instead);
    } else {
      const char *partners = check_partners(map, with[0], map->checker->arena);
      diag_add(diag, DIAG_SCHEMA_EXCLUSIVE, value->node->key_mark, "%s is not allowed without %s",
               name, list == NULL ? "" : list);
      diag_hint(diag, "leave it out; it goes with %s%s", list == NULL ? "" : list,
                partners == NULL ? "" : partners);
    }
  }
}

static void check_company(const Map *map) {
  for (int k = map->first; k < map->last; k = map->item->values[k].next) {
    const Value *value = &map->item->values[k];
    if (value->node != NULL && !check_has_company(map, value->field)) {
      map->item->good = false;
      refuse_company(map, value);
    }
  }
}

static void refuse_both(const Map *map, const Value *first, const Value *second, const char *keys) {
  Diag *diag = map->checker->diag;
  if (second->node->begin < first->node->begin) { // the later one is at fault
    const Value *later = first;
    first = second;
    second = later;
  }
  diag_add(diag, DIAG_SCHEMA_EXCLUSIVE, second->node->key_mark,
           "%s may not have both \"%s\" and \"%s\"", map->what, first->field->name,
           second->field->name);
  diag_related(diag, first->node->key_mark, "\"%s\" is given here", first->field->name);
  diag_hint(diag, "leave one of %s out", keys);
}

static bool any_alternative_stated(const Map *map, const char *key) {
  for (int k = map->first; k < map->last; k = map->item->values[k].next) {
    const Value *value = &map->item->values[k];
    if (strcmp(value->field->name, key) == 0 && check_is_stated(value)) {
      return true;
    }
  }
  return false;
}

// The key in whose place a group is asked for, or NULL.
static const char *place_of_group(const Map *map, int group) {
  for (int k = map->first; k < map->last; k = map->item->values[k].next) {
    const Field *field = map->item->values[k].field;
    const Value *other =
        field->group == group && field->unless != NULL ? find_row(map, field->unless, NULL) : NULL;
    if (other != NULL && language_visible(other->field, map->checker->space)) {
      return field->unless;
    }
  }
  return NULL;
}

// A stated key that goes with others than those that are there, as "below" beside "final".
static const Value *find_stray(const Map *map) {
  for (int k = map->first; k < map->last; k = map->item->values[k].next) {
    const Value *value = &map->item->values[k];
    const char *const *with = value->field->with;
    const Value *other = with != NULL ? find_row(map, with[0], NULL) : NULL;
    const char *keys[GROUP_SIZE];
    const Value *first = NULL, *second = NULL;
    if (value->node != NULL && other != NULL && other->field->group > 0 &&
        !check_has_company(map, value->field)) {
      (void)gather_group(map, other->field->group, keys, &first, &second);
      if (first != NULL) {
        return value;
      }
    }
  }
  return NULL;
}

// A group of which nothing is stated.
static void ask_for_one(const Map *map, int group, const char *list, const char *instead) {
  Diag *diag = map->checker->diag;
  const Value *stray = find_stray(map);
  if (stray != NULL) {
    refuse_company(map, stray);
    return;
  }
  diag_add(diag, DIAG_SCHEMA_EXCLUSIVE, place_of(map), "%s needs one of the keys %s", map->what,
           list);
  if (instead != NULL) {
    diag_hint(diag, "\"%s\" can be used instead", instead);
  } else {
    const char *told = check_tell_group(map, group);
    diag_hint(diag, "%s", told == NULL ? "" : told);
  }
}

// False after a message: then advice about the company of keys is idle.
static bool check_group(const Map *map, int group) {
  const char *keys[GROUP_SIZE];
  const Value *first, *second;
  const int count = gather_group(map, group, keys, &first, &second);
  const char *instead = place_of_group(map, group);
  if (count == 0 || (first == NULL && instead != NULL && any_alternative_stated(map, instead))) {
    return true;
  }
  const char *list = words_join(keys, count, "or", map->checker->arena);
  list = list == NULL ? "" : list;
  if (first != NULL && second != NULL && second->node != NULL && first->node != NULL) {
    refuse_both(map, first, second, list);
  } else if (group > 0 && first == NULL && count == 1) {
    diag_add(map->checker->diag, DIAG_SCHEMA_MISSING, place_of(map), "%s needs \"%s\"", map->what,
             list);
  } else if (group > 0 && first == NULL) {
    ask_for_one(map, group, list, instead);
  } else {
    return true;
  }
  map->item->good = false;
  return false;
}

static bool check_groups(const Map *map) {
  bool complete = true;
  const Value *values = map->item->values;
  for (int k = map->first; k < map->last; k = values[k].next) {
    const int group = values[k].field->group;
    bool seen = group == 0;
    for (int j = map->first; j < k && !seen; j = values[j].next) {
      seen = values[j].field->group == group;
    }
    complete = (seen || check_group(map, group)) && complete;
  }
  return complete;
}

static void check_without(const Map *map) {
  for (int k = map->first; k < map->last; k = map->item->values[k].next) {
    const Value *value = &map->item->values[k];
    const char *const *without = value->node == NULL ? NULL : value->field->without;
    for (int w = 0; without != NULL && without[w] != NULL; w++) {
      const Value *other = find_row(map, without[w], NULL);
      if (other != NULL && other->node != NULL) {
        const char *const keys[] = {value->field->name, other->field->name};
        const char *list = words_join(keys, 2, "or", map->checker->arena);
        map->item->good = false;
        refuse_both(map, value, other, list == NULL ? "" : list);
      }
    }
  }
}

static void ask_for_either(const Map *map, const Field *field) {
  Diag *diag = map->checker->diag;
  diag_add(diag, DIAG_SCHEMA_MISSING, place_of(map), "%s needs \"%s\", \"%s\" or both", map->what,
           field->name, field->unless);
  diag_hint(diag, "with neither it would do nothing: add \"%s: ...\": %s", field->name,
            field->summary);
}

// One message for all keys that are missing.
static void ask_for(const Map *map, const Field *const *missing, int count) {
  Diag *diag = map->checker->diag;
  const char *quoted[GROUP_SIZE];
  for (int k = 0; k < count; k++) {
    quoted[k] = text_print(map->checker->arena, "\"%s\"", missing[k]->name);
    quoted[k] = quoted[k] == NULL ? "" : quoted[k];
  }
  const char *list = words_join(quoted, count, "and", map->checker->arena);
  diag_add(diag, DIAG_SCHEMA_MISSING, place_of(map), "%s needs %s", map->what,
           list == NULL ? "" : list);
  if (count == 1) {
    diag_hint(diag, "add \"%s: ...\": %s", missing[0]->name, missing[0]->summary);
  } else {
    diag_hint(diag, "\"mbsrun explain KEY\" describes each, for instance mbsrun explain %s",
              missing[0]->name);
  }
}

// Keys that need company are asked for only where their groups are in order.
static void check_missing(const Map *map, bool groups_good) {
  const Field *missing[GROUP_SIZE];
  int count = 0;
  for (int k = map->first; k < map->last; k = map->item->values[k].next) {
    const Field *field = map->item->values[k].field;
    if (map->checker->partial &&
        (field->type == FIELD_ELEMENTS || field->type == FIELD_COLLECTION)) {
      continue;
    }
    if (!check_is_required(map, field) || any_alternative_stated(map, field->name) ||
        !language_visible(field, map->checker->space) || (field->with != NULL && !groups_good)) {
      continue;
    }
    map->item->good = false;
    bool again = false; // a key may have a row for each shape
    for (int j = 0; j < count; j++) {
      again = again || strcmp(missing[j]->name, field->name) == 0;
    }
    if (field->unless != NULL) {
      ask_for_either(map, field);
    } else if (count < GROUP_SIZE && !again) {
      missing[count++] = field;
    }
  }
  if (count > 0) {
    ask_for(map, missing, count);
  }
}

// ---- one map ----

static void check_rows(const Map *map) {
  match_keys(map);
  check_stated(map);
  if (map->guessed != NULL) {
    return; // what a guess misses is no error of the file
  }
  const bool groups_good = check_groups(map);
  check_without(map);
  check_missing(map, groups_good);
  if (groups_good) {
    check_company(map);
  }
  for (int k = map->first; k < map->last; k = map->item->values[k].next) {
    const Value *value = &map->item->values[k];
    if (value->node == NULL || value->field->type != FIELD_MAP) {
      continue;
    }
    Map nested = *map;
    nested.node = value->node;
    nested.fields = value->field->fields;
    nested.first = k + 1;
    nested.last = value->next;
    nested.parent = k;
    nested.what = name_value(map, value);
    nested.place = value->field->name;
    nested.skip = NULL;
    nested.guessed = NULL;
    check_rows(&nested);
  }
}

bool check_table(const Checker *checker, Node *node, const Field *fields, const char *what,
                 const char *place, const CheckTyped *typed, Item *item) {
  if (!item_open(item, node, fields, what, checker->arena)) {
    return false;
  }
  if (node->kind != NODE_MAP) {
    const Field shape = {.type = FIELD_MAP};
    item->good = scalar_check(&shape, checker->space, node, what, checker->diag);
    return true;
  }
  const Map map = {.checker = checker,
                   .item = item,
                   .node = node,
                   .fields = fields,
                   .first = 0,
                   .last = item->count,
                   .parent = -1,
                   .what = what,
                   .place = place,
                   .skip = typed != NULL ? typed->key : NULL,
                   .guessed = typed != NULL ? typed->guessed : NULL};
  check_rows(&map);
  return true;
}

bool check_map(const Checker *checker, Node *node, const Field *fields, const char *what,
               const char *place, Item *item) {
  return check_table(checker, node, fields, what, place, NULL, item);
}
