// SPDX-License-Identifier: BSD-3-Clause
// tables.h: the whole language, made in language.c of the tables and the registries.
#ifndef MBS_LANGUAGE_TABLES_TABLES_H
#define MBS_LANGUAGE_TABLES_TABLES_H

#include "base/arena.h"
#include "elements/frames/element.h"
#include "elements/pairs/support.h"
#include "spec/language.h"

// The language of model files, from the registries of the elements floor and the tables of
// this floor. NULL when memory ran out.
const Language *tables_language(Arena *arena);

// The tables of everything above the elements, for schema, reference page and explain.
extern const Field model_fields[]; // top level
#define ANALYSIS(word, symbol, summary) extern const Field analysis_##word##_fields[];
#include "model/analyses.def"
#undef ANALYSIS
extern const Field baumgarte_fields[], integrator_fields[];
extern const Field event_fields[];
extern const Field check_fields[];
extern const Field part_fields[];
extern const Field parameter_fields[]; // of a parameter that is a map
extern const Field output_fields[];    // of an output that is a map
extern const Field frame_fields[];     // of a reference frame
extern const Field gauge_fields[];
extern const Field signal_fields[]; // of a signal that is a map
extern const Field group_fields[], contact_pair_fields[];
extern const Field every_item_fields[]; // what every item of a collection may have: "repeat"
extern const Field repeat_fields[];
extern const Field function_table_fields[];
extern const Field function_expression_fields[];

// One end of a coupler of two joints: sign * weight * coordinate is its share of what is kept.
typedef struct CouplerEnd {
  const char *joint; // the key that names it
  JointCoordinate coordinate;
  const char *weights[2]; // keys of the weight, the first one that is stated counts; none: 1
  int sign;
  const char *turned; // the key whose truth changes the sign, or NULL
} CouplerEnd;

// A type of coupler: the two ends of joints, or, without ends (NULL), an expression of its key
// "relation"; or what holds velocities (language/joints/rates.h).
typedef enum CouplerForm {
  COUPLER_OF_RATES, // an expression of rates
  COUPLER_EDGE,
  COUPLER_ROLLING
} CouplerForm;
typedef struct CouplerRates {
  CouplerForm form;
  SupportShape shape; // of what rolls
  const char *size;   // the key with which its numbers begin
} CouplerRates;

typedef struct CouplerKind {
  Kind kind;
  const CouplerEnd *ends;
  const CouplerRates *rates; // NULL: it holds positions
} CouplerKind;

extern const CouplerKind coupler_kinds[];
extern const int coupler_kind_count;
extern const Field motion_fields[];

#endif
