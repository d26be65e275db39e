// SPDX-License-Identifier: BSD-3-Clause
// summary_assembly.h: what summary.json and people are told of an assembly.
#ifndef MBS_OUTPUT_SUMMARY_ASSEMBLY_H
#define MBS_OUTPUT_SUMMARY_ASSEMBLY_H

#include "base/json.h"
#include "base/text.h"
#include "system/result.h"

// Member "assembly" of an analysis; null when it has none.
void summary_assembly(Json *json, const Model *model, const Result *result);

// For people: the sentence behind the analysis' name, and the lines below it.
void people_assembly(const Model *model, const AssemblyResult *it, Text *out);
void people_assembly_moves(const Model *model, const AssemblyResult *it, Text *out);

#endif
