// SPDX-License-Identifier: BSD-3-Clause
// moment.c: an analysis of one moment: its row, audit and checks (see recorder.h).
#include "analysis/recording/recorder.h"
#include "base/cpu.h"
#include "system/equations/faults.h"

bool recorder_moment(State *state, Result *result, const ModelReader *reader,
                     const unsigned *undetermined, double cpu_start, Arena *arena, Diag *diag) {
  Recorder recorder;
  if (!recorder_open(&recorder, state, result, reader, 0, 1, undetermined, arena, diag)) {
    return false;
  }
  if (!recorder_start(&recorder) || !recorder_sample(&recorder, NULL, NULL)) {
    result->status = RUN_FAILED;
    return faults_tell_singular(state, &result->failure) || true;
  }
  recorder_step(&recorder);
  recorder_step_energy(&recorder);
  recorder_leave_empty(&recorder);
  result->cpu_s = cpu_seconds() - cpu_start - recorder.reading_s;
  return checks_finish(&recorder.checks, state, result, arena);
}
