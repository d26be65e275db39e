// SPDX-License-Identifier: BSD-3-Clause
// creep.c: how far contacts creep whose smooth friction should hold.
//
// Friction mu N s/sqrt(s^2 + v^2) holds a load of rho mu N at the speed s = v rho/sqrt(1 - rho^2):
// 0.58 v at half of what it can bear, 7 v at 99 %. Between these ends, rho from 0.1 to
// 0.99, it creeps; beyond it slides. Speeds at both ends of an accepted step, along straight lines
// between.
#include "analysis/monitors/monitor.h"

#include "system/forces/forces.h"

static const double HELD = 0.1, SLIDES = 0.99;

// One that creeps: as it was at the end of the last step.
typedef struct Creeper {
  int force;   // of the system
  Creep *told; // NULL: it never did
  bool creeps;
  double rate;
} Creeper;

typedef struct Creepers {
  State *state;
  Result *result;
  Creeper *list;
  int count;
} Creepers;

static void take(Creepers *it, Creeper *one, double step) {
  const SystemForce *force = &it->state->system->forces[one->force];
  const ForceTold told =
      forces_rest(it->state, force) ? (ForceTold){.limit = 0} : forces_told(it->state, force);
  const bool before = one->creeps;
  const double rate = one->rate;
  one->creeps = told.rub > HELD * told.limit && told.rub < SLIDES * told.limit;
  one->rate = told.slip;
  if (!one->creeps || !before) {
    return;
  }
  if (one->told == NULL) {
    one->told = &it->result->creeps[it->result->creep_count++];
    one->told->force = force->force;
  }
  one->told->time += step;
  one->told->path += step * (rate + told.slip) / 2;
  one->told->load = told.rub / told.limit;
  one->told->rate = told.slip;
}

static MonitorVerdict look(void *self, const MonitorStep *step, Failure *failure) {
  Creepers *it = self;
  (void)failure;
  if (!forces_numbers(it->state)) {
    return MONITOR_PASSES; // the next step will tell
  }
  for (int k = 0; k < it->count; k++) {
    take(it, &it->list[k], step->t - step->before);
  }
  return MONITOR_PASSES;
}

bool creep_monitor(const MonitoredRun *run) {
  const System *system = run->state->system;
  int count = 0;
  for (int f = 0; f < system->force_count; f++) {
    count += forces_rubs(&system->forces[f]);
  }
  if (count == 0) {
    return true;
  }
  Creepers *it = arena_new(run->arena, Creepers);
  Creeper *list = arena_array(run->arena, Creeper, count);
  run->result->creeps = arena_array(run->arena, Creep, count);
  if (it == NULL || list == NULL || run->result->creeps == NULL) {
    return false;
  }
  *it = (Creepers){.state = run->state, .result = run->result, .list = list};
  for (int f = 0; f < system->force_count; f++) {
    if (forces_rubs(&system->forces[f])) {
      list[it->count++].force = f;
    }
  }
  monitors_add(run, "creep", MONITOR_ACCEPTED, look, it);
  return true;
}
