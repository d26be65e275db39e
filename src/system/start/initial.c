// SPDX-License-Identifier: BSD-3-Clause
// initial.c: initial positions, accelerations and unwrapped angles (see initial.h).
#include "system/start/initial.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/number.h"
#include "system/constraints/law.h"
#include "system/constraints/rows.h"
#include "system/forces/preload.h"
#include "system/mechanism/placement.h"
#include "system/saddle/kkt.h"
#include "system/saddle/project.h"
#include "system/start/conflict.h"
#include "system/start/mobility.h"
#include "system/start/start_remarks.h"
#include "system/start/starts.h"
#include "system/state/constraint.h"
#include "system/state/length.h"
#include "system/state/tolerance_weights.h"

static const double EXACT = 1e-12; // scaled misfit that is left alone
static const double CLOSE = 1e-6;  // scaled misfit that is projected and told
enum { ASSEMBLY_ITERATIONS = 100 };

static void initial_coordinates(State *state) {
  const System *system = state->system;
  for (int b = 1; b < system->body_count; b++) {
    placement_coordinates(system->model, state->values, b, state->q + system->bodies[b].q);
  }
}

// A relation has the unit of the coordinate that counts most. Returns that unit.
static double unit_of_relation(State *state, int r) {
  const System *system = state->system;
  const SystemRelation *relation = &system->relations[r];
  double unit = 0;
  state->row_size[relation->row] = 1;
  state->relations[r].turns = false;
  for (int c = relation->first; c < relation->first + relation->count; c++) {
    const SystemCoordinate *at = &system->coordinates[c];
    const bool turns = at->form == COORDINATE_TURN || at->form == COORDINATE_BEARING ||
                       at->form == COORDINATE_SPIN || at->form == COORDINATE_DOT ||
                       at->form == COORDINATE_ROTOR;
    const double own = turns ? 1 : length_of_pair(state, system->coordinates[c].body);
    const double f = fabs(state->terms[c].f);
    if (f * own > unit) {
      state->row_size[relation->row] = f;
      state->relations[r].turns = turns;
    }
    unit = fmax(unit, f * own);
  }
  return unit > 0 ? unit : 1;
}

static double unit_of(State *state, int i) {
  const SystemRow *row = &state->system->rows[i];
  if (row->part < 0) {
    return unit_of_relation(state, i - state->system->relation_row);
  }
  return state->system->parts[row->part].primitive->pure_number ? 1
                                                                : length_of_pair(state, row->pair);
}

// Units of the rows, S = diag(J M^-1 J'), and which rows eps S softens: those that no structure
// says to be independent.
static void scale_rows(State *state) {
  const System *system = state->system;
  state->soft = false;
  state->dropped = 0;
  memset(state->row_dropped, 0, (size_t)system->nc * sizeof(double));
  for (int i = 0; i < system->nc; i++) {
    const SystemRow *row = &system->rows[i];
    const bool independent = row->rotor || (row->part >= 0 && !system->in_loop[row->constraint]);
    const double S = row_stiffness(state, i);
    state->soft = state->soft || !independent;
    state->row_scale[i] = S > 0 ? S : 1;
    state->row_soft[i] = independent ? 0 : state->row_scale[i];
    state->row_unit[i] = unit_of(state, i);
    state->row_weight[i] = 1 / state->row_unit[i];
  }
}

// Lengths, sizes and units of the present pose as those of the start.
static void measure_start(State *state) {
  lengths_find(state);
  tolerance_weights_start(state);
  scale_rows(state);
}

// Sizes of a joint's rows: lengths and pure numbers apart.
typedef struct Misfit {
  double length, angle, scaled;
} Misfit;

static Misfit misfit_of_joint(const State *state, int joint) {
  const System *system = state->system;
  Misfit misfit = {0, 0, 0};
  for (int p = system->joint_first_part[joint]; p < system->joint_first_part[joint + 1]; p++) {
    const SystemPart *part = &system->parts[p];
    for (int r = 0; r < part->primitive->row_count; r++) {
      const double size = fabs(state->rows[p].phi[r]);
      double *largest = part->primitive->pure_number ? &misfit.angle : &misfit.length;
      *largest = fmax(*largest, size);
      misfit.scaled = fmax(misfit.scaled, size / state->row_unit[part->row + r]);
    }
  }
  return misfit;
}

static void report_relations(const State *state, Diag *diag) {
  const Model *model = state->system->model;
  for (int r = 0; r < model->relation_count; r++) {
    const Relation *relation = &model->relations[r];
    const double misfit = constraint_misfit(state, model->joint_count + r);
    if (misfit <= CLOSE) {
      continue;
    }
    if (!isfinite(misfit)) {
      diag_at(diag, DIAG_IC_POSITION, relation->origin,
              "at the start %s \"%s\" requires a value that is not finite, or its derivatives are "
              "not finite",
              relation->what, relation->name);
      diag_hint(diag, "a root, a distance or a quotient that starts at zero has no slope there: "
                      "start away from it, or write it without one");
      continue;
    }
    const bool motion = relation->owner == RELATION_OF_MOTION;
    const bool angle = relation->coordinates[0].form == COORDINATE_TURN;
    const double off = row_phi(state, state->system->relations[r].row);
    const char *unit = angle ? "rad" : "m";
    diag_at(diag, DIAG_IC_POSITION, relation->origin,
            "at the start %s%s \"%s\" differs from %s by %.9g%s%s",
            motion ? "the coordinate of " : "", relation->what, relation->name,
            motion ? "its law" : "its relation", off, motion ? " " : "", motion ? unit : "");
    if (motion) {
      diag_hint(diag,
                "a law gives the coordinate itself, not its change: add %.6g %s to the law, or "
                "correct the initial values of its bodies (\"initial: project\" in the analysis "
                "moves them and reports it)",
                off, unit);
    } else {
      diag_hint(diag, "correct the initial values of its bodies, or use \"initial: project\" in "
                      "the analysis to have them moved and reported");
    }
  }
}

// Where a quaternion gives an orientation its order may be another one.
static const char *order_of_quaternions(const Model *model, const Joint *joint) {
  const int markers[] = {joint->marker_i, joint->marker_j};
  for (int side = 0; side < 2; side++) {
    const Marker *marker = &model->markers[markers[side]];
    if (marker->orientation.form == ORIENTATION_QUATERNION ||
        model->bodies[marker->body].orientation.form == ORIENTATION_QUATERNION) {
      return "; a quaternion is [w, x, y, z], the scalar first";
    }
  }
  return "";
}

// Where the two markers of a joint stand, in ground axes.
static void tell_places(State *state, const Joint *joint, char *text, size_t size) {
  const double *i = state_frame(state, joint->marker_i)->x;
  const double *j = state_frame(state, joint->marker_j)->x;
  if (state->system->planar) {
    (void)snprintf(text, size, "; its markers are at [%.6g, %.6g] and [%.6g, %.6g] m", i[0], i[1],
                   j[0], j[1]);
  } else {
    (void)snprintf(text, size, "; its markers are at [%.6g, %.6g, %.6g] and [%.6g, %.6g, %.6g] m",
                   i[0], i[1], i[2], j[0], j[1], j[2]);
  }
}

// What a joint's length (of a rod, an offset) would have to be for the positions to fit, as ";
// \"length\" is 0.5 m at the start"; of a joint that misses its position its markers; or "".
static void tell_length(State *state, int joint, bool misses, char *text, size_t size) {
  const System *system = state->system;
  text[0] = '\0';
  const int first = system->joint_first_part[joint];
  const SystemPart *part = &system->parts[first];
  const bool alone = system->joint_first_part[joint + 1] == first + 1;
  if (alone && part->offset_number >= 0 && !part->primitive->pure_number) {
    char number[NUMBER_TEXT_SIZE];
    const double length = state->rows[first].phi[0] + state->values[part->offset_number];
    number_format_digits(6, length, number);
    snprintf(text, size, "; its length is %s m there", number);
  } else if (misses) {
    tell_places(state, &system->model->joints[joint], text, size);
  }
}

static void report_misfits(State *state, Diag *diag) {
  const Model *model = state->system->model;
  for (int j = 0; j < model->joint_count; j++) {
    const Joint *joint = &model->joints[j];
    const Misfit misfit = misfit_of_joint(state, j);
    if (misfit.scaled <= CLOSE) {
      continue;
    }
    const double length_limit = CLOSE * constraint_length(state, j);
    char length[2][NUMBER_TEXT_SIZE], angle[2][NUMBER_TEXT_SIZE];
    number_format_apart(3, 2, (const double[]){misfit.length, length_limit}, length);
    number_format_apart(3, 2, (const double[]){misfit.angle, CLOSE}, angle);
    if (misfit.length > 0 && misfit.angle > CLOSE) {
      diag_at(diag, DIAG_IC_POSITION, joint->origin,
              "at the start joint \"%s\" is off by %s m in position and %s rad in direction (at "
              "most %s m is corrected)",
              joint->name, length[0], angle[0], length[1]);
    } else if (misfit.length > 0) {
      diag_at(diag, DIAG_IC_POSITION, joint->origin,
              "at the start joint \"%s\" is off by %s m in position (at most %s m is corrected)",
              joint->name, length[0], length[1]);
    } else {
      diag_at(
          diag, DIAG_IC_POSITION, joint->origin,
          "at the start joint \"%s\" is off by %s rad in direction (at most %s rad is corrected)",
          joint->name, angle[0], angle[1]);
    }
    char fitting[200];
    tell_length(state, j, misfit.length > 0, fitting, sizeof fitting);
    diag_hint(diag,
              "correct the initial values of its bodies, or use \"initial: project\" in the "
              "analysis to have them moved and reported%s%s%s%s",
              fitting, misfit.angle > CLOSE ? "; the joint leaves " : "",
              misfit.angle > CLOSE ? joint->kind->leaves : "", order_of_quaternions(model, joint));
  }
  report_relations(state, diag);
}

// Orientation primitives vanish for the mirrored joint, too.
static bool branches_are_right(State *state, Diag *diag) {
  const Model *model = state->system->model;
  bool ok = true;
  for (int j = 0; j < model->joint_count; j++) {
    const double product = state_branch(state, j);
    if (product <= 0) {
      ok = diag_at(
          diag, DIAG_IC_BRANCH, model->joints[j].origin,
          "joint \"%s\" starts flipped: the axes of its markers point in opposite directions",
          model->joints[j].name);
      diag_hint(diag, "turn one of its markers by 180 deg%s",
                order_of_quaternions(model, &model->joints[j]));
    }
  }
  return ok;
}

const char *initial_worst(const State *state, double largest,
                          double (*misfit_of)(const State *state, int index)) {
  const Model *model = state->system->model;
  for (int c = 0; largest > 0 && c < constraint_count(model); c++) {
    if (misfit_of(state, c) >= largest) {
      return constraint_of(model, c).name;
    }
  }
  return NULL;
}

static bool assemble(State *state, bool project, InitialReport *report, Arena *arena, Diag *diag) {
  const System *system = state->system;
  report->position_misfit = project_position_misfit(state);
  report->position_worst = initial_worst(state, report->position_misfit, constraint_misfit);
  if (!branches_are_right(state, diag)) {
    return false;
  }
  if (report->position_misfit <= EXACT) {
    return true;
  }
  if (!(report->position_misfit <= CLOSE) && !project) {
    initial_guess(state);
    if (!conflict_told(state, arena, diag)) {
      initial_guess(state);
      report_misfits(state, diag);
    }
    return false;
  }
  report->moved = true;
  if (!project_position(state, PROJECT_AIM / 10, ASSEMBLY_ITERATIONS, false)) {
    const double left = project_position_misfit(state);
    Constraint worst = constraint_of(system->model, 0);
    for (int c = 0; c < constraint_count(system->model); c++) {
      worst = constraint_misfit(state, c) >= left ? constraint_of(system->model, c) : worst;
    }
    initial_guess(state);
    if (conflict_told(state, arena, diag)) {
      return false;
    }
    diag_at(diag, DIAG_IC_ASSEMBLE, worst.origin,
            "the mechanism cannot be assembled from these initial positions: the best attempt "
            "leaves %s \"%s\" open by %.3g (scaled)",
            worst.what, worst.name, left);
    return diag_hint(diag,
                     "check lengths and marker positions, or start closer to the assembled pose");
  }
  return branches_are_right(state, diag);
}

bool initial_open_moves(const System *system, InitialReport *report, Arena *arena) {
  if (report->moves != NULL) {
    return true;
  }
  const int count = system->model->body_count;
  report->moves = arena_array(arena, BodyMove, count);
  if (report->moves == NULL) {
    return false;
  }
  for (int b = 0; b < count; b++) {
    report->moves[b].body = system->bodies[b].name;
  }
  report->move_count = count;
  return true;
}

// Compares the pose with the one before the projection.
static bool record_moves(const State *state, const double *before, InitialReport *report,
                         Arena *arena) {
  const System *system = state->system;
  if (!initial_open_moves(system, report, arena)) {
    return false;
  }
  for (int b = 1; b < report->move_count; b++) {
    const SystemBody *body = &system->bodies[b];
    double position = 0, turn = 0;
    for (int k = 0; k < body->nq; k++) {
      const double d = state->q[body->q + k] - before[body->q + k];
      *(k < body->kind->translations ? &position : &turn) += d * d;
    }
    report->moves[b].position = sqrt(position);
    report->moves[b].angle = body->nq == 7 ? 2 * sqrt(turn) : sqrt(turn);
  }
  return true;
}

// Stated joint coordinates: they choose the turn, and must agree with the pose.
static bool start_turns(State *state, Diag *diag) {
  const Model *model = state->system->model;
  bool ok = true;
  for (int j = 0; j < model->joint_count; j++) {
    const Joint *joint = &model->joints[j];
    if (joint_coordinate(joint->kind) == COORDINATE_NONE) {
      continue;
    }
    const bool angle = joint_coordinate(joint->kind) == COORDINATE_ANGLE;
    const double raw = state_joint_coordinate(state, j);
    const bool stated =
        joint->initial_coordinate >= 0 && model->numbers[joint->initial_coordinate].stated;
    const double before = state->turns[j].angle; // as expect_turns left it
    const double turned = state->system->planar ? raw : raw + state_turn(state, j, raw);
    state->turns[j] = (TurnReference){.angle = angle ? turned : before};
    if (!stated) {
      continue;
    }
    const double value = state->values[joint->initial_coordinate];
    double off = fabs(raw - value);
    if (angle && !state->system->planar) {
      state->turns[j].angle = value;
      off = fabs(raw + state_turn(state, j, raw) - value);
    }
    if (!(off <= CLOSE * (angle ? 1 : constraint_length(state, j)))) {
      char told[2][NUMBER_TEXT_SIZE];
      number_format_apart(9, 2, (const double[]){value, raw}, told);
      ok = diag_at(diag, DIAG_IC_CONFLICT, model->numbers[joint->initial_coordinate].origin,
                   "joint \"%s\" has an initial %s of %s %s, but its bodies are at %s %s",
                   joint->name, angle ? "angle" : "displacement", told[0], angle ? "rad" : "m",
                   told[1], angle ? "rad" : "m");
      const bool placed = model->markers[joint->marker_i].at_initial_pose;
      diag_hint(diag, placed ? "correct one of the two; a joint with \"at\" does not place its "
                               "bodies, one between markers (marker_i, marker_j) does"
                             : "correct one of the two; nothing is moved silently");
    }
  }
  return starts_agree(state, diag) && ok;
}

// Where angles in space are counted from: what is stated, else what a motion's law asks for, else
// zero.
static void expect_turns(State *state) {
  const System *system = state->system;
  const Model *model = system->model;
  const int others = state_turn_count(system) - model->joint_count;
  memset(state->turns + model->joint_count, 0, (size_t)others * sizeof *state->turns);
  for (int j = 0; j < model->joint_count; j++) {
    const Joint *joint = &model->joints[j];
    const bool stated = joint_coordinate(joint->kind) == COORDINATE_ANGLE &&
                        joint->initial_coordinate >= 0 &&
                        model->numbers[joint->initial_coordinate].stated;
    state->turns[j] =
        (TurnReference){.angle = stated ? state->values[joint->initial_coordinate] : 0};
  }
  if (!system->planar) {
    starts_expect_turns(state);
  }
  for (int r = 0; r < model->relation_count && !system->planar; r++) {
    const Relation *motion = &model->relations[r];
    const bool turns = motion->owner == RELATION_OF_MOTION && motion->coordinate_count == 1 &&
                       motion->coordinates[0].form == COORDINATE_TURN && !motion->rate_level;
    const int own = system->coordinates[system->relations[r].first].turns;
    TurnReference *reference = turns && own >= 0 ? &state->turns[own] : NULL;
    if (reference != NULL && reference->angle == 0) {
      reference->angle = law_at(state, r, 0).value;
    }
  }
}

void initial_guess(State *state) {
  memset(state->v, 0, (size_t)state->system->nv * sizeof(double));
  initial_coordinates(state);
  expect_turns(state);
  state_set(state, 0, state->q, state->v);
  state_start_relations(state);
  measure_start(state);
}

bool initial_finish(State *state, Arena *arena, Diag *diag) {
  state_set(state, 0, state->q, state->v);
  measure_start(state);
  if (!length_is_finite(state, diag) || !start_turns(state, diag)) {
    return false;
  }
  state_accept(state);
  preload_note(state, diag);
  start_remarks(state, diag);
  return mobility_decide(state, arena) && initial_accelerations(state, arena, diag);
}

bool initial_conditions(State *state, bool project, InitialReport *report, Arena *arena,
                        Diag *diag) {
  const System *system = state->system;
  *report = (InitialReport){0};
  double *before = arena_array(arena, double, system->nq);
  if (before == NULL) {
    return false;
  }
  initial_guess(state);
  if (!length_is_finite(state, diag)) {
    return false;
  }
  memcpy(before, state->q, (size_t)system->nq * sizeof(double));
  if (!assemble(state, project, report, arena, diag)) {
    return false;
  }
  if (report->moved && !record_moves(state, before, report, arena)) {
    return false;
  }
  scale_rows(state);
  if (!mobility_decide(state, arena) || !start_turns(state, diag) ||
      !initial_velocities(state, project, report, arena, diag)) {
    return false;
  }
  state_accept(state);
  preload_note(state, diag);
  start_remarks(state, diag);
  return initial_accelerations(state, arena, diag);
}
