// SPDX-License-Identifier: BSD-3-Clause
// checks.h: what the results must satisfy.
#ifndef MBS_LANGUAGE_CHECKS_H
#define MBS_LANGUAGE_CHECKS_H

#include "language/loader.h"

bool checks_load(Loader *loader);

#endif
