// SPDX-License-Identifier: BSD-3-Clause
// processors.c: how many processors are ours (see cluster.h).
#define _GNU_SOURCE // sched_getaffinity

#include <sched.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/text.h"
#include "sweep/runs/cluster.h"

enum { MOST = 1024 };

// Batch systems and taskset leave a process some of the host's processors; WebAssembly knows none.
static long allowed(void) {
  long count = sysconf(_SC_NPROCESSORS_ONLN);
#ifdef __linux__
  cpu_set_t set;
  CPU_ZERO(&set);
  if (sched_getaffinity(0, sizeof set, &set) == 0) {
    count = CPU_COUNT(&set);
  }
#endif
  return count > 0 && count <= MOST ? count : 1;
}

int cluster_processors(char *const *environment, bool side_by_side) {
  const char *text = text_variable(environment, "SLURM_CPUS_PER_TASK");
  const long here = allowed(), said = text == NULL ? 0 : strtol(text, NULL, 10);
  const long granted = said > 0 ? said : side_by_side ? 1 : here;
  return (int)(granted < here ? granted : here);
}
