// SPDX-License-Identifier: BSD-3-Clause
// summary_assembly.c: what summary.json says of an assembly.
#include "output/summary_inside.h"

static void put_moves(Json *json, const Model *model, const AssemblyResult *it) {
  json_begin_list(json, "moves");
  for (int k = 0; k < it->move_count; k++) {
    const AssemblyMove *move = &it->moves[k];
    json_put(json, "<body: %s, translation: %g, rotation: %g, velocity: %g, angular_velocity: %g>",
             model->bodies[move->body].name, move->translation, move->rotation, move->velocity,
             move->angular_velocity);
  }
  json_end_list(json);
}

static void put_loop(Json *json, const Model *model, const AssemblyLoop *loop) {
  json_begin_list(json, NULL);
  for (int k = 0; k < loop->point_count; k++) {
    json_put(json, "<joint: %s, bend: %g, bend_of_guess: %g>", model->joints[loop->joints[k]].name,
             loop->bend[k], loop->guess[k]);
  }
  json_end_list(json);
}

static void put_gaps(Json *json, const AssemblyResult *it) {
  json_begin_list(json, "gaps");
  for (int k = 0; k < it->gap_count; k++) {
    const AssemblyGap *gap = &it->gaps[k];
    json_put(json, "<of: %s, name: %s, length: %g, angle: %g>", gap->what, gap->name, gap->length,
             gap->angle);
  }
  json_end_list(json);
}

void summary_assembly(Json *json, const Model *model, const Result *result) {
  const AssemblyResult *it = result->assembly;
  if (it == NULL) {
    json_null(json, "assembly");
    return;
  }
  json_put(json,
           "assembly: {steps: %l, disturbed_guesses: %d, misfit_of_guess: %g, misfit: %g, "
           "velocity_misfit: %g, rms_translation: %g, rms_rotation: %g",
           it->steps, it->tries, it->misfit_before, it->misfit_after, it->velocity_misfit,
           it->rms_translation, it->rms_rotation);
  put_moves(json, model, it);
  json_begin_list(json, "loops");
  for (int k = 0; k < it->loop_count; k++) {
    put_loop(json, model, &it->loops[k]);
  }
  json_end_list(json);
  put_gaps(json, it);
  json_end_object(json);
}
