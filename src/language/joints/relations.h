// SPDX-License-Identifier: BSD-3-Clause
// relations.h: motions and couplers of the file as relations of coordinates and time.
#ifndef MBS_LANGUAGE_JOINTS_RELATIONS_H
#define MBS_LANGUAGE_JOINTS_RELATIONS_H

#include "language/numbers/loader.h"

// Gives every motion and coupler its name and number: motions first, in the order of the file.
bool relations_register(Loader *loader);
// Points on curves: how many, their places behind the couplers, and their rows.
int curves_count(const Loader *loader);
void curves_register(Loader *loader);
bool curves_load(Loader *loader);
// Tells of a roller that does not fit its cam (mark: of its radius). False when memory ran out.
bool curves_check_roller(Loader *loader, const Element *element, const Relation *relation,
                         Mark mark);

// Resolves their joints and markers, compiles and checks their numbers.
bool relations_load(Loader *loader);

#endif
