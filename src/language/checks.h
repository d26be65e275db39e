// SPDX-License-Identifier: BSD-3-Clause
// checks.h: what the results must satisfy.
#ifndef MBS_LANGUAGE_CHECKS_H
#define MBS_LANGUAGE_CHECKS_H

#include "language/numbers/loader.h"

// The keys that say what a check, or a figure of a study, is about: figures of a channel first.
typedef struct CheckKey {
  const char *key;
  CheckForm form;
} CheckKey;
enum { CHECK_FIGURES = 10, CHECK_KEYS = 14 };
extern const CheckKey check_keys[CHECK_KEYS];

bool checks_load(Loader *loader);

#endif
