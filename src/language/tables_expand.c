// SPDX-License-Identifier: BSD-3-Clause
// tables_expand.c: the keys of what is expanded before elements are looked at: families.
#include "elements/body_fields.h"
#include "language/tables.h"

const Field frame_fields[] = {
    {.name = "position",
     .type = FIELD_VECTOR,
     .quantity = QUANTITY_LENGTH,
     .summary = "origin of the frame, in the axes of \"relative_to\"; unstated: its origin"},
    {.name = "angle",
     .type = FIELD_NUMBER,
     .quantity = QUANTITY_ANGLE,
     .spaces = IN_PLANE,
     .fallback = "0",
     .summary = "angle from the x axis of \"relative_to\" to that of the frame, counterclockwise"},
    {.name = "orientation",
     .type = FIELD_MAP,
     .spaces = IN_SPACE,
     .fields = body_fields_orientation,
     .summary = "axes of the frame in those of \"relative_to\"; unstated: the same axes"},
    {.name = "relative_to",
     .type = FIELD_FRAME,
     .fallback = "ground",
     .summary = "reference frame in which the pose is given"},
    {0}};

const Field part_fields[] = {
    {.name = "template",
     .type = FIELD_TEXT,
     .required = true,
     .summary = "template that the part is made from"},
    {.name = "position",
     .type = FIELD_VECTOR,
     .quantity = QUANTITY_LENGTH,
     .summary = "where the template's origin is, in the axes of \"relative_to\"; unstated: at its "
                "origin"},
    {.name = "angle",
     .type = FIELD_NUMBER,
     .quantity = QUANTITY_ANGLE,
     .spaces = IN_PLANE,
     .fallback = "0",
     .summary = "angle by which the template is turned, counterclockwise"},
    {.name = "orientation",
     .type = FIELD_MAP,
     .spaces = IN_SPACE,
     .fields = body_fields_orientation,
     .summary = "axes of the template in those of \"relative_to\"; unstated: the same axes"},
    {.name = "relative_to",
     .type = FIELD_FRAME,
     .fallback = "ground",
     .summary = "reference frame in which the part is placed"},
    {.name = "parameters",
     .type = FIELD_NUMBERS,
     .fields = parameter_fields,
     .summary = "values of the template's parameters; what is not named keeps its usual value"},
    {0}};

const Field repeat_fields[] = {
    {.name = "index",
     .type = FIELD_TEXT,
     .required = true,
     .summary = "name of the index: in a name it stands in brackets behind an underscore, as in "
                "crank_(i+1); in expressions of the element it is a number"},
    {.name = "from",
     .type = FIELD_NUMBER,
     .required = true,
     .summary = "first value of the index, a whole number; may be an expression of parameters"},
    {.name = "to",
     .type = FIELD_NUMBER,
     .required = true,
     .summary = "last value of the index, a whole number; may be an expression of parameters"},
    {.name = "step",
     .type = FIELD_NUMBER,
     .fallback = "1",
     .summary = "difference between two values of the index, a whole number; may be negative"},
    {0}};

const Field every_item_fields[] = {
    {.name = "repeat",
     .type = FIELD_MAP,
     .fields = repeat_fields,
     .summary = "makes a family of the item, one member for each value of an index that stands in "
                "its name, as in crank_(i); a list of up to three such maps runs through all "
                "combinations. A member of parameters or outputs is written under \"value\""},
    {0}};
