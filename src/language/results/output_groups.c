// SPDX-License-Identifier: BSD-3-Clause
// output_groups.c: outputs that are many columns.
//
//   arm: arm      arm.x, arm.y, arm.vx ...: KEY.MEASURE, in the order of the table of measures
//   all: "*"      all.arm.x ... all.hinge.angle ...: bodies, joints, forces, motions, couplers,
//                 gauges
//
// Keys of outputs hold no point, so columns of two groups never share a name. But a column must not
// be called as a measure of something else, since checks and studies read both by name.
#include "language/results/output_groups.h"

#include <string.h>

#include "language/numbers/measures.h"
#include "spec/words.h"

static bool is_all(const char *value) {
  return strcmp(value, "*") == 0;
}

bool output_groups_is(const Loader *loader, const char *value) {
  MeasureGroup group;
  return is_all(value) || measures_group(loader, value, &group);
}

// prefix: what stands before the measure in the column's name.
static bool each_measure(const Loader *loader, const char *prefix, const char *element,
                         OutputGroupTake take, void *context) {
  MeasureGroup group;
  (void)measures_group(loader, element, &group);
  for (int k = 0; k < group.count; k++) {
    const char *name = loader_print(loader, "%s.%s", prefix, group.words[k]);
    const char *measure = loader_print(loader, "%s.%s", element, group.words[k]);
    if (name == NULL || measure == NULL || !take(context, name, measure)) {
      return false;
    }
  }
  return !loader_exhausted(loader);
}

static bool each_of(const Loader *loader, const char *key, const char *element,
                    OutputGroupTake take, void *context) {
  const char *prefix = loader_print(loader, "%s.%s", key, element);
  return prefix != NULL && each_measure(loader, prefix, element, take, context);
}

bool output_groups_each(const Loader *loader, const char *key, const char *value,
                        OutputGroupTake take, void *context) {
  enum { COLLECTIONS = 5 };
  const Collection *const all[COLLECTIONS] = {&loader->bodies, &loader->joints, &loader->forces,
                                              &loader->motions, &loader->couplers};
  if (!is_all(value)) {
    return each_measure(loader, key, value, take, context);
  }
  for (int c = 0; c < COLLECTIONS; c++) {
    for (int k = 0; k < all[c]->count; k++) {
      if (!each_of(loader, key, all[c]->elements[k].name, take, context)) {
        return false;
      }
    }
  }
  for (int k = 0; k < loader->model->gauge_count; k++) {
    if (!each_of(loader, key, loader->model->gauges[k].name, take, context)) {
      return false;
    }
  }
  return true;
}

// ---- messages ----

// Whether measures begin with the key: those of an element that the group is not, or along other
// axes, or the model's.
static bool check_key(const Loader *loader, const Node *node, const char *value, bool resolved) {
  Diag *diag = loader_diag(loader);
  const char *const *reserved = NULL;
  const int count = names_reserved(&reserved);
  if (words_contain(reserved, count, node->key)) {
    diag_add(diag, DIAG_NAME_RESERVED, node->key_mark,
             "the name \"%s\" is reserved; a group of outputs may not have it", node->key);
    return diag_hint(diag,
                     "choose another name: its columns would be called like measures of the model");
  }
  MeasureGroup other;
  const bool same = strcmp(node->key, value) == 0 && !resolved; // each column is that measure
  if (same || !measures_group(loader, node->key, &other)) {
    return true;
  }
  diag_add(
      diag, DIAG_NAME_DUPLICATE, node->key_mark,
      "output \"%s\" has the name of %s, so its columns would be called like that one's measures",
      node->key, other.what);
  const Name *name = names_find(&loader->names, node->key);
  if (name != NULL) {
    diag_related(diag, name->mark, "%s is defined here", other.what);
  }
  return diag_hint(diag, "choose another name for the output, for instance \"%s_1\"", node->key);
}

void output_groups_check(const Loader *loader, const Node *node, const Node *value, bool resolved) {
  Diag *diag = loader_diag(loader);
  MeasureGroup group;
  if (!check_key(loader, node, value->text, resolved) || is_all(value->text) ||
      !measures_group(loader, value->text, &group) || group.count > 0 || !group.known) {
    return;
  }
  diag_add(diag, DIAG_NAME_MEASURE, value->mark, "a group shows nothing of %s", group.what);
  if (group.other != NULL) {
    diag_hint(diag, "read one of its measures, as in \"%s.%s\"", value->text, group.other);
  }
}
