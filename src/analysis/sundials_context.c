// SPDX-License-Identifier: BSD-3-Clause
// sundials_context.c: a context, and the logger of SUNDIALS 6 (see sundials_context.h).
//
// The library's own logger, made with every context, goes on with NULL where memory runs out, so
// that the process ends by a signal (SUNDIALS 7 has mended that). mbsrun reads no log. The
// functions here have the library's names: the linker finds them before the archive's, and shared
// libraries of the system find them in the program. They are all of the logger's functions, since
// one that is missing would bring the library's whole file along.
#include "analysis/sundials_context.h"

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

int SUNLogger_SetErrorFilename(SUNLogger logger, const char *error_filename) {
  (void)logger, (void)error_filename;
  return 0;
}

int SUNLogger_SetWarningFilename(SUNLogger logger, const char *warning_filename) {
  (void)logger, (void)warning_filename;
  return 0;
}

int SUNLogger_SetInfoFilename(SUNLogger logger, const char *info_filename) {
  (void)logger, (void)info_filename;
  return 0;
}

int SUNLogger_SetDebugFilename(SUNLogger logger, const char *debug_filename) {
  (void)logger, (void)debug_filename;
  return 0;
}

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
