// SPDX-License-Identifier: BSD-3-Clause
// gltf.h: a motion as glTF 2.0 (binary, .glb), for Blender, slides and viewers.
//
// Of every body a node of its name, whose place and rotation are animated; its shapes are children.
// What stretches between two bodies is a node that is also scaled. Metres; the mechanism stands
// under a root that turns its upward axis to y, as glTF has it. Between frames viewers interpolate.
#ifndef MBS_REPORT_PICTURES_GLTF_H
#define MBS_REPORT_PICTURES_GLTF_H

#include "report/pictures/film.h"

// film: frames, seconds, scene, track, title. False when memory ran out.
bool gltf_write(const Film *film, Arena *arena, Text *out);

#endif
