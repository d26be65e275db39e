// SPDX-License-Identifier: BSD-3-Clause
// relation.h: constraint rows that are relations of coordinates and time: motions, couplers, points
// on curves.
//
//   phi = sum_k weight_k c_k + sign F(t, c) - start
//
// or, for a roller of radius r on a curve F, with the place (x, y) of its centre,
//   phi = d(t, x, y) - r        d: distance from the curve (elements/roller.h)
// A coordinate c_k is a scalar between two markers. F is an expression of the file: a motion's law
// (sign -1), the relation of a coupler (+1), the curve that a point stays on (-1). start is what
// the weighted sum is at the start, for couplers that keep the phases in which they were mounted.
#ifndef MBS_MODEL_RELATION_H
#define MBS_MODEL_RELATION_H

#include <stdbool.h>

#include "base/mark.h"
#include "elements/element.h"

typedef enum CoordinateForm {
  COORDINATE_TURN, // angle of marker_j from marker_i, counted over turns; in space that of a joint
  COORDINATE_OFFSET,   // from the origin of marker_i to that of marker_j, along an axis of marker_i
  COORDINATE_DISTANCE, // of the two origins
  COORDINATE_BEARING   // in the plane: direction of the origin of marker_j from that of marker_i,
                       // from x of marker_i, in [0, 2 pi)
} CoordinateForm;

typedef struct RelationCoordinate {
  CoordinateForm form;
  Axis axis; // of marker_i: COORDINATE_OFFSET, COORDINATE_BEARING, turns in space; else none
  int joint; // of a turn in space
  int marker_i, marker_j;
  int weight;  // a number, or -1: 1
  double sign; // of the weight
  int input;   // measure by which F reads it, or -1
} RelationCoordinate;

typedef enum RelationOwner {
  RELATION_OF_MOTION,
  RELATION_OF_COUPLER,
  RELATION_OF_JOINT
} RelationOwner;

typedef struct Relation {
  RelationOwner owner;
  const char *what; // "motion"
  const char *type; // of a coupler or a joint, else NULL
  const char *name;
  Origin origin;
  const RelationCoordinate *coordinates;
  int coordinate_count;
  int law;                  // the number of F, or -1
  double sign;              // of F
  bool rate_level;          // F is the rate of what phi holds: its integral over time counts
  JointCoordinate measured; // motions: what is driven
  bool impulse;             // motions: jumps of the rate are allowed
  bool keeps_start;         // start is what the sum is at the start; else 0
  bool rolls;               // the coordinates are x and y of a roller's centre
  bool polar;               // a roller's curve: a cam, else a slot
  int offset;               // a roller's radius, a number
  int argument;             // of a roller's curve: the measure that it reads, or -1
} Relation;

#endif
