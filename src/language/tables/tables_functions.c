// SPDX-License-Identifier: BSD-3-Clause
// tables_functions.c: the keys of named functions.
#include "language/tables/tables.h"

enum { POINTS_GROUP = 1, COLUMN_COUNT = 2 };

const Field function_table_fields[] = {
    KEY("x", LIST, "x values of the points, increasing; numbers, each with or without a unit",
        .group = POINTS_GROUP),
    KEY("y", LIST, "values, one for each x", .required = true, .with = ONE_OF("x")),
    KEY("file", FILE,
        "CSV file with the points: a header row with the names of the columns, then numbers",
        .group = POINTS_GROUP),
    KEY("columns", WORDS, "names of two columns of the file: that of x, that of y",
        .size = COLUMN_COUNT, .required = true, .with = ONE_OF("file")),
    KEY("x_unit", TEXT,
        "unit of the numbers of x that are given without one, such as deg; default: SI"),
    KEY("y_unit", TEXT,
        "unit of the numbers of y that are given without one, such as mm; default: SI"),
    KEY_WORD("interpolation", ONE_OF("linear", "cubic", "akima", "pchip"),
             "the curve between two points: straight lines (linear), the natural cubic spline with "
             "continuous curvature (cubic; \"ends\" says how it ends), cubics with local slopes "
             "that do not overshoot far (akima), cubics that keep the data monotonic (pchip)",
             .fallback = "linear"),
    KEY_WORD("ends", ONE_OF("natural", "not_a_knot"),
             "how a cubic spline ends: without curvature (natural), or with the first two pieces "
             "forming one cubic, and the last two as well (not_a_knot), which recorded motions "
             "need for their accelerations",
             .fallback = "natural", .with = ONE_OF("interpolation: cubic")),
    KEY_NUMBER(
        "cutoff", FREQUENCY, POSITIVE,
        "smooths the values before they are interpolated: frequencies above this one are filtered "
        "out, without delay (Butterworth filter of order two, forwards and backwards, which leaves "
        "1/sqrt(2) of an amplitude at the cutoff); x must be a time, in even steps; within one "
        "period of the cutoff from either end the second derivative goes smoothly to zero. The "
        "change of the values is reported; default: no filter"),
    KEY_WORD("outside", ONE_OF("error", "hold", "linear"),
             "beyond the points: the run stops and says where (error), the last value is kept "
             "(hold), or the curve continues along its end tangent (linear)",
             .fallback = "error"),
    {0}};

const Field function_expression_fields[] = {
    KEY("arguments", WORDS,
        "names of the arguments in the order of the call; inside the formula they hide parameters "
        "of the same name",
        .required = true),
    KEY("value", NUMBER,
        "formula of the arguments, of parameters and of other functions; time and measures are "
        "passed as arguments",
        .required = true),
    {0}};
