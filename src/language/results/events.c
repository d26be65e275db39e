// SPDX-License-Identifier: BSD-3-Clause
// events.c: what happens when: a passage to watch for, and actions.
#include "language/results/events.h"

#include <string.h>

#include "elements/fields/quantity.h"
#include "language/bodies/bodies.h"
#include "language/joints/joints.h"
#include "language/numbers/numbers.h"
#include "language/tables/tables.h"

// The number of a row, -1 where the file does not state it.
static int place_of(const Item *item, int first, const char *path) {
  const Value *value = item_stated(item, path);
  return value == NULL ? -1 : first + value->number;
}

// ---- set ----

static bool load_setting(Loader *loader, const Item *item, const Field *field, Node *node,
                         Event *event) {
  Diag *diag = loader_diag(loader);
  const Name *name = names_find(&loader->names, node->key);
  if (name == NULL || name->kind != NAME_PARAMETER) {
    diag_add(diag, DIAG_NAME_UNKNOWN, node->key_mark, "\"set\" of %s: there is no parameter \"%s\"",
             item->what, node->key);
    const char *nearest = names_nearest(&loader->names, 1U << NAME_PARAMETER, node->key, diag);
    diag_suggest(diag, nearest);
    return true;
  }
  const int parameter = loader->parameter_place[name->index];
  const char *what = loader_print(loader, "\"set.%s\" of %s", node->key, item->what);
  const char *path = loader_print(loader, "events.%s.set.%s", item->node->key, node->key);
  const int number = numbers_reserve(loader, 1, node->mark);
  if (what == NULL || path == NULL || number < 0) {
    return false;
  }
  if (loader->model->parameters[parameter].structural) {
    diag_add(diag, DIAG_REPEAT_FIXED, node->key_mark,
             "%s: the parameter counts the elements of a family, whose number cannot change", what);
  }
  NumberUse use = numbers_use(field, what, path, item->what);
  use.dimension =
      loader->model->numbers[loader->model->parameters[parameter].number].program.dimension;
  event->settings[event->setting_count++] =
      (EventSetting){.parameter = parameter, .number = number};
  return numbers_single(loader, node, &use, number);
}

static bool load_settings(Loader *loader, const Item *item, Event *event) {
  const Value *value = item_stated(item, "set");
  if (value == NULL) {
    return true;
  }
  event->settings = arena_array(loader_arena(loader), EventSetting, value->node->count);
  if (event->settings == NULL) {
    return false;
  }
  for (Node *node = value->node->first; node != NULL; node = node->next) {
    if (!load_setting(loader, item, value->field, node, event)) {
      return false;
    }
  }
  return true;
}

// ---- impacts and impulses ----

static int take_marker(const Loader *loader, const Item *item, const char *path) {
  const Value *value = item_stated(item, path);
  const char *what = loader_print(loader, "\"%s\" of %s", path, item->what);
  return value == NULL || what == NULL ? -1 : bodies_find_marker(loader, value->node, what);
}

// The joint with a coordinate that a key names; -1 after a message.
static int find_joint(const Loader *loader, const Item *item, const Value *value,
                      const char *path) {
  const char *what = loader_print(loader, "\"%s\" of %s", path, item->what);
  const int index = what == NULL ? -1 : joints_find(loader, value->node, what);
  if (index < 0 || loader->model->joints[index].kind == NULL) {
    return -1;
  }
  const Joint *joint = &loader->model->joints[index];
  if (joint_coordinate(joint->kind) == COORDINATE_NONE) {
    diag_add(loader_diag(loader), DIAG_NAME_KIND, value->mark,
             "%s must name a joint with one coordinate, but \"%s\" is of type \"%s\"", what,
             joint->name, joint->kind->type);
    return -1;
  }
  return index;
}

static void take_impact_markers(const Loader *loader, const Item *item, Event *event) {
  const Model *model = loader->model;
  event->impact_marker[0] = take_marker(loader, item, "impact.marker_i");
  event->impact_marker[1] = take_marker(loader, item, "impact.marker_j");
  const int *marker = event->impact_marker;
  if (marker[0] >= 0 && marker[1] >= 0 &&
      model->markers[marker[0]].body == model->markers[marker[1]].body) {
    diag_add(loader_diag(loader), DIAG_NAME_SELF, item_find(item, "impact.marker_j")->mark,
             "\"impact\" of %s: %s cannot hit itself", item->what,
             bodies_what(loader, model->markers[marker[0]].body));
  }
}

static void take_impact(const Loader *loader, const Item *item, int first, Event *event) {
  const Value *joint = item_stated(item, "impact.joint");
  event->impacts = item_stated(item, "impact") != NULL;
  if (joint != NULL) {
    event->impact_joint = find_joint(loader, item, joint, "impact.joint");
  } else if (event->impacts) {
    take_impact_markers(loader, item, event);
  }
  event->impact_direction = place_of(item, first, "impact.direction");
  event->restitution = place_of(item, first, "impact.restitution");
  event->at_rest_below = place_of(item, first, "impact.at_rest_below");
  const Value *direction = item_stated(item, "impact.direction");
  double n[3];
  if (direction != NULL && numbers_all_known(loader, event->impact_direction, 3, n) && n[0] == 0 &&
      n[1] == 0 && n[2] == 0) {
    diag_add(loader_diag(loader), DIAG_VALUE_DIRECTION, direction->mark,
             "\"impact.direction\" of %s has zero length, so it has no direction", item->what);
    diag_hint(loader_diag(loader), "give at least one entry that is not zero, as in [0, 1]");
  }
}

static void take_impulse(const Loader *loader, const Item *item, int first, Event *event) {
  const Value *marker = item_stated(item, "impulse.marker");
  if (marker != NULL) {
    event->impulse_marker = take_marker(loader, item, "impulse.marker");
    event->impulse = place_of(item, first, "impulse.vector");
    if (event->impulse_marker >= 0 && loader->model->markers[event->impulse_marker].body == 0) {
      diag_add(loader_diag(loader), DIAG_NAME_SELF, marker->mark,
               "\"impulse\" of %s acts on the ground, which cannot move", item->what);
    }
  }
}

// The rate of a joint is in the unit of its coordinate.
static bool check_rate(Loader *loader, const Item *item, const Node *node, const Event *event) {
  const Value *value = item_stated(item, "velocity.value");
  const Joint *joint = &loader->model->joints[event->velocity_joint];
  const char *what = loader_print(loader, "\"velocity.value\" of %s", item->what);
  const char *path = loader_print(loader, "events.%s.velocity.value", node->key);
  if (what == NULL || path == NULL) {
    return false;
  }
  if (value == NULL || loader->model->numbers[event->velocity].program.count == 0) {
    return true;
  }
  NumberUse use = numbers_use(value->field, what, path, item->what);
  use.quantity = joint_coordinate(joint->kind) == COORDINATE_ANGLE ? QUANTITY_ANGULAR_VELOCITY
                                                                   : QUANTITY_VELOCITY;
  use.dimension = quantity_dimension(use.quantity);
  return numbers_compile(loader, value->node, &use, event->velocity);
}

static bool take_velocity(Loader *loader, const Item *item, const Node *node, int first,
                          Event *event) {
  const Value *joint = item_stated(item, "velocity.joint"),
              *marker = item_stated(item, "velocity.marker");
  if (joint != NULL) {
    event->velocity = place_of(item, first, "velocity.value");
    event->velocity_joint = find_joint(loader, item, joint, "velocity.joint");
    return event->velocity_joint < 0 || event->velocity < 0 ||
           check_rate(loader, item, node, event);
  }
  if (marker != NULL) {
    event->velocity = place_of(item, first, "velocity.vector");
    event->velocity_marker = take_marker(loader, item, "velocity.marker");
    if (event->velocity_marker >= 0 && loader->model->markers[event->velocity_marker].body == 0) {
      diag_add(loader_diag(loader), DIAG_NAME_SELF, marker->mark,
               "\"velocity\" of %s acts on the ground, which cannot move", item->what);
    }
  }
  return true;
}

// ---- one event ----

// Whether a number jumps where an angle in it starts anew.
static bool starts_anew(const Program *program) {
  bool any = program->count == 0; // refused already
  for (int k = 0; k < program->switch_count; k++) {
    const SwitchKind kind = program->switches[k].kind;
    any = any || kind == SWITCH_CUT || kind == SWITCH_TURNS;
  }
  return any;
}

static void check_event(const Loader *loader, const Item *item, const Event *event) {
  Diag *diag = loader_diag(loader);
  const Program *program = &loader->model->numbers[event->when].program;
  const bool acts = event->stop || event->record || event->impacts ||
                    item_stated(item, "set") != NULL || item_stated(item, "impulse") != NULL ||
                    item_stated(item, "velocity") != NULL;
  if (!acts && item->good) {
    diag_add(diag, DIAG_EVENT_NEVER, item->mark, "%s does nothing", item->what);
    diag_hint(diag, "give it an action: stop, record, set, impact, impulse or velocity");
  }
  const Value *rearm = item_stated(item, "rearm");
  if (rearm != NULL && (event->condition || event->direction == EVENT_BOTH)) {
    diag_add(diag, DIAG_EVENT_NEVER, rearm->mark,
             "\"rearm\" of %s needs a number in \"when\" and one direction", item->what);
  }
  const Value *at_jumps = item_stated(item, "at_jumps");
  if (at_jumps != NULL && item_flag(item, "at_jumps") &&
      (event->condition || !starts_anew(program))) {
    diag_add(diag, DIAG_EVENT_NEVER, at_jumps->mark,
             "\"at_jumps\" of %s needs a number in \"when\" with an angle that wraps: atan2 or mod",
             item->what);
  }
}

static EventDirection direction_of(const Item *item) {
  const Value *value = item_find(item, "direction");
  if (value == NULL || value->text == NULL || strcmp(value->text, "rising") == 0) {
    return EVENT_RISING;
  }
  return strcmp(value->text, "falling") == 0 ? EVENT_FALLING : EVENT_BOTH;
}

static bool load_event(Loader *loader, Node *node, Event *event) {
  Diag *diag = loader_diag(loader);
  (void)names_check_form(node->key, node->key_mark, NAME_EVENT, diag);
  const char *what = loader_print(loader, "event \"%s\"", node->key);
  const char *prefix = loader_print(loader, "events.%s", node->key);
  *event = (Event){.name = node->key,
                   .origin = loader_origin(loader, node->key_mark),
                   .impact_joint = -1,
                   .impact_marker = {-1, -1},
                   .impulse_marker = -1,
                   .impulse = -1,
                   .velocity_joint = -1,
                   .velocity_marker = -1,
                   .velocity = -1};
  Item item;
  if (what == NULL || prefix == NULL ||
      !check_map(&loader->checker, node, event_fields, what, "event key", &item)) {
    return false;
  }
  const int first = numbers_item(loader, &item, prefix);
  if (first < 0 || !load_settings(loader, &item, event)) {
    return false;
  }
  event->when = first + item_find(&item, "when")->number;
  const Program *when = &loader->model->numbers[event->when].program;
  event->condition = when->count > 0 && program_is_condition(when);
  event->direction = direction_of(&item);
  event->at_jumps = item_flag(&item, "at_jumps");
  event->once = item_flag(&item, "once");
  event->stop = item_flag(&item, "stop");
  event->record = item_flag(&item, "record");
  event->rearm = place_of(&item, first, "rearm");
  take_impact(loader, &item, first, event);
  take_impulse(loader, &item, first, event);
  if (!take_velocity(loader, &item, node, first, event)) {
    return false;
  }
  check_event(loader, &item, event);
  return !loader_exhausted(loader);
}

// Whether an event sets a parameter, or one that its value comes from.
static bool is_set(const Model *model, int parameter) {
  for (int k = 0; k < model->event_count; k++) {
    for (int j = 0; j < model->events[k].setting_count; j++) {
      if (model->events[k].settings[j].parameter == parameter) {
        return true;
      }
    }
  }
  const Program *value = &model->numbers[model->parameters[parameter].number].program;
  for (int k = 0; k < value->input_count; k++) {
    if (is_set(model, value->inputs[k].index)) {
      return true;
    }
  }
  return false;
}

// A condition changes with the time, with the motion, or with what events set.
static void check_when(const Loader *loader, const Event *event) {
  const Model *model = loader->model;
  const Number *when = &model->numbers[event->when];
  const Program *program = &when->program;
  if (!when->stated || program->count == 0 || program->uses_time || program->uses_state) {
    return;
  }
  bool set = false;
  for (int k = 0; k < program->input_count && !set; k++) {
    set = is_set(model, program->inputs[k].index);
  }
  if (set && event->condition) {
    return;
  }
  Diag *diag = loader_diag(loader);
  diag_at(diag, DIAG_EVENT_NEVER, when->origin,
          set ? "\"when\" of event \"%s\" changes only where events set parameters: as a number it "
                "does not pass through zero"
              : "\"when\" of event \"%s\" depends neither on the time nor on the motion: it never "
                "changes",
          event->name);
  if (set) {
    diag_hint(diag, "write a condition: \"%s >= 0\"",
              loader->document->numbers[event->when].node->text);
  }
}

bool events_load(Loader *loader) {
  const Value *value = item_find(&loader->top, "events");
  const Node *map = value == NULL ? NULL : value->node;
  Model *model = loader->model;
  const int count = map == NULL ? 0 : map->count;
  if (count > ELEMENT_LIMIT) {
    diag_add(loader_diag(loader), DIAG_LIMIT_ELEMENTS, map->key_mark,
             "the model has %d events; %d are allowed", count, (int)ELEMENT_LIMIT);
    return true;
  }
  model->events = arena_array(loader_arena(loader), Event, count);
  if (model->events == NULL) {
    return false;
  }
  for (Node *node = map == NULL ? NULL : map->first; node != NULL; node = node->next) {
    if (!load_event(loader, node, &model->events[model->event_count])) {
      return false;
    }
    model->event_count++;
  }
  for (int k = 0; k < model->event_count; k++) {
    check_when(loader, &model->events[k]);
  }
  return true;
}
