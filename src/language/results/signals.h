// SPDX-License-Identifier: BSD-3-Clause
// signals.h: named numbers of the motion. Wherever a signal is read its text stands in place of its
// name: its value, derivatives and switches are those of what it is made of.
#ifndef MBS_LANGUAGE_RESULTS_SIGNALS_H
#define MBS_LANGUAGE_RESULTS_SIGNALS_H

#include "language/numbers/loader.h"

// Takes their names. False when memory ran out.
bool signals_register(Loader *loader);
// Reads their texts, which other expressions may read from then on, and tells cycles. False when
// memory ran out.
bool signals_read(Loader *loader);
// Judges each by itself, once all that they read is known. False when memory ran out.
bool signals_load(Loader *loader);
void signals_report_unused(const Loader *loader);

#endif
