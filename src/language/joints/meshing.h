// SPDX-License-Identifier: BSD-3-Clause
// meshing.h: gears and racks whose ratio, or its sense, is that of axes and a pitch point.
#ifndef MBS_LANGUAGE_JOINTS_MESHING_H
#define MBS_LANGUAGE_JOINTS_MESHING_H

#include "language/numbers/loader.h"
#include "language/tables/tables.h"

// Where a coupler of two joints states its pitch point: what its coordinates, whose markers, signs
// and stated weights are known, take from geometry. first: of the coupler's numbers. False when
// memory ran out.
bool meshing_load(Loader *loader, const Element *element, const CouplerKind *kind, int first,
                  const Joint *const joint[2], Relation *relation, RelationCoordinate *coordinates);

#endif
