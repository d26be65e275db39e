// SPDX-License-Identifier: BSD-3-Clause
// scheme.h: what every integrator offers: open, start, step, the motion inside a step, count,
// close.
//
// A scheme carries y = (q, v, x) of its equations from one accepted step to the next, and knows it
// in between. What the equations are it does not know (integrators/equations.h).
// All of them stand in the table of methods.c, one file each; dynamics.c and settings.c know none
// of them by name. A scheme keeps its own record as the first member of a larger structure:
//   struct Ida { Scheme scheme; ... };
#ifndef MBS_INTEGRATORS_SCHEME_H
#define MBS_INTEGRATORS_SCHEME_H

#include <stdbool.h>

#include "base/counters.h"
#include "base/failure.h"
#include "integrators/dense.h"
#include "integrators/equations.h"

// Who wants to see the corrections of Newton's method: called after every try of a step that ends
// at t with the norms of its corrections of accelerations and multipliers.
typedef struct SchemeTrace {
  void (*corrections)(void *context, double t, double step, const double *norms, int count,
                      bool converged); // NULL: nobody
  void *context;
} SchemeTrace;

// What the file says of the integrator, with defaults and scales applied.
typedef struct SchemeSettings {
  Method method;           // not auto
  Formulation formulation; // ida; not auto
  Origin origin;           // of the integrator block, for refusals
  double relative;
  AbsoluteTolerances absolute;
  double aim;                    // scaled misfit at which projections stop
  double max_step, initial_step; // 0: chosen by the scheme
  double min_step;               // below: the run ends
  double step;                   // fixed [s], or 0: chosen by error control
  bool redundant;                // some constraint equations are
  bool driven;                   // no coordinate is left free
  bool switches;                 // events happen, or equations jump or kink with the motion
  int watched; // closed loops: how many equations are redundant; -1 where none can lose rank
  const EquationsRank *rank;    // how near those are to losing rank; NULL where none can
  int order;                    // 0: the scheme's default
  const Integrator *integrator; // what the method alone reads there (scheme_stated)
  const Model *model;           // its numbers, NULL: none is stated; their values
  const double *values;
  SchemeTrace trace;
} SchemeSettings;

enum { SCHEME_NODES = 16 };

// What settings make of a method.
typedef struct MethodNumbers {
  int order;
  double phase;     // C: an oscillation w is too slow by the part C (w h)^order
  double stability; // largest step times rate at which an explicit method is stable; 0: implicit
  bool damps;       // it is made to
} MethodNumbers;

typedef struct Scheme Scheme;
// What is known of a method whatever it runs.
enum SchemeTraits {
  // Where nothing can be quiet but for a moment, its steps need no bound.
  SCHEME_SEES = 1,
  // Its rates inside a step are as exact as the step. Those of the others are off by more within a
  // step that is right: polynomials of low order go to and fro between its ends.
  SCHEME_RATES = 2,
  SCHEME_FORMULATIONS = 4, // takes one of several forms of the equations
  // No saddle point is factored on the way: the last factors may belong to a point far away.
  SCHEME_FAR_FROM_SADDLE = 8,
  // Its steps, even under error control, do not see singular poses (singular_kick.c).
  SCHEME_BLIND_TO_POSES = 16,
  SCHEME_PLACES = 32 // finds places, as far as can be, and integrates nothing
};

typedef struct SchemeKind {
  unsigned traits;
  // Whether the method with these settings can take the mechanism, asked before anything runs.
  // False with the failure. numbers: those that are not of order two, undamped and implicit. NULL:
  // always, with such numbers.
  bool (*accepts)(const Equations *equations, const SchemeSettings *settings,
                  MethodNumbers *numbers, Failure *failure);
  // Opens the scheme for the equations; everything is allocated here. NULL when memory ran out (the
  // arena says so), or with a failure when the scheme cannot take them or these settings: what, why
  // and what to do instead.
  Scheme *(*open)(Equations *equations, const SchemeSettings *settings, Arena *arena,
                  Failure *failure);
  void (*close)(Scheme *scheme); // NULL: nothing to free beside the arena
  // Starts, or restarts, at (t, y), which satisfies the constraints.
  bool (*start)(Scheme *scheme, double t, const double *y, Failure *failure);
  // One accepted step, not beyond stop; *t: where it ended.
  bool (*step)(Scheme *scheme, double stop, double *t, Failure *failure);
  // Goes back to where the last step began; the next one is at most `longest`. False where there is
  // no shorter one. NULL: it cannot go back.
  bool (*again)(Scheme *scheme, double longest, Failure *failure);
  // Makes scheme->dense the motion inside the last step, or at the start where none was done since;
  // called at most once for each (scheme_dense). NULL: steps and starts leave it there themselves.
  void (*fix)(Scheme *scheme);
} SchemeKind;

struct Scheme {
  const SchemeKind *kind; // method_open sets these
  const char *name;       // as in the file
  Equations *equations;
  const EquationsRank *rank; // of the settings
  const double *q, *v;       // at the end of the last step
  const double *a;           // accelerations there [nv], or NULL
  // The method's own multipliers at both ends of it [nc]; NULL where they are those of the saddle
  // point. Between them they are linear.
  const double *multipliers[2];
  double last_step;
  Counters counters; // since opening
  Dense dense;       // the motion inside the last step where `fixed`: ask scheme_dense for it
  bool fixed;
  // Where in a step, of x, the equations are evaluated and count: ascending from 0 to 1. Between
  // two of them it sees nothing.
  double nodes[SCHEME_NODES];
  int node_count;
  double error;      // of the last step over what is allowed, as estimated; 0: not known
  double stiff_rate; // [1/s] that stability, not accuracy, holds the steps down by; 0: none met
  bool passed_pose;  // the last step went over a singular pose,
  double pose_t;     // at about this time
  double pose_blur;  // relative, of the singular values of the rows there, beside round-off
  bool lost;         // at a singular pose that could not be passed in one step
};

// The method's own multipliers at a time inside the last step; false where it has none.
bool scheme_multipliers(Scheme *scheme, double t, double *lambda);

// Adds what was counted since opening.
void scheme_count(const Scheme *scheme, Counters *counters);

// A number of the model (of SchemeSettings.integrator) where the file states it, else the default.
double scheme_stated(const SchemeSettings *settings, int number, double otherwise);

static inline bool scheme_has(const Scheme *scheme, unsigned trait) {
  return (scheme->kind->traits & trait) != 0;
}

// The scheme of every row of model/methods.def: ida_scheme, runge_kutta_scheme, ..
#define METHOD(word, symbol, steps, summary) extern const SchemeKind word##_scheme;
#include "model/methods.def"
#undef METHOD
extern const SchemeKind kinematics_scheme; // of the analysis kinematics

static inline bool scheme_start(Scheme *scheme, double t, const double *y, Failure *failure) {
  scheme->fixed = false;
  return scheme->kind->start(scheme, t, y, failure);
}

static inline bool scheme_step(Scheme *scheme, double stop, double *t, Failure *failure) {
  scheme->fixed = false;
  return scheme->kind->step(scheme, stop, t, failure);
}

// The motion inside the last step. It stands until the next one.
static inline const Dense *scheme_dense(Scheme *scheme) {
  if (!scheme->fixed && scheme->kind->fix != NULL) {
    scheme->kind->fix(scheme);
  }
  scheme->fixed = true;
  return &scheme->dense;
}

// Goes back, so that the last step is taken again. False where it cannot; it stands then.
static inline bool scheme_again(Scheme *scheme, double longest, Failure *failure) {
  if (scheme->kind->again == NULL || !scheme->kind->again(scheme, longest, failure)) {
    return false;
  }
  scheme->fixed = false;
  return true;
}

static inline void scheme_close(Scheme *scheme) {
  if (scheme != NULL && scheme->kind->close != NULL) {
    scheme->kind->close(scheme);
  }
}

#endif
