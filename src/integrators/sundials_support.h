// SPDX-License-Identifier: BSD-3-Clause
// sundials_support.h: what every solver of SUNDIALS is made in.
#ifndef MBS_INTEGRATORS_SUNDIALS_SUPPORT_H
#define MBS_INTEGRATORS_SUNDIALS_SUPPORT_H

#include <stdbool.h>
#include <sundials/sundials_context.h>
#include <sundials/sundials_linearsolver.h>

// Makes a context that says nothing of its own. False when memory ran out; *context is then NULL,
// or to be closed like any other.
bool sundials_context_open(SUNContext *context);
void sundials_context_close(SUNContext *context); // NULL in it is fine

// What create (IDACreate, KINCreate) makes; NULL when memory ran out. Of that the library writes to
// stderr, since there is no solver yet to ask for its error handler: not so here.
void *sundials_create(void *(*create)(SUNContext context), SUNContext context);

// A direct solver of our own for the library's tables, and a matrix into which it alone looks.
// setup: factors; solve: x of b. Both find solver->content. False when memory ran out; to be closed
// anyway.
typedef int SundialsSetup(SUNLinearSolver solver, SUNMatrix matrix);
typedef int SundialsSolve(SUNLinearSolver solver, SUNMatrix matrix, N_Vector x, N_Vector b,
                          sunrealtype tolerance);
bool sundials_solver_open(SUNContext context, void *content, SundialsSetup *setup,
                          SundialsSolve *solve, SUNLinearSolver *solver, SUNMatrix *matrix);
void sundials_solver_close(SUNLinearSolver solver, SUNMatrix matrix); // NULL is fine

#endif
