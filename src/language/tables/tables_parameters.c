// SPDX-License-Identifier: BSD-3-Clause
// tables_parameters.c: the keys of a parameter that says more than its value.
#include "language/tables/tables.h"

enum { HOW_GROUP = -1 };

static const char *const with_bounds[] = {"type: uniform", "type: log_uniform", "type: triangular",
                                          NULL};

const Field distribution_fields[] = {
    KEY_WORD("type", ONE_OF("uniform", "log_uniform", "normal", "triangular", "choice"),
             "uniform: evenly between two bounds; log_uniform: so that the logarithm is even; "
             "normal; triangular; choice: each of some values as often as any other",
             .required = true),
    KEY("lower", NUMBER, "least value", .required = true, .with = with_bounds),
    KEY("upper", NUMBER, "largest value", .required = true, .with = with_bounds),
    KEY("mode", NUMBER, "most frequent value", .required = true,
        .with = ONE_OF("type: triangular")),
    KEY("mean", NUMBER, "mean of the normal distribution", .required = true,
        .with = ONE_OF("type: normal")),
    KEY("sigma", NUMBER, "standard deviation", .required = true, .with = ONE_OF("type: normal")),
    KEY("values", LIST, "values to choose from", .size = 1, .required = true,
        .with = ONE_OF("type: choice")),
    {0}};

const Field parameter_fields[] = {
    KEY("value", NUMBER, "value that a run takes", .required = true),
    KEY("unit", TEXT,
        "unit of the numbers beside it, which are bare then, as in mm or N*m/rad; unstated: they "
        "are in SI or carry their own"),
    KEY("range", VECTOR,
        "least and largest value that it may have; \"mbsrun sweep MODEL --samples N\" draws evenly "
        "between them",
        .size = 2, .group = HOW_GROUP),
    KEY("distribution", MAP,
        "how it is distributed: \"mbsrun sweep MODEL --samples N\" draws from this",
        .fields = distribution_fields, .group = HOW_GROUP),
    {0}};
