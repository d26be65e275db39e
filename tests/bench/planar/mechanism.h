// SPDX-License-Identifier: BSD-3-Clause
// mechanism.h: a planar mechanism from the plain file that planar_model.py writes and describes,
// for the compiled programs of this folder.
//
//   PROGRAM METHOD FILE SETTING   one run; one line of JSON
#ifndef MBS_BENCH_MECHANISM_H
#define MBS_BENCH_MECHANISM_H

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MOST_BODIES = 100, MOST_PINS = 120 };

typedef struct Rod {
  double mass, inertia, x, y, angle;
} Rod;

typedef struct Hinge {
  int i, j; // 0 is the ground
  double x, y;
  bool closes; // a loop; any other one carries j
} Hinge;

typedef struct Mechanism {
  double gravity[2], duration;
  int rows, bodies, pins;
  Rod body[MOST_BODIES + 1]; // the ground is body 0
  Hinge pin[MOST_PINS];
  int tip_body;
  double tip[2]; // in the body's axes
} Mechanism;

static inline double cpu_seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

// A point of the ground's axes, in those of a body at the start.
static inline void in_body(const Rod *body, double x, double y, double point[2]) {
  const double c = cos(body->angle), s = sin(body->angle);
  point[0] = c * (x - body->x) + s * (y - body->y);
  point[1] = -s * (x - body->x) + c * (y - body->y);
}

static inline bool read_body(const char *text, Mechanism *all) {
  Rod *body = &all->body[all->bodies + 1];
  return ++all->bodies <= MOST_BODIES &&
         sscanf(text, "%lf %lf %lf %lf %lf", &body->mass, &body->inertia, &body->x, &body->y,
                &body->angle) == 5;
}

static inline bool read_pin(const char *text, Mechanism *all) {
  if (all->pins == MOST_PINS) {
    return false;
  }
  Hinge *pin = &all->pin[all->pins];
  const bool read = sscanf(text, "%d %d %lf %lf", &pin->i, &pin->j, &pin->x, &pin->y) == 4;
  for (int k = 0; k < all->pins; k++) {
    pin->closes = pin->closes || (!all->pin[k].closes && all->pin[k].j == pin->j);
  }
  all->pins++;
  return read && pin->i >= 0 && pin->i <= all->bodies && pin->j > 0 && pin->j <= all->bodies;
}

static inline bool read_line(const char *word, const char *text, Mechanism *all) {
  if (strcmp(word, "gravity") == 0) {
    return sscanf(text, "%lf %lf", &all->gravity[0], &all->gravity[1]) == 2;
  }
  if (strcmp(word, "duration") == 0) {
    return sscanf(text, "%lf", &all->duration) == 1;
  }
  if (strcmp(word, "rows") == 0) {
    return sscanf(text, "%d", &all->rows) == 1 && all->rows > 1;
  }
  if (strcmp(word, "body") == 0) {
    return all->bodies < MOST_BODIES && read_body(text, all);
  }
  if (strcmp(word, "pin") == 0) {
    return read_pin(text, all);
  }
  return strcmp(word, "tip") == 0 &&
         sscanf(text, "%d %lf %lf", &all->tip_body, &all->tip[0], &all->tip[1]) == 3 &&
         all->tip_body > 0 && all->tip_body <= all->bodies;
}

static inline bool read_mechanism(const char *path, Mechanism *all) {
  char line[400], word[20];
  memset(all, 0, sizeof *all);
  FILE *file = fopen(path, "r");
  bool good = file != NULL;
  while (good && fgets(line, sizeof line, file)) {
    int used = 0;
    good = sscanf(line, "%19s%n", word, &used) == 1 && read_line(word, line + used, all);
  }
  if (file) {
    fclose(file);
  }
  return good && all->tip_body > 0 && all->duration > 0.0 && all->rows > 1;
}

// What every program prints of a run.
static inline void show_run(double setting, long steps, double cpu, double x, double y) {
  printf("{\"setting\": %.17g, \"steps\": %ld, \"cpu_s\": %.9f, \"tip_x\": %.14f, "
         "\"tip_y\": %.14f}\n",
         setting, steps, cpu, x, y);
}

#endif
