// SPDX-License-Identifier: BSD-3-Clause
// contestants.h: from --method, --steps and --tolerances to ladders.
#ifndef MBS_CLI_CONTESTANTS_H
#define MBS_CLI_CONTESTANTS_H

#include "analysis/ladder.h"
#include "cli/command.h"
#include "cli/sizes.h"
#include "language/options.h"

typedef struct Contestants {
  Ladder *list;
  int count;
} Contestants;

// What the options say of sizes; read before any model is.
typedef struct LadderSizes {
  Sizes steps, tolerances;
} LadderSizes;
bool contestants_sizes(const Session *session, LadderSizes *sizes);

// One ladder per --method, on the analysis of --analysis or the first of type dynamics; without
// --method one per such analysis, as the file says. Each has a model of its own: the source with
// the integrator block put in its place. False after messages, or when memory ran out.
bool contestants_open(const Session *session, const Model *model, const LoadOptions *load,
                      const LadderSizes *sizes, Contestants *contestants);

#endif
