// SPDX-License-Identifier: BSD-3-Clause
// orientation.h: an orientation in the form that the file uses.
#ifndef MBS_LANGUAGE_BODIES_ORIENTATION_H
#define MBS_LANGUAGE_BODIES_ORIENTATION_H

#include "language/numbers/loader.h"

// Reads the map or angle at `path` of an item whose numbers begin at first_number, and checks that
// it is a rotation as far as its numbers are known. path: "orientation", "initial.orientation",
// or that of an angle in the plane; NONE when it is not stated.
Orientation orientation_read(const Loader *loader, const Item *item, int first_number,
                             const char *path);

// Axes of a marker by "x", "y" and "z", one or two of them, or "towards" another marker of the body
// (target, or -1; the number is that marker until orientation_towards); as orientation_read beside.
Orientation orientation_read_marker(const Loader *loader, const Item *item, int first_number,
                                    int target);
// When all markers have their numbers.
void orientation_towards(const Loader *loader, const Item *item, Marker *marker);

#endif
