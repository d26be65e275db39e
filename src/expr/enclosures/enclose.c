// SPDX-License-Identifier: BSD-3-Clause
// enclose.c: a tape on enclosures (see enclose.h).
//
// Functions of one operand f come as ranges of f, f' and f''/2 over the operand, from which the
// chain rule makes coefficients; what jumps or kinks is told only where the segment holds such a
// place.
#include "expr/enclosures/enclose.h"

#include "expr/programs/eval.h"
#include "expr/programs/eval_inside.h"
#include "expr/text/functions.h"

typedef Interval Parts[ENCLOSURE_ORDER + 1]; // f, f', f''/2

#define POINT interval_point

enum { WHOLE_LIMIT = 1024 }; // whole powers up to here are bounded as products

static Enclosure nothing_known(void) {
  return enclosure_jump(interval_line());
}

// ---- powers ----

// x^k by the powers of its range.
static Enclosure power_by(const Enclosure *x, double k, Interval (*raise)(Interval, double),
                          int order) {
  Parts f = {raise(x->c[0], k), {0, 0}, {0, 0}};
  if (order > 0 && k != 0) {
    f[1] = interval_scale(raise(x->c[0], k - 1), k);
  }
  if (order > 1 && k != 0 && k != 1) {
    f[2] = interval_scale(raise(x->c[0], k - 2), k * (k - 1) / 2);
  }
  return enclosure_compose(x, f, order);
}

static Enclosure power_whole(const Enclosure *x, double n, int order) {
  return n == 2 ? enclosure_square(x, order) : power_by(x, n, interval_power_whole, order);
}

static Enclosure power_constant(const Enclosure *x, double k, int order) {
  const bool whole = floor(k) == k && fabs(k) <= WHOLE_LIMIT;
  return whole ? power_whole(x, k, order) : power_by(x, k, interval_power, order);
}

// |x|^k with the sign of x: rises throughout for k > 0.
static Enclosure power_odd(const Enclosure *x, double k, int order) {
  const Interval on = x->c[0];
  if (on.lo >= 0) {
    return power_constant(x, k, order);
  }
  if (on.hi <= 0) {
    const Enclosure turned = enclosure_negate(x, order), power = power_constant(&turned, k, order);
    return enclosure_negate(&power, order);
  }
  if (!(k > 1)) {
    return nothing_known();
  }
  const Interval below = interval_power((Interval){0, -on.lo}, k);
  const Interval above = interval_power((Interval){0, on.hi}, k);
  const Interval size = {0, fmax(-on.lo, on.hi)};
  Parts f = {{-below.hi, above.hi}, {0, 0}, {0, 0}};
  if (order > 0) {
    f[1] = interval_scale(interval_power(size, k - 1), k);
  }
  if (order > 1) {
    const double bend =
        k < 2 ? (double)INFINITY : interval_scale(interval_power(size, k - 2), k * (k - 1) / 2).hi;
    f[2] = (Interval){-bend, bend};
  }
  return enclosure_compose(x, f, order);
}

// ---- elementary functions ----

static Enclosure exponential(const Enclosure *x, int order) {
  const Interval e = interval_exp(x->c[0]);
  const Parts f = {e, e, interval_scale(e, 0.5)};
  return enclosure_compose(x, f, order);
}

static Enclosure logarithm(const Enclosure *x, double unit, int order) {
  Parts f = {interval_divide(interval_log(x->c[0]), POINT(unit)), {0, 0}, {0, 0}};
  if (!(x->c[0].lo > 0)) {
    return enclosure_jump(f[0]);
  }
  f[1] = interval_divide(POINT(1), interval_scale(x->c[0], unit));
  f[2] = interval_scale(interval_divide(f[1], x->c[0]), -0.5);
  return enclosure_compose(x, f, order);
}

// x^y = exp(y log x); by a constant y on its own.
static Enclosure power_of(const Enclosure *x, const Enclosure *y, int order) {
  const double k = y->c[0].lo;
  const bool held = k == y->c[0].hi && (order < 1 || interval_is_zero(y->c[1])) &&
                    (order < 2 || interval_is_zero(y->c[2]));
  if (held) {
    return power_constant(x, k, order);
  }
  const Enclosure log_x = logarithm(x, 1, order);
  const Enclosure product = enclosure_multiply(y, &log_x, order);
  return x->c[0].lo > 0 ? exponential(&product, order) : nothing_known();
}

// Between two poles, pi apart.
static Enclosure tangent(const Enclosure *x, int order) {
  const Interval cosine = interval_cos(x->c[0]);
  if (interval_has_zero(cosine) || !(interval_width(x->c[0]) < EVAL_PI)) {
    return nothing_known();
  }
  Parts f;
  f[0] = interval_grown(x->c[0], tan);
  f[1] = interval_add(POINT(1), interval_square(f[0]));
  f[2] = interval_multiply(f[0], f[1]);
  return enclosure_compose(x, f, order);
}

// asin, or -acos but for a constant: f' = (1 - x^2)^(-1/2), f''/2 = x f'^3/2.
static Enclosure arc(const Enclosure *x, bool cosine, int order) {
  Parts f;
  const Interval on = x->c[0];
  if (!(on.lo >= -1 && on.hi <= 1)) {
    return enclosure_jump(on.lo > 1 || on.hi < -1 ? interval_empty() : interval_line());
  }
  f[0] = cosine
             ? interval_hull(interval_grown(POINT(on.lo), acos), interval_grown(POINT(on.hi), acos))
             : interval_grown(on, asin);
  f[1] = interval_divide(POINT(1), interval_sqrt(interval_multiply(interval_subtract(POINT(1), on),
                                                                   interval_add(POINT(1), on))));
  f[2] = interval_multiply(interval_scale(on, 0.5), interval_power_whole(f[1], 3));
  f[1] = cosine ? interval_negate(f[1]) : f[1];
  f[2] = cosine ? interval_negate(f[2]) : f[2];
  return enclosure_compose(x, f, order);
}

static Enclosure arc_tangent(const Enclosure *x, int order) {
  const Interval square = interval_add(POINT(1), interval_square(x->c[0]));
  Parts f = {interval_grown(x->c[0], atan), interval_divide(POINT(1), square), {0, 0}};
  f[2] = interval_negate(interval_multiply(x->c[0], interval_square(f[1])));
  return enclosure_compose(x, f, order);
}

// half (pi/2 - atan2(x, half y)): see functions.def.
static Enclosure angle_beyond(const Enclosure *y, const Enclosure *x, double half, int order) {
  const Enclosure up = enclosure_scale(y, half, order);
  Enclosure v = enclosure_atan2(x, &up, order);
  v.c[0] = interval_subtract((Interval){EVAL_PI / 2, EVAL_PI / 2 + INTERVAL_ROUND}, v.c[0]);
  for (int k = 1; k <= order; k++) {
    v.c[k] = interval_negate(v.c[k]);
  }
  return enclosure_scale(&v, half, order);
}

// A measure of an angle comes as it goes on beyond its cut (bounds.h).
static Enclosure angle_between(const Enclosure *x) {
  const bool within = x->c[0].lo >= -EVAL_PI && x->c[0].hi <= EVAL_PI;
  return within ? *x : enclosure_jump((Interval){-EVAL_PI, EVAL_PI});
}

static Enclosure measure_beyond(const Enclosure *x, double half) {
  const double turns = round((half * EVAL_PI / 2 - interval_middle(x->c[0])) / (2 * EVAL_PI));
  Enclosure v = *x;
  if (!interval_is_finite(x->c[0])) {
    return enclosure_jump((Interval){-2 * EVAL_PI, 2 * EVAL_PI});
  }
  if (turns != 0) {
    const double way = 2 * EVAL_PI * turns;
    v.c[0] = interval_add(v.c[0], interval_outward(way, way, INTERVAL_ROUND, 0));
  }
  return v;
}

static Enclosure hyperbolic(const Enclosure *x, bool cosine, int order) {
  const Interval s = interval_grown(x->c[0], sinh), c = interval_cosh(x->c[0]);
  const Interval own = cosine ? c : s;
  const Parts f = {own, cosine ? s : c, interval_scale(own, 0.5)};
  return enclosure_compose(x, f, order);
}

// v' = 1 - v^2, v''/2 = -v v'.
static Enclosure hyperbolic_tangent(const Enclosure *x, int order) {
  Interval v = interval_grown(x->c[0], tanh);
  v = interval_is_finite(v) ? interval_meet(v, (Interval){-1, 1}) : (Interval){-1, 1};
  const Interval c = interval_cosh(x->c[0]);
  Interval slope = interval_divide(POINT(1), interval_square(c));
  slope = interval_is_finite(slope) ? slope : (Interval){0, 1};
  const Parts f = {v, slope, interval_negate(interval_multiply(v, slope))};
  return enclosure_compose(x, f, order);
}

// ---- what kinks and jumps ----

static Enclosure absolute(const Enclosure *x, int order) {
  const Enclosure other = enclosure_negate(x, order);
  if (x->c[0].lo >= 0) {
    return *x;
  }
  if (x->c[0].hi <= 0) {
    return other;
  }
  Enclosure v = enclosure_either(x, &other, true, order);
  v.c[0].lo = interval_least(0, v.c[0].hi);
  return v;
}

static Enclosure extreme(const Enclosure *x, const Enclosure *y, bool least, int order) {
  const Interval a = x->c[0], b = y->c[0];
  if (least ? a.hi < b.lo : a.lo > b.hi) {
    return *x;
  }
  if (least ? b.hi < a.lo : b.lo > a.hi) {
    return *y;
  }
  Enclosure v = enclosure_either(x, y, true, order);
  v.c[0] = least ? (Interval){interval_least(a.lo, b.lo), interval_least(a.hi, b.hi)}
                 : (Interval){interval_most(a.lo, b.lo), interval_most(a.hi, b.hi)};
  return v.c[0].lo <= v.c[0].hi ? v : nothing_known();
}

// Whether x - y < 0 (or <= 0) everywhere: 1, nowhere: 0, else -1.
static int below(Interval x, Interval y, bool or_equal) {
  if (or_equal ? x.hi <= y.lo : x.hi < y.lo) {
    return 1;
  }
  return (or_equal ? x.lo > y.hi : x.lo >= y.hi) ? 0 : -1;
}

static int truth(Interval x) {
  return interval_is_zero(x) ? 0 : interval_has_zero(x) ? -1 : 1;
}

static int equal(Interval x, Interval y) {
  if (x.lo > y.hi || x.hi < y.lo) {
    return 0;
  }
  return x.lo == x.hi && y.lo == y.hi && x.lo == y.lo ? 1 : -1;
}

static int both_true(int x, int y) {
  return x == 0 || y == 0 ? 0 : x < 0 || y < 0 ? -1 : 1;
}

static int opposite(int x) {
  return x < 0 ? -1 : 1 - x;
}

static int decide(Opcode op, Interval x, Interval y) {
  if (op == OP_LESS || op == OP_LESS_EQUAL) {
    return below(x, y, op == OP_LESS_EQUAL);
  }
  if (op == OP_EQUAL || op == OP_NOT_EQUAL) {
    return op == OP_EQUAL ? equal(x, y) : opposite(equal(x, y));
  }
  if (op == OP_AND) {
    return both_true(truth(x), truth(y));
  }
  if (op == OP_OR) {
    return opposite(both_true(opposite(truth(x)), opposite(truth(y))));
  }
  return opposite(truth(x)); // NOT
}

static Enclosure told(int decision) {
  return decision < 0 ? enclosure_jump((Interval){0, 1}) : enclosure_constant(POINT(decision));
}

static Enclosure choice(const Enclosure *condition, const Enclosure *x, const Enclosure *y,
                        int order) {
  const int decision = truth(condition->c[0]);
  return decision < 0 ? enclosure_either(x, y, false, order) : decision > 0 ? *x : *y;
}

static Enclosure whole(const Enclosure *x, double (*round_of)(double)) {
  const Interval r = {round_of(x->c[0].lo), round_of(x->c[0].hi)};
  return r.lo == r.hi ? enclosure_constant(r) : enclosure_jump(r);
}

static Enclosure sign(const Enclosure *x) {
  const Interval r = {sign_of(x->c[0].lo), sign_of(x->c[0].hi)};
  return r.lo == r.hi ? enclosure_constant(r) : enclosure_jump(r);
}

static Enclosure modulo(const Enclosure *x, const Enclosure *y, int order) {
  Interval turns = interval_divide(x->c[0], y->c[0]);
  turns = (Interval){floor(turns.lo), floor(turns.hi)};
  if (turns.lo == turns.hi && interval_is_finite(turns)) {
    const Enclosure taken = enclosure_scale(y, turns.lo, order);
    return enclosure_subtract(x, &taken, order);
  }
  return enclosure_jump(interval_mod(x->c[0], y->c[0]));
}

// ---- ramps ----

static Enclosure way_of(const Enclosure *x, const Enclosure *from, const Enclosure *to, int order) {
  const Enclosure gone = enclosure_subtract(x, from, order);
  const Enclosure all = enclosure_subtract(to, from, order);
  return enclosure_divide(&gone, &all, order);
}

static Enclosure fraction_of(const Enclosure *x, const Enclosure *from, const Enclosure *to,
                             int order) {
  const Enclosure zero = enclosure_constant(POINT(0)), one = enclosure_constant(POINT(1));
  const Enclosure way = way_of(x, from, to, order);
  const Enclosure held = extreme(&way, &zero, false, order);
  return extreme(&held, &one, true, order);
}

// z (1 - z).
static Interval hump(Interval z) {
  const Interval off = interval_square(interval_subtract(z, POINT(0.5)));
  return interval_subtract(POINT(0.25), off);
}

// The part of the way from h0 to h1: cubic z^2 (3 - 2 z), p' = 6 z (1 - z); quintic z^3 (10 - 15 z
// + 6 z^2), p' = 30 z^2 (1 - z)^2; haversine (1 - cos(pi z))/2.
static void cubic_part(Interval z, Parts f) {
  const double l = z.lo * z.lo * (3 - 2 * z.lo), h = z.hi * z.hi * (3 - 2 * z.hi);
  Interval v = {interval_least(l, h), interval_most(l, h)};
  v = z.lo < 0 && z.hi > 0 ? interval_hull(v, POINT(0)) : v;
  v = z.lo < 1 && z.hi > 1 ? interval_hull(v, POINT(1)) : v;
  const double size = interval_size(z), most = size * size * (3 + 2 * size);
  f[0] = interval_outward(v.lo, v.hi, 0, 8 * INTERVAL_ROUND * most);
  f[1] = interval_scale(hump(z), 6);
  f[2] = interval_subtract(POINT(3), interval_scale(z, 6));
}

static void quintic_part(Interval z, Parts f) {
  const double l = z.lo * z.lo * z.lo * (10 - z.lo * (15 - 6 * z.lo));
  const double h = z.hi * z.hi * z.hi * (10 - z.hi * (15 - 6 * z.hi));
  const double size = interval_size(z);
  const double most = size * size * size * (10 + size * (15 + 6 * size));
  f[0] = interval_outward(l, h, 0, 16 * INTERVAL_ROUND * most);
  f[1] = interval_scale(interval_square(hump(z)), 30);
  f[2] = interval_multiply(interval_scale(hump(z), 30),
                           interval_subtract(POINT(1), interval_scale(z, 2)));
}

static void haversine_part(Interval z, Parts f) {
  const Interval pi = {EVAL_PI, EVAL_PI + 2 * INTERVAL_ROUND};
  const Interval angle = interval_multiply(z, pi), c = interval_cos(angle);
  f[0] = interval_scale(interval_subtract(POINT(1), c), 0.5);
  f[1] = interval_multiply(interval_scale(pi, 0.5), interval_sin(angle));
  f[2] = interval_multiply(interval_scale(interval_square(pi), 0.25), c);
}

static Enclosure blended(Opcode op, const Enclosure *h0, const Enclosure *h1, const Enclosure *way,
                         int order) {
  Parts f;
  if (op == OP_BLEND_CUBIC) {
    cubic_part(way->c[0], f);
  } else if (op == OP_BLEND_QUINTIC) {
    quintic_part(way->c[0], f);
  } else {
    haversine_part(way->c[0], f);
  }
  const Enclosure part_of = enclosure_compose(way, f, order);
  const Enclosure rise = enclosure_subtract(h1, h0, order);
  const Enclosure added = enclosure_multiply(&rise, &part_of, order);
  return enclosure_add(h0, &added, order);
}

// ---- the tape ----

static Enclosure branching(const Instruction *at, const Enclosure *v, int order) {
  const Enclosure *x = &v[at->a], *y = &v[at->b], *z = &v[at->c];
  const Opcode op = (Opcode)at->op;
  switch ((int)op) {
  case OP_IF:
    return choice(x, y, z, order);
  case OP_ABS:
    return absolute(x, order);
  case OP_SIGN:
    return sign(x);
  case OP_FLOOR:
    return whole(x, floor);
  case OP_CEIL:
    return whole(x, ceil);
  case OP_MIN:
  case OP_MAX:
    return extreme(x, y, op == OP_MIN, order);
  case OP_MOD:
    return modulo(x, y, order);
  case OP_FRACTION:
    return fraction_of(x, y, z, order);
  default:
    return told(decide(op, x->c[0], op == OP_NOT ? x->c[0] : y->c[0]));
  }
}

static Enclosure elementary(const Instruction *at, const Enclosure *v, int order) {
  const Enclosure *x = &v[at->a], *y = &v[at->b];
  switch ((int)at->op) {
  case OP_SIN:
    return enclosure_sin(x, order);
  case OP_COS:
    return enclosure_cos(x, order);
  case OP_TAN:
    return tangent(x, order);
  case OP_ASIN:
  case OP_ACOS:
    return arc(x, at->op == OP_ACOS, order);
  case OP_ATAN:
    return arc_tangent(x, order);
  case OP_SINH:
  case OP_COSH:
    return hyperbolic(x, at->op == OP_COSH, order);
  case OP_TANH:
    return hyperbolic_tangent(x, order);
  case OP_EXP:
    return exponential(x, order);
  case OP_LOG:
    return logarithm(x, 1, order);
  case OP_LOG10:
    return logarithm(x, LOG_OF_10, order);
  case OP_SQRT:
    return enclosure_sqrt(x, order);
  case OP_ATAN2:
    return enclosure_atan2(x, y, order);
  case OP_ATAN2_BEYOND:
    return angle_beyond(x, y, K, order);
  case OP_HYPOT:
    return enclosure_hypot(x, y, order);
  default:
    return branching(at, v, order);
  }
}

static Enclosure arithmetic(const Instruction *at, const Enclosure *v, int order) {
  const Enclosure *x = &v[at->a], *y = &v[at->b];
  switch ((int)at->op) {
  case OP_NEGATE:
    return enclosure_negate(x, order);
  case OP_SHIFT:
    return enclosure_shift(x, K);
  case OP_SCALE:
    return enclosure_scale(x, K, order);
  case OP_DIVIDE_BY: {
    const Enclosure divisor = enclosure_constant(POINT(K));
    return enclosure_divide(x, &divisor, order);
  }
  case OP_POWER_WHOLE:
    return power_whole(x, K, order);
  case OP_POWER_CONSTANT:
    return power_constant(x, K, order);
  case OP_POWER_ODD:
    return power_odd(x, K, order);
  case OP_ADD:
    return enclosure_add(x, y, order);
  case OP_SUBTRACT:
    return enclosure_subtract(x, y, order);
  case OP_MULTIPLY:
    return at->a == at->b ? enclosure_square(x, order) : enclosure_multiply(x, y, order);
  case OP_DIVIDE:
    return enclosure_divide(x, y, order);
  case OP_POWER:
    return power_of(x, y, order);
  case OP_TURNED: {
    const Enclosure taken = enclosure_scale(y, K, order);
    return enclosure_subtract(x, &taken, order);
  }
  case OP_NOEVENT:
    return *x;
  case OP_ANGLE:
    return angle_between(x);
  case OP_ANGLE_BEYOND:
    return measure_beyond(x, K);
  default:
    return elementary(at, v, order);
  }
}

static Enclosure operate(const Instruction *at, const Enclosure *v, int order) {
  switch ((int)at->op) {
  case OP_CONSTANT:
    return enclosure_constant(POINT(K));
  case OP_TABLE:
    return enclosure_curve(CURVE, &v[at->a], order);
  case OP_PIECE:
    return enclosure_piece(CURVE, BRANCH, &v[at->a], order);
  case OP_WAY:
    return way_of(&v[at->a], &v[at->b], &v[at->c], order);
  case OP_BLEND_CUBIC:
  case OP_BLEND_QUINTIC:
  case OP_BLEND_HAVERSINE:
    return blended((Opcode)at->op, &v[at->a], &v[at->b], &v[at->c], order);
  default:
    return arithmetic(at, v, order);
  }
}

void program_enclose(const Program *program, const Enclosure *inputs, int order, int count,
                     Enclosure *work) {
  for (int k = 0; k < count; k++) {
    const Instruction *at = &program->code[k];
    work[k] = at->op == OP_INPUT ? inputs[at->a] : operate(at, work, order);
  }
}
