// SPDX-License-Identifier: BSD-3-Clause
// handles.c: what all handles share (see handles.h), and the version of the library.
#include "library/handles.h"

#include <string.h>

const char *mbs_version(void) {
  return MBS_VERSION;
}

int mbs_abi(void) {
  return MBS_ABI;
}

const char *mbs_status_word(int status) {
  switch (status) {
  case MBS_OK:
    return "ok";
  case MBS_BUG:
    return "bug";
  case MBS_USAGE:
    return "usage";
  case MBS_REFUSED:
    return "refused";
  case MBS_FAILED:
    return "failed";
  case MBS_IO:
    return "io";
  case MBS_CHECK:
    return "check_failed";
  case MBS_MEMORY:
    return "memory";
  case MBS_BUDGET:
    return "budget";
  case MBS_INACCURATE:
    return "inaccurate";
  default:
    return "unknown";
  }
}

const mbs_model *handles_hold(const mbs_model *model) {
  // The count is the only thing that changes in a model.
  atomic_fetch_add((atomic_int *)(size_t)&model->holders, 1);
  return model;
}

static size_t smaller(size_t a, size_t b) {
  return a < b ? a : b;
}

bool handles_take(void *mine, size_t size, const void *given) {
  size_t theirs = 0;
  memcpy(&theirs, given, sizeof theirs);
  if (theirs < sizeof theirs) {
    return false;
  }
  memcpy(mine, given, smaller(theirs, size));
  return true;
}

bool handles_give(const void *mine, size_t size, void *wanted) {
  size_t theirs = 0;
  memcpy(&theirs, wanted, sizeof theirs);
  if (theirs < sizeof theirs) {
    return false;
  }
  memcpy(wanted, mine, smaller(theirs, size));
  memcpy(wanted, &theirs, sizeof theirs);
  return true;
}
