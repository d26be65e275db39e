// SPDX-License-Identifier: BSD-3-Clause
// mujoco_a01.c: the A01 pendulum with MuJoCo, in its one hinge angle, by its Runge-Kutta method of
// order 4 with equal steps (its other integrators are of order 1 and do not pass in a second).
//
//   rk4_hermite   1001 rows by Hermite's polynomial between the steps
//   rk4_steps     no rows
//
// MuJoCo wants some inertia: 1e-10 kg m^2, which changes the energy by less than 1e-7 J. Its model
// is compiled before the clock starts.
#include <mujoco/mujoco.h>

#include "race/contestant.h"

static const char model_text[] =
    "<mujoco><option gravity='0 -9.81 0' integrator='RK4'>"
    "<flag contact='disable' constraint='disable'/></option>"
    "<compiler boundmass='0' boundinertia='0'/>"
    "<worldbody><body pos='0 0 0'><joint name='hinge' type='hinge' axis='0 0 1' damping='0'/>"
    "<inertial pos='-1 0 0' mass='1' diaginertia='1e-10 1e-10 1e-10'/></body></worldbody></mujoco>";

static mjModel *model;

static bool load(const char *path) {
  char trouble[1000] = "";
  FILE *file = fopen(path, "w");
  if (!file) {
    return false;
  }
  const bool written = fwrite(model_text, 1, sizeof model_text - 1, file) == sizeof model_text - 1;
  if (fclose(file) != 0 || !written) {
    return false;
  }
  model = mj_loadXML(path, NULL, trouble, sizeof trouble);
  remove(path);
  if (!model) {
    fprintf(stderr, "mujoco: %s\n", trouble);
  }
  return model != NULL;
}

// The angle is counted from (-1, 0): x = -cos q, y = -sin q.
static void run(double setting, bool with_rows, bool watch, Row *rows, Outcome *outcome) {
  const int steps = (int)setting;
  const double h = DURATION / steps;
  model->opt.timestep = h;
  mjData *data = mj_makeData(model);
  if (!data) {
    return;
  }
  mj_forward(model, data);
  double right[3] = {data->qpos[0], data->qvel[0], data->qacc[0]};
  int next = 0;
  for (int n = 0; n < steps; n++) {
    const double left[3] = {right[0], right[1], right[2]};
    mj_step(model, data);
    right[0] = data->qpos[0];
    right[1] = data->qvel[0];
    if (watch) {
      take_step(outcome, energy_of(-sin(right[0]), right[1]));
    }
    if (with_rows) {
      // the acceleration here: with one hinge the whole mass is at the end of the rod
      right[2] = GRAVITY * cos(right[0]);
      for (; next < ROWS && (n == steps - 1 || DURATION * next / (ROWS - 1) <= h * (n + 1));
           next++) {
        const double t = DURATION * next / (ROWS - 1);
        double q = 0.0;
        double u = 0.0;
        hermite(h, (t - h * n) / h, left, right, &q, &u);
        take_row(&rows[next], outcome, t, -cos(q), -sin(q), u);
      }
    }
  }
  outcome->x_end = -cos(right[0]);
  outcome->y_end = -sin(right[0]);
  outcome->steps = steps;
  outcome->complete = true;
  mj_deleteData(data);
}

static void run_hermite(double setting, bool watch, Row *rows, Outcome *outcome) {
  run(setting, true, watch, rows, outcome);
}

static void run_steps(double setting, bool watch, Row *rows, Outcome *outcome) {
  run(setting, false, watch, rows, outcome);
}

int main(int argc, char **argv) {
  static const Method methods[] = {
      {"rk4_hermite", true, STEPS, 0, 250, run_hermite},
      {"rk4_steps", false, STEPS, 0, 250, run_steps},
  };
  char path[] = "/tmp/mujoco_a01_XXXXXX.xml";
  const int descriptor = mkstemps(path, 4);
  if (descriptor < 0 || !load(path)) {
    return 1;
  }
  const int status =
      contestant_main(argc, argv, methods, (int)(sizeof methods / sizeof methods[0]));
  mj_deleteModel(model);
  return status;
}
