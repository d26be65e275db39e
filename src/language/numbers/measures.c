// SPDX-License-Identifier: BSD-3-Clause
// measures.c: from a dotted name to a measure of the model.
//
//   energy.drift          a measure of the whole model
//   bar.vx, bar.tip.vx    a measure of a body's frame, or of a marker's
//   hinge.reaction.x      a measure of a joint
//   spring.length         a measure of a force
//   reach.distance        a measure of a gauge
//
// An object has the measures of its owner's kind that suit it: a point mass has no angle, a
// revolute joint no displacement, a joint of two rows no third multiplier.
#include "language/numbers/measures_inside.h"

#include <stdlib.h>
#include <string.h>

#include "spec/words.h"

// ---- which measures suit an object ----

static bool turns(MeasureQuantity quantity) {
  return quantity == MEASURE_ANGLE || quantity == MEASURE_ANGLE_RATE ||
         quantity == MEASURE_ANGLE_ACCELERATION || quantity == MEASURE_QUATERNION ||
         quantity == MEASURE_BODY_RATE || quantity == MEASURE_BODY_ACCELERATION ||
         quantity == MEASURE_TURN || quantity == MEASURE_EULER || quantity == MEASURE_JOINT_ANGLE ||
         quantity == MEASURE_JOINT_ANGLE_RATE || quantity == MEASURE_RELATIVE_SPIN ||
         quantity == MEASURE_SPIN;
}

static int row_count(const JointKind *kind) {
  int rows = 0;
  for (int k = 0; k < joint_part_count(kind); k++) {
    rows += kind->parts[k].primitive->row_count;
  }
  return joint_curve(kind) != NULL ? 1 : rows;
}

static bool suits_type(const MeasureKind *measure, const char *type) {
  return measure->type == NULL || strcmp(measure->type, type) == 0;
}

static bool suits_joint(const MeasureKind *measure, const JointKind *joint) {
  const JointCoordinate wanted = measure_coordinate(measure->quantity);
  const bool coordinate = wanted == COORDINATE_NONE || joint_has(joint, wanted);
  const bool multiplier =
      measure->quantity == MEASURE_MULTIPLIER || measure->quantity == MEASURE_METHOD_MULTIPLIER;
  const bool row = !multiplier || measure->component < row_count(joint);
  const bool place = measure->spaces == IN_SPACE && (measure->quantity == MEASURE_JOINT_POINT ||
                                                     measure->quantity == MEASURE_RELATIVE_RATE);
  const bool free = !place || joint_frees(joint, (Axis)(AXIS_X + measure->component));
  return coordinate && row && free && suits_type(measure, joint->type);
}

// Measures that name no type suit all forces of their owner; those of any force, all.
static bool suits_force(const Loader *loader, const MeasureKind *measure,
                        const MeasureObject *object) {
  const Force *force = &loader->model->forces[object->index];
  const JointCoordinate own = force->coordinate;
  const JointCoordinate wanted = measure_coordinate(measure->quantity);
  const bool unknown = own == COORDINATE_NONE && force->axis == AXIS_NONE; // told elsewhere
  return (wanted == COORDINATE_NONE || unknown || wanted == own) &&
         suits_type(measure, object->element->kind->type);
}

static bool is_force(MeasureOwner owner) {
  return owner == MEASURE_OF_SPRING || owner == MEASURE_OF_ROTARY_SPRING ||
         owner == MEASURE_OF_FORCE;
}

static bool suits_relation(const MeasureKind *measure, const Relation *relation) {
  const JointCoordinate wanted = measure_coordinate(measure->quantity);
  return (wanted == COORDINATE_NONE || wanted == relation->measured) &&
         suits_type(measure, relation->type);
}

static bool suits(const Loader *loader, const MeasureKind *measure, const MeasureObject *object) {
  const int space = loader->checker.space;
  const bool any_force = measure->owner == MEASURE_OF_FORCE && is_force(object->owner);
  if ((measure->owner != object->owner && !any_force) || (measure->spaces & space) == 0) {
    return false;
  }
  if (is_force(object->owner)) {
    return suits_force(loader, measure, object);
  }
  if (object->owner == MEASURE_OF_JOINT) {
    const JointKind *joint = loader->model->joints[object->index].kind;
    return joint != NULL && suits_joint(measure, joint);
  }
  if (object->owner == MEASURE_OF_MOTION || object->owner == MEASURE_OF_COUPLER) {
    return suits_relation(measure, &loader->model->relations[object->index]);
  }
  if (object->owner == MEASURE_OF_GAUGE) {
    return object->turns || !turns(measure->quantity);
  }
  if (object->owner == MEASURE_OF_FRAME) {
    return object->body->rotations > 0 || !turns(measure->quantity);
  }
  return true;
}

static const MeasureKind *find_kind(const Loader *loader, const MeasureObject *object,
                                    const char *name) {
  for (int k = 0; k < measure_kind_count(); k++) {
    if (strcmp(measure_kinds[k].name, name) == 0 && suits(loader, &measure_kinds[k], object)) {
      return &measure_kinds[k];
    }
  }
  return NULL;
}

int measures_list(const Loader *loader, const MeasureObject *object, const char **words) {
  int count = 0;
  for (int k = 0; k < measure_kind_count() && count < MEASURE_WORDS; k++) {
    if (suits(loader, &measure_kinds[k], object)) {
      words[count++] = measure_kinds[k].name;
    }
  }
  return count;
}

bool measures_hidden_by(const char *marker_name) {
  const size_t length = strlen(marker_name);
  for (int k = 0; k < measure_kind_count(); k++) {
    const char *name = measure_kinds[k].name;
    if (measure_kinds[k].owner == MEASURE_OF_FRAME && strncmp(name, marker_name, length) == 0 &&
        (name[length] == '\0' || name[length] == '.')) {
      return true;
    }
  }
  return false;
}

// ---- the object ----

static bool has_own_measures(const char *type) {
  for (int k = 0; k < measure_kind_count(); k++) {
    const MeasureKind *kind = &measure_kinds[k];
    if (kind->owner == MEASURE_OF_FORCE && kind->type != NULL && strcmp(kind->type, type) == 0) {
      return true;
    }
  }
  return false;
}

// Forces without measures of their own are measured by the coordinate that they act on.
static MeasureOwner force_owner(const Element *element) {
  int markers = 0;
  if (has_own_measures(element->kind->type)) {
    return MEASURE_OF_FORCE;
  }
  for (const Field *field = element->kind->fields; field->name != NULL; field++) {
    if (field->type == FIELD_JOINT) {
      return MEASURE_OF_ROTARY_SPRING;
    }
    markers += field->type == FIELD_MARKER && field->required;
  }
  return markers == 2 ? MEASURE_OF_SPRING : MEASURE_OF_FORCE;
}

static MeasureObject element_object(const Element *element, int index, bool joint) {
  MeasureObject object = {.what = element->what,
                          .path = element->name,
                          .length = (int)strlen(element->name),
                          .index = index,
                          .element = element,
                          .owner = MEASURE_OF_JOINT};
  object.has_measures = element->kind != NULL;
  if (object.has_measures && !joint) {
    object.owner = force_owner(element);
  }
  return object;
}

static MeasureObject frame_object(const Loader *loader, int marker, const char *what,
                                  const char *path) {
  const BodyKind *kind = loader->model->bodies[loader->model->markers[marker].body].kind;
  return (MeasureObject){.what = what,
                         .path = path,
                         .length = (int)strlen(path),
                         .index = marker,
                         .has_measures = kind != NULL,
                         .owner = MEASURE_OF_FRAME,
                         .body = kind};
}

static MeasureObject relation_object(const Loader *loader, const Name *name) {
  const bool motion = name->kind == NAME_MOTION;
  const Relation *relation = &loader->model->relations[name->index];
  const int place = motion ? name->index : name->index - loader->motions.count;
  const Collection *collection = motion ? &loader->motions : &loader->couplers;
  return (MeasureObject){.what = collection->elements[place].what,
                         .path = relation->name,
                         .length = (int)strlen(relation->name),
                         .index = name->index,
                         .has_measures =
                             motion ? relation->coordinate_count > 0 : relation->type != NULL,
                         .owner = motion ? MEASURE_OF_MOTION : MEASURE_OF_COUPLER,
                         .element = &collection->elements[place]};
}

static bool has_axes(const Model *model, int marker) {
  const int body = model->markers[marker].body;
  return body == 0 || model->bodies[body].kind == NULL || model->bodies[body].kind->rotations > 0;
}

static MeasureObject gauge_object(const Loader *loader, int index) {
  const Model *model = loader->model;
  const Gauge *gauge = &model->gauges[index];
  const char *what = loader_print(loader, "gauge \"%s\"", gauge->name);
  const bool known = gauge->marker_i >= 0 && gauge->marker_j >= 0;
  return (MeasureObject){.what = what == NULL ? "" : what,
                         .path = gauge->name,
                         .length = (int)strlen(gauge->name),
                         .index = index,
                         .has_measures = known,
                         .owner = MEASURE_OF_GAUGE,
                         .turns = known && has_axes(model, gauge->marker_i) &&
                                  has_axes(model, gauge->marker_j)};
}

// The object that the name begins with; *measure is the rest, empty where the name is all of it.
// False when there is none.
static bool find_object(const Loader *loader, const char *name, const char *head,
                        MeasureObject *object, const char **measure) {
  const size_t head_length = strlen(head);
  *measure = name + head_length + (name[head_length] == '.');
  const Name *found = names_find(&loader->names, head);
  int body = strcmp(head, "ground") == 0 ? 0 : -1;
  if (found != NULL && found->kind == NAME_BODY) {
    body = found->index;
  } else if (found != NULL && found->kind == NAME_JOINT) {
    *object = element_object(&loader->joints.elements[found->index], found->index, true);
    return true;
  } else if (found != NULL && found->kind == NAME_FORCE) {
    *object = element_object(&loader->forces.elements[found->index], found->index, false);
    return true;
  } else if (found != NULL && (found->kind == NAME_MOTION || found->kind == NAME_COUPLER)) {
    *object = relation_object(loader, found);
    return true;
  } else if (found != NULL && found->kind == NAME_GAUGE) {
    *object = gauge_object(loader, found->index);
    return true;
  }
  if (found != NULL && found->kind == NAME_FRAME) {
    const int marker = loader->model->frames[found->index].marker;
    const char *what = loader_print(loader, "frame \"%s\"", head);
    *object = frame_object(loader, marker, what == NULL ? "" : what, found->text);
    return true;
  }
  if (body < 0) {
    return false;
  }
  *object =
      frame_object(loader, body, body == 0 ? "the ground" : loader->bodies.elements[body - 1].what,
                   loader->model->markers[body].name);
  // A marker, when the next word is the name of one.
  const size_t marker_length = (size_t)(*measure - name) + strcspn(*measure, ".");
  const char *path = arena_copy(loader_arena(loader), name, marker_length);
  const Name *marker = path == NULL ? NULL : names_find(&loader->markers, path);
  if (marker != NULL) {
    loader->model->markers[marker->index].used = true;
    const char *what = loader_print(loader, "marker \"%s\"", path);
    *object = frame_object(loader, marker->index, what == NULL ? "" : what, marker->text);
    *measure = name + marker_length + (name[marker_length] == '.');
  }
  return true;
}

bool measures_group(const Loader *loader, const char *name, MeasureGroup *group) {
  const char *head = arena_copy(loader_arena(loader), name, names_head(&loader->names, name));
  const char *measure = NULL;
  MeasureObject object;
  *group = (MeasureGroup){.count = 0};
  if (head == NULL || !find_object(loader, name, head, &object, &measure) || measure[0] != '\0') {
    return false;
  }
  group->what = object.what;
  group->known = object.has_measures;
  for (int k = 0; object.has_measures && k < measure_kind_count(); k++) {
    const MeasureKind *kind = &measure_kinds[k];
    if (!suits(loader, kind, &object)) {
      continue;
    }
    if (!measure_in_group(kind)) {
      group->other = group->other == NULL ? kind->name : group->other;
    } else if (group->count < MEASURES_GROUP) {
      group->words[group->count++] = kind->name;
    }
  }
  return true;
}

// ---- levels ----

static const char *level_words(MeasureLevel level) {
  switch (level) {
  case LEVEL_ACCELERATION:
    return "an acceleration";
  case LEVEL_REACTION:
    return "a reaction";
  case LEVEL_LEDGER:
    return "a result of the forces";
  case LEVEL_POSITION:
  case LEVEL_VELOCITY:
    break;
  }
  return "a measure";
}

static bool level_allowed(const Loader *loader, const MeasureKind *kind, const char *name,
                          Mark mark, const NumberUse *use) {
  Diag *diag = loader_diag(loader);
  if (use->depends < DEPENDS_ON_POSITION) {
    diag_add(diag, DIAG_EXPR_DEPENDS, mark, "%s may not depend on the motion, but reads \"%s\"",
             use->what, name);
    return diag_hint(diag, "it may depend on parameters%s only",
                     use->depends >= DEPENDS_ON_TIME ? " and t" : "");
  }
  const MeasureLevel level = measure_level(kind->quantity);
  if (use->depends == DEPENDS_ON_POSITION && level > LEVEL_POSITION) {
    diag_add(diag, DIAG_EXPR_DEPENDS, mark, "%s constrains positions and may not read \"%s\", %s",
             use->what, name, level == LEVEL_VELOCITY ? "a rate" : level_words(level));
    return diag_hint(diag, "use NAME.angle or NAME.displacement of joints");
  }
  if (use->depends == DEPENDS_ON_STATE && level > LEVEL_VELOCITY) {
    diag_add(diag, DIAG_EXPR_DEPENDS, mark, "%s may not read \"%s\", %s", use->what, name,
             level_words(level));
    return diag_hint(diag,
                     "a force may read positions and rates; accelerations, reactions and energies "
                     "follow from the forces and are not known before them");
  }
  return true;
}

static int take_measure(Loader *loader, const char *name, Measure measure, Mark mark) {
  Model *model = loader->model;
  const int index = model->measure_count;
  measure.name = arena_copy(loader_arena(loader), name, strlen(name));
  Measure *measures = arena_room(loader_arena(loader), model->measures, &loader->measure_capacity,
                                 index + 1, sizeof *measures);
  model->measures = measures != NULL ? measures : model->measures;
  if (measure.name == NULL || measures == NULL) {
    return -1;
  }
  model->measures[index] = measure;
  if (!names_add(&loader->measures, measure.name, NAME_MEASURE, index, mark)) {
    return -1;
  }
  model->measure_count++;
  return index;
}

// A component of a vector along an axis of another marker, by a name that no text can say.
static int take_resolved(Loader *loader, const char *name, Measure measure, int marker, Mark mark) {
  const char *own =
      loader_print(loader, "%s along axes of %s", name, loader->model->markers[marker].name);
  const Name *known = own == NULL ? NULL : names_find(&loader->measures, own);
  if (own == NULL || known != NULL) {
    return known != NULL ? known->index : -1;
  }
  MeasureKind *kind = arena_new(loader_arena(loader), MeasureKind);
  if (kind == NULL) {
    return -1;
  }
  *kind = *measure.kind;
  kind->quantity = MEASURE_RESOLVED;
  measure.vector = measure.kind;
  measure.kind = kind;
  measure.resolve_in = marker;
  return take_measure(loader, own, measure, mark);
}

// Finds kind and object of a name; false after a message.
static bool resolve(const Loader *loader, const char *name, Mark mark, const MeasureKind **kind,
                    int *index) {
  const MeasureObject model = {.owner = MEASURE_OF_MODEL, .has_measures = true};
  *kind = find_kind(loader, &model, name);
  *index = -1;
  if (*kind != NULL) {
    return true;
  }
  const char *head = arena_copy(loader_arena(loader), name, names_head(&loader->names, name));
  if (head == NULL) {
    return false;
  }
  const char *const *reserved = NULL;
  const int reserved_count = names_reserved(&reserved);
  if (strcmp(head, "ground") != 0 && words_contain(reserved, reserved_count, head)) {
    measures_refuse_of_model(loader, name, mark);
    return false;
  }
  MeasureObject object;
  const char *measure = NULL;
  if (!find_object(loader, name, head, &object, &measure)) {
    measures_refuse_head(loader, name, head, mark);
    return false;
  }
  const bool joint = object.owner == MEASURE_OF_JOINT && object.element != NULL;
  const bool broken = object.element != NULL && object.owner != MEASURE_OF_MOTION &&
                      (object.element->kind == NULL ||
                       (joint && joint_chooses(loader->model->joints[object.index].kind)));
  const bool unknown = !object.has_measures &&
                       (object.owner == MEASURE_OF_FRAME || object.owner == MEASURE_OF_GAUGE ||
                        object.owner == MEASURE_OF_MOTION);
  if (broken || unknown) {
    return false; // the element itself was refused already
  }
  *kind = find_kind(loader, &object, measure);
  *index = object.index;
  if (*kind == NULL) {
    measures_refuse(loader, &object, measure, mark);
  }
  return *kind != NULL;
}

int measures_find(Loader *loader, const char *name, Mark mark, const NumberUse *use) {
  const Name *known = names_find(&loader->measures, name);
  Measure measure = {.object = -1};
  if (known != NULL) {
    measure = loader->model->measures[known->index];
  } else if (!resolve(loader, name, mark, &measure.kind, &measure.object)) {
    return -1;
  }
  if (!level_allowed(loader, measure.kind, name, mark, use)) {
    return -1;
  }
  if (use->resolves && measure_axis(measure.kind) >= 0) {
    return take_resolved(loader, name, measure, use->resolve_in, mark);
  }
  return known != NULL ? known->index : take_measure(loader, name, measure, mark);
}
