// SPDX-License-Identifier: BSD-3-Clause
// mujoco_tree.c: the tree of N rods in space (trees.py) with MuJoCo, in its hinge angles, by its
// Runge-Kutta method of order 4 with equal steps; 101 places of the tip over 1 s: between steps by
// Hermite's polynomial of degree 5 in the angles, then MuJoCo's kinematics.
//
// mujoco_tree N STEPS: CPU time from the first step to the last row; one line of JSON. The model is
// compiled before the clock starts.
#include <mujoco/mujoco.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "hermite.h"

enum { ROWS = 100 };

static double cpu_seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static bool write_model(FILE *file, int count) {
  fputs("<mujoco><compiler inertiafromgeom='false'/><option integrator='RK4' gravity='0 0 -9.81'>"
        "<flag contact='disable' constraint='disable'/></option><worldbody>",
        file);
  for (int k = 0; k < count; k++) {
    fprintf(
        file,
        "<body pos='0 0 %d'><inertial pos='0 0 -0.5' mass='1' diaginertia='0.0833 0.0833 0.001'/>"
        "<joint type='hinge' axis='%s'/>",
        k == 0 ? 0 : -1, k % 2 == 0 ? "1 0 0" : "0 1 0");
  }
  fputs("<site name='tip' pos='0 0 -1'/>", file);
  for (int k = 0; k < count; k++) {
    fputs("</body>", file);
  }
  fputs("</worldbody></mujoco>", file);
  return ferror(file) == 0;
}

static mjModel *load(int count) {
  char path[] = "/tmp/mujoco_tree_XXXXXX.xml";
  const int descriptor = mkstemps(path, 4);
  FILE *file = descriptor < 0 ? NULL : fdopen(descriptor, "w");
  if (!file) {
    return NULL;
  }
  const bool written = write_model(file, count);
  char trouble[1000] = "";
  mjModel *model =
      fclose(file) == 0 && written ? mj_loadXML(path, NULL, trouble, sizeof trouble) : NULL;
  remove(path);
  if (!model) {
    fprintf(stderr, "MuJoCo refuses the file: %s\n", trouble);
  }
  return model;
}

static void keep(const mjData *data, int count, double (*ends)[3]) {
  for (int k = 0; k < count; k++) {
    ends[k][0] = data->qpos[k];
    ends[k][1] = data->qvel[k];
    ends[k][2] = data->qacc[k];
  }
}

static int run(mjModel *model, int count, int steps) {
  const double h = 1.0 / steps;
  const int site = mj_name2id(model, mjOBJ_SITE, "tip");
  model->opt.timestep = h;
  mjData *data = mj_makeData(model);
  mjData *shown = mj_makeData(model);
  double(*left)[3] = calloc((size_t)count, sizeof *left);
  double(*right)[3] = calloc((size_t)count, sizeof *right);
  if (!data || !shown || !left || !right) {
    return 1;
  }
  for (int k = 0; k < count; k++) {
    data->qpos[k] = 0.3;
  }
  int row = 0;
  const double begin = cpu_seconds();
  mj_forward(model, data);
  keep(data, count, right);
  for (int n = 0; n < steps; n++) {
    memcpy(left, right, (size_t)count * sizeof *left);
    mj_RungeKutta(model, data, 4);
    mj_forward(model, data); // of the next step; its accelerations end this one
    keep(data, count, right);
    for (; row <= ROWS && (n == steps - 1 || (double)row / ROWS <= h * (n + 1)); row++) {
      for (int k = 0; k < count; k++) {
        shown->qpos[k] = hermite(h, ((double)row / ROWS - h * n) / h, left[k], right[k]);
      }
      mj_kinematics(model, shown);
    }
  }
  const double cpu = cpu_seconds() - begin;
  const double *tip = &shown->site_xpos[3 * site];
  printf("{\"rods\": %d, \"setting\": %d, \"steps\": %d, \"cpu_s\": %.9f, \"tip_x\": %.12f, "
         "\"tip_y\": %.12f, \"tip_z\": %.12f}\n",
         count, steps, steps, cpu, tip[0], tip[1], tip[2]);
  mj_deleteData(data);
  mj_deleteData(shown);
  free(left);
  free(right);
  return 0;
}

int main(int argc, char **argv) {
  const int count = argc == 3 ? (int)strtol(argv[1], NULL, 10) : 0;
  const int steps = argc == 3 ? (int)strtod(argv[2], NULL) : 0;
  if (count < 1 || steps < 1) {
    fputs("usage: mujoco_tree N STEPS\n", stderr);
    return 2;
  }
  mjModel *model = load(count);
  if (!model) {
    return 1;
  }
  const int status = run(model, count, steps);
  mj_deleteModel(model);
  return status;
}
