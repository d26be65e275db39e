// SPDX-License-Identifier: BSD-3-Clause
// repeat.c: the indices of a family and their values. The first range is the outermost loop; the
// bounds of a later one may read the indices before it.
#include "language/expand/repeat.h"

#include <stdio.h>
#include <string.h>

#include "expr/text/dimension.h"
#include "language/tables/tables.h"
#include "spec/item.h"
#include "yaml/rescan.h"

enum { WORDS = 256, BOUND_COST = 256 };

// ---- the ranges ----

static bool refuse_index(const Expansion *expansion, const Node *node, const char *why) {
  return diag_add(expansion->checker->diag, DIAG_NAME_RESERVED, node->mark,
                  "an index may not be called \"%s\": %s", node->text, why);
}

static bool check_index(Expansion *expansion, const Node *node, const Family *family) {
  const char *name = node->text;
  if (!names_check(name, node->mark, NAME_INDEX, expansion->checker->diag)) {
    return false;
  }
  if (dimension_is_unit(name, node->length)) {
    return refuse_index(expansion, node, "it is a unit");
  }
  const Name *other = names_find(&expansion->taken, name);
  bool same = constants_index(&expansion->constants, name, node->length) != NULL;
  for (int k = 0; k < family->count; k++) {
    same = same || strcmp(family->ranges[k].name, name) == 0;
  }
  if (other != NULL) {
    (void)refuse_index(expansion, node, "the model already has something of that name");
    return diag_related(expansion->checker->diag, other->mark, "\"%s\" is defined here", name);
  }
  return !same || refuse_index(expansion, node, "an enclosing family has an index of that name");
}

static bool read_range(Expansion *expansion, Node *node, const char *what, Family *family) {
  Item item;
  if (!check_map(expansion->checker, node, repeat_fields, what, "repeat", &item) || !item.good) {
    return false;
  }
  const Value *index = item_find(&item, "index");
  const Value *from = item_find(&item, "from");
  const Value *to = item_find(&item, "to");
  const Value *step = item_find(&item, "step");
  if (!check_index(expansion, index->node, family)) {
    return false;
  }
  family->ranges[family->count++] = (IndexRange){
      .name = index->node->text, .from = from->node, .to = to->node, .step = step->node};
  return true;
}

bool repeat_read(Expansion *expansion, const Node *item, Family *family) {
  Node *repeat = node_child(item, "repeat");
  char what[WORDS];
  (void)snprintf(what, sizeof what, "\"repeat\" of \"%s\"", item->key);
  *family = (Family){.count = 0};
  if (repeat->kind != NODE_LIST) {
    return read_range(expansion, repeat, what, family);
  }
  if (repeat->count < 1 || repeat->count > REPEAT_RANGES) {
    return diag_add(expansion->checker->diag, DIAG_SCHEMA_LENGTH, repeat->mark,
                    "%s must have 1 to %d indices, found %d", what, (int)REPEAT_RANGES,
                    repeat->count);
  }
  for (Node *node = repeat->first; node != NULL; node = node->next) {
    if (!read_range(expansion, node, what, family)) {
      return false;
    }
  }
  return true;
}

// ---- the values ----

typedef struct Walk {
  Expansion *expansion;
  const Node *item;
  const Family *family;
  RepeatMake make;
  void *context;
  long members;
} Walk;

static bool read_bound(const Walk *walk, Node *node, const char *key, long *value) {
  char what[WORDS];
  (void)snprintf(what, sizeof what, "\"%s\" of the family \"%s\"", key, walk->item->key);
  const Passage *text = rescan_passage(node, walk->expansion->checker->arena);
  walk->expansion->rewriter.budget -= BOUND_COST;
  return text != NULL && constants_whole(&walk->expansion->constants, text, what, value);
}

static bool each(Walk *walk, int level);

static bool each_value(Walk *walk, int level, long from, long to, long step) {
  Constants *constants = &walk->expansion->constants;
  Index *index = &constants->indices[constants->index_count++];
  *index = (Index){.name = walk->family->ranges[level].name};
  bool good = true;
  for (long value = from; good && (step > 0 ? value <= to : value >= to); value += step) {
    index->value = value;
    const bool last = level + 1 == walk->family->count;
    walk->members += last;
    good = expansion_spend(walk->expansion, walk->item, 1) &&
           (last ? walk->make(walk->context) : each(walk, level + 1));
  }
  constants->index_count--;
  return good;
}

static bool each(Walk *walk, int level) {
  const IndexRange *range = &walk->family->ranges[level];
  long from = 0;
  long to = 0;
  long step = 1;
  if (!read_bound(walk, range->from, "from", &from) || !read_bound(walk, range->to, "to", &to) ||
      (range->step != NULL && !read_bound(walk, range->step, "step", &step))) {
    return false;
  }
  if (step == 0) {
    return diag_add(walk->expansion->checker->diag, DIAG_REPEAT_INDEX, range->step->mark,
                    "\"step\" of the family \"%s\" is 0", walk->item->key);
  }
  return each_value(walk, level, from, to, step);
}

bool repeat_each(Expansion *expansion, const Node *item, const Family *family, RepeatMake make,
                 void *context) {
  Walk walk = {
      .expansion = expansion, .item = item, .family = family, .make = make, .context = context};
  if (expansion->constants.index_count + family->count > CONSTANTS_INDICES) {
    return diag_add(expansion->checker->diag, DIAG_REPEAT_FORM, item->key_mark,
                    "indices are nested more than %d deep", (int)CONSTANTS_INDICES);
  }
  if (!each(&walk, 0)) {
    return false;
  }
  if (walk.members == 0) {
    const Node *to = family->ranges[0].to;
    diag_add(expansion->checker->diag, DIAG_REPEAT_EMPTY, to->mark,
             "the family \"%s\" has no members", item->key);
    diag_hint(expansion->checker->diag, "its index runs from %s to %s",
              family->ranges[0].from->text, to->text);
  }
  return true;
}
