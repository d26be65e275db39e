// SPDX-License-Identifier: BSD-3-Clause
// mount.c: what springs and dampers between two markers do (mount.h).
#include "elements/forces/mount.h"

#include <string.h>

#include "elements/frames/couple.h"
#include "elements/frames/line.h"
#include "elements/frames/rotation_vector.h"

enum { X, Y, ANGLE = 5, AXES = 6 };
// where numbers begin
enum { TURNS = MOUNT_STIFFNESS, COUPLING = 9, TURN = 12 };
enum { FULL = MOUNT_FULL, FULL_DAMPING = FULL + AXES * AXES };

// K, C and p of the offset and the rotation vector, and what couples them.
typedef struct Law {
  real stiffness[AXES], damping[AXES], preload[AXES];
  real xy, xa, ya;
  const real *full, *full_damping; // added to the diagonals; NULL: nothing
} Law;

// e and phi; e' and w; of a tilt n.
typedef struct Mount {
  real x[AXES], rate[AXES], n[3];
} Mount;

static void law_of_hinge(const real par[], Law *law) {
  memset(law, 0, sizeof *law);
  for (int k = 0; k < 3; k++) {
    law->stiffness[k] = par[k];
    law->damping[k] = par[3 + k];
    law->preload[k] = par[6 + k];
  }
  for (int k = 3; k < ANGLE; k++) {
    law->stiffness[k] = par[TURNS];
    law->damping[k] = par[TURNS + 1];
  }
}

static void law_of(const ForceArgs *in, MountTurns turns, const real par[], Law *law) {
  real *const part[3] = {law->stiffness, law->damping, law->preload};
  if (turns == MOUNT_BY_TILT) {
    law_of_hinge(par, law);
    return;
  }
  for (int n = 0; n < 3; n++) {
    for (int k = 0; k < 3; k++) {
      part[n][k] = in->planar && k == 2 ? 0 : par[3 * n + k];
      part[n][3 + k] = !in->planar ? par[TURNS + 3 * n + k] : k == 2 ? par[TURN + n] : 0;
    }
  }
  law->xy = in->planar ? par[COUPLING] : 0;
  law->xa = in->planar ? par[COUPLING + 1] : 0;
  law->ya = in->planar ? par[COUPLING + 2] : 0;
  const bool *const stated = in->stated;
  const bool full = !in->planar && (stated == NULL || stated[FULL]);
  const bool full_damping = !in->planar && (stated == NULL || stated[FULL_DAMPING]);
  law->full = full ? par + FULL : NULL;
  law->full_damping = full_damping ? par + FULL_DAMPING : NULL;
}

// K x
static void elastic(const Law *law, const real x[AXES], real F[AXES]) {
  for (int k = 0; k < AXES; k++) {
    F[k] = law->stiffness[k] * x[k];
  }
  F[X] = F[X] + law->xy * x[Y] + law->xa * x[ANGLE];
  F[Y] = law->xy * x[X] + F[Y] + law->ya * x[ANGLE];
  F[ANGLE] = law->xa * x[X] + law->ya * x[Y] + F[ANGLE];
  for (int k = 0; law->full != NULL && k < AXES; k++) {
    for (int i = 0; i < AXES; i++) {
      F[k] += 0.5 * (law->full[AXES * k + i] + law->full[AXES * i + k]) * x[i];
    }
  }
}

// C s
static void viscous(const Law *law, const real rate[AXES], real F[AXES]) {
  for (int k = 0; k < AXES; k++) {
    F[k] = law->damping[k] * rate[k];
    for (int i = 0; law->full_damping != NULL && i < AXES; i++) {
      F[k] += law->full_damping[AXES * k + i] * rate[i];
    }
  }
}

// F and m; F_1 and T_1.
static void restoring(const Law *law, const Mount *at, real F[AXES], real damping[AXES]) {
  elastic(law, at->x, F);
  viscous(law, at->rate, damping);
  for (int k = 0; k < AXES; k++) {
    F[k] += (k < 3 ? damping[k] : 0) + law->preload[k];
  }
}

// Velocity of x_j as seen from the body of i, ground axes.
static void relative_velocity(const Frame frame[2], const real d[3], real u[3]) {
  real carried[3];
  vec_cross(frame[0].w, d, carried);
  vector_subtract(frame[1].v, frame[0].v, u);
  vector_subtract(u, carried, u);
}

// phi of n, and likewise of their changes.
static void tilt(const real n[3], real phi[3]) {
  phi[0] = -n[1];
  phi[1] = n[0];
  phi[2] = 0;
}

// On which side of half a turn the rotation vector is held, 0: it is the shortest.
static int half_of(const ForceArgs *in) {
  return in->branch == NULL ? 0 : in->branch[0] ? -1 : 1;
}

// Beyond 150 degrees, and where they come from, half a turn is near. Twice the cosine of half the
// angle goes to zero there as the length of a line does, and at most as fast as the mount turns.
static void note_turn(const ForceArgs *in) {
  static const double NEAR = 0.26; // cosine of half of that
  real r[4], rate[3];
  if (in->branch != NULL && in->kept != NULL) {
    rotation_vector_between(in->frame[0].p, in->frame[1].p, r);
    vector_subtract(in->frame[1].w, in->frame[0].w, rate);
    line_note_speed(in->kept, rate);
    in->kept[LINE_NEXT] = 2 * re(r[0]);
    in->kept[LINE_CAME] =
        fabs(re(r[0])) < NEAR || (re(r[0]) < 0) != in->branch[0] ? 1 : in->kept[LINE_CAME];
  }
}

static void mount_of(const ForceArgs *in, MountTurns turns, Mount *at) {
  const Frame *const frame = in->frame;
  const real *const A = frame[0].A;
  real d[3], u[3], w[3];
  vector_subtract(frame[1].x, frame[0].x, d);
  vector_subtract(frame[1].w, frame[0].w, w);
  relative_velocity(frame, d, u);
  vec_rotate_back(A, d, at->x);
  vec_rotate_back(A, u, at->rate);
  vector_zero(3, at->n);
  if (turns == MOUNT_BY_ANGLE) {
    vector_zero(3, at->x + 3);
    at->x[ANGLE] = frame[1].angle - frame[0].angle;
    vector_copy(3, w, at->rate + 3);
    return;
  }
  vec_rotate_back(A, w, at->rate + 3);
  if (turns == MOUNT_BY_TILT) {
    real z[3];
    vec_column(frame[1].A, 2, z);
    vec_rotate_back(A, z, at->n);
    tilt(at->n, at->x + 3);
  } else {
    note_turn(in);
    rotation_vector(frame[0].p, frame[1].p, half_of(in), at->x + 3);
  }
}

// sum := A' x + B' y
static void rotate_back_both(const real A[9], const real x[3], const real B[9], const real y[3],
                             real sum[3]) {
  real other[3];
  vec_rotate_back(A, x, sum);
  vec_rotate_back(B, y, other);
  for (int k = 0; k < 3; k++) {
    sum[k] += other[k];
  }
}

// de = dA' d + A' dd,  u = v_j - v_i - w_i x d,  de' = dA' u + A' du
static void mount_change(const ForceArgs *in, MountTurns turns, const Frame dframe[2],
                         Mount *change) {
  const Frame *const frame = in->frame;
  const real *const A = frame[0].A, *const dA = dframe[0].A;
  real d[3], dd[3], u[3], du[3], w[3], dw[3], turning[3];
  vector_subtract(frame[1].x, frame[0].x, d);
  vector_subtract(dframe[1].x, dframe[0].x, dd);
  relative_velocity(frame, d, u);
  vec_cross(dframe[0].w, d, turning);
  vector_subtract(dframe[1].v, dframe[0].v, du);
  vector_subtract(du, turning, du);
  vec_cross(frame[0].w, dd, turning);
  vector_subtract(du, turning, du);
  rotate_back_both(dA, d, A, dd, change->x);
  rotate_back_both(dA, u, A, du, change->rate);
  vector_subtract(frame[1].w, frame[0].w, w);
  vector_subtract(dframe[1].w, dframe[0].w, dw);
  vector_zero(3, change->n);
  if (turns == MOUNT_BY_ANGLE) {
    vector_zero(3, change->x + 3);
    change->x[ANGLE] = dframe[1].angle - dframe[0].angle;
    vector_copy(3, dw, change->rate + 3);
    return;
  }
  rotate_back_both(A, dw, dA, w, change->rate + 3);
  if (turns == MOUNT_BY_TILT) {
    real z[3], dz[3];
    vec_column(frame[1].A, 2, z);
    vec_column(dframe[1].A, 2, dz);
    rotate_back_both(A, dz, dA, z, change->n);
    tilt(change->n, change->x + 3);
  } else {
    rotation_vector_tangent(frame[0].p, frame[1].p, dframe[0].p, dframe[1].p, half_of(in),
                            change->x + 3);
  }
}

// out = L(n)' m, linear in both
static void tilt_pull(const real n[3], const real m[3], real out[3]) {
  out[0] = n[2] * m[0];
  out[1] = n[2] * m[1];
  out[2] = -n[0] * m[0] - n[1] * m[1];
}

// m becomes L'm.
static void turn_back(MountTurns turns, const Mount *at, real m[3]) {
  real T[3];
  if (turns == MOUNT_BY_ANGLE) {
    return;
  }
  if (turns == MOUNT_BY_TILT) {
    tilt_pull(at->n, m, T);
  } else {
    rotation_vector_pull(at->x + 3, m, T);
  }
  vector_copy(3, T, m);
}

// Its change with that of the mount, and of m.
static void turn_back_change(MountTurns turns, const Mount *at, const Mount *change,
                             const real m[3], const real dm[3], real dT[3]) {
  if (turns == MOUNT_BY_TILT) {
    real other[3];
    tilt_pull(at->n, dm, dT);
    tilt_pull(change->n, m, other);
    for (int k = 0; k < 3; k++) {
      dT[k] += other[k];
    }
  } else if (turns == MOUNT_BY_VECTOR) {
    rotation_vector_pull_tangent(at->x + 3, m, change->x + 3, dm, dT);
  } else {
    vector_copy(3, dm, dT);
  }
}

// dF_0 + dF_1 = dK x + dC s + dp + K dx + C ds,  dT = (dL'/dphi dphi) m + L' dm + dC s + C ds;
// force: F and m.
static void change_of(const ForceArgs *in, MountTurns turns, const ForceChange *change,
                      const Law *law, const Mount *at, const real force[AXES], real dforce[AXES]) {
  Law dlaw;
  Mount d;
  real by_x[AXES], by_law[AXES], by_rate[AXES], dT[3];
  law_of(in, turns, change->par, &dlaw);
  mount_change(in, turns, change->frame, &d);
  restoring(&dlaw, at, dforce, by_law);
  elastic(law, d.x, by_x);
  viscous(law, d.rate, by_rate);
  for (int k = 0; k < AXES; k++) {
    dforce[k] += by_x[k] + (k < 3 ? by_rate[k] : 0);
  }
  turn_back_change(turns, at, &d, force + 3, dforce + 3, dT);
  for (int k = 3; k < AXES; k++) {
    dforce[k] = dT[k - 3] + by_law[k] + by_rate[k];
  }
}

// g = A F:  dg = dA F + A dF,  moment d x g:  dd x g + d x dg
static void put(const ForceArgs *in, const ForceChange *change, const real force[AXES],
                const real dforce[AXES], Wrench wrench[2]) {
  const Frame swapped[2] = {in->frame[1], in->frame[0]};
  const real *const A = in->frame[0].A;
  Wrench on[2];
  real f[3], t[3];
  vec_rotate(A, force, f);
  for (int k = 0; k < 3; k++) {
    f[k] = -f[k];
  }
  if (change == NULL) {
    vec_rotate(A, force + 3, t);
    couple_force(&swapped[0], &swapped[1], f, &on[0], &on[1]);
  } else {
    const Frame moved[2] = {change->frame[1], change->frame[0]};
    real df[3];
    vector_rotate_change(A, moved[1].A, force, dforce, df);
    vector_rotate_change(A, moved[1].A, force + 3, dforce + 3, t);
    for (int k = 0; k < 3; k++) {
      df[k] = -df[k];
    }
    couple_force_tangent(swapped, moved, f, df, on);
  }
  for (int k = 0; k < 3; k++) {
    on[1].t[k] += t[k];
    on[0].t[k] -= t[k];
  }
  wrench[0] = on[1];
  wrench[1] = on[0];
}

void MBS_NAME(mount_act)(const ForceArgs *in, MountTurns turns, const ForceChange *change,
                         Wrench wrench[]) {
  Law law;
  Mount at;
  real force[AXES], damping[AXES], dforce[AXES];
  law_of(in, turns, in->par, &law);
  mount_of(in, turns, &at);
  restoring(&law, &at, force, damping);
  if (change != NULL) {
    change_of(in, turns, change, &law, &at, force, dforce);
  }
  turn_back(turns, &at, force + 3);
  for (int k = 3; k < AXES; k++) {
    force[k] += damping[k];
  }
  put(in, change, force, dforce, wrench);
}

// U' = F_0 . e' + L'm . w
static void store(const ForceArgs *in, MountTurns turns, ForceTold *told) {
  Law law;
  Mount at;
  real F[AXES];
  law_of(in, turns, in->par, &law);
  mount_of(in, turns, &at);
  elastic(&law, at.x, F);
  for (int k = 0; k < AXES; k++) {
    told->energy += (0.5 * F[k] + law.preload[k]) * at.x[k];
    F[k] += law.preload[k];
  }
  turn_back(turns, &at, F + 3);
  for (int k = 0; k < AXES; k++) {
    told->energy_rate += F[k] * at.rate[k];
  }
  if (in->par_rate != NULL) {
    law_of(in, turns, in->par_rate, &law);
    elastic(&law, at.x, F);
    for (int k = 0; k < AXES; k++) {
      told->energy_rate += (0.5 * F[k] + law.preload[k]) * at.x[k];
    }
  }
}

void MBS_NAME(mount_tell)(const ForceArgs *in, MountTurns turns, const Wrench wrench[],
                          ForceTold *told) {
  if (wrench == NULL) {
    store(in, turns, told);
    return;
  }
  vec_rotate_back(in->frame[0].A, wrench[1].f, told->own);
  vec_rotate_back(in->frame[0].A, wrench[1].t, told->own + 3);
}
