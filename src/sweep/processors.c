// SPDX-License-Identifier: BSD-3-Clause
// processors.c: how many processors are ours (see cluster.h).
#define _GNU_SOURCE // sched_getaffinity

#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "sweep/cluster.h"

enum { MOST = 1024 };

// Batch systems and taskset leave a process some of the host's processors.
static long allowed(void) {
  cpu_set_t set;
  CPU_ZERO(&set);
  const long count =
      sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : sysconf(_SC_NPROCESSORS_ONLN);
  return count > 0 && count <= MOST ? count : 1;
}

int cluster_processors(char *const *environment, bool side_by_side) {
  static const char name[] = "SLURM_CPUS_PER_TASK=";
  const long here = allowed();
  long granted = side_by_side ? 1 : here;
  for (; *environment != NULL; environment++) {
    if (strncmp(*environment, name, sizeof name - 1) == 0) {
      const long said = strtol(*environment + sizeof name - 1, NULL, 10);
      granted = said > 0 ? said : granted;
    }
  }
  return (int)(granted < here ? granted : here);
}
