// SPDX-License-Identifier: BSD-3-Clause
// roller.c: the distance of a point from a plane curve (see roller.h).
#include "elements/roller.h"

#define ONE_TURN 6.283185307179586476925286766559

enum { ITERATIONS = 50, POLISH = 3, LOOKS = 360, SLOT_LOOKS = 64 };
static const double CLOSE = 1e-13; // of a correction, relative; then a few more

// ---- jets ----

static Jet constant(real x) {
  return (Jet){x, 0, 0};
}
static Jet sum(Jet a, Jet b) {
  return (Jet){a.value + b.value, a.first + b.first, a.second + b.second};
}
static Jet less(Jet a, Jet b) {
  return (Jet){a.value - b.value, a.first - b.first, a.second - b.second};
}
static Jet times(Jet a, Jet b) {
  return (Jet){a.value * b.value, a.first * b.value + a.value * b.first,
               a.second * b.value + 2 * a.first * b.first + a.value * b.second};
}
// f(x), given f and its two derivatives at x.
static Jet through(Jet x, real f, real f_x, real f_xx) {
  return (Jet){f, f_x * x.first, f_x * x.second + f_xx * x.first * x.first};
}
static Jet dot(const Jet a[2], const Jet b[2]) {
  return sum(times(a[0], b[0]), times(a[1], b[1]));
}

// ---- the curve ----

real MBS_NAME(roller_wrapped)(real u) {
  const double wrapped = re(u) - ONE_TURN * floor(re(u) / ONE_TURN);
  return u + ((wrapped < ONE_TURN ? wrapped : 0) - re(u));
}

real MBS_NAME(roller_radius)(const Roller *roller, real u) {
  if (roller->argument >= 0) {
    roller->inputs[roller->argument] = roller->wraps ? MBS_NAME(roller_wrapped)(u) : u;
  }
  return roller->program->constant
             ? roller->program->value
             : MBS_NAME(program_value)(roller->program, roller->inputs, roller->work);
}

// C and T along a motion of u.
static void rim_at(const Roller *roller, Jet u, bool moves, Jet C[2], Jet T[2]) {
  const Program *program = roller->program;
  const int n = program->input_count;
  real *first = roller->room, *second = first + n, *f = first + 2L * n, *f_1 = first + 3L * n,
       *f_2 = first + 4L * n;
  Jet F = constant(program->value), F_u = constant(0);
  for (int i = 0; i < n; i++) {
    first[i] = second[i] = 0;
  }
  if (roller->time >= 0 && moves) {
    first[roller->time] = 1;
  }
  if (roller->argument >= 0) {
    roller->inputs[roller->argument] = roller->wraps ? MBS_NAME(roller_wrapped)(u.value) : u.value;
    first[roller->argument] = u.first;
    second[roller->argument] = u.second;
  }
  if (!program->constant) {
    real result[3];
    MBS_NAME(program_jet)(program, roller->inputs, first, second, result, roller->work);
    F = (Jet){result[0], result[1], result[2]};
  }
  if (roller->argument >= 0) {
    MBS_NAME(program_gradient_jet)
    (program, roller->inputs, first, second, f, f_1, f_2, roller->work);
    F_u = (Jet){f[roller->argument], f_1[roller->argument], f_2[roller->argument]};
  }
  if (!roller->polar) {
    C[0] = u;
    C[1] = F;
    T[0] = constant(1);
    T[1] = F_u;
    return;
  }
  const real c = cos(u.value), s = sin(u.value);
  const Jet cosine = through(u, c, -s, -c), sine = through(u, s, c, -s);
  C[0] = times(F, cosine);
  C[1] = times(F, sine);
  T[0] = less(times(F_u, cosine), C[1]);
  T[1] = sum(times(F_u, sine), C[0]);
}

// g = (P - C).T
static Jet miss(const Jet P[2], const Jet C[2], const Jet T[2]) {
  const Jet from[2] = {less(P[0], C[0]), less(P[1], C[1])};
  return dot(from, T);
}

// ---- the foot ----

real MBS_NAME(roller_foot)(const Roller *roller, const real P[2], real guess) {
  const Jet at[2] = {constant(P[0]), constant(P[1])};
  real u = guess;
  int polish = 0;
  for (int k = 0; k < ITERATIONS && polish < POLISH; k++) {
    Jet C[2], T[2];
    rim_at(roller, (Jet){u, 1, 0}, false, C, T);
    const Jet g = miss(at, C, T);
    const real square = T[0].value * T[0].value + T[1].value * T[1].value;
    // beyond the centre of curvature the nearest point lies downhill all the same
    const real slope = re(g.first) < 0 ? g.first : -square;
    const real step = -g.value / slope;
    const double size =
        sqrt(re(square)) * fabs(re(step)) /
        (fabs(re(P[0] - C[0].value)) + fabs(re(P[1] - C[1].value)) + fabs(re(C[0].value)) +
         fabs(re(C[1].value)) + sqrt(re(square)) * fabs(re(u)));
    u += step;
    if (!isfinite(size)) {
      break;
    }
    polish += size <= CLOSE ? 1 : 0;
    if (polish == POLISH) {
      return u;
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

void MBS_NAME(roller_at)(const Roller *roller, real foot, const Jet P[2], bool moves,
                         RollerPoint *out) {
  const Jet here[2] = {constant(P[0].value), constant(P[1].value)};
  Jet C[2], T[2], u = {foot, 1, 0};
  rim_at(roller, u, false, C, T);
  const real g_u = miss(here, C, T).first;
  u.first = 0;
  rim_at(roller, u, moves, C, T);
  u.first = -miss(P, C, T).first / g_u;
  rim_at(roller, u, moves, C, T);
  u.second = -miss(P, C, T).second / g_u;
  rim_at(roller, u, moves, C, T);
  const Jet square = dot(T, T);
  const real size = sqrt(square.value);
  const Jet inverse = through(square, 1 / size, -1 / (2 * size * square.value),
                              3 / (4 * size * square.value * square.value));
  const Jet sign = constant(roller->polar ? 1 : -1);
  out->n[0] = times(sign, times(T[1], inverse));
  out->n[1] = times(constant(-sign.value), times(T[0], inverse));
  const Jet from[2] = {less(P[0], C[0]), less(P[1], C[1])};
  out->distance = dot(from, out->n);
  out->foot_rate = u.first;
  out->margin = -g_u / square.value;
}
