// SPDX-License-Identifier: BSD-3-Clause
// tables_parameters.c: the keys of a parameter that says more than its value.
#include "language/tables/tables.h"

enum { HOW_GROUP = -1 };

static const char *const with_bounds[] = {"type: uniform", "type: log_uniform", "type: triangular",
                                          NULL};

const Field distribution_fields[] = {
    KEY_WORD("type", ONE_OF("uniform", "log_uniform", "normal", "triangular", "choice"),
             "uniform: evenly between two bounds; log_uniform: with an evenly distributed "
             "logarithm; normal; triangular; choice: one of several values, all equally likely",
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
    KEY("value", NUMBER, "value that a run uses", .required = true),
    KEY("unit", TEXT,
        "unit of the numbers next to it, which are then bare, as in mm or N*m/rad; default: they "
        "are in SI or carry their own"),
    KEY("range", VECTOR,
        "smallest and largest value that it may have; \"mbsrun sweep MODEL --samples N\" draws "
        "evenly between them",
        .size = 2, .group = HOW_GROUP),
    KEY("distribution", MAP,
        "how it is distributed: \"mbsrun sweep MODEL --samples N\" draws from this",
        .fields = distribution_fields, .group = HOW_GROUP),
    {0}};
