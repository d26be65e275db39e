// SPDX-License-Identifier: BSD-3-Clause
// tables_parameters.c: the keys of a parameter that says more than its value.
#include "language/tables.h"

enum { HOW_GROUP = -1 };

static const char *const type_choices[] = {"uniform",    "log_uniform", "normal",
                                           "triangular", "choice",      NULL};
static const char *const with_bounds[] = {"type: uniform", "type: log_uniform", "type: triangular",
                                          NULL};
static const char *const with_triangular[] = {"type: triangular", NULL};
static const char *const with_normal[] = {"type: normal", NULL};
static const char *const with_choice[] = {"type: choice", NULL};

const Field distribution_fields[] = {
    {.name = "type",
     .type = FIELD_WORD,
     .choices = type_choices,
     .required = true,
     .summary = "uniform: evenly between two bounds; log_uniform: so that the logarithm is even; "
                "normal; triangular; choice: each of some values as often as any other"},
    {.name = "lower",
     .type = FIELD_NUMBER,
     .required = true,
     .with = with_bounds,
     .summary = "least value"},
    {.name = "upper",
     .type = FIELD_NUMBER,
     .required = true,
     .with = with_bounds,
     .summary = "largest value"},
    {.name = "mode",
     .type = FIELD_NUMBER,
     .required = true,
     .with = with_triangular,
     .summary = "most frequent value"},
    {.name = "mean",
     .type = FIELD_NUMBER,
     .required = true,
     .with = with_normal,
     .summary = "mean of the normal distribution"},
    {.name = "sigma",
     .type = FIELD_NUMBER,
     .required = true,
     .with = with_normal,
     .summary = "standard deviation"},
    {.name = "values",
     .type = FIELD_LIST,
     .size = 1,
     .required = true,
     .with = with_choice,
     .summary = "values to choose from"},
    {0}};

const Field parameter_fields[] = {
    {.name = "value", .type = FIELD_NUMBER, .required = true, .summary = "value that a run takes"},
    {.name = "unit",
     .type = FIELD_TEXT,
     .summary = "unit of the numbers beside it, which are bare then, as in mm or N*m/rad; "
                "unstated: they are in SI or carry their own"},
    {.name = "range",
     .type = FIELD_VECTOR,
     .size = 2,
     .group = HOW_GROUP,
     .summary = "least and largest value that it may have; \"mbsrun sweep MODEL --samples N\" "
                "draws evenly between them"},
    {.name = "distribution",
     .type = FIELD_MAP,
     .fields = distribution_fields,
     .group = HOW_GROUP,
     .summary = "how it is distributed: \"mbsrun sweep MODEL --samples N\" draws from this"},
    {0}};
