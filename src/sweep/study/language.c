// SPDX-License-Identifier: BSD-3-Clause
// language.c: the keys of a study file.
#include "sweep/study/sweep.h"

enum { FORMAT_VERSION = 1, HOW_GROUP = 1, FORM_GROUP = 1, ROWS_GROUP = 1 };

// ---- vary ----

static const Field vary_fields[] = {
    KEY("values", LIST, "the values, in order", .size = 1, .group = HOW_GROUP),
    KEY("from", NUMBER,
        "first of \"count\" evenly spaced values; plans that draw use the whole range",
        .group = HOW_GROUP),
    KEY("to", NUMBER, "last value", .required = true, .with = ONE_OF("from")),
    KEY("count", INTEGER, "how many values, at least 2", .range = RANGE_AT_LEAST_ONE,
        .required = true, .with = ONE_OF("from")),
    KEY("uniform", VECTOR, "drawn evenly between two bounds", .size = 2, .group = HOW_GROUP),
    KEY("log_uniform", VECTOR, "drawn between two positive bounds, evenly in the logarithm",
        .size = 2, .group = HOW_GROUP),
    KEY("normal", VECTOR, "drawn from the normal distribution: mean, standard deviation", .size = 2,
        .group = HOW_GROUP),
    KEY("triangular", VECTOR,
        "drawn from the triangular distribution: smallest, most frequent, largest value", .size = 3,
        .group = HOW_GROUP),
    KEY("choice", LIST, "drawn from these values, all equally likely", .size = 1,
        .group = HOW_GROUP),
    KEY("from_model", BOOLEAN,
        "true: drawn as the model says for this parameter, by \"range\" or \"distribution\"",
        .group = HOW_GROUP),
    KEY("expression", NUMBER, "follows from parameters that are varied above it",
        .group = HOW_GROUP),
    {0}};

// ---- plan ----

static const char *const method_choices[] = {
    "grid", "zip", "list", "random", "latin_hypercube", "sobol", "morris", "sobol_indices", NULL};

static const Field plan_fields[] = {
    KEY_WORD("method", method_choices,
             "grid: all combinations, the last variable fastest; zip: the k-th values of all "
             "variables together; list: rows that are given; random, latin_hypercube, sobol: "
             "points of the unit cube, each coordinate through the distribution of its variable; "
             "morris, sobol_indices: plans that show how much each variable matters, by elementary "
             "effects or by shares of the variance",
             .fallback = "grid"),
    KEY("samples", INTEGER,
        "number of runs; for sobol_indices: rows of two points each, which need two runs more than "
        "there are variables",
        .range = RANGE_AT_LEAST_ONE, .required = true,
        .with = ONE_OF("method: random", "method: latin_hypercube", "method: sobol",
                       "method: sobol_indices")),
    KEY("trajectories", INTEGER,
        "number of trajectories; each needs one run more than there are variables",
        .range = RANGE_AT_LEAST_ONE, .required = true, .with = ONE_OF("method: morris")),
    KEY("levels", INTEGER,
        "even number of values of each variable; default: 4. Those of a normal distribution lie "
        "between its quantiles 0.005 and 0.995",
        .range = RANGE_AT_LEAST_ONE, .with = ONE_OF("method: morris")),
    KEY("seed", INTEGER, "seed of all random numbers, a whole number; default: 0",
        .with = ONE_OF("method: random", "method: latin_hypercube", "method: sobol",
                       "method: morris", "method: sobol_indices")),
    KEY("scramble", BOOLEAN,
        "Owen's scrambling of the points; without it the first one is the corner 0",
        .fallback = "true", .with = ONE_OF("method: sobol", "method: sobol_indices")),
    KEY("file", FILE,
        "table of comma-separated values below the study's folder, a run in each row; the header "
        "names the variables, with units in brackets, as in \"L [mm],bodies.bar.mass\"",
        .group = ROWS_GROUP, .with = ONE_OF("method: list")),
    KEY("values", LIST,
        "the same in the study itself: for each run a number per column, with or without units",
        .size = 1, .group = ROWS_GROUP, .with = ONE_OF("method: list")),
    KEY("columns", WORDS, "the variables, by parameter or path, in the order of the values",
        .required = true, .with = ONE_OF("values")),
    {0}};

// ---- outputs ----

#define CHANNEL_FORM(word, text)                                                                   \
  KEY(word, CHANNEL, text, .depends = DEPENDS_ON_RESULT, .group = FORM_GROUP)

static const Field output_fields[] = {
    CHANNEL_FORM("max_abs", "largest absolute value of a channel, including between rows"),
    CHANNEL_FORM("min", "smallest value, including between rows"),
    CHANNEL_FORM("max", "largest value, including between rows"),
    CHANNEL_FORM("final", "last value"),
    CHANNEL_FORM("mean", "mean over time"),
    CHANNEL_FORM("rms", "root of the mean square over time"),
    CHANNEL_FORM("integral", "integral over time"),
    CHANNEL_FORM("value", "value at the time \"at\""),
    CHANNEL_FORM("period", "duration of the first \"cycles\" cycles, each from one upward zero "
                           "crossing to the next, located on the dense output"),
    CHANNEL_FORM("first_time", "first time at which the channel rises to zero, located on the "
                               "dense output; 0 if it starts at or above zero"),
    KEY_WORD("audit", sweep_audit_words, "largest value of a figure of the audit",
             .group = FORM_GROUP),
    KEY_WORD("counter", sweep_counter_words, "a counter of the integrator", .group = FORM_GROUP),
    KEY("check", TEXT,
        "a check of the model: 1 when it passes, else 0; checks that no output names are not made",
        .group = FORM_GROUP),
    KEY("eigenvalue", INTEGER,
        "which true eigenvalue: 1 is the first of those with Im >= 0, sorted by Im, then by Re",
        .range = RANGE_AT_LEAST_ONE, .group = FORM_GROUP),
    KEY_NUMBER("at", TIME, NOT_NEGATIVE, "time at which the value is taken", .required = true,
               .with = ONE_OF("value")),
    KEY("cycles", INTEGER, "number of successive cycles; default: 1", .range = RANGE_AT_LEAST_ONE,
        .with = ONE_OF("period")),
    KEY_WORD("part", ONE_OF("real", "imaginary"), "part of the eigenvalue: real or imaginary",
             .required = true, .with = ONE_OF("eigenvalue")),
    KEY("analysis", ANALYSIS,
        "analysis of the model that it is taken from; default: the last that has it"),
    {0}};

// ---- keep ----

static const Field keep_fields[] = {
    KEY_WORD("series", ONE_OF("none", "failed", "all"),
             "runs whose rows and summary are kept, in runs/<number>", .fallback = "none"),
    KEY("every", INTEGER, "10 keeps runs 0, 10, 20 and so on, in addition to those of \"series\"",
        .range = RANGE_AT_LEAST_ONE),
    {0}};

// ---- top level ----

static const Field study_fields[] = {
    KEY("mbs_study", INTEGER, "version of the study format; this is 1", .range = RANGE_AT_LEAST_ONE,
        .required = true),
    KEY("title", TEXT, "one line that names the study"),
    KEY("description", TEXT, "what the study shows"),
    KEY("model", TEXT,
        "path of the model, relative to the folder of the study and below it; for a study in a "
        "folder \"studies\" it may be models/... next to that folder; others with --allow-path",
        .required = true),
    KEY("vary", COLLECTION,
        "what varies, by parameter or path such as bodies.bar.mass or gravity[1]: any number given "
        "in the model; required unless \"plan\" lists rows",
        .fields = vary_fields),
    KEY("plan", MAP, "which combinations are run", .fields = plan_fields),
    KEY("outputs", COLLECTION, "the figures computed from each run, by name; they become columns",
        .fields = output_fields, .required = true),
    KEY("keep", MAP, "the runs of which more than the figures are kept", .fields = keep_fields),
    {0}};

const Language *sweep_language(Arena *arena) {
  Language *language = arena_new(arena, Language);
  if (language != NULL) {
    *language = (Language){.top = study_fields, .version = FORMAT_VERSION};
  }
  return language;
}

const Field *sweep_fields(const Language *language, const char *collection) {
  const Field *row = language_row(language->top, collection);
  return row == NULL ? NULL : row->fields;
}
