// SPDX-License-Identifier: BSD-3-Clause
// coordinates.h: the coordinates between two markers that relations hold, by what names them.
#ifndef MBS_LANGUAGE_JOINTS_COORDINATES_H
#define MBS_LANGUAGE_JOINTS_COORDINATES_H

#include "elements/frames/measure.h"
#include "language/numbers/loader.h"

// Room for the coordinates of a relation; NULL when memory ran out.
RelationCoordinate *coordinates_open(const Loader *loader, Relation *relation, int count);
// The angle or the displacement of a joint that has one (joint_has).
void coordinate_take(const Model *model, int joint, JointCoordinate coordinate,
                     RelationCoordinate *out);
// The markers of a joint.
void coordinate_take_ends(const Model *model, int joint, RelationCoordinate *out);
// What a measure between two markers is, but for these; false: nothing that relations hold.
bool coordinate_take_measure(const Model *model, const MeasureKind *kind, RelationCoordinate *out);
// A component of a marker: a gauge's word, "x" or "euler_zyx_1".
void coordinate_take_component(const Model *model, const char *word, RelationCoordinate *out);
// A measure of a joint, a gauge or a frame with its markers; false: nothing that relations hold.
bool coordinate_of_measure(const Model *model, const Measure *measure, RelationCoordinate *out);

#endif
