// SPDX-License-Identifier: BSD-3-Clause
// mujoco_planar.c: a planar mechanism (mechanism.h) with MuJoCo, in the angles of the hinges that
// carry its bodies, by its Runge-Kutta method of order 4 with equal steps. Rows between steps by
// Hermite's polynomial of degree 5 in the angles, then MuJoCo's kinematics.
//
// A hinge that closes a loop is a `connect`, which gives way: it is a spring and a damper whose
// time constant is 0.7 of a step (solref, with refsafe off), the value that came nearest at equal
// steps.
//
// SETTING is the number of steps. CPU time from the first step to the last row: the model is
// compiled before.
#include "mujoco_support.h"
#include "planar/mechanism.h"

// Bodies have the axes of the ground at the start, and their origin at the hinge that carries them.
static const Hinge *carrier(const Mechanism *all, int body) {
  for (int k = 0; k < all->pins; k++) {
    if (!all->pin[k].closes && all->pin[k].j == body) {
      return &all->pin[k];
    }
  }
  return NULL;
}

// NOLINTNEXTLINE(misc-no-recursion): the file is a tree
static void write_bodies(FILE *file, const Mechanism *all, int parent, double x, double y) {
  for (int k = 1; k <= all->bodies; k++) {
    const Rod *body = &all->body[k];
    const Hinge *pin = carrier(all, k);
    if (!pin || pin->i != parent) {
      continue;
    }
    fprintf(file,
            "<body name='b%d' pos='%.17g %.17g 0'><joint type='hinge' axis='0 0 1'/>"
            "<inertial pos='%.17g %.17g 0' mass='%.17g' diaginertia='%.17g %.17g %.17g'/>",
            k, pin->x - x, pin->y - y, body->x - pin->x, body->y - pin->y, body->mass,
            body->inertia, body->inertia, body->inertia);
    if (k == all->tip_body) {
      const double c = cos(body->angle), s = sin(body->angle);
      fprintf(file, "<site name='tip' pos='%.17g %.17g 0'/>",
              body->x - pin->x + c * all->tip[0] - s * all->tip[1],
              body->y - pin->y + s * all->tip[0] + c * all->tip[1]);
    }
    write_bodies(file, all, k, pin->x, pin->y);
    fputs("</body>", file);
  }
}

static void write_loops(FILE *file, const Mechanism *all, double h) {
  fputs("<equality>", file);
  for (int k = 0; k < all->pins; k++) {
    const Hinge *pin = &all->pin[k];
    const Hinge *own = carrier(all, pin->j);
    if (pin->closes && own) {
      fprintf(file, "<connect body1='b%d' ", pin->j);
      if (pin->i > 0) {
        fprintf(file, "body2='b%d' ", pin->i);
      }
      fprintf(file, "anchor='%.17g %.17g 0' solref='%.17g 1' solimp='0.9999 0.9999 0.001'/>",
              pin->x - own->x, pin->y - own->y, 0.7 * h);
    }
  }
  fputs("</equality>", file);
}

static bool has_loops(const Mechanism *all) {
  bool any = false;
  for (int k = 0; k < all->pins; k++) {
    any = any || all->pin[k].closes;
  }
  return any;
}

static void write_model(FILE *file, const void *machine, double h) {
  const Mechanism *all = machine;
  fprintf(file,
          "<mujoco><compiler inertiafromgeom='false'/><option integrator='RK4' timestep='%.17g' "
          "gravity='%.17g %.17g 0' solver='Newton' tolerance='1e-14' iterations='100'>"
          "<flag contact='disable' refsafe='disable' constraint='%s'/></option><worldbody>",
          h, all->gravity[0], all->gravity[1], has_loops(all) ? "enable" : "disable");
  write_bodies(file, all, 0, 0.0, 0.0);
  fputs("</worldbody>", file);
  write_loops(file, all, h);
  fputs("</mujoco>", file);
}

static int run(mjModel *model, const Mechanism *all, int steps) {
  const int site = mj_name2id(model, mjOBJ_SITE, "tip");
  mjData *data = mj_makeData(model);
  mjData *shown = mj_makeData(model);
  const double cpu =
      data && shown ? mujoco_run(model, data, shown, steps, all->duration, all->rows) : -1;
  if (cpu < 0) {
    return 1;
  }
  show_run(steps, steps, cpu, shown->site_xpos[3 * site], shown->site_xpos[3 * site + 1]);
  mj_deleteData(data);
  mj_deleteData(shown);
  return 0;
}

int main(int argc, char **argv) {
  static Mechanism all;
  const int steps = argc == 4 ? (int)strtod(argv[3], NULL) : 0;
  if (steps < 1 || strcmp(argv[1], "rk4") != 0 || !read_mechanism(argv[2], &all)) {
    fputs("usage: mujoco_planar rk4 FILE STEPS\n", stderr);
    return 2;
  }
  mjModel *model = mujoco_load(write_model, &all, all.duration / steps);
  if (!model) {
    return 1;
  }
  const int status = run(model, &all, steps);
  mj_deleteModel(model);
  return status;
}
