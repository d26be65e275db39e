// SPDX-License-Identifier: BSD-3-Clause
// constraint.c: joints and relations by one number (see constraint.h).
#include "system/state/constraint.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "system/constraints/rows.h"
#include "system/state/length.h"
#include "system/state/round_off.h"

Constraint constraint_of(const Model *model, int index) {
  if (index < model->joint_count) {
    const Joint *joint = &model->joints[index];
    return (Constraint){"joint", joint->name, joint->origin};
  }
  const Relation *relation = &model->relations[index - model->joint_count];
  return (Constraint){relation->what, relation->name, relation->origin};
}

int constraints_of_measure(const Model *model, const Measure *measure,
                           int of[CONSTRAINTS_OF_MEASURE]) {
  int count = 0;
  if (measure->kind->owner == MEASURE_OF_JOINT) { // a screw has its thread beside it
    const int relation = model->joints[measure->object].relation;
    of[count++] = measure->object;
    of[count] = model->joint_count + relation;
    return relation >= 0 ? count + 1 : count;
  }
  const Relation *first = &model->relations[measure->object];
  const int beside = first->rows - 1; // of a body that rolls: along x, and in space along y
  const MeasureQuantity quantity = measure->kind->quantity;
  const bool axis = quantity == MEASURE_ROLLING_FORCE && measure->vector == NULL;
  const bool all =
      quantity == MEASURE_ROLLING_FRICTION || (quantity == MEASURE_ROLLING_FORCE && !axis);
  for (int k = 0; k < beside; k++) {
    if (all || (axis && measure->kind->component == k)) {
      of[count++] = model->joint_count + first->next + k;
    }
  }
  if (all || count == 0) {
    of[count++] = model->joint_count + measure->object;
  }
  return count;
}

static int count_owner(const Model *model, RelationOwner owner) {
  int count = 0;
  for (int r = 0; r < model->relation_count; r++) {
    count += model->relations[r].owner == owner && model->relations[r].rows > 0 ? 1 : 0;
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
  return row >= 0 && row < system->nc ? constraint_of(system->model, system->rows[row].constraint)
                                      : (Constraint){"the", "mechanism", origin_none()};
}

// The relation whose rows begin with relation r.
static int first_of_rows(const Model *model, int r) {
  int first = 0;
  while (model->relations[first].rows < 2 || r < model->relations[first].next ||
         r > model->relations[first].next + model->relations[first].rows - 2) {
    first++;
  }
  return first;
}

static int joint_of(const Model *model, int r) {
  int j = 0;
  while (model->joints[j].relation != r) {
    j++;
  }
  return j;
}

int constraint_named(const Model *model, int index) {
  const int r = index - model->joint_count;
  if (r < 0) {
    return index;
  }
  const Relation *relation = &model->relations[r];
  switch (relation->owner) {
  case RELATION_OF_JOINT:
    return joint_of(model, r);
  case RELATION_OF_ROTOR:
    return relation->coordinates[0].joint;
  case RELATION_OF_MOTION:
  case RELATION_OF_COUPLER:
    break;
  }
  return relation->rows > 0 ? index : model->joint_count + first_of_rows(model, r);
}

void constraint_fold(const Model *model, bool *in_set) {
  for (int c = constraint_count(model) - 1; c >= 0; c--) { // those that are folded stand behind
    const int first = in_set[c] ? constraint_named(model, c) : c;
    in_set[c] = in_set[c] && first == c;
    in_set[first] = in_set[first] || first != c;
  }
}

void constraint_names(const Model *model, const bool *in_set, const double *gap, char *text,
                      size_t size) {
  const int count = constraint_count(model);
  size_t used = 0;
  int left = 0;
  text[0] = '\0';
  for (int c = 0; c < count; c++) {
    left += in_set[c] ? 1 : 0;
  }
  for (int c = 0; c < count && left > 0; c++) {
    if (!in_set[c]) {
      continue;
    }
    const char *name = constraint_of(model, c).name;
    if (used + strlen(name) + (gap != NULL ? 64 : 32) > size) {
      snprintf(text + used, size - used, " and %d more", left);
      return;
    }
    used += (size_t)snprintf(text + used, size - used, "%s\"%s\"", used > 0 ? ", " : "", name);
    if (gap != NULL) {
      used += (size_t)snprintf(text + used, size - used, " by %.3g", gap[c]);
    }
    left--;
  }
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

// The largest of its rows at a level beyond their round-off, in their units.
static double worst_row(const State *state, int index, int which) {
  const int *first = state->system->constraint_first_row;
  double worst = 0;
  for (int i = first[index]; i < first[index + 1]; i++) {
    const double size = fabs(state->row[state->system->rows[i].at + which]);
    worst = larger(worst, beyond(size, round_off_of_row(state, i, which)) / state->row_unit[i]);
  }
  return worst;
}

double constraint_misfit(const State *state, int index) {
  return worst_row(state, index, 0);
}

double constraint_rate(const State *state, int index) {
  return worst_row(state, index, ROW_RATE);
}
