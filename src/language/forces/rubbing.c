// SPDX-License-Identifier: BSD-3-Clause
// rubbing.c: friction of joints in space (see rubbing.h; the equations: elements/forces/rubbing.h).
#include "language/forces/rubbing.h"

#include <string.h>

// What a surface is called, the length that it asks for, and those that count beside it.
typedef struct Surface {
  const char *name, *needs;
  const char *also[3];
} Surface;

static const Surface surfaces[] = {
    [RUBS_PIN] = {"a pin", "radius", {"bearing_length", "shoulder_radius"}},
    [RUBS_SLIDE] = {"a slide", "overlap", {"key_radius"}},
    [RUBS_SHAFT] = {"a shaft", "radius", {"bearing_length"}},
    [RUBS_BALL] = {"a ball", "radius", {NULL}},
    [RUBS_PLATE] = {"a plate", "radius", {"bearing_length"}},
    [RUBS_POINT] = {"a point on a plane", "overlap", {NULL}},
};
static const char *const lengths[] = {"radius", "overlap", "bearing_length", "shoulder_radius",
                                      "key_radius"};

static bool is_stated(const Element *element, const char *word) {
  return item_find(&element->item, word)->node != NULL;
}

static bool counts(const Surface *surface, const char *word) {
  bool found = strcmp(surface->needs, word) == 0;
  for (int k = 0; k < 3 && surface->also[k] != NULL; k++) {
    found = found || strcmp(surface->also[k], word) == 0;
  }
  return found;
}

static void refuse_joint(const Loader *loader, const Element *element, const Joint *joint,
                         const Value *value) {
  Diag *diag = loader_diag(loader);
  diag_add(diag, DIAG_NAME_KIND, value->mark,
           "%s names \"%s\", of type \"%s\", which has no surface for friction", element->what,
           joint->name, joint->kind->type);
  diag_hint(
      diag,
      "friction in revolute, universal, cylindrical, screw, spherical and planar joints uses a "
      "\"radius\"; in prismatic ones and points on a line or a plane it uses an \"overlap\"");
}

// Lengths of another surface would be ignored.
static bool check_lengths(const Loader *loader, const Element *element, const Joint *joint) {
  const Surface *surface = &surfaces[joint_rubs(joint->kind)];
  Diag *diag = loader_diag(loader);
  const int count = element->item.good ? (int)(sizeof lengths / sizeof lengths[0]) : 0;
  for (int k = 0; k < count; k++) {
    if (is_stated(element, lengths[k]) && !counts(surface, lengths[k])) {
      diag_add(diag, DIAG_NAME_KIND, item_find(&element->item, lengths[k])->mark,
               "%s gives \"%s\", but joint \"%s\", of type \"%s\", has the friction of %s",
               element->what, lengths[k], joint->name, joint->kind->type, surface->name);
      if (is_stated(element, surface->needs)) {
        diag_hint(diag, "leave it out: it would have no effect");
      } else {
        diag_hint(diag, "give its \"%s\" instead", surface->needs);
      }
      return false;
    }
  }
  return true;
}

// The pin of a universal joint.
static bool take_pin(const Loader *loader, const Element *element, const Joint *joint,
                     const Value *value, Force *force) {
  const Value *word = item_stated(&element->item, "coordinate");
  Diag *diag = loader_diag(loader);
  const bool pins = joint_has_pins(joint->kind);
  if (pins && word == NULL) {
    diag_add(diag, DIAG_NAME_KIND, value->mark, "%s names \"%s\", which has two pins",
             element->what, joint->name);
    diag_hint(
        diag,
        "choose one with \"coordinate: angle_1\" or angle_2; use a second friction for the other");
    return false;
  }
  if (!pins && word != NULL) {
    diag_add(diag, DIAG_NAME_KIND, word->mark,
             "%s chooses a pin, but joint \"%s\" is of type \"%s\"", element->what, joint->name,
             joint->kind->type);
    diag_hint(diag, "leave \"coordinate\" out: only universal joints have two pins");
    return false;
  }
  force->on_j = pins && strcmp(word->text, "angle_2") == 0;
  force->axis = force->on_j ? AXIS_Y : pins ? AXIS_X : joint_first_axis(joint->kind);
  return true;
}

void rubbing_take(const Loader *loader, const Element *element, const Joint *joint,
                  const Value *value, Force *force) {
  const Rubbing rubs = joint_rubs(joint->kind);
  if (rubs == RUBS_NOWHERE) {
    refuse_joint(loader, element, joint, value);
    return;
  }
  if (!check_lengths(loader, element, joint) || !take_pin(loader, element, joint, value, force)) {
    return;
  }
  force->coordinate = rubs == RUBS_PIN     ? COORDINATE_ANGLE
                      : rubs == RUBS_SLIDE ? COORDINATE_DISPLACEMENT
                                           : COORDINATE_NONE;
}
