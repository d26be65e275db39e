// SPDX-License-Identifier: BSD-3-Clause
// checks_inside.h: what checks.c and checks_between.c share. Nobody else looks.
#ifndef MBS_ANALYSIS_CHECKS_INSIDE_H
#define MBS_ANALYSIS_CHECKS_INSIDE_H

#include "analysis/checks.h"

// Whether the check looks between rows, and how deep.
void checks_open_between(CheckState *one, const Model *model, const Analysis *analysis);

#endif
