// SPDX-License-Identifier: BSD-3-Clause
// constraint.c: joints and relations by one number (see constraint.h).
#include "system/constraint.h"

#include <math.h>

#include "system/length.h"
#include "system/round_off.h"

Constraint constraint_of(const Model *model, int index) {
  if (index < model->joint_count) {
    const Joint *joint = &model->joints[index];
    return (Constraint){"joint", joint->name, joint->origin};
  }
  const Relation *relation = &model->relations[index - model->joint_count];
  return (Constraint){relation->what, relation->name, relation->origin};
}

int constraint_of_measure(const Model *model, const Measure *measure) {
  if (measure->kind->owner != MEASURE_OF_JOINT) {
    return model->joint_count + measure->object;
  }
  const int relation = model->joints[measure->object].relation;
  return relation >= 0 ? model->joint_count + relation : measure->object;
}

static int count_owner(const Model *model, RelationOwner owner) {
  int count = 0;
  for (int r = 0; r < model->relation_count; r++) {
    count += model->relations[r].owner == owner ? 1 : 0;
  }
  return count;
}

int constraint_motions(const Model *model) {
  return count_owner(model, RELATION_OF_MOTION);
}

int constraint_couplers(const Model *model) {
  return count_owner(model, RELATION_OF_COUPLER);
}

Constraint constraint_of_row(const System *system, int row) {
  const Model *model = system->model;
  if (row >= system->relation_row && row < system->nc) {
    return constraint_of(model, model->joint_count + row - system->relation_row);
  }
  for (int p = 0; p < system->part_count; p++) {
    const SystemPart *part = &system->parts[p];
    if (row >= part->row && row < part->row + part->primitive->row_count) {
      return constraint_of(model, part->joint);
    }
  }
  return (Constraint){"the", "mechanism", origin_none()};
}

double constraint_length(const State *state, int index) {
  const System *system = state->system;
  const Model *model = system->model;
  const int relation = index - model->joint_count;
  if (relation >= 0) {
    return length_of_pair(state, system->coordinates[system->relations[relation].first].body);
  }
  const Joint *joint = &model->joints[index];
  const int body[2] = {model->markers[joint->marker_i].body, model->markers[joint->marker_j].body};
  return length_of_pair(state, body);
}

static double larger(double worst, double size) {
  return size > worst || isnan(size) ? size : worst;
}

// What round-off does not explain.
static double beyond(double size, double round_off) {
  return size <= round_off ? 0 : size - round_off;
}

double constraint_misfit(const State *state, int index) {
  const System *system = state->system;
  const int relation = index - system->model->joint_count;
  double worst = 0;
  if (relation >= 0) {
    const double size = fabs(state->relations[relation].phi);
    return beyond(size, round_off_of_relation(state, relation)) /
           state->row_unit[system->relations[relation].row];
  }
  for (int p = system->joint_first_part[index]; p < system->joint_first_part[index + 1]; p++) {
    const SystemPart *part = &system->parts[p];
    const double round_off = round_off_of_part(state, p);
    for (int r = 0; r < part->primitive->row_count; r++) {
      const double size = fabs(state->rows[p].phi[r]);
      worst = larger(worst, beyond(size, round_off) / state->row_unit[part->row + r]);
    }
  }
  return worst;
}

double constraint_rate(const State *state, int index) {
  const System *system = state->system;
  const int relation = index - system->model->joint_count;
  double worst = 0;
  if (relation >= 0) {
    const double size = fabs(state->relations[relation].rate);
    return beyond(size, round_off_of_relation_rate(state, relation)) /
           state->row_unit[system->relations[relation].row];
  }
  for (int p = system->joint_first_part[index]; p < system->joint_first_part[index + 1]; p++) {
    const SystemPart *part = &system->parts[p];
    const double round_off = round_off_of_part_rate(state, p);
    for (int r = 0; r < part->primitive->row_count; r++) {
      const double size = fabs(state->rows[p].rate[r]);
      worst = larger(worst, beyond(size, round_off) / state->row_unit[part->row + r]);
    }
  }
  return worst;
}
