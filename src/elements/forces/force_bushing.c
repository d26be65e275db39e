// SPDX-License-Identifier: BSD-3-Clause
// force_bushing.c: an elastic mount between two markers.
//
//   e = A_i' d,  d = x_j - x_i          offset of marker_j in the axes of marker_i
//   e' = A_i' (v_j - v_i - w_i x d)     its rate;  w = A_i'(w_j - w_i)
//   phi     in the plane (0, 0, angle_j - angle_i), with its turns; in space the rotation vector of
//           marker_j in the axes of marker_i (rotation_vector.h), phi' = L w, the shortest
//           rotation: |phi| <= pi
//   x = (e, phi),  s = (e', w),  K x + p = (F_0, m),  C s = (F_1, T_1)
//   F = F_0 + F_1,  T = L'm + T_1            (L = I in the plane)
//   U = x'K x / 2 + p . x
// About one axis T = k phi + c phi' for any angle below half a turn. In the plane the stiffness of
// x, y and angle is [k_x k_xy k_xa; k_xy k_y k_ya; k_xa k_ya k_a], C is diagonal. In space K and C
// are diagonal, or given as full matrices: K as the mean of it and its transpose, so that there is
// an energy whatever its entries are; C as it stands, since the part of it that is not symmetric
// does no work.
//
// An elastic hinge is the same but for its turns: phi is the tilt z_i x z_j in the axes of i,
//   n = A_i' z_j,  phi = (-n_y, n_x, 0),  phi' = L w,  L = [n_z 0 -n_x; 0 n_z -n_y; 0 0 0]
// which a turn about z leaves as it is, however far it goes: U = k sin^2(tilt) / 2 of the tilt.
//
// The restoring F and T, in the axes of i, act as +A_i F on the body of i at the point x_j (that
// is, at x_i with the moment d x A_i F) and +A_i T; the opposites act on the body of j. The power
// is -(F . e' + T . w).
//
// par: k[3], c[3], p[3] (entry 2 of each unused in the plane); in space k_a[3], c_a[3], p_a[3],
// K[36], C[36]; in the plane k_xy, k_xa, k_ya, k_a, c_a, p_a; of a hinge k_a, c_a. Frames: 0
// marker_i, 1 marker_j.
#include "elements/frames/couple.h"
#include "elements/frames/rotation_vector.h"
#include "elements/registry.h"

#include <string.h>

enum { X, Y, ANGLE = 5, AXES = 6 };
// where numbers begin
enum { TURNS = 9, COUPLING = 9, TURN = 12, FULL = 18, FULL_DAMPING = FULL + AXES * AXES };

// K, C and p of the offset and the rotation vector, and what couples them.
typedef struct Law {
  real stiffness[AXES], damping[AXES], preload[AXES];
  real xy, xa, ya;
  const real *full, *full_damping; // added to the diagonals; NULL: nothing
} Law;

// How turns count: one angle, the rotation vector, the tilt of z.
typedef enum Turns { BY_ANGLE, BY_VECTOR, BY_TILT } Turns;

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

static void law_of(const ForceArgs *in, Turns turns, const real par[], Law *law) {
  real *const part[3] = {law->stiffness, law->damping, law->preload};
  if (turns == BY_TILT) {
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

static void mount_of(const ForceArgs *in, Turns turns, Mount *at) {
  const Frame *const frame = in->frame;
  const real *const A = frame[0].A;
  real d[3], u[3], w[3];
  vector_subtract(frame[1].x, frame[0].x, d);
  vector_subtract(frame[1].w, frame[0].w, w);
  relative_velocity(frame, d, u);
  vec_rotate_back(A, d, at->x);
  vec_rotate_back(A, u, at->rate);
  vector_zero(3, at->n);
  if (turns == BY_ANGLE) {
    vector_zero(3, at->x + 3);
    at->x[ANGLE] = frame[1].angle - frame[0].angle;
    vector_copy(3, w, at->rate + 3);
    return;
  }
  vec_rotate_back(A, w, at->rate + 3);
  if (turns == BY_TILT) {
    real z[3];
    vec_column(frame[1].A, 2, z);
    vec_rotate_back(A, z, at->n);
    tilt(at->n, at->x + 3);
  } else {
    rotation_vector(frame[0].p, frame[1].p, at->x + 3);
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
static void mount_change(const ForceArgs *in, Turns turns, const Frame dframe[2], Mount *change) {
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
  if (turns == BY_ANGLE) {
    vector_zero(3, change->x + 3);
    change->x[ANGLE] = dframe[1].angle - dframe[0].angle;
    vector_copy(3, dw, change->rate + 3);
    return;
  }
  rotate_back_both(A, dw, dA, w, change->rate + 3);
  if (turns == BY_TILT) {
    real z[3], dz[3];
    vec_column(frame[1].A, 2, z);
    vec_column(dframe[1].A, 2, dz);
    rotate_back_both(A, dz, dA, z, change->n);
    tilt(change->n, change->x + 3);
  } else {
    rotation_vector_tangent(frame[0].p, frame[1].p, dframe[0].p, dframe[1].p, change->x + 3);
  }
}

// out = L(n)' m, linear in both
static void tilt_pull(const real n[3], const real m[3], real out[3]) {
  out[0] = n[2] * m[0];
  out[1] = n[2] * m[1];
  out[2] = -n[0] * m[0] - n[1] * m[1];
}

// m becomes L'm.
static void turn_back(Turns turns, const Mount *at, real m[3]) {
  real T[3];
  if (turns == BY_ANGLE) {
    return;
  }
  if (turns == BY_TILT) {
    tilt_pull(at->n, m, T);
  } else {
    rotation_vector_pull(at->x + 3, m, T);
  }
  vector_copy(3, T, m);
}

// Its change with that of the mount, and of m.
static void turn_back_change(Turns turns, const Mount *at, const Mount *change, const real m[3],
                             const real dm[3], real dT[3]) {
  if (turns == BY_TILT) {
    real other[3];
    tilt_pull(at->n, dm, dT);
    tilt_pull(change->n, m, other);
    for (int k = 0; k < 3; k++) {
      dT[k] += other[k];
    }
  } else if (turns == BY_VECTOR) {
    rotation_vector_pull_tangent(at->x + 3, m, change->x + 3, dm, dT);
  } else {
    vector_copy(3, dm, dT);
  }
}

// dF_0 + dF_1 = dK x + dC s + dp + K dx + C ds,  dT = (dL'/dphi dphi) m + L' dm + dC s + C ds;
// force: F and m.
static void change_of(const ForceArgs *in, Turns turns, const ForceChange *change, const Law *law,
                      const Mount *at, const real force[AXES], real dforce[AXES]) {
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

static void act(const ForceArgs *in, Turns turns, const ForceChange *change, Wrench wrench[]) {
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
static void store(const ForceArgs *in, Turns turns, ForceTold *told) {
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

// own[0..2], own[3..5]: force and torque on the body of j, in the axes of i.
static void report(const ForceArgs *in, Turns turns, const Wrench wrench[], ForceTold *told) {
  if (wrench == NULL) {
    store(in, turns, told);
    return;
  }
  vec_rotate_back(in->frame[0].A, wrench[1].f, told->own);
  vec_rotate_back(in->frame[0].A, wrench[1].t, told->own + 3);
}

static Turns turns_of(const ForceArgs *in) {
  return in->planar ? BY_ANGLE : BY_VECTOR;
}

static void apply(const ForceArgs *in, const ForceChange *change, Wrench wrench[]) {
  act(in, turns_of(in), change, wrench);
}

static void tell(const ForceArgs *in, const Wrench wrench[], ForceTold *told) {
  report(in, turns_of(in), wrench, told);
}

static void apply_hinge(const ForceArgs *in, const ForceChange *change, Wrench wrench[]) {
  act(in, BY_TILT, change, wrench);
}

static void tell_hinge(const ForceArgs *in, const Wrench wrench[], ForceTold *told) {
  report(in, BY_TILT, wrench, told);
}

#define AXES_OF_I(word, dimension, text)                                                           \
  KEY(word, VECTOR, text, .quantity = QUANTITY_##dimension, .depends = DEPENDS_ON_STATE,           \
      .fallback = "[0, 0, 0]")
#define NUMBER(word, dimension, text)                                                              \
  KEY_NUMBER(word, dimension, ANY, text, .depends = DEPENDS_ON_STATE, .fallback = "0")
#define OFFSETS(axes)                                                                              \
  KEY("marker_i", MARKER, "one side of the mount: the bushing's axes are those of this marker",    \
      .required = true, .marker = MARKER_MOMENT),                                                  \
      KEY("marker_j", MARKER,                                                                      \
          "the other side; the forces act at this marker's origin, on both bodies",                \
          .required = true),                                                                       \
      AXES_OF_I("stiffness", STIFFNESS,                                                            \
                "force per offset of marker_j from marker_i, along " axes " of marker_i"),         \
      AXES_OF_I("damping", DAMPING, "force per rate of the offset"),                               \
      AXES_OF_I("preload", FORCE,                                                                  \
                "force added to the restoring one: positive pulls marker_j back, towards smaller " \
                "offsets")

static const Field fields_planar[] = {
    OFFSETS("x and y"),
    NUMBER("stiffness_xy", STIFFNESS, "coupling: force along x per offset along y"),
    NUMBER("stiffness_x_angle", FORCE,
           "coupling: force along x per angle, and torque per offset along x"),
    NUMBER("stiffness_y_angle", FORCE,
           "coupling: force along y per angle, and torque per offset along y"),
    NUMBER("angular_stiffness", ANGULAR_STIFFNESS,
           "torque per angle from marker_i to marker_j; turns count"),
    NUMBER("angular_damping", ANGULAR_DAMPING, "torque per rate of the angle"),
    NUMBER("angular_preload", TORQUE,
           "torque added to the restoring one: positive turns marker_j towards smaller angles"),
    {0}};

static const Quantity stiffness_blocks[] = {QUANTITY_STIFFNESS, QUANTITY_COUPLING_STIFFNESS,
                                            QUANTITY_ANGULAR_STIFFNESS};
static const Quantity damping_blocks[] = {QUANTITY_DAMPING, QUANTITY_COUPLING_DAMPING,
                                          QUANTITY_ANGULAR_DAMPING};

static const Field fields_spatial[] = {
    OFFSETS("x, y and z"),
    AXES_OF_I(
        "angular_stiffness", ANGULAR_STIFFNESS,
        "torque per component of the rotation vector phi from marker_i to marker_j, the shortest "
        "rotation between them: the gradient of k.phi^2/2, which couples its components where "
        "the turn is large, and jumps where they are half a turn apart; what turns far about "
        "one axis takes an elastic_hinge"),
    AXES_OF_I("angular_damping", ANGULAR_DAMPING,
              "torque per component of the relative angular velocity"),
    AXES_OF_I("angular_preload", TORQUE,
              "torque added to the restoring one: positive turns marker_j back"),
    KEY("stiffness_matrix", MATRIX,
        "instead of stiffness and angular_stiffness, with all that couples them: a row for each "
        "force along and each torque about x, y, z of marker_i, in it what it is per offset, then "
        "per component of the rotation vector; in N/m, N/rad where offsets and turns couple, and N "
        "m/rad; symmetric",
        .size = AXES, .quantity = QUANTITY_STIFFNESS, .blocks = stiffness_blocks,
        .without = ONE_OF("stiffness", "angular_stiffness")),
    KEY("damping_matrix", MATRIX,
        "instead of damping and angular_damping, in the same order: per rate of the offset, then "
        "per component of the relative angular velocity; in N s/m, N s/rad and N m s/rad; where it "
        "is not symmetric that part does no work",
        .size = AXES, .quantity = QUANTITY_DAMPING, .blocks = damping_blocks,
        .without = ONE_OF("damping", "angular_damping")),
    {0}};

static const Field fields_hinge[] = {
    OFFSETS("x, y and z"),
    NUMBER("angular_stiffness", ANGULAR_STIFFNESS,
           "torque per tilt of z of marker_j from z of marker_i: the gradient of k*sin(tilt)^2/2, "
           "whatever the turn about z; up to a quarter turn it restores"),
    NUMBER("angular_damping", ANGULAR_DAMPING,
           "torque per component of the relative angular velocity along x and y of marker_i"),
    {0}};

#define BUSHING(where, keys)                                                                       \
  {                                                                                                \
    .type = "bushing",                                                                             \
    .summary = "an elastic mount: stiffness and damping along and about the axes of marker_i",     \
    .fields = (keys), .spaces = (where), .apply = apply, .tell = tell                              \
  }

const ForceKind MBS_NAME(force_bushing_planar) = BUSHING(IN_PLANE, fields_planar);
const ForceKind MBS_NAME(force_bushing_spatial) = BUSHING(IN_SPACE, fields_spatial);

const ForceKind MBS_NAME(force_elastic_hinge) = {
    .type = "elastic_hinge",
    .summary =
        "a hinge that gives: the equations of a revolute joint as springs and dampers; about "
        "z of marker_i marker_j turns freely, as far as it likes",
    .fields = fields_hinge,
    .spaces = IN_SPACE,
    .apply = apply_hinge,
    .tell = tell_hinge};
