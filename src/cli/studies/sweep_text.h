// SPDX-License-Identifier: BSD-3-Clause
// sweep_text.h: the study that `mbsrun sweep MODEL --vary ...` means, as the text of a study file.
#ifndef MBS_CLI_STUDIES_SWEEP_TEXT_H
#define MBS_CLI_STUDIES_SWEEP_TEXT_H

#include "cli/shared/command.h"
#include "model/model.h"

// For a model and the options --vary, --samples, --plan, --seed; without --vary all parameters
// vary whose range or distribution the model states. Outputs: smallest, largest and last value of
// every output of the model and the energy drift; eigenvalues where the model has no motion. NULL
// after a message, or when memory ran out.
const SourceText *sweep_text_make(const Session *session, const Model *model);

// Where results go that nobody gave a place: results/<name of the study file>, with "-sweep" behind
// the name of a model. NULL when memory ran out.
const char *sweep_text_directory(const char *file, bool study, Arena *arena);

#endif
