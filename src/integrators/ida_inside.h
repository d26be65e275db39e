// SPDX-License-Identifier: BSD-3-Clause
// ida_inside.h: what ida.c and ida_newton.c share. No other file includes it.
#ifndef MBS_INTEGRATORS_IDA_INSIDE_H
#define MBS_INTEGRATORS_IDA_INSIDE_H

#include <sundials/sundials_linearsolver.h>
#include <sundials/sundials_nonlinearsolver.h>

#include "integrators/history.h"
#include "integrators/scheme.h"
#include "math/linear.h"

// Newton's iteration of one step: the functions that IDA gives it, and its present state.
typedef struct IdaNewton {
  SUNNonlinearSolver solver;
  SUNNonlinSolSysFn residual;
  SUNNonlinSolLSetupFn setup;
  SUNNonlinSolConvTestFn test;
  void *test_data;
  N_Vector delta;
  double matrix_cj;          // cj of the last matrix dF/dy + cj dF/dy' [1/s]
  int most, current;         // iterations of one attempt: the limit, and those done so far
  long iterations, failures; // of the last call of the solver
} IdaNewton;

// Up to so many unknowns the correction of the explicit formulation is one product with a matrix.
enum { IDA_WHOLE_LIMIT = 8 };

typedef struct Ida {
  Scheme scheme;
  Equations *equations;
  SchemeSettings settings;
  Arena layout; // memory of form, linear and matrix: opened again where the pattern changes
  EquationsForm *form;
  Linear *linear;
  double *matrix; // values of the Newton matrix [nonzeros]
  double *rhs;    // right-hand side, then solution of the linear system [form->size]
  // The matrix [n x n] that takes a residual to its correction: formulation explicit with at most
  // IDA_WHOLE_LIMIT unknowns. Else NULL.
  double *whole;
  double *projected; // the point after a projection [ny]
  double *rate;      // the point before a projection [form->size]
  double *lambda;    // multipliers at the start [nc]
  double *unit;      // the size that each number of y has by itself (EquationsNumbers) [ny]
  SUNContext context;
  void *memory;
  N_Vector y, yp, id, tolerance, scratch, errors;
  SUNMatrix sun_matrix;
  SUNLinearSolver sun_linear;
  IdaNewton newton;
  History history;       // of y
  int order;             // order of the last step
  double last_t, from_t; // time reached; start of the last step [s]
  double *from;          // y at the start of the last step [ny]
  double longest;        // limit of the first step after the next start [s]; 0: none
  double largest_step;   // the longest step since opening [s]
  int crawled;           // steps in a row that were shorter than CRAWL (ida.c) of the longest one
  bool started;          // `start` was called before: the next start is a restart
  int tiny_steps;        // steps in a row that were shorter than settings.min_step
  Counters before;       // counts of earlier starts, since IDAReInit clears IDA's own
} Ida;

// Makes the nonlinear and the linear solver; ida_newton_attach gives them to IDA. Both return false
// when memory ran out. ida_newton_close frees whatever was made.
bool ida_newton_open(Ida *ida);
bool ida_newton_attach(Ida *ida);
void ida_newton_close(Ida *ida);

#endif
