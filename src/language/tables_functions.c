// SPDX-License-Identifier: BSD-3-Clause
// tables_functions.c: the keys of named functions.
#include "language/tables.h"

static const char *const interpolation_choices[] = {"linear", "cubic", "akima", "pchip", NULL};
static const char *const outside_choices[] = {"error", "hold", "linear", NULL};
static const char *const with_points[] = {"x", NULL};
static const char *const with_file[] = {"file", NULL};

enum { POINTS_GROUP = 1, COLUMN_COUNT = 2 };

const Field function_table_fields[] = {
    {.name = "x",
     .type = FIELD_LIST,
     .group = POINTS_GROUP,
     .summary = "places of the values, increasing; numbers, each with or without a unit"},
    {.name = "y",
     .type = FIELD_LIST,
     .required = true,
     .with = with_points,
     .summary = "values, one for each x"},
    {.name = "file",
     .type = FIELD_FILE,
     .group = POINTS_GROUP,
     .summary = "CSV file with the points: a header row with the names of the columns, then "
                "numbers"},
    {.name = "columns",
     .type = FIELD_WORDS,
     .size = COLUMN_COUNT,
     .required = true,
     .with = with_file,
     .summary = "names of two columns of the file: that of x, that of y"},
    {.name = "x_unit",
     .type = FIELD_TEXT,
     .summary = "unit of the numbers of x that have none of their own, such as deg; unstated: SI"},
    {.name = "y_unit",
     .type = FIELD_TEXT,
     .summary = "unit of the numbers of y that have none of their own, such as mm; unstated: SI"},
    {.name = "interpolation",
     .type = FIELD_WORD,
     .choices = interpolation_choices,
     .fallback = "linear",
     .summary = "what lies between two points: straight lines (linear), the natural cubic spline "
                "with continuous curvature (cubic), cubics with local slopes that do not "
                "overshoot far (akima), cubics that keep the data monotonic (pchip)"},
    {.name = "outside",
     .type = FIELD_WORD,
     .choices = outside_choices,
     .fallback = "error",
     .summary = "beyond the points: the run ends and says where (error), the last value holds "
                "(hold), or the curve goes on straight along its end (linear)"},
    {0}};

const Field function_expression_fields[] = {
    {.name = "arguments",
     .type = FIELD_WORDS,
     .required = true,
     .summary = "names of the arguments in the order of the call; inside the formula they hide "
                "parameters of the same name"},
    {.name = "value",
     .type = FIELD_NUMBER,
     .required = true,
     .summary = "formula of the arguments, of parameters and of other functions; time and "
                "measures are handed over as arguments"},
    {0}};
