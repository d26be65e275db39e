// SPDX-License-Identifier: BSD-3-Clause
// mujoco_support.h: what programs that run MuJoCo share: a model compiled from words, and a run
// with equal steps by its Runge-Kutta method of order 4, with rows between the steps.
#ifndef MBS_BENCH_MUJOCO_SUPPORT_H
#define MBS_BENCH_MUJOCO_SUPPORT_H

#include <mujoco/mujoco.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "hermite.h"

// Writes a machine whose steps are h [s].
typedef void MujocoWriter(FILE *file, const void *machine, double h);

// NULL, with MuJoCo's words on stderr, where it refuses the file. mj_deleteModel frees it.
static inline mjModel *mujoco_load(MujocoWriter *write, const void *machine, double h) {
  char path[] = "/tmp/mujoco_XXXXXX.xml";
  const int descriptor = mkstemps(path, 4);
  FILE *file = descriptor < 0 ? NULL : fdopen(descriptor, "w");
  if (!file) {
    return NULL;
  }
  write(file, machine, h);
  const bool written = ferror(file) == 0;
  char trouble[1000] = "";
  mjModel *model =
      fclose(file) == 0 && written ? mj_loadXML(path, NULL, trouble, sizeof trouble) : NULL;
  remove(path);
  if (!model) {
    fprintf(stderr, "MuJoCo refuses the file: %s\n", trouble);
  }
  return model;
}

static inline double mujoco_cpu_seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static inline void mujoco_keep(const mjData *data, int count, double (*ends)[3]) {
  for (int k = 0; k < count; k++) {
    ends[k][0] = data->qpos[k];
    ends[k][1] = data->qvel[k];
    ends[k][2] = data->qacc[k];
  }
}

// A run from data's places at rest, all of them angles of hinges, with `rows` rows from 0 to
// `duration` [s]: between steps by Hermite's polynomial in the angles, then MuJoCo's kinematics, in
// `shown`, where the last row stays. Returns the CPU time from the first step to the last row [s],
// below zero when memory ran out.
static inline double mujoco_run(mjModel *model, mjData *data, mjData *shown, int steps,
                                double duration, int rows) {
  const double h = duration / steps, apart = duration / (rows - 1);
  const int count = model->nv;
  double(*left)[3] = calloc((size_t)count, sizeof *left);
  double(*right)[3] = calloc((size_t)count, sizeof *right);
  if (!left || !right) {
    free(left);
    free(right);
    return -1;
  }
  int row = 0;
  const double begin = mujoco_cpu_seconds();
  mj_forward(model, data);
  mujoco_keep(data, count, right);
  for (int n = 0; n < steps; n++) {
    memcpy(left, right, (size_t)count * sizeof *left);
    mj_RungeKutta(model, data, 4);
    mj_forward(model, data); // of the next step; its accelerations end this one
    mujoco_keep(data, count, right);
    for (; row < rows && (n == steps - 1 || apart * row <= h * (n + 1)); row++) {
      for (int k = 0; k < count; k++) {
        shown->qpos[k] = hermite(h, (apart * row - h * n) / h, left[k], right[k]);
      }
      mj_kinematics(model, shown);
    }
  }
  const double cpu = mujoco_cpu_seconds() - begin;
  free(left);
  free(right);
  return cpu;
}

#endif
