// SPDX-License-Identifier: BSD-3-Clause
// roller.c: the distance of a point from a plane curve (see roller.h).
#include "elements/pairs/roller.h"

#define ONE_TURN 6.283185307179586476925286766559

enum { ITERATIONS = 50, LOOKS = 360, SLOT_LOOKS = 64 };
static const double CLOSE = 1e-13; // of the last correction, relative: its error is the square

// ---- jets ----

static Jet constant(real x) {
  return (Jet){x, 0, 0};
}
static Jet times(Jet a, Jet b) {
  return (Jet){a.value * b.value, a.first * b.value + a.value * b.first,
               a.second * b.value + 2 * a.first * b.first + a.value * b.second};
}
static Jet sum(Jet a, Jet b) {
  return (Jet){a.value + b.value, a.first + b.first, a.second + b.second};
}
// f(x), given f and its two derivatives at x.
static Jet through(Jet x, real f, real f_x, real f_xx) {
  return (Jet){f, f_x * x.first, f_x * x.second + f_xx * x.first * x.first};
}
static real dot(const real a[2], const real b[2]) {
  return a[0] * b[0] + a[1] * b[1];
}
// The part of a chain rule: what does not move has none, whatever the derivative there.
static real share(real derivative, real rate) {
  return rate == 0 ? 0 : derivative * rate;
}

// ---- the curve ----

real MBS_NAME(roller_wrapped)(real u) {
  const double wrapped = re(u) - ONE_TURN * floor(re(u) / ONE_TURN);
  return u + ((wrapped < ONE_TURN ? wrapped : 0) - re(u));
}

static void ask_at(const Roller *roller, real u) {
  if (roller->argument >= 0) {
    roller->inputs[roller->argument] = roller->wraps ? MBS_NAME(roller_wrapped)(u) : u;
  }
}

real MBS_NAME(roller_radius)(const Roller *roller, real u) {
  ask_at(roller, u);
  return roller->program->constant
             ? roller->program->value
             : MBS_NAME(program_value)(roller->program, roller->inputs, roller->work);
}

// C by its derivatives: C, C_u, C_uu, C_uuu, and those with t.
typedef struct Rim {
  real at[2], u[2], uu[2], uuu[2], t[2], tt[2], ut[2], utt[2], uut[2];
} Rim;

// The same of F.
typedef struct Radius {
  real at, u, uu, uuu, t, tt, ut, utt, uut;
} Radius;

// F, F_u and F_uu.
static Radius radius_at(const Roller *roller, real u) {
  const Program *program = roller->program;
  if (program->constant) {
    return (Radius){.at = program->value};
  }
  real *first = roller->room, *second = first + program->input_count, result[3];
  for (int i = 0; i < program->input_count; i++) {
    first[i] = i == roller->argument ? 1 : 0;
    second[i] = 0;
  }
  ask_at(roller, u);
  MBS_NAME(program_jet)(program, roller->inputs, first, second, result, roller->work);
  return (Radius){.at = result[0], .u = result[1], .uu = result[2]};
}

// The rest at the same u, of which gradients along u and along t tell everything.
static void add_high_derivatives(const Roller *roller, bool moves, Radius *F) {
  const Program *program = roller->program;
  const int n = program->input_count;
  real *first = roller->room, *second = first + n, *f = first + 2L * n, *f_1 = first + 3L * n,
       *f_2 = first + 4L * n;
  const int u = roller->argument, t = moves ? roller->time : -1;
  const int moving[2] = {u, t};
  for (int k = 0; k < 2 && !program->constant; k++) {
    if (moving[k] < 0) {
      continue;
    }
    for (int i = 0; i < n; i++) {
      first[i] = i == moving[k] ? 1 : 0;
      second[i] = 0;
    }
    MBS_NAME(program_gradient_jet)
    (program, roller->inputs, first, second, f, f_1, f_2, roller->work);
    if (k == 0) {
      F->uuu = f_2[u];
      F->uut = t >= 0 ? f_2[t] : 0;
    } else {
      F->t = f[t];
      F->tt = f_1[t];
      F->ut = u >= 0 ? f_1[u] : 0;
      F->utt = u >= 0 ? f_2[u] : 0;
    }
  }
}

// From the radius along e = (cos u, sin u), whose derivative is h = (-sin u, cos u).
static void fill_polar(Rim *rim, real u, const Radius *F) {
  const real e[2] = {cos(u), sin(u)}, h[2] = {-e[1], e[0]};
  for (int k = 0; k < 2; k++) {
    rim->at[k] = F->at * e[k];
    rim->u[k] = F->u * e[k] + F->at * h[k];
    rim->uu[k] = (F->uu - F->at) * e[k] + 2 * F->u * h[k];
    rim->uuu[k] = (F->uuu - 3 * F->u) * e[k] + (3 * F->uu - F->at) * h[k];
    rim->t[k] = F->t * e[k];
    rim->tt[k] = F->tt * e[k];
    rim->ut[k] = F->ut * e[k] + F->t * h[k];
    rim->utt[k] = F->utt * e[k] + F->tt * h[k];
    rim->uut[k] = (F->uut - F->t) * e[k] + 2 * F->ut * h[k];
  }
}

static void fill(const Roller *roller, Rim *rim, real u, const Radius *F) {
  if (roller->polar) {
    fill_polar(rim, u, F);
    return;
  }
  *rim = (Rim){.at = {u, F->at},
               .u = {1, F->u},
               .uu = {0, F->uu},
               .uuu = {0, F->uuu},
               .t = {0, F->t},
               .tt = {0, F->tt},
               .ut = {0, F->ut},
               .utt = {0, F->utt},
               .uut = {0, F->uut}};
}

// ---- the foot ----

real MBS_NAME(roller_foot)(const Roller *roller, const real P[2], real guess) {
  real u = guess;
  for (int k = 0; k < ITERATIONS; k++) {
    Rim C;
    const Radius F = radius_at(roller, u);
    fill(roller, &C, u, &F);
    const real from[2] = {P[0] - C.at[0], P[1] - C.at[1]};
    const real square = dot(C.u, C.u), g_u = dot(from, C.uu) - square;
    // beyond the centre of curvature the nearest point lies downhill all the same
    const real step = -dot(from, C.u) / (re(g_u) < 0 ? g_u : -square);
    const double size = sqrt(re(square)) * fabs(re(step)) /
                        (fabs(re(from[0])) + fabs(re(from[1])) + fabs(re(C.at[0])) +
                         fabs(re(C.at[1])) + sqrt(re(square)) * fabs(re(u)));
    u += step;
    if (size <= CLOSE) {
      return u;
    }
    if (!isfinite(size)) {
      break;
    }
  }
  return (double)NAN;
}

static double square_of_distance(const Roller *roller, const double P[2], double u) {
  const double F = re(MBS_NAME(roller_radius)(roller, u));
  const double x = (roller->polar ? F * cos(u) : u) - P[0];
  const double y = (roller->polar ? F * sin(u) : F) - P[1];
  return x * x + y * y;
}

double MBS_NAME(roller_look)(const Roller *roller, const double P[2]) {
  // a slot's foot is no farther along x than the slot is above or below
  const double beside = sqrt(square_of_distance(roller, P, P[0]));
  const int count = roller->polar ? LOOKS : SLOT_LOOKS;
  const double width = roller->polar ? ONE_TURN : 2 * beside;
  const double start = roller->polar ? 0 : P[0] - beside;
  double best = (double)INFINITY, found = (double)NAN;
  for (int k = 0; k <= count; k++) {
    const double u = start + width * k / count;
    const double square = square_of_distance(roller, P, u);
    if (square < best) {
      best = square;
      found = u;
    }
  }
  return found;
}

// ---- everything ----

// n along the motion from T along it; *square: T.T.
static void normal_of(const Roller *roller, const Jet T[2], real square, Jet n[2]) {
  const Jet squares = sum(times(T[0], T[0]), times(T[1], T[1]));
  const real size = sqrt(square);
  const Jet inverse =
      through(squares, 1 / size, -1 / (2 * size * square), 3 / (4 * size * square * square));
  const Jet sign = constant(roller->polar ? 1 : -1);
  n[0] = times(sign, times(T[1], inverse));
  n[1] = times(constant(-sign.value), times(T[0], inverse));
}

void MBS_NAME(roller_at)(const Roller *roller, real foot, const Jet P[2], bool moves,
                         RollerDetail detail, RollerPoint *out) {
  Rim C;
  Radius F = radius_at(roller, foot);
  const bool flows = moves && roller->time >= 0;
  if (detail == ROLLER_BEND || (detail == ROLLER_MOTION && flows)) {
    add_high_derivatives(roller, moves, &F);
  }
  fill(roller, &C, foot, &F);
  const real from[2] = {P[0].value - C.at[0], P[1].value - C.at[1]};
  const real square = dot(C.u, C.u), g_u = dot(from, C.uu) - square;
  // V: the velocity of P beside that of the point of the curve, A its rate, both at a fixed u
  const real V[2] = {P[0].first - C.t[0], P[1].first - C.t[1]};
  const real u_1 = -(dot(V, C.u) + dot(from, C.ut)) / g_u;
  Jet T[2];
  real past[2], A[2], W[2];
  for (int k = 0; k < 2; k++) {
    A[k] = P[k].second - C.tt[k] - share(C.ut[k], u_1);
    W[k] = V[k] - C.u[k] * u_1; // of P - C
    past[k] = A[k] - share(C.ut[k], u_1) - share(C.uu[k], u_1 * u_1);
    T[k] = (Jet){C.u[k], share(C.uu[k], u_1) + C.ut[k],
                 share(C.uuu[k], u_1 * u_1) + 2 * share(C.uut[k], u_1) + C.utt[k]};
  }
  const real T_1[2] = {T[0].first, T[1].first}, T_2[2] = {T[0].second, T[1].second};
  const real u_2 = -(dot(past, C.u) + 2 * dot(W, T_1) + dot(from, T_2)) / g_u;
  T[0].second += share(C.uu[0], u_2);
  T[1].second += share(C.uu[1], u_2);
  normal_of(roller, T, square, out->n);
  const real n[2] = {out->n[0].value, out->n[1].value};
  const real n_1[2] = {out->n[0].first, out->n[1].first};
  out->distance = (Jet){dot(from, n), dot(V, n), dot(A, n) + dot(V, n_1)};
  out->foot_rate = u_1;
  out->margin = -g_u / square;
}
