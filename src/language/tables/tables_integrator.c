// SPDX-License-Identifier: BSD-3-Clause
// tables_integrator.c: the keys of the integrator block of an analysis.
#include "language/tables/tables.h"

#include <stddef.h>

static const char *const method_choices[] = {"auto",
#define METHOD(word, symbol, steps, summary) #word,
#include "model/methods.def"
#undef METHOD
                                             NULL};

static const Field absolute_fields[] = {
    KEY_NUMBER("length", LENGTH, POSITIVE,
               "tolerance of positions; default: 1e-9, or a hundredth of \"relative\" if that is "
               "less, but at least 1e-13, times the length scale of the model"),
    KEY_NUMBER("angle", ANGLE, POSITIVE,
               "tolerance of angles and Euler parameters; default: 1e-9, or a hundredth of "
               "\"relative\" if that is less, but at least 1e-13"),
    KEY_NUMBER("time", TIME, POSITIVE,
               "time by which these are divided to give the tolerances of velocities",
               .fallback = "1"),
    {0}};

static const Field tolerance_fields[] = {
    KEY_NUMBER("relative", RATIO, TOLERANCE, "relative tolerance of a step", .fallback = "1e-7"),
    KEY_NUMBER("absolute", RATIO, TOLERANCE,
               "absolute tolerance, times the scales of the model: its length for positions, 1 for "
               "angles, both per second for velocities; default: 1e-9, or a hundredth of "
               "\"relative\" if that is less, but at least 1e-13"),
    KEY("absolute", MAP, "absolute tolerances one by one", .fields = absolute_fields),
    {0}};

const Field baumgarte_fields[] = {
    KEY_NUMBER("alpha", FREQUENCY, NOT_NEGATIVE,
               "damping of the violation: Phi'' + 2 alpha Phi' + beta^2 Phi = 0", .fallback = "5"),
    KEY_NUMBER("beta", FREQUENCY, NOT_NEGATIVE, "frequency of the violation in the same equation",
               .fallback = "5"),
    {0}};

enum { STEP_GROUP = -1 };

// The conditions under which a key of one kind of steps stands, from the rows of methods.def.
#define WORD(word) "method: " #word,
#define NO_WORD(word)
#define TOLERANCES_CONTROLLED WORD
#define TOLERANCES_CONTROLLED_OR_FIXED WORD
#define TOLERANCES_FIXED_OR_CONTROLLED WORD
#define TOLERANCES_FIXED NO_WORD
#define STEP_CONTROLLED NO_WORD
#define STEP_CONTROLLED_OR_FIXED WORD
#define STEP_FIXED_OR_CONTROLLED WORD
#define STEP_FIXED WORD
#define ONLY_STEP_CONTROLLED NO_WORD
#define ONLY_STEP_CONTROLLED_OR_FIXED NO_WORD
#define ONLY_STEP_FIXED_OR_CONTROLLED NO_WORD
#define ONLY_STEP_FIXED WORD
static const char *const with_tolerances[] = {"method: auto",
#define METHOD(word, symbol, steps, summary) TOLERANCES_##steps(word)
#include "model/methods.def"
#undef METHOD
                                              NULL};
static const char *const with_fixed_step[] = {
#define METHOD(word, symbol, steps, summary) STEP_##steps(word)
#include "model/methods.def"
#undef METHOD
    NULL};
static const char *const with_only_a_step[] = {
#define METHOD(word, symbol, steps, summary) ONLY_STEP_##steps(word)
#include "model/methods.def"
#undef METHOD
    NULL};
static const char *const with_index_3[] = {"method: newmark", "method: hht",
                                           "method: generalized_alpha", NULL};

const Field integrator_fields[] = {
    {.name = "method",
     .type = FIELD_WORD,
     .choices = method_choices,
     .fallback = "auto",
     .summary = "integration method: "
#define METHOD(word, symbol, steps, summary) #word ", " summary "; "
#include "model/methods.def"
#undef METHOD
                "auto chooses, and the summary says what and why"},
    KEY_WORD("formulation", ONE_OF("auto", "explicit", "index_1", "baumgarte", "ggl"),
             "form of the equations: explicit and index_1 project positions and velocities at "
             "every step, baumgarte and ggl stabilise them; auto chooses by size and stiffness, "
             "and the summary says what and why",
             .fallback = "auto", .with = ONE_OF("method: auto", "method: ida")),
    KEY_WORD(
        "coordinates", ONE_OF("auto", "joint", "absolute"),
        "coordinates of the equations of motion: absolute are those of all bodies, with joints "
        "as constraints; joint are those that the joints leave free, without constraints, for "
        "open mechanisms in space: chains, arms, trees, bodies that float. Both give the same "
        "motion. auto takes joint where the mechanism allows it and the joints take away more "
        "than half of the freedoms of the bodies; less time is needed then",
        .fallback = "auto", .with = ONE_OF("method: auto", "method: runge_kutta")),
    KEY("tolerances", MAP, "bounds of the local error of a step", .fields = tolerance_fields,
        .with = with_tolerances, .group = STEP_GROUP),
    KEY_NUMBER("max_step", TIME, POSITIVE,
               "largest step; default: a twentieth of the duration if expressions, curves, "
               "friction or contact may change quickly, and for all methods except runge_kutta; "
               "otherwise no limit. The summary gives the number of steps that it limited. "
               "Singular poses are passed in one step, if need be a longer one, since short steps "
               "end so close to them that round-off decides",
               .with = with_tolerances, .without = ONE_OF("step")),
    KEY_NUMBER("initial_step", TIME, POSITIVE, "first step; default: chosen by the integrator",
               .with = with_tolerances, .without = ONE_OF("step")),
    KEY("max_steps", INTEGER,
        "number of steps after which the run is stopped; default: the budget of the command line",
        .range = RANGE_AT_LEAST_ONE),
    KEY("baumgarte", MAP, "constants of Baumgarte's stabilisation", .fields = baumgarte_fields,
        .with = ONE_OF("formulation: baumgarte")),
    KEY_NUMBER("step", TIME, POSITIVE,
               "fixed step; without it, methods with error control choose their own",
               .with = with_fixed_step, .needed = with_only_a_step, .group = STEP_GROUP),
    KEY("order", INTEGER,
        "order: 5 or 8 of runge_kutta (Dormand and Prince; default: 8), 2 or 4 of symplectic "
        "(default: 2)",
        .range = RANGE_AT_LEAST_ONE, .with = ONE_OF("method: runge_kutta", "method: symplectic")),
    KEY_NUMBER("beta", RATIO, POSITIVE,
               "constant of Newmark's method, for accelerations in positions; with joints it must "
               "be above gamma/2; default: (gamma + 1/2)^2/4, which damps most",
               .with = ONE_OF("method: newmark")),
    KEY_NUMBER("gamma", RATIO, AT_LEAST_HALF,
               "constant of Newmark's method, for accelerations in velocities: 1/2 does not damp "
               "and has order 2, above 1/2 it damps and has order 1",
               .with = ONE_OF("method: newmark"), .fallback = "0.6"),
    KEY_NUMBER("alpha", RATIO, MINUS_THIRD_TO_ZERO,
               "constant of the Hilber-Hughes-Taylor method, -1/3 (most damping) to 0 (none)",
               .with = ONE_OF("method: hht"), .fallback = "-0.1"),
    KEY_NUMBER(
        "spectral_radius", RATIO, ZERO_TO_ONE,
        "fraction of infinitely fast motions that a step leaves, 0 (most damping) to 1 (none)",
        .with = ONE_OF("method: generalized_alpha"), .fallback = "0.8"),
    KEY_WORD(
        "projection", ONE_OF("none", "velocity"),
        "velocity: positions and velocities are projected onto the constraints after every step; "
        "none: the method satisfies them in the positions, and in the velocities up to its error",
        .fallback = "none", .with = with_index_3),
    KEY("allow_undamped", BOOLEAN,
        "whether constants without damping are accepted with joints, where velocities and "
        "reactions can grow without bound",
        .with = with_index_3),
    {0}};
