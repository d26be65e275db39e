// SPDX-License-Identifier: BSD-3-Clause
// sundials_support.c: a context, the logger of SUNDIALS 6, a linear solver (see
// sundials_support.h).
//
// The library's own logger, made with every context, goes on with NULL where memory runs out, so
// that the process ends by a signal (SUNDIALS 7 has mended that). mbsrun reads no log. The
// functions here have the library's names: the linker finds them before the archive's, and shared
// libraries of the system find them in the program. They are all of the logger's functions, since
// one that is missing would bring the library's whole file along.
#include "integrators/sundials_support.h"

#include <stdio.h>
#include <stdio_ext.h>
#include <sundials/sundials_version.h>

#if SUNDIALS_VERSION_MAJOR < 7
#include <sundials/sundials_logger.h>

int SUNLogger_Create(void *comm, int output_rank, SUNLogger *logger) {
  (void)comm, (void)output_rank;
  *logger = NULL; // a context goes without
  return 0;
}

int SUNLogger_CreateFromEnv(void *comm, SUNLogger *logger) {
  return SUNLogger_Create(comm, 0, logger);
}

#define TAKES_NO_FILE(name)                                                                        \
  int name(SUNLogger logger, const char *filename) {                                               \
    (void)logger, (void)filename;                                                                  \
    return 0;                                                                                      \
  }
TAKES_NO_FILE(SUNLogger_SetErrorFilename)
TAKES_NO_FILE(SUNLogger_SetWarningFilename)
TAKES_NO_FILE(SUNLogger_SetInfoFilename)
TAKES_NO_FILE(SUNLogger_SetDebugFilename)

int SUNLogger_QueueMsg(SUNLogger logger, SUNLogLevel lvl, const char *scope, const char *label,
                       const char *msg_txt, ...) {
  (void)logger, (void)lvl, (void)scope, (void)label, (void)msg_txt;
  return 0;
}

int SUNLogger_Flush(SUNLogger logger, SUNLogLevel lvl) {
  (void)logger, (void)lvl;
  return 0;
}

int SUNLogger_GetOutputRank(SUNLogger logger, int *output_rank) {
  (void)logger;
  *output_rank = 0;
  return 0;
}

int SUNLogger_Destroy(SUNLogger *logger) {
  (void)logger;
  return 0;
}

bool sundials_context_open(SUNContext *context) {
  return SUNContext_Create(NULL, context) == 0;
}
#else
static void say_nothing(int line, const char *function, const char *file, const char *message,
                        SUNErrCode code, void *data, SUNContext context) {
  (void)line, (void)function, (void)file, (void)message, (void)code, (void)data, (void)context;
}

bool sundials_context_open(SUNContext *context) {
  return SUNContext_Create(SUN_COMM_NULL, context) == 0 &&
         SUNContext_ClearErrHandlers(*context) == 0 &&
         SUNContext_PushErrHandler(*context, say_nothing, NULL) == 0;
}
#endif

void sundials_context_close(SUNContext *context) {
  if (*context != NULL) {
    SUNContext_Free(context);
  }
}

// mbsrun's own words go to the descriptor, so that nothing of ours waits in the stream.
void *sundials_create(void *(*create)(SUNContext context), SUNContext context) {
  char words[1024];
  (void)setvbuf(stderr, words, _IOFBF, sizeof words);
  void *made = create(context);
  __fpurge(stderr);
  (void)setvbuf(stderr, NULL, _IONBF, 0);
  return made;
}

// ---- a solver of our own ----

static SUNMatrix_ID matrix_id(SUNMatrix matrix) {
  (void)matrix;
  return SUNMATRIX_CUSTOM;
}

static int matrix_zero(SUNMatrix matrix) {
  (void)matrix;
  return 0;
}

static SUNLinearSolver_Type solver_type(SUNLinearSolver solver) {
  (void)solver;
  return SUNLINEARSOLVER_DIRECT;
}

static SUNLinearSolver_ID solver_id(SUNLinearSolver solver) {
  (void)solver;
  return SUNLINEARSOLVER_CUSTOM;
}

bool sundials_solver_open(SUNContext context, void *content, SundialsSetup *setup,
                          SundialsSolve *solve, SUNLinearSolver *solver, SUNMatrix *matrix) {
  *matrix = SUNMatNewEmpty(context);
  *solver = SUNLinSolNewEmpty(context);
  if (*matrix == NULL || *solver == NULL) {
    return false;
  }
  (*matrix)->ops->getid = matrix_id;
  (*matrix)->ops->zero = matrix_zero;
  (*solver)->content = content;
  (*solver)->ops->gettype = solver_type;
  (*solver)->ops->getid = solver_id;
  (*solver)->ops->setup = setup;
  (*solver)->ops->solve = solve;
  return true;
}

void sundials_solver_close(SUNLinearSolver solver, SUNMatrix matrix) {
  if (solver != NULL) {
    SUNLinSolFreeEmpty(solver);
  }
  if (matrix != NULL) {
    SUNMatFreeEmpty(matrix);
  }
}
