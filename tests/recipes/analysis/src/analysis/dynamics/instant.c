// SPDX-License-Identifier: BSD-3-Clause
// instant.c: accelerations, reactions and measures of one point: M a + J' lambda = Q, J a = -c.
#include "analysis/dynamics/instant.h"

#include "analysis/recording/checks.h"
#include "analysis/recording/recorder.h"
#include "base/cpu.h"

bool instant_run(const AnalysisInput *input, Result *result, Arena *arena, Diag *diag) {
  State *state = input->state;
  Recorder recorder;
  result->scale_length = state->length;
  state_set(state, 0, state->q, state->v);
  if (!recorder_open(&recorder, state, result, input->reader, 0, 1, input->undetermined, arena,
                     diag)) {
    return false;
  }
  if (!recorder_start(&recorder) || !recorder_sample(&recorder, NULL, NULL)) {
    result->status = RUN_FAILED;
    return failure_set(&result->failure, DIAG_VALUE_RANGE, result->analysis->origin,
                       "there is no value at the start") ||
           true;
  }
  recorder_step(&recorder);
  recorder_step_energy(&recorder);
  result->cpu_s = cpu_seconds() - input->cpu_start - recorder.reading_s;
  return checks_finish(&recorder.checks, state, result, arena);
}
