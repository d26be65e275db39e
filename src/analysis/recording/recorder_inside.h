// SPDX-License-Identifier: BSD-3-Clause
// recorder_inside.h: what the files of recorder.h share.
#ifndef MBS_ANALYSIS_RECORDING_RECORDER_INSIDE_H
#define MBS_ANALYSIS_RECORDING_RECORDER_INSIDE_H

#include "analysis/recording/recorder.h"

// Makes the next time of rows and checks, in order of time, the sample.
void recorder_next_sample(Recorder *recorder);

#endif
