// SPDX-License-Identifier: BSD-3-Clause
// tables_analyses.c: the keys of analyses.
#include "language/tables/tables.h"

#define START_FIELDS                                                                               \
  KEY("from", ANALYSIS,                                                                            \
      "earlier analysis at whose end this one starts, with all of its state: full turns of "       \
      "angles, parameters that events have set, events that happen once; or initial: the initial " \
      "state; default: the last assemble or equilibrium before it, otherwise initial"),            \
      KEY_WORD("initial", ONE_OF("check", "project"),                                              \
               "initial positions that do not satisfy the joints are an error (check) or are "     \
               "moved until they do, and the distance is reported (project)",                      \
               .fallback = "check", .without = ONE_OF("from"))

#define TIME_FIELDS                                                                                \
  KEY_NUMBER("duration", TIME, POSITIVE, "time from the start of the analysis to its end",         \
             .required = true),                                                                    \
      KEY_NUMBER("output_step", TIME, POSITIVE,                                                    \
                 "time between two rows of the results; default: a thousandth of the duration")

const Field analysis_dynamics_fields[] = {
    TIME_FIELDS,
    START_FIELDS,
    KEY("integrator", MAP, "how the equations of motion are solved", .fields = integrator_fields),
    {0}};

const Field analysis_assemble_fields[] = {
    KEY("fixed", NUMBERS,
        "measures of positions and rates with the values that they get exactly, as in "
        "{crank.angle: 30 deg, bar.tip.x: 0.4, crank.angle_rate: 2}; joints keep their \"initial\" "
        "values, too",
        .dotted = true),
    KEY("fixed", WORDS, "measures of positions and rates that keep the values of the guess",
        .dotted = true),
    KEY("weights", NUMBERS,
        "weights of the changes of bodies: BODY for all of them, BODY.x, BODY.y, BODY.z and "
        "BODY.angle (in space BODY.rotation) for one; default: 1. The sum of weight times squared "
        "change is minimized, with lengths divided by the length scale and angles in radians",
        .range = RANGE_POSITIVE, .dotted = true),
    {0}};

const Field analysis_kinematics_fields[] = {TIME_FIELDS, START_FIELDS, {0}};

const Field analysis_inverse_dynamics_fields[] = {TIME_FIELDS, START_FIELDS, {0}};

const Field analysis_equilibrium_fields[] = {START_FIELDS, {0}};

static const Field about_fields[] = {
    KEY("steady", BOOLEAN,
        "the motion is steady as seen from a frame that rotates at a constant rate: a governor at "
        "its speed, a conical pendulum, a top, a bicycle that rides straight on, a disc that rolls "
        "in a circle. The eigenvalues are those of small motions in that frame, which the program "
        "finds. Without such a frame the analysis is refused",
        .fallback = "false"),
    {0}};

const Field analysis_linearize_fields[] = {
    START_FIELDS,
    KEY_NUMBER("at", TIME, NOT_NEGATIVE,
               "time of the analysis named by \"from\", which must be a motion; default: its end",
               .with = ONE_OF("from")),
    KEY("about", MAP,
        "reference motion of the small motions; default: the pose, with the coefficients at this "
        "time",
        .fields = about_fields),
    KEY_WORD("pencil", ONE_OF("index_3", "index_1", "baumgarte", "ggl"),
             "form of the equations whose eigenvalues are all listed: q, v, lambda with positions "
             "constrained (index_3), differentiated twice (index_1) or stabilised (baumgarte, "
             "ggl); the true eigenvalues are the same in each",
             .fallback = "index_3"),
    KEY("baumgarte", MAP, "constants of Baumgarte's stabilisation", .fields = baumgarte_fields,
        .with = ONE_OF("pencil: baumgarte")),
    KEY("modes", INTEGER, "how many mode shapes to list, from the lowest frequency up; default: 20",
        .range = RANGE_AT_LEAST_ONE),
    {0}};
