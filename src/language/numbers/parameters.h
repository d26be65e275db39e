// SPDX-License-Identifier: BSD-3-Clause
// parameters.h: the named numbers of a model, in any order of dependency.
#ifndef MBS_LANGUAGE_NUMBERS_PARAMETERS_H
#define MBS_LANGUAGE_NUMBERS_PARAMETERS_H

#include <stdbool.h>

#include "language/numbers/loader.h"

// Registers the names of the parameters.
bool parameters_register(Loader *loader);
// Orders, compiles and evaluates them.
bool parameters_load(Loader *loader);
// Marks those that were read to count elements. Returns true.
bool parameters_note_structural(const Loader *loader);
// What each measures, after all its uses are known.
void parameters_note_dimensions(const Loader *loader);
// Warns of those that nothing reads.
void parameters_report_unused(const Loader *loader);

#endif
