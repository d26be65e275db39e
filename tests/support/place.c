// SPDX-License-Identifier: BSD-3-Clause
// place.c: see place.h.
#include "support/place.h"

#include <assert.h>
#include <stdio.h>

static Place below(const char *folder, const char *name) {
  Place place;
  const int length = snprintf(place.path, sizeof place.path, "%s/%s", folder, name);
  assert(length > 0 && (size_t)length < sizeof place.path);
  (void)length;
  return place;
}

Place place_of(const char *name) {
  return below(MBS_SOURCE_DIR, name);
}

Place place_in_build(const char *name) {
  return below(MBS_BINARY_DIR, name);
}
