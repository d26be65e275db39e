// SPDX-License-Identifier: BSD-3-Clause
// override.c: --set of a parameter that says more than its value (see override.h).
#include "language/expand/override.h"

#include <string.h>

#include "base/number.h"
#include "base/text.h"
#include "yaml/node.h"
#include "yaml/rescan.h"

static const char *join(Arena *arena, const char *const parts[static 4]) {
  Text text = text_open(arena->allocator);
  for (int k = 0; k < 4; k++) {
    text_put(&text, parts[k]);
  }
  return text_keep(&text, arena);
}

// The map of a parameter with a value, or NULL.
static Node *find_map(const Node *root, const char *path, size_t length) {
  static const char home[] = "parameters.";
  const size_t head = sizeof home - 1;
  const Node *parameters = root->kind == NODE_MAP ? node_child(root, "parameters") : NULL;
  if (parameters == NULL || parameters->kind != NODE_MAP) {
    return NULL;
  }
  if (length > head && strncmp(path, home, head) == 0) {
    path += head;
    length -= head;
  }
  for (Node *node = parameters->first; node != NULL; node = node->next) {
    if (node->kind == NODE_MAP && strlen(node->key) == length &&
        strncmp(node->key, path, length) == 0) {
      return node_child(node, "value") != NULL ? node : NULL;
    }
  }
  return NULL;
}

// Bare numbers get the unit. False when memory ran out.
static bool spread(Node *node, const char *unit, Arena *arena) {
  double value = 0;
  for (Node *child = node->first; child != NULL; child = child->next) {
    if (!spread(child, unit, arena)) {
      return false;
    }
  }
  if (node->kind != NODE_SCALAR ||
      number_parse(node->text, node->length, &value, NULL) != NUMBER_OK) {
    return true;
  }
  const char *text = join(arena, (const char *const[]){node->text, " (", unit, ")"});
  return text != NULL && rescan_say(node, text, arena);
}

static bool spread_unit(Node *map, const Node *unit, Arena *arena) {
  static const char *const others[] = {"range", "distribution"};
  for (size_t k = 0; k < sizeof others / sizeof others[0]; k++) {
    Node *node = node_child(map, others[k]);
    if (node != NULL && !spread(node, unit->text, arena)) {
      return false;
    }
  }
  node_remove(map, unit);
  return true;
}

const char *override_assignment(Node *root, const char *assignment, const Node **unit_link,
                                Arena *arena) {
  const size_t length = strcspn(assignment, "=");
  const char *value = assignment + length + (assignment[length] == '=');
  Node *map = find_map(root, assignment, length);
  *unit_link = NULL;
  if (map == NULL || value[strspn(value, " \t")] == '{') {
    return assignment;
  }
  const Node *unit = node_child(map, "unit");
  if (unit != NULL && unit->kind == NODE_SCALAR) {
    *unit_link = unit;
    if (!spread_unit(map, unit, arena)) {
      return NULL;
    }
  }
  return join(arena, (const char *const[]){"parameters.", map->key, ".value=", value});
}
