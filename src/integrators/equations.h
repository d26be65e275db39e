// SPDX-License-Identifier: BSD-3-Clause
// equations.h: the seam: what integrators know of what they carry through time.
//
//   y = (q, v, x)      coordinates [nq], velocities [nv], unknowns of first order [ny - nq - nv]
//   y' = f(t, y, lambda),  0 = g(t, y)           lambda [nc]: what keeps y' along g = 0
// For a mechanism q' = T(q) v and M v' + J' lambda = Q (mechanism_equations.h). Nothing here says
// what y is made of: a form of the same mechanism in other coordinates, or what is no mechanism at
// all, fills the same tables. Where y is NULL, the point is the one that the last operation left.
#ifndef MBS_INTEGRATORS_EQUATIONS_H
#define MBS_INTEGRATORS_EQUATIONS_H

#include <stdbool.h>

#include "base/arena.h"
#include "base/counters.h"
#include "base/failure.h"
#include "math/pattern.h"
#include "model/model.h"

typedef struct Equations Equations;

typedef enum EquationsOutcome {
  EQUATIONS_SOLVED,
  EQUATIONS_NOT_FINITE, // a force or a law has no value
  EQUATIONS_SINGULAR    // rows contradict each other, or friction has no solution
} EquationsOutcome;

// Absolute tolerances. Lengths: `length` [m] plus `part` times the length of the group.
typedef struct AbsoluteTolerances {
  double length, part;
  double angle; // [rad]
  double time;  // [s]: those of velocities are these, divided by it
} AbsoluteTolerances;

// What the numbers of y are; all arrays are [ny] unless they say more.
typedef struct EquationsNumbers {
  // absolute and, where it is not NULL, unit: the size that a number has by itself
  // (tolerance_weights.h).
  void (*tolerances)(const Equations *equations, const AbsoluteTolerances *tolerances,
                     double *absolute, double *unit);
  void (*sizes)(const Equations *equations, const double *y, double *size);
  // weight_i = relative size_i(y) + absolute_i + round-off
  void (*weigh)(const Equations *equations, double relative, const double *absolute,
                const double *y, double *weight);
  // absolute [nc] of multipliers, by those at the point of the last rates: a part of the largest
  // force, and at least what moves nothing within `longest` [s].
  void (*multipliers)(const Equations *equations, const AbsoluteTolerances *tolerances,
                      double longest, const double *lambda, double *absolute);
  // q'' [nq] = T v' + T' v from y and its slope; the v [nv] with T(q) v = q_rate. NULL: nq is 0.
  void (*second)(const Equations *equations, const double *y, const double *slope,
                 double *q_second);
  void (*velocities)(const Equations *equations, const double *q, const double *q_rate, double *v);
} EquationsNumbers;

// To which element an unknown or an equation belongs.
typedef struct Owner {
  const char *kind, *name; // body "crank"
  Origin origin;
} Owner;

// Why there is no solution, in words (faults.h).
typedef struct EquationsWords {
  // Sets the failure of an outcome that is not EQUATIONS_SOLVED; false.
  bool (*unsolved)(Equations *equations, EquationsOutcome outcome, Failure *failure);
  // Whether something is known to stand in the way at about t, or at the point y that was reached
  // (NULL: not asked); then with the failure.
  bool (*known)(const Equations *equations, double t, const double *y, Failure *failure);
  // The same for Newton's method: a branch that turned over; a value without a derivative.
  bool (*turned)(Equations *equations, double t, Failure *failure);
  bool (*steep)(Equations *equations, Failure *failure);
  void (*forget)(Equations *equations); // what was noted on the way to a step that succeeded
  // Whether kicks and flights are all there is; else false, with a failure at the integrator
  // (origin) or at what stands in the way. NULL: they are not, and nothing is to be said of it.
  bool (*splits)(const Equations *equations, Origin origin, Failure *failure);
  // Of number i of (y, lambda, ..).
  void (*owner)(const Equations *equations, int i, Owner *owner);
} EquationsWords;

// What an implicit method asks for.
typedef struct EquationsWanted {
  Formulation formulation; // not auto
  double relative;         // tolerance
  double alpha, beta;      // baumgarte [1/s]
  bool redundant;          // some rows of g depend on others
} EquationsWanted;

// The equations as one residual of unknowns z = (y, lambda ..) and their rates (residual.h).
typedef struct EquationsForm EquationsForm;
typedef struct EquationsFormKind {
  // r = F(t, z, z'). False where it has no value: the integrator then tries a smaller step.
  bool (*residual)(EquationsForm *form, double t, const double *z, const double *zp, double *r);
  // values [nonzeros] = dF/dz + cj dF/dz'
  bool (*matrix)(EquationsForm *form, double t, double cj, const double *z, const double *zp,
                 double *values);
  // b [n] as the right-hand side [size] of the matrix that was made last.
  void (*right_hand_side)(const EquationsForm *form, const double *b, double *rhs);
  // A step ended at z.
  void (*accept)(EquationsForm *form, const double *z);
  // Whether the pattern is still that of the equations, with what switches held now; where it is
  // not, another form is to be opened. NULL: always.
  bool (*fits)(const EquationsForm *form);
} EquationsFormKind;

struct EquationsForm {
  const EquationsFormKind *kind;
  int n;            // unknowns
  int size;         // of the matrix, at least n
  Pattern *pattern; // of the matrix
};

// One implicit step on the position constraints (index_3.h): its method, its ends, its unknowns a
// and lambda.
typedef struct Index3Constants {
  double beta, gamma, alpha_m, alpha_f;
} Index3Constants;

// One end of a step. All but lambda [nc] and q [nq] have nv entries; v stands behind q.
typedef struct Index3Point {
  double t;
  double *q, *v, *rate; // rate: v'
  double *a;            // the method's accelerations; those of newmark are the rate
  double *lambda;
} Index3Point;

typedef struct Index3 Index3;
typedef struct Index3Kind {
  // Newmark's formulas: q, v and rate of end from end->a, for a step of h from start.
  void (*move)(Index3 *step, double h, const Index3Point *start, Index3Point *end);
  // psi [size] := what is left of the equations at end, to which `move` led. False where a value is
  // missing.
  bool (*residual)(Index3 *step, double h, const Index3Point *end, double *psi);
  // values [nonzeros] := dPsi/d(a, lambda) at the point of the last residual.
  void (*matrix)(Index3 *step, double h, const Index3Point *end, double *values);
  // psi [size] := what round-off leaves in the rows of the last residual, of signs that differ with
  // `draw`; else 0.
  void (*round_off)(const Index3 *step, double h, unsigned draw, double *psi);
  // size [nv]: the numbers that the rows on a velocity are made of at q, in its unit, at least 1.
  void (*magnitudes)(const Index3 *step, const double *q, const double *unit, double *size);
  // x and y [nv] := what the constraints at end leave free of them. False where they are singular.
  bool (*leave_free)(Index3 *step, const Index3Point *end, double *x, double *y);
  // q' [nq] = T v of a point.
  void (*slope)(const Index3 *step, const Index3Point *point, double *q_rate);
} Index3Kind;

struct Index3 {
  const Index3Kind *kind;
  Index3Constants constants;
  double soft;      // where joints are redundant: of - soft S lambda in the rows of the constraints
  int size;         // nv + nc
  Pattern *pattern; // of the matrix
};

// Kicks by forces of position and free flights between them, as two parts of one motion
// (splitting.h). A point is y with what follows from it; it is carried from one operation to the
// next.
typedef struct Splitting Splitting;
typedef struct SplittingKind {
  // The point y.
  bool (*start)(Splitting *split, double t, const double *y, Failure *failure);
  // The point y again, where start or settle stood, wherever the equations were moved since.
  bool (*resume)(Splitting *split, double t, const double *y, Failure *failure);
  // From the point y, with velocities v [nv] instead of its own and impulses of the multipliers
  // that make it end on g = 0, over h [s] of either sign, to t.
  bool (*fly)(Splitting *split, double t, double h, const double *y, const double *v,
              Failure *failure);
  // v += h M^-1 F at the point, and onto g's rate.
  bool (*kick)(Splitting *split, double h, Failure *failure);
  // y and its slope [ny] (NULL: nobody asks) at the point, and push [nv], what the next flight's
  // kick is made of: M^-1 (F - J' lambda).
  void (*settle)(Splitting *split, double *y, double *slope, double *push);
  void (*close)(Splitting *split);
} SplittingKind;

struct Splitting {
  const SplittingKind *kind;
  Counters *counters; // of whoever opened it: residuals, jacobians, factorizations, iterations
};

typedef struct EquationsKind {
  // slope [ny] and lambda [nc] at a point; y stands there afterwards.
  EquationsOutcome (*rates)(Equations *equations, double t, const double *y, double *slope,
                            double *lambda);
  // lambda of the last rates, shared out where some rows depend on others; NULL: none do.
  void (*share)(Equations *equations, double *lambda);
  // y := the point on g = 0, and along its rate, beside y. aim: the scaled misfit at which it
  // stops; HUGE_VAL: only the numbers of q among themselves (unit Euler parameters). near: the last
  // rates were nearby. False when it finds none. NULL: there is nothing to project onto.
  bool (*project)(Equations *equations, double t, double *y, double aim, bool near);
  // The residual of a formulation; NULL where there is none, or memory ran out.
  EquationsForm *(*form)(Equations *equations, const EquationsWanted *wanted, Arena *arena);
  // Steps on the position constraints; NULL when memory ran out.
  Index3 *(*steps)(Equations *equations, const Index3Constants *constants, Arena *arena);
  // Kicks and flights, of equations that take them (EquationsWords.splits); NULL when memory ran
  // out.
  Splitting *(*split)(Equations *equations, Arena *arena);
  const EquationsNumbers *numbers;
  const EquationsWords *words;
} EquationsKind;

struct Equations {
  const EquationsKind *kind;
  void *self; // what they are made of
  int nq, nv, ny, nc;
  const int *rate_of; // of every velocity: the coordinate of which it is the rate, -1: none
  bool plain;         // no value can be missing, and nobody looks into every step
};

// How far the rows of g are from losing rank: handed to who shall mind (SchemeSettings).
typedef struct EquationsRank {
  // The distance at a point: zero at the loss.
  double (*distance)(Equations *equations, double t, const double *y);
  // At the point of the last rates: the combination n [nc] of rows, and the velocities u [nv + nc:
  // the rest is room], with n' J u smallest, and that at a point.
  void (*weakest)(Equations *equations, double *n, double *u);
  double (*product)(Equations *equations, double t, const double *y, const double *n,
                    const double *u);
  // Puts q onto the constraints to the aim, beyond what round-off leaves. Whether they hold there.
  bool (*meet)(Equations *equations, double t, double *y, double aim);
  // What round-off leaves of them.
  double (*round_off)(const Equations *equations);
} EquationsRank;

// Room for one end of a step on the position constraints. False when memory ran out.
static inline bool equations_point_open(const Equations *equations, Index3Point *point,
                                        Arena *arena) {
  const bool ok = arena_doubles(arena, equations->nq + equations->nv, &point->q) &&
                  arena_doubles(arena, equations->nv, &point->rate, &point->a) &&
                  arena_doubles(arena, equations->nc, &point->lambda);
  point->v = ok ? point->q + equations->nq : NULL;
  return ok;
}

static inline Owner equations_owner(const Equations *equations, int i) {
  Owner owner;
  equations->kind->words->owner(equations, i, &owner);
  return owner;
}

static inline bool equations_project(Equations *equations, double t, double *y, double aim,
                                     bool near) {
  return equations->kind->project == NULL || equations->kind->project(equations, t, y, aim, near);
}

#endif
