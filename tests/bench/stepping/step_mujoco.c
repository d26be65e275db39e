// SPDX-License-Identifier: BSD-3-Clause
// step_mujoco.c: cart_pole.h by MuJoCo: step_mujoco EPISODES INTEGRATOR SUBSTEPS
#include <math.h>
#include <stdlib.h>

#include "cart_pole.h"
#include "mujoco_support.h"

typedef struct World {
  mjModel *model;
  mjData *data;
  int substeps;
} World;

static const char *integrator;
static int substeps;

static void write_model(FILE *file, const void *unused, double h) {
  (void)unused;
  fprintf(file,
          "<mujoco><option timestep='%.17g' gravity='0 0 -9.81' integrator='%s'/><worldbody>"
          "<body name='cart'><joint name='rail' type='slide' axis='1 0 0'/>"
          "<inertial pos='0 0 0' mass='1' diaginertia='1 1 1'/>"
          "<body name='pole'><joint name='pivot' type='hinge' axis='0 1 0'/>"
          "<inertial pos='0 0 0.5' mass='0.1' diaginertia='%.17g %.17g 1e-6'/></body></body>"
          "</worldbody><actuator><motor joint='rail'/></actuator></mujoco>",
          h, integrator, 0.1 / 12, 0.1 / 12);
}

static bool reset(void *of) {
  const World *world = of;
  mj_resetData(world->model, world->data);
  world->data->qpos[1] = -LEAN; // about +y a lean to the left is negative
  return true;
}

static bool step(void *of, int k) {
  const World *world = of;
  world->data->ctrl[0] = push_at(k);
  for (int s = 0; s < world->substeps; s++) {
    mj_step(world->model, world->data);
  }
  return true;
}

static double angle(void *of) {
  return -((const World *)of)->data->qpos[1];
}

int main(int argc, char **argv) {
  if (argc < 4) {
    return 2;
  }
  integrator = argv[2];
  substeps = atoi(argv[3]);
  World world = {.substeps = substeps};
  world.model = mujoco_load(write_model, NULL, PERIOD / substeps);
  world.data = world.model != NULL ? mj_makeData(world.model) : NULL;
  return world.data == NULL || play(&world, reset, step, angle, atol(argv[1]));
}
