// SPDX-License-Identifier: BSD-3-Clause
// pairs.c: contacts of every member of one group with every member of another (see pairs.h).
//
// Of two shapes the flatter one is marker_i: plane, box, capsule, ball, then what meets only
// planes. A marker is a plane in the second group, a point in the first.
#include "language/expand/pairs.h"

#include <string.h>

#include "base/text.h"
#include "language/tables/tables.h"
#include "spec/check.h"
#include "yaml/node.h"
#include "yaml/rescan.h"

const Field group_fields[] = {KEY("members", WORDS, "shapes (BODY.SHAPE, ground.SHAPE) and markers",
                                  .required = true, .dotted = true),
                              {0}};

const Field contact_pair_fields[] = {
    KEY("between", WORDS,
        "two groups: each member of the first can touch each member of the second; with the same "
        "group twice, its members can touch each other. A marker of the first is a point, of the "
        "second a plane. Members of the same body do not meet; a member of both groups meets each "
        "other member once. The forces are called NAME_A_B, where A and B are the bodies, or "
        "BODY_SHAPE if a group has several members on one body, or if another member would have "
        "the same name",
        .required = true, .size = 2),
    KEY_NUMBER("stiffness", ANY, POSITIVE, "as for a contact", .required = true),
    KEY_NUMBER("exponent", RATIO, AT_LEAST_ONE, "as for a contact", .fallback = "1.5"),
    KEY_NUMBER("damping", ANY, NOT_NEGATIVE, "as for a contact", .fallback = "0",
               .without = ONE_OF("restitution")),
    KEY_NUMBER("friction", RATIO, NOT_NEGATIVE, "as for a contact", .fallback = "0"),
    KEY_NUMBER("transition_speed", VELOCITY, POSITIVE, "as for a contact", .required = true,
               .with = ONE_OF("friction")),
    KEY_NUMBER("restitution", RATIO, UP_TO_ONE, "as for a contact"),
    KEY_NUMBER("at_speed", VELOCITY, POSITIVE, "as for a contact", .required = true,
               .with = ONE_OF("restitution")),
    {0}};

enum { RANK_NONE, RANK_BALL, RANK_CAPSULE, RANK_BOX, RANK_PLANE };

// A member: its word, its body, what it is called in names, and how flat it is.
typedef struct Member {
  Node *node;
  const char *body, *called;
  bool shape;
  int rank;
  int other; // which one of the other group it is, too, or -1
} Member;

typedef struct Group {
  const char *name;
  Member *members;
  int count;
} Group;

static Diag *diag_of(const Expansion *expansion) {
  return expansion->checker->diag;
}

static Arena *arena_of(const Expansion *expansion) {
  return expansion->checker->arena;
}

static Node *map_named(const Node *parent, const char *name) {
  Node *map = parent == NULL ? NULL : node_child(parent, name);
  return map != NULL && map->kind == NODE_MAP ? map : NULL;
}

// ---- groups ----

static const char *shape_type(const Expansion *expansion, const char *body, const char *shape) {
  const bool ground = strcmp(body, "ground") == 0;
  const Node *owner = ground ? map_named(expansion->root, "ground")
                             : map_named(map_named(expansion->root, "bodies"), body);
  const Node *map = map_named(map_named(owner, "shapes"), shape);
  const Node *type = map == NULL ? NULL : node_child(map, "type");
  return map == NULL ? NULL : type == NULL || type->text == NULL ? "" : type->text;
}

static int rank_of(const char *type) {
  static const char *const words[] = {"sphere", "capsule", "box", "plane"};
  int rank = RANK_NONE;
  for (int k = 0; k < 4; k++) {
    rank = strcmp(words[k], type) == 0 ? RANK_BALL + k : rank;
  }
  return rank;
}

static const char *underscored(const Expansion *expansion, const char *text) {
  char *copy = (char *)arena_copy(arena_of(expansion), text, strlen(text));
  for (char *at = copy; at != NULL && *at != '\0'; at++) {
    *at = *at == '.' ? '_' : *at;
  }
  return copy;
}

static bool read_member(const Expansion *expansion, Node *node, Member *member) {
  const char *point = node->text == NULL ? NULL : strrchr(node->text, '.');
  *member = (Member){.node = node, .called = node->text, .body = node->text};
  if (node->kind != NODE_SCALAR || node->text == NULL) {
    return false;
  }
  if (point == NULL) {
    return true;
  }
  member->body = arena_copy(arena_of(expansion), node->text, (size_t)(point - node->text));
  const char *type = member->body == NULL ? NULL : shape_type(expansion, member->body, point + 1);
  member->shape = type != NULL;
  member->rank = type == NULL ? RANK_NONE : rank_of(type);
  return member->body != NULL;
}

// How many members are of this body, or called like this.
static int count_of_body(const Group *group, const char *body) {
  int count = 0;
  for (int k = 0; k < group->count; k++) {
    count += strcmp(group->members[k].body, body) == 0;
  }
  return count;
}

static int count_called(const Group *group, const char *called) {
  int count = 0;
  for (int k = 0; k < group->count; k++) {
    count += strcmp(group->members[k].called, called) == 0;
  }
  return count;
}

// Bodies with one member in the group give it their name, unless another member is called so.
static bool call_members(const Expansion *expansion, Group *group) {
  for (int k = 0; k < group->count; k++) {
    Member *member = &group->members[k];
    const bool alone = count_of_body(group, member->body) == 1;
    member->called = underscored(expansion, alone ? member->body : member->node->text);
    if (member->called == NULL) {
      return false;
    }
  }
  for (int k = 0; k < group->count; k++) {
    Member *member = &group->members[k];
    if (count_called(group, member->called) > 1) {
      member->called = underscored(expansion, member->node->text);
    }
    if (member->called == NULL) {
      return false;
    }
  }
  return true;
}

static int index_in(const Group *group, const char *text) {
  for (int k = 0; k < group->count; k++) {
    if (strcmp(group->members[k].node->text, text) == 0) {
      return k;
    }
  }
  return -1;
}

static bool refuse_group(const Expansion *expansion, const Node *word, const char *what) {
  const Node *groups = map_named(expansion->root, "groups");
  Diag *diag = diag_of(expansion);
  diag_add(diag, DIAG_NAME_UNKNOWN, word->mark, "\"between\" of %s: there is no group \"%s\"", what,
           word->text);
  const char *near = groups == NULL ? NULL : node_nearest(groups, word->text);
  return near != NULL
             ? diag_suggest(diag, near) && false
             : diag_hint(diag, "groups are listed under \"groups\" at the top level") && false;
}

// False after a message, or when memory ran out.
static bool read_group(const Expansion *expansion, const Node *word, const char *what,
                       Group *group) {
  const Node *map = map_named(map_named(expansion->root, "groups"), word->text);
  const Node *members = map == NULL ? NULL : node_child(map, "members");
  *group = (Group){.name = word->text};
  if (members == NULL || members->kind != NODE_LIST) {
    return refuse_group(expansion, word, what);
  }
  if (members->count == 0) {
    diag_add(diag_of(expansion), DIAG_VALUE_RANGE, members->mark, "group \"%s\" has no members",
             group->name);
    return false;
  }
  group->members = arena_array(arena_of(expansion), Member, members->count);
  for (Node *node = members->first; group->members != NULL && node != NULL; node = node->next) {
    if (!read_member(expansion, node, &group->members[group->count])) {
      return false;
    }
    if (index_in(group, node->text) >= 0) {
      diag_add(diag_of(expansion), DIAG_NAME_DUPLICATE, node->mark,
               "group \"%s\" names \"%s\" twice", group->name, node->text);
      return false;
    }
    group->count++;
  }
  return group->members != NULL && call_members(expansion, group);
}

// ---- forces ----

static Node *new_node(const Expansion *expansion, NodeKind kind, const char *key, Mark mark) {
  Node *node = arena_new(arena_of(expansion), Node);
  if (node != NULL) {
    *node = (Node){.kind = kind, .plain = true, .key = key, .mark = mark, .key_mark = mark};
  }
  return node;
}

static bool append_word(const Expansion *expansion, Node *map, const char *key, const char *text,
                        Mark mark) {
  Node *node = new_node(expansion, NODE_SCALAR, key, mark);
  if (node == NULL || !rescan_given(text, mark, true, arena_of(expansion), &node->passage)) {
    return false;
  }
  node->text = text;
  node->length = (int)strlen(text);
  node_append(map, node);
  return true;
}

static bool append_law(const Expansion *expansion, Node *map, const Node *pair) {
  for (const Node *child = pair->first; child != NULL; child = child->next) {
    Node *copy = NULL;
    int nodes = 0;
    if (strcmp(child->key, "between") == 0) {
      continue;
    }
    if (node_copy(child, expansion->limits, 0, &nodes, arena_of(expansion), &copy) != NODE_COPIED) {
      return false;
    }
    copy->key = child->key;
    copy->key_mark = child->key_mark;
    node_append(map, copy);
  }
  return true;
}

static Node *forces_of(const Expansion *expansion, Mark mark) {
  Node *map = node_child(expansion->root, "forces");
  if (map == NULL) {
    map = new_node(expansion, NODE_MAP, "forces", mark);
    if (map != NULL) {
      node_append(expansion->root, map);
    }
  }
  return map == NULL || map->kind != NODE_MAP ? NULL : map;
}

// One pair. False after a message, or when memory ran out.
static bool add_force(Expansion *expansion, const Node *pair, const Member *first,
                      const Member *second) {
  const Member *i = first->rank > second->rank ? first : second;
  const Member *j = i == first ? second : first;
  Node *forces = forces_of(expansion, pair->key_mark);
  const char *name =
      text_print(arena_of(expansion), "%s_%s_%s", pair->key, first->called, second->called);
  Node *map = name == NULL ? NULL : new_node(expansion, NODE_MAP, name, pair->key_mark);
  if (map == NULL || forces == NULL || !expansion_spend(expansion, pair, pair->count + 3)) {
    return false;
  }
  map->mark = pair->mark;
  node_append(forces, map);
  return append_word(expansion, map, "type", "contact", pair->key_mark) &&
         append_word(expansion, map, "marker_i", i->node->text, i->node->mark) &&
         append_word(expansion, map, "marker_j", j->node->text, j->node->mark) &&
         append_law(expansion, map, pair);
}

static bool refuse_points(const Expansion *expansion, const Member *member, const char *what) {
  Diag *diag = diag_of(expansion);
  diag_add(diag, DIAG_NAME_KIND, member->node->mark,
           "%s: \"%s\" is a marker, but a group that meets itself may contain shapes only", what,
           member->node->text);
  diag_hint(diag, "give the body a shape, or put the marker into a group of its own");
  return false;
}

// Which members are in both groups.
static void match(Group group[2]) {
  for (int side = 0; side < 2; side++) {
    for (int k = 0; k < group[side].count; k++) {
      Member *member = &group[side].members[k];
      member->other = member->shape ? index_in(&group[1 - side], member->node->text) : -1;
    }
  }
}

// Members of one body do not meet, nor does one meet itself. Of two that are in both groups the
// contact is made once.
static bool add_forces(Expansion *expansion, const Node *pair, Group group[2], const char *what) {
  const bool itself = strcmp(group[0].name, group[1].name) == 0;
  int made = 0;
  for (int k = 0; k < group[1].count && !itself; k++) {
    Member *member = &group[1].members[k];
    member->rank = member->shape ? member->rank : RANK_PLANE;
  }
  for (int i = 0; i < group[0].count; i++) {
    const Member *first = &group[0].members[i];
    if (itself && !first->shape) {
      return refuse_points(expansion, first, what);
    }
    for (int k = itself ? i + 1 : 0; k < group[1].count; k++) {
      const Member *second = &group[1].members[k];
      const bool made_before = first->other >= 0 && second->other >= 0 && second->other < i;
      if (strcmp(first->body, second->body) == 0 || (!itself && made_before)) {
        continue;
      }
      if (!add_force(expansion, pair, first, second)) {
        return false;
      }
      made++;
    }
  }
  if (made == 0) {
    diag_add(diag_of(expansion), DIAG_NAME_SELF, pair->key_mark,
             "%s makes no pair: all members belong to one body", what);
  }
  return true;
}

static void expand_pair(Expansion *expansion, Node *pair) {
  const Checker *checker = expansion->checker;
  const char *what = text_print(arena_of(expansion), "contact pair \"%s\"", pair->key);
  Item item;
  Group group[2];
  if (what == NULL ||
      !check_map(checker, pair, contact_pair_fields, what, "key of contact pairs", &item)) {
    return;
  }
  const Value *between = item_stated(&item, "between");
  if (between == NULL || between->node->count != 2 || !item.good) {
    return;
  }
  if (read_group(expansion, between->node->first, what, &group[0]) &&
      read_group(expansion, between->node->last, what, &group[1])) {
    match(group);
    (void)add_forces(expansion, pair, group, what);
  }
}

void pairs_expand(Expansion *expansion) {
  Node *pairs = node_child(expansion->root, "contact_pairs");
  Node *groups = node_child(expansion->root, "groups");
  if (pairs == NULL || pairs->kind != NODE_MAP || expansion->checker->space == IN_PLANE) {
    return; // what is wrong with them, the table of the top level tells
  }
  for (Node *pair = pairs->first; pair != NULL; pair = pair->next) {
    expand_pair(expansion, pair);
  }
  node_remove(expansion->root, pairs);
  if (groups != NULL) {
    node_remove(expansion->root, groups);
  }
}
