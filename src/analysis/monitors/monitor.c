// SPDX-License-Identifier: BSD-3-Clause
// monitor.c: the monitors of a motion: monitors.def as a list (see monitor.h).
#include "analysis/monitors/monitor.h"

#include <assert.h>

void monitors_add(const MonitoredRun *run, const char *name, MonitorMoment moment,
                  MonitorFunction *after, void *self) {
  Monitors *monitors = run->monitors;
  assert(monitors->count[moment] < MONITORS);
  monitors->list[moment][monitors->count[moment]++] =
      (Monitor){.name = name, .after = after, .self = self};
}

bool monitors_open(const MonitoredRun *run) {
  static bool (*const open[])(const MonitoredRun *run) = {
#define MONITOR(name) name##_monitor,
#include "analysis/monitors/monitors.def"
#undef MONITOR
  };
  bool ok = true;
  for (int k = 0; k < (int)(sizeof open / sizeof *open) && ok; k++) {
    ok = open[k](run);
  }
  return ok;
}

MonitorVerdict monitors_ask(const Monitors *monitors, MonitorMoment moment, const MonitorStep *step,
                            Failure *failure) {
  MonitorVerdict verdict = MONITOR_PASSES;
  for (int k = 0; k < monitors->count[moment] && verdict == MONITOR_PASSES; k++) {
    const Monitor *monitor = &monitors->list[moment][k];
    verdict = monitor->after(monitor->self, step, failure);
  }
  return verdict;
}
