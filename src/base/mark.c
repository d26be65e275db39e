// SPDX-License-Identifier: BSD-3-Clause
// mark.c: places in a text that a person wrote.
#include "base/mark.h"

static int clamp(int value, int low, int high) {
  if (value < low) {
    return low;
  }
  return value > high ? high : value;
}

Mark mark_of_passage(const Passage *passage, int first, int last) {
  if (passage->line == NULL) {
    return mark_none();
  }
  const int begin = clamp(first, 0, passage->length);
  const int end = clamp(last, begin, passage->length);
  Mark mark = {.source = passage->source,
               .line = passage->line[begin],
               .column = passage->column[begin],
               .end_column = passage->column[begin] + 1};
  for (int k = begin; k < end; k++) {
    const int next = k + 1;
    if (passage->line[k] != mark.line) {
      break;
    }
    // where the next character stands, an escape sequence in between included; at a fold just
    // behind the last character of the line
    const int column =
        passage->line[next] == mark.line ? passage->column[next] : passage->column[k] + 1;
    if (column > mark.end_column) {
      mark.end_column = column;
    }
  }
  return mark;
}

Mark mark_none(void) {
  return (Mark){.source = NULL};
}

Origin origin_none(void) {
  return (Origin){.id = 0};
}

Mark origin_mark(const Origins *origins, Origin origin) {
  if (origins == NULL || origin.id <= 0 || origin.id >= origins->count) {
    return mark_none();
  }
  const OriginPlace *place = &origins->places[origin.id];
  return place->passage == NULL || origin.last == origin.first
             ? place->mark
             : mark_of_passage(place->passage, origin.first, origin.last);
}
