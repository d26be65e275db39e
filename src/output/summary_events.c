// SPDX-License-Identifier: BSD-3-Clause
// summary_events.c: the discontinuities of a motion, and what creeps, in summary.json (see
// summary_inside.h).
#include "output/summary_inside.h"

// Force and torque (in the plane: about z) in the axes of marker_i.
static void put_joint_impulses(Json *json, const Model *model, const double *impulses) {
  json_begin_object(json, "joint_impulses");
  for (int j = 0; j < model->joint_count; j++) {
    const double *one = impulses + 6L * j, plane[] = {one[0], one[1], one[5]};
    json_begin_short_list(json, model->joints[j].name);
    json_put(json, "%v]", model->planar ? plane : one, model->planar ? 3 : 6);
  }
  json_end_object(json);
}

// One side of an event: what its actions changed there.
static void put_side(Json *json, const Model *model, const EventRecord *record, int side) {
  const Event *event = record->event;
  const EventSides *sides = record->sides;
  const double *v = sides->velocity[side];
  json_begin_short_object(json, side == 0 ? "before" : "after");
  json_number(json, "energy", sides->energy[side]);
  if (event->impacts) {
    json_number(json, "rate", side == 0 ? record->approach : sides->separation);
  }
  if (event->velocity_joint >= 0) {
    json_number(json, "velocity", v[0]);
  } else if (event->velocity_marker >= 0) {
    json_put(json, "velocity: [%v]", v, model->planar ? 2 : 3);
  }
  if (sides->settings != NULL) {
    json_begin_short_object(json, "parameters");
    for (int k = 0; k < event->setting_count; k++) {
      json_number(json, model->parameters[event->settings[k].parameter].name,
                  sides->settings[(long)side * event->setting_count + k]);
    }
    json_end_object(json);
  }
  json_end_object(json);
}

static void put_event(Json *json, const Model *model, const EventRecord *record) {
  const Event *event = record->event;
  if (event == NULL) {
    json_put(json, "<t: %g, of: %s, switch: %s,", record->t, record->path, record->text);
    if (record->energy != 0) {
      json_number(json, "energy", record->energy);
    }
    json_end_object(json);
    return;
  }
  json_put(json, "{t: %g, of: %s, switch: %s, event: %s, energy: %g", record->t, record->path,
           record->text, event->name, record->energy);
  if (event->impacts || event->impulse_marker >= 0 || event->velocity >= 0) {
    json_number(json, "impulse", record->impulse);
  }
  if (record->joint_impulses != NULL) {
    put_joint_impulses(json, model, record->joint_impulses);
  }
  if (record->sides != NULL) {
    put_side(json, model, record, 0);
    put_side(json, model, record, 1);
  }
  json_end_object(json);
}

// true, or what was not, and why.
static void put_certainty(Json *json, const Result *result) {
  if (result->doubt_count == 0) {
    json_boolean(json, "certain", true);
    return;
  }
  json_begin_list(json, "certain");
  for (int k = 0; k < result->doubt_count; k++) {
    const SwitchDoubt *doubt = &result->doubts[k];
    json_put(json, "<of: %s, switch: %s, why: %s,", doubt->path, doubt->text, doubt->why);
    if (doubt->count > 0) {
      json_put(json, "count: %l, t: %g", doubt->count, doubt->t);
    }
    json_end_object(json);
  }
  json_end_list(json);
}

void summary_events(Json *json, const Model *model, const Result *result) {
  const long kept = result->event_count < RESULT_EVENTS ? result->event_count : RESULT_EVENTS;
  json_put(json, "events: {count: %l, segments: %l, touches: %l", result->event_count,
           result->segments, result->touches);
  put_certainty(json, result);
  json_begin_list(json, "located");
  for (long k = 0; k < kept; k++) {
    put_event(json, model, &result->events[k]);
  }
  json_end_list(json);
  if (result->fates != NULL && model->event_count > 0) {
    json_begin_short_list(json, "never");
    for (int e = 0; e < model->event_count; e++) {
      if (!result->fates[e].happened) {
        json_text(json, NULL, model->events[e].name);
      }
    }
    json_end_list(json);
  }
  json_end_object(json);
}

void summary_creeps(Json *json, const Model *model, const Result *result) {
  if (result->creep_count == 0) {
    return;
  }
  json_begin_list(json, "creep");
  for (int k = 0; k < result->creep_count; k++) {
    const Creep *creep = &result->creeps[k];
    json_put(json, "<force: %s, time: %g, path: %g, load: %g, rate: %g>",
             model->forces[creep->force].name, creep->time, creep->path, creep->load, creep->rate);
  }
  json_end_list(json);
}
