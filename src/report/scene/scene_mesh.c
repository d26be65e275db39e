// SPDX-License-Identifier: BSD-3-Clause
// scene_mesh.c: triangles of a file for the page, as assets/shapes.js unpacks them.
//
// Corners are rounded to whole steps of the longest side of their box over 65535; those that become
// one are one vertex. Vertices are numbered as triangles come to them. Of both lists stand the
// differences from the entry before: small numbers, which deflate well.
#include <math.h>
#include <stdlib.h>

#include "report/scene/scene_inside.h"

enum { STEPS = 65535 };

typedef struct Corner {
  int at[3], number, vertex;
} Corner;

static int compare_places(const void *one, const void *other) {
  const Corner *a = one, *b = other;
  int order = 0;
  for (int k = 0; k < 3 && order == 0; k++) {
    order = (a->at[k] > b->at[k]) - (a->at[k] < b->at[k]);
  }
  return order != 0 ? order : (a->number > b->number) - (a->number < b->number);
}

static int compare_numbers(const void *one, const void *other) {
  const Corner *a = one, *b = other;
  return (a->number > b->number) - (a->number < b->number);
}

// The least corner of the box; the step.
static double find_box(const SceneShape *shape, double low[3]) {
  double side = 0;
  for (int k = 0; k < 3; k++) {
    double high = -(double)INFINITY;
    low[k] = (double)INFINITY;
    for (int i = 0; i < shape->point_count; i++) {
      low[k] = fmin(low[k], shape->points[i][k]);
      high = fmax(high, shape->points[i][k]);
    }
    side = fmax(side, high - low[k]);
  }
  return side > 0 ? side / STEPS : 1;
}

// Corners in their order, each with the first corner at its place as its vertex.
static void find_vertices(Corner *corners, int count) {
  qsort(corners, (size_t)count, sizeof *corners, compare_places);
  for (int k = 0, first = 0; k < count; k++) {
    const int *a = corners[k].at, *b = corners[first].at;
    first = a[0] == b[0] && a[1] == b[1] && a[2] == b[2] ? first : k;
    corners[k].vertex = corners[first].number;
  }
  qsort(corners, (size_t)count, sizeof *corners, compare_numbers);
}

static void put_vertices(Corner *corners, int count, Text *out) {
  int before[3] = {0, 0, 0}, vertices = 0;
  text_put(out, ",\"v\":[");
  for (int k = 0; k < count; k++) {
    if (corners[k].vertex != k) {
      corners[k].vertex = corners[corners[k].vertex].vertex; // met already: its number
      continue;
    }
    for (int i = 0; i < 3; i++) {
      text_printf(out, "%s%d", vertices + i > 0 ? "," : "", corners[k].at[i] - before[i]);
      before[i] = corners[k].at[i];
    }
    corners[k].vertex = vertices++;
  }
  text_put(out, "],\"f\":[");
  for (int k = 0; k < count; k++) {
    text_printf(out, "%s%d", k > 0 ? "," : "",
                corners[k].vertex - (k > 0 ? corners[k - 1].vertex : 0));
  }
  text_put(out, "]");
}

bool scene_put_mesh(const SceneShape *shape, Arena *arena, Text *out) {
  const int count = shape->point_count / 3 * 3;
  Corner *corners = arena_array(arena, Corner, count);
  double low[3];
  const double step = find_box(shape, low);
  if (corners == NULL) {
    return false;
  }
  for (int k = 0; k < count; k++) {
    corners[k].number = k;
    for (int i = 0; i < 3; i++) {
      corners[k].at[i] = (int)lround((shape->points[k][i] - low[i]) / step);
    }
  }
  find_vertices(corners, count);
  text_printf(out, ",\"q\":%.9g,\"w\":[%.9g,%.9g,%.9g]", step, low[0], low[1], low[2]);
  put_vertices(corners, count, out);
  return true;
}
