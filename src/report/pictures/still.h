// SPDX-License-Identifier: BSD-3-Clause
// still.h: one instant of a mechanism as SVG, by painter's order.
//
// Without perspective: a planar mechanism is seen from in front, a spatial one from above and
// aside. A convex shape is drawn as the hull of the picture of its corners (round ones have 24 a
// circle); shapes farther back come first.
#ifndef MBS_REPORT_PICTURES_STILL_H
#define MBS_REPORT_PICTURES_STILL_H

#include "report/scene/scene.h"

enum { STILL_WIDTH = 600, STILL_HEIGHT = 400 }; // of the viewBox

// What must be seen, in the plane of the picture [m].
typedef struct StillBox {
  double low[2], high[2];
} StillBox;

StillBox still_box(void); // of nothing: low above high
// Makes it hold the mechanism at some poses, too. False when memory ran out.
bool still_measure(const Scene *scene, const double *poses, Arena *arena, StillBox *box);
// The mechanism as a group of paths, such that the box fills the picture. False when memory ran
// out.
bool still_draw(const Scene *scene, const double *poses, const StillBox *box, Arena *arena,
                Text *out);

// A picture of its own. poses: of each body but the ground, in the plane x, y, angle, in space x,
// y, z and Euler parameters. False when memory ran out.
bool still_svg(const Scene *scene, const double *poses, const char *title, Arena *arena, Text *out);

#endif
