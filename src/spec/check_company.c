// SPDX-License-Identifier: BSD-3-Clause
// check_company.c: what the keys of a map say of each other: which may stand, which must.
#include <string.h>

#include "base/text.h"
#include "spec/check_inside.h"
#include "spec/words.h"

bool check_is_named(const Value *value, const char *condition) {
  const size_t length = strcspn(condition, ":");
  return strncmp(value->field->name, condition, length) == 0 && value->field->name[length] == '\0';
}

// Of "mass: a number": whether the key is no map.
static bool is_no_map(const Map *map, const char *condition) {
  bool none = true;
  for (int k = map->first; k < map->last; k = map->item->values[k].next) {
    const Value *value = &map->item->values[k];
    none = none && !(value->field->type == FIELD_MAP && check_is_stated(value) &&
                     check_is_named(value, condition));
  }
  return none;
}

static bool holds(const Map *map, const char *condition) {
  const char *colon = strchr(condition, ':');
  if (field_says_number(condition)) {
    return is_no_map(map, condition);
  }
  for (int k = map->first; k < map->last; k = map->item->values[k].next) {
    const Value *value = &map->item->values[k];
    const bool right = colon == NULL ? check_is_stated(value)
                                     : value->excused || (value->text != NULL &&
                                                          strcmp(value->text, colon + 2) == 0);
    if (right && check_is_named(value, condition)) {
      return true;
    }
  }
  return false;
}

static bool any_holds(const Map *map, const char *const *conditions) {
  for (int k = 0; conditions != NULL && conditions[k] != NULL; k++) {
    if (holds(map, conditions[k])) {
      return true;
    }
  }
  return false;
}

bool check_is_doubtful(const Map *map, const char *const *conditions) {
  for (int k = 0; conditions != NULL && conditions[k] != NULL; k++) {
    for (int j = map->first; j < map->last; j = map->item->values[j].next) {
      const Value *value = &map->item->values[j];
      if (value->excused && strchr(conditions[k], ':') != NULL &&
          check_is_named(value, conditions[k])) {
        return true;
      }
    }
  }
  return false;
}

bool check_has_company(const Map *map, const Field *field) {
  return field->with == NULL || any_holds(map, field->with);
}

bool check_is_required(const Map *map, const Field *field) {
  if (field->unless != NULL && holds(map, field->unless)) {
    return false;
  }
  return (field->required && check_has_company(map, field) &&
          !check_is_doubtful(map, field->with)) ||
         (any_holds(map, field->needed) && !check_is_doubtful(map, field->needed));
}

// ---- hints ----

enum { MOST_TOLD = 3, LONGEST_TOLD = 120 };

const char *check_tell_group(const Map *map, int group) {
  Text text = text_open(map->checker->arena->allocator);
  int count = 0;
  for (int k = map->first; k < map->last; k = map->item->values[k].next) {
    const Field *field = map->item->values[k].field;
    if (field->group == group && language_visible(field, map->checker->space) &&
        check_has_company(map, field)) {
      const size_t length = strlen(field->summary);
      const size_t first = length > LONGEST_TOLD ? strcspn(field->summary, ";") : length;
      text_printf(&text, "%s\"%s\": %.*s", count++ > 0 ? "; " : "", field->name, (int)first,
                  field->summary);
    }
  }
  if (count > MOST_TOLD) {
    text_close(&text);
    return "\"mbsrun explain KEY\" describes each";
  }
  return text_keep(&text, map->checker->arena);
}

// The stated key of the group of a key, or NULL.
static const Value *stated_beside(const Map *map, const char *key) {
  int group = 0;
  for (int k = map->first; k < map->last; k = map->item->values[k].next) {
    const Field *field = map->item->values[k].field;
    group = strcmp(field->name, key) == 0 ? field->group : group;
  }
  for (int k = map->first; k < map->last && group > 0; k = map->item->values[k].next) {
    const Value *value = &map->item->values[k];
    if (value->field->group == group && check_is_stated(value)) {
      return value;
    }
  }
  return NULL;
}

const char *check_partners(const Map *map, const char *key, Arena *arena) {
  const Value *stated = stated_beside(map, key);
  Text text = text_open(arena->allocator);
  int count = 0, last_group = 0;
  if (stated != NULL && stated->text != NULL) {
    text_printf(&text, "; write %s: %s", stated->field->name, stated->text);
  }
  for (int k = map->first; k < map->last && stated != NULL && text.length > 0;
       k = map->item->values[k].next) {
    const Field *field = map->item->values[k].field;
    const bool due = field->required || (field->group > 0 && field->group != last_group);
    for (int w = 0; due && field->with != NULL && field->with[w] != NULL; w++) {
      if (strcmp(field->with[w], stated->field->name) == 0) {
        text_printf(&text, ", %s: ...", field->name);
        last_group = field->group > 0 ? field->group : last_group;
        count++;
      }
    }
  }
  if (count == 0) {
    text_close(&text);
    return "";
  }
  return text_keep(&text, arena);
}
