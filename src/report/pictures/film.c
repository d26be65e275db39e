// SPDX-License-Identifier: BSD-3-Clause
// film.c: a motion as pictures (see film.h).
#include "report/pictures/film.h"

#include <math.h>

#include "report/drawing/html.h"

// ---- pace ----

static double step_of(int n) {
  static const double part[] = {1, 2, 5};
  return part[(n % 3 + 3) % 3] * pow(10, floor(n / 3.0));
}

double film_pace(double span) {
  static const double LONGEST = 10 + 1e-6, SHORTEST = 3 - 1e-6; // s
  int n = 0;
  while (isfinite(span) && span / step_of(n) > LONGEST) {
    n++;
  }
  while (span > 0 && span / step_of(n) < SHORTEST) {
    n--;
  }
  return step_of(n);
}

const char *film_pace_text(double pace, Arena *arena) {
  const double times = pace < 1 ? 1 / pace : pace;
  const char *number = text_print(arena, times < 1e4 ? "%.4g" : "%.0f", times);
  return pace == 1        ? "real time"
         : number == NULL ? NULL
         : pace > 1       ? text_print(arena, "%s times real time", number)
                          : text_print(arena, "1/%s of real time", number);
}

// ---- pictures ----

int film_row(const Film *film, int frame) {
  const StoredTable *track = film->track;
  const long columns = track->columns;
  const double first = track->values[0], last = track->values[(track->rows - 1) * columns];
  const double t = first + (last - first) * frame / (film->frames - 1);
  int low = 0, high = track->rows - 1;
  while (high - low > 1) {
    const int middle = low + (high - low) / 2;
    *(track->values[middle * columns] <= t ? &low : &high) = middle;
  }
  return t - track->values[low * columns] <= track->values[high * columns] - t ? low : high;
}

static const double *poses_of(const Film *film, int row) {
  return film->track->values + (long)row * film->track->columns + 1;
}

bool film_open(Film *film, Arena *arena) {
  bool good = true;
  film->box = still_box();
  for (int k = 0; k < film->frames && good; k++) {
    Arena scratch;
    arena_open(&scratch, arena->allocator);
    good = still_measure(film->scene, poses_of(film, film_row(film, k)), &scratch, &film->box);
    arena_close_into(&scratch, arena);
  }
  return good;
}

static void put_pace(const Film *film, Arena *arena, Text *out) {
  const char *told = film->pace != 1 ? film_pace_text(film->pace, arena) : NULL;
  if (told != NULL) {
    html_printf(out,
                "<text x=\"12\" y=\"%d\" font-family=\"sans-serif\" font-size=\"13\" "
                "fill=\"#555\">%s</text>\n",
                STILL_HEIGHT - 12, told);
  }
}

static void put_head(const Film *film, Text *out) {
  html_printf(out,
              "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"900\" height=\"600\" "
              "viewBox=\"0 0 %d %d\" role=\"img\"><title>%s</title>"
              "<rect width=\"%d\" height=\"%d\" fill=\"#fff\"/>\n",
              STILL_WIDTH, STILL_HEIGHT, film->title, STILL_WIDTH, STILL_HEIGHT);
}

static bool put_frame(const Film *film, int frame, Arena *arena, Text *out) {
  Arena scratch;
  arena_open(&scratch, arena->allocator);
  const bool good =
      still_draw(film->scene, poses_of(film, film_row(film, frame)), &film->box, &scratch, out);
  arena_close_into(&scratch, arena);
  return good;
}

bool film_frame(const Film *film, int frame, Arena *arena, Text *out) {
  put_head(film, out);
  const bool good = put_frame(film, frame, arena, out);
  put_pace(film, arena, out);
  text_put(out, "</svg>\n");
  return good && !out->failed;
}

bool film_svg(const Film *film, Arena *arena, Text *out) {
  bool good = true;
  put_head(film, out);
  for (int k = 0; k < film->frames && good; k++) {
    const double from = (double)k / film->frames, to = (double)(k + 1) / film->frames;
    text_printf(out, "<g visibility=\"%s\"><animate attributeName=\"visibility\" ",
                k == 0 ? "visible" : "hidden");
    text_printf(out, "calcMode=\"discrete\" repeatCount=\"indefinite\" dur=\"%.6gs\" ",
                film->seconds);
    if (k == 0) {
      text_printf(out, "values=\"visible;hidden\" keyTimes=\"0;%.6g\"/>", to);
    } else {
      text_printf(out, "values=\"hidden;visible;hidden\" keyTimes=\"0;%.6g;%.6g\"/>", from, to);
    }
    good = put_frame(film, k, arena, out);
    text_put(out, "</g>\n");
  }
  put_pace(film, arena, out);
  text_put(out, "</svg>\n");
  return good && !out->failed;
}
