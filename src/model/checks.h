// SPDX-License-Identifier: BSD-3-Clause
// checks.h: what the results must satisfy.
#ifndef MBS_MODEL_CHECKS_H
#define MBS_MODEL_CHECKS_H

#include "model/loader.h"

bool checks_load(Loader *loader);

#endif
