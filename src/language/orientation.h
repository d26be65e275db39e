// SPDX-License-Identifier: BSD-3-Clause
// orientation.h: an orientation in the form that the file uses.
#ifndef MBS_LANGUAGE_ORIENTATION_H
#define MBS_LANGUAGE_ORIENTATION_H

#include "language/loader.h"

// Reads the map or angle at `path` of an item whose numbers begin at first_number, and checks that
// it is a rotation as far as its numbers are known. path: "orientation", "initial.orientation",
// or that of an angle in the plane; NONE when it is not stated.
Orientation orientation_read(const Loader *loader, const Item *item, int first_number,
                             const char *path);

#endif
