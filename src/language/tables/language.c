// SPDX-License-Identifier: BSD-3-Clause
// language.c: the language of model files, from the registries and the tables of model.h.
#include <string.h>

#include "base/text.h"
#include "elements/registry.h"
#include "language/tables/names.h"
#include "language/tables/tables.h"

enum { COLLECTION_COUNT = 6, FORMAT_VERSION = 1 };

static const Kind analyses[] = {
#define ANALYSIS(word, symbol, summary) KIND(#word, analysis_##word##_fields, summary),
#include "model/analyses.def"
#undef ANALYSIS
};

static const Kind functions[] = {
    KIND(
        "table", function_table_fields, "values between given points, called as NAME(x)",
        .detail =
            "Its points are in the model file or in a CSV file; the derivative is exactly that of "
            "the curve. Where a value, slope or curvature jumps (at the points of linear, akima "
            "and pchip, at the ends of a held value) the integrator stops or locates the crossing"),
    KIND("expression", function_expression_fields,
         "a formula of named arguments, called as NAME(a, b, ...)",
         .detail = "It replaces its call, so its derivatives are exact and its dimensions are "
                   "checked at the call. It may use parameters and call other functions")};

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
                      .detail = text_print(arena, "It leaves %s", kind->leaves),
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
                               .level = level_phrase(measure_level(kind->quantity)),
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
  static const char *const others[] = {"functions", "analyses", "outputs",      "checks",
                                       "templates", "groups",   "contact_pairs"};
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
  const KindTable made[] = {
      {"bodies", "body", false, bodies, take_bodies(bodies)},
      {"joints", "joint", false, joints, take_joints(joints, arena)},
      {"forces", "force", false, forces, take_forces(forces)},
      {"analyses", "analysis", true, analyses, sizeof analyses / sizeof *analyses},
      {"functions", "function", false, functions, sizeof functions / sizeof *functions},
      {"couplers", "coupler", false, couplers, take_couplers(couplers)}};
  memcpy(tables, made, sizeof made);
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
