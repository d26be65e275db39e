// SPDX-License-Identifier: BSD-3-Clause
// tables_analyses.c: the keys of analyses that do not run in time.
#include "language/tables.h"

static const char *const initial_choices[] = {"check", "project", NULL};
static const char *const pencil_choices[] = {"index_3", "index_1", "baumgarte", "ggl", NULL};
static const char *const with_from[] = {"from", NULL};
static const char *const with_baumgarte[] = {"pencil: baumgarte", NULL};

#define START_FIELDS                                                                               \
  {.name = "from",                                                                                 \
   .type = FIELD_ANALYSIS,                                                                         \
   .summary = "earlier analysis at whose end this one starts, or initial: the initial state; "     \
              "unstated: the last assemble or equilibrium before it, else initial"},               \
  {                                                                                                \
    .name = "initial", .type = FIELD_WORD, .choices = initial_choices, .fallback = "check",        \
    .without = "from",                                                                             \
    .summary = "initial positions that do not satisfy the joints are an error (check) or are "     \
               "moved until they do, and it is told how far (project)"                             \
  }

const Field analysis_assemble_fields[] = {
    {.name = "fixed",
     .type = FIELD_NUMBERS,
     .dotted = true,
     .summary = "measures of positions and rates and the values that they get exactly, as in "
                "{crank.angle: 30 deg, bar.tip.x: 0.4, crank.angle_rate: 2}; joints keep their "
                "\"initial\" values likewise"},
    {.name = "fixed",
     .type = FIELD_WORDS,
     .dotted = true,
     .summary = "measures of positions and rates that keep the values of the guess"},
    {.name = "weights",
     .type = FIELD_NUMBERS,
     .range = RANGE_POSITIVE,
     .dotted = true,
     .summary = "what a body's move costs: BODY for all of it, BODY.x, BODY.y, BODY.z and "
                "BODY.angle (in space BODY.rotation) for a part; unstated: 1. The sum of weight "
                "times square is least, lengths by the length scale, angles in radians"},
    {0}};

const Field analysis_kinematics_fields[] = {
    {.name = "duration",
     .type = FIELD_NUMBER,
     .quantity = QUANTITY_TIME,
     .range = RANGE_POSITIVE,
     .required = true,
     .summary = "time from the start of the analysis to its end"},
    {.name = "output_step",
     .type = FIELD_NUMBER,
     .quantity = QUANTITY_TIME,
     .range = RANGE_POSITIVE,
     .summary = "time between two rows of the results; unstated: a thousandth of the duration"},
    START_FIELDS,
    {0}};

const Field analysis_equilibrium_fields[] = {START_FIELDS, {0}};

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

static const Field about_fields[] = {
    {.name = "steady",
     .type = FIELD_BOOLEAN,
     .fallback = "false",
     .summary = "the mechanism moves steadily, as seen from a frame that turns evenly: a governor "
                "at its speed, a conical pendulum, a top. The eigenvalues are those of small "
                "motions in that frame, and the frame is found. Refused where there is none"},
    {0}};

const Field analysis_linearize_fields[] = {
    START_FIELDS,
    {.name = "at",
     .type = FIELD_NUMBER,
     .quantity = QUANTITY_TIME,
     .range = RANGE_NOT_NEGATIVE,
     .with = with_from,
     .summary = "time of the analysis named by \"from\", a dynamics run; unstated: its end"},
    {.name = "about",
     .type = FIELD_MAP,
     .fields = about_fields,
     .summary = "what the small motions are about; unstated: the pose, with the coefficients of "
                "this moment"},
    {.name = "pencil",
     .type = FIELD_WORD,
     .choices = pencil_choices,
     .fallback = "index_3",
     .summary = "form of the equations whose eigenvalues are all listed: q, v, lambda with "
                "positions constrained (index_3), differentiated twice (index_1) or stabilised "
                "(baumgarte, ggl); the true ones are the same in each"},
    {.name = "baumgarte",
     .type = FIELD_MAP,
     .fields = baumgarte_fields,
     .with = with_baumgarte,
     .summary = "constants of Baumgarte's stabilisation"},
    {.name = "modes",
     .type = FIELD_INTEGER,
     .range = RANGE_AT_LEAST_ONE,
     .summary = "how many mode shapes to list, from the lowest frequency on; unstated: 20"},
    {0}};
