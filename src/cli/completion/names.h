// SPDX-License-Identifier: BSD-3-Clause
// names.h: names that stand in model files and in results, as a line may go on with them.
#ifndef MBS_CLI_COMPLETION_NAMES_H
#define MBS_CLI_COMPLETION_NAMES_H

#include "cli/completion/line.h"

// Of the operands of the line: analyses of a model or of results; outputs of models, channels of
// results.
void names_offer_analyses(Line *line);
void names_offer_channels(Line *line);
// The next step of a path into the model, such as bodies.bar.mass=, or one of its parameters.
void names_offer_paths(Line *line);

#endif
