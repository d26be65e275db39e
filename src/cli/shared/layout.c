// SPDX-License-Identifier: BSD-3-Clause
// layout.c: texts in lines and columns (see layout.h).
#include "cli/shared/layout.h"

#include <string.h>

enum { WIDTH = 80, LEFT_WIDTH = 27 };

void layout_wrap(const char *text, int column, int indent, int width, Text *out) {
  bool first = true;
  while (*text != '\0') {
    const int length = (int)strcspn(text, " ");
    if (!first && column + 1 + length > width) {
      text_printf(out, "\n%*s", indent, "");
      column = indent;
    } else if (!first) {
      text_put(out, " ");
      column++;
    }
    text_append(out, text, (size_t)length);
    column += length;
    text += length;
    text += strspn(text, " ");
    first = false;
  }
  text_put(out, "\n");
}

void layout_two_columns(const char *left, const char *right, Text *out) {
  const int length = (int)strlen(left);
  text_printf(out, "  %s", left);
  if (length + 2 <= LEFT_WIDTH) {
    text_printf(out, "%*s", LEFT_WIDTH + 2 - length, "");
  } else {
    text_printf(out, "\n%*s", LEFT_WIDTH + 4, "");
  }
  layout_wrap(right, LEFT_WIDTH + 4, LEFT_WIDTH + 4, WIDTH, out);
}
