// SPDX-License-Identifier: BSD-3-Clause
// ida_inside.h: what ida.c and ida_newton.c share. Nobody else looks.
#ifndef MBS_INTEGRATORS_IDA_INSIDE_H
#define MBS_INTEGRATORS_IDA_INSIDE_H

#include <sundials/sundials_linearsolver.h>
#include <sundials/sundials_nonlinearsolver.h>

#include "integrators/history.h"
#include "integrators/scheme.h"
#include "math/linear.h"

// Newton's iteration: what IDA gives it, and where it stands.
typedef struct IdaNewton {
  SUNNonlinearSolver solver;
  SUNNonlinSolSysFn residual;
  SUNNonlinSolLSetupFn setup;
  SUNNonlinSolConvTestFn test;
  void *test_data;
  N_Vector delta;
  double matrix_cj;          // cj of the last matrix
  int most, current;         // iterations of one attempt
  long iterations, failures; // of the last step
} IdaNewton;

enum { IDA_WHOLE_LIMIT = 8 };

typedef struct Ida {
  Scheme scheme;
  Equations *equations;
  SchemeSettings settings;
  Arena layout; // of these three
  EquationsForm *form;
  Linear *linear;
  double *matrix;    // values of the Newton matrix
  double *rhs;       // size
  double *whole;     // explicit, n <= IDA_WHOLE_LIMIT: from a residual to its correction; else NULL
  double *projected; // ny
  double *rate;      // n: the point before a projection
  double *lambda;    // nc: at the start
  double *unit;      // ny: the size that the equations have by themselves
  SUNContext context;
  void *memory;
  N_Vector y, yp, id, tolerance, scratch, errors;
  SUNMatrix sun_matrix;
  SUNLinearSolver sun_linear;
  IdaNewton newton;
  History history;       // of y
  int order;             // of the last step
  double last_t, from_t; // reached; where the last step began,
  double *from;          // its y
  double longest;        // of the step after the next start, or 0
  double largest_step;   // since opening,
  int crawled;           // and how many in a row were next to nothing beside it
  bool started;
  int tiny_steps;  // in a row
  Counters before; // counts of earlier starts (IDAReInit clears IDA's own)
} Ida;

// Makes the nonlinear and the linear solver. ida_newton_attach hands them to IDA. False when memory
// ran out; ida_newton_close frees what there is.
bool ida_newton_open(Ida *ida);
bool ida_newton_attach(Ida *ida);
void ida_newton_close(Ida *ida);

#endif
