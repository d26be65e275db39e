// SPDX-License-Identifier: BSD-3-Clause
// solid.c: whether shapes are solids (see solid.h).
//
// A mesh is closed where every edge a b of a triangle is met by an edge b a of another. With
// corners a b c about any point o and d = det(a, b, c), of each triangle's tetrahedron with o:
//   V = sum d/6,  V c = sum d s/24,  int x x' dV = sum d (s s' + a a' + b b' + c c')/120,
// s = a + b + c; o is the centre of the bounding box. Turned inside out, all change their signs.
#include "language/bodies/solid.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "language/bodies/bodies.h"
#include "language/numbers/numbers.h"
#include "math/vec.h"

// ---- meshes ----

enum { MOST_SEAMS = 5000 }; // edges that are compared one by one
static const double WELD = 1e-5;

typedef struct Edge {
  double from[3], to[3]; // from < to
  int direction;         // 1: as the triangle goes round, -1: the other way
} Edge;

static int compare_points(const double a[3], const double b[3]) {
  int order = 0;
  for (int k = 0; k < 3 && order == 0; k++) {
    order = a[k] < b[k] ? -1 : a[k] > b[k];
  }
  return order;
}

static int compare_edges(const void *one, const void *other) {
  const Edge *a = one, *b = other;
  const int order = compare_points(a->from, b->from);
  return order != 0 ? order : compare_points(a->to, b->to);
}

// Edges as their triangles go round, without those that have no length.
static int list_edges(const BodyShape *shape, Edge *edges) {
  int count = 0;
  for (int k = 0; k < shape->corner_count; k++) {
    const double *a = shape->corners[k], *b = shape->corners[k % 3 == 2 ? k - 2 : k + 1];
    const int order = compare_points(a, b);
    if (order != 0) {
      Edge *edge = &edges[count++];
      memcpy(edge->from, order < 0 ? a : b, sizeof edge->from);
      memcpy(edge->to, order < 0 ? b : a, sizeof edge->to);
      edge->direction = -order;
    }
  }
  qsort(edges, (size_t)count, sizeof *edges, compare_edges);
  return count;
}

// Keeps the edges that have no other the other way, each as often as that.
static int keep_open(Edge *edges, int count) {
  int open = 0;
  for (int k = 0, first = 0, sum = 0; k < count; k++) {
    sum += edges[k].direction;
    if (k + 1 == count || compare_edges(&edges[k], &edges[k + 1]) != 0) {
      for (int i = first; i <= k && sum != 0; i++) {
        if (edges[i].direction * sum > 0) { // as many of these as are too many
          edges[open++] = edges[i];
          sum -= edges[i].direction;
        }
      }
      first = k + 1;
      sum = 0;
    }
  }
  return open;
}

static bool is_near(const double a[3], const double b[3], double near) {
  double square = 0;
  for (int k = 0; k < 3; k++) {
    square += (a[k] - b[k]) * (a[k] - b[k]);
  }
  return square <= near * near;
}

// Whether one goes where the other comes from, as nearly as `near`.
static bool meet(const Edge *a, const Edge *b, double near) {
  const bool along = a->direction != b->direction;
  return is_near(a->from, along ? b->from : b->to, near) &&
         is_near(a->to, along ? b->to : b->from, near);
}

// What is open although corners within `near` count as one.
static int count_apart(Edge *edges, int count, double near) {
  int apart = 0;
  for (int k = 0; k < count; k++) {
    int other = k + 1;
    if (edges[k].direction == 0 || is_near(edges[k].from, edges[k].to, near)) {
      continue; // met already, or a corner
    }
    while (other < count &&
           (edges[other].direction == 0 || !meet(&edges[k], &edges[other], near))) {
      other++;
    }
    if (other < count) {
      edges[other].direction = 0;
    } else {
      apart++;
    }
  }
  return apart;
}

// Edges without another one that goes the other way; -1 when memory ran out.
static int count_open(const BodyShape *shape, double size, Arena *arena) {
  Edge *edges = arena_array(arena, Edge, shape->corner_count);
  if (edges == NULL) {
    return -1;
  }
  const int open = keep_open(edges, list_edges(shape, edges));
  return open > MOST_SEAMS ? open : count_apart(edges, open, WELD * size);
}

// The middle of the box that holds a mesh; its largest side.
static double find_middle(const BodyShape *shape, double middle[3]) {
  double size = 0;
  for (int k = 0; k < 3; k++) {
    double low = (double)INFINITY, high = -(double)INFINITY;
    for (int i = 0; i < shape->corner_count; i++) {
      low = fmin(low, shape->corners[i][k]);
      high = fmax(high, shape->corners[i][k]);
    }
    middle[k] = low + (high - low) / 2;
    size = fmax(size, high - low);
  }
  return size;
}

// Of a closed mesh.
static void measure(BodyShape *shape, const double middle[3]) {
  static const int row[6] = {0, 1, 2, 0, 1, 2}, column[6] = {0, 1, 2, 1, 2, 0};
  ShapeVolume *it = &shape->volume;
  double second[6] = {0};
  *it = (ShapeVolume){.volume = 0};
  for (int i = 0; i < shape->corner_count; i += 3) {
    double p[3][3], s[3], normal[3];
    for (int k = 0; k < 3; k++) {
      for (int c = 0; c < 3; c++) {
        p[c][k] = shape->corners[i + c][k] - middle[k];
      }
      s[k] = p[0][k] + p[1][k] + p[2][k];
    }
    vec_cross(p[1], p[2], normal);
    const double d = vec_dot(p[0], normal);
    it->volume += d / 6;
    for (int k = 0; k < 3; k++) {
      it->centre[k] += d * s[k] / 24;
    }
    for (int e = 0; e < 6; e++) {
      double sum = s[row[e]] * s[column[e]];
      for (int c = 0; c < 3; c++) {
        sum += p[c][row[e]] * p[c][column[e]];
      }
      second[e] += d * sum / 120;
    }
  }
  for (int k = 0; k < 3; k++) {
    it->centre[k] /= it->volume;
  }
  for (int e = 0; e < 6; e++) {
    it->spread[e] = second[e] / it->volume - it->centre[row[e]] * it->centre[column[e]];
  }
  for (int k = 0; k < 3; k++) {
    it->centre[k] += middle[k];
  }
  it->volume = fabs(it->volume);
}

// False when memory ran out.
static bool check_mesh(const Loader *loader, BodyShape *shape) {
  double middle[3];
  const double size = find_middle(shape, middle);
  const int open = count_open(shape, size, loader_arena(loader));
  if (open == 0) {
    measure(shape, middle);
  } else if (open > 0) {
    diag_add(loader_diag(loader), DIAG_PHYSICS_INERTIA, loader_mark(loader, shape->origin),
             "mesh \"%s\" encloses no volume: at %d of its edges no triangle continues the surface "
             "with the same orientation",
             shape->name, open);
    diag_hint(
        loader_diag(loader),
        "close its holes in the program that made it, or give \"mass\" and \"inertia\" as numbers");
  }
  return open >= 0;
}

// ---- outlines ----

// On which side of a b the point c is.
static int side_of(const double a[2], const double b[2], const double c[2]) {
  const double cross = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
  return (cross > 0) - (cross < 0);
}

static bool cross_each_other(const double a[2], const double b[2], const double c[2],
                             const double d[2]) {
  return side_of(a, b, c) * side_of(a, b, d) < 0 && side_of(c, d, a) * side_of(c, d, b) < 0;
}

// The numbers of the edges that cross; false: none do.
static bool find_crossing(const double (*p)[2], int count, int *one, int *other) {
  for (int i = 0; i < count; i++) {
    for (int j = i + 2; j < count; j++) {
      if (cross_each_other(p[i], p[i + 1], p[j], p[(j + 1) % count])) {
        *one = i;
        *other = j;
        return true;
      }
    }
  }
  return false;
}

// False when memory ran out.
static bool check_outline(const Loader *loader, const BodyShape *shape) {
  enum { MOST = 5000 };
  const int count = shape->point_count;
  if (count > MOST) {
    diag_add(loader_diag(loader), DIAG_LIMIT_ELEMENTS, loader_mark(loader, shape->origin),
             "outline \"%s\" has more than %d points, too many to compute a mass", shape->name,
             (int)MOST);
    return true;
  }
  double(*points)[2] = arena_alloc_array(loader_arena(loader), count, sizeof *points);
  bool known = points != NULL;
  int one, other;
  for (int k = 0; k < count && known; k++) {
    known = numbers_known(loader, shape->coordinate[0] + k, &points[k][0]) &&
            numbers_known(loader, shape->coordinate[1] + k, &points[k][1]);
  }
  if (known && find_crossing((const double(*)[2])points, count, &one, &other)) {
    diag_add(loader_diag(loader), DIAG_PHYSICS_INERTIA, loader_mark(loader, shape->origin),
             "outline \"%s\" encloses no volume: it crosses itself after its points %d and %d",
             shape->name, one + 1, other + 1);
  }
  return points != NULL;
}

// ---- bodies ----

static bool check_shape(const Loader *loader, BodyShape *shape, int *solids) {
  *solids += shape->form != SHAPE_PLANE && shape->form != SHAPE_POLYLINE;
  return shape->form == SHAPE_MESH      ? check_mesh(loader, shape)
         : shape->form == SHAPE_OUTLINE ? check_outline(loader, shape)
                                        : true;
}

bool solid_check(Loader *loader) {
  Model *model = loader->model;
  for (int b = 1; b < model->body_count; b++) {
    int solids = 0;
    if (!model->bodies[b].solid) {
      continue;
    }
    for (int s = 0; s < model->shape_count; s++) {
      if (model->shapes[s].body == b && !check_shape(loader, &model->shapes[s], &solids)) {
        return false;
      }
    }
    if (solids == 0) {
      diag_add(loader_diag(loader), DIAG_PHYSICS_INERTIA,
               loader_mark(loader, model->bodies[b].origin),
               "%s takes its mass from its shapes, but none of them has a volume",
               bodies_what(loader, b));
      diag_hint(loader_diag(loader), "give it \"shapes\": box, sphere, cylinder, ...");
    }
  }
  return true;
}
