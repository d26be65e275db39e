// SPDX-License-Identifier: BSD-3-Clause
// uncertain.h: a parameter that says more than its value: unit, range, distribution.
#ifndef MBS_LANGUAGE_UNCERTAIN_H
#define MBS_LANGUAGE_UNCERTAIN_H

#include "language/numbers.h"

// Reads the map of a parameter: its value into number `number`, the rest into the parameter. False
// only when memory ran out.
bool uncertain_read(Loader *loader, Node *map, const NumberUse *use, int number,
                    Parameter *parameter);

// The value of the parameter at a place of the order against its range.
void uncertain_check(const Loader *loader, int place);

#endif
