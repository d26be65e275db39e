// SPDX-License-Identifier: BSD-3-Clause
// sundials_context.h: what every solver of SUNDIALS is made in.
#ifndef MBS_ANALYSIS_SUNDIALS_CONTEXT_H
#define MBS_ANALYSIS_SUNDIALS_CONTEXT_H

#include <stdbool.h>
#include <sundials/sundials_context.h>

// Makes a context that says nothing of its own. False when memory ran out; *context is then NULL,
// or to be closed like any other.
bool sundials_context_open(SUNContext *context);
void sundials_context_close(SUNContext *context); // NULL in it is fine

// What create (IDACreate, KINCreate) makes; NULL when memory ran out. Of that the library writes to
// stderr, since there is no solver yet to ask for its error handler: not so here.
void *sundials_create(void *(*create)(SUNContext context), SUNContext context);

#endif
