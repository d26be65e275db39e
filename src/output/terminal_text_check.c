// SPDX-License-Identifier: BSD-3-Clause
// terminal_text_check.c: the report of `mbsrun check` (see terminal_text.h).
#include "output/terminal_text_inside.h"
#include "system/state/constraint.h"

// Degrees of freedom by count and by rank, redundant equations by joint name.
static void put_mobility(const Model *model, const Mobility *mobility, Text *out) {
  text_printf(out, "degrees of freedom: %d by count (%d velocities - %d equations), %d by rank\n",
              mobility->dof_count, mobility->velocities, mobility->equations, mobility->dof_rank);
  if (mobility->dof_places > mobility->dof_rank) {
    text_printf(out, "positions have %d: some equations constrain velocities only\n",
                mobility->dof_places);
  }
  if (mobility->redundant > 0) {
    text_printf(out, "redundant equations: %d, among those of", mobility->redundant);
    for (int k = 0; k < mobility->redundant_joint_count; k++) {
      text_put(out, k > 0 ? ", " : " ");
      terminal_put_visible(out, constraint_of(model, mobility->redundant_joints[k]).name);
    }
    text_put(out, "\n");
  }
  if (mobility->singular) {
    text_put(out, "the initial pose is singular: nearby poses have fewer degrees of freedom\n");
  }
}

static void put_worst(const char *what, double value, const char *unit, const char *where,
                      const char *worst, Text *out) {
  text_printf(out, "%s: ", what);
  terminal_put_measured(out, value, unit);
  if (worst != NULL) {
    text_printf(out, ", worst %s ", where);
    terminal_put_visible(out, worst);
  }
  text_put(out, "\n");
}

static void put_numbers(const NumberReport *report, Text *out) {
  text_printf(out, "derivatives with respect to %d %s", report->count,
              terminal_plural(report->count, "number", "numbers"));
  put_worst(" against differences", report->error, "relative", "for", report->worst, out);
  if (report->left > 0) {
    text_printf(out, "  %d more are not compared\n", report->left);
  }
  for (int k = 0; k < report->exempt_count; k++) {
    text_put(out, "  ");
    terminal_put_visible(out, report->exempt[k]);
    text_put(out, "\n");
  }
  if (report->exempt_left > 0) {
    text_printf(out, "  %d more have no derivative\n", report->exempt_left);
  }
  if (report->pose_left) {
    text_put(out,
             "  the initial motion is not compared: its guess is far from the assembled pose\n");
  } else if (report->speed_left) {
    text_put(out, "  initial velocities are not compared: not all are given\n");
  }
}

void terminal_check(const Model *model, const CheckReport *report, Text *out) {
  terminal_put_visible(out, terminal_file_name(model->file));
  const int motions = constraint_motions(model), couplers = constraint_couplers(model);
  text_printf(out, ": %s; %d %s, %d %s", model->planar ? "planar" : "spatial",
              model->body_count - 1, terminal_plural(model->body_count - 1, "body", "bodies"),
              model->joint_count, terminal_plural(model->joint_count, "joint", "joints"));
  if (motions > 0) {
    text_printf(out, ", %d %s", motions, terminal_plural(motions, "motion", "motions"));
  }
  if (couplers > 0) {
    text_printf(out, ", %d %s", couplers, terminal_plural(couplers, "coupler", "couplers"));
  }
  text_printf(out, ", %d %s%s\n", model->force_count,
              terminal_plural(model->force_count, "force", "forces"),
              model->gravity < 0 ? ", no gravity" : "");
  put_mobility(model, &report->mobility, out);
  const char *const scale = "of the model's scale", *const in = "in joint";
  put_worst("initial positions off by", report->position_misfit, scale, in, report->position_worst,
            out);
  put_worst("initial velocities off by", report->velocity_misfit, scale, in, report->velocity_worst,
            out);
  text_printf(out, "integration matrix: %d unknowns, %d nonzeros\n", report->unknowns,
              report->nonzeros);
  put_worst("Jacobian against differences", report->jacobian_error, "relative", "in",
            report->jacobian_worst, out);
  if (report->numbers.count + report->numbers.exempt_count > 0) {
    put_numbers(&report->numbers, out);
  }
}
