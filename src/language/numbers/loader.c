// SPDX-License-Identifier: BSD-3-Clause
// loader.c: what the parts of the loader share.
#include "language/numbers/loader.h"

#include <string.h>

Arena *loader_arena(const Loader *loader) {
  return loader->checker.arena;
}
Diag *loader_diag(const Loader *loader) {
  return loader->checker.diag;
}
bool loader_exhausted(const Loader *loader) {
  return loader->checker.arena->allocator->exhausted;
}

bool loader_refuse_name(const Loader *loader, const Names *names, NameKind kind, const char *text,
                        Mark mark, const char *what) {
  Diag *diag = loader_diag(loader);
  const Name *other = names_find(names, text);
  if (other != NULL) {
    return diag_add(diag, DIAG_NAME_KIND, mark, "%s must name %s, but \"%s\" is %s", what,
                    names_article(kind), text, names_article(other->kind));
  }
  if (loader->unread) {
    return false;
  }
  diag_add(diag, DIAG_NAME_UNKNOWN, mark, "%s: there is no %s \"%s\"", what,
           strchr(names_article(kind), ' ') + 1, text);
  return !diag_suggest(diag, names_nearest(names, 1U << kind, text, diag));
}

Origin loader_origin(Loader *loader, Mark mark) {
  Origins *origins = &loader->model->origins;
  const int id = origins->count > 0 ? origins->count : 1; // 0 is nowhere
  OriginPlace *places = arena_room(loader_arena(loader), origins->places, &loader->origin_capacity,
                                   id + 1, sizeof *places);
  if (places == NULL) {
    return origin_none();
  }
  origins->places = places;
  origins->places[id].mark = mark;
  origins->count = id + 1;
  return (Origin){.id = id};
}

Mark loader_mark(const Loader *loader, Origin origin) {
  return origin_mark(&loader->model->origins, origin);
}

int loader_add_marker(Loader *loader, Marker marker) {
  Model *model = loader->model;
  const int index = model->marker_count;
  Marker *markers = arena_room(loader_arena(loader), model->markers, &loader->marker_capacity,
                               index + 1, sizeof *markers);
  if (markers == NULL) {
    return -1;
  }
  model->markers = markers;
  model->markers[index] = marker;
  model->marker_count++;
  return index;
}

// One element: its words for messages, its type, its keys.
static bool fill_element(Loader *loader, const KindTable *table, Node *node, Element *element) {
  element->name = node->key;
  element->name_mark = node->key_mark;
  element->node = node;
  element->what = loader_print(loader, "%s \"%s\"", table->item, node->key);
  if (element->what == NULL) {
    return false;
  }
  return check_element(&loader->checker, table, node, element->what, &element->kind,
                       &element->item);
}

bool loader_elements(Loader *loader, const char *key, Collection *collection) {
  const Value *value = item_find(&loader->top, key);
  const KindTable *table = language_table(loader->checker.language, key);
  if (value == NULL || value->node == NULL || table == NULL) {
    return true;
  }
  const Node *map = value->node;
  if (map->count > ELEMENT_LIMIT) {
    diag_add(loader_diag(loader), DIAG_LIMIT_ELEMENTS, map->key_mark,
             "the model has %d %s; %d are allowed", map->count, key, (int)ELEMENT_LIMIT);
    return true;
  }
  collection->elements = arena_array(loader_arena(loader), Element, map->count);
  if (collection->elements == NULL) {
    return false;
  }
  for (Node *node = map->first; node != NULL; node = node->next) {
    if (!fill_element(loader, table, node, &collection->elements[collection->count])) {
      return false;
    }
    collection->count++;
  }
  return true;
}
