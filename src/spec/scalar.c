// SPDX-License-Identifier: BSD-3-Clause
// scalar.c: the value of one key against its field.
#include "spec/scalar.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/number.h"
#include "spec/keys.h"

enum { EXPECTED_SIZE = 96, KEYS_SIZE = 120 };

static bool one_of(const char *text, const char *const *words) {
  for (int k = 0; words[k] != NULL; k++) {
    if (strcmp(text, words[k]) == 0) {
      return true;
    }
  }
  return false;
}

bool scalar_is_null(const Node *node) {
  static const char *const nulls[] = {"", "~", "null", "Null", "NULL", NULL};
  return node->kind == NODE_SCALAR && node->plain && one_of(node->text, nulls);
}

bool scalar_is_entry(const Node *node) {
  return scalar_is_null(node) && node->text[0] == '\0' && node->key != NULL &&
         node->key[strspn(node->key, "+-.0123456789")] == '\0';
}

// ---- shapes ----

static int vector_size(const Field *field, int space) {
  if (field->size > 0) {
    return field->size;
  }
  return space == IN_PLANE ? 2 : 3;
}

// What a field holds, for messages: "a number or an expression", "a list of 3 numbers". text has
// room for `size` bytes and is returned.
static const char *scalar_expected(const Field *field, int space, char *text, int size) {
  if (field->type == FIELD_VECTOR && (field->size > 0 || space != IN_BOTH)) {
    (void)snprintf(text, (size_t)size, "a list of %d numbers", vector_size(field, space));
  } else if (field->type == FIELD_MATRIX) {
    const int rows = field_rows(field);
    (void)snprintf(text, (size_t)size, "a list of %d rows of %d numbers", rows, rows);
  } else {
    (void)snprintf(text, (size_t)size, "%s", field_type_row(field->type)->expected);
  }
  return text;
}

static const char *found_shape(const Node *node) {
  if (node->kind == NODE_SCALAR) {
    return "a single value";
  }
  return node->kind == NODE_LIST ? "a list" : "a map";
}

static bool refuse_null(const char *expected, const Node *node, const char *name, Diag *diag) {
  // An empty value has no width of its own: the caret stands under the key.
  const bool bare = node->plain && node->text[0] == '\0' && node->key != NULL;
  const Mark mark = bare ? node->key_mark : node->mark;
  diag_add(diag, DIAG_SCHEMA_EMPTY, mark, "%s has no value", name);
  return diag_hint(diag, "write %s, or leave the key out", expected);
}

static bool refuse_shape(const char *expected, const Node *node, const char *name, Diag *diag) {
  return diag_add(diag, DIAG_SCHEMA_SHAPE, node->mark, "%s must be %s, found %s", name, expected,
                  found_shape(node));
}

// "0.5 0", "(0.5, 0)" or "0.5, 0" as "[0.5, 0]", with the numbers that follow as keys. False where
// it is no list of numbers.
static bool list_written(const Node *node, char *text, size_t size) {
  static const char marks[] = "0123456789.eE+-";
  size_t used = (size_t)snprintf(text, size, "[");
  int count = 0;
  for (const Node *part = node; part != NULL && (part == node || scalar_is_entry(part));
       part = part->next) {
    const char *at = part == node ? part->text : part->key;
    for (at += strspn(at, " ("); *at != '\0' && strchr(marks, *at) != NULL;
         at += strspn(at, " ,)")) {
      const size_t length = strspn(at, marks);
      if (length + used + 4 > size) {
        return false;
      }
      used += (size_t)snprintf(text + used, size - used, "%s%.*s", count++ > 0 ? ", " : "",
                               (int)length, at);
      at += length;
    }
    if (*at != '\0') {
      return false;
    }
  }
  (void)snprintf(text + used, size - used, "]");
  return count > 1;
}

static bool is_marker(const char *text) {
  return text[strspn(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.")] ==
             '\0' &&
         (text[0] < '0' || text[0] > '9') && strchr(text, '.') != NULL && text[0] != '.';
}

// The axis that a letter names: x 0, y 1, z 2; else -1.
static int axis_named(const Node *node, bool planar) {
  const char letter = node->length == 1 ? (char)(node->text[0] | 0x20) : '\0';
  return letter >= 'x' && letter <= (planar ? 'y' : 'z') ? letter - 'x' : -1;
}

static void hint_axis(int axis, bool planar, bool both, Diag *diag) {
  static const char *const axes[2][3] = {{"[1, 0, 0]", "[0, 1, 0]", "[0, 0, 1]"},
                                         {"[1, 0]", "[0, 1]", "[0, 1]"}};
  diag_hint(diag,
            axis < 2 && both ? "write the direction as numbers: %s, in the plane %s"
                             : "write the direction as numbers: %s",
            axes[planar][axis], axes[1][axis]);
}

// Gravity acts downwards.
static void hint_gravity(const Node *node, bool planar, bool both, Diag *diag) {
  const char *sign = node->text[0] == '-' ? "" : "-";
  if (both) {
    diag_hint(diag, "write [0, 0, %s%s], in the plane [0, %s%s]: downwards", sign, node->text, sign,
              node->text);
  } else {
    diag_hint(diag, "write [0, %s%s%s]: along x%s, downwards", planar ? "" : "0, ", sign,
              node->text, planar ? " and y" : ", y and z");
  }
}

// One number where a list is due: gravity acts downwards, an angular velocity about z is the last
// entry; what has commas lacks brackets.
static void hint_vector(const Field *field, int space, const Node *node, Diag *diag) {
  const bool planar = vector_size(field, space) == 2;
  const bool both = field->size == 0 && space == IN_BOTH;
  const int axis = axis_named(node, planar);
  char list[EXPECTED_SIZE];
  if (axis >= 0) { // axis: x
    hint_axis(axis, planar, both, diag);
  } else if (list_written(node, list, sizeof list)) {
    diag_hint(diag, "put the numbers in brackets: %s", list);
  } else if (strchr(node->text, ',') != NULL) {
    diag_hint(diag, "put it in brackets: [%s]", node->text);
  } else if (is_marker(node->text)) {
    diag_hint(diag,
              strcmp(field->name, "at") == 0
                  ? "\"at\" is a point; a marker goes with marker_i or marker_j instead of "
                    "body_i, body_j and \"at\": marker_j: %s"
                  : "write numbers: \"%s\" would be the name of a marker",
              node->text);
  } else if (strcmp(field->name, "gravity") == 0) {
    hint_gravity(node, planar, both, diag);
  } else {
    diag_hint(diag, "write a number for each axis, such as [%s, 0%s]", node->text,
              planar ? "" : ", 0");
  }
}

// What to write instead of a value of the wrong shape: the keys of a map; where a marker is
// defined.
static void hint_shape(const Field *field, int space, const Node *node, Diag *diag) {
  if (field->type == FIELD_MARKER && node->kind == NODE_MAP) {
    diag_hint(diag,
              "define it under \"markers\" of its body, as in \"tip: {position: [1, 0]}\", and "
              "write BODY.NAME here");
  }
  if (field->type == FIELD_VECTOR && node->kind == NODE_SCALAR && node->length > 0) {
    hint_vector(field, space, node, diag);
  }
  const bool named = field->type == FIELD_ELEMENTS || field->type == FIELD_COLLECTION;
  if (named && node->kind == NODE_LIST) {
    diag_hint(diag, "write \"NAME: {...}\" for each, without \"-\": the name is the key");
  }
  if (field->type != FIELD_MAP || field->fields == NULL) {
    return;
  }
  char keys[KEYS_SIZE] = "";
  size_t used = 0;
  for (const Field *key = field->fields; key->name != NULL; key++) {
    if (key->spaces != 0 && space != 0 && (key->spaces & space) == 0) {
      continue;
    }
    const int more =
        snprintf(keys + used, sizeof keys - used, "%s%s", used > 0 ? ", " : "", key->name);
    if (more < 0 || (size_t)more >= sizeof keys - used) {
      return; // too many to be read
    }
    used += (size_t)more;
  }
  diag_hint(diag, "its keys are %s; see mbsrun explain %s", keys, field->name);
}

// ---- lists ----

static bool check_entries(const Field *field, const Node *list, const char *name, Diag *diag) {
  bool good = true;
  const char *expected = field->type == FIELD_WORDS   ? "a name"
                         : field->type == FIELD_FILES ? "a relative path"
                                                      : "a number or an expression";
  for (const Node *entry = list->first; entry != NULL; entry = entry->next) {
    char place[EXPECTED_SIZE * 4];
    (void)snprintf(place, sizeof place, "an entry of %s", name);
    if (entry->kind != NODE_SCALAR) {
      good = refuse_shape(expected, entry, place, diag);
    } else if (scalar_is_null(entry) || entry->length == 0) {
      good = refuse_null(expected, entry, place, diag);
    } else if (field->choices != NULL && !one_of(entry->text, field->choices)) {
      keys_refuse_word(field->choices, entry, place, field->name, diag);
      good = false;
    }
  }
  return good;
}

static bool check_length(int expected, const Node *list, const char *name, Diag *diag) {
  if (list->count == expected) {
    return true;
  }
  return diag_add(diag, DIAG_SCHEMA_LENGTH, list->mark, "%s must have %d entries, found %d", name,
                  expected, list->count);
}

// Whether a text is of digits alone, as behind a decimal comma.
// Digits, perhaps with a unit behind a blank: "81", "81 m/s^2".
static bool is_digits(const Node *node) {
  const size_t digits = node->kind == NODE_SCALAR ? strspn(node->text, "0123456789") : 0;
  return digits > 0 && (node->text[digits] == '\0' || node->text[digits] == ' ');
}

static bool ends_in_digit(const Node *node) {
  return node->kind == NODE_SCALAR && node->length > 0 && node->text[node->length - 1] >= '0' &&
         node->text[node->length - 1] <= '9' && strchr(node->text, '.') == NULL;
}

// A list that is too long where decimal commas were taken for commas between entries: [0, -9,81].
static bool hint_decimal_comma(int expected, const Node *list, Diag *diag) {
  char text[EXPECTED_SIZE * 4] = "";
  size_t used = 0;
  int count = 0;
  for (const Node *entry = list->first; entry != NULL; entry = entry->next) {
    const Node *next = entry->next;
    const bool joined = list->count - count > expected && next != NULL && ends_in_digit(entry) &&
                        is_digits(next) && next->begin == entry->end + 1;
    if (entry->kind != NODE_SCALAR ||
        used + (size_t)(entry->length + (joined ? next->length : 0)) + 4 > sizeof text) {
      return false;
    }
    used += (size_t)snprintf(text + used, sizeof text - used, "%s%s%s%s", used > 0 ? ", " : "",
                             entry->text, joined ? "." : "", joined ? next->text : "");
    count += joined;
    entry = joined ? next : entry;
  }
  const bool meant = list->count - count == expected && count > 0;
  if (meant) {
    diag_hint(diag, "a decimal number needs a point, not a comma: write [%s]", text);
  }
  return meant;
}

static bool check_vector(const Field *field, int space, const Node *list, const char *name,
                         Diag *diag) {
  const bool either = field->size == 0 && space == IN_BOTH && list->count == 2;
  const bool good = either || check_length(vector_size(field, space), list, name, diag);
  if (!good && hint_decimal_comma(vector_size(field, space), list, diag)) {
    return check_entries(field, list, name, diag) && good;
  }
  char written[EXPECTED_SIZE];
  const bool glued = list->count == 1 && list->first->kind == NODE_SCALAR &&
                     list_written(list->first, written, sizeof written); // [0 -9.81]
  if (!good && glued) {
    diag_hint(diag, "put a comma between the numbers: %s", written);
    return false;
  }
  if (!good && field->size == 0) {
    diag_hint(diag, "a %s model has %s", space == IN_PLANE ? "planar" : "spatial",
              space == IN_PLANE ? "two: [x, y]" : "three: [x, y, z]");
  }
  return check_entries(field, list, name, diag) && good;
}

static bool check_matrix(const Field *field, const Node *rows, const char *name, Diag *diag) {
  const int size = field_rows(field);
  bool good = check_length(size, rows, name, diag);
  for (const Node *row = rows->first; row != NULL; row = row->next) {
    char place[EXPECTED_SIZE * 4];
    (void)snprintf(place, sizeof place, "a row of %s", name);
    if (row->kind != NODE_LIST) {
      char expected[EXPECTED_SIZE];
      (void)snprintf(expected, sizeof expected, "a list of %d numbers", size);
      good = refuse_shape(expected, row, place, diag);
    } else {
      good = check_length(size, row, place, diag) && good;
      good = check_entries(field, row, name, diag) && good;
    }
  }
  return good;
}

static bool check_words(const Field *field, const Node *list, const char *name, Diag *diag) {
  if (list->count == 0) {
    return diag_add(diag, DIAG_SCHEMA_EMPTY, list->mark, "%s is empty", name);
  }
  const bool open = field->size == 0 || field->type == FIELD_LIST;
  const bool good = open || check_length(field->size, list, name, diag);
  return check_entries(field, list, name, diag) && good;
}

// ---- single values ----

static bool check_boolean(const Node *node, const char *name, Diag *diag) {
  static const char *const yes[] = {"yes",  "Yes",  "YES", "on", "On", "ON",
                                    "True", "TRUE", "y",   "Y",  "1",  NULL};
  static const char *const no[] = {"no",    "No",    "NO", "off", "Off", "OFF",
                                   "False", "FALSE", "n",  "N",   "0",   NULL};
  static const char *const good[] = {"true", "false", NULL};
  if (node->plain && one_of(node->text, good)) {
    return true;
  }
  diag_add(diag, DIAG_VALUE_BOOLEAN, node->mark, "%s must be true or false, found \"%s\"", name,
           node->text);
  if (one_of(node->text, yes) || strcmp(node->text, "true") == 0) {
    diag_hint(diag, "write true, without quotes");
  } else if (one_of(node->text, no) || strcmp(node->text, "false") == 0) {
    diag_hint(diag, "write false, without quotes");
  }
  return false;
}

long scalar_whole(const Node *node) {
  double value = 0;
  (void)number_parse(node->text, node->length, &value, NULL);
  return fabs(value) <= NUMBER_LARGEST_WHOLE ? (long)value : 0;
}

static bool check_integer(const Field *field, const Node *node, const char *name, Diag *diag) {
  double value = 0;
  const NumberProblem problem = number_parse(node->text, node->length, &value, NULL);
  const bool whole = problem == NUMBER_OK && value == floor(value);
  if (whole && node->plain && fabs(value) > NUMBER_LARGEST_WHOLE) {
    return diag_add(diag, DIAG_VALUE_RANGE, node->mark, "%s must be at most %.0f, found %s", name,
                    NUMBER_LARGEST_WHOLE, node->text);
  }
  if (!whole || !node->plain) {
    diag_add(diag, DIAG_VALUE_NUMBER, node->mark, "%s must be a whole number, found \"%s\"", name,
             node->text);
    if (problem == NUMBER_TRAILING) {
      diag_hint(diag, "it counts something: write only digits, such as 3");
    } else if (problem != NUMBER_OK && problem != NUMBER_NOT_A_NUMBER) {
      diag_hint(diag, "%s", number_problem_hint(problem));
    }
    return false;
  }
  const bool positive = field->range == RANGE_POSITIVE || field->range == RANGE_AT_LEAST_ONE;
  if (positive && value < 1) {
    return diag_add(diag, DIAG_VALUE_RANGE, node->mark, "%s must be at least 1, found %ld", name,
                    (long)value);
  }
  return true;
}

static bool check_single(const Field *field, const Node *node, const char *name, Diag *diag) {
  if (field->type == FIELD_BOOLEAN) {
    return check_boolean(node, name, diag);
  }
  if (field->type == FIELD_INTEGER) {
    return check_integer(field, node, name, diag);
  }
  if (field->type == FIELD_TEXT || field->type == FIELD_FILE) {
    return true;
  }
  if (field->type == FIELD_WORD) {
    if (!one_of(node->text, field->choices)) {
      keys_refuse_word(field->choices, node, name, field->name, diag);
      return false;
    }
    return true;
  }
  return node->length > 0 || refuse_null(field_type_row(field->type)->expected, node, name, diag);
}

bool scalar_check(const Field *field, int space, const Node *node, const char *name, Diag *diag) {
  char expected[EXPECTED_SIZE];
  scalar_expected(field, space, expected, (int)sizeof expected);
  if (scalar_is_null(node)) {
    return refuse_null(expected, node, name, diag);
  }
  if ((int)node->kind != (int)field_type_row(field->type)->shape) {
    refuse_shape(expected, node, name, diag);
    hint_shape(field, space, node, diag);
    return false;
  }
  switch (node->kind) {
  case NODE_LIST:
    if (field->type == FIELD_VECTOR) {
      return check_vector(field, space, node, name, diag);
    }
    return field->type == FIELD_MATRIX ? check_matrix(field, node, name, diag)
                                       : check_words(field, node, name, diag);
  case NODE_MAP:
    if (field->required && node->count == 0) {
      return diag_add(diag, DIAG_SCHEMA_EMPTY, node->mark, "%s is empty", name);
    }
    return true;
  case NODE_SCALAR:
    break;
  }
  return check_single(field, node, name, diag);
}
