// SPDX-License-Identifier: BSD-3-Clause
// relation.h: constraint rows that are relations of coordinates and time: motions, couplers, points
// on curves.
//
//   phi = sum_k weight_k c_k + sign F(t, c) - start
//
// or, for a roller of radius r on a curve F, with the place (x, y) of its centre,
//   phi = d(t, x, y) - r        d: distance from the curve (elements/pairs/roller.h)
// A coordinate c_k is a scalar between two markers. F is an expression of the file: a motion's law
// (sign -1), the relation of a coupler (+1), the curve that a point stays on (-1). start is what
// the weighted sum is at the start, for couplers that keep the phases in which they were mounted.
//
// A relation of rates alone holds a velocity, and nothing of the position (not holonomic):
//   u = sum_k weight_k u_k + sign F(t, c, u) = 0          F linear in u
// u_k: the rate of a coordinate, or a velocity that is no rate of one (elements/pairs/slip.h). phi
// is 0.
#ifndef MBS_MODEL_RELATION_H
#define MBS_MODEL_RELATION_H

#include <stdbool.h>

#include "base/mark.h"
#include "elements/frames/element.h"
#include "elements/frames/turn_form.h"
#include "elements/pairs/support.h"

typedef enum CoordinateForm {
  COORDINATE_TURN,     // angle of marker_j from marker_i, counted over turns; in space by its form
  COORDINATE_OFFSET,   // from the origin of marker_i to that of marker_j, along an axis of marker_i
  COORDINATE_DOT,      // product of an axis of marker_i and one of marker_j
  COORDINATE_DISTANCE, // of the two origins
  COORDINATE_BEARING,  // in the plane: direction of the origin of marker_j from that of marker_i,
                       // from x of marker_i, in [0, 2 pi)
  COORDINATE_ROTOR,    // the angle of a rotor, which no marker tells
  // From here on velocities (elements/pairs/slip.h), along an axis:
  COORDINATE_ROLLING, // of marker_i, of a round body where it touches the plane of marker_i; along
                      // its normal the rate of the gap
  COORDINATE_EDGE,    // of marker_j, of its origin relative to the body of marker_i
  COORDINATE_SPIN     // of marker_j, angular, relative to the body of marker_i
} CoordinateForm;

typedef struct RelationCoordinate {
  CoordinateForm form;
  Axis axis;     // of marker_i: COORDINATE_OFFSET, _DOT, _BEARING, turns in space; else none
  Axis axis_j;   // of marker_j: COORDINATE_DOT; else none
  TurnForm turn; // of a turn in space
  int joint;     // of a turn in space: whose turns it counts, or -1: its own
  int pin;       // of such a joint, one with two angles: 0 or 1
  int marker_i, marker_j;
  int weight;         // a number, or -1: 1
  double sign;        // of the weight
  int input;          // measure by which F reads it, or -1
  bool rate;          // F reads its rate
  int rotor;          // COORDINATE_ROTOR: that body; both markers are the ground's
  SupportShape shape; // of COORDINATE_ROLLING: centred at marker_j, in its axes
  int size;           // the first of three numbers of the shape, or -1
} RelationCoordinate;

// Wheels whose ratio, or its sense, is that of their axes and their pitch point
// (system/mechanism/mesh.h); it is written where the relation's coordinates read their weights.
typedef struct RelationMesh {
  int point;      // the first of three numbers: in the axes of the body that carries both
  int carrier[2]; // the markers of both joints on that body
  Axis axis[2];   // along which they turn, or slide
  bool slides[2];
  int helix;     // of the teeth of wheel 1: a number, or -1
  int hand;      // of these: 1 right, -1 left, 0 not told
  int stated[2]; // numbers of teeth, or radii: -1
} RelationMesh;

typedef enum RelationOwner {
  RELATION_OF_MOTION,
  RELATION_OF_COUPLER,
  RELATION_OF_JOINT,
  RELATION_OF_ROTOR // of a joint, too: ties the rotor, its last coordinate, to the first one
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
  bool rates_alone;         // it holds a velocity
  const RelationMesh *mesh; // the weights come from geometry, or NULL
  int rows;                 // of a coupler with several relations: how many, on the first; the
  int next;                 // others stand side by side from here on
} Relation;

#endif
