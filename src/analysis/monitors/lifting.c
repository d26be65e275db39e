// SPDX-License-Identifier: BSD-3-Clause
// lifting.c: watches whether what rolls would lift off its plane.
//
// Rolling holds a body on its plane from both sides. Where the plane would have to pull, a body
// that only lies there would have left it: the motion from then on is that of a body that is held.
// Looked at are the ends of steps: lambda of the row along the normal, -lambda pushes.
#include <math.h>

#include "analysis/monitors/monitor.h"
#include "system/forces/solve.h"

static const double ROUND_OFF = 1e-9; // of the largest push so far

typedef struct Lifting {
  State *state;
  Result *result;
  double *a, *lambda;
  double largest;
  bool told;
} Lifting;

static bool rolls(const SystemRelation *relation, const SystemCoordinate *coordinates) {
  return relation->count == 1 && coordinates[relation->first].form == COORDINATE_ROLLING &&
         !relation->rates_alone;
}

static void tell(Lifting *it, const Relation *relation, double t, double pull) {
  it->told = true;
  diag_at(&it->result->warnings, DIAG_ROLLING_LIFTS, relation->origin,
          "at t = %.9g s coupler \"%s\" pulls its body towards the plane with %.3g N: without this "
          "pull the body would lift off",
          t, relation->name, pull);
  diag_hint(&it->result->warnings,
            "from then on it moves as if it were held down; \"type: contact\" lets it lift off");
}

static MonitorVerdict look(void *self, const MonitorStep *step, Failure *failure) {
  Lifting *it = self;
  State *state = it->state;
  const System *system = state->system;
  (void)failure;
  if (it->told) {
    return MONITOR_PASSES;
  }
  state_rows(state, PAIR_ACCELERATION);
  if (solve_equations(state, it->a, it->lambda) != EQUATIONS_SOLVED) {
    return MONITOR_PASSES; // the step to come says why
  }
  for (int r = 0; r < system->relation_count && !it->told; r++) {
    const SystemRelation *relation = &system->relations[r];
    if (rolls(relation, system->coordinates)) {
      const double pull = it->lambda[relation->row];
      it->largest = fmax(it->largest, -pull);
      if (pull > ROUND_OFF * it->largest) {
        tell(it, &system->model->relations[r], step->t, pull);
      }
    }
  }
  return MONITOR_PASSES;
}

bool lifting_monitor(const MonitoredRun *run) {
  const System *system = run->state->system;
  int rolling = 0;
  for (int r = 0; r < system->relation_count; r++) {
    rolling += rolls(&system->relations[r], system->coordinates) ? 1 : 0;
  }
  if (rolling == 0) {
    return true;
  }
  Lifting *it = arena_new(run->arena, Lifting);
  if (it == NULL) {
    return false;
  }
  *it = (Lifting){.state = run->state, .result = run->result};
  monitors_add(run, "lifting off", MONITOR_ACCEPTED, look, it);
  return arena_doubles(run->arena, system->nv, &it->a) &&
         arena_doubles(run->arena, system->nc, &it->lambda);
}
