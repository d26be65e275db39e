// SPDX-License-Identifier: BSD-3-Clause
// template.c: sub-mechanisms written once and placed as parts. Every collection of the template
// goes into that of the model, item by item, each name with the path of the part before it.
#include "language/expand/template.h"

#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "language/expand/copy.h"
#include "spec/scalar.h"
#include "yaml/node.h"
#include "yaml/rescan.h"

enum { DEEPEST = 32, WORDS = 256, SHOWN_CHAIN = 2000 };

// A part that is being made, and the parts around it.
typedef struct Part {
  Node *node;       // of "parts"
  const char *path; // "robot.left"
  Node *template;
  const Field *fields; // of templates
  Names locals;
  Occasion *use;
  const struct Part *outer;
  int depth;
} Part;

static Diag *diag_of(const Expansion *expansion) {
  return expansion->checker->diag;
}

static Arena *arena_of(const Expansion *expansion) {
  return expansion->checker->arena;
}

static Node *map_named(const Node *parent, const char *name) {
  Node *map = node_child(parent, name);
  return map != NULL && map->kind == NODE_MAP ? map : NULL;
}

// ---- new nodes ----

static const char *join(const Expansion *expansion, const char *first, const char *second) {
  return text_print(arena_of(expansion), "%s.%s", first, second);
}

static Node *new_node(const Expansion *expansion, NodeKind kind, const char *key, Mark mark) {
  Node *node = arena_new(arena_of(expansion), Node);
  if (node != NULL) {
    *node = (Node){.kind = kind, .plain = true, .key = key, .mark = mark, .key_mark = mark};
  }
  return node;
}

// A word that nobody has written, at a place that somebody has.
static Node *new_word(const Expansion *expansion, const char *key, const char *text, Mark mark) {
  Node *node = new_node(expansion, NODE_SCALAR, key, mark);
  if (node == NULL || !rescan_given(text, mark, true, arena_of(expansion), &node->passage)) {
    return NULL;
  }
  node->text = text;
  node->length = (int)strlen(text);
  return node;
}

// The collection of the model with this name, made when there is none.
static Node *collection_of(const Expansion *expansion, const char *name, Mark mark) {
  Node *map = node_child(expansion->root, name);
  if (map == NULL) {
    map = new_node(expansion, NODE_MAP, name, mark);
    if (map != NULL) {
      node_append(expansion->root, map);
    }
  }
  return map == NULL || map->kind != NODE_MAP ? NULL : map;
}

// ---- the names of a template ----

// "crank_(" of a family "crank_(i)", else the name itself.
static const char *base_of(const Expansion *expansion, const char *key) {
  const char *bracket = strchr(key, '(');
  return bracket == NULL ? key : arena_copy(arena_of(expansion), key, (size_t)(bracket - key) + 1);
}

static bool gather_names(const Expansion *expansion, Part *part) {
  names_open(&part->locals, arena_of(expansion));
  for (const Node *map = part->template->first; map != NULL; map = map->next) {
    const bool parameters = map->key != NULL && strcmp(map->key, "parameters") == 0;
    const NameKind kind = parameters ? NAME_PARAMETER : NAME_BODY; // one of the others
    for (const Node *node = map->kind == NODE_MAP ? map->first : NULL; node != NULL;
         node = node->next) {
      const char *base = base_of(expansion, node->key);
      if (base == NULL || !names_add(&part->locals, base, kind, 0, node->key_mark)) {
        return false;
      }
    }
  }
  return true;
}

// ---- what is relative to the part ----

// Adds "key: path of the part" unless the key is stated.
static bool add_default(const Expansion *expansion, const Part *part, Node *map, const char *key) {
  if (node_child(map, key) != NULL) {
    return true;
  }
  Node *word = new_word(expansion, key, part->path, map->key_mark);
  if (word != NULL) {
    node_append(map, word);
  }
  return word != NULL;
}

// Whether a key may stand beside what is stated.
static bool has_company(const Field *field, const Node *map) {
  bool company = field->with == NULL;
  for (int k = 0; !company && field->with[k] != NULL; k++) {
    company = node_child(map, field->with[k]) != NULL;
  }
  return company;
}

// In every map of an item: the ground, where nothing else is stated, is the frame of the part.
static bool add_defaults(const Expansion *expansion, const Part *part, const Field *fields,
                         Node *map) {
  for (const Field *field = fields; field != NULL && field->name != NULL; field++) {
    Node *nested = node_child(map, field->name);
    const bool inner =
        field->type == FIELD_MAP && language_row(field->fields, "relative_to") != NULL;
    if (inner && nested == NULL) {
      nested = new_node(expansion, NODE_MAP, field->name, map->key_mark);
      if (nested == NULL) {
        return false;
      }
      node_append(map, nested);
    }
    const bool ground =
        language_visible(field, expansion->checker->space) &&
        (field->type == FIELD_FRAME || (field->type == FIELD_MARKER && field->fallback != NULL));
    const bool good =
        inner && nested->kind == NODE_MAP
            ? add_defaults(expansion, part, field->fields, nested)
            : !ground || !has_company(field, map) || add_default(expansion, part, map, field->name);
    if (!good) {
      return false;
    }
  }
  return true;
}

// ---- items ----

// Names of indices inside an item: they are not the template's to give.
static void shade_indices(Expansion *expansion, const Node *node) {
  Constants *constants = &expansion->constants;
  const Node *index = node->kind == NODE_MAP ? node_child(node, "index") : NULL;
  if (index != NULL && index->kind == NODE_SCALAR && constants->index_count < CONSTANTS_INDICES) {
    constants->indices[constants->index_count++] = (Index){.name = index->text};
  }
  for (const Node *child = node->first; child != NULL; child = child->next) {
    shade_indices(expansion, child);
  }
}

// A copy of an item of the template with the names of the part, its own with the part's path.
static Node *copy_of(Expansion *expansion, const Part *part, const Place *collection,
                     const Node *map, Node *item) {
  Rewriter *rewriter = &expansion->rewriter;
  const int index_count = expansion->constants.index_count;
  const char *key = join(expansion, part->path, item->key);
  const Place place = copy_place(expansion->checker->language, collection, map, item);
  shade_indices(expansion, item);
  rewriter->locals = &part->locals;
  rewriter->part = part->path;
  Node *copy = key == NULL ? NULL : copy_item(expansion, item, &place, part->use);
  rewriter->locals = NULL;
  expansion->constants.index_count = index_count;
  if (copy == NULL) {
    return NULL;
  }
  expansion_spend_path(expansion, key);
  copy->key = key;
  const bool elements = collection->field == NULL || collection->field->type != FIELD_NUMBERS;
  return !elements || copy->kind != NODE_MAP || add_defaults(expansion, part, place.fields, copy)
             ? copy
             : NULL;
}

static void copy_collection(Expansion *expansion, const Part *part, const Field *field,
                            const Node *map) {
  const Place place = {.fields = field->fields, .field = field, .space = expansion->checker->space};
  Node *target = collection_of(expansion, field->name, map->key_mark);
  for (Node *item = map->first; item != NULL && !expansion->over; item = item->next) {
    Node *copy = target == NULL ? NULL : copy_of(expansion, part, &place, map, item);
    if (copy != NULL) {
      node_append(target, copy);
    }
  }
}

// ---- parameters ----

// A value that the part gives stays as it is: it was written outside of the template.
static Node *given_value(const Expansion *expansion, const Part *part, const Node *own) {
  const Node *given = map_named(part->node, "parameters");
  const Node *value = given == NULL ? NULL : node_child(given, own->key);
  Node *copy = value == NULL ? NULL : node_twin(value, arena_of(expansion));
  if (copy == NULL) {
    return NULL;
  }
  copy->key = join(expansion, part->path, own->key);
  return copy->key == NULL ? NULL : copy;
}

static void refuse_parameter(const Expansion *expansion, const Part *part, const Node *given,
                             const Node *own) {
  Diag *diag = diag_of(expansion);
  diag_add(diag, DIAG_TEMPLATE_NAME, given->key_mark,
           "the template \"%s\" of part \"%s\" has no parameter \"%s\"", part->template->key,
           part->path, given->key);
  if (!diag_suggest(diag, node_nearest(own, given->key))) {
    diag_hint(diag,
              "a template lists its parameters, with their default values, under \"parameters\"");
  }
}

static void make_parameters(Expansion *expansion, const Part *part) {
  const Node *own = map_named(part->template, "parameters");
  const Node *given = map_named(part->node, "parameters");
  for (const Node *node = given == NULL ? NULL : given->first; node != NULL; node = node->next) {
    if (own == NULL || node_child(own, node->key) == NULL) {
      refuse_parameter(expansion, part, node, own);
    }
  }
  Node *target = own == NULL ? NULL : collection_of(expansion, "parameters", own->key_mark);
  const Field *field = language_row(part->fields, "parameters");
  const Place place = {.fields = field == NULL ? NULL : field->fields,
                       .field = field,
                       .space = expansion->checker->space};
  for (Node *node = target == NULL ? NULL : own->first; node != NULL; node = node->next) {
    Node *copy = given_value(expansion, part, node);
    copy = copy != NULL ? copy : copy_of(expansion, part, &place, own, node);
    if (copy != NULL && constants_add(&expansion->constants, copy)) {
      node_append(target, copy);
    }
  }
}

// ---- parts ----

static void make_parts(Expansion *expansion, Node *parts, const Part *outer);

// The frame of a part: its keys but those that every part has.
static bool make_frame(const Expansion *expansion, const Part *part) {
  Node *frames = collection_of(expansion, "frames", part->node->key_mark);
  Node *frame = new_node(expansion, NODE_MAP, part->path, part->node->key_mark);
  if (frames == NULL || frame == NULL) {
    return false;
  }
  for (const Node *child = part->node->first; child != NULL; child = child->next) {
    if (strcmp(child->key, "template") == 0 || strcmp(child->key, "parameters") == 0) {
      continue;
    }
    Node *copy = node_twin(child, arena_of(expansion));
    if (copy == NULL) {
      return false;
    }
    node_append(frame, copy);
  }
  node_append(frames, frame);
  return true;
}

static bool refuse_cycle(const Expansion *expansion, const Part *part, const Part *first) {
  const char *chain = part->template->key;
  for (const Part *at = part->outer; at != NULL && chain != NULL && strlen(chain) < SHOWN_CHAIN;
       at = at == first ? NULL : at->outer) {
    chain = text_print(arena_of(expansion), "%s -> %s", at->template->key, chain);
  }
  diag_add(diag_of(expansion), DIAG_TEMPLATE_PART, part->node->key_mark,
           "templates contain each other: %s", chain == NULL ? "" : chain);
  return diag_hint(diag_of(expansion), "remove one of the parts");
}

static bool check_outer(const Expansion *expansion, const Part *part) {
  for (const Part *at = part->outer; at != NULL; at = at->outer) {
    if (at->template == part->template) {
      return refuse_cycle(expansion, part, at);
    }
  }
  return part->depth < DEEPEST ||
         diag_add(diag_of(expansion), DIAG_LIMIT_DEPTH, part->node->key_mark,
                  "parts are nested more than %d deep", (int)DEEPEST);
}

// The template that a part names; NULL after a message.
static Node *find_template(const Expansion *expansion, const Node *name) {
  const Node *templates = map_named(expansion->root, "templates");
  Node *found = templates == NULL ? NULL : map_named(templates, name->text);
  if (found != NULL) {
    return found;
  }
  Diag *diag = diag_of(expansion);
  diag_add(diag, DIAG_TEMPLATE_PART, name->mark, "there is no template \"%s\"", name->text);
  if (!diag_suggest(diag, node_nearest(templates, name->text))) {
    diag_hint(diag, "define it under the top-level key \"templates\"");
  }
  return NULL;
}

// Where the part was asked for, for messages about what is in the template.
static Occasion *note_use(const Expansion *expansion, const Part *part) {
  Occasion *use = arena_new(arena_of(expansion), Occasion);
  const char *words = text_print(arena_of(expansion), "in template \"%s\", used here as \"%s\"",
                                 part->template->key, part->path);
  if (use == NULL || words == NULL) {
    return NULL;
  }
  *use = (Occasion){.text = words, .used = part->node->key_mark};
  return use;
}

// Bodies are called parts in other tools.
static bool is_body(const Node *node) {
  return node->kind == NODE_MAP && node_child(node, "template") == NULL &&
         (node_child(node, "type") != NULL || node_child(node, "mass") != NULL);
}

static bool refuse_bodies(const Expansion *expansion, const Node *parts) {
  diag_add(diag_of(expansion), DIAG_SCHEMA_FOREIGN, parts->key_mark,
           "\"parts\" are made from templates, but here bodies are meant");
  return diag_hint(diag_of(expansion), "bodies belong under \"bodies\"");
}

// Whether all parts are bodies; after the message they are.
static bool take_bodies(const Expansion *expansion, Node *parts) {
  const Node *node = parts->first;
  while (node != NULL && is_body(node)) {
    node = node->next;
  }
  if (node != NULL || parts->count == 0 || node_child(expansion->root, "bodies") != NULL) {
    return false;
  }
  refuse_bodies(expansion, parts);
  parts->key = "bodies";
  return true;
}

// Checks a part and finds its template.
static bool open_part(Expansion *expansion, Part *part, const Part *outer) {
  const Field *top = expansion->checker->language->top;
  char what[WORDS];
  Item item;
  (void)snprintf(what, sizeof what, "part \"%s\"", part->node->key);
  part->path = part->node->key;
  part->outer = outer;
  part->depth = outer == NULL ? 0 : outer->depth + 1;
  part->fields = language_row(top, "templates")->fields;
  if (is_body(part->node)) { // one message for all of them
    return refuse_bodies(expansion, part->node->parent);
  }
  if (!expansion_spend_part(expansion, part->node, part->path) ||
      !check_map(expansion->checker, part->node, language_row(top, "parts")->fields, what, "part",
                 &item) ||
      !item.good) {
    return false;
  }
  part->template = find_template(expansion, item_find(&item, "template")->node);
  if (part->template == NULL || !check_outer(expansion, part)) {
    return false;
  }
  (void)snprintf(what, sizeof what, "template \"%s\"", part->template->key);
  part->use = note_use(expansion, part);
  return part->use != NULL &&
         check_map(expansion->checker, part->template, part->fields, what, "template", &item) &&
         item.good && gather_names(expansion, part);
}

static void make_part(Expansion *expansion, Node *node, const Part *outer) {
  Part part = {.node = node};
  if (!open_part(expansion, &part, outer) || !make_frame(expansion, &part)) {
    return;
  }
  make_parameters(expansion, &part);
  for (const Field *field = part.fields; field->name != NULL && !expansion->over; field++) {
    const Node *map = map_named(part.template, field->name);
    const bool special =
        strcmp(field->name, "parts") == 0 || strcmp(field->name, "parameters") == 0;
    if (map != NULL && !special) {
      copy_collection(expansion, &part, field, map);
    }
  }
  const Node *nested = map_named(part.template, "parts");
  const Field *field = language_row(part.fields, "parts");
  const Place place = {.fields = field->fields, .field = field, .space = expansion->checker->space};
  Node *parts = nested == NULL ? NULL : new_node(expansion, NODE_MAP, "parts", nested->key_mark);
  for (Node *item = parts == NULL ? NULL : nested->first; item != NULL && !expansion->over;
       item = item->next) {
    Node *copy = copy_of(expansion, &part, &place, nested, item);
    if (copy != NULL) {
      node_append(parts, copy);
    }
  }
  if (parts != NULL) {
    make_parts(expansion, parts, &part);
  }
}

// Families first: each member is a part.
static void make_parts(Expansion *expansion, Node *parts, const Part *outer) {
  copy_families(expansion, language_row(expansion->checker->language->top, "parts"), parts);
  for (Node *node = parts->first; node != NULL && !expansion->over; node = node->next) {
    make_part(expansion, node, outer);
  }
}

static void drop(Node *root, const char *key) {
  const Node *node = node_child(root, key);
  if (node != NULL) {
    node_remove(root, node);
  }
}

// Whether a collection stands there and is a map; said when it is none.
static Node *checked_map(const Expansion *expansion, const char *key) {
  Node *map = node_child(expansion->root, key);
  const Field *field = language_row(expansion->checker->language->top, key);
  char what[WORDS];
  (void)snprintf(what, sizeof what, "\"%s\"", key);
  return map != NULL &&
                 scalar_check(field, expansion->checker->space, map, what, diag_of(expansion))
             ? map
             : NULL;
}

void template_expand(Expansion *expansion) {
  Node *templates = checked_map(expansion, "templates");
  Node *parts = checked_map(expansion, "parts");
  for (const Node *node = templates == NULL ? NULL : templates->first; node != NULL;
       node = node->next) {
    (void)names_check(node->key, node->key_mark, NAME_TEMPLATE, diag_of(expansion));
  }
  if (parts != NULL && !take_bodies(expansion, parts)) {
    make_parts(expansion, parts, NULL);
  }
  drop(expansion->root, "templates");
  drop(expansion->root, "parts");
}
