// SPDX-License-Identifier: BSD-3-Clause
// placing.c: bodies that joints place (see placing.h).
#include "language/bodies/placing.h"

#include <string.h>

#include "language/bodies/frames.h"

// Bodies of a part are relative to its frame, whose path their names begin with, as others are to
// the ground: that is no pose.
static bool in_frame_of_part(const Model *model, const Body *body) {
  const char *frame = model->frames[body->frame].name, *point = strrchr(body->name, '.');
  return point != NULL && strlen(frame) == (size_t)(point - body->name) &&
         strncmp(frame, body->name, (size_t)(point - body->name)) == 0;
}

static bool has_pose(const Model *model, const Body *body) {
  return body->position_stated || body->orientation_stated || body->within >= 0 ||
         (body->frame >= 0 && !in_frame_of_part(model, body));
}

static bool is_stated(const Model *model, int number) {
  return number >= 0 && model->numbers[number].stated;
}

static bool states_coordinate(const Model *model, const Joint *joint) {
  bool stated = is_stated(model, joint->initial_coordinate) ||
                is_stated(model, joint->start.direction) ||
                joint->start.axes.form != ORIENTATION_NONE;
  for (int k = 0; k < JOINT_STARTS; k++) {
    stated = stated || is_stated(model, joint->start.place[k]);
  }
  return stated;
}

// Where the file says how the markers stand to each other; a rod needs its direction for that.
static bool says_how(const Model *model, const Joint *joint) {
  const bool rod = joint->kind->parts[0].offset != NULL;
  return !model->planar && states_coordinate(model, joint) &&
         (!rod || is_stated(model, joint->start.direction));
}

// With its coordinates at zero the markers agree: what holds a length or square axes does not.
static bool closes_at_zero(const Model *model, const Joint *joint) {
  int rows = 0;
  for (int k = 0; k < joint_part_count(joint->kind); k++) {
    rows += joint->kind->parts[k].primitive->row_count;
    if (joint->part_offset[k] >= 0) {
      return false;
    }
  }
  return rows >= (model->planar ? 2 : 3) && !joint_chooses(joint->kind);
}

static bool places(const Model *model, const Joint *joint) {
  return joint->kind != NULL && joint->marker_i >= 0 && joint->marker_j >= 0 &&
         !model->markers[joint->marker_i].at_initial_pose &&
         !model->markers[joint->marker_j].at_initial_pose &&
         (closes_at_zero(model, joint) || says_how(model, joint));
}

// Goes through joint j from a known body to the other one, unless that is known. True when it went.
static bool go_through(Model *model, int j, bool *known) {
  const Joint *joint = &model->joints[j];
  const int body[2] = {model->markers[joint->marker_i].body, model->markers[joint->marker_j].body};
  if (known[body[0]] == known[body[1]]) {
    return false;
  }
  const int child = known[body[0]] ? 1 : 0, from = body[1 - child];
  Body *it = &model->bodies[body[child]];
  if (it->within >= 0) {
    return false; // its pose waits for that of a marker
  }
  known[body[child]] = true;
  if (states_coordinate(model, joint) || model->bodies[from].placed_by > 0) {
    it->placed_by = 1 + j;
  }
  return true;
}

// ---- bodies relative to markers ----

static int before(const Model *model, int body) {
  const int marker = model->bodies[body].within;
  return marker < 0 ? -1 : model->markers[marker].body;
}

// "one -> two -> one"
static const char *circle_of(const Loader *loader, int body) {
  const Model *model = loader->model;
  const char *text = model->bodies[body].name;
  for (int at = before(model, body); text != NULL; at = before(model, at)) {
    text = loader_print(loader, "%s -> %s", text, model->bodies[at].name);
    if (at == body) {
      break;
    }
  }
  return text;
}

// Every chain of bodies relative to markers ends. False when memory ran out.
static bool chains_end(const Loader *loader) {
  const Model *model = loader->model;
  Diag *diag = loader_diag(loader);
  for (int b = 1; b < model->body_count; b++) {
    int depth = 0, least = b, at = before(model, b);
    while (at >= 0 && at != b && depth <= FRAMES_DEEPEST) {
      least = at < least ? at : least;
      at = before(model, at);
      depth++;
    }
    if (at == b && least == b) {
      const char *path = circle_of(loader, b);
      if (path == NULL) {
        return false;
      }
      diag_at(diag, DIAG_NAME_CYCLE, model->bodies[b].origin,
              "the initial poses of bodies depend on each other: %s", path);
      diag_hint(diag, "define one of them relative to the ground");
    } else if (at >= 0 && at != b && diag->error_count == 0) {
      diag_at(diag, DIAG_LIMIT_DEPTH, model->bodies[b].origin,
              "more than %d bodies are placed relative to each other", (int)FRAMES_DEEPEST);
    }
  }
  return true;
}

// A body relative to a marker is known where that one is. True when one was found.
static bool follow_markers(const Model *model, bool *known) {
  bool went = false;
  for (int b = 1; b < model->body_count; b++) {
    const int from = before(model, b);
    const bool found = !known[b] && from >= 0 && known[from];
    known[b] = known[b] || found;
    went = went || found;
  }
  return went;
}

bool placing_choose(Loader *loader) {
  Model *model = loader->model;
  bool *known = arena_array(loader_arena(loader), bool, model->body_count);
  int seeds = 0;
  if (known == NULL || !chains_end(loader)) {
    return false;
  }
  for (int b = 0; b < model->body_count; b++) {
    const Body *body = &model->bodies[b];
    known[b] = b == 0 || body->kind == NULL ||
               (body->within < 0 && (has_pose(model, body) || body->kind->rotations == 0));
  }
  for (int j = 0; j < model->joint_count; j++) {
    const Joint *joint = &model->joints[j];
    seeds += joint->kind != NULL && states_coordinate(model, joint) ? 1 : 0;
  }
  for (bool went = seeds > 0; went;) {
    went = follow_markers(model, known);
    for (int j = 0; j < model->joint_count; j++) {
      went = (places(model, &model->joints[j]) && go_through(model, j, known)) || went;
    }
  }
  return true;
}
