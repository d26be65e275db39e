// SPDX-License-Identifier: BSD-3-Clause
// registry.h: the tables of everything that a mechanism can be made of.
//
// kinds.def lists one row per kind; the tables here are expanded from it, and CMake derives the
// source files from the same rows. Joints stand in joint_table.c, measures in measure_table.c.
//
// The tables do not say everything. A loader also has to know:
//   type     The key `type` selects the table; no table contains it.
//   frames   The frames of a force are its FIELD_MARKER and FIELD_JOINT fields in the order of the
//            table: a marker is one frame, a joint is two (its marker_i, then its marker_j). A
//            marker that is not stated takes its fallback ("ground").
//   joint    A FIELD_JOINT of a force names a joint whose coordinate is an angle.
//   torques  A torque on a body without rotations (a point mass) has nothing to act on.
//   joints   A joint is given by marker_i and marker_j, or by body_i and body_j with `at` (and
//            `axis`), both in ground axes at the initial pose. Field groups and `with` exclude a
//            mixture of the two. `axis` becomes the axis of the joint (joint_first_axis) of both
//            markers; their other axes are arbitrary, and equal at the start.
//   rows     The measure multiplier_k of a joint exists for k up to its number of rows.
#ifndef MBS_ELEMENTS_REGISTRY_H
#define MBS_ELEMENTS_REGISTRY_H

#include "elements/frames/element.h"
#include "elements/frames/measure.h"

// The tables. A single kind is declared by its name in kinds.h.
extern const BodyKind *const MBS_NAME(body_kinds)[];
extern const PrimitiveKind *const MBS_NAME(primitive_kinds)[];
extern const ForceKind *const MBS_NAME(force_kinds)[];
extern const JointKind MBS_NAME(joint_kinds)[];
extern const int MBS_NAME(joint_kind_count);
int MBS_NAME(registry_body_count)(void);
int MBS_NAME(registry_primitive_count)(void);
int MBS_NAME(registry_force_count)(void);
int MBS_NAME(registry_joint_count)(void);

// Returns the kind with this word in this space (IN_PLANE or IN_SPACE), or NULL. registry_ground is
// the kind of the ground, which no model file names. force_layout: what follows from the fields.
const BodyKind *MBS_NAME(registry_body)(const char *type, int space);
const ForceKind *MBS_NAME(registry_force)(const char *type, int space);
const JointKind *MBS_NAME(registry_joint)(const char *type, int space);
ForceLayout MBS_NAME(force_layout)(const ForceKind *kind);
const BodyKind *MBS_NAME(registry_ground)(int space);

#endif
