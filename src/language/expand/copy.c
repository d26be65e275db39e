// SPDX-License-Identifier: BSD-3-Clause
// copy.c: copies of parts of the tree, as one member of a family or one part reads them. The field
// tables say which texts are expressions or references, and which are words of the language.
#include "language/expand/copy.h"

#include <string.h>

#include "base/dictionary.h"
#include "base/text.h"
#include "language/expand/repeat.h"
#include "yaml/node.h"
#include "yaml/rescan.h"

enum { SOURCES = 4 };

// A map or list that is being filled.
typedef struct Target {
  Node *node;
  bool items;      // a collection, whose names must differ
  Dictionary keys; // of a collection: its items
} Target;

// ---- readings of a text ----

// The sources of one reading: copies of those in the file, with an origin.
typedef struct Reading {
  const Occasion *occasion; // NULL: the same sources
  const SourceText *source[SOURCES], *copy[SOURCES];
  int count;
} Reading;

// The copy of a source for this reading; NULL when memory ran out.
static const SourceText *read_source(Reading *reading, const SourceText *source, Arena *arena) {
  if (reading->occasion == NULL || source == NULL) {
    return source;
  }
  for (int k = 0; k < reading->count; k++) {
    if (reading->source[k] == source) {
      return reading->copy[k];
    }
  }
  SourceText *copy = arena_new(arena, SourceText);
  Occasion *occasion = arena_new(arena, Occasion);
  if (copy == NULL || occasion == NULL) {
    return NULL;
  }
  *occasion = *reading->occasion;
  occasion->outer = source->occasion;
  *copy = *source;
  copy->occasion = occasion;
  if (reading->count < SOURCES) {
    reading->source[reading->count] = source;
    reading->copy[reading->count++] = copy;
  }
  return copy;
}

// The use of a template; else "with i = 3, j = 4": the indices of the families around.
static bool open_reading(const Expansion *expansion, const Occasion *use, Reading *reading) {
  const Constants *constants = &expansion->constants;
  Arena *arena = expansion->checker->arena;
  *reading = (Reading){.occasion = use};
  if (use != NULL || constants->index_count == 0) {
    return true;
  }
  Text text = text_open(arena->allocator);
  for (int k = 0; k < constants->index_count; k++) {
    text_printf(&text, "%s%s = %ld", k == 0 ? "with " : ", ", constants->indices[k].name,
                constants->indices[k].value);
  }
  Occasion *occasion = arena_new(arena, Occasion);
  const char *words = text_keep(&text, arena);
  if (occasion == NULL || words == NULL) {
    return false;
  }
  *occasion = (Occasion){.text = words};
  reading->occasion = occasion;
  return true;
}

// ---- what a text is ----

// Of several rows with this name the first whose shape fits, as the checker takes it.
const Field *copy_row(const Field *fields, const Node *node) {
  const FieldShape shape = node->kind == NODE_MAP    ? SHAPE_MAP
                           : node->kind == NODE_LIST ? SHAPE_LIST
                                                     : SHAPE_SCALAR;
  const Field *found = NULL;
  bool fits = false;
  for (int k = 0; fields != NULL && fields[k].name != NULL; k++) {
    const bool better = found == NULL || (!fits && field_type_row(fields[k].type)->shape == shape);
    if (strcmp(fields[k].name, node->key) == 0 && better) {
      found = &fields[k];
      fits = field_type_row(found->type)->shape == shape;
    }
  }
  return found;
}

bool copy_holds_items(const Place *place) {
  if (place->field == NULL || place->item) {
    return false;
  }
  const FieldType type = place->field->type;
  return type == FIELD_COLLECTION || type == FIELD_ELEMENTS || type == FIELD_NUMBERS;
}

// Whether the body around has a marker of this name, whatever else of the template has it, too.
static bool has_marker(const Node *node, const char *name) {
  for (const Node *around = node->parent; around != NULL; around = around->parent) {
    const Node *markers = around->kind == NODE_MAP ? node_child(around, "markers") : NULL;
    if (markers != NULL && markers->kind == NODE_MAP && node_child(markers, name) != NULL) {
      return true;
    }
  }
  return false;
}

// A marker of the body itself, which is called by its name alone: no name of the template.
static bool is_own_marker(const Expansion *expansion, const Field *field, const Node *node) {
  const Names *locals = expansion->rewriter.locals;
  return (field->marker & MARKER_OWN) != 0 && strchr(node->text, '.') == NULL && locals != NULL &&
         (has_marker(node, node->text) || names_find(locals, node->text) == NULL);
}

static TextKind kind_of(const Expansion *expansion, const Place *place, const Node *node) {
  if (place->field == NULL) {
    return place->unknown ? TEXT_WORDS : TEXT_EXPRESSION;
  }
  switch ((int)place->field->type) {
  case FIELD_MARKER:
    return is_own_marker(expansion, place->field, node) ? TEXT_WORDS : TEXT_MARKER;
  case FIELD_FRAME:
    return TEXT_MARKER;
  case FIELD_WORD:
  case FIELD_WORDS:
  case FIELD_BOOLEAN:
  case FIELD_TEXT:
  case FIELD_FILE:
  case FIELD_FILES:
  case FIELD_ANALYSIS:
    return TEXT_WORDS;
  default:
    return TEXT_EXPRESSION;
  }
}

// ---- filling ----

static bool copy_append(Expansion *expansion, Target *target, Node *node) {
  if (target->items) {
    const DictionaryEntry *known = dictionary_find(&target->keys, node->key);
    if (known != NULL) {
      const Node *other = known->value;
      Diag *diag = expansion->checker->diag;
      diag_add(diag, DIAG_NAME_DUPLICATE, node->key_mark,
               "the name \"%s\" is already in use in \"%s\"", node->key, target->node->key);
      return diag_related(diag, other->key_mark, "it is also defined here");
    }
    if (!dictionary_add(&target->keys, node->key, node, expansion->checker->arena)) {
      return false;
    }
  }
  node_append(target->node, node);
  return true;
}

// Whether an indexed name may stand in a text.
static bool copy_has_index(const char *text) {
  return strstr(text, "_(") != NULL;
}

// ---- copies ----

typedef struct Copy {
  Expansion *expansion;
  const Node *item; // for messages
  Reading reading;
} Copy;

static bool copy_children(Copy *copy, const Node *from, const Place *place, Node *to);
static bool copy_is_family(const Node *item);
static bool copy_family(Expansion *expansion, Node *item, const Place *place, Target *target);

// The text of a scalar or key in this reading.
static bool read_text(Copy *copy, const Passage *from, TextKind kind, Passage *to) {
  if (from == NULL) {
    return false;
  }
  Passage here = *from;
  here.source = read_source(&copy->reading, from->source, copy->expansion->checker->arena);
  if (here.source == NULL || !rewrite_text(&copy->expansion->rewriter, &here, kind, to)) {
    return expansion_spend(copy->expansion, copy->item, 0) && false;
  }
  return true;
}

static bool copy_scalar(Copy *copy, Node *from, const Place *place, Node *to) {
  to->passage.source = from->passage.source == NULL ? NULL : to->mark.source;
  if (!rewrite_concerns(&copy->expansion->rewriter, from->text)) {
    return true;
  }
  Passage text;
  Rewriter *rewriter = &copy->expansion->rewriter;
  rewriter->argument = place->field == NULL ? NULL : place->field->argument;
  const bool good = read_text(copy, rescan_passage(from, copy->expansion->checker->arena),
                              kind_of(copy->expansion, place, from), &text);
  rewriter->argument = NULL;
  if (!good) {
    return false;
  }
  to->passage = text;
  to->text = text.text;
  to->length = text.length;
  return true;
}

// A key has indices, or (in a map of an element that sets parameters) is a name of the template.
static bool copy_key(Copy *copy, const Node *from, const Place *place, Node *to) {
  const bool template = copy->expansion->rewriter.locals != NULL;
  const bool named = template && place->single && from != copy->item &&
                     strcmp(place->field->name, "parameters") != 0;
  to->key = from->key;
  if (from->key == NULL || !(named || (!template && copy_has_index(from->key)))) {
    return true;
  }
  Passage key;
  Passage text;
  if (!rescan_given(from->key, from->key_mark, true, copy->expansion->checker->arena, &key) ||
      !read_text(copy, &key, named ? TEXT_EXPRESSION : TEXT_WORDS, &text)) {
    return false;
  }
  to->key = text.text;
  return true;
}

// One node with all below it, hung into nothing. NULL after a message, or when memory ran out.
static Node *copy_node(Copy *copy, Node *from, const Place *place) {
  Arena *arena = copy->expansion->checker->arena;
  if (!expansion_spend(copy->expansion, copy->item, 1)) {
    return NULL;
  }
  Node *to = arena_new(arena, Node);
  if (to == NULL) {
    return NULL;
  }
  *to = *from;
  to->parent = to->first = to->last = to->next = NULL;
  to->count = 0;
  to->mark.source = read_source(&copy->reading, from->mark.source, arena);
  to->key_mark.source = read_source(&copy->reading, from->key_mark.source, arena);
  if (!copy_key(copy, from, place, to)) {
    return NULL;
  }
  const bool good = from->kind == NODE_SCALAR ? copy_scalar(copy, from, place, to)
                                              : copy_children(copy, from, place, to);
  return good ? to : NULL;
}

// An item of a collection: of elements it has the rows of its type.
static Place place_of_item(const Language *language, const Place *place, const Node *item) {
  Place found = {
      .fields = place->fields, .field = place->field, .item = true, .space = place->space};
  if (place->field->type == FIELD_ELEMENTS) {
    const KindTable *table = language_table(language, place->field->name);
    const Node *type = item->kind == NODE_MAP ? node_child(item, "type") : NULL;
    const bool word = table != NULL && type != NULL && type->kind == NODE_SCALAR;
    const Kind *kind =
        word ? language_kind(table, type->text, place->space > 0 ? place->space : IN_BOTH) : NULL;
    found.fields = kind == NULL ? NULL : kind->fields;
  }
  found.single = place->field->type == FIELD_NUMBERS;
  return found;
}

Place copy_place(const Language *language, const Place *place, const Node *parent,
                 const Node *child) {
  if (parent->kind == NODE_LIST) {
    return *place;
  }
  if (copy_holds_items(place)) {
    return place_of_item(language, place, child);
  }
  const Field *row = copy_row(place->fields, child);
  const bool family = strcmp(child->key, "repeat") == 0 || place->single;
  return (Place){.fields = row == NULL ? NULL : row->fields,
                 .field = row,
                 .space = place->space,
                 .unknown = place->unknown ||
                            (row == NULL && !family && (place->item || place->fields != NULL))};
}

static bool copy_children(Copy *copy, const Node *from, const Place *place, Node *to) {
  Target target = {.node = to, .items = copy_holds_items(place)};
  for (Node *child = from->first; child != NULL; child = child->next) {
    const Place below = copy_place(copy->expansion->checker->language, place, from, child);
    const bool kept = copy->expansion->rewriter.locals != NULL; // families of a template stay
    if (!kept && child->parent == copy->item && child->key != NULL &&
        strcmp(child->key, "repeat") == 0) {
      continue;
    }
    if (!kept && below.item && copy_is_family(child)) {
      if (!copy_family(copy->expansion, child, &below, &target)) {
        return false;
      }
      continue;
    }
    Node *copied = copy_node(copy, child, &below);
    if (copied == NULL || !copy_append(copy->expansion, &target, copied)) {
      return false;
    }
  }
  return true;
}

Node *copy_item(Expansion *expansion, Node *item, const Place *place, const Occasion *use) {
  Copy copy = {.expansion = expansion, .item = item};
  return open_reading(expansion, use, &copy.reading) ? copy_node(&copy, item, place) : NULL;
}

// ---- families ----

static bool copy_is_family(const Node *item) {
  return item->kind == NODE_MAP && node_child(item, "repeat") != NULL;
}

typedef struct Members {
  Expansion *expansion;
  Node *item;
  const Place *place;
  Target *target;
  int first_index;
} Members;

// "repeat: ..., value: ...": a member that is no map.
static Node *single_value(const Node *member) {
  Node *value = node_child(member, "value");
  return value != NULL && member->count == 1 ? value : NULL;
}

// Every index must stand in the name, or members would share one.
static bool check_name(const Members *members) {
  const Constants *constants = &members->expansion->constants;
  for (int k = members->first_index; k < constants->index_count; k++) {
    if (!constants->indices[k].used) {
      const char *name = constants->indices[k].name;
      diag_add(constants->diag, DIAG_REPEAT_NAME, members->item->key_mark,
               "the name \"%s\" does not contain its index \"%s\": all members would have the "
               "same name",
               members->item->key, name);
      return diag_hint(constants->diag, "write \"%.*s_(%s)\"",
                       (int)strcspn(members->item->key, "("), members->item->key, name);
    }
  }
  return true;
}

static bool make_member(void *context) {
  const Members *members = context;
  Expansion *expansion = members->expansion;
  Copy copy = {.expansion = expansion, .item = members->item};
  for (int k = members->first_index; k < expansion->constants.index_count; k++) {
    expansion->constants.indices[k].used = false;
  }
  Node named = {.kind = NODE_SCALAR};
  if (!open_reading(expansion, NULL, &copy.reading) ||
      !copy_key(&copy, members->item, members->place, &named) || !check_name(members)) {
    return false;
  }
  Node *member = copy_node(&copy, members->item, members->place);
  if (member == NULL) {
    return false;
  }
  Node *single = members->place->single ? single_value(member) : NULL;
  if (single != NULL) {
    single->key = member->key;
    single->key_mark = member->key_mark;
    member = single;
  }
  return copy_append(expansion, members->target, member);
}

static bool copy_family(Expansion *expansion, Node *item, const Place *place, Target *target) {
  Family family;
  Members members = {.expansion = expansion,
                     .item = item,
                     .place = place,
                     .target = target,
                     .first_index = expansion->constants.index_count};
  return repeat_read(expansion, item, &family) &&
         repeat_each(expansion, item, &family, make_member, &members);
}

// ---- collections ----

// Whether anything in a subtree must be expanded.
bool copy_is_needed(const Node *node) {
  if (node->key != NULL && (copy_has_index(node->key) || strcmp(node->key, "repeat") == 0)) {
    return true;
  }
  if (node->kind == NODE_SCALAR) {
    return copy_has_index(node->text);
  }
  for (const Node *child = node->first; child != NULL; child = child->next) {
    if (copy_is_needed(child)) {
      return true;
    }
  }
  return false;
}

// Puts an item, or the members that it stands for, into the new list of its collection.
static bool place_item(Expansion *expansion, const Field *field, Node *item, Target *target) {
  const Place whole = {.fields = field->fields, .field = field, .space = expansion->checker->space};
  const Place place = copy_place(expansion->checker->language, &whole, target->node, item);
  if (copy_is_family(item)) {
    return copy_family(expansion, item, &place, target);
  }
  Node *placed = copy_is_needed(item) ? copy_item(expansion, item, &place, NULL) : item;
  return placed != NULL && copy_append(expansion, target, placed);
}

// Whatever is refused is left out, with its message; the rest goes on.
void copy_families(Expansion *expansion, const Field *field, Node *collection) {
  Node *item = collection->first;
  Target target = {.node = collection, .items = true};
  node_cut(collection, NULL);
  while (item != NULL && !expansion->over) {
    Node *next = item->next; // appending changes it
    (void)place_item(expansion, field, item, &target);
    item = next;
  }
}
