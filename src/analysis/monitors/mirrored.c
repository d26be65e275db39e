// SPDX-License-Identifier: BSD-3-Clause
// mirrored.c: the monitor of joints that turn over to their mirrored branch: that ends a run.
#include "analysis/monitors/monitor.h"

static MonitorVerdict keeps_branches(void *self, const MonitorStep *step, Failure *failure) {
  State *state = self;
  const Model *model = state->system->model;
  for (int j = 0; j < model->joint_count; j++) {
    if (!(state_branch(state, j) > 0)) {
      failure_set(failure, DIAG_INT_BRANCH, model->joints[j].origin,
                  "joint \"%s\" flipped to its mirrored branch at t = %.9g s",
                  model->joints[j].name, step->t);
      return MONITOR_FAILS;
    }
  }
  return MONITOR_PASSES;
}

bool mirrored_monitor(const MonitoredRun *run) {
  monitors_add(run, "mirrored", MONITOR_ACCEPTED, keeps_branches, run->state);
  return true;
}
