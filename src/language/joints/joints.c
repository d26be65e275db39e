// SPDX-License-Identifier: BSD-3-Clause
// joints.c: joints between markers. A joint given by two bodies and a place gets two markers of its
// own, which the system puts on the bodies at the initial pose.
#include "language/joints/joints.h"

#include <math.h>
#include <string.h>

#include "elements/joints/joint_generic.h"
#include "language/bodies/bodies.h"
#include "language/bodies/frames.h"
#include "language/bodies/orientation.h"
#include "language/numbers/numbers.h"
#include "math/vec.h"

static JointStart no_start(void) {
  JointStart start = {
      .axes = {.form = ORIENTATION_NONE, .number = -1}, .spin = -1, .direction = -1, .length = -1};
  for (int k = 0; k < JOINT_STARTS; k++) {
    start.place[k] = start.rate[k] = -1;
  }
  return start;
}

bool joints_register(Loader *loader) {
  Model *model = loader->model;
  const Collection *joints = &loader->joints;
  model->joints = arena_array(loader_arena(loader), Joint, joints->count);
  if (model->joints == NULL) {
    return false;
  }
  for (int k = 0; k < joints->count; k++) {
    const Element *element = &joints->elements[k];
    const JointKind *kind =
        element->kind == NULL ? NULL : registry_joint(element->kind->type, loader->checker.space);
    model->joints[k] = (Joint){.name = element->name,
                               .origin = loader_origin(loader, element->name_mark),
                               .kind = kind,
                               .marker_i = -1,
                               .marker_j = -1,
                               .relation = -1,
                               .start = no_start(),
                               .initial_coordinate = -1,
                               .initial_rate = -1};
    model->joint_count++;
    Diag *diag = loader_diag(loader);
    (void)names_check(element->name, element->name_mark, NAME_JOINT, diag);
    if (!names_claim(&loader->names, element->name, NAME_JOINT, k, element->name_mark, diag)) {
      return false;
    }
  }
  return true;
}

int joints_find(const Loader *loader, const Node *node, const char *what) {
  const Name *name = names_find(&loader->names, node->text);
  if (name != NULL && name->kind == NAME_JOINT) {
    return name->index;
  }
  loader_refuse_name(loader, &loader->names, NAME_JOINT, node->text, node->mark, what);
  return -1;
}

static const char *what_of(const Loader *loader, const Element *element, const Value *value) {
  const char *what = loader_print(loader, "\"%s\" of %s", value->field->name, element->what);
  return what == NULL ? "" : what;
}

// ---- ends ----

// A marker of the joint's own on a body, placed by "at".
static int add_own_marker(Loader *loader, const Element *element, const Joint *joint, int body) {
  const Value *at = item_find(&element->item, "at");
  const Value *one = item_find(&element->item, "axis");
  const Value *axis = one == NULL ? item_find(&element->item, "axis_1") : one;
  const Value *second = item_find(&element->item, "axis_2");
  const Value *relative = item_find(&element->item, "relative_to");
  const int frame =
      relative == NULL ? -1 : frames_find(loader, relative, what_of(loader, element, relative));
  const Axis along = joint_first_axis(joint->kind);
  const char *name =
      loader_print(loader, "%s (on %s)", element->name, loader->model->bodies[body].name);
  if (name == NULL) {
    return -1;
  }
  return loader_add_marker(
      loader, (Marker){.name = name,
                       .origin = loader_origin(loader, element->name_mark),
                       .body = body,
                       .position = at == NULL ? -1 : joint->first_number + at->number,
                       .orientation = {.form = ORIENTATION_NONE, .number = -1},
                       .at_initial_pose = true,
                       .axis = axis == NULL ? -1 : joint->first_number + axis->number,
                       .along = along == AXIS_NONE ? AXIS_Z : along,
                       .axis_2 = second == NULL ? -1 : joint->first_number + second->number,
                       .frame = frame});
}

// One end: its marker, stated or made; -1 when the file does not say (which was told).
static bool find_end(Loader *loader, const Element *element, const Joint *joint,
                     const char *marker_key, const char *body_key, int *marker) {
  const Value *by_marker = item_stated(&element->item, marker_key);
  const Value *by_body = item_stated(&element->item, body_key);
  *marker = -1;
  if (by_marker != NULL) {
    *marker = bodies_find_marker(loader, by_marker->node, what_of(loader, element, by_marker));
  } else if (by_body != NULL) {
    const int body = bodies_find_body(loader, by_body->node, what_of(loader, element, by_body));
    if (body >= 0) {
      *marker = add_own_marker(loader, element, joint, body);
    }
  }
  return !loader_exhausted(loader);
}

static void check_ends(const Loader *loader, const Element *element, const Joint *joint) {
  if (joint->marker_i < 0 || joint->marker_j < 0) {
    return;
  }
  const int body = loader->model->markers[joint->marker_i].body;
  if (body != loader->model->markers[joint->marker_j].body) {
    return;
  }
  const Value *second = item_stated(&element->item, "marker_j");
  second = second == NULL ? item_stated(&element->item, "body_j") : second;
  const Value *first = item_stated(&element->item, "marker_i");
  first = first == NULL ? item_stated(&element->item, "body_i") : first;
  Diag *diag = loader_diag(loader);
  diag_add(diag, DIAG_NAME_SELF, second == NULL ? element->name_mark : second->mark,
           "%s connects %s with itself", element->what, bodies_what(loader, body));
  if (first != NULL) {
    diag_related(diag, first->mark, "the other end is given here");
  }
  diag_hint(diag, "put one end on another body, or on the ground");
}

static void check_axis(const Loader *loader, const Element *element, const Joint *joint,
                       const char *key) {
  const Value *axis = item_stated(&element->item, key);
  double numbers[3];
  if (axis != NULL && numbers_all_known(loader, joint->first_number + axis->number, 3, numbers) &&
      numbers[0] == 0 && numbers[1] == 0 && numbers[2] == 0) {
    diag_add(loader_diag(loader), DIAG_VALUE_DIRECTION, axis->mark,
             "the %s of %s has zero length, so it has no direction",
             strcmp(key, "axis") == 0     ? "axis"
             : strchr(key, '.') != NULL   ? "direction"
             : strcmp(key, "axis_1") == 0 ? "first axis"
                                          : "second axis",
             element->what);
    diag_hint(loader_diag(loader), "give at least one entry that is not zero, as in [1, 0, 0]");
  }
}

// The two pins of a universal joint are square to each other: neither gives way in silence.
static void check_pins(const Loader *loader, const Element *element, const Joint *joint) {
  const Value *one = item_stated(&element->item, "axis_1"),
              *two = item_stated(&element->item, "axis_2");
  double a[3], b[3];
  if (one == NULL || two == NULL ||
      !numbers_all_known(loader, joint->first_number + one->number, 3, a) ||
      !numbers_all_known(loader, joint->first_number + two->number, 3, b)) {
    return;
  }
  const double size = sqrt(vec_dot(a, a) * vec_dot(b, b)), cosine = vec_dot(a, b) / size;
  if (!(size > 0) || fabs(cosine) <= JOINT_PINS_SQUARE) {
    return;
  }
  Diag *diag = loader_diag(loader);
  diag_add(diag, DIAG_VALUE_DIRECTION, two->mark,
           "the two axes of %s make an angle of %.6g degrees, not 90", element->what,
           acos(cosine) * 57.295779513082320877);
  diag_related(diag, one->mark, "the first axis is given here");
  diag_hint(diag, "axis_1 is fixed in body_i, axis_2 in body_j; the cross connects them");
}

// ---- numbers ----

static int place_of(const Item *item, int first, const char *path) {
  const Value *value = item_find(item, path);
  return value == NULL ? -1 : first + value->number;
}

// What it states beside the coordinate of its own.
static void place_starts(const Loader *loader, const Element *element, Joint *joint) {
  const Item *item = &element->item;
  const int first = joint->first_number;
  JointStart *start = &joint->start;
  for (int k = 0; k < JOINT_STARTS; k++) {
    const bool own = k == START_ANGLE && joint_coordinate(joint->kind) != COORDINATE_DISPLACEMENT;
    start->place[k] = own ? -1 : place_of(item, first, joint_starts[k].place);
    start->rate[k] = own ? -1 : place_of(item, first, joint_starts[k].rate);
  }
  start->axes = orientation_read(loader, item, first, "initial.orientation");
  start->spin = place_of(item, first, "initial.angular_velocity");
  start->direction = place_of(item, first, "initial.direction");
  start->length = place_of(item, first, "length");
}

// Places that a generic joint locks are zero.
static void check_locked(const Loader *loader, const Element *element, const Joint *joint) {
  for (int k = 0; k < 3 && item_stated(&element->item, "locked") != NULL; k++) {
    const char *const path[] = {joint_starts[START_X + k].place, joint_starts[START_X + k].rate};
    for (int i = 0; i < 2; i++) {
      const Value *value = item_stated(&element->item, path[i]);
      if (value != NULL && !joint_frees(joint->kind, (Axis)(AXIS_X + k)) &&
          joint->kind->slide != (Axis)(AXIS_X + k)) {
        diag_add(loader_diag(loader), DIAG_NAME_KIND, value->mark,
                 "%s locks \"%c\", therefore it has no \"%s\"", element->what, "xyz"[k],
                 value -> field -> name);
      }
    }
  }
}

static void place_numbers(const Element *element, Joint *joint) {
  const Item *item = &element->item;
  for (int k = 0; k < joint_part_count(joint->kind); k++) {
    const char *offset = joint->kind->parts[k].offset;
    joint->part_offset[k] = offset == NULL ? -1 : place_of(item, joint->first_number, offset);
  }
  const char *coordinate = joint_coordinate(joint->kind) == COORDINATE_DISPLACEMENT
                               ? "initial.displacement"
                               : "initial.angle";
  joint->initial_coordinate = place_of(item, joint->first_number, coordinate);
  joint->initial_rate = place_of(item, joint->first_number, "initial.rate");
}

// A generic joint becomes the joint that its locked components leave. False when memory ran out.
static bool take_locked(Loader *loader, const Element *element, Joint *joint) {
  const Value *words = item_stated(&element->item, "locked");
  unsigned locked = 0;
  if (!joint_chooses(joint->kind) || words == NULL) {
    return true;
  }
  for (const Node *word = words->node->first; word != NULL; word = word->next) {
    const unsigned bit = joint_lock_bit(word->text, loader->checker.space);
    if ((locked & bit) != 0) {
      diag_add(loader_diag(loader), DIAG_NAME_DUPLICATE, word->mark, "%s names \"%s\" twice",
               what_of(loader, element, words), word->text);
    }
    locked |= bit;
  }
  JointChoice *choice = arena_new(loader_arena(loader), JointChoice);
  if (choice != NULL) {
    joint_lock(joint->kind, locked, choice);
    joint->kind = &choice->kind;
  }
  return choice != NULL;
}

// The end that is a point mass, as its marker; -1: none is. Marker_j first, where it is rather.
static int end_without_axes(const Model *model, const Joint *joint) {
  const int ends[] = {joint->marker_j, joint->marker_i};
  for (int k = 0; k < 2; k++) {
    const int body = ends[k] < 0 ? 0 : model->markers[ends[k]].body;
    const BodyKind *kind = model->bodies[body].kind;
    if (body > 0 && kind != NULL && kind->rotations == 0) {
      return ends[k];
    }
  }
  return -1;
}

// What turns a body at the start.
static const Value *stated_turn(const Item *item) {
  static const char *const paths[] = {"initial.angle", "initial.angle_1", "initial.angle_2",
                                      "initial.orientation", "initial.angular_velocity"};
  const Value *found = NULL;
  for (size_t k = 0; k < sizeof paths / sizeof *paths && found == NULL; k++) {
    found = item_stated(item, paths[k]);
  }
  return found;
}

static void check_axes_left(const Loader *loader, const Element *element, const Joint *joint,
                            int dropped, int marker) {
  const Model *model = loader->model;
  const int body_i = model->markers[joint->marker_i].body, body = model->markers[marker].body;
  bool along = false; // an axis of marker_i stays
  for (int k = 0; k < joint_part_count(joint->kind); k++) {
    along = along || joint->kind->parts[k].on_i != AXIS_NONE;
  }
  Diag *diag = loader_diag(loader);
  const Value *angle = stated_turn(&element->item);
  if (dropped > 0 && joint_part_count(joint->kind) == 0) {
    diag_add(diag, DIAG_NAME_KIND, element->name_mark,
             "%s constrains the orientation of %s, but a body of type \"%s\" has none",
             element->what, bodies_what(loader, body), model->bodies[body].kind->type);
    diag_hint(diag, "a body of type \"rigid\" has one");
  } else if (dropped > 0 && along && body_i > 0 && model->bodies[body_i].kind->rotations == 0) {
    diag_add(diag, DIAG_NAME_KIND, element->name_mark,
             "%s has its axis in %s, but a body of type \"%s\" has no orientation", element->what,
             bodies_what(loader, body_i), model->bodies[body_i].kind->type);
    diag_hint(diag, "swap its two ends: the axis belongs to the first");
  } else if (angle != NULL) {
    diag_add(diag, DIAG_NAME_KIND, angle->mark,
             "%s has no angle: %s, of type \"%s\", does not rotate", element->what,
             bodies_what(loader, body), model->bodies[body].kind->type);
  }
}

// A joint at a point mass holds no directions there. False when memory ran out.
static bool leave_turns(Loader *loader, const Element *element, Joint *joint) {
  const int marker = joint->marker_i < 0 || joint->marker_j < 0 || joint_curve(joint->kind) != NULL
                         ? -1
                         : end_without_axes(loader->model, joint);
  if (marker >= 0 && joint_has_relation(joint->kind)) {
    const int body = loader->model->markers[marker].body;
    return diag_add(loader_diag(loader), DIAG_NAME_KIND, element->name_mark,
                    "%s acts on the rotation of %s, but a body of type \"%s\" cannot rotate",
                    element->what, bodies_what(loader, body),
                    loader->model->bodies[body].kind->type) ||
           true;
  }
  JointChoice *choice = marker < 0 ? NULL : arena_new(loader_arena(loader), JointChoice);
  if (choice == NULL) {
    return marker < 0;
  }
  const int dropped = joint_without_turns(joint->kind, choice);
  joint->kind = &choice->kind;
  check_axes_left(loader, element, joint, dropped, marker);
  return true;
}

static bool load_joint(Loader *loader, int index) {
  const Element *element = &loader->joints.elements[index];
  Joint *joint = &loader->model->joints[index];
  if (joint->kind == NULL) {
    return true;
  }
  const char *prefix = loader_print(loader, "joints.%s", element->name);
  joint->first_number = prefix == NULL ? -1 : numbers_item(loader, &element->item, prefix);
  if (joint->first_number < 0 || !take_locked(loader, element, joint)) {
    return false;
  }
  if (!find_end(loader, element, joint, "marker_i", "body_i", &joint->marker_i) ||
      !find_end(loader, element, joint, "marker_j", "body_j", &joint->marker_j) ||
      !leave_turns(loader, element, joint)) {
    return false;
  }
  place_numbers(element, joint);
  place_starts(loader, element, joint);
  check_locked(loader, element, joint);
  check_ends(loader, element, joint);
  check_axis(loader, element, joint, "initial.direction");
  check_axis(loader, element, joint, "axis");
  check_axis(loader, element, joint, "axis_1");
  check_axis(loader, element, joint, "axis_2");
  check_pins(loader, element, joint);
  return true;
}

bool joints_load(Loader *loader) {
  for (int k = 0; k < loader->model->joint_count; k++) {
    if (!load_joint(loader, k)) {
      return false;
    }
  }
  return true;
}
