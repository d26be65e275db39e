// SPDX-License-Identifier: BSD-3-Clause
// sundials_support.h: what every solver of SUNDIALS needs: a context, a linear solver, a matrix.
#ifndef MBS_INTEGRATORS_SUNDIALS_SUPPORT_H
#define MBS_INTEGRATORS_SUNDIALS_SUPPORT_H

#include <stdbool.h>
#include <sundials/sundials_context.h>
#include <sundials/sundials_linearsolver.h>

// Makes a context that prints no messages of the library. False when memory ran out; *context is
// then NULL, or a context that has to be closed.
bool sundials_context_open(SUNContext *context);
void sundials_context_close(SUNContext *context); // *context may be NULL

// Calls `create` (IDACreate, KINCreate) and returns what it makes; NULL when memory ran out. In
// that case the library writes to stderr, since no solver with an error handler exists yet. This
// function suppresses that.
void *sundials_create(void *(*create)(SUNContext context), SUNContext context);

// Makes a direct linear solver with these functions for the library, and an empty matrix that only
// the library handles: the solver keeps its own. setup factors; solve computes x from b. Both find
// `content` in solver->content. False when memory ran out; solver and matrix have to be closed even
// then.
typedef int SundialsSetup(SUNLinearSolver solver, SUNMatrix matrix);
typedef int SundialsSolve(SUNLinearSolver solver, SUNMatrix matrix, N_Vector x, N_Vector b,
                          sunrealtype tolerance);
bool sundials_solver_open(SUNContext context, void *content, SundialsSetup *setup,
                          SundialsSolve *solve, SUNLinearSolver *solver, SUNMatrix *matrix);
void sundials_solver_close(SUNLinearSolver solver, SUNMatrix matrix); // either may be NULL

#endif
