// SPDX-License-Identifier: BSD-3-Clause
// tables_integrator.c: the keys of the integrator block of an analysis (rules.md section 6).
#include "language/tables.h"

#include <stddef.h>

static const char *const method_choices[] = {
    "auto", "ida", "runge_kutta", "newmark", "hht", "generalized_alpha", "symplectic", NULL};
static const char *const projection_choices[] = {"none", "velocity", NULL};
static const char *const formulation_choices[] = {"auto",      "explicit", "index_1",
                                                  "baumgarte", "ggl",      NULL};

static const Field absolute_fields[] = {
    {.name = "length",
     .type = FIELD_NUMBER,
     .quantity = QUANTITY_LENGTH,
     .range = RANGE_POSITIVE,
     .summary = "tolerance of positions; unstated: 1e-9, or a hundredth of \"relative\" where that "
                "is less, but not below 1e-13, times the length scale of the model"},
    {.name = "angle",
     .type = FIELD_NUMBER,
     .quantity = QUANTITY_ANGLE,
     .range = RANGE_POSITIVE,
     .summary = "tolerance of angles and Euler parameters; unstated: 1e-9, or a hundredth of "
                "\"relative\" where that is less, but not below 1e-13"},
    {.name = "time",
     .type = FIELD_NUMBER,
     .quantity = QUANTITY_TIME,
     .range = RANGE_POSITIVE,
     .fallback = "1",
     .summary = "time by which these are divided to give the tolerances of velocities"},
    {0}};

static const Field tolerance_fields[] = {
    {.name = "relative",
     .type = FIELD_NUMBER,
     .quantity = QUANTITY_RATIO,
     .range = RANGE_TOLERANCE,
     .fallback = "1e-7",
     .summary = "relative tolerance of a step"},
    {.name = "absolute",
     .type = FIELD_NUMBER,
     .quantity = QUANTITY_RATIO,
     .range = RANGE_TOLERANCE,
     .summary = "absolute tolerance, times the scales of the model: its length for positions, 1 "
                "for angles, both per second for velocities; unstated: 1e-9, or a hundredth of "
                "\"relative\" where that is less, but not below 1e-13"},
    {.name = "absolute",
     .type = FIELD_MAP,
     .fields = absolute_fields,
     .summary = "absolute tolerances one by one"},
    {0}};

static const Field baumgarte_fields[] = {
    {.name = "alpha",
     .type = FIELD_NUMBER,
     .quantity = QUANTITY_FREQUENCY,
     .range = RANGE_NOT_NEGATIVE,
     .fallback = "5",
     .summary = "damping of the violation: Phi'' + 2 alpha Phi' + beta^2 Phi = 0"},
    {.name = "beta",
     .type = FIELD_NUMBER,
     .quantity = QUANTITY_FREQUENCY,
     .range = RANGE_NOT_NEGATIVE,
     .fallback = "5",
     .summary = "frequency of the violation in the same equation"},
    {0}};

enum { STEP_GROUP = -1 };

static const char *const with_ida[] = {"method: auto", "method: ida", NULL};
static const char *const with_tolerances[] = {"method: auto",
                                              "method: ida",
                                              "method: runge_kutta",
                                              "method: newmark",
                                              "method: hht",
                                              "method: generalized_alpha",
                                              NULL};
static const char *const with_fixed_step[] = {"method: runge_kutta", "method: newmark",
                                              "method: hht",         "method: generalized_alpha",
                                              "method: symplectic",  NULL};
static const char *const with_symplectic[] = {"method: symplectic", NULL};
static const char *const with_order[] = {"method: runge_kutta", "method: symplectic", NULL};
static const char *const with_index_3[] = {"method: newmark", "method: hht",
                                           "method: generalized_alpha", NULL};
static const char *const with_newmark[] = {"method: newmark", NULL};
static const char *const with_hht[] = {"method: hht", NULL};
static const char *const with_generalized_alpha[] = {"method: generalized_alpha", NULL};
static const char *const with_baumgarte[] = {"formulation: baumgarte", NULL};

const Field integrator_fields[] = {
    {.name = "method",
     .type = FIELD_WORD,
     .choices = method_choices,
     .fallback = "auto",
     .summary = "integration method: ida, the variable-order BDF method of SUNDIALS; runge_kutta, "
                "explicit with dense output; newmark, hht and generalized_alpha, implicit on the "
                "position constraints; symplectic, fixed step for long conservative motions; auto "
                "chooses, and the summary says what and why"},
    {.name = "formulation",
     .type = FIELD_WORD,
     .choices = formulation_choices,
     .fallback = "auto",
     .with = with_ida,
     .summary = "form of the equations: explicit and index_1 project positions and velocities at "
                "every step, baumgarte and ggl stabilise them; auto chooses by size and "
                "stiffness, and the summary says what and why"},
    {.name = "tolerances",
     .type = FIELD_MAP,
     .fields = tolerance_fields,
     .with = with_tolerances,
     .group = STEP_GROUP,
     .summary = "bounds of the local error of a step"},
    {.name = "max_step",
     .type = FIELD_NUMBER,
     .quantity = QUANTITY_TIME,
     .range = RANGE_POSITIVE,
     .with = with_tolerances,
     .without = "step",
     .summary =
         "largest step; unstated: a twentieth of the duration where expressions, curves, "
         "friction or contact may do something quickly, and for all methods but runge_kutta; "
         "none elsewhere. The summary tells how many steps it held. Singular poses are passed in "
         "one step, if need be a longer one: short ones end so near that round-off decides"},
    {.name = "initial_step",
     .type = FIELD_NUMBER,
     .quantity = QUANTITY_TIME,
     .range = RANGE_POSITIVE,
     .with = with_tolerances,
     .without = "step",
     .summary = "first step; unstated: chosen by the integrator"},
    {.name = "max_steps",
     .type = FIELD_INTEGER,
     .range = RANGE_AT_LEAST_ONE,
     .summary = "steps after which the run is ended; unstated: the budget of the command line"},
    {.name = "baumgarte",
     .type = FIELD_MAP,
     .fields = baumgarte_fields,
     .with = with_baumgarte,
     .summary = "constants of Baumgarte's stabilisation"},
    {.name = "step",
     .type = FIELD_NUMBER,
     .quantity = QUANTITY_TIME,
     .range = RANGE_POSITIVE,
     .with = with_fixed_step,
     .needed = with_symplectic,
     .group = STEP_GROUP,
     .summary = "fixed step; methods with error control choose their own where it is unstated"},
    {.name = "order",
     .type = FIELD_INTEGER,
     .range = RANGE_AT_LEAST_ONE,
     .with = with_order,
     .summary = "order: 5 or 8 of runge_kutta (Dormand and Prince; unstated: 8), 2 or 4 of "
                "symplectic (unstated: 2)"},
    {.name = "beta",
     .type = FIELD_NUMBER,
     .quantity = QUANTITY_RATIO,
     .range = RANGE_POSITIVE,
     .with = with_newmark,
     .summary = "constant of Newmark's method, of accelerations in positions; on joints it must be "
                "above gamma/2; unstated: (gamma + 1/2)^2/4, which damps most"},
    {.name = "gamma",
     .type = FIELD_NUMBER,
     .quantity = QUANTITY_RATIO,
     .range = RANGE_AT_LEAST_HALF,
     .with = with_newmark,
     .fallback = "0.6",
     .summary = "constant of Newmark's method, of accelerations in velocities: 1/2 does not damp "
                "and has order 2, above 1/2 it damps and has order 1"},
    {.name = "alpha",
     .type = FIELD_NUMBER,
     .quantity = QUANTITY_RATIO,
     .range = RANGE_MINUS_THIRD_TO_ZERO,
     .with = with_hht,
     .fallback = "-0.1",
     .summary = "constant of the Hilber-Hughes-Taylor method, -1/3 (most damping) to 0 (none)"},
    {.name = "spectral_radius",
     .type = FIELD_NUMBER,
     .quantity = QUANTITY_RATIO,
     .range = RANGE_ZERO_TO_ONE,
     .with = with_generalized_alpha,
     .fallback = "0.8",
     .summary = "what a step leaves of infinitely fast motions, 0 (most damping) to 1 (none)"},
    {.name = "projection",
     .type = FIELD_WORD,
     .choices = projection_choices,
     .fallback = "none",
     .with = with_index_3,
     .summary = "velocity: positions and velocities are projected onto the constraints after "
                "every step, none: positions satisfy them by themselves, velocities as far as the "
                "method's error allows"},
    {.name = "allow_undamped",
     .type = FIELD_BOOLEAN,
     .with = with_index_3,
     .summary = "whether constants without damping are taken on joints, where velocities and "
                "reactions can grow without bound"},
    {0}};
