// SPDX-License-Identifier: BSD-3-Clause
// equations.h: the interface between integrators and the equations that they integrate.
//
//   y = (q, v, x)      coordinates [nq], velocities [nv], unknowns of first order [ny - nq - nv]
//   y' = f(t, y, lambda),  0 = g(t, y)
// g [nc] are the constraints; their multipliers lambda [nc] keep y' tangent to g = 0. Of a
// mechanism q' = T(q) v and M v' + J' lambda = Q, with masses M, Jacobian J of the constraints and
// forces Q (mechanism_equations.h). Integrators do not know what y consists of: a mechanism in
// other coordinates, or a system that is no mechanism, can fill the same tables.
//
// The equations have a present point, where the last operation left them. A function whose y is
// NULL works at the present point.
//
// Everybody but the integrators reads the coordinates and velocities of bodies. Where y holds
// others, EquationsShown translates, and errors are measured in what is shown.
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
  EQUATIONS_NOT_FINITE, // a force or a law has no finite value
  EQUATIONS_SINGULAR    // constraint rows contradict each other, or friction has no solution
} EquationsOutcome;

// Absolute tolerances. The tolerance of a position is `length` plus `part` times the length of its
// group of bodies.
typedef struct AbsoluteTolerances {
  double length, part; // [m], [1]
  double angle;        // [rad]
  double time; // [s]: the tolerance of a velocity is that of its coordinate, divided by this
} AbsoluteTolerances;

// Sizes and tolerances of the numbers of y (tolerance_weights.h), or of what is shown of it
// (EquationsShown). Arrays are [ny], or [shown_q + shown_v], unless another length is given.
typedef struct EquationsNumbers {
  // The absolute tolerances and, where unit is not NULL, the size that each number has by itself,
  // whatever its value: a length of the model, 1 rad, and these per second.
  void (*tolerances)(const Equations *equations, const AbsoluteTolerances *tolerances,
                     double *absolute, double *unit);
  // The size of each number at y, to which the relative tolerance is applied.
  void (*sizes)(const Equations *equations, const double *y, double *size);
  // The weights of errors: weight_i = relative size_i(y) + absolute_i + round-off of y_i.
  void (*weigh)(const Equations *equations, double relative, const double *absolute,
                const double *y, double *weight);
  // The absolute tolerances [nc] of multipliers, from lambda [nc] at the point of the last rates: a
  // part of the largest force or multiplier there. They are at least so large that a multiplier of
  // this size changes no velocity noticeably within the longest step `longest` [s].
  void (*multipliers)(const Equations *equations, const AbsoluteTolerances *tolerances,
                      double longest, const double *lambda, double *absolute);
  // q_second [nq] := q'' = T v' + T' v, from y and its slope y' [ny]. NULL: nq is 0.
  void (*second)(const Equations *equations, const double *y, const double *slope,
                 double *q_second);
  // v [nv] := the velocities with T(q) v = q_rate [nq]. NULL: nq is 0.
  void (*velocities)(const Equations *equations, const double *q, const double *q_rate, double *v);
} EquationsNumbers;

// The element of the model to which an unknown or an equation belongs.
typedef struct Owner {
  const char *kind, *name; // body "crank"
  Origin origin;
} Owner;

// Failures in words (faults.h).
typedef struct EquationsWords {
  // Sets the failure for an outcome that is not EQUATIONS_SOLVED. Always false.
  bool (*unsolved)(Equations *equations, EquationsOutcome outcome, Failure *failure);
  // Whether the equations themselves know why an integrator fails at about t, or at the point y
  // that it reached (NULL: y is not checked). True with a failure.
  bool (*known)(const Equations *equations, double t, const double *y, Failure *failure);
  // The same for a failure of Newton's method: a joint turned over to its mirrored branch; an
  // expression has no derivative. True with a failure.
  bool (*turned)(Equations *equations, double t, Failure *failure);
  bool (*steep)(Equations *equations, Failure *failure);
  // Forgets faults that were noted in the attempts at a step that then succeeded.
  void (*forget)(Equations *equations);
  // Whether the motion consists of kicks and free flights (Splitting). False with a failure at the
  // element that prevents it, or at the integrator (origin). NULL: it does not, for equations of
  // another kind than bodies and joints.
  bool (*splits)(const Equations *equations, Origin origin, Failure *failure);
  // The owner of number i of (y, lambda, ..).
  void (*owner)(const Equations *equations, int i, Owner *owner);
} EquationsWords;

// What an implicit method demands of its form of the equations.
typedef struct EquationsWanted {
  Formulation formulation; // not auto
  double relative;         // relative tolerance
  double alpha, beta;      // constants of Baumgarte's stabilisation [1/s]
  bool redundant;          // some rows of g always depend on others
} EquationsWanted;

// The equations as one residual F(t, z, z') = 0 of unknowns z = (y, lambda ..) and their rates
// (residual.h).
typedef struct EquationsForm EquationsForm;
typedef struct EquationsFormKind {
  // r [n] := F(t, z, z'), zp is z'. False where F has no value: the integrator then tries a smaller
  // step.
  bool (*residual)(EquationsForm *form, double t, const double *z, const double *zp, double *r);
  // values [nonzeros] := the matrix dF/dz + cj dF/dz', cj [1/s] from the integration formula. False
  // where it has no value.
  bool (*matrix)(EquationsForm *form, double t, double cj, const double *z, const double *zp,
                 double *values);
  // rhs [size] := the right-hand side for a residual b [n], for the matrix that was made last.
  void (*right_hand_side)(const EquationsForm *form, const double *b, double *rhs);
  // Called when a step was accepted; it ended at z.
  void (*accept)(EquationsForm *form, const double *z);
  // Whether the sparsity pattern still fits the equations with the branches that are held now. If
  // not, another form has to be opened. NULL: it always fits.
  bool (*fits)(const EquationsForm *form);
} EquationsFormKind;

struct EquationsForm {
  const EquationsFormKind *kind;
  int n;            // number of unknowns z
  int size;         // rows of the matrix, at least n
  Pattern *pattern; // where the matrix has nonzeros
};

// One implicit step on the position constraints (index_3.h). Its unknowns are the accelerations a
// [nv] and the multipliers lambda [nc] at its end. These constants define the method.
typedef struct Index3Constants {
  double beta, gamma, alpha_m, alpha_f;
} Index3Constants;

// One end of a step.
typedef struct Index3Point {
  double t;             // [s]
  double *q, *v, *rate; // q [nq], v [nv] behind it in memory, rate = v' [nv]
  double *a;            // the method's accelerations [nv]; in newmark they equal v'
  double *lambda;       // multipliers [nc]
} Index3Point;

typedef struct Index3 Index3;
typedef struct Index3Kind {
  // Newmark's formulas: q, v and rate of `end` from end->a, for a step of h [s] from `start`.
  void (*move)(Index3 *step, double h, const Index3Point *start, Index3Point *end);
  // psi [size] := the residual Psi of the step's equations at `end`, which `move` has set. False
  // where a force has no value.
  bool (*residual)(Index3 *step, double h, const Index3Point *end, double *psi);
  // values [nonzeros] := the matrix dPsi/d(a, lambda) at the point of the last residual.
  void (*matrix)(Index3 *step, double h, const Index3Point *end, double *values);
  // psi [size] := the round-off of the constraint rows of the last residual, with signs that are
  // drawn by the seed `draw`; 0 in the other rows.
  void (*round_off)(const Index3 *step, double h, unsigned draw, double *psi);
  // size [nv] := for each velocity, the largest number from which the constraint rows of its group
  // are computed at q, divided by unit [nv], and at least 1. It scales their round-off.
  void (*magnitudes)(const Index3 *step, const double *q, const double *unit, double *size);
  // Projects x and y [nv] onto the directions that the constraints at `end` leave free. False where
  // the constraints are singular.
  bool (*leave_free)(Index3 *step, const Index3Point *end, double *x, double *y);
  // q_rate [nq] := q' = T v at a point.
  void (*slope)(const Index3 *step, const Index3Point *point, double *q_rate);
} Index3Kind;

struct Index3 {
  const Index3Kind *kind;
  Index3Constants constants;
  double soft;      // s in the term - s S lambda of the constraint rows, for redundant joints
  int size;         // nv + nc
  Pattern *pattern; // where the matrix has nonzeros
};

// The motion split into two parts: kicks by forces that depend on position, and free flights
// between them (splitting.h). Each operation starts from the point where the one before has ended.
// A bool that is false comes with a failure.
typedef struct Splitting Splitting;
typedef struct SplittingKind {
  // Begins at the point y [ny] at time t [s].
  bool (*start)(Splitting *split, double t, const double *y, Failure *failure);
  // Returns to y, the point of the last start or settle, wherever the equations were moved since.
  bool (*resume)(Splitting *split, double t, const double *y, Failure *failure);
  // A free flight over h [s], of either sign, from y to the time t. It begins with the velocities v
  // [nv] instead of those of y, and with the impulses of the constraints that make it end on g = 0.
  bool (*fly)(Splitting *split, double t, double h, const double *y, const double *v,
              Failure *failure);
  // v += h M^-1 F with the applied forces F at the point, then a projection of v onto J v = 0.
  bool (*kick)(Splitting *split, double h, Failure *failure);
  // Returns y [ny], its slope y' [ny] (NULL: not wanted), and push [nv] := M^-1 (F - J' lambda),
  // the acceleration from which the kick before the next flight is computed.
  void (*settle)(Splitting *split, double *y, double *slope, double *push);
  void (*close)(Splitting *split);
} SplittingKind;

struct Splitting {
  const SplittingKind *kind;
  Counters *counters; // set by the caller: residuals, jacobians, factorizations, iterations
};

// What is shown of y, where y holds other coordinates than those of bodies.
typedef struct EquationsShown {
  // shown [shown_q + shown_v] := coordinates and velocities of bodies at y, which becomes the
  // present point, and shown_rate their rates from the slope of y (NULL: not wanted).
  void (*show)(Equations *equations, const double *y, const double *slope, double *shown,
               double *shown_rate);
  // The way back: y [ny] from shown.
  void (*enter)(Equations *equations, const double *shown, double *y);
  // error := what a change x [ny] of y changes of what is shown, at the present point.
  void (*spread)(const Equations *equations, const double *x, double *error);
  // The largest angular velocity of a body there [rad/s]. A step begins.
  double (*spin_from)(const Equations *equations, const double *shown);
  // The largest one at any point of `rates` since then, and the largest change of one between them
  // [rad/s].
  void (*spun)(const Equations *equations, double *fastest, double *changed);
  // Accelerations a [shown_v] of the bodies, and the multipliers lambda of their constraints (NULL:
  // not wanted), where the bodies stand.
  EquationsOutcome (*solve)(Equations *equations, double *a, double *lambda);
} EquationsShown;

typedef struct EquationsKind {
  // slope [ny] := y' and lambda [nc] at the point (t, y), which becomes the present point.
  EquationsOutcome (*rates)(Equations *equations, double t, const double *y, double *slope,
                            double *lambda);
  // Distributes lambda [nc] of the last rates over rows that depend on each other, with the same
  // constraint forces. NULL: no rows do.
  void (*share)(Equations *equations, double *lambda);
  // Projects y [ny] onto g = 0, and its velocities onto dg/dt = 0. aim: the scaled misfit at which
  // the iteration stops; HUGE_VAL: only Euler parameters are brought to unit length. near: the last
  // rates were taken nearby, so that their factors may serve. False when the iteration does not
  // converge. NULL: there are no constraints.
  bool (*project)(Equations *equations, double t, double *y, double aim, bool near);
  // Opens the residual of a formulation. NULL where the equations have none, or memory ran out.
  EquationsForm *(*form)(Equations *equations, const EquationsWanted *wanted, Arena *arena);
  // Opens steps on the position constraints. NULL when memory ran out.
  Index3 *(*steps)(Equations *equations, const Index3Constants *constants, Arena *arena);
  // Opens kicks and flights; EquationsWords.splits must be true. NULL when memory ran out.
  Splitting *(*split)(Equations *equations, Arena *arena);
  const EquationsNumbers *numbers;
  const EquationsWords *words;
} EquationsKind;

struct Equations {
  const EquationsKind *kind;
  void *self;                  // the data of whoever implements them
  int nq, nv, ny, nc;          // coordinates, velocities, all numbers of y, constraint rows
  const EquationsShown *shown; // NULL: y is what is shown
  int shown_q, shown_v;        // numbers of coordinates and velocities that are shown
  const int *rate_of; // [nv] index of the coordinate whose rate a velocity is; -1: there is none
  bool plain;         // no force or law can fail, or needs the motion inside every step
};

// How far the rows of g are from losing rank. SchemeSettings pass it to schemes that must avoid
// such poses.
typedef struct EquationsRank {
  // The distance [1] at the point (t, y): zero where rank is lost.
  double (*distance)(Equations *equations, double t, const double *y);
  // At the point of the last rates: the combination n [nc] of rows that is nearest to dependence,
  // and the velocities u [nv] along M^-1 J' n, so that n' J u is smallest. The array u has room for
  // nv + nc numbers.
  void (*weakest)(Equations *equations, double *n, double *u);
  // n' J u at the point (t, y).
  double (*product)(Equations *equations, double t, const double *y, const double *n,
                    const double *u);
  // Projects q onto the position constraints. Whether their scaled misfit, less what round-off
  // leaves, is then at most the aim. Velocities in y do not change.
  bool (*meet)(Equations *equations, double t, double *y, double aim);
  // The largest scaled misfit that round-off leaves in the position constraints.
  double (*round_off)(const Equations *equations);
} EquationsRank;

// Allocates one end of a step on the position constraints. False when memory ran out.
static inline bool equations_point_open(const Equations *equations, Index3Point *point,
                                        Arena *arena) {
  const bool ok = arena_doubles(arena, equations->nq + equations->nv, &point->q) &&
                  arena_doubles(arena, equations->nv, &point->rate, &point->a) &&
                  arena_doubles(arena, equations->nc, &point->lambda);
  point->v = ok ? point->q + equations->nq : NULL;
  return ok;
}

// The owner of number i of (y, lambda, ..).
static inline Owner equations_owner(const Equations *equations, int i) {
  Owner owner;
  equations->kind->words->owner(equations, i, &owner);
  return owner;
}

// EquationsKind.project; true where there are no constraints.
static inline bool equations_project(Equations *equations, double t, double *y, double aim,
                                     bool near) {
  return equations->kind->project == NULL || equations->kind->project(equations, t, y, aim, near);
}

#endif
