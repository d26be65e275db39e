// SPDX-License-Identifier: BSD-3-Clause
// scheme.h: the interface of every integrator.
//
// A scheme takes y = (q, v, x) from one accepted step to the next, and knows the motion inside the
// last step. It does not know what the equations describe (integrators/equations.h). The table of
// methods.c lists all schemes, one file each; the time loop and the settings name none of them. A
// scheme keeps its own data behind this structure:
//   struct Ida { Scheme scheme; ... };
#ifndef MBS_INTEGRATORS_SCHEME_H
#define MBS_INTEGRATORS_SCHEME_H

#include <stdbool.h>

#include "base/counters.h"
#include "base/failure.h"
#include "integrators/dense.h"
#include "integrators/equations.h"

// A listener for the corrections of Newton's method. It is called after every attempt at a step
// that ends at t, with the norms of the corrections of accelerations and multipliers.
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
  // Its steps need no upper bound where nothing in the model can happen quickly.
  SCHEME_SEES = 1,
  // The rates inside a step are as exact as its ends. Interpolants of the other methods are of low
  // order, so that their rates oscillate between the ends of a step that is right.
  SCHEME_RATES = 2,
  SCHEME_FORMULATIONS = 4, // integrates one of several formulations of the equations
  // Factors no saddle point on its way: the last factors may belong to a distant point.
  SCHEME_FAR_FROM_SADDLE = 8,
  // Its steps do not notice singular poses, even under error control (singular_kick.c).
  SCHEME_BLIND_TO_POSES = 16,
  SCHEME_ANY_COORDINATES = 64, // integrates what others see through EquationsShown
  SCHEME_PLACES = 32           // solves for positions and integrates nothing: kinematics
};

typedef struct SchemeKind {
  unsigned traits;
  // Whether the method can integrate this mechanism with these settings; asked before anything
  // runs. False with a failure. numbers: to be changed where the method is not of order two,
  // undamped and implicit. NULL: it can integrate every mechanism, and has these numbers.
  bool (*accepts)(const Equations *equations, const SchemeSettings *settings,
                  MethodNumbers *numbers, Failure *failure);
  // Opens the scheme for the equations and allocates everything. NULL when memory ran out (the
  // arena says so), or with a failure that says what the scheme cannot do, why, and what to do
  // instead.
  Scheme *(*open)(Equations *equations, const SchemeSettings *settings, Arena *arena,
                  Failure *failure);
  void (*close)(Scheme *scheme); // NULL: nothing to free beside the arena
  // Starts, or restarts, at (t, y), which satisfies the constraints.
  bool (*start)(Scheme *scheme, double t, const double *y, Failure *failure);
  // One accepted step, not beyond stop; *t: where it ended.
  bool (*step)(Scheme *scheme, double stop, double *t, Failure *failure);
  // Returns to the start of the last step; the next step is at most `longest` [s]. False where no
  // shorter step is possible. NULL: the method cannot go back.
  bool (*again)(Scheme *scheme, double longest, Failure *failure);
  // Puts the motion inside the last step into scheme->dense, or the start where no step was taken.
  // scheme_dense calls it at most once for each step. NULL: step and start do it themselves.
  void (*fix)(Scheme *scheme);
} SchemeKind;

struct Scheme {
  const SchemeKind *kind; // method_open sets these
  const char *name;       // as in the file
  Equations *equations;
  const EquationsRank *rank; // of the settings
  const double *q, *v;       // of what is shown (equations.h), at the end of the last step
  const double *a;           // accelerations there [nv], or NULL
  // The method's own multipliers at both ends of it [nc]; NULL where they are those of the saddle
  // point. Between them they are linear.
  const double *multipliers[2];
  double last_step;
  Counters counters; // since opening
  Dense dense;       // the motion inside the last step where `fixed`: ask scheme_dense for it
  Dense shown;       // the same of what is shown, where y is something else
  double *room;      // for one point, its slope and both as they are shown
  bool fixed, fits;  // fits: `shown` is that of the last step
  // Where in a step the equations are evaluated with weight: x from 0 to 1, ascending. What happens
  // between two nodes has no influence on the step.
  double nodes[SCHEME_NODES];
  int node_count;
  double error;      // estimated error of the last step over what is allowed; 0: not known
  double stiff_rate; // the rate by which stability bounds the steps [1/s]; 0: accuracy bounds them
  bool passed_pose;  // the last step passed a singular pose
  double pose_t;     // at about this time [s]
  double pose_blur;  // relative error of the singular values of the rows there, beyond round-off
  bool lost;         // the motion is at a singular pose that one step could not pass
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

// The motion inside the last step, of what is shown. It stands until the next one. Where y is
// something else these polynomials go through the motion at eight points of the step (dense.h) and
// miss it between them by what a polynomial of degree seven leaves; scheme_at does not.
const Dense *scheme_dense(Scheme *scheme);
// The same of y itself, for whoever asks for its times and its degree alone.
const Dense *scheme_own_dense(Scheme *scheme);

// A point inside the last step and its rates (both NULL: not wanted), of what is shown.
void scheme_at(Scheme *scheme, double t, double *q, double *v, double *q_rate, double *v_rate);

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
