// SPDX-License-Identifier: BSD-3-Clause
// failure.h: why a numerical function gave up. The first failure wins; later ones are ignored.
#ifndef MBS_BASE_FAILURE_H
#define MBS_BASE_FAILURE_H

#include <stdbool.h>

#include "base/diag.h"
#include "base/mark.h"

typedef struct Failure {
  DiagCode code;   // DIAG_NONE while nothing has failed
  Origin origin;   // the joint, body or expression at fault, if one is known
  char text[1024]; // a sentence with numbers and units
  char hint[512];  // the next action; may be empty
} Failure;

// Both always return false. The first does nothing when the failure is already set, the second when
// there is none, or it has a hint.
bool failure_set(Failure *failure, DiagCode code, Origin origin, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
bool failure_hint(Failure *failure, const char *format, ...) __attribute__((format(printf, 2, 3)));
// Appends the failure of a mechanism with these origins (or NULL) to a list of diagnostics, so that
// one renderer serves both.
void failure_report(const Failure *failure, const Origins *origins, Diag *diag);

#endif
