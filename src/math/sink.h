// SPDX-License-Identifier: BSD-3-Clause
// sink.h: one assembly routine for pattern, places and values.
//
// A routine that emits the entries of a matrix in a fixed order runs three times: to announce them
// to a pattern, to note the slot of each, and then, for every matrix, to add the values. The first
// two, of a pattern that is open:
//   Sink sink = {.mode = SINK_ANNOUNCE, .pattern = &pattern};
//   do { emit(.., &sink); } while (sink_turn(&sink, arena));        sink.slots NULL: out of memory
#ifndef MBS_MATH_SINK_H
#define MBS_MATH_SINK_H

#include "math/pattern.h"

typedef enum SinkMode { SINK_ANNOUNCE, SINK_LOCATE, SINK_ADD } SinkMode;

typedef struct Sink {
  SinkMode mode;
  Pattern *pattern; // announce, locate
  int *slots;       // locate (written), add (read)
  double *values;   // add
  int count;        // entries so far
} Sink;

static inline void sink_add(Sink *sink, int row, int column, double value) {
  if (sink->mode == SINK_ADD) {
    sink->values[sink->slots[sink->count]] += value;
  } else if (sink->mode == SINK_ANNOUNCE) {
    pattern_add(sink->pattern, row, column);
  } else {
    sink->slots[sink->count] = pattern_slot(sink->pattern, row, column);
  }
  sink->count++;
}

// After the entries were announced: closes the pattern, makes room for the slots and returns true.
// After they were located, and when memory ran out: false.
static inline bool sink_turn(Sink *sink, Arena *arena) {
  if (sink->mode != SINK_ANNOUNCE || !pattern_close(sink->pattern)) {
    return false;
  }
  const int count = sink->count;
  *sink = (Sink){
      .mode = SINK_LOCATE, .pattern = sink->pattern, .slots = arena_array(arena, int, count)};
  return sink->slots != NULL;
}

#endif
