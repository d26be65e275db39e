// SPDX-License-Identifier: BSD-3-Clause
// compile.c: from the model to flat arrays: who owns which coordinates and rows, which numbers run.
#include <string.h>

#include "elements/registry.h"
#include "system/constraints/relation.h"
#include "system/constraints/rows.h"
#include "system/mechanism/groups.h"
#include "system/mechanism/loops.h"
#include "system/mechanism/point.h"
#include "system/saddle/kkt.h"

static bool lay_out_bodies(const Model *model, System *system, Arena *arena) {
  system->body_count = model->body_count + model->rotor_count;
  system->bodies = arena_array(arena, SystemBody, system->body_count);
  if (system->bodies == NULL) {
    return false;
  }
  for (int b = 0; b < system->body_count; b++) {
    const BodyKind *kind = model->bodies[b].kind;
    SystemBody *body = &system->bodies[b];
    *body = (SystemBody){.kind = kind,
                         .name = model->bodies[b].name,
                         .q = system->nq,
                         .v = system->nv,
                         .nq = body_nq(kind),
                         .nv = body_nv(kind),
                         .apart = kind->inside == NULL ? kind->translations : 0};
    system->inside = system->inside || kind->inside != NULL;
    system->nq += body->nq;
    system->nv += body->nv;
  }
  return true;
}

static void lay_out_part(const Model *model, System *system, int j, int k, SystemPart *part) {
  const Joint *joint = &model->joints[j];
  const JointPart *row = &joint->kind->parts[k];
  *part = (SystemPart){.primitive = row->primitive,
                       .joint = j,
                       .marker = {joint->marker_i, joint->marker_j},
                       .axis = {row->on_i, row->on_j},
                       .row = system->nc,
                       .offset_number = row->offset != NULL ? joint->part_offset[k] : -1};
  for (int side = 0; side < 2; side++) {
    part->body[side] = model->markers[part->marker[side]].body;
  }
  system->nc += row->primitive->row_count;
}

static bool lay_out_joints(const Model *model, System *system, Arena *arena) {
  for (int j = 0; j < model->joint_count; j++) {
    system->part_count += joint_part_count(model->joints[j].kind);
  }
  int *first = arena_array(arena, int, model->joint_count + 1);
  system->parts = arena_array(arena, SystemPart, system->part_count);
  if (first == NULL || system->parts == NULL) {
    return false;
  }
  int next = 0;
  for (int j = 0; j < model->joint_count; j++) {
    first[j] = next;
    for (int k = 0; k < joint_part_count(model->joints[j].kind); k++) {
      lay_out_part(model, system, j, k, &system->parts[next++]);
    }
  }
  first[model->joint_count] = next;
  system->joint_first_part = first;
  return true;
}

static void add_column_body(int *list, int *count, int body) {
  if (body == 0) {
    return;
  }
  for (int k = 0; k < *count; k++) {
    if (list[k] == body) {
      return;
    }
  }
  list[(*count)++] = body;
}

// Numbers of a force that run, and the bodies whose coordinates it depends on.
static bool lay_out_force(const Model *model, System *system, int f, Arena *arena) {
  const Force *force = &model->forces[f];
  SystemForce *out = &system->forces[f];
  const ForceKind *kind = force->kind;
  const ForceLayout layout = force_layout(kind);
  *out = (SystemForce){
      .kind = kind, .force = f, .first_number = force->first_number, .layout = layout};
  int *dynamic = arena_array(arena, int, layout.par_count);
  int bodies = FORCE_FRAMES;
  for (int k = 0; k < layout.par_count; k++) {
    bodies += 2 * model->numbers[force->first_number + k].program.input_count;
  }
  bool *stated = arena_array(arena, bool, layout.par_count);
  int *columns = arena_array(arena, int, bodies);
  if (dynamic == NULL || columns == NULL || stated == NULL) {
    return false;
  }
  for (int k = 0; k < layout.par_count; k++) {
    stated[k] = model->numbers[force->first_number + k].stated;
  }
  out->stated = stated;
  out->switch_count = force_switch_count(kind, stated);
  out->rubs = kind->friction != NULL ? joint_rubs(model->joints[force->joint].kind) : RUBS_NOWHERE;
  for (int k = 0; k < layout.frame_count; k++) {
    out->marker[k] = force->marker[k];
    out->body[k] = model->markers[force->marker[k]].body;
    add_column_body(columns, &out->column_body_count, out->body[k]);
  }
  for (int k = 0; k < layout.par_count; k++) {
    const Program *program = &model->numbers[force->first_number + k].program;
    if (!program->uses_time && !program->uses_state) {
      continue;
    }
    dynamic[out->dynamic_count++] = force->first_number + k;
    for (int i = 0; i < program->input_count; i++) {
      if (program->inputs[i].kind == SYMBOL_MEASURE) {
        int marker[2];
        Axis axis;
        state_measure_frames(model, &model->measures[program->inputs[i].index], marker, &axis);
        add_column_body(columns, &out->column_body_count, model->markers[marker[0]].body);
        add_column_body(columns, &out->column_body_count, model->markers[marker[1]].body);
      }
    }
  }
  out->dynamic = dynamic;
  out->column_bodies = columns;
  out->conservative = out->dynamic_count == 0;
  return true;
}

// Lists the forces that depend on the reaction of their joint.
static bool list_friction(System *system, Arena *arena) {
  int *list = arena_array(arena, int, system->force_count);
  for (int f = 0; list != NULL && f < system->force_count; f++) {
    if (system->forces[f].kind->friction != NULL) {
      list[system->friction_count++] = f;
    }
  }
  system->friction = list;
  return list != NULL;
}

static bool lay_out_forces(const Model *model, System *system, Arena *arena) {
  system->force_count = model->force_count;
  system->forces = arena_array(arena, SystemForce, model->force_count);
  bool ok = system->forces != NULL;
  for (int f = 0; ok && f < model->force_count; f++) {
    ok = lay_out_force(model, system, f, arena);
    system->dynamic_count += ok ? system->forces[f].dynamic_count : 0;
  }
  return ok && list_friction(system, arena);
}

// Collects the running numbers and the measures that they read.
static bool lay_out_dynamics(const Model *model, System *system, Arena *arena) {
  int *dynamic = arena_array(arena, int, system->dynamic_count);
  int *measures = arena_array(arena, int, model->measure_count);
  bool *read = arena_array(arena, bool, model->measure_count);
  if (arena->allocator->exhausted) {
    return false;
  }
  int next = 0;
  for (int f = 0; f < system->force_count; f++) {
    const SystemForce *force = &system->forces[f];
    for (int k = 0; k < force->dynamic_count; k++) {
      dynamic[next++] = force->dynamic[k];
      model_mark_measures(&model->numbers[force->dynamic[k]].program, read);
    }
  }
  system->state_measure_count = model_list_measures(model, read, measures);
  system->dynamic = dynamic;
  system->state_measures = measures;
  return true;
}

static bool find_loops(const Model *model, System *system, Arena *arena) {
  bool *in_loop = arena_array(arena, bool, model->joint_count);
  bool *in_ring = arena_array(arena, bool, model->joint_count);
  system->in_loop = in_loop;
  system->in_ring = in_ring;
  return in_loop != NULL && in_ring != NULL && loops_find(model, in_loop, in_ring, arena);
}

static void size_expressions(const Model *model, System *system) {
  for (int n = 0; n < model->number_count; n++) {
    const Program *program = &model->numbers[n].program;
    if (program->count > system->largest_program) {
      system->largest_program = program->count;
    }
    if (program->input_count > system->largest_inputs) {
      system->largest_inputs = program->input_count;
    }
  }
}

static void size_forces(System *system) {
  for (int f = 0; f < system->force_count; f++) {
    if (system->forces[f].layout.par_count > system->largest_par) {
      system->largest_par = system->forces[f].layout.par_count;
    }
  }
}

const System *system_compile(const Model *model, Arena *arena) {
  System *system = arena_new(arena, System);
  if (system == NULL) {
    return NULL;
  }
  system->model = model;
  system->planar = model->planar;
  size_expressions(model, system);
  const bool ok = lay_out_bodies(model, system, arena) && lay_out_joints(model, system, arena) &&
                  relations_compile(system, arena) && rows_compile(system, arena) &&
                  groups_find(system, arena) && lay_out_forces(model, system, arena) &&
                  lay_out_dynamics(model, system, arena) && find_loops(model, system, arena) &&
                  kkt_plan(system, arena);
  size_forces(system);
  system->flat = system->planar && !system->inside;
  return ok ? system : NULL;
}
