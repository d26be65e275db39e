// SPDX-License-Identifier: BSD-3-Clause
// scene_json.c: a scene as JSON, as assets/viewer.js reads it: keys of one letter, what is as usual
// left out.
#include <math.h>

#include "report/scene/scene_inside.h"

static const char *const WORDS[] = {
    [SCENE_BOX] = "box",       [SCENE_BALL] = "ball",       [SCENE_CYLINDER] = "cylinder",
    [SCENE_CONE] = "cone",     [SCENE_CAPSULE] = "capsule", [SCENE_OUTLINE] = "outline",
    [SCENE_LINE] = "line",     [SCENE_LINES] = "lines",     [SCENE_MESH] = "mesh",
    [SCENE_SPRING] = "spring", [SCENE_ROD] = "rod"};

// What is round-off beside 1 is zero.
static void number(Text *out, bool first, double value, double size) {
  const bool none = !(fabs(value) > 1e-9 * size);
  text_printf(out, first ? "%.5g" : ",%.5g", none ? 0.0 : value);
}

static void numbers(Text *out, const char *key, const double *values, int count, double size) {
  text_printf(out, ",\"%s\":[", key);
  for (int k = 0; k < count; k++) {
    number(out, k == 0, values[k], size);
  }
  text_put(out, "]");
}

static void points(Text *out, const SceneShape *shape, double size) {
  const int each = shape->kind == SCENE_OUTLINE ? 2 : 3;
  text_put(out, ",\"pts\":[");
  for (int i = 0; i < shape->point_count; i++) {
    for (int k = 0; k < each; k++) {
      number(out, i + k == 0, shape->points[i][k], size);
    }
  }
  text_put(out, "]");
}

static bool turned(const SceneShape *shape) {
  static const double UNIT[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
  bool same = true;
  for (int k = 0; k < 9; k++) {
    same = same && shape->R[k] == UNIT[k];
  }
  return !same;
}

static void write_end(Text *out, const SceneEnd *end, double size) {
  text_printf(out, "[%d", end->body);
  for (int k = 0; k < 3; k++) {
    number(out, false, end->at[k], size);
  }
  text_put(out, "]");
}

static bool write_shape(Text *out, const SceneShape *shape, double size, Arena *arena) {
  bool good = true;
  text_printf(out, "{\"k\":\"%s\",\"b\":%d,\"n\":", WORDS[shape->kind], shape->body);
  text_json_string(out, shape->name);
  if (shape->kind == SCENE_SPRING || shape->kind == SCENE_ROD) {
    text_put(out, ",\"e\":[");
    write_end(out, &shape->end[0], size);
    text_put(out, ",");
    write_end(out, &shape->end[1], size);
    text_put(out, "]");
  } else {
    numbers(out, "p", shape->at, 3, size);
    if (turned(shape)) {
      numbers(out, "R", shape->R, 9, 1);
    }
  }
  numbers(out, "s", shape->size, 3, size);
  numbers(out, "c", shape->colour, 3, 1);
  if (shape->kind == SCENE_MESH) {
    good = scene_put_mesh(shape, arena, out);
  } else if (shape->point_count > 0) {
    points(out, shape, size);
  }
  text_printf(out, ",\"g\":%.3g", shape->gloss);
  if (shape->opacity < 1) {
    text_printf(out, ",\"o\":%.3g", shape->opacity);
  }
  text_put(out, shape->hatch ? ",\"hatch\":1}" : "}");
  return good;
}

static void write_joints(Text *out, const char *key, const SceneJoint *joints, int count,
                         double size) {
  text_printf(out, ",\"%s\":[", key);
  for (int j = 0; j < count; j++) {
    text_put(out, j > 0 ? ",{\"n\":" : "{\"n\":");
    text_json_string(out, joints[j].name);
    text_put(out, ",\"e\":");
    write_end(out, &joints[j].end, size);
    text_put(out, "}");
  }
  text_put(out, "]");
}

bool scene_json(const Scene *scene, Arena *arena, Text *out) {
  bool good = true;
  text_printf(out, "{\"planar\":%s,\"size\":%.5g", scene->planar ? "true" : "false", scene->size);
  numbers(out, "up", scene->up, 3, 1);
  text_printf(out, ",\"flat\":%s,\"follow\":%d", scene->flat ? "true" : "false", scene->follow);
  if (scene->looks) {
    numbers(out, "from", scene->from, 3, 1);
  }
  if (scene->trail_count > 0) {
    text_put(out, ",\"trail\":[");
    for (int k = 0; k < scene->trail_count; k++) {
      text_put(out, k > 0 ? "," : "");
      write_end(out, &scene->trail[k], scene->size);
    }
    text_put(out, "]");
  }
  text_printf(out, ",\"thickness\":%.5g", scene->thickness);
  numbers(out, "pose", scene->pose, (scene->body_count - 1) * (scene->planar ? 3 : 7), scene->size);
  text_put(out, ",\"bodies\":[");
  for (int b = 0; b < scene->body_count; b++) {
    text_put(out, b > 0 ? "," : "");
    text_json_string(out, scene->bodies[b]);
  }
  text_put(out, "]");
  write_joints(out, "joints", scene->joints, scene->joint_count, scene->size);
  write_joints(out, "forces", scene->forces, scene->force_count, scene->size);
  text_put(out, ",\"shapes\":[");
  for (int s = 0; s < scene->shape_count && good; s++) {
    text_put(out, s > 0 ? ",\n" : "\n");
    good = write_shape(out, &scene->shapes[s], scene->size, arena);
  }
  text_put(out, "]}");
  return good;
}
