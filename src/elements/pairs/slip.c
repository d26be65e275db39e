// SPDX-License-Identifier: BSD-3-Clause
// slip.c: velocities between two bodies at a point, along a direction (see slip.h).
#include "elements/pairs/slip.h"

#include <string.h>

#include "elements/frames/vector.h"

// The place of contact of both bodies and how it moves: pi and pi' in body axes, V and V' (without
// accelerations) in ground axes.
typedef struct Place {
  real at[3], rate[3], V[3], V_rate[3];
} Place;

static void add_to(real sum[3], const real term[3]) {
  for (int i = 0; i < 3; i++) {
    sum[i] += term[i];
  }
}

// An axis of a marker in axes of its body.
static void axis_of(const SlipEnd *end, int k, real out[3]) {
  vec_column(end->R, k, out);
}

// rho and rho' less w_j x rho, in axes of body j.
static void farthest(const Slip *slip, real rho[3], real rate[3]) {
  const SlipEnd *i = &slip->end[0], *j = &slip->end[1];
  real own[3], n[3], turned[3], n_rate[3], back[3], m[3], m_rate[3], p[3], p_m[9], p_rate[3];
  axis_of(i, slip->normal, own);
  vec_rotate(i->A, own, n);
  vec_cross(i->w, own, turned);
  vec_rotate(i->A, turned, n_rate);
  // -m = R' A_j' n, and (A_j' n)' = A_j' n' - w_j x A_j' n
  vec_rotate_back(j->A, n, back);
  vec_rotate_back(j->R, back, m);
  vec_cross(j->w, back, turned);
  vec_rotate_back(j->A, n_rate, back);
  vector_subtract(back, turned, back);
  vec_rotate_back(j->R, back, m_rate);
  for (int k = 0; k < 3; k++) {
    m[k] = -m[k];
    m_rate[k] = -m_rate[k];
  }
  MBS_NAME(support_point)(&slip->support, m, p, p_m);
  vec_rotate(p_m, m_rate, p_rate);
  vec_rotate(j->R, p, rho);
  vec_rotate(j->R, p_rate, rate);
}

// V and V' of the place whose pi and pi' stand.
static void move(const SlipEnd *end, Place *place) {
  real once[3], twice[3];
  vec_cross(end->w, place->at, once);
  vec_rotate(end->A, once, place->V);
  add_to(place->V, end->v);
  add_to(once, place->rate);
  vec_cross(end->w, once, twice);
  vec_rotate(end->A, twice, place->V_rate);
}

// The same place as body i sees it.
static void see(const SlipEnd *i, const SlipEnd *j, const Place *of_j, Place *of_i) {
  real P[3], P_rate[3], moved[3], turned[3];
  vec_rotate(j->A, of_j->at, P);
  add_to(P, j->r);
  vector_subtract(P, i->r, P);
  vec_rotate_back(i->A, P, of_i->at);
  vec_rotate(j->A, of_j->rate, P_rate);
  add_to(P_rate, of_j->V);
  vector_subtract(P_rate, i->v, moved);
  vec_rotate_back(i->A, moved, of_i->rate);
  vec_cross(i->w, of_i->at, turned);
  vector_subtract(of_i->rate, turned, of_i->rate);
}

// J of one body along d; sign: -1 of body i.
static void jacobian_of(const SlipEnd *end, const Place *place, const real d[3], real sign,
                        real J[6]) {
  real own[3], turn[3];
  vec_rotate_back(end->A, d, own);
  vec_cross(place->at, own, turn);
  for (int k = 0; k < 3; k++) {
    J[k] = sign * d[k];
    J[3 + k] = sign * turn[k];
  }
}

static real product6(const real J[6], const SlipEnd *end) {
  return vec_dot(J, end->v) + vec_dot(J + 3, end->w);
}

static void spin_row(const Slip *slip, SlipRow *row) {
  const SlipEnd *i = &slip->end[0], *j = &slip->end[1];
  real own[3], d[3], across[3], turned[3], w_i[3];
  axis_of(j, slip->along, own);
  vec_rotate(j->A, own, d);
  vec_rotate_back(i->A, d, across);
  for (int k = 0; k < 3; k++) {
    row->J[1][3 + k] = own[k];
    row->J[0][3 + k] = -across[k];
    row->torque[k] = d[k];
  }
  // d' . (w_j - w_i) = A_j (w_j x own) . (A_j w_j - A_i w_i)
  vec_cross(j->w, own, turned);
  vec_rotate(j->A, turned, across);
  vec_rotate(i->A, i->w, w_i);
  row->bias = -vec_dot(across, w_i);
  row->rate = product6(row->J[0], i) + product6(row->J[1], j);
}

// Along an axis of marker_j: d turns with body j.
static void edge_row(const Slip *slip, const real own[3], Place place[2], SlipRow *row) {
  const SlipEnd *i = &slip->end[0], *j = &slip->end[1];
  real turned[3], d_rate[3], apart[3];
  move(i, &place[0]);
  vec_rotate(j->A, own, row->force);
  vec_cross(j->w, own, turned);
  vec_rotate(j->A, turned, d_rate);
  jacobian_of(i, &place[0], row->force, -1, row->J[0]);
  vector_subtract(place[1].V, place[0].V, apart);
  row->bias = vec_dot(d_rate, apart);
  vector_subtract(place[1].V_rate, place[0].V_rate, apart);
  row->bias += vec_dot(row->force, apart);
}

// Along an axis of marker_i: what body i does stands in its own axes, so that phi' = J v holds off
// the unit norm of its Euler parameters, too.
static void rolling_row(const Slip *slip, const real own[3], const Place place[2], SlipRow *row) {
  const SlipEnd *i = &slip->end[0];
  real turned[3], d_rate[3], apart[3];
  vec_rotate(i->A, own, row->force);
  vec_cross(i->w, own, turned);
  vec_rotate(i->A, turned, d_rate);
  vec_cross(place[0].at, own, turned);
  for (int k = 0; k < 3; k++) {
    row->J[0][k] = -row->force[k];
    row->J[0][3 + k] = -turned[k];
  }
  vector_subtract(place[1].V, i->v, apart);
  vec_cross(i->w, place[0].rate, turned);
  row->bias = vec_dot(d_rate, apart) + vec_dot(row->force, place[1].V_rate) - vec_dot(own, turned);
  if (slip->along == slip->normal) {
    vector_subtract(place[0].at, i->s, apart);
    row->phi = vec_dot(own, apart);
  }
}

void MBS_NAME(slip_row)(const Slip *slip, SlipRow *row) {
  const SlipEnd *i = &slip->end[0], *j = &slip->end[1];
  real rho[3] = {0, 0, 0}, own[3], arm[3];
  Place place[2];
  memset(row, 0, sizeof *row);
  memset(place, 0, sizeof place);
  if (slip->form == SLIP_SPIN) {
    spin_row(slip, row);
    return;
  }
  if (slip->form == SLIP_ROLLING) {
    farthest(slip, rho, place[1].rate);
  }
  vector_copy(3, j->s, place[1].at);
  add_to(place[1].at, rho);
  move(j, &place[1]);
  see(i, j, &place[1], &place[0]);
  if (slip->form == SLIP_ROLLING) {
    axis_of(i, slip->along, own);
    rolling_row(slip, own, place, row);
  } else {
    axis_of(j, slip->along, own);
    edge_row(slip, own, place, row);
  }
  jacobian_of(j, &place[1], row->force, 1, row->J[1]);
  row->rate = product6(row->J[0], i) + product6(row->J[1], j);
  vec_rotate(j->A, rho, arm);
  vec_cross(arm, row->force, row->torque);
  vec_rotate(j->A, place[1].at, row->point);
  add_to(row->point, j->r);
}
