// SPDX-License-Identifier: BSD-3-Clause
// dump.c: the tree of a resolved model as text. Maps are written in blocks, lists on one line; what
// was quoted stays quoted, since quotes may tell a word from a value.
#include "language/dump/dump.h"

#include <string.h>

#include "base/number.h"
#include "language/expand/copy.h"

typedef struct Dump {
  const Model *model;
  const Language *language;
  const Inlining *inlining;
  Text *out;
  bool json;
  bool spent; // some parameter did nothing but count
} Dump;

// ---- scalars ----

static bool is_number(const Node *node, double *value) {
  return node->plain && number_parse(node->text, node->length, value, NULL) == NUMBER_OK;
}

// Whether a text may stand without quotes.
static bool is_safe(const char *text, int length, bool inside_list) {
  if (length == 0 || text[0] == ' ' || text[length - 1] == ' ' || text[length - 1] == ':' ||
      strchr("?:,[]{}#&*!|>'\"%@`", text[0]) != NULL ||
      (text[0] == '-' && (text[1] == ' ' || text[1] == '\0'))) {
    return false;
  }
  for (int k = 0; k < length; k++) {
    const unsigned char byte = (unsigned char)text[k];
    const bool colon = byte == ':' && text[k + 1] == ' ';
    const bool comment = byte == '#' && k > 0 && text[k - 1] == ' ';
    const bool split = inside_list && strchr(",[]{}", text[k]) != NULL;
    if (byte < 0x20 || byte == 0x7f || colon || comment || split) {
      return false;
    }
  }
  return true;
}

static void put_scalar(const Dump *dump, const Node *node, bool inside_list) {
  double value = 0;
  const bool truth =
      node->plain && (strcmp(node->text, "true") == 0 || strcmp(node->text, "false") == 0);
  if (dump->json && is_number(node, &value)) {
    text_number(dump->out, value);
  } else if ((dump->json && truth) ||
             (!dump->json && node->plain && is_safe(node->text, node->length, inside_list))) {
    text_put(dump->out, node->text);
  } else {
    text_json_string(dump->out, node->text);
  }
}

static void put_key(const Dump *dump, const char *key) {
  if (!dump->json && is_safe(key, (int)strlen(key), true)) {
    text_put(dump->out, key);
  } else {
    text_json_string(dump->out, key);
  }
  text_put(dump->out, ":");
}

static void put_indent(const Dump *dump, int depth) {
  text_printf(dump->out, "\n%*s", 2 * depth, "");
}

// ---- maps ----

static const Inlined *find_inlined(const Dump *dump, const Node *item) {
  for (int k = 0; k < dump->inlining->count; k++) {
    if (dump->inlining->items[k].item == item) {
      return &dump->inlining->items[k];
    }
  }
  return NULL;
}

static void put_node(const Dump *dump, const Node *node, const Place *place, int depth);

// Whether a key comes before its map's others that are not written yet. type stands first, then the
// rows of the table in their order, then what no table has.
static int rank(const Place *place, const Node *child) {
  const Field *row = copy_row(place->fields, child);
  if (strcmp(child->key, "type") == 0) {
    return -1;
  }
  return row == NULL ? 1 << 20 : (int)(row - place->fields);
}

static void put_member(const Dump *dump, const Node *map, const Node *child, const Place *place,
                       int depth, bool *first) {
  text_put(dump->out, dump->json && !*first ? "," : "");
  if (dump->json || depth > 0 || !*first) {
    put_indent(dump, depth);
  }
  *first = false;
  const Place below = copy_place(dump->language, place, map, child);
  put_key(dump, child->key);
  put_node(dump, child, &below, depth + 1);
}

static void put_list_of(const Dump *dump, const char *key, const double *values, int rows,
                        int width, int stride, int depth, bool *first) {
  text_put(dump->out, dump->json && !*first ? "," : "");
  *first = false;
  put_indent(dump, depth);
  put_key(dump, key);
  text_put(dump->out, " [");
  for (int row = 0; row < rows; row++) {
    for (int k = 0; k < width; k++) {
      text_put(dump->out, row + k == 0 ? "" : ", ");
      if (k == 0 && width > 1) {
        put_indent(dump, depth + 1);
      }
      text_number(dump->out, values[(size_t)row * (size_t)stride + (size_t)k]);
    }
  }
  text_put(dump->out, "]");
}

// What stands in the place of the keys that name a file.
static void put_inlined(const Dump *dump, const Inlined *inlined, const char *key, int depth,
                        bool *first) {
  if (strcmp(key, "file") != 0) {
    return;
  }
  const bool check = node_child(inlined->item, "channels") != NULL;
  if (check) {
    put_list_of(dump, "values", inlined->values, inlined->rows, inlined->width, inlined->width,
                depth, first);
  } else {
    put_list_of(dump, "x", inlined->values, inlined->rows, 1, 2, depth, first);
    put_list_of(dump, "y", inlined->values + 1, inlined->rows, 1, 2, depth, first);
  }
}

// A parameter that has counted elements and does nothing else: they are there now.
static bool is_spent(const Dump *dump, const Place *place, const Node *child) {
  if (!dump->spent || place->field == NULL || strcmp(place->field->name, "parameters") != 0) {
    return false;
  }
  for (int k = 0; k < dump->model->parameter_count; k++) {
    const Parameter *parameter = &dump->model->parameters[k];
    if (strcmp(parameter->name, child->key) == 0) {
      return parameter->idle && parameter->structural;
    }
  }
  return false;
}

// One member of a map: as it stands, or with the file that it names put in its place.
static void put_child(const Dump *dump, const Inlined *inlined, const Node *map, const Node *child,
                      const Place *place, int depth, bool *first) {
  if (is_spent(dump, place, child)) {
    return;
  }
  if (inlined != NULL && (strcmp(child->key, "file") == 0 || strcmp(child->key, "columns") == 0)) {
    put_inlined(dump, inlined, child->key, depth, first);
  } else {
    put_member(dump, map, child, place, depth, first);
  }
}

static void put_map(const Dump *dump, const Node *map, const Place *place, int depth) {
  const Inlined *inlined = find_inlined(dump, map);
  const bool items = copy_holds_items(place);
  bool first = true;
  text_put(dump->out, dump->json ? (depth > 0 ? " {" : "{") : "");
  int last = -2;
  for (int left = map->count; left > 0;) {
    // the next rank, or all items in their order
    int next = 1 << 21;
    for (const Node *child = map->first; child != NULL; child = child->next) {
      const int own = items ? 0 : rank(place, child);
      next = own > last && own < next ? own : next;
    }
    for (const Node *child = map->first; child != NULL; child = child->next) {
      if ((items ? 0 : rank(place, child)) == next) {
        left--;
        put_child(dump, inlined, map, child, place, depth, &first);
      }
    }
    last = next;
  }
  if (dump->json) {
    put_indent(dump, depth - 1 < 0 ? 0 : depth - 1);
    text_put(dump->out, "}");
  }
}

static void put_list(const Dump *dump, const Node *list, const Place *place) {
  text_put(dump->out, "[");
  for (const Node *child = list->first; child != NULL; child = child->next) {
    text_put(dump->out, child == list->first ? "" : ", ");
    if (child->kind == NODE_LIST) {
      put_list(dump, child, place);
    } else if (child->kind == NODE_SCALAR) {
      put_scalar(dump, child, true);
    } else {
      text_put(dump->out, "{");
      for (const Node *member = child->first; member != NULL; member = member->next) {
        text_put(dump->out, member == child->first ? "" : ", ");
        put_key(dump, member->key);
        text_put(dump->out, " ");
        if (member->kind == NODE_SCALAR) {
          put_scalar(dump, member, true);
        } else {
          put_list(dump, member, place);
        }
      }
      text_put(dump->out, "}");
    }
  }
  text_put(dump->out, "]");
}

static int count_written(const Dump *dump, const Node *map, const Place *place) {
  int count = 0;
  for (const Node *child = map->first; child != NULL; child = child->next) {
    count += !is_spent(dump, place, child);
  }
  return count;
}

static void put_node(const Dump *dump, const Node *node, const Place *place, int depth) {
  if (node->kind == NODE_MAP && count_written(dump, node, place) > 0) {
    put_map(dump, node, place, depth);
    return;
  }
  text_put(dump->out, " ");
  if (node->kind == NODE_SCALAR) {
    put_scalar(dump, node, false);
  } else if (node->kind == NODE_LIST) {
    put_list(dump, node, place);
  } else {
    text_put(dump->out, "{}");
  }
}

static bool has_spent(const Model *model) {
  for (int k = 0; k < model->parameter_count; k++) {
    if (model->parameters[k].idle && model->parameters[k].structural) {
      return true;
    }
  }
  return false;
}

void dump_model(const Model *model, const Language *language, const Inlining *inlining, bool json,
                Text *out) {
  const Dump dump = {.model = model,
                     .spent = has_spent(model),
                     .language = language,
                     .inlining = inlining,
                     .out = out,
                     .json = json};
  const Place top = {.fields = language->top};
  put_map(&dump, model->document->root, &top, json ? 1 : 0);
  text_put(out, "\n");
}

static long count_nodes(const Node *node) {
  long count = 1;
  for (const Node *child = node->first; child != NULL; child = child->next) {
    count += count_nodes(child);
  }
  return count;
}

long dump_values(const Model *model, const Inlining *inlining) {
  long count = count_nodes(model->document->root);
  for (int k = 0; k < inlining->count; k++) {
    count += (long)inlining->items[k].rows * inlining->items[k].width;
  }
  return count;
}
