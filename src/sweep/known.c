// SPDX-License-Identifier: BSD-3-Clause
// known.c: a variable that is drawn from what the model says of its parameter (see known.h).
#include "sweep/known.h"

static const Parameter *find_parameter(const Model *model, int number) {
  for (int p = 0; p < model->parameter_count; p++) {
    if (model->parameters[p].number == number) {
      return &model->parameters[p];
    }
  }
  return NULL;
}

static DistributionKind kind_of(UncertaintyKind kind) {
  switch (kind) {
  case UNCERTAINTY_LOG_UNIFORM:
    return DISTRIBUTION_LOG_UNIFORM;
  case UNCERTAINTY_NORMAL:
    return DISTRIBUTION_NORMAL;
  case UNCERTAINTY_TRIANGULAR:
    return DISTRIBUTION_TRIANGULAR;
  case UNCERTAINTY_RANGE:
  case UNCERTAINTY_UNIFORM:
  case UNCERTAINTY_CHOICE:
    break;
  }
  return DISTRIBUTION_UNIFORM;
}

bool known_take(const Sweep *sweep, Variable *variable, Mark mark, Diag *diag) {
  const Parameter *parameter = find_parameter(sweep->model, variable->number);
  const Uncertainty *known = parameter == NULL ? NULL : parameter->uncertainty;
  if (known == NULL) {
    diag_add(diag, DIAG_NAME_KIND, mark,
             parameter == NULL
                 ? "\"%s\" is no parameter, of which the model could say more than its value"
                 : "the model gives \"%s\" no range and no distribution",
             variable->path);
    return diag_hint(diag, parameter == NULL
                               ? "give it a distribution here, as in uniform: [0.9, 1.1]"
                               : "write it in the model, as in {value: 1, range: [0.9, "
                                 "1.1]}, or here, as in uniform: [0.9, 1.1]");
  }
  if (known->kind == UNCERTAINTY_CHOICE) {
    variable->kind = VARIABLE_VALUES;
    variable->values = known->numbers;
    variable->count = known->count;
    return true;
  }
  variable->kind = VARIABLE_DISTRIBUTION;
  variable->distribution = (Distribution){.kind = kind_of(known->kind),
                                          .a = known->numbers[0],
                                          .b = known->numbers[1],
                                          .c = known->count > 2 ? known->numbers[2] : 0};
  return true;
}
