// SPDX-License-Identifier: BSD-3-Clause
// remarks_number.h: remarks on a single number, where it is read.
#ifndef MBS_LANGUAGE_NUMBERS_REMARKS_NUMBER_H
#define MBS_LANGUAGE_NUMBERS_REMARKS_NUMBER_H

#include "language/numbers/loader.h"

// Whether the model lists the word under "accept".
bool remarks_accepted(const Loader *loader, const char *word);

// A bare number that is well known in another unit: an angular rate in revolutions per minute or in
// degrees per second, a gravity in millimetres. number->mark is its place.
void remarks_bare(const Loader *loader, const Number *number, const char *what, double value);

// "10 Hz" as an angular rate could mean 10 rad/s or 10 turns a second: refused with both.
void remarks_hertz(const Loader *loader, const Number *number, const char *what);

// A factor of t or a summand in the law of an angle that looks like degrees.
void remarks_law(const Loader *loader, const Number *number, const char *what);

// The number that an angle is checked against (numbers of the model, -1: none), where it looks like
// degrees.
void remarks_check(const Loader *loader, int channel, int number, const char *what);

#endif
