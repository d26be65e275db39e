// SPDX-License-Identifier: BSD-3-Clause
// terminal_text_assembly.c: what the terminal says of an assembly.
#include "output/terminal_text_inside.h"

#include <math.h>

static const double DEGREES = 57.295779513082320877;
static const double STRAIGHT = 1e-6; // rad: where two branches meet
enum { MOVES_TOLD = 5, LOOPS_TOLD = 4, CORNERS_TOLD = 8 };

void terminal_assembly(const AssemblyResult *it, Text *out) {
  text_printf(out, ", closed to %.1e in %ld %s", it->misfit_after, it->steps,
              it->steps == 1 ? "step" : "steps");
  text_printf(out, "; rms move %.3g m, %.3g deg", it->rms_translation, it->rms_rotation * DEGREES);
}

static void put_move(const Model *model, const AssemblyMove *move, Text *out) {
  text_printf(out, "    %s moved %.4g m", model->bodies[move->body].name, move->translation);
  if (model->bodies[move->body].kind->rotations > 0) {
    text_printf(out, ", turned %.4g deg", move->rotation * DEGREES);
  }
  if (move->velocity > 0 || move->angular_velocity > 0) {
    text_printf(out, "; velocity changed by %.3g m/s, %.3g rad/s", move->velocity,
                move->angular_velocity);
  }
  text_put(out, "\n");
}

static void put_bends(const Model *model, const AssemblyLoop *loop, Text *out) {
  text_put(out, "    branch: ");
  for (int k = 0; k < loop->point_count && k < CORNERS_TOLD; k++) {
    const double bend = loop->bend[k], size = fabs(bend);
    const bool straight = size < STRAIGHT || size > 3.14159265358979323846 - STRAIGHT;
    const bool flipped = isfinite(loop->guess[k]) && bend * loop->guess[k] < 0 && !straight;
    text_printf(out, "%s%s ", k > 0 ? ", " : "", model->joints[loop->joints[k]].name);
    if (straight) {
      text_put(out, size < 1 ? "straight" : "folded");
      text_put(out, " (branches meet)");
    } else {
      text_printf(out, "%s %.4g deg%s", bend > 0 ? "left" : "right", size * DEGREES,
                  flipped ? " (the guess is on the other side)" : "");
    }
  }
  text_put(out, loop->point_count > CORNERS_TOLD ? ", ...\n" : "\n");
}

void terminal_assembly_moves(const Model *model, const AssemblyResult *it, Text *out) {
  for (int k = 0; k < it->move_count && k < MOVES_TOLD; k++) {
    put_move(model, &it->moves[k], out);
  }
  if (it->move_count > MOVES_TOLD) {
    text_printf(out, "    and %d more, which moved less, see summary.json\n",
                it->move_count - MOVES_TOLD);
  }
  for (int k = 0; k < it->loop_count && k < LOOPS_TOLD; k++) {
    put_bends(model, &it->loops[k], out);
  }
}
