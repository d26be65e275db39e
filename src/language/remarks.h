// SPDX-License-Identifier: BSD-3-Clause
// remarks.h: what a good model is told all the same: nothing is wrong, but people who write such a
// thing often mean another. Each remark says where, why, and how to say that it is meant: by a
// unit, by a stated value, or by a word under "accept" at the top level.
#ifndef MBS_LANGUAGE_REMARKS_H
#define MBS_LANGUAGE_REMARKS_H

#include "language/loader.h"

// All remarks on the loaded model.
void remarks_add(const Loader *loader);

// Whether the model lists the word under "accept".
bool remarks_accepted(const Loader *loader, const char *word);

// Those about what bodies hang on, how large they are, and where their masses lie.
void remarks_bodies(const Loader *loader);

// A bare number that is well known in another unit: an angular rate in revolutions per minute or in
// degrees per second, a gravity in millimetres. number->mark is its place.
void remarks_bare(const Loader *loader, const Number *number, const char *what, double value);

// "10 Hz" as an angular rate could mean 10 rad/s or 10 turns a second: refused with both.
void remarks_hertz(const Loader *loader, const Number *number, const char *what);

// A factor of t or a summand in the law of an angle that looks like degrees.
void remarks_law(const Loader *loader, const Number *number, const char *what);

#endif
