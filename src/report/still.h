// SPDX-License-Identifier: BSD-3-Clause
// still.h: one instant of a mechanism as SVG, by painter's order.
//
// Without perspective: a planar mechanism is seen from in front, a spatial one from above and
// aside. A convex shape is drawn as the hull of the picture of its corners (round ones have 24 a
// circle); shapes farther back come first.
#ifndef MBS_REPORT_STILL_H
#define MBS_REPORT_STILL_H

#include "report/scene.h"

// poses: of each body but the ground, in the plane x, y, angle, in space x, y, z and Euler
// parameters. False when memory ran out.
bool still_svg(const Scene *scene, const double *poses, const char *title, Arena *arena, Text *out);

#endif
