// SPDX-License-Identifier: BSD-3-Clause
// place.h: where the tests find the files of the tree. Only place.c is compiled with the two paths,
// so that every other object is the same in another clone.
#ifndef MBS_TESTS_SUPPORT_PLACE_H
#define MBS_TESTS_SUPPORT_PLACE_H

typedef struct Place {
  char path[1024];
} Place;

// place_of("models/iftomm").path: below the root of the sources; the path lasts as long as the
// value.
Place place_of(const char *name);
// The same below the build tree.
Place place_in_build(const char *name);

#endif
