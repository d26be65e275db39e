// SPDX-License-Identifier: BSD-3-Clause
// gltf.c: a motion as glTF 2.0 (see gltf.h; the Khronos Group's specification, 2.0).
//
// A binary file is a head of 12 bytes, a chunk of JSON and a chunk of numbers, each a multiple of 4
// long. JSON names pieces of the numbers (views), what they are (accessors), and who uses them.
#include "report/pictures/gltf.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

#include "math/rotation.h"
#include "report/pictures/pose.h"
#include "report/scene/triangles.h"

enum { LINES = 1, LINE_STRIP = 3, TRIANGLES = 4, FLOAT = 5126, VERTICES = 34962 };
enum { UNITS = SCENE_ROD + 1, NONE = -1 };

typedef struct Node {
  const char *name;                   // NULL: none
  int parent, mesh;                   // NONE: the root's; no mesh
  double place[3], turn[4], scale[3]; // turn: x y z w
  bool animated;
} Node;

// The corners of a shape in the numbers.
typedef struct Geometry {
  int position, normal; // accessors
  double slender;       // of a spring
  bool there;
} Geometry;

typedef struct Gltf {
  const Film *film;
  Arena *arena;
  Text numbers, views, accessors, meshes, materials, channels, samplers;
  int view_count, accessor_count, mesh_count, material_count, channel_count, sampler_count;
  Node *nodes;
  int node_count, node_room;
  Node nowhere; // where memory is out
  Geometry units[UNITS];
  const SceneShape **tinted; // of each material a shape that has it
  int times;                 // accessor
  bool failed;
} Gltf;

// ---- numbers ----

static void put_word(Text *out, uint32_t word) {
  char bytes[4];
  for (int k = 0; k < 4; k++) {
    bytes[k] = (char)(word >> (8 * k) & 0xffU);
  }
  text_append(out, bytes, sizeof bytes);
}

static void put_float(Text *out, float value) {
  uint32_t bits;
  memcpy(&bits, &value, sizeof bits);
  put_word(out, bits);
}

// `width` floats of each of `count` rows that are `stride` floats apart, with their bounds.
static int add_accessor(Gltf *it, const float *values, int count, int width, int stride,
                        int target) {
  static const char *const types[] = {"", "SCALAR", "VEC2", "VEC3", "VEC4"};
  float low[4] = {0}, high[4] = {0};
  text_printf(&it->views, "%s{\"buffer\":0,\"byteOffset\":%zu,\"byteLength\":%ld",
              it->view_count > 0 ? "," : "", it->numbers.length, 4L * width * count);
  if (target != 0) {
    text_printf(&it->views, ",\"target\":%d", target);
  }
  text_put(&it->views, "}");
  for (int row = 0; row < count; row++) {
    for (int k = 0; k < width; k++) {
      const float value = values[(long)row * stride + k];
      put_float(&it->numbers, value);
      low[k] = row == 0 || value < low[k] ? value : low[k];
      high[k] = row == 0 || value > high[k] ? value : high[k];
    }
  }
  text_printf(&it->accessors,
              "%s{\"bufferView\":%d,\"componentType\":%d,\"count\":%d,\"type\":\"%s\"",
              it->accessor_count > 0 ? "," : "", it->view_count++, (int)FLOAT, count, types[width]);
  for (int end = 0; end < 2; end++) {
    text_put(&it->accessors, end == 0 ? ",\"min\":[" : "],\"max\":[");
    for (int k = 0; k < width; k++) {
      text_printf(&it->accessors, "%s%.9g", k > 0 ? "," : "",
                  (double)(end == 0 ? low[k] : high[k]));
    }
  }
  text_put(&it->accessors, "]}");
  return it->accessor_count++;
}

// ---- what is drawn ----

static double linear(double colour) { // from sRGB
  return colour <= 0.04045 ? colour / 12.92 : pow((colour + 0.055) / 1.055, 2.4);
}

static bool same_look(const SceneShape *a, const SceneShape *b) {
  bool same = a->gloss == b->gloss && a->opacity == b->opacity;
  for (int k = 0; k < 3; k++) {
    same = same && a->colour[k] == b->colour[k];
  }
  return same;
}

static int material_of(Gltf *it, const SceneShape *shape) {
  for (int k = 0; k < it->material_count; k++) {
    if (same_look(it->tinted[k], shape)) {
      return k;
    }
  }
  text_printf(&it->materials, "%s{\"pbrMetallicRoughness\":{\"baseColorFactor\":[%.4g,%.4g,%.4g,",
              it->material_count > 0 ? "," : "", linear(shape->colour[0]), linear(shape->colour[1]),
              linear(shape->colour[2]));
  text_printf(&it->materials, "%.4g],\"metallicFactor\":0.1,\"roughnessFactor\":%.3g}%s}",
              shape->opacity, 1 - 0.8 * shape->gloss,
              shape->opacity < 1 ? ",\"alphaMode\":\"BLEND\"" : "");
  it->tinted[it->material_count] = shape;
  return it->material_count++;
}

static int add_mesh(Gltf *it, int position, int normal, int mode, int material) {
  text_printf(&it->meshes, "%s{\"primitives\":[{\"attributes\":{\"POSITION\":%d",
              it->mesh_count > 0 ? "," : "", position);
  if (normal != NONE) {
    text_printf(&it->meshes, ",\"NORMAL\":%d", normal);
  }
  text_printf(&it->meshes, "},\"mode\":%d,\"material\":%d}]}", mode, material);
  return it->mesh_count++;
}

static Geometry geometry_of(Gltf *it, Triangles *triangles, double slender) {
  Geometry made = {.slender = slender, .there = triangles->count > 0};
  it->failed = it->failed || triangles->failed;
  if (made.there && !it->failed) {
    const float *first = triangles->corners[0];
    made.position = add_accessor(it, first, triangles->count, 3, 6, VERTICES);
    made.normal = add_accessor(it, first + 3, triangles->count, 3, 6, VERTICES);
  }
  return made;
}

// A unit shape is in the file once, a spring once for each slenderness in a row.
static int unit_mesh(Gltf *it, const SceneShape *shape, SceneKind kind, double slender) {
  Geometry *unit = &it->units[kind];
  if (!unit->there || unit->slender != slender) {
    Triangles triangles = {.arena = it->arena};
    triangles_unit(&triangles, kind, slender);
    *unit = geometry_of(it, &triangles, slender);
  }
  return add_mesh(it, unit->position, unit->normal, TRIANGLES, material_of(it, shape));
}

static int own_mesh(Gltf *it, const SceneShape *shape) {
  Triangles triangles = {.arena = it->arena};
  triangles_of(&triangles, shape);
  const Geometry made = geometry_of(it, &triangles, 0);
  return made.there ? add_mesh(it, made.position, made.normal, TRIANGLES, material_of(it, shape))
                    : NONE;
}

static int line_mesh(Gltf *it, const SceneShape *shape) {
  float *points = arena_array(it->arena, float, 3 * shape->point_count);
  it->failed = it->failed || points == NULL;
  if (it->failed || shape->point_count < 2) {
    return NONE;
  }
  for (int k = 0; k < 3 * shape->point_count; k++) {
    points[k] = (float)shape->points[k / 3][k % 3];
  }
  const int position = add_accessor(it, points, shape->point_count, 3, 3, VERTICES);
  return add_mesh(it, position, NONE, shape->kind == SCENE_LINE ? LINE_STRIP : LINES,
                  material_of(it, shape));
}

// ---- nodes ----

static Node *add_node(Gltf *it, const char *name, int parent, int mesh) {
  if (it->node_count == it->node_room && !it->failed) {
    const int more = it->node_room == 0 ? 256 : 2 * it->node_room;
    Node *grown = arena_grow(it->arena, it->nodes, it->node_room, more, sizeof *it->nodes);
    it->failed = grown == NULL;
    it->nodes = grown;
    it->node_room = more;
  }
  Node *node = it->failed ? &it->nowhere : &it->nodes[it->node_count++];
  *node = (Node){
      .name = name, .parent = parent, .mesh = mesh, .turn = {0, 0, 0, 1}, .scale = {1, 1, 1}};
  return node;
}

// Of body b; the root is node 0.
static int body_node(int body) {
  return 1 + body;
}

static void add_piece(Gltf *it, const SceneShape *shape, int mesh, const double size[3],
                      double along) {
  double p[4];
  if (mesh == NONE) {
    return;
  }
  Node *node = add_node(it, shape->name, body_node(shape->body), mesh);
  rotation_to_quaternion(shape->R, p);
  for (int k = 0; k < 3; k++) {
    node->place[k] = shape->at[k] + along * shape->R[3 * k + 2];
    node->turn[k] = p[1 + k];
    node->scale[k] = size[k];
  }
  node->turn[3] = p[0];
}

static void add_shape(Gltf *it, const SceneShape *shape) {
  const double *s = shape->size, one[3] = {1, 1, 1}, round[3] = {s[0], s[0], s[0]};
  const double thick[3] = {1, 1, s[2]};
  switch (shape->kind) {
  case SCENE_BOX:
  case SCENE_BALL:
  case SCENE_CYLINDER:
  case SCENE_CONE:
    add_piece(it, shape, unit_mesh(it, shape, shape->kind, 1), s, 0);
    break;
  case SCENE_CAPSULE:
    add_piece(it, shape, unit_mesh(it, shape, SCENE_CYLINDER, 1), s, 0);
    add_piece(it, shape, unit_mesh(it, shape, SCENE_BALL, 1), round, s[2] / 2);
    add_piece(it, shape, unit_mesh(it, shape, SCENE_BALL, 1), round, -s[2] / 2);
    break;
  case SCENE_OUTLINE:
    add_piece(it, shape, own_mesh(it, shape), thick, 0);
    break;
  case SCENE_MESH:
    add_piece(it, shape, own_mesh(it, shape), one, 0);
    break;
  case SCENE_LINE:
  case SCENE_LINES:
    add_piece(it, shape, line_mesh(it, shape), one, 0);
    break;
  case SCENE_SPRING:
  case SCENE_ROD:
    break; // links
  }
}

// ---- motion ----

static void add_channel(Gltf *it, int node, const char *path, const float *values, int width) {
  const int output = add_accessor(it, values, it->film->frames, width, width, 0);
  text_printf(&it->samplers, "%s{\"input\":%d,\"output\":%d,\"interpolation\":\"LINEAR\"}",
              it->sampler_count > 0 ? "," : "", it->times, output);
  text_printf(&it->channels, "%s{\"sampler\":%d,\"target\":{\"node\":%d,\"path\":\"%s\"}}",
              it->channel_count++ > 0 ? "," : "", it->sampler_count++, node, path);
}

// All frames of a node: a body's, or with a shape a link's. Neighbouring turns keep one sign.
static void animate(Gltf *it, int number, int body, const SceneShape *link) {
  const int frames = it->film->frames;
  float *place = arena_array(it->arena, float, 3 * frames);
  float *turn = arena_array(it->arena, float, 4 * frames);
  float *scale = arena_array(it->arena, float, 3 * frames);
  Pose pose = {.place = {0}}, before = {.turn = {0}};
  it->failed = it->failed || place == NULL || turn == NULL || scale == NULL;
  for (int k = 0; k < frames && !it->failed; k++) {
    if (link != NULL) {
      pose_of_link(it->film, link, k, &pose);
    } else {
      pose_of_body(it->film, body, k, &pose);
    }
    double same = 0;
    for (int i = 0; i < 4; i++) {
      same += pose.turn[i] * before.turn[i];
    }
    for (int i = 0; i < 4; i++) {
      pose.turn[i] = same < 0 ? -pose.turn[i] : pose.turn[i];
      turn[4 * k + i] = (float)pose.turn[i];
    }
    for (int i = 0; i < 3; i++) {
      place[3 * k + i] = (float)pose.place[i];
      scale[3 * k + i] = (float)pose.scale[i];
    }
    before = pose;
  }
  if (it->failed) {
    return;
  }
  it->nodes[number].animated = true;
  add_channel(it, number, "translation", place, 3);
  add_channel(it, number, "rotation", turn, 4);
  if (link != NULL) {
    add_channel(it, number, "scale", scale, 3);
  }
}

static void add_times(Gltf *it) {
  const Film *film = it->film;
  float *times = arena_array(it->arena, float, film->frames);
  it->failed = it->failed || times == NULL;
  for (int k = 0; k < film->frames && !it->failed; k++) { // they ascend, whatever rows repeat
    times[k] = (float)(film->seconds * k / (film->frames - 1));
  }
  it->times = it->failed ? NONE : add_accessor(it, times, film->frames, 1, 1, 0);
}

// ---- the whole ----

static void add_nodes(Gltf *it) {
  static const double y[3] = {0, 1, 0};
  const Scene *scene = it->film->scene;
  Node *root = add_node(it, it->film->title, NONE, NONE);
  if (!scene->planar) {
    pose_turn(scene->up, y, root->turn);
  }
  for (int b = 0; b < scene->body_count; b++) {
    (void)add_node(it, scene->bodies[b], 0, NONE);
  }
  for (int b = 1; b < scene->body_count; b++) {
    animate(it, body_node(b), b, NULL);
  }
  for (int s = 0; s < scene->shape_count && !it->failed; s++) {
    const SceneShape *shape = &scene->shapes[s];
    if (shape->kind == SCENE_SPRING || shape->kind == SCENE_ROD) {
      Pose pose;
      pose_of_link(it->film, shape, 0, &pose);
      const double slender = shape->kind == SCENE_SPRING ? pose.scale[2] / pose.scale[0] : 1;
      const SceneKind kind = shape->kind == SCENE_SPRING ? SCENE_SPRING : SCENE_CYLINDER;
      (void)add_node(it, shape->name, 0, unit_mesh(it, shape, kind, fmax(slender, 1e-3)));
      animate(it, it->node_count - 1, 0, shape);
    } else {
      add_shape(it, shape);
    }
  }
}

static void put_list(Text *out, const char *key, const double *values, int count) {
  text_printf(out, ",\"%s\":[", key);
  for (int k = 0; k < count; k++) {
    text_printf(out, "%s%.9g", k > 0 ? "," : "", values[k]);
  }
  text_put(out, "]");
}

static void put_children(const Gltf *it, int number, Text *out) {
  bool some = false;
  for (int k = 1; k < it->node_count; k++) {
    if (it->nodes[k].parent == number) {
      text_printf(out, "%s%d", some ? "," : ",\"children\":[", k);
      some = true;
    }
  }
  text_put(out, some ? "]" : "");
}

static void put_nodes(const Gltf *it, Text *out) {
  text_put(out, ",\"nodes\":[");
  for (int k = 0; k < it->node_count; k++) {
    const Node *node = &it->nodes[k];
    text_put(out, k > 0 ? ",{\"name\":" : "{\"name\":");
    text_json_string(out, node->name != NULL ? node->name : "");
    if (!node->animated) {
      put_list(out, "translation", node->place, 3);
      put_list(out, "rotation", node->turn, 4);
      put_list(out, "scale", node->scale, 3);
    }
    if (node->mesh != NONE) {
      text_printf(out, ",\"mesh\":%d", node->mesh);
    }
    if (k <= it->film->scene->body_count) { // shapes have none
      put_children(it, k, out);
    }
    text_put(out, "}");
  }
  text_put(out, "]");
}

static void put_section(Text *out, const char *key, const Text *list) {
  if (list->length > 0) {
    text_printf(out, ",\"%s\":[", key);
    text_append(out, list->bytes, list->length);
    text_put(out, "]");
  }
}

static void put_json(Gltf *it, Text *out) {
  text_put(out, "{\"asset\":{\"version\":\"2.0\",\"generator\":\"mbsrun\"},\"scene\":0,"
                "\"scenes\":[{\"nodes\":[0]}]");
  put_nodes(it, out);
  put_section(out, "meshes", &it->meshes);
  put_section(out, "materials", &it->materials);
  put_section(out, "accessors", &it->accessors);
  put_section(out, "bufferViews", &it->views);
  text_printf(out, ",\"buffers\":[{\"byteLength\":%zu}]", it->numbers.length);
  if (it->channel_count > 0) {
    text_put(out, ",\"animations\":[{\"name\":\"motion\",\"channels\":[");
    text_append(out, it->channels.bytes, it->channels.length);
    text_put(out, "],\"samplers\":[");
    text_append(out, it->samplers.bytes, it->samplers.length);
    text_put(out, "]}]");
  }
  text_put(out, "}");
  while (out->length % 4 != 0) {
    text_put(out, " ");
  }
}

static void put_chunk(Text *out, uint32_t type, const Text *chunk) {
  put_word(out, (uint32_t)chunk->length);
  put_word(out, type);
  text_append(out, chunk->bytes, chunk->length);
}

bool gltf_write(const Film *film, Arena *arena, Text *out) {
  Gltf it = {.film = film, .arena = arena};
  Text json = text_open(arena->allocator);
  Text *const lists[] = {&it.numbers,   &it.views,    &it.accessors, &it.meshes,
                         &it.materials, &it.channels, &it.samplers};
  enum { LISTS = sizeof lists / sizeof lists[0], HEAD = 12, CHUNK_HEAD = 8 };
  for (int k = 0; k < LISTS; k++) {
    *lists[k] = text_open(arena->allocator);
  }
  it.tinted = arena_array(arena, const SceneShape *, film->scene->shape_count);
  it.failed = it.tinted == NULL;
  add_times(&it);
  add_nodes(&it);
  if (!it.failed) {
    put_json(&it, &json);
    put_word(out, 0x46546c67U); // glTF
    put_word(out, 2);
    put_word(out, (uint32_t)(HEAD + 2 * CHUNK_HEAD + json.length + it.numbers.length));
    put_chunk(out, 0x4e4f534aU, &json);       // JSON
    put_chunk(out, 0x004e4942U, &it.numbers); // BIN
  }
  bool good = !it.failed && !json.failed && !out->failed;
  for (int k = 0; k < LISTS; k++) {
    good = good && !lists[k]->failed;
    text_close(lists[k]);
  }
  text_close(&json);
  return good;
}
