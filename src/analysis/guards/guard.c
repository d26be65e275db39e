// SPDX-License-Identifier: BSD-3-Clause
// guard.c: the guards of a motion: guards.def as a list (see guard.h).
#include "analysis/guards/guard.h"

#include <assert.h>

void guards_add(const Watched *run, const char *name, GuardMoment moment, GuardFunction *after,
                void *self) {
  Guards *guards = run->guards;
  assert(guards->count[moment] < GUARDS);
  guards->list[moment][guards->count[moment]++] =
      (Guard){.name = name, .after = after, .self = self};
}

bool guards_open(const Watched *run) {
  static bool (*const open[])(const Watched *run) = {
#define GUARD(name) name##_watch,
#include "analysis/guards/guards.def"
#undef GUARD
  };
  bool ok = true;
  for (int k = 0; k < (int)(sizeof open / sizeof *open) && ok; k++) {
    ok = open[k](run);
  }
  return ok;
}

GuardVerdict guards_ask(const Guards *guards, GuardMoment moment, const GuardStep *step,
                        Failure *failure) {
  GuardVerdict verdict = GUARD_PASSES;
  for (int k = 0; k < guards->count[moment] && verdict == GUARD_PASSES; k++) {
    const Guard *guard = &guards->list[moment][k];
    verdict = guard->after(guard->self, step, failure);
  }
  return verdict;
}
