// SPDX-License-Identifier: BSD-3-Clause
// still.c: one instant of a mechanism as SVG (see still.h).
#include "report/pictures/still.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "math/vec.h"
#include "report/drawing/html.h"

enum { MARGIN = 24, CIRCLE = 24, TURNS = 8 };
enum { LARGEST_MESH = 1500 }; // triangles of one mesh; a larger one is drawn as its hull
static const double AZIMUTH = 0.6, ELEVATION = 0.35;

typedef struct Point {
  double x, y, back; // to the right, up, towards who looks
} Point;

// A piece of the picture.
typedef struct Piece {
  const SceneShape *shape;
  Point *points;
  int count;
  bool closed, pairs; // an area; lines between pairs
  double width;       // of a line [m]; 0: a thin one
  double back, light; // 1: lit from in front
  int number;
} Piece;

typedef struct Still {
  const Scene *scene;
  double axes[3][3]; // of the picture, in ground axes
  double (*at)[3];   // of every body, model order
  double (*R)[9];
  Piece *pieces;
  int count, room;
  double scale, left, top; // from the picture's plane to the viewBox
  Arena *arena;
  Text *out;
} Still;

// ---- from bodies to the picture ----

static void place_bodies(Still *still, const double *poses) {
  for (int b = 0; b < still->scene->body_count; b++) {
    scene_pose(still->scene->planar, poses, b, still->at[b], still->R[b]);
  }
}

static void set_axes(Still *still) {
  const double *up = still->scene->up;
  if (still->scene->planar) {
    const double plain[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    memcpy(still->axes, plain, sizeof plain);
    return;
  }
  const double other[3] = {fabs(up[0]) < 0.9, fabs(up[0]) >= 0.9, 0};
  const double along = vec_dot(other, up);
  double east[3], north[3];
  for (int k = 0; k < 3; k++) {
    east[k] = other[k] - along * up[k];
  }
  const double size = vec_norm(east);
  for (int k = 0; k < 3; k++) {
    east[k] /= size;
  }
  vec_cross(up, east, north);
  const double ca = cos(AZIMUTH), sa = sin(AZIMUTH), ce = cos(ELEVATION), se = sin(ELEVATION);
  for (int k = 0; k < 3; k++) {
    still->axes[0][k] = ca * east[k] + sa * north[k];
    still->axes[1][k] = -sa * se * east[k] + ca * se * north[k] + ce * up[k];
    still->axes[2][k] = sa * ce * east[k] - ca * ce * north[k] + se * up[k];
  }
}

// A point of a body's frame in the picture.
static Point seen(const Still *still, int body, const double at[3]) {
  double place[3];
  vec_rotate(still->R[body], at, place);
  for (int k = 0; k < 3; k++) {
    place[k] += still->at[body][k];
  }
  return (Point){vec_dot(still->axes[0], place), vec_dot(still->axes[1], place),
                 vec_dot(still->axes[2], place)};
}

// A point of a shape's own axes.
static Point seen_of(const Still *still, const SceneShape *shape, double x, double y, double z) {
  const double own[3] = {x, y, z};
  double at[3];
  vec_rotate(shape->R, own, at);
  for (int k = 0; k < 3; k++) {
    at[k] += shape->at[k];
  }
  return seen(still, shape->body, at);
}

// ---- pieces ----

// Room for a piece of so many points; NULL when memory ran out, which the caller sees in the arena.
static Piece *add(Still *still, const SceneShape *shape, int count, bool closed) {
  if (still->count == still->room) {
    const int room = still->room > 0 ? 2 * still->room : 64;
    Piece *pieces = arena_array(still->arena, Piece, room);
    if (pieces == NULL) {
      return NULL;
    }
    if (still->count > 0) {
      memcpy(pieces, still->pieces, (size_t)still->count * sizeof *pieces);
    }
    still->pieces = pieces;
    still->room = room;
  }
  Point *points = arena_array(still->arena, Point, count);
  if (points == NULL) {
    return NULL;
  }
  Piece *piece = &still->pieces[still->count];
  *piece = (Piece){.shape = shape,
                   .points = points,
                   .count = count,
                   .closed = closed,
                   .light = 1,
                   .number = still->count++};
  return piece;
}

static int by_place(const void *a, const void *b) {
  const Point *p = a, *q = b;
  return p->x != q->x ? (p->x < q->x ? -1 : 1) : p->y != q->y ? (p->y < q->y ? -1 : 1) : 0;
}

static double turn(const Point *a, const Point *b, const Point *c) {
  return (b->x - a->x) * (c->y - a->y) - (b->y - a->y) * (c->x - a->x);
}

// The hull of a piece's points, counterclockwise (Andrew's monotone chain).
static void take_hull(Still *still, Piece *piece) {
  const int n = piece->count;
  Point *hull = arena_array(still->arena, Point, 2 * n);
  int count = 0;
  if (hull == NULL || n < 3) {
    return;
  }
  qsort(piece->points, (size_t)n, sizeof(Point), by_place);
  for (int k = 0; k < n; k++) {
    while (count > 1 && turn(&hull[count - 2], &hull[count - 1], &piece->points[k]) <= 0) {
      count--;
    }
    hull[count++] = piece->points[k];
  }
  const int lower = count;
  for (int k = n - 2; k > 0; k--) {
    while (count > lower && turn(&hull[count - 2], &hull[count - 1], &piece->points[k]) <= 0) {
      count--;
    }
    hull[count++] = piece->points[k];
  }
  piece->points = hull;
  piece->count = count;
}

// A capsule's picture is that of a thick line with round ends, and that of a ball, or of a pin seen
// along its axis, of one without length. False when the shape is another.
static bool add_round(Still *still, const SceneShape *shape) {
  const double *s = shape->size;
  const Point low = seen_of(still, shape, 0, 0, -0.5 * s[2]);
  const Point high = seen_of(still, shape, 0, 0, 0.5 * s[2]);
  const bool capsule = shape->kind == SCENE_CAPSULE;
  const bool ball = shape->kind == SCENE_BALL && s[2] == s[0];
  const bool pin =
      shape->kind == SCENE_CYLINDER && hypot(high.x - low.x, high.y - low.y) < 1e-3 * s[0];
  if (s[0] != s[1] || !(capsule || ball || pin)) {
    return false;
  }
  Piece *piece = add(still, shape, 2, false);
  if (piece != NULL) {
    const Point middle = seen_of(still, shape, 0, 0, 0);
    piece->points[0] = capsule ? low : middle;
    piece->points[1] = capsule ? high : middle;
    piece->width = s[0];
  }
  return true;
}

// Corners of a convex shape.
static void add_convex(Still *still, const SceneShape *shape) {
  const double *s = shape->size;
  const bool box = shape->kind == SCENE_BOX, ball = shape->kind == SCENE_BALL;
  const int rings = ball ? CIRCLE / 2 + 1 : 2;
  if (add_round(still, shape)) {
    return;
  }
  Piece *piece = add(still, shape, box ? 8 : rings * CIRCLE, true);
  if (piece == NULL) {
    return;
  }
  int n = 0;
  for (int k = 0; box && k < 8; k++) {
    piece->points[n++] = seen_of(still, shape, (k & 1 ? 0.5 : -0.5) * s[0],
                                 (k & 2 ? 0.5 : -0.5) * s[1], (k & 4 ? 0.5 : -0.5) * s[2]);
  }
  const double pi = acos(-1.0);
  for (int ring = 0; !box && ring < rings; ring++) {
    double radius = 0.5, z = ring == 0 ? -0.5 * s[2] : 0.5 * s[2];
    if (ball) {
      radius = 0.5 * sin(pi * ring / (rings - 1));
      z = -0.5 * s[2] * cos(pi * ring / (rings - 1));
    } else if (shape->kind == SCENE_CONE && ring == 1) {
      radius = 0;
    }
    for (int k = 0; k < CIRCLE; k++) {
      const double angle = 2 * pi * k / CIRCLE;
      piece->points[n++] =
          seen_of(still, shape, radius * s[0] * cos(angle), radius * s[1] * sin(angle), z);
    }
  }
  take_hull(still, piece);
}

static void add_points(Still *still, const SceneShape *shape) {
  Piece *piece = add(still, shape, shape->point_count, shape->kind == SCENE_OUTLINE);
  for (int k = 0; piece != NULL && k < shape->point_count; k++) {
    const double *at = shape->points[k];
    const bool flat = shape->kind == SCENE_OUTLINE;
    piece->points[k] = seen_of(still, shape, at[0], at[1], flat ? 0.5 * shape->size[2] : at[2]);
  }
  if (piece != NULL) {
    piece->pairs = shape->kind == SCENE_LINES;
  }
}

static void add_mesh(Still *still, const SceneShape *shape) {
  if (shape->point_count > 3 * LARGEST_MESH) {
    add_points(still, shape);
    if (still->count > 0) {
      Piece *piece = &still->pieces[still->count - 1];
      piece->closed = true;
      take_hull(still, piece);
    }
    return;
  }
  for (int k = 0; k + 2 < shape->point_count; k += 3) {
    Piece *piece = add(still, shape, 3, true);
    if (piece == NULL) {
      return;
    }
    for (int i = 0; i < 3; i++) {
      const double *at = shape->points[k + i];
      piece->points[i] = seen_of(still, shape, at[0], at[1], at[2]);
    }
    const Point *p = piece->points;
    const double area = turn(&p[0], &p[1], &p[2]);
    const double tilt = hypot(
        (p[1].y - p[0].y) * (p[2].back - p[0].back) - (p[1].back - p[0].back) * (p[2].y - p[0].y),
        (p[1].back - p[0].back) * (p[2].x - p[0].x) - (p[1].x - p[0].x) * (p[2].back - p[0].back));
    piece->light = hypot(area, tilt) > 0 ? fabs(area) / hypot(area, tilt) : 1;
    if (area < 0) {
      still->count--; // it looks away
    }
  }
}

// A rod, or a helix as a zig-zag.
static void add_link(Still *still, const SceneShape *shape) {
  const Point a = seen(still, shape->end[0].body, shape->end[0].at);
  const Point b = seen(still, shape->end[1].body, shape->end[1].at);
  const bool spring = shape->kind == SCENE_SPRING;
  const int count = spring ? 4 * TURNS + 1 : 2;
  const double dx = b.x - a.x, dy = b.y - a.y, length = hypot(dx, dy);
  Piece *piece = add(still, shape, count, false);
  if (piece != NULL && !spring) {
    piece->width = shape->size[0];
  }
  for (int k = 0; piece != NULL && k < count; k++) {
    const double part = (double)k / (count - 1);
    const double off = spring && length > 0 && k % 2 == 1
                           ? (k % 4 == 1 ? 0.5 : -0.5) * shape->size[0] / length
                           : 0;
    piece->points[k] = (Point){a.x + part * dx - off * dy, a.y + part * dy + off * dx,
                               a.back + part * (b.back - a.back)};
  }
}

static void add_shape(Still *still, const SceneShape *shape) {
  switch (shape->kind) {
  case SCENE_BOX:
  case SCENE_BALL:
  case SCENE_CYLINDER:
  case SCENE_CONE:
  case SCENE_CAPSULE:
    add_convex(still, shape);
    break;
  case SCENE_OUTLINE:
  case SCENE_LINE:
  case SCENE_LINES:
    add_points(still, shape);
    break;
  case SCENE_MESH:
    add_mesh(still, shape);
    break;
  case SCENE_SPRING:
  case SCENE_ROD:
    add_link(still, shape);
    break;
  }
}

// ---- painting ----

static int farther_first(const void *a, const void *b) {
  const Piece *p = a, *q = b;
  if (p->shape->hatch != q->shape->hatch) {
    return p->shape->hatch ? -1 : 1;
  }
  return p->back != q->back ? (p->back < q->back ? -1 : 1) : p->number - q->number;
}

// How far back pieces are, and the box that holds them and what it held before.
static void measure(Still *still, StillBox *box) {
  for (int i = 0; i < still->count; i++) {
    Piece *piece = &still->pieces[i];
    for (int k = 0; k < piece->count; k++) {
      const Point *p = &piece->points[k];
      piece->back += p->back / piece->count;
      const double place[2] = {p->x, p->y};
      for (int c = 0; c < 2; c++) {
        box->low[c] = fmin(box->low[c], place[c] - 0.5 * piece->width);
        box->high[c] = fmax(box->high[c], place[c] + 0.5 * piece->width);
      }
    }
  }
}

static void fit(Still *still, const StillBox *box) {
  const double tiny = 1e-3 * still->scene->size;
  const double across = fmax(box->high[0] - box->low[0], tiny);
  const double up = fmax(box->high[1] - box->low[1], tiny);
  still->scale = fmin((STILL_WIDTH - 2 * MARGIN) / across, (STILL_HEIGHT - 2 * MARGIN) / up);
  still->left = 0.5 * (STILL_WIDTH - still->scale * (box->low[0] + box->high[0]));
  still->top = 0.5 * (STILL_HEIGHT + still->scale * (box->low[1] + box->high[1]));
}

static void put_colour(const Piece *piece, double part, Text *out) {
  text_put(out, "#");
  for (int k = 0; k < 3; k++) {
    const double value = piece->shape->colour[k] * part * (0.6 + 0.4 * piece->light);
    text_printf(out, "%02x", (unsigned)rint(255 * fmin(fmax(value, 0), 1)));
  }
}

static void put_points(const Still *still, const Piece *piece) {
  for (int k = 0; k < piece->count; k++) {
    const Point *p = &piece->points[k];
    const bool moves = k == 0 || (piece->pairs && k % 2 == 0);
    text_printf(still->out, "%s%.4g %.4g", moves ? "M" : "L", still->left + still->scale * p->x,
                still->top - still->scale * p->y);
  }
  text_put(still->out, piece->closed ? "Z" : "");
}

// Attributes of a path.
static void put_style(const Still *still, const Piece *piece, Text *out) {
  const double width = still->scale * piece->width;
  text_put(out, piece->closed ? "fill=\"" : "fill=\"none\" stroke=\"");
  put_colour(piece, 1, out);
  if (piece->closed) {
    text_put(out, "\" stroke=\"");
    put_colour(piece, 0.6, out);
  } else {
    text_printf(out, "\" stroke-width=\"%.3g", fmax(width, 1.5));
  }
  if (piece->shape->opacity < 1) {
    text_printf(out, "\" opacity=\"%.2g", piece->shape->opacity);
  }
  text_put(out, "\"");
}

// Pieces of one style that follow each other are one path.
static bool put_pieces(const Still *still) {
  Text style = text_open(still->arena->allocator), before = text_open(still->arena->allocator);
  for (int k = 0; k < still->count; k++) {
    style.length = 0;
    put_style(still, &still->pieces[k], &style);
    if (style.failed || before.failed) {
      break;
    }
    if (k == 0 || strcmp(style.bytes, before.bytes) != 0) {
      text_printf(still->out, "%s<path %s d=\"", k == 0 ? "" : "\"/>", style.bytes);
      before.length = 0;
      text_append(&before, style.bytes, style.length);
    }
    put_points(still, &still->pieces[k]);
  }
  text_put(still->out, "\"/>");
  const bool good = !style.failed && !before.failed;
  text_close(&style);
  text_close(&before);
  return good;
}

// The pieces at some poses. False when memory ran out.
static bool gather(Still *still, const double *poses) {
  Arena *arena = still->arena;
  still->at = arena_alloc_array(arena, still->scene->body_count, sizeof *still->at);
  still->R = arena_alloc_array(arena, still->scene->body_count, sizeof *still->R);
  if (still->at == NULL || still->R == NULL) {
    return false;
  }
  place_bodies(still, poses);
  set_axes(still);
  for (int k = 0; k < still->scene->shape_count; k++) {
    add_shape(still, &still->scene->shapes[k]);
  }
  return !arena->allocator->exhausted;
}

StillBox still_box(void) {
  return (StillBox){.low = {(double)INFINITY, (double)INFINITY},
                    .high = {-(double)INFINITY, -(double)INFINITY}};
}

bool still_measure(const Scene *scene, const double *poses, Arena *arena, StillBox *box) {
  Still still = {.scene = scene, .arena = arena};
  if (!gather(&still, poses)) {
    return false;
  }
  measure(&still, box);
  return true;
}

bool still_draw(const Scene *scene, const double *poses, const StillBox *box, Arena *arena,
                Text *out) {
  Still still = {.scene = scene, .arena = arena, .out = out};
  StillBox own = still_box();
  if (!gather(&still, poses)) {
    return false;
  }
  if (still.count == 0) {
    return true;
  }
  measure(&still, &own);
  fit(&still, box);
  qsort(still.pieces, (size_t)still.count, sizeof(Piece), farther_first);
  text_put(out, "<g stroke-linejoin=\"round\" stroke-linecap=\"round\">");
  const bool good = put_pieces(&still);
  text_put(out, "</g>");
  return good;
}

bool still_svg(const Scene *scene, const double *poses, const char *title, Arena *arena,
               Text *out) {
  StillBox box = still_box();
  if (!still_measure(scene, poses, arena, &box)) {
    return false;
  }
  if (!(box.low[0] <= box.high[0])) {
    return true;
  }
  html_printf(out,
              "<svg class=\"still\" viewBox=\"0 0 %d %d\" role=\"img\"><title>%s</title>"
              "<desc>The mechanism at the first instant, %d shapes of %d bodies.</desc>",
              STILL_WIDTH, STILL_HEIGHT, title, scene->shape_count, scene->body_count - 1);
  const bool good = still_draw(scene, poses, &box, arena, out);
  text_put(out, "</svg>");
  return good;
}
