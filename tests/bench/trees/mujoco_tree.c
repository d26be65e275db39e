// SPDX-License-Identifier: BSD-3-Clause
// mujoco_tree.c: the tree of N rods in space (trees.py) with MuJoCo, in its hinge angles, by its
// Runge-Kutta method of order 4 with equal steps; 101 places of the tip over 1 s: between steps by
// Hermite's polynomial of degree 5 in the angles, then MuJoCo's kinematics.
//
// mujoco_tree N STEPS: CPU time from the first step to the last row; one line of JSON. The model is
// compiled before the clock starts.
#include "mujoco_support.h"

enum { ROWS = 101 };
static const double DURATION = 1;

static void write_model(FILE *file, const void *machine, double h) {
  const int count = *(const int *)machine;
  fprintf(file,
          "<mujoco><compiler inertiafromgeom='false'/><option integrator='RK4' timestep='%.17g' "
          "gravity='0 0 -9.81'>"
          "<flag contact='disable' constraint='disable'/></option><worldbody>",
          h);
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
}

static int run(mjModel *model, int count, int steps) {
  const int site = mj_name2id(model, mjOBJ_SITE, "tip");
  mjData *data = mj_makeData(model);
  mjData *shown = mj_makeData(model);
  for (int k = 0; data && k < count; k++) {
    data->qpos[k] = 0.3;
  }
  const double cpu = data && shown ? mujoco_run(model, data, shown, steps, DURATION, ROWS) : -1;
  if (cpu < 0) {
    return 1;
  }
  const double *tip = &shown->site_xpos[3 * site];
  printf("{\"rods\": %d, \"setting\": %d, \"steps\": %d, \"cpu_s\": %.9f, \"tip_x\": %.12f, "
         "\"tip_y\": %.12f, \"tip_z\": %.12f}\n",
         count, steps, steps, cpu, tip[0], tip[1], tip[2]);
  mj_deleteData(data);
  mj_deleteData(shown);
  return 0;
}

int main(int argc, char **argv) {
  const int count = argc == 3 ? (int)strtol(argv[1], NULL, 10) : 0;
  const int steps = argc == 3 ? (int)strtod(argv[2], NULL) : 0;
  if (count < 1 || steps < 1) {
    fputs("usage: mujoco_tree N STEPS\n", stderr);
    return 2;
  }
  mjModel *model = mujoco_load(write_model, &count, DURATION / steps);
  if (!model) {
    return 1;
  }
  const int status = run(model, count, steps);
  mj_deleteModel(model);
  return status;
}
