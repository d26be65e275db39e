// SPDX-License-Identifier: BSD-3-Clause
// forces.c: forces on markers and joints. The frames of a force are its marker and joint fields in
// the order of its table (elements/registry.h): a marker is one frame, a joint two.
#include "language/forces/forces.h"

#include <string.h>

#include "base/number.h"
#include "language/bodies/bodies.h"
#include "language/forces/contacts.h"
#include "language/forces/hardness.h"
#include "language/forces/mounts.h"
#include "language/forces/rubbing.h"
#include "language/joints/joints.h"
#include "language/numbers/numbers.h"

bool forces_register(Loader *loader) {
  Model *model = loader->model;
  const Collection *forces = &loader->forces;
  model->forces = arena_array(loader_arena(loader), Force, forces->count);
  if (model->forces == NULL) {
    return false;
  }
  for (int k = 0; k < forces->count; k++) {
    const Element *element = &forces->elements[k];
    const ForceKind *kind =
        element->kind == NULL ? NULL : registry_force(element->kind->type, loader->checker.space);
    model->forces[k] = (Force){.name = element->name,
                               .origin = loader_origin(loader, element->name_mark),
                               .kind = kind,
                               .marker = {-1, -1, -1},
                               .joint = -1};
    model->force_count++;
    Diag *diag = loader_diag(loader);
    (void)names_check(element->name, element->name_mark, NAME_FORCE, diag);
    if (!names_claim(&loader->names, element->name, NAME_FORCE, k, element->name_mark, diag)) {
      return false;
    }
  }
  return true;
}

// ---- frames ----

// The place in the file of each frame, for messages.
typedef struct Frames {
  int count;
  Mark mark[FORCE_FRAMES];
  bool unstated[FORCE_FRAMES];
  int shape[FORCE_FRAMES]; // that a contact names, or -1
} Frames;

static void add_frame(Force *force, Frames *frames, int marker, Mark mark) {
  if (frames->count < FORCE_FRAMES) {
    force->marker[frames->count] = marker;
    frames->mark[frames->count] = mark;
    frames->count++;
  }
}

// A force on any coordinate of a joint has numbers whose dimension that coordinate decides, or is
// friction.
static bool takes_any(const ForceKind *kind) {
  for (const Field *field = kind->fields; field->name != NULL; field++) {
    if (field->quantity == QUANTITY_ANY && field->type == FIELD_NUMBER) {
      return true;
    }
  }
  return kind->friction != NULL;
}

// The coordinate on which a force acts: what the file says of a joint that has two, else the only
// one. None when the joint does not have it.
static JointCoordinate coordinate_of(const ForceKind *force, const JointKind *joint,
                                     const char *word) {
  JointCoordinate coordinate = COORDINATE_ANGLE;
  if (takes_any(force) && word == NULL) {
    coordinate = joint_has_both(joint) ? COORDINATE_NONE : joint_coordinate(joint);
  } else if (word != NULL && strcmp(word, "displacement") == 0) {
    coordinate = COORDINATE_DISPLACEMENT;
  }
  return joint_has(joint, coordinate) ? coordinate : COORDINATE_NONE;
}

static const char *wanted_coordinate(bool any, const char *word) {
  if (!any) {
    return "an angle";
  }
  if (word == NULL) {
    return "an angle or a displacement";
  }
  return strcmp(word, "angle") == 0 ? "an angle" : "a displacement";
}

// One of several coordinates of a joint in space, by its word; false when it is none of those.
static bool take_named(const Joint *joint, const char *word, Force *force) {
  const bool pin = word != NULL && strncmp(word, "angle_", strlen("angle_")) == 0;
  const bool place = word != NULL && strlen(word) == 1;
  if (pin && joint_has_pins(joint->kind)) {
    force->coordinate = COORDINATE_ANGLE;
    force->on_j = strcmp(word, "angle_2") == 0;
    force->axis = force->on_j ? AXIS_Y : AXIS_X;
    return true;
  }
  if (place && joint_frees(joint->kind, (Axis)(AXIS_X + (word[0] - 'x')))) {
    force->coordinate = COORDINATE_DISPLACEMENT;
    force->axis = (Axis)(AXIS_X + (word[0] - 'x'));
    return true;
  }
  return false;
}

static bool is_named(const char *word) {
  return word != NULL && strcmp(word, "angle") != 0 && strcmp(word, "displacement") != 0;
}

// What the file says of the coordinate: by its word, or by what rubs (a pin has a radius, a slide
// the overlap of its pads).
static const char *coordinate_word(const Element *element, const Force *force) {
  const Value *coordinate = item_stated(&element->item, "coordinate");
  if (force->kind->friction != NULL) {
    const bool pin = item_find(&element->item, "radius")->node != NULL;
    const bool slide = item_find(&element->item, "overlap")->node != NULL;
    return pin ? "angle" : slide ? "displacement" : NULL;
  }
  return coordinate == NULL ? NULL : coordinate->text;
}

// Where a message about the joint of a force points.
typedef struct Place {
  Diag *diag;
  Mark mark;
  const char *what;
} Place;

static void refuse_named(const Place *place, const Joint *joint, const char *word) {
  diag_add(place->diag, DIAG_NAME_KIND, place->mark,
           "%s names \"%s\", of type \"%s\", which does not leave \"%s\" free", place->what,
           joint->name, joint->kind->type, word);
  diag_hint(place->diag, joint_has_pins(joint->kind)
                             ? "choose one with \"coordinate: angle_1\" or angle_2"
                             : "x, y and z are coordinates of joints that leave them free");
}

// Friction that gives the size of another kind of joint.
static bool hint_at_size(Diag *diag, const Joint *joint) {
  const JointCoordinate has = joint_coordinate(joint->kind);
  if (has == COORDINATE_DISPLACEMENT) {
    diag_hint(diag,
              "joint \"%s\" slides: instead of \"radius\" give \"overlap: 0\" (a point) or the "
              "distance of its pads",
              joint->name);
  } else if (has == COORDINATE_ANGLE) {
    diag_hint(diag, "joint \"%s\" turns: instead of \"overlap\" give the \"radius\" of its pin",
              joint->name);
  }
  return has == COORDINATE_DISPLACEMENT || has == COORDINATE_ANGLE;
}

static void refuse_coordinate(const Place *place, const Force *force, const Joint *joint,
                              const char *word) {
  Diag *diag = place->diag;
  const bool any = takes_any(force->kind);
  if (any && joint_has_both(joint->kind)) {
    diag_add(diag, DIAG_NAME_KIND, place->mark,
             "%s names \"%s\", which has an angle and a displacement", place->what, joint->name);
    diag_hint(diag, "write \"coordinate: angle\" or \"coordinate: displacement\"");
    return;
  }
  diag_add(diag, DIAG_NAME_KIND, place->mark,
           "%s must name a joint with %s, but \"%s\" is of type \"%s\"", place->what,
           wanted_coordinate(any, word), joint->name, joint->kind->type);
  if (force->kind->friction == NULL || !hint_at_size(diag, joint)) {
    diag_hint(diag, joint_has_pins(joint->kind) && any
                        ? "choose one with \"coordinate: angle_1\" or angle_2"
                    : any ? "a revolute joint has an angle, a prismatic one a displacement"
                          : "a revolute joint has an angle");
  }
}

// The joint of a force: two frames.
static void take_joint(const Loader *loader, Force *force, const Value *value, const char *what,
                       const Element *element, Frames *frames) {
  Diag *diag = loader_diag(loader);
  force->joint = value->node == NULL ? -1 : joints_find(loader, value->node, what);
  const Joint *joint = force->joint < 0 ? NULL : &loader->model->joints[force->joint];
  add_frame(force, frames, joint == NULL ? -1 : joint->marker_i, value->mark);
  add_frame(force, frames, joint == NULL ? -1 : joint->marker_j, value->mark);
  if (joint == NULL || joint->kind == NULL) {
    return;
  }
  if (force->kind->friction != NULL && !loader->model->planar) {
    rubbing_take(loader, element, joint, value, force);
    return;
  }
  const char *word = coordinate_word(element, force);
  const Place place = {.diag = diag, .mark = value->mark, .what = what};
  if (is_named(word)) {
    if (!take_named(joint, word, force)) {
      refuse_named(&place, joint, word);
    }
    return;
  }
  force->coordinate = coordinate_of(force->kind, joint->kind, word);
  if (force->coordinate == COORDINATE_NONE) {
    refuse_coordinate(&place, force, joint, word);
  }
}

static bool take_frames(Loader *loader, const Element *element, Force *force, Frames *frames) {
  for (int k = 0; k < element->item.count; k = element->item.values[k].next) {
    const Value *value = &element->item.values[k];
    const FieldType type = value->field->type;
    if ((type != FIELD_MARKER && type != FIELD_JOINT) ||
        !language_visible(value->field, loader->checker.space)) {
      continue;
    }
    const char *what = loader_print(loader, "\"%s\" of %s", value->field->name, element->what);
    if (what == NULL) {
      return false;
    }
    if (type == FIELD_JOINT) {
      take_joint(loader, force, value, what, element, frames);
    } else if (value->node != NULL) {
      const int at = frames->count;
      const int marker = value->field->shapes
                             ? contacts_find(loader, value->node, what, &frames->shape[at])
                             : bodies_find_marker(loader, value->node, what);
      add_frame(force, frames, marker, value->mark);
    } else {
      frames->unstated[frames->count] = true;
      add_frame(force, frames, value->field->fallback == NULL ? -1 : 0, value->mark);
    }
  }
  return !loader_exhausted(loader);
}

// ---- what a force acts on ----

static int body_of(const Loader *loader, const Force *force, int frame) {
  const int marker = force->marker[frame];
  return marker < 0 ? -1 : loader->model->markers[marker].body;
}

// A force that turns bodies has a stated number of a torque.
static bool is_rotary(const Element *element) {
  for (int k = 0; k < element->item.count; k++) {
    const Value *value = &element->item.values[k];
    const Quantity quantity = value->field->quantity;
    if (value->node != NULL &&
        (quantity == QUANTITY_TORQUE || quantity == QUANTITY_ANGULAR_STIFFNESS ||
         quantity == QUANTITY_ANGULAR_DAMPING || value->field->blocks != NULL)) {
      return true;
    }
  }
  return false;
}

static void check_rotary(const Loader *loader, const Element *element, const Force *force,
                         const Frames *frames) {
  const ForceLayout layout = force_layout(force->kind);
  const bool rotary = is_rotary(element);
  for (int k = 0; k < layout.wrench_count; k++) {
    const int body = body_of(loader, force, k);
    const BodyKind *kind = body < 0 ? NULL : loader->model->bodies[body].kind;
    const bool turns = rotary || k == layout.moment_frame;
    if (kind != NULL && body > 0 && kind->rotations == 0 && turns) {
      diag_add(loader_diag(loader), DIAG_NAME_KIND, frames->mark[k],
               "%s acts on the rotation of %s, but a body of type \"%s\" cannot rotate",
               element->what, bodies_what(loader, body), kind->type);
      diag_hint(loader_diag(loader), "a body of type \"rigid\" can%s",
                rotary ? "" : "; a line_force has no moment");
      return;
    }
  }
}

static void check_target(const Loader *loader, const Element *element, const Force *force,
                         const Frames *frames) {
  Diag *diag = loader_diag(loader);
  const int first = body_of(loader, force, 0), acts = force_layout(force->kind).wrench_count;
  if (acts == 1 && first == 0) {
    diag_add(diag, DIAG_NAME_SELF, frames->mark[0], "%s acts on the ground, which cannot move",
             element->what);
  } else if (acts == 2 && force->joint < 0 && first >= 0 && first == body_of(loader, force, 1)) {
    if (first == 0 && frames->unstated[1]) {
      diag_add(diag, DIAG_NAME_SELF, frames->mark[0], "%s acts on the ground, which cannot move",
               element->what);
      return;
    }
    diag_add(diag, DIAG_NAME_SELF, frames->mark[1], "%s connects %s with itself", element->what,
             bodies_what(loader, first));
    diag_related(diag, frames->mark[0], "the other end is given here");
    diag_hint(diag, "put one end on another body, or on the ground");
  }
  check_rotary(loader, element, force, frames);
}

// Gives numbers the dimension that the joint's coordinate decides.
static bool settle_dimensions(const Loader *loader, const Element *element, const Force *force) {
  for (int k = 0; force->coordinate != COORDINATE_NONE && k < element->item.count; k++) {
    Value *value = &element->item.values[k];
    if (value->field->along == NULL) {
      continue;
    }
    Field *field = arena_new(loader_arena(loader), Field);
    if (field == NULL) {
      return false;
    }
    *field = *value->field;
    field->quantity = field->along[force->coordinate == COORDINATE_ANGLE ? 0 : 1];
    value->field = field;
  }
  return true;
}

// Two stops of a coordinate leave a way between them.
static void check_stops(const Loader *loader, const Element *element, const Force *force) {
  const Value *lower = item_find(&element->item, "lower");
  const Value *upper = item_find(&element->item, "upper");
  double from = 0, to = 0;
  if (lower == NULL || upper == NULL || !element->item.good) {
    return;
  }
  if (numbers_known(loader, force->first_number + lower->number, &from) &&
      numbers_known(loader, force->first_number + upper->number, &to) && !(from < to)) {
    char told[2][NUMBER_TEXT_SIZE];
    number_format_apart(9, 2, (const double[]){to, from}, told);
    diag_add(loader_diag(loader), DIAG_VALUE_RANGE, upper->mark,
             "\"upper\" of %s must lie above \"lower\", found %s and %s", element->what, told[0],
             told[1]);
  }
}

static bool load_force(Loader *loader, int index) {
  const Element *element = &loader->forces.elements[index];
  Force *force = &loader->model->forces[index];
  if (force->kind == NULL) {
    return true;
  }
  Frames frames = {.shape = {-1, -1, -1}};
  if (!take_frames(loader, element, force, &frames)) {
    return false;
  }
  if (!settle_dimensions(loader, element, force)) {
    return false;
  }
  check_target(loader, element, force, &frames);
  const char *prefix = loader_print(loader, "forces.%s", element->name);
  force->first_number = prefix == NULL ? -1 : numbers_item(loader, &element->item, prefix);
  if (force->first_number < 0) {
    return false;
  }
  if (frames.shape[0] >= 0 || frames.shape[1] >= 0) {
    contacts_take(loader, element, force, frames.shape, frames.mark);
  }
  check_stops(loader, element, force);
  hardness_check(loader, element, force);
  mounts_check(loader, element, force->first_number);
  return true;
}

bool forces_load(Loader *loader) {
  for (int k = 0; k < loader->model->force_count; k++) {
    if (!load_force(loader, k)) {
      return false;
    }
  }
  return true;
}
