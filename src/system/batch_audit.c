// SPDX-License-Identifier: BSD-3-Clause
// batch_audit.c: energies, norms and the audit of rows taken together, as in observe.c, recheck.c.
#include "base/hot.h"
#include "elements/frame.h"
#include "math/vec.h"
#include "system/batch_inside.h"

// ---- what can be read ----

static real kinetic_of(const Batch *batch) {
  const System *system = batch->state->system;
  real kinetic = real_of(0);
  for (int b = 1; b < system->body_count; b++) {
    const SystemBody *body = &system->bodies[b];
    const double *M = batch->state->mass[b];
    const real *v = batch_reals(batch->v) + body->v;
    const int t = body->kind->translations, nv = body->nv;
    real twice = real_of(0);
    for (int k = 0; k < t; k++) {
      twice += M[k * nv + k] * v[k] * v[k];
    }
    for (int i = t; i < nv; i++) {
      for (int k = t; k < nv; k++) {
        twice += v[i] * M[i * nv + k] * v[k];
      }
    }
    kinetic += 0.5 * twice;
  }
  return kinetic;
}

static real potential_of(const Batch *batch) {
  const State *state = batch->state;
  real potential = real_of(0);
  for (int b = 1; b < state->system->body_count; b++) {
    const real *r = batch->room->motion[b].r;
    const double *g = state->gravity;
    potential -= state->body_mass[b] * (g[0] * r[0] + g[1] * r[1] + g[2] * r[2]);
  }
  return potential;
}

static void find_norms(Batch *batch) {
  const System *system = batch->state->system;
  const real *a = batch_reals(batch->a);
  real position = real_of(0), velocity = real_of(0), acceleration = real_of(0);
  for (int p = 0; p < system->part_count; p++) {
    const PairRows *rows = &batch->room->rows[p];
    for (int r = 0; r < system->parts[p].primitive->row_count; r++) {
      const real *J = batch->room->J + (system->parts[p].row + r) * system->nv;
      real level = rows->bias[r];
      for (int j = 0; j < system->nv; j++) {
        level += J[j] * a[j];
      }
      position += rows->phi[r] * rows->phi[r];
      velocity += rows->rate[r] * rows->rate[r];
      acceleration += level * level;
    }
  }
  *batch_reals(batch->position) = sqrt(position);
  *batch_reals(batch->velocity) = sqrt(velocity);
  *batch_reals(batch->acceleration) = sqrt(acceleration);
}

static void find_points(Batch *batch) {
  const State *state = batch->state;
  for (int i = 0; i < batch->point_count; i++) {
    const BatchPoint *point = &batch->points[i];
    const BodyMotion *motion =
        &batch->room->motion[state->system->model->markers[point->marker].body];
    const double *s = state->geometry[point->marker].s;
    const real *A = motion->A + 3 * point->component;
    batch_reals(batch->point)[i] =
        motion->r[point->component] + (A[0] * s[0] + A[1] * s[1] + A[2] * s[2]);
  }
}

MBS_HOT void MBS_NAME(batch_observe)(Batch *batch) {
  const real kinetic = kinetic_of(batch), potential = potential_of(batch);
  const real total = kinetic + potential;
  *batch_reals(batch->kinetic) = kinetic;
  *batch_reals(batch->potential) = potential;
  *batch_reals(batch->total) = total;
  *batch_reals(batch->drift) = total - batch->energy_start - *batch_reals(batch->work);
  find_norms(batch);
  find_points(batch);
}

void MBS_NAME(batch_keep)(Batch *batch) {
  real *kept = batch_reals(batch->kept);
  const real value[BATCH_KEPT] = {[KEPT_DRIFT] = real_size(*batch_reals(batch->drift)),
                                  [KEPT_KINETIC] = *batch_reals(batch->kinetic),
                                  [KEPT_POSITION] = *batch_reals(batch->position),
                                  [KEPT_VELOCITY] = *batch_reals(batch->velocity),
                                  [KEPT_ACCELERATION] = *batch_reals(batch->acceleration)};
  for (int k = 0; k < BATCH_KEPT; k++) {
    kept[k] = real_larger(kept[k], value[k]);
  }
}

// ---- the audit ----

// Rates of the interpolant against those of the equations.
static Truth find_defects(Batch *batch) {
  const System *system = batch->state->system;
  const BatchRoom *room = batch->room;
  real *difference = batch_reals(batch->difference), *scale = batch_reals(batch->scale);
  Truth above = TRUTH(real_of(0) > 0.0);
  for (int b = 1; b < system->body_count; b++) {
    const SystemBody *body = &system->bodies[b];
    const int t = body->kind->translations;
    const real *rate = batch_reals(batch->v) + body->v;
    if (body->nq != body->nv) { // elsewhere q' = v
      room->kinds[b]->rate(batch_reals(batch->q) + body->q, rate, room->dq);
      rate = room->dq;
    }
    for (int k = 0; k < body->nq + body->nv; k++) {
      const int i = k - body->nq;
      const real is = k < body->nq ? rate[k] : batch_reals(batch->a)[body->v + i];
      const real said = k < body->nq ? batch_reals(batch->q_rate)[body->q + k]
                                     : batch_reals(batch->v_rate)[body->v + i];
      const double unit = (i < 0 ? k : i) < t ? batch->state->length : 1;
      *difference = real_size(said - is);
      *scale = unit + real_size(is);
      above |= TRUTH(*difference > batch->worst_defect * *scale);
      difference++;
      scale++;
    }
  }
  return above;
}

static void start_with_weights(const Batch *batch) {
  const State *state = batch->state;
  for (int b = 1; b < state->system->body_count; b++) {
    real *sum = batch->room->sum + 6 * b, *size = batch->room->size + 2 * b;
    size[0] = size[1] = real_of(0);
    for (int k = 0; k < 3; k++) {
      sum[k] = real_of(state->body_mass[b] * state->gravity[k]);
      sum[3 + k] = real_of(0);
      size[0] = real_larger(size[0], real_size(sum[k]));
    }
  }
}

// A wrench at the origin of a marker, on a body about its mass centre.
static void add_wrench(const Batch *batch, int b, const Wrench *wrench, int marker, double sign) {
  const State *state = batch->state;
  const BatchRoom *room = batch->room;
  real *sum = room->sum + 6 * b, *size = room->size + 2 * b;
  for (int k = 0; k < 3; k++) {
    sum[k] += sign * wrench->f[k];
    size[0] = real_larger(size[0], real_size(wrench->f[k]));
  }
  if (room->kinds[b]->rotations == 0) {
    return;
  }
  const BodyMotion *on = &room->motion[state->system->model->markers[marker].body];
  real s[3], arm[3], moment[3];
  for (int k = 0; k < 3; k++) {
    s[k] = real_of(state->geometry[marker].s[k]);
  }
  vec_rotate(on->A, s, arm);
  for (int k = 0; k < 3; k++) {
    arm[k] += on->r[k] - room->motion[b].r[k];
  }
  vec_cross(arm, wrench->f, moment);
  for (int k = 0; k < 3; k++) {
    moment[k] += wrench->t[k];
    sum[3 + k] += sign * moment[k];
    size[1] = real_larger(size[1], real_size(moment[k]));
  }
}

// What a joint exerts on its body j: f = -lambda g_x, t = -lambda a x g_a (reaction.c).
static void joint_wrench(const Batch *batch, int joint, Wrench *wrench) {
  const System *system = batch->state->system;
  for (int k = 0; k < 3; k++) {
    wrench->f[k] = wrench->t[k] = real_of(0);
  }
  for (int p = system->joint_first_part[joint]; p < system->joint_first_part[joint + 1]; p++) {
    const SystemPart *part = &system->parts[p];
    for (int r = 0; r < part->primitive->row_count; r++) {
      const real *g = batch->room->rows[p].gradient[r] + 6;
      const real multiplier = batch_reals(batch->lambda)[part->row + r];
      for (int k = 0; k < 3; k++) {
        wrench->f[k] -= multiplier * g[k];
      }
      if (part->axis[1] == AXIS_NONE) {
        continue;
      }
      real own[3], a[3], turn[3];
      for (int k = 0; k < 3; k++) {
        const double *R = batch->state->geometry[part->marker[1]].R;
        own[k] = real_of(R[3 * k + (int)part->axis[1] - 1]);
      }
      vec_rotate(batch->room->motion[part->body[1]].A, own, a);
      vec_cross(a, g + 3, turn);
      for (int k = 0; k < 3; k++) {
        wrench->t[k] -= multiplier * turn[k];
      }
    }
  }
}

static void sum_loads(const Batch *batch) {
  const Model *model = batch->state->system->model;
  start_with_weights(batch);
  for (int j = 0; j < model->joint_count; j++) {
    const int marker = model->joints[j].marker_j;
    const int body[2] = {model->markers[model->joints[j].marker_i].body,
                         model->markers[marker].body};
    Wrench wrench;
    joint_wrench(batch, j, &wrench);
    for (int side = 0; side < 2; side++) {
      if (body[side] != 0) {
        add_wrench(batch, body[side], &wrench, marker, side == 1 ? 1 : -1);
      }
    }
  }
}

// The rate of angular momentum A (J w' + w x J w) with the given w', ground axes.
static void moment_of(const Batch *batch, int b, real moment[3]) {
  const SystemBody *body = &batch->state->system->bodies[b];
  const BodyMotion *motion = &batch->room->motion[b];
  const int t = body->kind->translations, axis = frame_first_axis(body->kind);
  const real *w_rate = batch_reals(batch->v_rate) + body->v + t;
  real momentum[3], change[3], swing[3];
  for (int k = 0; k < 3; k++) {
    momentum[k] = change[k] = real_of(0);
  }
  for (int i = 0; i < body->kind->rotations; i++) {
    for (int k = 0; k < body->kind->rotations; k++) {
      const double J = batch->state->mass[b][(t + i) * body->nv + t + k];
      momentum[axis + i] += J * motion->w[axis + k];
      change[axis + i] += J * w_rate[k];
    }
  }
  vec_cross(motion->w, momentum, swing);
  for (int k = 0; k < 3; k++) {
    change[k] += swing[k];
  }
  vec_rotate(motion->A, change, moment);
}

// Newton and Euler for every body: what acts on it against the change of its momenta.
static Truth find_imbalances(Batch *batch) {
  const State *state = batch->state;
  const System *system = state->system;
  Truth above = TRUTH(real_of(0) > 0.0);
  sum_loads(batch);
  for (int b = 1; b < system->body_count; b++) {
    const SystemBody *body = &system->bodies[b];
    const int t = body->kind->translations, axis = frame_first_axis(body->kind);
    const real *sum = batch->room->sum + 6 * b, *size = batch->room->size + 2 * b;
    const real largest = real_larger(size[1], size[0] * state->length);
    real moment[3];
    if (body->kind->rotations > 0) {
      moment_of(batch, b, moment);
    }
    for (int k = 0; k < body->nv; k++) {
      const real force = state->body_mass[b] * batch_reals(batch->v_rate)[body->v + k];
      const real imbalance =
          real_size(k < t ? sum[k] - force : sum[3 + axis + k - t] - moment[axis + k - t]);
      const real scale = k < t ? size[0] : largest;
      batch_reals(batch->imbalance)[body->v + k] = imbalance;
      batch_reals(batch->largest)[body->v + k] = scale;
      above |= TRUTH(imbalance > batch->worst_balance * scale);
    }
  }
  return above;
}

MBS_HOT void MBS_NAME(batch_audit)(Batch *batch) {
  const Truth defects = find_defects(batch), imbalances = find_imbalances(batch);
  batch->tells = truth_any(defects | imbalances);
}
