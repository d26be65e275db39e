// SPDX-License-Identifier: BSD-3-Clause
// enclosed_touch.c: switching functions of contacts in space on enclosures; the formulas are those
// of touch.c and contact_law.h.
//
//   plane     gap = n.e - h,  gap' = n.(v - w_i x e) - h'
//   ball      l^2 = e.e,  l l' = e.v
//   cylinder  l^2 = e.e - (e.a)^2,  l l' = e.v - (e.a)(v.a + e.(w_i x a))
//   axes      m = e + t b - s a,  l^2 = m.m,  l l' = m.(v + t b' - s a')
//   box       x_k = a_k.e,  u_k = max(|x_k| - h_k, 0),  l^2 = sum u_k^2,  l l' = sum u_k |x_k|';
//             inside the greatest of |x_k| - h_k
//   pull = 1 - c gap'
// Apart, only the gap is wanted; where the balls about both shapes are apart, they will do for it.
#include "elements/forces/contact_law.h"
#include "elements/forces/enclosed.h"
#include "elements/forces/touch.h"

enum { ON_I, ON_J };

// What there is to see of one point: e and its rate. rate: it is wanted.
typedef struct Sight {
  const EnclosedForce *in;
  int order;
  bool rate;
  Enclosure e[3], v[3];
} Sight;

static const Enclosure zero = {{{0, 0}, {0, 0}, {0, 0}}};

static bool stands(const EnclosedForce *in, int number) {
  return in->par[number].c[0].lo > 0;
}

static Enclosure subtract_scaled(const Enclosure *a, const Enclosure *b, const Enclosure *c,
                                 int order) {
  const Enclosure product = enclosure_multiply(b, c, order);
  return enclosure_subtract(a, &product, order);
}

static void crossed(const Enclosure a[3], const Enclosure b[3], Enclosure out[3], int order) {
  for (int k = 0; k < 3; k++) {
    const int p = (k + 1) % 3, q = (k + 2) % 3;
    const Enclosure first = enclosure_multiply(&a[p], &b[q], order);
    out[k] = subtract_scaled(&first, &a[q], &b[p], order);
  }
}

// w x a of one side.
static void swung(const Sight *at, int side, const Enclosure a[3], Enclosure out[3]) {
  Enclosure w[3];
  enclosed_spin(&at->in->frame[side], w);
  crossed(w, a, out, at->order);
}

// Adds a vector that is fixed in a body, and its velocity w x a, to e and v.
static void reach_out(Sight *at, int side, const Enclosure a[3]) {
  Enclosure moved[3];
  for (int k = 0; k < 3; k++) {
    at->e[k] = enclosure_add(&at->e[k], &a[k], at->order);
  }
  if (at->rate) {
    swung(at, side, a, moved);
    for (int k = 0; k < 3; k++) {
      at->v[k] = enclosure_add(&at->v[k], &moved[k], at->order);
    }
  }
}

// |x| or its greater part; the sign of x goes to its rate.
static Enclosure size_of(const Enclosure *x, Enclosure *rate, int order) {
  const Enclosure x_back = enclosure_negate(x, order), back = enclosure_negate(rate, order);
  if (x->c[0].lo >= 0) {
    return *x;
  }
  const Enclosure either = enclosure_either(rate, &back, false, order);
  *rate = x->c[0].hi <= 0 ? back : either;
  Enclosure size = x->c[0].hi <= 0 ? x_back : enclosure_either(x, &x_back, true, order);
  size.c[0].lo = size.c[0].lo > 0 ? size.c[0].lo : 0;
  return size;
}

// The greater of two functions; which: 1 the first, 0 the second, -1 either.
static Enclosure greater(const Enclosure *x, const Enclosure *y, int order, int *which) {
  *which = x->c[0].lo >= y->c[0].hi ? 1 : y->c[0].lo >= x->c[0].hi ? 0 : -1;
  if (*which >= 0) {
    return *which == 1 ? *x : *y;
  }
  Enclosure most = enclosure_either(x, y, true, order);
  most.c[0].lo = x->c[0].lo > y->c[0].lo ? x->c[0].lo : y->c[0].lo;
  return most;
}

static Enclosure within(const Enclosure *x, const Enclosure *limit, int order) {
  int which = 0;
  const Enclosure least = enclosure_negate(limit, order);
  const Enclosure above = greater(x, &least, order, &which);
  const Enclosure back = enclosure_negate(&above, order);
  const Enclosure most = greater(&back, &least, order, &which);
  return enclosure_negate(&most, order);
}

// What the shape of body j takes of the gap, h = -n.rho = max over the body of -n.x, and h' by
//   c_k = n.a_k, c_k' = (w_j - w_i).(a_k x n)    a_k: axes of marker_j
//   ellipsoid h^2 = sum s_k^2 c_k^2;  wheel h = crown + (R - crown) s, s^2 = c_0^2 + c_1^2
static void shape_of(const Sight *at, const Enclosure n[3], Enclosure *h, Enclosure *rate) {
  const EnclosedForce *in = at->in;
  const int order = at->order;
  const bool edge = in->par[TOUCH_EDGE].c[0].lo > 0;
  Enclosure square = enclosure_constant(interval_point(0)), half = square, w[3], w_i[3];
  enclosed_spin(&in->frame[ON_I], w_i);
  enclosed_spin(&in->frame[ON_J], w);
  for (int k = 0; k < 3; k++) {
    w[k] = enclosure_subtract(&w[k], &w_i[k], order);
  }
  for (int k = 0; k < (edge ? 2 : 3); k++) {
    Enclosure axis[3], turned[3];
    enclosed_axis(&in->frame[ON_J], k, axis);
    crossed(axis, n, turned, order);
    Enclosure c = enclosed_dot(n, axis, order), d = enclosed_dot(w, turned, order);
    if (!edge) {
      c = enclosure_multiply(&c, &in->par[TOUCH_AXES + k], order);
      d = enclosure_multiply(&d, &in->par[TOUCH_AXES + k], order);
    }
    const Enclosure own = enclosure_square(&c, order), change = enclosure_multiply(&c, &d, order);
    square = enclosure_add(&square, &own, order);
    half = enclosure_add(&half, &change, order);
  }
  *h = enclosure_sqrt(&square, order);
  *rate = enclosure_divide(&half, h, order);
  if (edge) {
    const Enclosure *crown = &in->par[TOUCH_CROWN];
    const Enclosure ring = enclosure_subtract(&in->par[TOUCH_EDGE], crown, order);
    *rate = enclosure_multiply(rate, &ring, order);
    *h = enclosure_multiply(h, &ring, order);
    *h = enclosure_add(h, crown, order);
  }
}

// Distance from the plane.
static void over_plane(const Sight *at, Enclosure *gap, Enclosure *rate) {
  const EnclosedForce *in = at->in;
  const int order = at->order;
  Enclosure n[3], turned[3], h = in->par[TOUCH_RADIUS], h_rate = zero;
  enclosed_axis(&in->frame[ON_I], 2, n);
  *gap = enclosed_dot(n, at->e, order);
  if (stands(in, TOUCH_EDGE) || stands(in, TOUCH_AXES)) {
    shape_of(at, n, &h, &h_rate);
  }
  *gap = enclosure_subtract(gap, &h, order);
  if (at->rate) {
    swung(at, ON_I, at->e, turned);
    const Enclosure moved = enclosed_dot(n, at->v, order), swept = enclosed_dot(n, turned, order);
    *rate = enclosure_subtract(&moved, &swept, order);
    *rate = enclosure_subtract(rate, &h_rate, order);
  }
}

// Distance from a centre, or from an axis.
static void about_round(const Sight *at, Enclosure *gap, Enclosure *rate) {
  const EnclosedForce *in = at->in;
  const int order = at->order;
  const bool ball = stands(in, TOUCH_BALL), tube = stands(in, TOUCH_TUBE);
  Enclosure square = enclosed_dot(at->e, at->e, order), half = zero;
  half = at->rate ? enclosed_dot(at->e, at->v, order) : half;
  if (!ball) {
    Enclosure a[3], turned[3];
    enclosed_axis(&in->frame[ON_I], 2, a);
    const Enclosure along = enclosed_dot(at->e, a, order), own = enclosure_square(&along, order);
    square = enclosure_subtract(&square, &own, order);
    if (at->rate) {
      swung(at, ON_I, a, turned);
      const Enclosure moved = enclosed_dot(at->v, a, order);
      const Enclosure swept = enclosed_dot(at->e, turned, order);
      const Enclosure along_rate = enclosure_add(&moved, &swept, order);
      half = subtract_scaled(&half, &along, &along_rate, order);
    }
  }
  const Enclosure l = enclosure_sqrt(&square, order);
  *gap = enclosure_subtract(&l,
                            &in->par[ball   ? TOUCH_BALL
                                     : tube ? TOUCH_TUBE
                                            : TOUCH_CYLINDER],
                            order);
  *rate = at->rate ? enclosure_divide(&half, &l, order) : zero;
  if (tube) {
    *gap = enclosure_negate(gap, order);
    *rate = enclosure_negate(rate, order);
  }
  *gap = enclosure_subtract(gap, &in->par[TOUCH_RADIUS], order);
}

// s and t of the nearest points of two axes (nearest of touch.c). Nearly parallel, s is anywhere
// unless one of them is a point.
static void nearest(const Sight *at, const Enclosure a[3], const Enclosure b[3], Enclosure *s,
                    Enclosure *t) {
  const EnclosedForce *in = at->in;
  const int order = at->order;
  Enclosure half[2];
  half[0] = enclosure_scale(&in->par[TOUCH_LENGTH_I], 0.5, order);
  half[1] = enclosure_scale(&in->par[TOUCH_LENGTH_J], 0.5, order);
  const bool endless = stands(in, TOUCH_CYLINDER);
  const Enclosure cosine = enclosed_dot(a, b, order), on_a = enclosed_dot(a, at->e, order);
  const Enclosure on_b = enclosed_dot(b, at->e, order), own = enclosure_square(&cosine, order);
  const Enclosure one = enclosure_constant(interval_point(1));
  const Enclosure square = enclosure_subtract(&one, &own, order);
  if (half[1].c[0].hi == 0 || (!endless && half[0].c[0].hi == 0)) {
    const bool point_j = half[1].c[0].hi == 0;
    const Enclosure back = enclosure_negate(&on_b, order);
    const Enclosure nothing = enclosure_constant(interval_point(0));
    *s = !point_j ? nothing : endless ? on_a : within(&on_a, &half[0], order);
    *t = point_j ? nothing : within(&back, &half[1], order);
    return;
  }
  *s = enclosure_jump(endless ? interval_line() : (Interval){-half[0].c[0].hi, half[0].c[0].hi});
  if (square.c[0].lo > 1e-11) {
    const Enclosure part = subtract_scaled(&on_a, &cosine, &on_b, order);
    *s = enclosure_divide(&part, &square, order);
    *s = endless ? *s : within(s, &half[0], order);
  }
  *t = enclosure_multiply(s, &cosine, order);
  *t = enclosure_subtract(t, &on_b, order);
  if (t->c[0].lo < -half[1].c[0].lo || t->c[0].hi > half[1].c[0].lo) {
    const Enclosure product = within(t, &half[1], order);
    Enclosure later = enclosure_multiply(&product, &cosine, order);
    later = enclosure_add(&on_a, &later, order);
    later = endless ? later : within(&later, &half[0], order);
    const bool beyond = t->c[0].hi < -half[1].c[0].hi || t->c[0].lo > half[1].c[0].hi;
    *s = beyond ? later : enclosure_either(s, &later, true, order);
    *t = product;
  }
}

static void between_axes(const Sight *at, Enclosure *gap, Enclosure *rate) {
  const EnclosedForce *in = at->in;
  const int order = at->order;
  Enclosure a[3], b[3], m[3], speed[3], moved_a[3], moved_b[3], s, t;
  enclosed_axis(&in->frame[ON_I], 2, a);
  enclosed_axis(&in->frame[ON_J], 2, b);
  nearest(at, a, b, &s, &t);
  if (at->rate) {
    swung(at, ON_I, a, moved_a);
    swung(at, ON_J, b, moved_b);
  }
  for (int k = 0; k < 3; k++) {
    const Enclosure along = enclosure_multiply(&t, &b[k], order);
    m[k] = enclosure_add(&at->e[k], &along, order);
    m[k] = subtract_scaled(&m[k], &s, &a[k], order);
    if (at->rate) {
      const Enclosure swept = enclosure_multiply(&t, &moved_b[k], order);
      speed[k] = enclosure_add(&at->v[k], &swept, order);
      speed[k] = subtract_scaled(&speed[k], &s, &moved_a[k], order);
    }
  }
  const Enclosure square = enclosed_dot(m, m, order), l = enclosure_sqrt(&square, order);
  *gap = enclosure_subtract(&l, &in->par[stands(in, TOUCH_CYLINDER) ? TOUCH_CYLINDER : TOUCH_BALL],
                            order);
  *gap = enclosure_subtract(gap, &in->par[TOUCH_RADIUS], order);
  if (at->rate) {
    const Enclosure half = enclosed_dot(m, speed, order);
    *rate = enclosure_divide(&half, &l, order);
  }
}

// Distance from a box.
static void about_box(const Sight *at, Enclosure *gap, Enclosure *rate) {
  const EnclosedForce *in = at->in;
  const int order = at->order;
  Enclosure square = zero, half = zero, inside = zero, inside_rate = zero;
  for (int k = 0; k < 3; k++) {
    Enclosure axis[3], turned[3], x_rate = zero;
    int which = 0;
    enclosed_axis(&in->frame[ON_I], k, axis);
    const Enclosure x = enclosed_dot(axis, at->e, order);
    if (at->rate) { // a_k.(v - w_i x e)
      swung(at, ON_I, at->e, turned);
      const Enclosure swept = enclosed_dot(axis, turned, order);
      x_rate = enclosed_dot(axis, at->v, order);
      x_rate = enclosure_subtract(&x_rate, &swept, order);
    }
    const Enclosure length = enclosure_scale(&in->par[TOUCH_BOX_I + k], 0.5, order);
    Enclosure beyond = size_of(&x, &x_rate, order);
    beyond = enclosure_subtract(&beyond, &length, order);
    const Enclosure part = greater(&beyond, &zero, order, &which);
    const Enclosure own = enclosure_square(&part, order);
    const Enclosure product = enclosure_multiply(&part, &x_rate, order);
    square = enclosure_add(&square, &own, order);
    half = enclosure_add(&half, &product, order);
    inside = k == 0 ? beyond : greater(&inside, &beyond, order, &which);
    which = k == 0 ? 0 : which;
    inside_rate = which == 1   ? inside_rate
                  : which == 0 ? x_rate
                               : enclosure_either(&inside_rate, &x_rate, false, order);
  }
  const Enclosure l = enclosure_sqrt(&square, order);
  const Enclosure l_rate = at->rate && l.c[0].lo > 0 ? enclosure_divide(&half, &l, order)
                                                     : enclosure_jump(interval_line());
  const bool out = l.c[0].lo > 0, in_it = inside.c[0].hi < 0;
  *gap = out ? l : in_it ? inside : enclosure_either(&l, &inside, true, order);
  *rate = out     ? l_rate
          : in_it ? inside_rate
                  : enclosure_either(&l_rate, &inside_rate, false, order);
  *gap = enclosure_subtract(gap, &in->par[TOUCH_RADIUS], order);
}

// ---- one point, and all ----

// From the middle of j to that of an end or a corner.
static void go_to_end(Sight *at, int point) {
  const EnclosedForce *in = at->in;
  const bool box = stands(in, TOUCH_BOX_J);
  Enclosure arm[3] = {zero, zero, zero};
  for (int c = box ? 0 : 2; c < 3; c++) {
    const bool back = box ? (point >> c & 1) == 0 : point == 0;
    const Enclosure *length = &in->par[box ? TOUCH_BOX_J + c : TOUCH_LENGTH_J];
    Enclosure axis[3];
    enclosed_axis(&in->frame[ON_J], c, axis);
    for (int k = 0; k < 3; k++) {
      const Enclosure along = enclosure_multiply(&axis[k], length, at->order);
      const Enclosure half = enclosure_scale(&along, back ? -0.5 : 0.5, at->order);
      arm[k] = enclosure_add(&arm[k], &half, at->order);
    }
  }
  reach_out(at, ON_J, arm);
}

// Over a whole step, of shapes about which there are balls.
static bool is_far(const Sight *at, Enclosure *gap) {
  const EnclosedForce *in = at->in;
  const bool box = stands(in, TOUCH_BOX_I);
  const double size = box ? in->par[TOUCH_BOX_I].c[0].hi + in->par[TOUCH_BOX_I + 1].c[0].hi +
                                in->par[TOUCH_BOX_I + 2].c[0].hi
                          : in->par[TOUCH_LENGTH_I].c[0].hi;
  const double sum = in->par[TOUCH_BALL].c[0].hi + in->par[TOUCH_RADIUS].c[0].hi +
                     0.5 * (size + in->par[TOUCH_LENGTH_J].c[0].hi);
  if (at->order > 0 || at->rate || stands(in, TOUCH_CYLINDER)) {
    return false;
  }
  const Enclosure square = enclosed_dot(at->e, at->e, 0), l = enclosure_sqrt(&square, 0);
  *gap = (Enclosure){{{(l.c[0].lo - sum) * (1 - 1e-12), l.c[0].hi}}};
  return gap->c[0].lo > 0;
}

static void one_point(const Sight *at, Enclosure *gap, Enclosure *rate) {
  const EnclosedForce *in = at->in;
  const bool ball = stands(in, TOUCH_BALL), cylinder = stands(in, TOUCH_CYLINDER);
  const bool of_axes =
      touch_is_of_axes(ball, cylinder, stands(in, TOUCH_LENGTH_I), stands(in, TOUCH_LENGTH_J));
  if (of_axes || stands(in, TOUCH_BOX_I)) {
    if (!is_far(at, gap)) {
      (of_axes ? between_axes : about_box)(at, gap, rate);
    }
  } else if (ball || cylinder || stands(in, TOUCH_TUBE)) {
    about_round(at, gap, rate);
  } else {
    over_plane(at, gap, rate);
  }
}

// Below zero the law would pull.
static Enclosure pull_of(const EnclosedForce *in, const Enclosure *rate, int order) {
  Enclosure damping = in->par[TOUCH_DAMPING];
  if (stands(in, TOUCH_RESTITUTION)) {
    damping = enclosure_constant(
        interval_point(contact_rebound(in->par[TOUCH_RESTITUTION].c[0].lo, in->kept) /
                       in->par[TOUCH_AT_SPEED].c[0].lo));
  }
  const Enclosure product = enclosure_multiply(&damping, rate, order);
  const Enclosure turned = enclosure_negate(&product, order);
  return enclosure_shift(&turned, 1);
}

static void look(const EnclosedForce *in, bool rate, Sight *at) {
  at->in = in;
  at->order = in->frame[ON_J].body->order;
  at->rate = rate;
  for (int k = 0; k < 3; k++) {
    const Enclosure i = enclosed_point(&in->frame[ON_I], k),
                    j = enclosed_point(&in->frame[ON_J], k);
    at->e[k] = enclosure_subtract(&j, &i, at->order);
    if (rate) {
      const Enclosure vi = enclosed_point_rate(&in->frame[ON_I], k);
      const Enclosure vj = enclosed_point_rate(&in->frame[ON_J], k);
      at->v[k] = enclosure_subtract(&vj, &vi, at->order);
    }
  }
}

void enclosed_touch(const EnclosedForce *in, Enclosure f[FORCE_SWITCHES]) {
  const int points =
      touch_points(stands(in, TOUCH_BALL), stands(in, TOUCH_CYLINDER), stands(in, TOUCH_BOX_I),
                   stands(in, TOUCH_LENGTH_J), stands(in, TOUCH_BOX_J));
  for (int p = 0; p < points; p++) {
    const bool rate = in->branch == NULL || in->branch[2 * p];
    Enclosure *gap = &f[2 * p], *pull = &f[2 * p + 1], gap_rate = zero;
    Sight at;
    look(in, rate, &at);
    if (points > 1) {
      go_to_end(&at, p);
    }
    one_point(&at, gap, &gap_rate);
    *pull = enclosure_constant(interval_point(1));
    if (rate) {
      *pull = pull_of(in, &gap_rate, at.order);
    }
  }
}
