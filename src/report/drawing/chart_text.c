// SPDX-License-Identifier: BSD-3-Clause
// chart_text.c: curves over any quantity as characters (see chart.h).
//
// The canvas has 2 x 4 dots a cell. A cell of one curve is the Braille character of its dots
// (U+2800 + bits); where several curves are drawn a cell shows the letter of that which came last.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/number.h"
#include "report/drawing/chart.h"

enum { UP = 17, MARGIN = 11, DOTS_ACROSS = 2, DOTS_UP = 4, BRAILLE = 0x2800 };

static const char letters[CHART_MOST + 1] = "abcdefghijklmnopqrstuvwx";

typedef struct Canvas {
  unsigned char *dots, *owner; // of each cell, row by row from the top
  int across;                  // cells
} Canvas;

static void put_dot(Canvas *canvas, int x, int y, int number) {
  static const unsigned char bits[DOTS_UP][DOTS_ACROSS] = {
      {0x01, 0x08}, {0x02, 0x10}, {0x04, 0x20}, {0x40, 0x80}};
  const int cell = y / DOTS_UP * canvas->across + x / DOTS_ACROSS;
  canvas->dots[cell] |= bits[y % DOTS_UP][x % DOTS_ACROSS];
  canvas->owner[cell] = (unsigned char)number;
}

static void put_line(Canvas *canvas, const int from[2], const int to[2], int number) {
  const int dx = to[0] - from[0], dy = to[1] - from[1];
  const int steps = abs(dx) > abs(dy) ? abs(dx) : abs(dy) > 0 ? abs(dy) : 1;
  for (int k = 0; k <= steps; k++) {
    put_dot(canvas, from[0] + (int)rint((double)dx * k / steps),
            from[1] + (int)rint((double)dy * k / steps), number);
  }
}

// False where the row has no value.
static bool place(const Chart *chart, const ChartCurve *curve, int row, const ChartAxes *axes,
                  const Canvas *canvas, int at[2]) {
  const double across = chart_place(chart, 0, &curve->x, row);
  const double up = chart_place(chart, 1, &curve->y, row);
  const double x = (across - axes->low[0]) / (axes->high[0] - axes->low[0]);
  const double y = (up - axes->low[1]) / (axes->high[1] - axes->low[1]);
  if (!(x > -0.01 && x < 1.01 && y > -0.01 && y < 1.01)) {
    return false;
  }
  at[0] = (int)rint(fmin(fmax(x, 0), 1) * (canvas->across * DOTS_ACROSS - 1));
  at[1] = (int)rint((1 - fmin(fmax(y, 0), 1)) * (UP * DOTS_UP - 1));
  return true;
}

static void put_curve(Canvas *canvas, const Chart *chart, int number, const ChartAxes *axes) {
  const ChartCurve *curve = &chart->curves[number];
  int before[2] = {0, 0};
  bool down = false;
  for (int row = 0; row < curve->y.rows; row++) {
    int at[2];
    const bool known = place(chart, curve, row, axes, canvas, at);
    if (known) {
      put_line(canvas, down && !curve->points ? before : at, at, number);
      before[0] = at[0];
      before[1] = at[1];
    }
    down = known;
  }
}

static void put_cell(const Chart *chart, const Canvas *canvas, int cell, Text *out) {
  const int dots = canvas->dots[cell];
  if (dots == 0) {
    text_put(out, " ");
  } else if (chart->count > 1) {
    text_append(out, &letters[canvas->owner[cell]], 1);
  } else {
    const int code = BRAILLE + dots;
    const char bytes[3] = {(char)(0xe0 | code >> 12), (char)(0x80 | (code >> 6 & 0x3f)),
                           (char)(0x80 | (code & 0x3f))};
    text_append(out, bytes, sizeof bytes);
  }
}

static void put_number(double value, bool logarithmic, int width, Text *out) {
  char digits[NUMBER_TEXT_SIZE];
  (void)number_format_digits(6, (logarithmic ? pow(10, value) : value) + 0.0, digits);
  text_printf(out, "%*s", width, digits);
}

static void put_visible(const char *text, Text *out) {
  text_visible(out, text, strlen(text));
  text_put(out, "\n");
}

static void put_rows(const Chart *chart, const ChartAxes *axes, const Canvas *canvas, Text *out) {
  for (int row = 0; row < UP; row++) {
    const bool labelled = row == 0 || row == UP / 2 || row == UP - 1;
    const double part = 1 - (double)row / (UP - 1);
    if (labelled) {
      put_number(axes->low[1] + part * (axes->high[1] - axes->low[1]), chart->logarithmic[1],
                 MARGIN, out);
    } else {
      text_printf(out, "%*s", MARGIN, "");
    }
    text_put(out, labelled ? " +" : " |");
    for (int k = 0; k < canvas->across; k++) {
      put_cell(chart, canvas, row * canvas->across + k, out);
    }
    while (out->length > 0 && out->bytes[out->length - 1] == ' ') {
      out->bytes[--out->length] = '\0';
    }
    text_put(out, "\n");
  }
}

static void put_frame(const Chart *chart, const ChartAxes *axes, const Canvas *canvas, Text *out) {
  put_rows(chart, axes, canvas, out);
  text_printf(out, "%*s +", MARGIN, "");
  for (int k = 0; k < canvas->across; k++) {
    text_put(out, "-");
  }
  text_printf(out, "\n%*s  ", MARGIN, "");
  const size_t before = out->length;
  put_number(axes->low[0], chart->logarithmic[0], 0, out);
  put_number(axes->high[0], chart->logarithmic[0], canvas->across - (int)(out->length - before),
             out);
  text_printf(out, "\n%*s  ", MARGIN, "");
  put_visible(chart->x_label, out);
}

bool chart_text(const Chart *chart, const ChartAxes axes[CHART_PANELS], int width, Arena *arena,
                Text *out) {
  const int across = width - MARGIN - 2;
  const size_t size = (size_t)across * UP;
  Canvas canvas = {arena_alloc(arena, size), arena_alloc(arena, size), across};
  if (canvas.dots == NULL || canvas.owner == NULL) {
    return false;
  }
  put_visible(chart->title, out);
  for (int p = 0; p < chart->panel_count; p++) {
    memset(canvas.dots, 0, size);
    for (int k = 0; k < chart->count; k++) {
      if (chart->curves[k].panel == p) {
        put_curve(&canvas, chart, k, &axes[p]);
      }
    }
    put_visible(chart->panels[p].label, out);
    put_frame(chart, &axes[p], &canvas, out);
  }
  for (int k = 0; k < chart->count && chart->count > 1; k++) {
    text_printf(out, "  %c  ", letters[k]);
    put_visible(chart->curves[k].label, out);
  }
  if (chart->note[0] != '\0') {
    put_visible(chart->note, out);
  }
  return !out->failed;
}
