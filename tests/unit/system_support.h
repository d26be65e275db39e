// SPDX-License-Identifier: BSD-3-Clause
// system_support.h: a compiled mechanism at its initial point, from a text or a file.
#ifndef MBS_TESTS_UNIT_SYSTEM_SUPPORT_H
#define MBS_TESTS_UNIT_SYSTEM_SUPPORT_H

#include "system/initial.h"
#include "system/state.h"
#include "unit/model_support.h"

typedef struct Mechanism {
  Loaded loaded;
  State *state;
  InitialReport report;
  bool accepted; // initial_conditions said yes
} Mechanism;

static inline void mechanism_start(Mechanism *mechanism, bool project) {
  Loaded *loaded = &mechanism->loaded;
  const Model *model = loaded_model(loaded);
  const System *system = system_compile(model, &loaded->arena);
  assert_non_null(system);
  mechanism->state = state_open(system, &loaded->arena);
  assert_non_null(mechanism->state);
  Failure failure = {.code = DIAG_NONE};
  assert_true(state_refresh(mechanism->state, NULL, &failure));
  mechanism->accepted = initial_conditions(mechanism->state, project, &mechanism->report,
                                           &loaded->arena, &loaded->diag);
}

static inline void mechanism_open(Mechanism *mechanism, const char *text, bool project) {
  loaded_open(&mechanism->loaded, text, NULL, 0);
  mechanism_start(mechanism, project);
}

static inline void mechanism_open_file(Mechanism *mechanism, const char *path) {
  Loaded *loaded = &mechanism->loaded;
  *loaded = (Loaded){0};
  arena_open(&loaded->arena, &loaded->allocator);
  diag_open(&loaded->diag, &loaded->arena);
  const LoadOptions options = {.limits = doc_default_limits()};
  loaded->model = model_load(path, &options, &loaded->arena, &loaded->diag);
  mechanism_start(mechanism, true);
}

static inline void mechanism_close(Mechanism *mechanism) {
  state_close(mechanism->state);
  loaded_close(&mechanism->loaded);
}

// The code of the first message of a severity, or DIAG_NONE.
static inline DiagCode mechanism_said(const Mechanism *mechanism, DiagSeverity severity) {
  const Diag *diag = &mechanism->loaded.diag;
  for (int k = 0; k < diag->count; k++) {
    if (diag_code_severity(diag->messages[k].code) == severity) {
      return diag->messages[k].code;
    }
  }
  return DIAG_NONE;
}

#endif
