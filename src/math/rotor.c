// SPDX-License-Identifier: BSD-3-Clause
// rotor.c: a rigid body that turns freely (see rotor.h).
#include "math/rotor.h"

#include <math.h>

#include "math/principal.h"
#include "math/rotation.h"
#include "math/vec.h"

void rotor_open(Rotor *rotor, const double inertia[static 9]) {
  *rotor = (Rotor){.base = 0};
  principal_axes(inertia, rotor->moment, rotor->R);
  rotation_to_quaternion(rotor->R, rotor->p);
  for (int k = 0; k < 3; k++) {
    rotor->turned = rotor->turned || rotor->R[4 * k] != 1;
  }
  // the base is the middle moment: what is left to the other two is then least
  for (int k = 0; k < 3; k++) {
    const double a = rotor->moment[(k + 1) % 3], b = rotor->moment[(k + 2) % 3];
    if (fmin(a, b) <= rotor->moment[k] && rotor->moment[k] <= fmax(a, b)) {
      rotor->base = k;
    }
  }
  rotor->outer = (rotor->base + 1) % 3;
  rotor->inner = (rotor->base + 2) % 3;
  rotor->rate_base = 1 / rotor->moment[rotor->base];
  rotor->rate_outer = 1 / rotor->moment[rotor->outer] - rotor->rate_base;
  rotor->rate_inner = 1 / rotor->moment[rotor->inner] - rotor->rate_base;
}

// Turns the frame p about its own axis k by an angle, and pi in it by the opposite one.
static void turn_about(int k, double angle, double p[4], double pi[3]) {
  const double c = cos(angle / 2), s = sin(angle / 2);
  const int i = (k + 1) % 3, j = (k + 2) % 3;
  const double e0 = p[0], ek = p[1 + k], ei = p[1 + i], ej = p[1 + j];
  p[0] = e0 * c - ek * s;
  p[1 + k] = ek * c + e0 * s;
  p[1 + i] = ei * c + ej * s;
  p[1 + j] = ej * c - ei * s;
  // cos = 1 - 2 s^2: rounding then acts on the small change alone, and |pi| does not drift
  const double less = 2 * s * s, sine = 2 * s * c;
  const double a = pi[i], b = pi[j];
  pi[i] += sine * b - less * a;
  pi[j] -= sine * a + less * b;
}

// Turns the frame p about the direction of pi.
static void turn_along(double time, const double pi[3], double p[4]) {
  const double size = vec_norm(pi);
  const double half = time * size / 2;
  const double scale = size > 0 ? sin(half) / size : 0;
  const double turn[4] = {cos(half), scale * pi[0], scale * pi[1], scale * pi[2]};
  const double before[4] = {p[0], p[1], p[2], p[3]};
  vec_euler_product(before, turn, p);
}

void rotor_turn(const Rotor *rotor, double h, double p[static 4], double w[static 3]) {
  double start[3], pi[3], change[3], q[4] = {p[0], p[1], p[2], p[3]};
  memcpy(start, w, sizeof start);
  if (rotor->turned) {
    vec_rotate_back(rotor->R, w, start);
    vec_euler_product(p, rotor->p, q);
  }
  for (int k = 0; k < 3; k++) {
    pi[k] = start[k] * rotor->moment[k];
  }
  turn_along(h * rotor->rate_base, pi, q);
  const int outer = rotor->outer, inner = rotor->inner;
  if (rotor->rate_outer != 0) {
    turn_about(outer, h / 2 * rotor->rate_outer * pi[outer], q, pi);
  }
  if (rotor->rate_inner != 0) {
    turn_about(inner, h * rotor->rate_inner * pi[inner], q, pi);
  }
  if (rotor->rate_outer != 0) {
    turn_about(outer, h / 2 * rotor->rate_outer * pi[outer], q, pi);
  }
  // a quotient, not a product with 1/moment, which would not undo the one above; and only the
  // change goes through R: either would let w drift by round-off in long runs
  for (int k = 0; k < 3; k++) {
    pi[k] /= rotor->moment[k];
    change[k] = pi[k] - start[k];
  }
  if (!rotor->turned) {
    memcpy(w, pi, sizeof pi);
    memcpy(p, q, sizeof q);
    return;
  }
  const double back[4] = {rotor->p[0], -rotor->p[1], -rotor->p[2], -rotor->p[3]};
  vec_rotate(rotor->R, change, pi);
  for (int k = 0; k < 3; k++) {
    w[k] += pi[k];
  }
  vec_euler_product(q, back, p);
}

// ---- its derivative ----

// A change of the turning body, in principal axes: of its frame, and of pi.
typedef struct Change {
  double turn[3], pi[3];
} Change;

// Q -> Q exp(time pi~):  turn = (1 - B t~ + C t~^2) time dpi with t = time pi,
// B = (1 - cos t)/t^2, C = (t - sin t)/t^3.
static void change_along(double time, const double pi[3], Change *change) {
  const double t[3] = {time * pi[0], time * pi[1], time * pi[2]};
  const double square = vec_dot(t, t), size = sqrt(square);
  const bool small = size < 1e-2; // then the series are good to 1e-13
  const double B = small ? 0.5 - square / 24 + square * square / 720 : (1 - cos(size)) / square;
  const double C = small ? 1.0 / 6 - square / 120 + square * square / 5040
                         : (size - sin(size)) / (square * size);
  double once[3], twice[3];
  for (int i = 0; i < 3; i++) {
    change->turn[i] = time * change->pi[i];
  }
  vec_cross(t, change->turn, once);
  vec_cross(t, once, twice);
  for (int i = 0; i < 3; i++) {
    change->turn[i] += C * twice[i] - B * once[i];
  }
}

// Components in a frame that was turned about its axis k.
static void view(int k, double c, double s, double x[3]) {
  const int i = (k + 1) % 3, j = (k + 2) % 3;
  const double a = x[i], b = x[j];
  x[i] = c * a + s * b;
  x[j] = c * b - s * a;
}

// Q -> Q R_k(angle), pi -> R_k(-angle) pi with angle = rate pi_k.
static void change_about(int k, double rate, double pi[3], Change *change) {
  const int i = (k + 1) % 3, j = (k + 2) % 3;
  const double c = cos(rate * pi[k]), s = sin(rate * pi[k]), dangle = rate * change->pi[k];
  view(k, c, s, change->turn);
  view(k, c, s, change->pi);
  view(k, c, s, pi);
  change->turn[k] += dangle;
  change->pi[i] += dangle * pi[j];
  change->pi[j] -= dangle * pi[i];
}

void rotor_turn_rate(const Rotor *rotor, double h, const double w[static 3], double D[static 9]) {
  double principal[9], half[9], start[3];
  vec_rotate_back(rotor->R, w, start);
  for (int k = 0; k < 3; k++) {
    double pi[3];
    for (int i = 0; i < 3; i++) {
      pi[i] = rotor->moment[i] * start[i];
    }
    Change change = {.turn = {0, 0, 0}, .pi = {0, 0, 0}};
    change.pi[k] = rotor->moment[k];
    change_along(h * rotor->rate_base, pi, &change);
    change_about(rotor->outer, h / 2 * rotor->rate_outer, pi, &change);
    change_about(rotor->inner, h * rotor->rate_inner, pi, &change);
    change_about(rotor->outer, h / 2 * rotor->rate_outer, pi, &change);
    for (int i = 0; i < 3; i++) {
      principal[3 * i + k] = change.turn[i];
    }
  }
  vec_product(rotor->R, principal, half);
  for (int i = 0; i < 3; i++) { // times R'
    for (int k = 0; k < 3; k++) {
      D[3 * i + k] = vec_dot(half + 3 * (long)i, rotor->R + 3 * (long)k);
    }
  }
}
