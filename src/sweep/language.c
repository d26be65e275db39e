// SPDX-License-Identifier: BSD-3-Clause
// language.c: the keys of a study file.
#include <string.h>

#include "sweep/sweep.h"

enum { FORMAT_VERSION = 1, HOW_GROUP = 1, FORM_GROUP = 1, ROWS_GROUP = 1 };

// ---- vary ----

static const char *const with_from[] = {"from", NULL};

static const Field vary_fields[] = {
    {.name = "values",
     .type = FIELD_LIST,
     .size = 1,
     .group = HOW_GROUP,
     .summary = "the values, in order"},
    {.name = "from",
     .type = FIELD_NUMBER,
     .group = HOW_GROUP,
     .summary = "first of \"count\" evenly spaced values; drawn plans take all between"},
    {.name = "to",
     .type = FIELD_NUMBER,
     .required = true,
     .with = with_from,
     .summary = "last value"},
    {.name = "count",
     .type = FIELD_INTEGER,
     .range = RANGE_AT_LEAST_ONE,
     .required = true,
     .with = with_from,
     .summary = "how many values"},
    {.name = "uniform",
     .type = FIELD_VECTOR,
     .size = 2,
     .group = HOW_GROUP,
     .summary = "drawn evenly between two bounds"},
    {.name = "log_uniform",
     .type = FIELD_VECTOR,
     .size = 2,
     .group = HOW_GROUP,
     .summary = "drawn between two positive bounds so that the logarithm is even"},
    {.name = "normal",
     .type = FIELD_VECTOR,
     .size = 2,
     .group = HOW_GROUP,
     .summary = "drawn from the normal distribution: mean, standard deviation"},
    {.name = "triangular",
     .type = FIELD_VECTOR,
     .size = 3,
     .group = HOW_GROUP,
     .summary = "drawn from the triangular distribution: least, most frequent, largest value"},
    {.name = "choice",
     .type = FIELD_LIST,
     .size = 1,
     .group = HOW_GROUP,
     .summary = "drawn from these values, each as often as any other"},
    {.name = "from_model",
     .type = FIELD_BOOLEAN,
     .group = HOW_GROUP,
     .summary = "true: drawn as the model says of its parameter, by \"range\" or \"distribution\""},
    {.name = "expression",
     .type = FIELD_NUMBER,
     .group = HOW_GROUP,
     .summary = "follows from parameters that are varied above it"},
    {0}};

// ---- plan ----

static const char *const method_choices[] = {
    "grid", "zip", "list", "random", "latin_hypercube", "sobol", "morris", "sobol_indices", NULL};
static const char *const with_samples[] = {"method: random", "method: latin_hypercube",
                                           "method: sobol", "method: sobol_indices", NULL};
static const char *const with_drawn[] = {"method: random",        "method: latin_hypercube",
                                         "method: sobol",         "method: morris",
                                         "method: sobol_indices", NULL};
static const char *const with_sobol[] = {"method: sobol", "method: sobol_indices", NULL};
static const char *const with_morris[] = {"method: morris", NULL};
static const char *const with_list[] = {"method: list", NULL};
static const char *const with_values[] = {"values", NULL};

static const Field plan_fields[] = {
    {.name = "method",
     .type = FIELD_WORD,
     .choices = method_choices,
     .fallback = "grid",
     .summary = "grid: all combinations, the last variable fastest; zip: the k-th values of all "
                "variables together; list: rows that are given; random, latin_hypercube, sobol: "
                "points of the unit cube, each coordinate through the distribution of its "
                "variable; morris, sobol_indices: plans whose results are how much each variable "
                "matters, by elementary effects or by parts of the variance"},
    {.name = "samples",
     .type = FIELD_INTEGER,
     .range = RANGE_AT_LEAST_ONE,
     .required = true,
     .with = with_samples,
     .summary = "number of runs; of sobol_indices: rows of two points each, which take as many "
                "runs as there are variables and two more"},
    {.name = "trajectories",
     .type = FIELD_INTEGER,
     .range = RANGE_AT_LEAST_ONE,
     .required = true,
     .with = with_morris,
     .summary = "number of trajectories; each takes one run more than there are variables"},
    {.name = "levels",
     .type = FIELD_INTEGER,
     .range = RANGE_AT_LEAST_ONE,
     .with = with_morris,
     .summary = "even number of values that each variable takes; unstated: 4. Those of a normal "
                "distribution lie between its quantiles 0.005 and 0.995"},
    {.name = "seed",
     .type = FIELD_INTEGER,
     .with = with_drawn,
     .summary = "whole number from which all random numbers follow; unstated: 0"},
    {.name = "scramble",
     .type = FIELD_BOOLEAN,
     .fallback = "true",
     .with = with_sobol,
     .summary = "Owen's scrambling of the points; without it the first one is the corner 0"},
    {.name = "file",
     .type = FIELD_FILE,
     .group = ROWS_GROUP,
     .with = with_list,
     .summary =
         "table of comma-separated values below the study's folder, a run in each row; the "
         "header names what varies, with units in brackets, as in \"L [mm],bodies.bar.mass\""},
    {.name = "values",
     .type = FIELD_LIST,
     .size = 1,
     .group = ROWS_GROUP,
     .with = with_list,
     .summary =
         "the same in the study itself: run by run a number for each of the columns, with or "
         "without units"},
    {.name = "columns",
     .type = FIELD_WORDS,
     .required = true,
     .with = with_values,
     .summary = "what varies, by parameter or path, in the order of the values"},
    {0}};

// ---- outputs ----

static const char *const with_value[] = {"value", NULL};
static const char *const with_period[] = {"period", NULL};
static const char *const with_eigenvalue[] = {"eigenvalue", NULL};
static const char *const part_choices[] = {"real", "imaginary", NULL};

#define CHANNEL_FORM(word, text)                                                                   \
  {                                                                                                \
    .name = (word), .type = FIELD_CHANNEL, .depends = DEPENDS_ON_RESULT, .group = FORM_GROUP,      \
    .summary = (text)                                                                              \
  }

static const Field output_fields[] = {
    CHANNEL_FORM("max_abs", "largest absolute value of a channel over the output rows"),
    CHANNEL_FORM("min", "smallest value over the output rows"),
    CHANNEL_FORM("max", "largest value over the output rows"),
    CHANNEL_FORM("final", "last value"),
    CHANNEL_FORM("mean", "mean over the output rows"),
    CHANNEL_FORM("rms", "root of the mean square over the output rows"),
    CHANNEL_FORM("integral", "integral over time, by trapezoids between output rows"),
    CHANNEL_FORM("value", "value at the time \"at\""),
    CHANNEL_FORM("period", "time that the first \"cycles\" cycles take, each from one crossing of "
                           "zero upwards to the next, located on the dense output"),
    CHANNEL_FORM("first_time", "first time at which the channel rises to zero, located on the "
                               "dense output; 0 where it starts at or above"),
    {.name = "audit",
     .type = FIELD_WORD,
     .choices = sweep_audit_words,
     .group = FORM_GROUP,
     .summary = "largest value of a figure of the audit"},
    {.name = "counter",
     .type = FIELD_WORD,
     .choices = sweep_counter_words,
     .group = FORM_GROUP,
     .summary = "a counter of the integrator"},
    {.name = "check",
     .type = FIELD_TEXT,
     .group = FORM_GROUP,
     .summary = "a check of the model: 1 when it passes, else 0; checks that no output names are "
                "not made"},
    {.name = "eigenvalue",
     .type = FIELD_INTEGER,
     .range = RANGE_AT_LEAST_ONE,
     .group = FORM_GROUP,
     .summary = "the so manyth of the true eigenvalues that linearize finds with an imaginary part "
                "of at least 0, by imaginary part, then real part"},
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
     .with = with_period,
     .summary = "number of successive cycles; unstated: 1"},
    {.name = "part",
     .type = FIELD_WORD,
     .choices = part_choices,
     .required = true,
     .with = with_eigenvalue,
     .summary = "part of the eigenvalue that is wanted: real or imaginary"},
    {.name = "analysis",
     .type = FIELD_ANALYSIS,
     .summary = "analysis of the model that it is taken from; unstated: the last that has it"},
    {0}};

// ---- keep ----

static const char *const series_choices[] = {"none", "failed", "all", NULL};

static const Field keep_fields[] = {
    {.name = "series",
     .type = FIELD_WORD,
     .choices = series_choices,
     .fallback = "none",
     .summary = "of which runs the rows and the summary are kept, in runs/<number>"},
    {.name = "every",
     .type = FIELD_INTEGER,
     .range = RANGE_AT_LEAST_ONE,
     .summary = "besides those of every so manyth run, beginning with run 0"},
    {0}};

// ---- top level ----

static const Field study_fields[] = {
    {.name = "mbs_study",
     .type = FIELD_INTEGER,
     .range = RANGE_AT_LEAST_ONE,
     .required = true,
     .summary = "version of the study format; this is 1"},
    {.name = "title", .type = FIELD_TEXT, .summary = "one line that names the study"},
    {.name = "description", .type = FIELD_TEXT, .summary = "what the study shows"},
    {.name = "model",
     .type = FIELD_TEXT,
     .required = true,
     .summary = "path of the model, relative to the folder of the study and below it; for a study "
                "in a folder "
                "\"studies\" it may be models/... beside that folder; others with --allow-path"},
    {.name = "vary",
     .type = FIELD_COLLECTION,
     .fields = vary_fields,
     .summary = "what varies, by parameter or path such as bodies.bar.mass or gravity[1]: any "
                "number that the model states; required unless \"plan\" lists rows"},
    {.name = "plan",
     .type = FIELD_MAP,
     .fields = plan_fields,
     .summary = "which combinations are run"},
    {.name = "outputs",
     .type = FIELD_COLLECTION,
     .fields = output_fields,
     .required = true,
     .summary = "the figures that each run is reduced to, by name; they become columns"},
    {.name = "keep",
     .type = FIELD_MAP,
     .fields = keep_fields,
     .summary = "which runs leave more than their figures"},
    {0}};

const Language *sweep_language(Arena *arena) {
  Language *language = arena_new(arena, Language);
  if (language != NULL) {
    *language = (Language){.top = study_fields, .version = FORMAT_VERSION};
  }
  return language;
}

const Field *sweep_fields(const Language *language, const char *collection) {
  for (const Field *field = language->top; field->name != NULL; field++) {
    if (strcmp(field->name, collection) == 0) {
      return field->fields;
    }
  }
  return NULL;
}
