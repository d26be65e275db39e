// SPDX-License-Identifier: BSD-3-Clause
// failure.c: the one failure of a numerical function.
#include "base/failure.h"

#include <stdarg.h>
#include <stdio.h>

bool failure_set(Failure *failure, DiagCode code, Origin origin, const char *format, ...) {
  if (failure->code != DIAG_NONE) {
    return false;
  }
  failure->code = code;
  failure->origin = origin;
  va_list arguments;
  va_start(arguments, format);
  if (vsnprintf(failure->text, sizeof failure->text, format, arguments) < 0) {
    failure->text[0] = '\0';
  }
  va_end(arguments);
  failure->hint[0] = '\0';
  return false;
}

bool failure_hint(Failure *failure, const char *format, ...) {
  if (failure->code == DIAG_NONE || failure->hint[0] != '\0') {
    return false;
  }
  va_list arguments;
  va_start(arguments, format);
  if (vsnprintf(failure->hint, sizeof failure->hint, format, arguments) < 0) {
    failure->hint[0] = '\0';
  }
  va_end(arguments);
  return false;
}

void failure_report(const Failure *failure, const Origins *origins, Diag *diag) {
  if (failure->code == DIAG_NONE) {
    return;
  }
  diag_add(diag, failure->code, origin_mark(origins, failure->origin), "%s", failure->text);
  if (failure->hint[0] != '\0') {
    diag_hint(diag, "%s", failure->hint);
  }
}
