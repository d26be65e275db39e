// SPDX-License-Identifier: BSD-3-Clause
// mujoco_machines.c: the wishbone, the rolling disc and the ten balls of machines.py with MuJoCo,
// by its Runge-Kutta method of order 4 with equal steps; 101 rows over 1 s, each at the end of a
// step.
//
// Its constraints give way: loops and contacts are springs and dampers (solref). A loop's time
// constant is 0.7 of a step, with refsafe off, which comes nearest to the motion at equal steps; a
// contact's is two steps. What that leaves of the motion is what the bench prints.
//
// mujoco_machines NAME STEPS: CPU time from the first step to the last row; one line of JSON. The
// model is compiled before the clock starts.
#include "mujoco_support.h"

enum { ROWS = 100 };

static void wishbone(FILE *file, double h) {
  fprintf(
      file,
      "<mujoco><compiler inertiafromgeom='false'/>"
      "<option integrator='RK4' gravity='0 0 -9.81' timestep='%.17g' solver='Newton' "
      "tolerance='1e-14' iterations='100'><flag contact='disable' "
      "refsafe='disable'/></option><worldbody>"
      "<site name='tower' pos='0 0.42 0.65'/><site name='rack' pos='-0.12 0.35 0.25'/>"
      "<body name='lower' pos='0 0.3 0.2'><joint type='hinge' axis='1 0 0'/>"
      "<inertial pos='0 0.2 -0.01' mass='3' diaginertia='0.05 0.02 0.06'/>"
      "<site name='seat' pos='0 0.25 -0.01'/>"
      "<body name='upright' pos='0 0.4 -0.02'><joint type='ball'/>"
      "<inertial pos='0 0.08 0.14' mass='25' diaginertia='0.6 1.0 0.65'/>"
      "<site name='tip' pos='0 0.08 0.14'/><site name='tie' pos='-0.12 0 0.06'/></body></body>"
      "<body name='upper' pos='0 0.38 0.45'><joint type='hinge' axis='1 0 0'/>"
      "<inertial pos='0 0.14 0.01' mass='1.5' diaginertia='0.015 0.008 0.02'/></body>"
      "</worldbody><tendon><spatial name='rod'><site site='rack'/><site site='tie'/></spatial>"
      "<spatial name='spring' stiffness='25000' damping='800' springlength='0.55'>"
      "<site site='tower'/><site site='seat'/></spatial></tendon><equality>"
      "<connect body1='upper' body2='upright' anchor='0 0.28 0.02' solref='%.17g 1' "
      "solimp='0.9999 0.9999 0.001'/>"
      "<tendon tendon1='rod' solref='%.17g 1' solimp='0.9999 0.9999 0.001'/></equality></mujoco>",
      h, 0.7 * h, 0.7 * h);
}

static void disc(FILE *file, double h) {
  fprintf(file,
          "<mujoco><compiler inertiafromgeom='false' angle='radian'/>"
          "<option integrator='RK4' gravity='0 0 -9.81' timestep='%.17g' solver='Newton' "
          "tolerance='1e-14' iterations='100' cone='elliptic' impratio='100'/>"
          "<default><geom solref='%.17g 1' solimp='0.9999 0.9999 0.001' friction='1 0 0' "
          "condim='3'/></default><worldbody><geom type='plane' size='20 20 0.1'/>"
          "<body name='disc' pos='0 0 0.24719276949' euler='-1.42079632679489662 0 0'><freejoint/>"
          "<inertial pos='0 0 0' mass='2' diaginertia='0.03125 0.03125 0.0625'/>"
          "<geom type='cylinder' size='0.25 0.0001'/><site name='tip'/></body>"
          "</worldbody></mujoco>",
          h, 2 * h);
}

static void balls(FILE *file, double h) {
  fprintf(file,
          "<mujoco><compiler inertiafromgeom='false'/>"
          "<option integrator='RK4' gravity='0 0 -9.81' timestep='%.17g' cone='elliptic'/><default>"
          "<geom solref='%.17g 0.2' friction='0.3 0 0' condim='3'/></default>"
          "<worldbody><geom type='plane' size='20 20 0.1'/>",
          h, 4 * h);
  for (int k = 0; k < 10; k++) {
    fprintf(file,
            "<body pos='%.17g 0 %.17g'><freejoint/><inertial pos='0 0 0' mass='1' "
            "diaginertia='0.004 0.004 0.004'/><geom type='sphere' size='0.1'/>%s</body>",
            0.5 * k, 0.15 + 0.02 * k, k == 0 ? "<site name='tip'/>" : "");
  }
  fputs("</worldbody></mujoco>", file);
}

static void write_model(FILE *file, const void *name, double h) {
  (strcmp(name, "wishbone") == 0 ? wishbone : strcmp(name, "disc") == 0 ? disc : balls)(file, h);
}

// The velocities at the start, of free joints.
static void set_out(const char *name, mjData *data) {
  if (strcmp(name, "disc") == 0) {
    data->qvel[0] = 2.5;
    data->qvel[5] = 10; // about z of the body
  }
  for (int k = 0; k < 10 && strcmp(name, "balls") == 0; k++) {
    data->qvel[6 * k] = 1;
    data->qvel[6 * k + 1] = 0.1 * k;
  }
}

static int run(mjModel *model, const char *name, int steps) {
  mjData *data = mj_makeData(model);
  if (!data) {
    return 1;
  }
  const int site = mj_name2id(model, mjOBJ_SITE, "tip");
  set_out(name, data);
  const double begin = mujoco_cpu_seconds();
  mj_forward(model, data);
  for (int row = 1; row <= ROWS; row++) {
    for (int n = 0; n < steps / ROWS; n++) {
      mj_step(model, data);
    }
    mj_kinematics(model, data);
  }
  const double cpu = mujoco_cpu_seconds() - begin;
  const double *tip = &data->site_xpos[3 * site];
  printf("{\"setting\": %d, \"steps\": %d, \"cpu_s\": %.9f, \"tip_x\": %.12f, \"tip_y\": %.12f, "
         "\"tip_z\": %.12f}\n",
         steps, steps, cpu, tip[0], tip[1], tip[2]);
  mj_deleteData(data);
  return 0;
}

int main(int argc, char **argv) {
  const int steps = argc == 3 ? (int)strtod(argv[2], NULL) : 0;
  if (steps < ROWS || steps % ROWS != 0) {
    fputs("usage: mujoco_machines wishbone|disc|balls STEPS (a multiple of 100)\n", stderr);
    return 2;
  }
  mjModel *model = mujoco_load(write_model, argv[1], 1.0 / steps);
  if (!model) {
    return 1;
  }
  const int status = run(model, argv[1], steps);
  mj_deleteModel(model);
  return status;
}
