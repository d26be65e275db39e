// SPDX-License-Identifier: BSD-3-Clause
// explain.h: a compiled model as tables of text.
#ifndef MBS_OUTPUT_EXPLAIN_H
#define MBS_OUTPUT_EXPLAIN_H

#include <stdbool.h>

#include "base/diag.h"
#include "base/text.h"
#include "model/model.h"

// `mbsrun explain MODEL`: the compiled system as text tables (bodies -> coordinates, joints ->
// rows, forces, measures, sparsity as dots).
bool explain_write(const Model *model, Text *out, Arena *arena, Diag *diag);

#endif
