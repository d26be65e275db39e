// SPDX-License-Identifier: BSD-3-Clause
// film.h: a motion as pictures, one after the other, all in the same frame, which tell their pace
// where that is not real time.
#ifndef MBS_REPORT_PICTURES_FILM_H
#define MBS_REPORT_PICTURES_FILM_H

#include "report/pictures/still.h"
#include "report/pictures/stored.h"

typedef struct Film {
  const Scene *scene;
  const StoredTable *track; // t and the poses of all bodies, row by row
  const char *title;
  int frames;     // at least 2, evenly over the motion: each the recorded row next to its time
  double seconds; // that the film takes, and of the motion in each of them
  double pace;
  StillBox box; // film_open: all that is ever seen
} Film;

// Seconds of a motion in a second of its film: 1, 2 or 5 times a power of ten, the nearest to real
// time with which it takes 3 to 10 s.
double film_pace(double span);
// "1/100 of real time". NULL when memory ran out.
const char *film_pace_text(double pace, Arena *arena);
// Looks at all frames. False when memory ran out.
bool film_open(Film *film, Arena *arena);
// The row of a frame.
int film_row(const Film *film, int frame);
// One picture by itself; false when memory ran out. frame: from 0.
bool film_frame(const Film *film, int frame, Arena *arena, Text *out);
// All of them in one file, which goes round and round without a script. False when memory ran out.
bool film_svg(const Film *film, Arena *arena, Text *out);

#endif
