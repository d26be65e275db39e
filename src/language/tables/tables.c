// SPDX-License-Identifier: BSD-3-Clause
// tables.c: the keys of a model file above its elements: top level, checks.
#include "language/tables/tables.h"
#include "elements/fields/body_fields.h"

// ---- top level ----

static const Field ground_fields[] = {
    KEY("markers", COLLECTION, "named points and axes fixed in the ground, used as ground.NAME",
        .fields = body_fields_marker),
    BODY_SHAPES,
    {0}};

static const Field view_fields[] = {
    KEY("from", VECTOR, "direction from which the viewer looks, ground axes", .size = 3,
        .quantity = QUANTITY_RATIO, .spaces = IN_SPACE),
    KEY("to", MARKER, "what the view looks at and follows; default: the whole motion"),
    KEY_WORD("up", ONE_OF("x", "y", "z"),
             "axis of the ground that points up; default: opposite to gravity", .spaces = IN_SPACE),
    KEY("perspective", BOOLEAN, "false: parallel rays", .spaces = IN_SPACE),
    KEY("trail", WORDS, "markers whose paths are drawn", .dotted = true),
    KEY("hide", WORDS,
        "bodies that are not drawn, nor the symbols of joints and forces on them; may include "
        "ground",
        .dotted = true),
    {0}};

const Field model_fields[] = {
    KEY("mbs", INTEGER, "version of the model format; this is 1", .range = RANGE_AT_LEAST_ONE,
        .required = true),
    KEY("title", TEXT, "one line that names the model"),
    KEY("description", TEXT, "what the model shows"),
    KEY("literature", TEXT, "where the model comes from"),
    KEY("accept", WORDS,
        "remarks that are known and intended, and are left out: loose_bodies, body_sizes, "
        "coefficient_signs, mass_centers, unused_markers, inertias, loaded_stops",
        .choices = ONE_OF("loose_bodies", "body_sizes", "coefficient_signs", "mass_centers",
                          "unused_markers", "inertias", "loaded_stops")),
    KEY("include", FILES,
        "further files of the model, in its folder or below: their collections come before those "
        "of this file; no name or key may be given twice"),
    KEY("parameters", NUMBERS,
        "named numbers for use in expressions, in any order of dependency; \"--set NAME=VALUE\" "
        "changes one for a run; an uncertain one is a map {value: 1.5 m, range: [1 m, 2 m]}",
        .fields = parameter_fields),
    KEY_WORD("space", ONE_OF("planar", "spatial"),
             "space of the motion: planar (x, y and angles about z) or spatial", .required = true),
    KEY("gravity", VECTOR, "acceleration of gravity, ground axes; default: none",
        .quantity = QUANTITY_ACCELERATION),
    KEY("functions", ELEMENTS,
        "functions by name: tables and formulas, called in expressions as NAME(x)"),
    KEY("ground", MAP, "the body that does not move; it is always there and may carry markers",
        .fields = ground_fields),
    KEY("frames", COLLECTION,
        "reference frames by name, fixed in the ground: initial poses of bodies, positions of "
        "joints and other frames may be relative to one; a frame is also a marker of the ground",
        .fields = frame_fields),
    // its fields are made of the rows of this table (language.c)
    KEY("templates", COLLECTION,
        "sub-mechanisms by name, each with parameters and their default values; inside, names are "
        "the template's own, and the ground is the frame of the part"),
    KEY("parts", COLLECTION,
        "instances of templates, by name: the parameters and elements of a part \"left\" are "
        "left.NAME everywhere else, and left is its reference frame",
        .fields = part_fields),
    KEY("bodies", ELEMENTS, "moving bodies by name", .required = true),
    KEY("joints", ELEMENTS, "joints by name: constraints with reactions between two markers"),
    KEY("couplers", ELEMENTS,
        "couplers by name: relations between joint coordinates, such as gears"),
    KEY("motions", COLLECTION,
        "motions by name: a joint coordinate, or a component of a marker, that follows a given "
        "function of time, whatever force this takes",
        .fields = motion_fields),
    KEY("forces", ELEMENTS, "forces and torques by name"),
    KEY("groups", COLLECTION, "sets of shapes and markers between which contacts are made, by name",
        .spaces = IN_SPACE, .fields = group_fields),
    KEY("contact_pairs", COLLECTION,
        "contacts of every member of one group with every member of another: each is a separate "
        "force, read as NAME_A_B.force",
        .spaces = IN_SPACE, .fields = contact_pair_fields),
    KEY("events", COLLECTION, "events by name: stops, changes of parameters, impacts",
        .fields = event_fields),
    KEY("gauges", COLLECTION,
        "measurements of one marker relative to another, by name: distance, position and velocity "
        "along the axes of marker_i, angles; they exert no force, and expressions read them as "
        "NAME.angle",
        .fields = gauge_fields),
    KEY("signals", NUMBERS,
        "named numbers that change with the motion, computed from time, measures and other signals "
        "in any order; expressions read them by their bare names, wherever they may read the same "
        "quantities",
        .depends = DEPENDS_ON_RESULT, .fields = signal_fields),
    KEY("view", MAP, "initial view of the mechanism", .fields = view_fields),
    KEY("analyses", ELEMENTS, "analyses by name, run in the order of the file"),
    KEY("outputs", NUMBERS,
        "channels by name: expressions over measures; they become the columns of the results, "
        "after t. The bare name of a body, joint, force, motion, coupler, gauge, frame or marker "
        "is a group: a column KEY.MEASURE for each of its positions, velocities, forces and "
        "torques, in the order of the list of measures; \"*\" is all elements, "
        "KEY.ELEMENT.MEASURE: bodies, joints, forces, motions, couplers, gauges, each in the order "
        "of the file",
        .depends = DEPENDS_ON_RESULT, .fields = output_fields),
    KEY("checks", COLLECTION, "assertions by name; a run that violates one exits with status 6",
        .fields = check_fields),
    {0}};

// ---- checks ----

static const char *const with_single[] = {"min", "max",   "final",  "mean",
                                          "rms", "value", "period", NULL};
static const char *const with_distance[] = {
    "min", "max", "final", "mean", "rms", "value", "period", "file", "values", "eigenvalue", NULL};

enum { FORM_GROUP = 1, BOUND_GROUP = 2 };

#define CHANNEL_FORM(word, text)                                                                   \
  KEY(word, CHANNEL, text, .depends = DEPENDS_ON_RESULT, .group = FORM_GROUP)

const Field check_fields[] = {
    CHANNEL_FORM(
        "max_abs",
        "channel whose largest absolute value, including between rows, must stay below a bound"),
    CHANNEL_FORM("min", "channel whose smallest value, including between rows, is compared"),
    CHANNEL_FORM("max", "channel whose largest value, including between rows, is compared"),
    CHANNEL_FORM("final", "channel whose last value is compared"),
    CHANNEL_FORM("mean", "channel whose mean over time is compared"),
    CHANNEL_FORM("rms", "channel whose root mean square over time is compared"),
    CHANNEL_FORM("value", "channel whose value at a time is compared"),
    CHANNEL_FORM("period", "channel whose upward zero crossings begin cycles; the duration of "
                           "\"cycles\" of them is compared"),
    KEY("file", FILE,
        "reference data to compare channels with: a CSV file with a header row whose first column "
        "is t",
        .group = FORM_GROUP),
    KEY("values", LIST,
        "the same data in the model itself: each row is a time and a value of each channel, with "
        "increasing times",
        .group = FORM_GROUP),
    KEY("eigenvalue", VECTOR,
        "real and imaginary part of a value that linearize must find among the true ones (or the "
        "neutral ones, which are 0), with an error that leaves no doubt about \"within\"",
        .size = 2, .quantity = QUANTITY_FREQUENCY, .group = FORM_GROUP),
    KEY_WORD("eigenvalues",
             ONE_OF("true", "neutral", "not determined", "frozen", "spurious", "infinite",
                    "indeterminate", "redundant"),
             "label of the eigenvalues that linearize must find, as many as \"count\" says",
             .group = FORM_GROUP),
    KEY("count", INTEGER, "exact number of them; default: at least one",
        .range = RANGE_AT_LEAST_ONE, .with = ONE_OF("eigenvalue", "eigenvalues")),
    KEY_NUMBER("below", ANY, POSITIVE, "bound that the value must stay below", .required = true,
               .with = ONE_OF("max_abs")),
    KEY("equals", NUMBER, "expected value", .required = true, .with = with_single),
    KEY_NUMBER("within", ANY, POSITIVE, "largest allowed difference, in the unit of the channel",
               .group = BOUND_GROUP, .with = with_distance),
    KEY_NUMBER("relative", RATIO, POSITIVE,
               "largest allowed difference, as a fraction of \"equals\"", .group = BOUND_GROUP,
               .with = with_single),
    KEY_NUMBER("at", TIME, NOT_NEGATIVE, "time at which the value is taken", .required = true,
               .with = ONE_OF("value")),
    KEY("cycles", INTEGER, "number of successive cycles", .range = RANGE_AT_LEAST_ONE,
        .required = true, .with = ONE_OF("period")),
    KEY("channels", WORDS,
        "names of outputs, which are also columns of the file, in the same units; a second row of "
        "the file that begins with \"s\" gives the file's own units",
        .required = true, .with = ONE_OF("file", "values"), .dotted = true),
    KEY("analysis", ANALYSIS, "analysis to which the check applies; default: all"),
    {0}};
