// SPDX-License-Identifier: BSD-3-Clause
// explain.c: a compiled model as tables (see explain.h).
#include "output/explain.h"

#include <string.h>

#include "analysis/monitors/choice.h"
#include "analysis/settings/settings.h"
#include "model/channel_unit.h"
#include "system/saddle/kkt.h"
#include "system/start/initial.h"
#include "system/start/mobility.h"
#include "system/tree/tree_compile.h"

enum { LARGEST_PICTURE = 72 }; // unknowns up to which the pattern is drawn

static void explain_bodies(const System *system, Text *out) {
  text_put(out, "bodies                    type        coordinates      velocities\n");
  for (int b = 1; b < system->model->body_count; b++) {
    const SystemBody *body = &system->bodies[b];
    text_printf(out, "  %-22s  %-10s  q[%d..%d]%*s  v[%d..%d]\n", body->name, body->kind->type,
                body->q, body->q + body->nq - 1, body->q > 9 ? 4 : 6, "", body->v,
                body->v + body->nv - 1);
    const int joint = system->model->bodies[b].placed_by - 1;
    if (joint >= 0) {
      text_printf(out, "  %-22s  placed by joint %s\n", "", system->model->joints[joint].name);
    }
  }
}

// What bodies take from their shapes.
static void explain_solids(const State *state, Text *out) {
  const Model *model = state->system->model;
  bool some = false;
  for (int b = 1; b < model->body_count; b++) {
    const Body *body = &model->bodies[b];
    const double *par = state->values + body->first_number;
    const double *centre = state->values + body->center_of_mass;
    if (!body->solid) {
      continue;
    }
    text_put(out, some ? "" : "\nmasses from shapes (kg, m, kg m^2)\n");
    some = true;
    if (model->planar) {
      text_printf(out, "  %-22s  mass %.10g, center_of_mass [%.10g, %.10g], inertia %.10g\n",
                  body->name, par[0], centre[0], centre[1], par[1]);
    } else {
      text_printf(out, "  %-22s  mass %.10g, center_of_mass [%.10g, %.10g, %.10g],\n", body->name,
                  par[0], centre[0], centre[1], centre[2]);
      text_printf(out, "  %-22s  inertia {xx: %.10g, yy: %.10g, zz: %.10g, ", "", par[1], par[2],
                  par[3]);
      text_printf(out, "xy: %.10g, yz: %.10g, zx: %.10g}\n", par[4], par[5], par[6]);
    }
  }
}

static void explain_joints(const System *system, Text *out) {
  const Model *model = system->model;
  if (model->joint_count > 0) {
    text_put(out,
             "\njoints                    type        between                     equations\n");
  }
  for (int j = 0; j < model->joint_count; j++) {
    const Joint *joint = &model->joints[j];
    text_printf(out, "  %-22s  %-10s  %s, %s\n", joint->name, joint->kind->type,
                model->markers[joint->marker_i].name, model->markers[joint->marker_j].name);
    for (int p = system->joint_first_part[j]; p < system->joint_first_part[j + 1]; p++) {
      const SystemPart *part = &system->parts[p];
      static const char *const axis[] = {"", " x", " y", " z"};
      text_printf(out, "      lambda[%d..%d]  %s%s%s:  %s\n", part->row,
                  part->row + part->primitive->row_count - 1, part->primitive->name,
                  axis[part->axis[0]], axis[part->axis[1]], part->primitive->equation);
    }
  }
}

static const char *coordinate_word(const SystemCoordinate *at) {
  static const char *const words[] = {[COORDINATE_TURN] = "angle",
                                      [COORDINATE_ROLLING] = "gap",
                                      [COORDINATE_EDGE] = "velocity across",
                                      [COORDINATE_SPIN] = "angular velocity"};
  return at->primitive != NULL ? at->primitive->name : words[at->form];
}

static void explain_relations(const System *system, Text *out) {
  const Model *model = system->model;
  const int count = system->relation_count - model->rotor_count;
  if (count > 0) {
    text_put(out, "\nmotions, couplers, points on curves\n");
  }
  for (int r = 0; r < count; r++) {
    const SystemRelation *relation = &system->relations[r];
    const Relation *from = &model->relations[r];
    text_printf(out, "  %-22s  %-14s  lambda[%d]:", from->name,
                from->type != NULL ? from->type : from->what, relation->row);
    for (int c = relation->first; c < relation->first + relation->count; c++) {
      const SystemCoordinate *at = &system->coordinates[c];
      text_printf(out, "%s %s of %s from %s", c > relation->first ? "," : "",
                  relation->rates_alone && at->form == COORDINATE_ROLLING ? "slip"
                                                                          : coordinate_word(at),
                  model->markers[at->marker[1]].name, model->markers[at->marker[0]].name);
    }
    if (relation->law >= 0) {
      text_printf(out, "; %s", model->numbers[relation->law].path);
    }
    text_put(out, "\n");
  }
}

// Inertia of joints' coordinates: bodies and rows of their own, which are not counted.
static void explain_rotors(const System *system, Text *out) {
  const Model *model = system->model;
  if (model->rotor_count > 0) {
    text_put(out, "\narmatures, each with its own equation\n");
  }
  for (int k = 0; k < model->rotor_count; k++) {
    const SystemRelation *relation =
        &system->relations[system->relation_count - model->rotor_count + k];
    const SystemCoordinate *at = &system->coordinates[relation->first];
    const SystemBody *body = &system->bodies[model->body_count + k];
    text_printf(out, "  %-22s  q[%d], v[%d], lambda[%d]: %s of %s from %s\n",
                model->relations[system->relation_count - model->rotor_count + k].name, body->q,
                body->v, relation->row, coordinate_word(at), model->markers[at->marker[1]].name,
                model->markers[at->marker[0]].name);
  }
}

static void explain_forces(const System *system, Text *out) {
  const Model *model = system->model;
  if (system->force_count > 0) {
    text_put(out, "\nforces\n");
  }
  for (int f = 0; f < system->force_count; f++) {
    const SystemForce *force = &system->forces[f];
    text_printf(out, "  %-22s  %-24s %s", model->forces[f].name, force->kind->type,
                force->conservative ? "constant parameters" : "depends on");
    for (int k = 0; k < force->dynamic_count; k++) {
      const Number *number = &model->numbers[force->dynamic[k]];
      text_printf(out, "%s %s", k > 0 ? "," : "", number->path);
    }
    text_put(out, "\n");
  }
}

// Each behind those that it reads.
static void explain_signals(const Model *model, Text *out, Arena *arena) {
  enum { LONGEST = 60 };
  if (model->signal_count > 0) {
    text_put(out, "\nsignals, each after those that it reads\n");
  }
  for (int k = 0; k < model->signal_count; k++) {
    const ModelSignal *signal = &model->signals[model->signal_order[k]];
    const Passage *value = &model->numbers[signal->number].program.text;
    const bool whole = value->length <= LONGEST;
    text_printf(out, "  %-22s  %-8s %.*s%s\n", signal->name,
                channel_unit(model, signal->number, arena), whole ? value->length : LONGEST,
                value->text, whole ? "" : " ..");
  }
}

static void explain_measures(const Model *model, Text *out) {
  if (model->measure_count > 0) {
    text_put(out, "\nmeasures\n");
  }
  for (int m = 0; m < model->measure_count; m++) {
    text_printf(out, "  %-32s %s\n", model->measures[m].name, model->measures[m].kind->summary);
  }
}

static bool has_entry(const Pattern *pattern, int row, int column) {
  for (int k = pattern->column_start[column]; k < pattern->column_start[column + 1]; k++) {
    if (pattern->row[k] == row) {
      return true;
    }
  }
  return false;
}

static const char *method_words(KktMethod method) {
  switch (method) {
  case KKT_SCHUR:
    return "sparse (J M^-1 J' by L D L')";
  case KKT_SADDLE:
    return "sparse (KLU)";
  }
  return "";
}

static bool is_in_space(const System *system) {
  return system->body_count > 1 && system->bodies[1].kind->spaces != IN_PLANE;
}

// What runge_kutta moves, and in space what keeps it from joint coordinates.
static void explain_coordinates(const State *state, const Integrator *integrator, Text *out) {
  const System *system = state->system;
  const int free = system->nv - system->nc;
  Owner at = {.kind = NULL};
  if (!choice_moves_any(integrator)) {
    return;
  }
  if (choice_is_joint(state, integrator)) {
    text_printf(out, "  joint coordinates: %d %s without constraints\n", free,
                free == 1 ? "velocity" : "velocities");
  } else if (integrator->coordinates == COORDINATES_AUTO && is_in_space(system)) {
    const char *why = tree_obstacle(state, &at);
    if (why != NULL) {
      text_printf(out, "  absolute coordinates, since %s \"%s\" %s\n", at.kind, at.name, why);
    } else {
      text_put(out, "  absolute coordinates, since at least half of the velocities are free\n");
    }
  }
}

static void explain_analyses(const State *state, Text *out) {
  const Model *model = state->system->model;
  for (int k = 0; k < model->analysis_count; k++) {
    const Analysis *analysis = &model->analyses[k];
    if (!analysis_moves(analysis->kind)) {
      continue;
    }
    const Integrator *integrator = &analysis->integrator;
    const double duration = state->values[analysis->duration];
    const double step = state_stated(state, integrator->step, 0);
    text_printf(out, "\nanalysis %s: %.6g s, ", analysis->name, duration);
    if (step > 0) {
      text_printf(out, "steps of %.6g s\n", step);
    } else {
      const double stated = state_stated(state, integrator->max_step, 0);
      const double longest =
          stated > 0 ? stated : settings_longest_step(state, integrator->method, duration);
      if (longest > 0) {
        text_printf(out, "steps up to %.6g s%s\n", longest,
                    stated > 0 ? "" : ", a twentieth of the duration");
      } else {
        text_put(out, "steps as long as the tolerances allow\n");
      }
    }
    if (analysis->kind == ANALYSIS_DYNAMICS) {
      explain_coordinates(state, integrator, out);
    }
  }
}

// The saddle-point matrix as dots.
static bool explain_pattern(const System *system, const State *state, Text *out, Arena *arena) {
  const int n = system->nv + system->nc;
  Pattern pattern;
  pattern_open(&pattern, n, false, arena);
  Sink sink = {.mode = SINK_ANNOUNCE, .pattern = &pattern};
  kkt_emit(system, (const double(*)[BODY_V * BODY_V]) state->mass, state->row, state->row,
           state->row_scale, KKT_EXACT, &sink);
  if (!pattern_close(&pattern)) {
    return false;
  }
  text_printf(out, "\nmatrix [M J'; J 0]: %d x %d, %d nonzeros, solved %s\n", n, n,
              pattern.nonzeros, method_words(system->kkt_method));
  for (int row = 0; row < n && n <= LARGEST_PICTURE; row++) {
    text_put(out, "  ");
    for (int column = 0; column < n; column++) {
      text_put(out, has_entry(&pattern, row, column) ? "*" : ".");
    }
    text_put(out, "\n");
  }
  return true;
}

static void explain_mobility(const Mobility *mobility, Text *out) {
  text_printf(out,
              "\ndegrees of freedom: %d by count (%d velocities - %d equations), %d by rank "
              "(%d independent equations)%s\n",
              mobility->dof_count, mobility->velocities, mobility->equations, mobility->dof_rank,
              mobility->rank, mobility->singular ? "; the initial pose is singular" : "");
  if (mobility->dof_places > mobility->dof_rank) {
    text_printf(out, "positions have %d: some equations constrain velocities only\n",
                mobility->dof_places);
  }
}

bool explain_write(const Model *model, Text *out, Arena *arena, Diag *diag) {
  const System *system = system_compile(model, arena);
  State *state = system != NULL ? state_open(system, arena) : NULL;
  if (state == NULL) {
    return false;
  }
  diag->origins = &model->origins;
  Failure failure = {.code = DIAG_NONE};
  bool ok = state_refresh(state, NULL, &failure);
  if (!ok) {
    failure_report(&failure, &model->origins, diag);
  } else {
    explain_bodies(system, out);
    explain_solids(state, out);
    explain_joints(system, out);
    explain_relations(system, out);
    explain_rotors(system, out);
    explain_forces(system, out);
    explain_signals(model, out, arena);
    explain_measures(model, out);
    InitialReport initial;
    Mobility mobility;
    if (initial_conditions(state, true, &initial, arena, diag) &&
        mobility_of(state, &mobility, NULL, arena, diag)) {
      explain_mobility(&mobility, out);
    }
    explain_analyses(state, out);
    ok = explain_pattern(system, state, out, arena);
  }
  state_close(state);
  return ok && !out->failed && !arena->allocator->exhausted;
}
