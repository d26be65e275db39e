// SPDX-License-Identifier: BSD-3-Clause
// parts_modes.c: eigenvalues of a page in the complex plane, and how bodies swing in each mode.
#include <math.h>
#include <string.h>

#include "output/json_read.h"
#include "report/drawing/html.h"
#include "report/drawing/ticks.h"
#include "report/page/parts.h"

enum { WIDTH = 600, HEIGHT = 300, LEFT = 64, RIGHT = 590, TOP = 12, BOTTOM = 270, LISTED = 200 };

// How a label is drawn, by shape as well as by colour.
typedef struct Sign {
  const char *label, *path, *class;
} Sign;

static const Sign signs[] = {
    {"true", "M-5 0a5 5 0 1 0 10 0a5 5 0 1 0 -10 0z", "c1 filled"},
    {"neutral", "M-5 0a5 5 0 1 0 10 0a5 5 0 1 0 -10 0z", "c3"},
    {"not determined", "M-5 0a5 5 0 1 0 10 0a5 5 0 1 0 -10 0zM-8 0H8", "c2"},
    {"frozen", "M0-6L6 0L0 6L-6 0z", "c6"},
    {"spurious", "M-5-5L5 5M-5 5L5-5", "c2"},
    {"indeterminate", "M-5 0H5M0-5V5", "c4"}};
enum { SIGNS = sizeof signs / sizeof signs[0] };

static const Sign *sign_of(const char *label) {
  for (int k = 0; k < SIGNS; k++) {
    if (strcmp(signs[k].label, label) == 0) {
      return &signs[k];
    }
  }
  return &signs[SIGNS - 1];
}

typedef struct Plane {
  double low[2], high[2]; // of the real and of the imaginary parts
} Plane;

static void look_at(double value, int which, Plane *plane) {
  if (isfinite(value)) {
    plane->low[which] = fmin(plane->low[which], value);
    plane->high[which] = fmax(plane->high[which], value);
  }
}

static Plane plane_of(const char *values) {
  Plane plane = {{0, 0}, {0, 0}}; // the origin belongs to it
  for (JsonItem item = json_read_first(values); item.value != NULL; item = json_read_next(&item)) {
    look_at(json_read_number(item.value, "re", (double)NAN), 0, &plane);
    look_at(json_read_number(item.value, "im", (double)NAN), 1, &plane);
  }
  const double largest =
      fmax(plane.high[0] - plane.low[0], fmax(plane.high[1] - plane.low[1], 1e-300));
  for (int k = 0; k < 2; k++) {
    const double span = fmax(plane.high[k] - plane.low[k], 0.1 * largest);
    plane.low[k] -= 0.05 * span;
    plane.high[k] += 0.05 * span;
  }
  return plane;
}

static double x_of(const Plane *plane, double re) {
  return LEFT + (RIGHT - LEFT) * (re - plane->low[0]) / (plane->high[0] - plane->low[0]);
}

static double y_of(const Plane *plane, double im) {
  return BOTTOM - (BOTTOM - TOP) * (im - plane->low[1]) / (plane->high[1] - plane->low[1]);
}

static void put_axes(const Plane *plane, Text *out) {
  const double right = ticks_step(plane->high[0] - plane->low[0], 8);
  const double up = ticks_step(plane->high[1] - plane->low[1], 6);
  const double x = x_of(plane, 0), y = y_of(plane, 0);
  text_printf(out, "<path class=\"axis\" d=\"M%d %.4gH%dM%.4g %dV%d\"/>", LEFT, y, RIGHT, x, TOP,
              BOTTOM);
  text_printf(out, "<g class=\"tick\" text-anchor=\"middle\" transform=\"translate(0 %d)\">",
              BOTTOM + 16);
  for (int k = (int)ceil(plane->low[0] / right); k * right <= plane->high[0]; k++) {
    text_printf(out, "<text x=\"%.4g\">", x_of(plane, k * right));
    html_printf(out, "%g</text>", k * right);
  }
  text_printf(out, "</g><g class=\"tick\" text-anchor=\"end\" transform=\"translate(%d 4)\">",
              LEFT - 6);
  for (int k = (int)ceil(plane->low[1] / up); k * up <= plane->high[1]; k++) {
    text_printf(out, "<text y=\"%.4g\">", y_of(plane, k * up));
    html_printf(out, "%g</text>", k * up);
  }
  text_put(out, "</g>");
}

// Which mode of the page an eigenvalue has; -1: none. first: number of this analysis' first mode.
static int mode_of(const char *modes, int eigenvalue, int first) {
  for (JsonItem item = json_read_first(modes); item.value != NULL;
       item = json_read_next(&item), first++) {
    if ((int)json_read_number(item.value, "eigenvalue", -1) == eigenvalue) {
      return first;
    }
  }
  return -1;
}

// Where the modes stand that are drawn already.
typedef struct Places {
  double (*at)[2];
  int count;
} Places;

// Modes at one eigenvalue stand side by side, or only the last could be chosen: how far one has to
// move to the right of its place.
static double step_aside(Places *places, double x, double y) {
  enum { APART = 12, NEAR = 4 };
  int beside = 0;
  for (int k = 0; k < places->count; k++) {
    beside += fabs(places->at[k][0] - x) < NEAR && fabs(places->at[k][1] - y) < NEAR;
  }
  if (places->at != NULL) {
    places->at[places->count][0] = x;
    places->at[places->count++][1] = y;
  }
  return APART * beside;
}

static void put_points(const Page *page, const char *linearize, int first, const Plane *plane) {
  Text *out = page->out;
  const char *modes = json_read_find(linearize, "modes");
  int number = 0, count = 0;
  for (JsonItem item = json_read_first(modes); item.value != NULL; item = json_read_next(&item)) {
    count++;
  }
  Places places = {.at = arena_alloc_array(page->arena, count, sizeof *places.at)};
  for (JsonItem item = json_read_first(json_read_find(linearize, "eigenvalues"));
       item.value != NULL; item = json_read_next(&item), number++) {
    const double re = json_read_number(item.value, "re", (double)NAN);
    const double im = json_read_number(item.value, "im", (double)NAN);
    if (!isfinite(re) || !isfinite(im)) {
      continue;
    }
    const char *label = parts_text(page, item.value, "label");
    const Sign *sign = sign_of(label);
    const int mode = page->model != NULL ? mode_of(modes, number, first) : -1;
    html_printf(out, "<g class=\"mode curve %s\"", sign->class);
    if (mode >= 0) {
      text_printf(out, " data-mode=\"%d\"", mode);
    }
    const double x = x_of(plane, re), y = y_of(plane, im);
    const double aside = mode >= 0 ? step_aside(&places, x, y) : 0;
    text_printf(out, " transform=\"translate(%.5g %.5g)\">", x + aside, y);
    const double error = json_read_number(item.value, "error", (double)NAN);
    html_printf(out, "<title>%g + %g i", re, im);
    if (isfinite(error)) {
      html_printf(out, ", error %.2g", error);
    }
    html_printf(out, " 1/s: %s %s</title><path d=\"%s\"/></g>", label,
                parts_text(page, item.value, "cause"), sign->path);
  }
}

static void put_legend(const Page *page, const char *linearize) {
  Text *out = page->out;
  text_put(out, "<ul class=\"legend\">\n");
  for (JsonItem item = json_read_first(json_read_find(linearize, "counts")); item.value != NULL;
       item = json_read_next(&item)) {
    const double count = json_read_number(item.value, "", 0);
    const char *label = parts_text(page, item.key, "");
    if (!(count > 0)) {
      continue;
    }
    text_put(out, "<li>");
    const bool drawn = strcmp(label, "infinite") != 0 && strcmp(label, "redundant") != 0;
    if (drawn) {
      const Sign *sign = sign_of(label);
      html_printf(out,
                  "<svg class=\"symbol\" viewBox=\"-8 -8 16 16\" width=\"16\" height=\"16\" "
                  "role=\"img\"><title>%s</title><path class=\"curve %s\" d=\"%s\"/></svg> ",
                  label, sign->class, sign->path);
    }
    html_printf(out, "%g %s%s</li>\n", count, label, drawn ? "" : " (not shown)");
  }
  text_put(out, "</ul>\n");
}

static void put_list(const Page *page, const char *linearize) {
  static const char *const heads[] = {"re", "im", "error", "frequency", "damping_ratio"};
  Text *out = page->out;
  text_put(out, "<details><summary>eigenvalues</summary><table><caption>1/s, frequency in "
                "Hz</caption><thead><tr><th scope=\"col\">label</th>");
  for (size_t k = 0; k < sizeof heads / sizeof heads[0]; k++) {
    html_printf(out, "<th scope=\"col\">%s</th>", heads[k]);
  }
  text_put(out, "<th scope=\"col\">cause</th></tr></thead><tbody>\n");
  int count = 0;
  for (JsonItem item = json_read_first(json_read_find(linearize, "eigenvalues"));
       item.value != NULL && count < LISTED; item = json_read_next(&item), count++) {
    html_printf(out, "<tr><th scope=\"row\">%s</th>", parts_text(page, item.value, "label"));
    for (size_t k = 0; k < sizeof heads / sizeof heads[0]; k++) {
      const double value = json_read_number(item.value, heads[k], (double)NAN);
      html_printf(out, isfinite(value) ? "<td>%g</td>" : "<td></td>", value);
    }
    html_printf(out, "<td>%s</td></tr>\n", parts_text(page, item.value, "cause"));
  }
  text_put(out, "</tbody></table></details>\n");
}

void parts_modes(const Page *page) {
  Text *out = page->out;
  int first = 0;
  bool some = false;
  for (int k = 0; k < page->stored->count; k++) {
    const StoredAnalysis *it = &page->stored->list[k];
    const char *linearize = json_read_find(it->json, "linearize");
    if (linearize == NULL || *linearize != '{') {
      continue;
    }
    const Plane plane = plane_of(json_read_find(linearize, "eigenvalues"));
    text_put(out, some ? "" : "<section id=\"modes\"><h2>Small motions</h2>\n");
    some = true;
    html_printf(out, "<figure class=\"plane\"><figcaption>%s: %s, %s</figcaption>\n", it->name,
                parts_text(page, linearize, "state"), parts_text(page, linearize, "stability"));
    html_printf(out,
                "<svg class=\"modes\" data-analysis=\"%s\" viewBox=\"0 0 %d %d\">"
                "<title>Eigenvalues of %s</title><desc>In the complex plane, 1/s; growing motions "
                "are on the right, oscillations above and below the middle.</desc>",
                it->name, WIDTH, HEIGHT, it->name);
    put_axes(&plane, out);
    put_points(page, linearize, first, &plane);
    text_put(out, "</svg>\n");
    put_legend(page, linearize);
    text_put(out, "</figure>\n");
    put_list(page, linearize);
    first += parts_mode_count(page, it);
  }
  text_put(out, some ? "</section>\n" : "");
}

// ---- numbers for the script ----

int parts_mode_count(const Page *page, const StoredAnalysis *it) {
  const int columns = page->scene != NULL ? parts_pose_columns(page) : 0;
  int count = 0;
  if (page->scene == NULL || it->track.rows != 1 || it->track.columns <= columns) {
    return 0;
  }
  for (JsonItem item = json_read_first(json_read_find(it->json, "linearize.modes"));
       item.value != NULL; item = json_read_next(&item)) {
    count++;
  }
  return count;
}

// The number of the marker that is a body's own frame, or -1: markers have the body's name then.
static int body_of(const Model *model, const char *name) {
  for (int b = 1; b < model->body_count; b++) {
    if (strcmp(model->bodies[b].name, name) == 0) {
      return b;
    }
  }
  return -1;
}

// Six complex numbers of each body: its frame's displacement and rotation vector, ground axes.
static void read_shape(const Page *page, const char *mode, double (*shape)[2][6]) {
  static const char *const parts[2][2] = {{"displacement_re", "rotation_re"},
                                          {"displacement_im", "rotation_im"}};
  for (JsonItem item = json_read_first(json_read_find(mode, "markers")); item.value != NULL;
       item = json_read_next(&item)) {
    const int body = body_of(page->model, parts_text(page, item.value, "marker"));
    for (int k = 0; body > 0 && k < 4; k++) {
      JsonItem number = json_read_first(json_read_find(item.value, parts[k / 2][k % 2]));
      for (int i = 0; i < 3 && number.value != NULL; i++) {
        shape[body][k / 2][3 * (k % 2) + i] = json_read_number(number.value, "", 0);
        number = json_read_next(&number);
      }
    }
  }
}

static void put_mode(const Page *page, const StoredAnalysis *it, const char *mode,
                     double (*shape)[2][6], Json *json) {
  const int bodies = page->model->body_count;
  memset(shape, 0, (size_t)bodies * sizeof *shape);
  read_shape(page, mode, shape);
  json_begin_object(json, NULL);
  json_text(json, "analysis", it->name);
  json_begin_short_list(json, "value");
  json_number(json, NULL, json_read_number(mode, "re", 0));
  json_number(json, NULL, json_read_number(mode, "im", 0));
  json_end_list(json);
  json_text(json, "label", "true");
  json_begin_short_list(json, "shape");
  for (int b = 1; b < bodies; b++) {
    for (int i = 0; i < 6; i++) {
      if (!page->model->planar || i < 2 || i == 5) {
        json_begin_short_list(json, NULL);
        json_number(json, NULL, shape[b][0][i]);
        json_number(json, NULL, shape[b][1][i]);
        json_end_list(json);
      }
    }
  }
  json_end_list(json);
  json_begin_short_list(json, "pose");
  for (int k = 1; k < parts_pose_columns(page); k++) {
    json_number(json, NULL, it->track.values[k]);
  }
  json_end_list(json);
  json_end_object(json);
}

void parts_modes_data(const Page *page, Json *json) {
  double(*shape)[2][6] =
      page->model != NULL ? arena_alloc_array(page->arena, page->model->body_count, sizeof *shape)
                          : NULL;
  json_begin_list(json, "modes");
  for (int k = 0; shape != NULL && k < page->stored->count; k++) {
    const StoredAnalysis *it = &page->stored->list[k];
    if (parts_mode_count(page, it) > 0) {
      for (JsonItem item = json_read_first(json_read_find(it->json, "linearize.modes"));
           item.value != NULL; item = json_read_next(&item)) {
        put_mode(page, it, item.value, shape, json);
      }
    }
  }
  json_end_list(json);
}
