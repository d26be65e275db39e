// SPDX-License-Identifier: BSD-3-Clause
// numbers.h: the numbers of the file, compiled and checked.
#ifndef MBS_LANGUAGE_NUMBERS_NUMBERS_H
#define MBS_LANGUAGE_NUMBERS_NUMBERS_H

#include <stdbool.h>

#include "language/numbers/loader.h"

// Makes the constant 0 that stands for every unstated number. False when memory ran out.
bool numbers_open(Loader *loader);

// The use of a field with this name of the element `what`.
NumberUse numbers_use(const Field *field, const char *what, const char *path, const char *reader);

// Reserves count numbers side by side, all unstated zeros; returns the first, -1 when memory ran
// out.
int numbers_reserve(Loader *loader, int count, Mark mark);

// Compiles the scalar into number k, evaluates it if it depends on parameters alone, and checks its
// range. False only when memory ran out.
bool numbers_compile(Loader *loader, Node *node, const NumberUse *use, int k);

// The same for a node that need not be a scalar: it is refused when it is none.
bool numbers_single(Loader *loader, Node *node, const NumberUse *use, int k);

// The same for a text that the file does not say.
bool numbers_own(Loader *loader, const char *text, const NumberUse *use, int k);

// All numbers of an item side by side, in the order of its table. prefix: the path of the element,
// "bodies.bar". -1 when memory ran out.
int numbers_item(Loader *loader, const Item *item, const char *prefix);

// A single further number for one value of an item, used as given; unstated values are zeros.
int numbers_value(Loader *loader, const Value *value, const NumberUse *use);

// The value of number k; false when it depends on time or state, or could not be computed.
bool numbers_value_of(const Loader *loader, int k, double *value);
// The same for a check of the loader: other values will have to be judged, too (Number.judged).
bool numbers_known(const Loader *loader, int k, double *value);
// Of `count` numbers from k on; false unless all are known.
bool numbers_all_known(const Loader *loader, int k, int count, double *values);

#endif
