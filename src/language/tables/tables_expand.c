// SPDX-License-Identifier: BSD-3-Clause
// tables_expand.c: the keys of what is expanded before elements are looked at: families.
#include "elements/fields/body_fields.h"
#include "language/tables/tables.h"

const Field frame_fields[] = {
    KEY("position", VECTOR,
        "origin of the frame, in the axes of \"relative_to\"; default: its origin",
        .quantity = QUANTITY_LENGTH),
    KEY_NUMBER("angle", ANGLE, ANY,
               "angle from the x axis of \"relative_to\" to that of the frame, counterclockwise",
               .spaces = IN_PLANE, .fallback = "0"),
    KEY("orientation", MAP, "axes of the frame in those of \"relative_to\"; default: the same axes",
        .spaces = IN_SPACE, .fields = body_fields_orientation),
    KEY("relative_to", FRAME, "reference frame in which the pose is given", .fallback = "ground"),
    {0}};

const Field part_fields[] = {
    KEY("template", TEXT, "template that the part is made from", .required = true),
    KEY("position", VECTOR,
        "position of the template's origin, in the axes of \"relative_to\"; default: its origin",
        .quantity = QUANTITY_LENGTH),
    KEY_NUMBER("angle", ANGLE, ANY, "angle by which the template is rotated, counterclockwise",
               .spaces = IN_PLANE, .fallback = "0"),
    KEY("orientation", MAP,
        "axes of the template in those of \"relative_to\"; default: the same axes",
        .spaces = IN_SPACE, .fields = body_fields_orientation),
    KEY("relative_to", FRAME, "reference frame in which the part is placed", .fallback = "ground"),
    KEY("parameters", NUMBERS,
        "values of the template's parameters; the others keep their default values",
        .fields = parameter_fields),
    {0}};

const Field repeat_fields[] = {
    KEY("index", TEXT,
        "name of the index: in a name it is in brackets after an underscore, as in crank_(i+1); in "
        "expressions of the element it is a number",
        .required = true),
    KEY("from", NUMBER,
        "first value of the index, a whole number; may be an expression of parameters",
        .required = true),
    KEY("to", NUMBER, "last value of the index, a whole number; may be an expression of parameters",
        .required = true),
    KEY("step", NUMBER,
        "difference between two values of the index, a whole number; may be negative",
        .fallback = "1"),
    {0}};

const Field every_item_fields[] = {
    KEY("repeat", MAP,
        "repeats the item, once for each value of an index in its name, as in crank_(i); a list of "
        "up to three such maps runs through all combinations. For parameters and outputs the "
        "repeated value is given under \"value\"",
        .fields = repeat_fields),
    {0}};
