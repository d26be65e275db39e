// SPDX-License-Identifier: BSD-3-Clause
// language.c: the language of model files, from the registries and the tables of model.h.
#include <string.h>

#include "elements/registry.h"
#include "language/names.h"
#include "language/tables.h"

enum { COLLECTION_COUNT = 6, FORMAT_VERSION = 1 };

static const Kind analyses[] = {
    {.type = "assemble",
     .summary = "the initial state from a rough guess: bodies are moved, as little as can be, "
                "until all joints are closed and motions and couplers hold at t = 0, then "
                "velocities are changed until they go on so; analyses behind it that say no "
                "\"from\" start there",
     .spaces = IN_BOTH,
     .fields = analysis_assemble_fields},
    {.type = "dynamics",
     .summary = "motion in time from the initial state, by integration of the equations of "
                "motion",
     .spaces = IN_BOTH,
     .fields = analysis_dynamics_fields},
    {.type = "equilibrium",
     .summary = "positions at which the mechanism stays at rest, by Newton's method or else by "
                "relaxation, and whether it comes back to them",
     .spaces = IN_BOTH,
     .fields = analysis_equilibrium_fields},
    {.type = "kinematics",
     .summary =
         "motion of a mechanism whose every coordinate is driven by motions: positions, rates "
         "and accelerations from geometry alone, reactions and the forces of motions from "
         "the equations of motion (inverse dynamics)",
     .spaces = IN_BOTH,
     .fields = analysis_kinematics_fields},
    {.type = "linearize",
     .summary = "small motions about a state: all eigenvalues, each with a label that tells true "
                "from spurious, and the shapes of the modes",
     .spaces = IN_BOTH,
     .fields = analysis_linearize_fields}};

static const Kind functions[] = {
    {.type = "table",
     .summary = "values between given points, called as NAME(x)",
     .detail = "It reads its points from the file of the model or from a CSV file; the derivative "
               "is that of the curve, exactly. Where a value, slope or curvature jumps (at the "
               "points of linear, akima and pchip, at the ends of what is held) the integrator "
               "stops or looks for the crossing",
     .spaces = IN_BOTH,
     .fields = function_table_fields},
    {.type = "expression",
     .summary = "a formula of named arguments, called as NAME(a, b, ...)",
     .detail = "It stands in place of its call, so its derivatives are exact and its dimensions "
               "are checked where it is called. It may use parameters and call other functions",
     .spaces = IN_BOTH,
     .fields = function_expression_fields}};

static const char *leaves(const JointKind *kind, Arena *arena) {
  static const char prefix[] = "It leaves ";
  const size_t length = sizeof prefix - 1 + strlen(kind->leaves);
  char *text = arena_alloc(arena, length + 1);
  if (text != NULL) {
    memcpy(text, prefix, sizeof prefix - 1);
    memcpy(text + sizeof prefix - 1, kind->leaves, strlen(kind->leaves));
  }
  return text;
}

static int take_bodies(Kind *kinds) {
  int count = 0;
  for (int k = 0; k < registry_body_count(); k++) {
    const BodyKind *kind = body_kinds[k];
    if (kind != registry_ground(IN_PLANE) && kind != registry_ground(IN_SPACE)) {
      kinds[count++] = (Kind){.type = kind->type,
                              .summary = kind->summary,
                              .spaces = kind->spaces,
                              .fields = kind->fields};
    }
  }
  return count;
}

static int take_joints(Kind *kinds, Arena *arena) {
  const int count = registry_joint_count();
  for (int k = 0; k < count; k++) {
    const JointKind *kind = &joint_kinds[k];
    kinds[k] = (Kind){.type = kind->type,
                      .summary = kind->summary,
                      .detail = leaves(kind, arena),
                      .spaces = kind->spaces,
                      .fields = kind->fields};
  }
  return count;
}

static int take_forces(Kind *kinds) {
  const int count = registry_force_count();
  for (int k = 0; k < count; k++) {
    const ForceKind *kind = force_kinds[k];
    kinds[k] = (Kind){.type = kind->type,
                      .summary = kind->summary,
                      .spaces = kind->spaces,
                      .fields = kind->fields};
  }
  return count;
}

static int take_couplers(Kind *kinds) {
  for (int k = 0; k < coupler_kind_count; k++) {
    kinds[k] = coupler_kinds[k].kind;
  }
  return coupler_kind_count;
}

static const char *level_phrase(MeasureLevel level) {
  switch (level) {
  case LEVEL_POSITION:
    return "position";
  case LEVEL_VELOCITY:
    return "rate";
  case LEVEL_ACCELERATION:
    return "acceleration";
  case LEVEL_REACTION:
    return "reaction";
  case LEVEL_LEDGER:
    break;
  }
  return "result";
}

static void take_measures(MeasureDoc *measures) {
  for (int k = 0; k < measure_kind_count(); k++) {
    const MeasureKind *kind = &measure_kinds[k];
    measures[k] = (MeasureDoc){.owner = measure_owner(kind),
                               .name = kind->name,
                               .level = level_phrase(kind->level),
                               .summary = kind->summary,
                               .spaces = kind->spaces,
                               .unit = kind->unit};
  }
}

// ---- the top level ----

static int row_count(const Field *fields) {
  int count = 0;
  while (fields[count].name != NULL) {
    count++;
  }
  return count;
}

// A template may hold what has a name that expressions or elements read: all collections but those
// of the whole model.
static bool fits_template(const Field *field) {
  static const char *const others[] = {"functions", "analyses", "outputs", "checks", "templates"};
  for (size_t k = 0; k < sizeof others / sizeof *others; k++) {
    if (strcmp(others[k], field->name) == 0) {
      return false;
    }
  }
  return field->type == FIELD_ELEMENTS || field->type == FIELD_COLLECTION ||
         field->type == FIELD_NUMBERS;
}

// The table of model.h, with that of the templates made of its rows. NULL when memory ran out.
static const Field *take_top(Arena *arena) {
  const int rows = row_count(model_fields);
  Field *top = arena_array(arena, Field, rows + 1);
  Field *inner = arena_array(arena, Field, rows + 1);
  if (top == NULL || inner == NULL) {
    return NULL;
  }
  int inner_count = 0;
  for (int k = 0; k < rows; k++) {
    top[k] = model_fields[k];
    if (fits_template(&top[k])) {
      inner[inner_count] = top[k];
      inner[inner_count++].required = false;
    }
    if (strcmp(top[k].name, "templates") == 0) {
      top[k].fields = inner;
    }
  }
  return top;
}

const Language *tables_language(Arena *arena) {
  Language *language = arena_new(arena, Language);
  KindTable *tables = arena_array(arena, KindTable, COLLECTION_COUNT);
  Kind *bodies = arena_array(arena, Kind, registry_body_count());
  Kind *joints = arena_array(arena, Kind, registry_joint_count());
  Kind *forces = arena_array(arena, Kind, registry_force_count());
  Kind *couplers = arena_array(arena, Kind, coupler_kind_count);
  MeasureDoc *measures = arena_array(arena, MeasureDoc, measure_kind_count());
  if (language == NULL || tables == NULL || bodies == NULL || joints == NULL || forces == NULL ||
      couplers == NULL || measures == NULL) {
    return NULL;
  }
  take_measures(measures);
  tables[0] = (KindTable){
      .collection = "bodies", .item = "body", .kinds = bodies, .count = take_bodies(bodies)};
  tables[1] = (KindTable){.collection = "joints",
                          .item = "joint",
                          .kinds = joints,
                          .count = take_joints(joints, arena)};
  tables[2] = (KindTable){
      .collection = "forces", .item = "force", .kinds = forces, .count = take_forces(forces)};
  tables[3] = (KindTable){.collection = "analyses",
                          .item = "analysis",
                          .named_apart = true,
                          .kinds = analyses,
                          .count = sizeof analyses / sizeof *analyses};
  tables[4] = (KindTable){.collection = "functions",
                          .item = "function",
                          .kinds = functions,
                          .count = sizeof functions / sizeof *functions};
  tables[5] = (KindTable){.collection = "couplers",
                          .item = "coupler",
                          .kinds = couplers,
                          .count = take_couplers(couplers)};
  const Field *top = take_top(arena);
  if (top == NULL) {
    return NULL;
  }
  *language = (Language){.top = top,
                         .tables = tables,
                         .table_count = COLLECTION_COUNT,
                         .version = FORMAT_VERSION,
                         .every_item = every_item_fields,
                         .measures = measures,
                         .measure_count = measure_kind_count()};
  language->reserved_count = names_reserved(&language->reserved);
  return language;
}
