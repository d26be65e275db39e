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

enum { MOST_NUMBERS = 5 };

// Whether exactly so many numbers stand in the text.
static inline bool numbers(const char *text, int count, double *list) {
  char *end = NULL;
  for (int k = 0; k < count; k++, text = end) {
    list[k] = strtod(text, &end);
    if (end == text) {
      return false;
    }
  }
  return text[strspn(text, " \n")] == '\0';
}

static inline bool read_body(const char *text, Mechanism *all) {
  double list[MOST_NUMBERS];
  if (all->bodies == MOST_BODIES || !numbers(text, 5, list)) {
    return false;
  }
  Rod *body = &all->body[++all->bodies];
  body->mass = list[0];
  body->inertia = list[1];
  body->x = list[2];
  body->y = list[3];
  body->angle = list[4];
  return body->mass > 0.0 && body->inertia > 0.0;
}

static inline bool read_pin(const char *text, Mechanism *all) {
  double list[MOST_NUMBERS];
  if (all->pins == MOST_PINS || !numbers(text, 4, list)) {
    return false;
  }
  Hinge *pin = &all->pin[all->pins];
  pin->i = (int)list[0];
  pin->j = (int)list[1];
  pin->x = list[2];
  pin->y = list[3];
  for (int k = 0; k < all->pins; k++) {
    pin->closes = pin->closes || (!all->pin[k].closes && all->pin[k].j == pin->j);
  }
  all->pins++;
  return pin->i >= 0 && pin->i <= all->bodies && pin->j > 0 && pin->j <= all->bodies;
}

static inline bool read_line(const char *word, const char *text, Mechanism *all) {
  double list[MOST_NUMBERS] = {0};
  if (strcmp(word, "body") == 0) {
    return read_body(text, all);
  }
  if (strcmp(word, "pin") == 0) {
    return read_pin(text, all);
  }
  if (strcmp(word, "gravity") == 0) {
    return numbers(text, 2, all->gravity);
  }
  if (strcmp(word, "duration") == 0) {
    return numbers(text, 1, &all->duration) && all->duration > 0.0;
  }
  if (strcmp(word, "rows") == 0 && numbers(text, 1, list)) {
    all->rows = (int)list[0];
    return all->rows > 1;
  }
  if (strcmp(word, "tip") == 0 && numbers(text, 3, list)) {
    all->tip_body = (int)list[0];
    all->tip[0] = list[1];
    all->tip[1] = list[2];
    return all->tip_body > 0 && all->tip_body <= all->bodies;
  }
  return false;
}

static inline bool read_mechanism(const char *path, Mechanism *all) {
  char line[400];
  memset(all, 0, sizeof *all);
  FILE *file = fopen(path, "r");
  bool good = file != NULL;
  while (good && fgets(line, sizeof line, file)) {
    char *rest = line + strcspn(line, " \n");
    const bool more = *rest != '\0';
    *rest = '\0';
    good = more && read_line(line, rest + 1, all);
  }
  good = good && all->tip_body > 0 && all->duration > 0.0 && all->rows > 1;
  return file && fclose(file) == 0 && good;
}

// What every program prints of a run.
static inline void show_run(double setting, long steps, double cpu, double x, double y) {
  printf("{\"setting\": %.17g, \"steps\": %ld, \"cpu_s\": %.9f, \"tip_x\": %.14f, "
         "\"tip_y\": %.14f}\n",
         setting, steps, cpu, x, y);
}

#endif
