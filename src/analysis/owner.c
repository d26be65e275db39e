// SPDX-License-Identifier: BSD-3-Clause
// owner.c: to which element an unknown belongs (see owner.h).
#include "analysis/owner.h"

#include "system/constraint.h"

Owner owner_of(const System *system, int i) {
  const Model *model = system->model;
  for (int b = 1; b < system->body_count; b++) {
    const SystemBody *body = &system->bodies[b];
    const int v = i - system->nq;
    if ((i >= body->q && i < body->q + body->nq) || (v >= body->v && v < body->v + body->nv)) {
      return (Owner){"body", body->name, model->bodies[b].origin};
    }
  }
  const int row = i - system->nq - system->nv;
  if (row >= 0 && system->nc > 0) {
    const Constraint constraint = constraint_of_row(system, row % system->nc);
    return (Owner){constraint.what, constraint.name, constraint.origin};
  }
  return (Owner){"the", "mechanism", origin_none()};
}
