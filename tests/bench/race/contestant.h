// SPDX-License-Identifier: BSD-3-Clause
// contestant.h: what every compiled contestant of the A01 race does in the same way.
//
// The pendulum: 1 kg on a massless rod of 1 m, let go at (-1, 0) in gravity of 9.81 m/s^2, 10 s.
// In the angle theta from the downward vertical, x = sin theta, y = -cos theta,
//
//   theta'' = -g sin theta        theta(0) = -pi/2, theta'(0) = 0        E = theta'^2 / 2 + g y =
//   0.
//
// A contestant has methods, each with one setting: a tolerance 10^(-k/8), or a number of equal
// steps. It passes with a setting when the energy stays below 5e-5 J, over its 1001 rows (when it
// has rows) and over its own steps, and its last place is within 3e-5 m of the closed form. Its own
// setting is the loosest one that passes and whose tighter ones of the scan all pass, too: one
// lucky value does not count.
//
//   CONTESTANT METHOD --find                  looks for the setting
//   CONTESTANT METHOD --time SETTING REPEATS  runs so often in one process, each time from the
//   start CONTESTANT --list                         names of the methods
//
// Both print one line of JSON with the same keys; drift_rows is null for a method without rows.
#ifndef MBS_BENCH_CONTESTANT_H
#define MBS_BENCH_CONTESTANT_H

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { ROWS = 1001, MOST_REPEATS = 1000 };

#define GRAVITY 9.81
#define DURATION 10.0
#define DRIFT_LIMIT 5e-5
#define ERROR_LIMIT 3e-5
// the closed form at 10 s (Jacobi functions, reference/README.md)
#define X_END (-0.27508746257611686)
#define Y_END (-0.961419205099125064)
#define QUARTER_TURN 1.57079632679489661923

typedef struct Row {
  double t, x, y, energy;
} Row;

typedef struct Outcome {
  double drift_rows, drift_steps; // largest |energy|, J
  double x_end, y_end;            // m
  long steps;
  bool complete;
} Outcome;

typedef enum Setting { TOLERANCE, STEPS } Setting;

// run: from the creation of whatever the method needs to its last row. With watch it looks at the
// energy at every step of its own, too, which a method with rows need not do while it is timed.
typedef struct Method {
  const char *name;
  bool has_rows;
  Setting setting;
  int first, last; // rungs of the scan, loosest and tightest
  void (*run)(double setting, bool watch, Row *rows, Outcome *outcome);
} Method;

static inline double contestant_seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static inline double energy_of(double y, double speed) {
  return 0.5 * speed * speed + GRAVITY * y;
}

static inline void take_step(Outcome *outcome, double energy) {
  outcome->drift_steps = fmax(outcome->drift_steps, fabs(energy));
}

static inline void take_row(Row *row, Outcome *outcome, double t, double x, double y,
                            double speed) {
  row->t = t;
  row->x = x;
  row->y = y;
  row->energy = energy_of(y, speed);
  outcome->drift_rows = fmax(outcome->drift_rows, fabs(row->energy));
}

// The polynomial of degree 5 with value, rate and second rate of both ends of a step h, at the
// fraction s of it: value and rate.
static inline void hermite(double h, double s, const double left[3], const double right[3],
                           double *value, double *rate) {
  const double a = left[0], b = h * left[1], c = 0.5 * h * h * left[2];
  const double p = right[0] - a - b - c;
  const double q = h * right[1] - b - 2.0 * c;
  const double r = 0.5 * (h * h * right[2]) - c;
  const double d = 10.0 * p - 4.0 * q + r;
  const double e = -15.0 * p + 7.0 * q - 2.0 * r;
  const double f = 6.0 * p - 3.0 * q + r;
  *value = a + s * (b + s * (c + s * (d + s * (e + s * f))));
  *rate = (b + s * (2.0 * c + s * (3.0 * d + s * (4.0 * e + s * 5.0 * f)))) / h;
}

// Rung k of a scan: tolerances an eighth of a decade apart, numbers of steps 2 % apart.
static inline double contestant_rung(Setting setting, int k) {
  return setting == TOLERANCE ? pow(10.0, -k / 8.0) : floor(20.0 * pow(1.02, k));
}

static inline bool contestant_passes(const Method *method, const Outcome *outcome) {
  const double error = hypot(outcome->x_end - X_END, outcome->y_end - Y_END);
  return outcome->complete && outcome->drift_steps < DRIFT_LIMIT && error < ERROR_LIMIT &&
         (!method->has_rows || outcome->drift_rows < DRIFT_LIMIT);
}

static inline void contestant_run(const Method *method, double setting, bool watch, Row *rows,
                                  Outcome *outcome) {
  memset(outcome, 0, sizeof *outcome);
  method->run(setting, watch, rows, outcome);
}

// From the tight end to the loose one, up to the first that fails.
static inline bool contestant_find(const Method *method, Row *rows, double *setting) {
  bool found = false;
  for (int k = method->last; k >= method->first; k--) {
    Outcome outcome;
    contestant_run(method, contestant_rung(method->setting, k), true, rows, &outcome);
    if (!contestant_passes(method, &outcome)) {
      break;
    }
    found = true;
    *setting = contestant_rung(method->setting, k);
  }
  return found;
}

static inline void contestant_print(const Method *method, double setting, const Outcome *outcome,
                                    const double *cpu, int repeats) {
  printf("{\"method\": \"%s\", \"setting\": %.17g, \"setting_kind\": \"%s\", \"steps\": %ld, ",
         method->name, setting, method->setting == TOLERANCE ? "tolerance" : "steps",
         outcome->steps);
  printf("\"rows\": %d, \"drift_rows\": ", method->has_rows ? ROWS : 0);
  if (method->has_rows) {
    printf("%.6e", outcome->drift_rows);
  } else {
    printf("null");
  }
  printf(", \"drift_steps\": %.6e, \"error_10s\": %.6e, \"cpu_ms\": [", outcome->drift_steps,
         hypot(outcome->x_end - X_END, outcome->y_end - Y_END));
  for (int k = 0; k < repeats; k++) {
    printf("%s%.6f", k > 0 ? ", " : "", 1e3 * cpu[k]);
  }
  printf("]}\n");
}

// Runs as they are timed, then one more that looks at the steps.
static inline int contestant_time(const Method *method, double setting, int repeats, Row *rows) {
  static double cpu[MOST_REPEATS];
  Outcome outcome;
  for (int k = 0; k < repeats; k++) {
    const double begin = contestant_seconds();
    contestant_run(method, setting, !method->has_rows, rows, &outcome);
    cpu[k] = contestant_seconds() - begin;
    if (!outcome.complete) {
      fprintf(stderr, "%s: the integration did not reach %g s\n", method->name, DURATION);
      return 1;
    }
  }
  contestant_run(method, setting, true, rows, &outcome);
  contestant_print(method, setting, &outcome, cpu, repeats);
  return 0;
}

static inline int contestant_main(int argc, char **argv, const Method *methods, int count) {
  static Row rows[ROWS];
  for (int k = 0; k < count; k++) {
    if (argc == 2 && strcmp(argv[1], "--list") == 0) {
      printf("%s\n", methods[k].name);
    } else if (argc == 3 && strcmp(argv[1], methods[k].name) == 0 &&
               strcmp(argv[2], "--find") == 0) {
      double setting = 0.0;
      if (!contestant_find(&methods[k], rows, &setting)) {
        fprintf(stderr, "%s: no setting of the scan passes\n", methods[k].name);
        return 1;
      }
      Outcome outcome;
      contestant_run(&methods[k], setting, true, rows, &outcome);
      contestant_print(&methods[k], setting, &outcome, NULL, 0);
      return 0;
    } else if (argc == 5 && strcmp(argv[1], methods[k].name) == 0 &&
               strcmp(argv[2], "--time") == 0) {
      const int repeats = (int)strtol(argv[4], NULL, 10);
      return contestant_time(&methods[k], strtod(argv[3], NULL),
                             repeats < 1 ? 1 : (repeats > MOST_REPEATS ? MOST_REPEATS : repeats),
                             rows);
    }
  }
  if (argc == 2 && strcmp(argv[1], "--list") == 0) {
    return 0;
  }
  fprintf(stderr, "usage: %s METHOD --find | METHOD --time SETTING REPEATS | --list\n", argv[0]);
  return 2;
}

#endif
