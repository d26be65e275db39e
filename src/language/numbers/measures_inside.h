// SPDX-License-Identifier: BSD-3-Clause
// measures_inside.h: what the words before a measure name, shared by measures.c and its messages.
#ifndef MBS_LANGUAGE_NUMBERS_MEASURES_INSIDE_H
#define MBS_LANGUAGE_NUMBERS_MEASURES_INSIDE_H

#include "language/numbers/measures.h"

enum { MEASURE_WORDS = 64 };

// What the words before the measure name.
typedef struct MeasureObject {
  const char *what;  // "body \"bar\""
  const char *path;  // "bar"
  int length;        // of the path
  int index;         // marker, joint or force number; -1 for the model
  bool has_measures; // else: nothing is known of it, or it has none
  MeasureOwner owner;
  const Element *element; // of joints and forces
  const BodyKind *body;   // of frames
  bool turns;             // of gauges: both markers have axes
} MeasureObject;

// The names of the measures that suit an object, MEASURE_WORDS at most. Returns how many.
int measures_list(const Loader *loader, const MeasureObject *object, const char **words);

// Messages: nothing is called `head`; the model has no measure `name`; an object has no measure, or
// is none itself (measure empty).
void measures_refuse_head(const Loader *loader, const char *name, const char *head, Mark mark);
void measures_refuse_of_model(const Loader *loader, const char *name, Mark mark);
void measures_refuse(const Loader *loader, const MeasureObject *object, const char *measure,
                     Mark mark);

#endif
