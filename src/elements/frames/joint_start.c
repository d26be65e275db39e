// SPDX-License-Identifier: BSD-3-Clause
// joint_start.c: coordinates at the start by the measures that they are (see joint_start.h).
#include "elements/frames/joint_start.h"

// clang-format off
const JointStartKind joint_starts[JOINT_STARTS] = {
    {"initial.angle",   "initial.angle_rate",   MEASURE_JOINT_ANGLE, MEASURE_JOINT_ANGLE_RATE, 0, true},
    {"initial.angle_1", "initial.angle_1_rate", MEASURE_PIN_ANGLE,   MEASURE_PIN_ANGLE_RATE,   0, true},
    {"initial.angle_2", "initial.angle_2_rate", MEASURE_PIN_ANGLE,   MEASURE_PIN_ANGLE_RATE,   1, true},
    {"initial.x",       "initial.x_rate",       MEASURE_JOINT_POINT, MEASURE_RELATIVE_RATE,    0, false},
    {"initial.y",       "initial.y_rate",       MEASURE_JOINT_POINT, MEASURE_RELATIVE_RATE,    1, false},
    {"initial.z",       "initial.z_rate",       MEASURE_JOINT_POINT, MEASURE_RELATIVE_RATE,    2, false},
};
// clang-format on
