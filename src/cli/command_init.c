// SPDX-License-Identifier: BSD-3-Clause
// command_init.c: mbsrun init [FILE].
#include <string.h>
#include <unistd.h>

#include "cli/command.h"
#include "cli/messages.h"
#include "output/io.h"

// ---- models to begin with ----

// clang-format off
static const char starter_planar[] =
    "# yaml-language-server: $schema=model.schema.json\n"
    "# (mbsrun schema > model.schema.json puts the schema beside this file, for editors)\n"
    "#\n"
    "# A bar that swings on a pin, with a little friction of rotation. Change it: mbsrun explain bodies,\n"
    "# mbsrun explain joints and mbsrun explain forces say what else there is. Run it with\n"
    "# mbsrun THIS_FILE; results go to results/. A number may be an expression of parameters and carry a\n"
    "# unit; a bare number is SI and radians.\n"
    "mbs: 1\n"
    "title: A bar on a pin\n"
    "\n"
    "parameters:              # mbsrun THIS_FILE --set L=2 changes one for a run\n"
    "  L: 1 m\n"
    "  m: 2 kg\n"
    "\n"
    "space: planar            # x to the right, y up, angles counterclockwise\n"
    "gravity: [0, -9.81 m/s^2]\n"
    "\n"
    "bodies:\n"
    "  bar:\n"
    "    type: rigid\n"
    "    mass: m\n"
    "    inertia: m*L^2/12    # about the mass centre\n"
    "    initial: {position: [L/2, 0], angle: 0}   # of the body frame, here the middle of the bar\n"
    "    markers:             # points on the bar, in its own axes\n"
    "      pin: {position: [-L/2, 0]}\n"
    "      tip: {position: [L/2, 0]}\n"
    "\n"
    "joints:\n"
    "  hinge: {type: revolute, marker_i: ground, marker_j: bar.pin}\n"
    "\n"
    "forces:\n"
    "  friction: {type: torsional_spring_damper, joint: hinge, stiffness: 0, damping: 0.05}\n"
    "\n"
    "analyses:\n"
    "  swing: {type: dynamics, duration: 5 s, output_step: 0.01 s}\n"
    "\n"
    "outputs:                 # the columns of the results, behind t\n"
    "  tip_x: bar.tip.x\n"
    "  tip_y: bar.tip.y\n"
    "  angle: hinge.angle\n"
    "  pin_force: hypot(hinge.reaction.x, hinge.reaction.y)\n"
    "  energy: energy.drift\n"
    "\n"
    "checks:                  # a run that breaks one ends with exit status 6\n"
    "  energy_is_accounted_for: {max_abs: energy.drift, below: 1e-4 J}\n"
    "  pin_holds: {max_abs: constraints.position, below: 1e-9 m}\n"
    "  never_above_the_pin: {max: tip_y, equals: 0, within: 1e-6 m}\n";

static const char starter_spatial[] =
    "# yaml-language-server: $schema=model.schema.json\n"
    "# (mbsrun schema > model.schema.json puts the schema beside this file, for editors)\n"
    "#\n"
    "# A bar that turns about the y axis on a pin, with a little friction of rotation. Change it: mbsrun explain bodies,\n"
    "# mbsrun explain joints and mbsrun explain forces say what else there is. Run it with\n"
    "# mbsrun THIS_FILE; results go to results/. A number may be an expression of parameters and carry a\n"
    "# unit; a bare number is SI and radians.\n"
    "mbs: 1\n"
    "title: A bar on a pin\n"
    "\n"
    "parameters:              # mbsrun THIS_FILE --set L=2 changes one for a run\n"
    "  L: 1 m\n"
    "  m: 2 kg\n"
    "\n"
    "space: spatial           # z up\n"
    "gravity: [0, 0, -9.81 m/s^2]\n"
    "\n"
    "ground:\n"
    "  markers:\n"
    "    pin: {orientation: {axis_angle: {axis: [1, 0, 0], angle: 90 deg}}}\n"
    "\n"
    "bodies:\n"
    "  bar:\n"
    "    type: rigid\n"
    "    mass: m\n"
    "    inertia: {xx: 0.001, yy: m*L^2/12, zz: m*L^2/12}   # about the mass centre, own axes\n"
    "    initial: {position: [L/2, 0, 0]}   # of the body frame, here the middle of the bar\n"
    "    markers:             # points on the bar, in its own axes\n"
    "      pin: {position: [-L/2, 0, 0], orientation: {axis_angle: {axis: [1, 0, 0], angle: 90 deg}}}\n"
    "      tip: {position: [L/2, 0, 0]}\n"
    "\n"
    "joints:\n"
    "  # the pin is the z axis of both markers, here turned onto -y; the angle counts about it\n"
    "  hinge: {type: revolute, marker_i: ground.pin, marker_j: bar.pin}\n"
    "\n"
    "forces:\n"
    "  friction: {type: torsional_spring_damper, joint: hinge, stiffness: 0, damping: 0.05}\n"
    "\n"
    "analyses:\n"
    "  swing: {type: dynamics, duration: 5 s, output_step: 0.01 s}\n"
    "\n"
    "outputs:                 # the columns of the results, behind t\n"
    "  tip_x: bar.tip.x\n"
    "  tip_z: bar.tip.z\n"
    "  angle: hinge.angle\n"
    "  pin_force: hypot(hinge.reaction.x, hinge.reaction.y)\n"
    "  energy: energy.drift\n"
    "\n"
    "checks:                  # a run that breaks one ends with exit status 6\n"
    "  energy_is_accounted_for: {max_abs: energy.drift, below: 1e-4 J}\n"
    "  pin_holds: {max_abs: constraints.position, below: 1e-9 m}\n"
    "  never_above_the_pin: {max: tip_z, equals: 0, within: 1e-6 m}\n";
// clang-format on

static bool write_file(const Session *session, const char *path, const char *text) {
  if (access(path, F_OK) == 0) {
    diag_add(session->diag, DIAG_IO_WRITE, mark_none(), "\"%s\" exists already", path);
    return diag_hint(session->diag, "name another file; mbsrun init overwrites nothing");
  }
  return io_write(&io_kernel_calls, path, text, strlen(text), session->arena, session->diag);
}

int command_init(const Session *session) {
  const char *text = session->options->spatial ? starter_spatial : starter_planar;
  const char *path = session->options->operand;
  if (path != NULL && strcmp(path, "-") != 0) {
    const bool good = write_file(session, path, text);
    messages_show(session, session->diag);
    return good ? 0 : EXIT_INPUT_OUTPUT;
  }
  Text out = text_open(session->arena->allocator);
  text_put(&out, text);
  terminal_print(session->terminal, &out);
  text_close(&out);
  return 0;
}
