// SPDX-License-Identifier: BSD-3-Clause
// study.h: from a study file to a study.
//
// It goes through the same loader as a model: nodes with places, field tables, the same messages.
// The outputs of channels become figures of the model (model.h), so that they are taken inside the
// time loop, on the dense output where a time is located.
#ifndef MBS_SWEEP_STUDY_STUDY_H
#define MBS_SWEEP_STUDY_STUDY_H

#include "sweep/study/sweep.h"

// Reads a study, which stands at the path. model_path: of the model, or NULL for the one that the
// study names, relative to the study's folder. options: for the model; the figures are added. The
// sweep and all texts live in the arena. NULL after messages, or when memory ran out.
const Sweep *sweep_load_text(const SourceText *source, const char *path, const char *model_path,
                             const LoadOptions *options, Arena *arena, Diag *diag);

// Whether a file is a study: whether a line begins with "mbs_study:".
bool sweep_is_study(const SourceText *source);

#endif
