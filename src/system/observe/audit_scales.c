// SPDX-License-Identifier: BSD-3-Clause
// audit_scales.c: how large a motion is (see audit_scales.h).
#include "system/observe/audit_scales.h"

#include <math.h>

#include "math/vec.h"
#include "system/forces/forces.h"
#include "system/mechanism/groups.h"
#include "system/state/length.h"

enum { LOOKS = 64 }; // at energies of single elements, before they become more seldom

static void look_at_energies(AuditScales *scales, State *state) {
  const System *system = state->system;
  double gross = 0;
  for (int e = 0; e < scales->energies; e++) {
    const double stored = e < system->body_count
                              ? forces_weight_energy(state, e)
                              : forces_energy_of(state, &system->forces[e - system->body_count]);
    scales->low[e] = fmin(scales->low[e], stored);
    scales->high[e] = fmax(scales->high[e], stored);
    gross += fabs(stored);
  }
  scales->gross = fmax(scales->gross, gross);
}

bool audit_scales_open(AuditScales *scales, State *state, Arena *arena) {
  const System *system = state->system;
  const int bodies = system->body_count;
  *scales = (AuditScales){.energies = bodies + system->force_count,
                          .next = 1,
                          .lowest = HUGE_VAL,
                          .highest = -HUGE_VAL};
  (void)arena_doubles(arena, scales->energies, &scales->low, &scales->high);
  (void)arena_doubles(arena, bodies, &scales->speed, &scales->turn, &scales->travel, &scales->way,
                      &scales->turned);
  scales->start = arena_array(arena, double, 3 * bodies);
  scales->island = arena_array(arena, int, bodies);
  scales->next_of = arena_array(arena, int, bodies);
  if (arena->allocator->exhausted) {
    return false;
  }
  groups_islands(system, scales->island, scales->next_of);
  for (int e = 0; e < scales->energies; e++) {
    scales->low[e] = HUGE_VAL;
    scales->high[e] = -HUGE_VAL;
  }
  for (int b = 0; b < bodies; b++) {
    for (int k = 0; k < 3; k++) {
      scales->start[3 * b + k] = state->motion[b].r[k];
    }
  }
  return true;
}

static void keep(double *largest, double square) {
  if (square > *largest * *largest) {
    *largest = sqrt(square);
  }
}

void audit_scales_look(AuditScales *scales, State *state, double kinetic, double potential,
                       double work) {
  const double span = fmax(state->t - scales->t, 0);
  scales->t = state->t;
  for (int b = 1; b < state->system->body_count; b++) {
    const BodyMotion *motion = &state->motion[b];
    const double *r = motion->r, *r0 = scales->start + 3 * b;
    const double way[3] = {r[0] - r0[0], r[1] - r0[1], r[2] - r0[2]};
    const double speed = vec_norm(motion->v), turn = vec_norm(motion->w);
    scales->speed[b] = fmax(scales->speed[b], speed);
    scales->turn[b] = fmax(scales->turn[b], turn);
    scales->way[b] += speed * span;
    scales->turned[b] += turn * span;
    keep(&scales->travel[b], vec_dot(way, way));
  }
  scales->kinetic = fmax(scales->kinetic, kinetic);
  scales->lowest = fmin(scales->lowest, potential);
  scales->highest = fmax(scales->highest, potential);
  scales->moved += fabs(work - scales->net);
  scales->net = work;
  if (++scales->looks >= scales->next) {
    look_at_energies(scales, state);
    scales->next += 1 + scales->looks / LOOKS;
  }
}

void audit_scales_exchange(AuditScales *scales, double size) {
  scales->exchanged += fabs(size);
}

double audit_scales_stored(AuditScales *scales, State *state) {
  double sum = 0;
  look_at_energies(scales, state);
  for (int e = 0; e < scales->energies; e++) {
    sum += scales->high[e] - scales->low[e];
  }
  return sum;
}

double audit_scales_work(const AuditScales *scales) {
  return fmax(scales->exchanged, scales->moved);
}

double audit_scales_fastest(const AuditScales *scales, const State *state, int island) {
  double fastest = 0;
  for (int b = island; b != 0; b = scales->next_of[b]) {
    if (body_is_rotor(state->system->bodies[b].kind)) {
      continue; // as fast as what it turns with
    }
    fastest = fmax(fastest, scales->speed[b]);
    fastest = fmax(fastest, scales->turn[b] * length_of_body(state, b));
  }
  return fastest;
}
