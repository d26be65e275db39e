// SPDX-License-Identifier: BSD-3-Clause
// batch_rows.c: projection, accelerations and multipliers of rows taken together (see batch.h).
//
// The formulas are those of project.c and kkt_dense.c. Where rows decide by themselves (has it
// converged?), each goes on until it has: what others still need does not touch it.
#include <float.h>

#include "base/hot.h"
#include "elements/frame.h"
#include "system/batch_inside.h"
#include "system/kkt.h"
#include "system/kkt_inside.h"
#include "system/project.h"

// A row that needs more corrections than this is not ordinary.
enum { ITERATIONS = 4, EULER = 4 };

// ---- the point ----

static void normalise(const System *system, real *q) {
  for (int b = 1; b < system->body_count && !system->planar; b++) {
    if (system->bodies[b].kind->orientation_count == EULER) {
      real *p = q + system->bodies[b].q + system->bodies[b].kind->translations;
      const real inverse = 1 / sqrt(p[0] * p[0] + p[1] * p[1] + p[2] * p[2] + p[3] * p[3]);
      for (int k = 0; k < EULER; k++) {
        p[k] *= inverse;
      }
    }
  }
}

static void place(Batch *batch) {
  const System *system = batch->state->system;
  BatchRoom *room = batch->room;
  for (int b = 1; b < system->body_count; b++) {
    const real *q = batch_reals(batch->q) + system->bodies[b].q;
    if (room->kinds[b]->orientation_count > 0) {
      room->kinds[b]->pose(q, &room->motion[b]);
      continue;
    }
    for (int k = 0; k < system->bodies[b].nq; k++) {
      room->motion[b].r[k] = q[k];
    }
  }
  room->level = room->level > PAIR_NOTHING ? PAIR_FIXED : PAIR_NOTHING;
}

static void move(Batch *batch) {
  const System *system = batch->state->system;
  BatchRoom *room = batch->room;
  for (int b = 1; b < system->body_count; b++) {
    MBS_NAME(frame_set_velocity)
    (room->kinds[b], batch_reals(batch->v) + system->bodies[b].v, &room->motion[b]);
  }
}

static void raise_rows(Batch *batch, PairLevel level) {
  const System *system = batch->state->system;
  BatchRoom *room = batch->room;
  for (int p = 0; p < system->part_count && room->level < level; p++) {
    PairRows *rows = &room->rows[p];
    if (system->planar) {
      MBS_NAME(pair_rows_planar)(room->primitives[p], room->sides[p], room->level, level, rows);
    } else {
      MBS_NAME(pair_rows)(room->primitives[p], room->sides[p], room->level, level, rows);
    }
    if (system->parts[p].offset_number >= 0 && room->level < PAIR_POSITION) {
      rows->phi[0] -= batch->state->values[system->parts[p].offset_number];
    }
  }
  room->level = level;
}

// ---- factors ----

static void fill_block(const SystemBody *body, const double *inverse, const real *block, real *J,
                       real *W) {
  const int translations = body->kind->translations, nv = body->nv;
  for (int k = 0; k < translations; k++) {
    J[k] = block[k];
    W[k] = block[k] * inverse[k * (nv + 1)];
  }
  for (int k = translations; k < nv; k++) {
    real sum = real_of(0);
    for (int i = translations; i < nv; i++) {
      sum += block[i] * inverse[i * nv + k];
    }
    J[k] = block[k];
    W[k] = sum;
  }
}

// J and J M^-1 from the rows at velocity level; what belongs to other bodies stays zero.
static void fill_rows(const Batch *batch) {
  const System *system = batch->state->system;
  BatchRoom *room = batch->room;
  for (int p = 0; p < system->part_count; p++) {
    const SystemPart *part = &system->parts[p];
    for (int side = 0; side < 2; side++) {
      const int b = part->body[side];
      const SystemBody *body = &system->bodies[b];
      for (int r = 0; r < part->primitive->row_count && b != 0; r++) {
        const int first = (part->row + r) * system->nv + body->v;
        fill_block(body, batch->state->mass_inverse[b], room->rows[p].J[r][side], room->J + first,
                   room->W + first);
      }
    }
  }
}

// L below the diagonal, 1 / D on it. False when a pivot of some row is not positive.
static bool factor(Batch *batch, double eps) {
  const System *system = batch->state->system;
  const int nv = system->nv, nc = system->nc;
  const BatchRoom *room = batch->room;
  fill_rows(batch);
  for (int i = 0; i < nc; i++) {
    real *row = room->L + i * nc;
    const real *W = room->W + i * nv;
    for (int k = 0; k <= i; k++) {
      const real *J = room->J + k * nv;
      real sum = real_of(i == k ? eps * batch->state->row_soft[i] : 0);
      for (int j = 0; j < nv; j++) {
        sum += W[j] * J[j];
      }
      row[k] = sum;
    }
    for (int k = 0; k < i; k++) {
      for (int j = 0; j < k; j++) {
        row[k] -= row[j] * room->L[k * nc + j];
      }
    }
    real pivot = row[i];
    for (int k = 0; k < i; k++) {
      const real scaled = row[k] * room->L[k * nc + k];
      pivot -= row[k] * scaled;
      row[k] = scaled;
    }
    if (truth_any(truth_not(TRUTH((pivot > 0) & (pivot <= DBL_MAX))))) {
      return false;
    }
    row[i] = 1 / pivot;
  }
  return true;
}

// x := (J M^-1 J' + eps S)^-1 x
static void solve(const Batch *batch, real *x) {
  const int nc = batch->state->system->nc;
  const real *L = batch->room->L;
  for (int i = 1; i < nc; i++) {
    for (int k = 0; k < i; k++) {
      x[i] -= L[i * nc + k] * x[k];
    }
  }
  for (int i = nc - 1; i >= 0; i--) {
    x[i] *= L[i * nc + i];
    for (int k = i + 1; k < nc; k++) {
      x[i] -= L[k * nc + i] * x[k];
    }
  }
}

// dx := W' (..)^-1 rhs
static void correction(const Batch *batch) {
  const System *system = batch->state->system;
  const BatchRoom *room = batch->room;
  solve(batch, room->rhs);
  for (int j = 0; j < system->nv; j++) {
    real sum = real_of(0);
    for (int i = 0; i < system->nc; i++) {
      sum += room->W[i * system->nv + j] * room->rhs[i];
    }
    room->dx[j] = sum;
  }
}

// ---- projection ----

// The largest row over its unit; rhs: the rows with the sign changed.
static real misfit_of(const Batch *batch, bool velocity) {
  const System *system = batch->state->system;
  real worst = real_of(0);
  for (int p = 0; p < system->part_count; p++) {
    const PairRows *rows = &batch->room->rows[p];
    const real *value = velocity ? rows->rate : rows->phi;
    const int first = system->parts[p].row;
    for (int r = 0; r < system->parts[p].primitive->row_count; r++) {
      worst = real_larger(worst, real_size(value[r]) * batch->state->row_weight[first + r]);
      batch->room->rhs[first + r] = -value[r];
    }
  }
  return worst;
}

static void keep(int count, const real *from, real *to) {
  for (int i = 0; i < count; i++) {
    to[i] = from[i];
  }
}

static void choose(int count, Truth truth, const real *no, real *yes) {
  for (int i = 0; i < count; i++) {
    yes[i] = real_choose(truth, yes[i], no[i]);
  }
}

// q += T(q) dx of the rows that are open still.
static void correct_position(Batch *batch, Truth open) {
  const System *system = batch->state->system;
  BatchRoom *room = batch->room;
  real *q = batch_reals(batch->q);
  keep(system->nq, q, room->before);
  for (int b = 1; b < system->body_count; b++) {
    const SystemBody *body = &system->bodies[b];
    const real *step = room->dx + body->v;
    if (body->nq != body->nv) { // elsewhere q' = v
      room->kinds[b]->rate(room->before + body->q, step, room->dq);
      step = room->dq;
    }
    for (int k = 0; k < body->nq; k++) {
      q[body->q + k] += step[k];
    }
  }
  normalise(system, q);
  choose(system->nq, open, room->before, q);
  place(batch);
  raise_rows(batch, PAIR_POSITION);
}

static bool project_positions(Batch *batch) {
  const real aim = *batch_reals(batch->aim);
  for (int k = 0; k < ITERATIONS; k++) {
    const Truth open = truth_not(TRUTH(misfit_of(batch, false) <= aim));
    if (!truth_any(open)) {
      return true;
    }
    if (k == 0) {
      raise_rows(batch, PAIR_VELOCITY);
      if (!factor(batch, KKT_EPS_PROJECTION)) {
        return false;
      }
    }
    correction(batch);
    correct_position(batch, open);
  }
  return false;
}

// Round-off of the rate grows with the velocities, as in project.c.
static real velocity_aim(const Batch *batch) {
  static const double ROUND_OFF = 1e-15;
  const System *system = batch->state->system;
  const real *v = batch_reals(batch->v);
  real speed = real_of(0), turn = real_of(0);
  for (int b = 1; b < system->body_count; b++) {
    const SystemBody *body = &system->bodies[b];
    for (int k = 0; k < body->nv; k++) {
      if (k < body->kind->translations) {
        speed = real_larger(speed, real_size(v[body->v + k]));
      } else {
        turn = real_larger(turn, real_size(v[body->v + k]));
      }
    }
  }
  const double inverse = 1 / batch->state->length;
  return real_larger(*batch_reals(batch->aim), ROUND_OFF * real_larger(turn, speed * inverse));
}

// v += dv, rate += J dv of the rows that are open still: the new rates exactly, as J stays.
static void correct_velocity(Batch *batch, Truth open) {
  const System *system = batch->state->system;
  const BatchRoom *room = batch->room;
  real *v = batch_reals(batch->v);
  for (int j = 0; j < system->nv; j++) {
    v[j] = real_choose(open, v[j] + room->dx[j], v[j]);
  }
  for (int p = 0; p < system->part_count; p++) {
    for (int r = 0; r < system->parts[p].primitive->row_count; r++) {
      const real *J = room->J + (system->parts[p].row + r) * system->nv;
      real *rate = &room->rows[p].rate[r], sum = *rate;
      for (int j = 0; j < system->nv; j++) {
        sum += J[j] * room->dx[j];
      }
      *rate = real_choose(open, sum, *rate);
    }
  }
}

static bool project_velocities(Batch *batch) {
  const real aim = velocity_aim(batch);
  for (int k = 0; k < ITERATIONS; k++) {
    const Truth open = truth_not(TRUTH(misfit_of(batch, true) <= aim));
    if (!truth_any(open)) {
      move(batch);
      return true;
    }
    correction(batch);
    correct_velocity(batch, open);
  }
  return false;
}

// ---- accelerations ----

static void divide_by_mass(const Batch *batch, const real *b, real *x) {
  const System *system = batch->state->system;
  for (int k = 1; k < system->body_count; k++) {
    const SystemBody *body = &system->bodies[k];
    const int t = body->kind->translations, nv = body->nv;
    const double *inverse = batch->state->mass_inverse[k];
    const real *from = b + body->v;
    for (int i = 0; i < t; i++) {
      x[body->v + i] = from[i] * inverse[i * nv + i];
    }
    for (int i = t; i < nv; i++) {
      real sum = real_of(0);
      for (int m = t; m < nv; m++) {
        sum += inverse[i * nv + m] * from[m];
      }
      x[body->v + i] = sum;
    }
  }
}

// Weights less gyroscopic forces.
static void sum_forces(Batch *batch) {
  const System *system = batch->state->system;
  real *Q = batch->room->Q;
  for (int i = 0; i < system->nv; i++) {
    Q[i] = real_of(batch->state->weight[i]);
  }
  for (int b = 1; b < system->body_count && !system->planar; b++) {
    const SystemBody *body = &system->bodies[b];
    if (body->kind->rotations == 3) {
      real h[BODY_V], M[BODY_V * BODY_V];
      for (int i = 0; i < BODY_V * BODY_V; i++) {
        M[i] = real_of(batch->state->mass[b][i]);
      }
      batch->room->kinds[b]->gyroscopic(M, batch_reals(batch->v) + body->v, h, NULL);
      for (int k = 0; k < body->nv; k++) {
        Q[body->v + k] -= h[k];
      }
    }
  }
}

static real largest_of(int count, const real *x) {
  real largest = real_of(0);
  for (int i = 0; i < count; i++) {
    const real size = real_size(x[i]);
    largest = real_choose(TRUTH(size > largest), size, largest);
  }
  return largest;
}

// Takes the influence of eps out of lambda, as kkt_dense.c does; each row for as long as it needs.
static void refine(const Batch *batch, real *lambda) {
  const int nc = batch->state->system->nc;
  real *last = batch->room->rhs, *next = last + nc;
  keep(nc, lambda, last);
  real size = largest_of(nc, last);
  Truth open = TRUTH(size == size); // what is not a number stays so
  for (int pass = 0; pass < KKT_PASSES; pass++) {
    for (int i = 0; i < nc; i++) {
      last[i] *= KKT_EPS * batch->state->row_soft[i];
    }
    solve(batch, last);
    for (int i = 0; i < nc; i++) {
      next[i] = lambda[i] + last[i];
    }
    choose(nc, open, lambda, next);
    keep(nc, next, lambda);
    const real now = largest_of(nc, last);
    const Truth refined =
        pass > 0 ? TRUTH((now <= 3e-7 * size) | (now > 0.9 * size)) : TRUTH(now <= 3e-7 * size);
    open &= truth_not(refined);
    if (!truth_any(open)) {
      break;
    }
    size = now;
  }
}

// a and lambda; false when they are not finite in some row.
static bool accelerate(Batch *batch) {
  const System *system = batch->state->system;
  const int nv = system->nv, nc = system->nc;
  const BatchRoom *room = batch->room;
  real *a = batch_reals(batch->a), *lambda = batch_reals(batch->lambda), sum = real_of(0);
  for (int p = 0; p < system->part_count; p++) {
    for (int r = 0; r < system->parts[p].primitive->row_count; r++) {
      lambda[system->parts[p].row + r] = room->rows[p].bias[r];
    }
  }
  for (int i = 0; i < nc; i++) {
    for (int j = 0; j < nv; j++) {
      lambda[i] += room->W[i * nv + j] * room->Q[j];
    }
  }
  solve(batch, lambda);
  if (batch->state->soft) {
    refine(batch, lambda);
  }
  divide_by_mass(batch, room->Q, a);
  for (int i = 0; i < nc; i++) {
    for (int j = 0; j < nv; j++) {
      a[j] -= room->W[i * nv + j] * lambda[i];
    }
    sum += real_size(lambda[i]);
  }
  for (int j = 0; j < nv; j++) {
    sum += real_size(a[j]);
  }
  return !truth_any(truth_not(TRUTH(sum <= DBL_MAX)));
}

MBS_HOT bool MBS_NAME(batch_compute)(Batch *batch) {
  BatchRoom *room = batch->room;
  room->level = PAIR_NOTHING;
  normalise(batch->state->system, batch_reals(batch->q));
  place(batch);
  move(batch);
  raise_rows(batch, PAIR_POSITION);
  if (!project_positions(batch)) {
    return false;
  }
  raise_rows(batch, PAIR_VELOCITY);
  if (!factor(batch, KKT_EPS) || !project_velocities(batch)) {
    return false;
  }
  raise_rows(batch, PAIR_ACCELERATION);
  sum_forces(batch);
  if (!accelerate(batch)) {
    return false;
  }
  MBS_NAME(batch_observe)(batch);
  MBS_NAME(batch_audit)(batch);
  return true;
}
