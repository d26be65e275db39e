// SPDX-License-Identifier: BSD-3-Clause
// check_company.c: what the keys of a map say of each other: which may stand, which must.
#include <string.h>

#include "spec/check_inside.h"

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
