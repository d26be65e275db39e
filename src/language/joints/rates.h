// SPDX-License-Identifier: BSD-3-Clause
// rates.h: couplers that hold velocities: expressions of rates, knife edges, rolling.
#ifndef MBS_LANGUAGE_JOINTS_RATES_H
#define MBS_LANGUAGE_JOINTS_RATES_H

#include "language/numbers/loader.h"
#include "language/tables/tables.h"

// Relations beside the first one of couplers that have several: how many, and their places behind
// all others.
int rates_count(const Loader *loader);
void rates_register(Loader *loader);

// Resolves a coupler of such a form, whose numbers begin at `first`. False when memory ran out.
bool rates_load(Loader *loader, const Element *element, const CouplerKind *kind, int first,
                Relation *relation);

// The relation of a coupler of positions, whose law is known, where it reads rates: a sum of these
// holds that of their coordinates. *reads: whether it does. False when memory ran out.
bool rates_integrate(Loader *loader, const Element *element, const Value *text, Relation *relation,
                     bool *reads);

#endif
