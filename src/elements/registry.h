// SPDX-License-Identifier: BSD-3-Clause
// registry.h: the tables of everything that a mechanism can be made of.
//
// registry.def lists one row per kind; the tables here are expanded from it, and CMake derives the
// source files from the same rows. Joints stand in joint_table.c, measures in measure_table.c.
#ifndef MBS_ELEMENTS_REGISTRY_H
#define MBS_ELEMENTS_REGISTRY_H

#include "elements/element.h"
#include "elements/measure.h"

extern const BodyKind *const MBS_NAME(body_kinds)[];
extern const PrimitiveKind *const MBS_NAME(primitive_kinds)[];
extern const ForceKind *const MBS_NAME(force_kinds)[];
extern const JointKind MBS_NAME(joint_kinds)[];
int MBS_NAME(registry_body_count)(void);
int MBS_NAME(registry_primitive_count)(void);
int MBS_NAME(registry_force_count)(void);
int MBS_NAME(registry_joint_count)(void);

// The kind with this word in this space (IN_PLANE or IN_SPACE), or NULL. ground has its own kind,
// which no file names.
const BodyKind *MBS_NAME(registry_body)(const char *type, int space);
const ForceKind *MBS_NAME(registry_force)(const char *type, int space);
const JointKind *MBS_NAME(registry_joint)(const char *type, int space);
const BodyKind *MBS_NAME(registry_ground)(int space);

#endif
