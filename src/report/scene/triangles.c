// SPDX-License-Identifier: BSD-3-Clause
// triangles.c: shapes as triangles (see triangles.h).
#include "report/scene/triangles.h"

#include <math.h>
#include <string.h>

enum { AROUND = 24, RINGS = 12, TURNS = 8, STEPS = 16, WIRE = 6, FIRST_ROOM = 1024 };
static const double two_pi = 6.28318530717958647692;

static void put(Triangles *out, const double corner[6]) {
  if (out->count == out->room && !out->failed) {
    const int more = out->room == 0 ? FIRST_ROOM : 2 * out->room;
    float(*grown)[6] = arena_grow(out->arena, out->corners, out->room, more, sizeof *out->corners);
    out->failed = grown == NULL;
    out->corners = grown;
    out->room = more;
  }
  for (int k = 0; k < 6 && !out->failed; k++) {
    out->corners[out->count][k] = (float)corner[k];
  }
  out->count += !out->failed;
}

// A cell of a surface with the corners a b c d, counterclockwise.
static void put_cell(Triangles *out, const double a[6], const double b[6], const double c[6],
                     const double d[6]) {
  const double *const order[6] = {a, b, c, a, c, d};
  for (int k = 0; k < 6; k++) {
    put(out, order[k]);
  }
}

// A surface over u and w from 0 to 1.
typedef void Surface(double u, double w, double parameter, double corner[6]);

static void put_surface(Triangles *out, Surface *surface, double parameter, int rows, int columns) {
  for (int i = 0; i < rows; i++) {
    for (int j = 0; j < columns; j++) {
      double at[4][6];
      for (int k = 0; k < 4; k++) {
        const int down = k == 1 || k == 2, right = k >= 2;
        surface((double)(i + down) / rows, (double)(j + right) / columns, parameter, at[k]);
      }
      put_cell(out, at[0], at[1], at[2], at[3]);
    }
  }
}

static void ball(double u, double w, double parameter, double corner[6]) {
  (void)parameter;
  corner[3] = sin(u * two_pi / 2) * cos(w * two_pi);
  corner[4] = sin(u * two_pi / 2) * sin(w * two_pi);
  corner[5] = cos(u * two_pi / 2);
  for (int k = 0; k < 3; k++) {
    corner[k] = corner[3 + k] / 2;
  }
}

// From the upper edge down. above: its radius; the lower one's is 1/2.
static void side(double u, double w, double above, double corner[6]) {
  const double x = cos(w * two_pi), y = sin(w * two_pi), r = above + (0.5 - above) * u;
  const double norm = hypot(1, 0.5 - above);
  const double values[6] = {r * x, r * y, 0.5 - u, x / norm, y / norm, (0.5 - above) / norm};
  memcpy(corner, values, sizeof values);
}

// A disc seen from outside; z: 1/2 or -1/2.
static void lid(double u, double w, double z, double corner[6]) {
  const double sense = z > 0 ? 1 : -1, angle = sense * w * two_pi;
  const double values[6] = {u / 2 * cos(angle), u / 2 * sin(angle), z, 0, 0, sense};
  memcpy(corner, values, sizeof values);
}

// u along the wire, w around it.
static void helix(double u, double w, double slender, double corner[6]) {
  const double wire = 1.0 / 11, turn = u * TURNS * two_pi, a = -w * two_pi;
  const double end = fmin(1, TURNS * fmin(u, 1 - u)), radius = (0.5 - wire) * end;
  const double x = cos(turn) * cos(a), y = sin(turn) * cos(a), z = sin(a);
  const double norm = sqrt(x * x + y * y + z * z);
  const double values[6] = {radius * cos(turn) + wire * x,
                            radius * sin(turn) + wire * y,
                            u - 0.5 + wire * z / slender,
                            x / norm,
                            y / norm,
                            z / norm};
  memcpy(corner, values, sizeof values);
}

static void put_box(Triangles *out) {
  for (int axis = 0; axis < 3; axis++) {
    for (int sense = -1; sense <= 1; sense += 2) {
      double at[4][6];
      for (int k = 0; k < 4; k++) {
        const double u = k == 1 || k == 2 ? 0.5 : -0.5, w = k >= 2 ? 0.5 : -0.5;
        memset(at[k], 0, sizeof at[k]);
        at[k][axis] = sense / 2.0;
        at[k][(axis + 1) % 3] = sense > 0 ? u : w;
        at[k][(axis + 2) % 3] = sense > 0 ? w : u;
        at[k][3 + axis] = sense;
      }
      put_cell(out, at[0], at[1], at[2], at[3]);
    }
  }
}

void triangles_unit(Triangles *out, SceneKind kind, double slender) {
  switch ((int)kind) {
  case SCENE_BOX:
    put_box(out);
    break;
  case SCENE_BALL:
    put_surface(out, ball, 0, RINGS, AROUND);
    break;
  case SCENE_SPRING:
    put_surface(out, helix, slender, TURNS * STEPS, WIRE);
    break;
  default: // cylinder, rod, cone
    put_surface(out, side, kind == SCENE_CONE ? 0 : 0.5, 1, AROUND);
    put_surface(out, lid, -0.5, 1, AROUND);
    if (kind != SCENE_CONE) {
      put_surface(out, lid, 0.5, 1, AROUND);
    }
  }
}

// ---- outlines ----

// Twice the area of a b c.
static double twice(const double a[3], const double b[3], const double c[3]) {
  return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
}

// Whether the corner k of a ring stands out, and no other corner is inside its triangle.
static bool is_ear(const double (*points)[3], const int *ring, int count, int k) {
  const double *a = points[ring[(k + count - 1) % count]], *b = points[ring[k]];
  const double *c = points[ring[(k + 1) % count]];
  bool ear = twice(a, b, c) > 0;
  for (int i = 0; ear && i < count; i++) {
    const double *p = points[ring[i]];
    ear = p == a || p == b || p == c || twice(a, b, p) < 0 || twice(b, c, p) < 0 ||
          twice(c, a, p) < 0;
  }
  return ear;
}

static void put_flat(Triangles *out, const double *const three[3], double z) {
  for (int k = 0; k < 3; k++) {
    const double *p = three[z > 0 ? k : 2 - k];
    const double corner[6] = {p[0], p[1], z, 0, 0, 2 * z};
    put(out, corner);
  }
}

static void put_rim(Triangles *out, const double a[3], const double b[3]) {
  const double length = hypot(b[0] - a[0], b[1] - a[1]);
  const double n[2] = {length > 0 ? (b[1] - a[1]) / length : 1,
                       length > 0 ? (a[0] - b[0]) / length : 0};
  const double at[4][6] = {{a[0], a[1], -0.5, n[0], n[1], 0},
                           {b[0], b[1], -0.5, n[0], n[1], 0},
                           {b[0], b[1], 0.5, n[0], n[1], 0},
                           {a[0], a[1], 0.5, n[0], n[1], 0}};
  put_cell(out, at[0], at[1], at[2], at[3]);
}

static void put_outline(Triangles *out, const SceneShape *shape) {
  const double(*points)[3] = shape->points;
  int count = shape->point_count;
  int *ring = arena_array(out->arena, int, count);
  double area = 0;
  for (int k = 0; ring != NULL && k < count; k++) {
    area += twice(points[0], points[k], points[(k + 1) % count]);
  }
  for (int k = 0; ring != NULL && k < count; k++) {
    ring[k] = area < 0 ? count - 1 - k : k;
  }
  for (int k = 0; ring != NULL && k < count; k++) {
    put_rim(out, points[ring[k]], points[ring[(k + 1) % count]]);
  }
  out->failed = out->failed || ring == NULL;
  while (!out->failed && count > 2) {
    int k = 0;
    while (k < count && !is_ear(points, ring, count, k)) {
      k++;
    }
    k = k < count ? k : 0; // one that crosses itself
    const double *const three[3] = {points[ring[(k + count - 1) % count]], points[ring[k]],
                                    points[ring[(k + 1) % count]]};
    put_flat(out, three, 0.5);
    put_flat(out, three, -0.5);
    memmove(ring + k, ring + k + 1, (size_t)(--count - k) * sizeof *ring);
  }
}

// ---- meshes ----

static void put_mesh(Triangles *out, const SceneShape *shape) {
  for (int i = 0; i + 2 < shape->point_count; i += 3) {
    const double *a = shape->points[i], *b = shape->points[i + 1], *c = shape->points[i + 2];
    double n[3], size = 0;
    for (int k = 0; k < 3; k++) {
      const int u = (k + 1) % 3, w = (k + 2) % 3;
      n[k] = (b[u] - a[u]) * (c[w] - a[w]) - (b[w] - a[w]) * (c[u] - a[u]);
      size += n[k] * n[k];
    }
    size = sqrt(size);
    for (int corner = 0; corner < 3 && size > 0; corner++) {
      const double *p = shape->points[i + corner];
      const double values[6] = {p[0], p[1], p[2], n[0] / size, n[1] / size, n[2] / size};
      put(out, values);
    }
  }
}

void triangles_of(Triangles *out, const SceneShape *shape) {
  if (shape->kind == SCENE_MESH) {
    put_mesh(out, shape);
  } else {
    put_outline(out, shape);
  }
}
