// SPDX-License-Identifier: BSD-3-Clause
// tables.c: the keys of a model file above its elements: top level, analyses, integrator, checks.
#include "language/tables.h"
#include "elements/body_fields.h"

static const char *const space_choices[] = {"planar", "spatial", NULL};
static const char *const initial_choices[] = {"check", "project", NULL};

static const char *const accept_choices[] = {"loose_bodies", "body_sizes",     "coefficient_signs",
                                             "mass_centers", "unused_markers", NULL};

// ---- top level ----

static const Field ground_fields[] = {
    {.name = "markers",
     .type = FIELD_COLLECTION,
     .fields = body_fields_marker,
     .summary = "named points and axes fixed in the ground, used as ground.NAME"},
    {0}};

const Field model_fields[] = {
    {.name = "mbs",
     .type = FIELD_INTEGER,
     .range = RANGE_AT_LEAST_ONE,
     .required = true,
     .summary = "version of the model format; this is 1"},
    {.name = "title", .type = FIELD_TEXT, .summary = "one line that names the model"},
    {.name = "description", .type = FIELD_TEXT, .summary = "what the model shows"},
    {.name = "literature", .type = FIELD_TEXT, .summary = "where the model comes from"},
    {.name = "accept",
     .type = FIELD_WORDS,
     .choices = accept_choices,
     .summary = "remarks that are known and meant, and need not be made: loose_bodies, body_sizes, "
                "coefficient_signs, mass_centers, unused_markers"},
    {.name = "include",
     .type = FIELD_FILES,
     .summary = "further files below the model's folder, parts of the model: their collections are "
                "put before those of this file; no name or key may be stated twice"},
    {.name = "parameters",
     .type = FIELD_NUMBERS,
     .fields = parameter_fields,
     .summary = "named numbers for use in expressions, in any order of dependency; \"--set "
                "NAME=VALUE\" changes one for a run; one whose value is not sure is a map "
                "{value: 1.5 m, range: [1 m, 2 m]}"},
    {.name = "space",
     .type = FIELD_WORD,
     .choices = space_choices,
     .required = true,
     .summary = "space of the motion: planar (x, y and angles about z) or spatial"},
    {.name = "gravity",
     .type = FIELD_VECTOR,
     .quantity = QUANTITY_ACCELERATION,
     .summary = "acceleration of gravity, ground axes; absent: none"},
    {.name = "functions",
     .type = FIELD_ELEMENTS,
     .summary = "named laws by name: tables and formulas, called in expressions as NAME(x)"},
    {.name = "ground",
     .type = FIELD_MAP,
     .fields = ground_fields,
     .summary = "the body that does not move; it is always there and may carry markers"},
    {.name = "frames",
     .type = FIELD_COLLECTION,
     .fields = frame_fields,
     .summary = "reference frames by name, fixed in the ground: initial poses of bodies, places of "
                "joints and other frames may be relative to one; a frame is also a marker of the "
                "ground"},
    {.name = "templates",
     .type = FIELD_COLLECTION, // its fields are made of the rows of this table (language.c)
     .summary =
         "sub-mechanisms by name, each with parameters and their usual values; inside, names "
         "are the template's own, and the ground is the frame of the part"},
    {.name = "parts",
     .type = FIELD_COLLECTION,
     .fields = part_fields,
     .summary = "templates put to use, by name: the parameters and elements of part left are "
                "left.NAME everywhere else, and left is its reference frame"},
    {.name = "bodies",
     .type = FIELD_ELEMENTS,
     .required = true,
     .summary = "moving bodies by name"},
    {.name = "joints",
     .type = FIELD_ELEMENTS,
     .summary = "joints by name: constraints with reactions between two markers"},
    {.name = "couplers",
     .type = FIELD_ELEMENTS,
     .summary = "couplers by name: relations between joint coordinates, such as gears"},
    {.name = "motions",
     .type = FIELD_COLLECTION,
     .fields = motion_fields,
     .summary =
         "motions by name: a joint coordinate, or a component of a marker, that follows a law "
         "of time whatever force that takes"},
    {.name = "forces", .type = FIELD_ELEMENTS, .summary = "forces and torques by name"},
    {.name = "events",
     .type = FIELD_COLLECTION,
     .fields = event_fields,
     .summary = "what happens when, by name: stops, changes of parameters, impacts"},
    {.name = "analyses",
     .type = FIELD_ELEMENTS,
     .summary = "what to compute, by name; run in the order of the file"},
    {.name = "outputs",
     .type = FIELD_NUMBERS,
     .depends = DEPENDS_ON_RESULT,
     .summary = "channels by name: expressions over measures; they become the columns of the "
                "results, behind t"},
    {.name = "checks",
     .type = FIELD_COLLECTION,
     .fields = check_fields,
     .summary = "assertions by name; a run that breaks one ends with exit status 6"},
    {0}};

// ---- analyses ----

const Field analysis_dynamics_fields[] = {
    {.name = "duration",
     .type = FIELD_NUMBER,
     .quantity = QUANTITY_TIME,
     .range = RANGE_POSITIVE,
     .required = true,
     .summary = "time from the start of the analysis to its end"},
    {.name = "output_step",
     .type = FIELD_NUMBER,
     .quantity = QUANTITY_TIME,
     .range = RANGE_POSITIVE,
     .summary = "time between two rows of the results; unstated: a thousandth of the duration"},
    {.name = "from",
     .type = FIELD_ANALYSIS,
     .summary = "earlier analysis at whose end this one starts, or initial: the initial state; "
                "unstated: the last assemble or equilibrium before it, else initial"},
    {.name = "initial",
     .type = FIELD_WORD,
     .choices = initial_choices,
     .fallback = "check",
     .without = "from",
     .summary = "initial positions that do not satisfy the joints are an error (check) or are "
                "moved until they do, and it is told how far (project)"},
    {.name = "integrator",
     .type = FIELD_MAP,
     .fields = integrator_fields,
     .summary = "how the equations of motion are solved"},
    {0}};

// ---- checks ----

static const char *const with_max_abs[] = {"max_abs", NULL};
static const char *const with_single[] = {"min", "max",   "final",  "mean",
                                          "rms", "value", "period", NULL};
static const char *const with_distance[] = {
    "min", "max", "final", "mean", "rms", "value", "period", "file", "values", "eigenvalue", NULL};
static const char *const with_eigenvalue[] = {"eigenvalue", "eigenvalues", NULL};
static const char *const label_choices[] = {"true",     "neutral",       "frozen",    "spurious",
                                            "infinite", "indeterminate", "redundant", NULL};
static const char *const with_value[] = {"value", NULL};
static const char *const with_period[] = {"period", NULL};
static const char *const with_file[] = {"file", "values", NULL};

enum { FORM_GROUP = 1, BOUND_GROUP = 2 };

#define CHANNEL_FORM(word, text)                                                                   \
  {                                                                                                \
    .name = (word), .type = FIELD_CHANNEL, .depends = DEPENDS_ON_RESULT, .group = FORM_GROUP,      \
    .summary = (text)                                                                              \
  }

const Field check_fields[] = {
    CHANNEL_FORM(
        "max_abs",
        "channel whose largest absolute value, between rows, too, must stay below a bound"),
    CHANNEL_FORM("min", "channel whose smallest value, between rows, too, is compared"),
    CHANNEL_FORM("max", "channel whose largest value, between rows, too, is compared"),
    CHANNEL_FORM("final", "channel whose last value is compared"),
    CHANNEL_FORM("mean", "channel whose mean over time is compared"),
    CHANNEL_FORM("rms", "channel whose root of the mean square over time is compared"),
    CHANNEL_FORM("value", "channel whose value at a time is compared"),
    CHANNEL_FORM("period", "channel whose crossings of zero, upwards, begin cycles; the time that "
                           "\"cycles\" of them take is compared"),
    {.name = "file",
     .type = FIELD_FILE,
     .group = FORM_GROUP,
     .summary = "reference data to compare channels with: a CSV file with a header row whose "
                "first column is t"},
    {.name = "values",
     .type = FIELD_LIST,
     .group = FORM_GROUP,
     .summary = "the same in the model itself: row by row a time and a value of each of the "
                "channels; times increase"},
    {.name = "eigenvalue",
     .type = FIELD_VECTOR,
     .size = 2,
     .quantity = QUANTITY_FREQUENCY,
     .group = FORM_GROUP,
     .summary = "real and imaginary part of a value that linearize must find among the true ones "
                "(or the neutral ones, which are 0)"},
    {.name = "eigenvalues",
     .type = FIELD_WORD,
     .choices = label_choices,
     .group = FORM_GROUP,
     .summary = "label of which linearize must find as many eigenvalues as \"count\" says"},
    {.name = "count",
     .type = FIELD_INTEGER,
     .range = RANGE_AT_LEAST_ONE,
     .with = with_eigenvalue,
     .summary = "how many there must be, no more and no fewer; unstated: at least one"},
    {.name = "below",
     .type = FIELD_NUMBER,
     .required = true,
     .range = RANGE_POSITIVE,
     .with = with_max_abs,
     .summary = "bound that the value must stay below"},
    {.name = "equals",
     .type = FIELD_NUMBER,
     .required = true,
     .with = with_single,
     .summary = "expected value"},
    {.name = "within",
     .type = FIELD_NUMBER,
     .range = RANGE_POSITIVE,
     .group = BOUND_GROUP,
     .with = with_distance,
     .summary = "largest allowed difference, in the unit of the channel"},
    {.name = "relative",
     .type = FIELD_NUMBER,
     .quantity = QUANTITY_RATIO,
     .range = RANGE_POSITIVE,
     .group = BOUND_GROUP,
     .with = with_single,
     .summary = "largest allowed difference, as a fraction of \"equals\""},
    {.name = "at",
     .type = FIELD_NUMBER,
     .quantity = QUANTITY_TIME,
     .range = RANGE_NOT_NEGATIVE,
     .required = true,
     .with = with_value,
     .summary = "time at which the value is taken"},
    {.name = "cycles",
     .type = FIELD_INTEGER,
     .range = RANGE_AT_LEAST_ONE,
     .required = true,
     .with = with_period,
     .summary = "number of successive cycles"},
    {.name = "channels",
     .type = FIELD_WORDS,
     .required = true,
     .with = with_file,
     .summary = "names of outputs, which are columns of the file too"},
    {.name = "analysis",
     .type = FIELD_ANALYSIS,
     .summary = "analysis that the check is for; unstated: all"},
    {0}};
