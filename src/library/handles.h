// SPDX-License-Identifier: BSD-3-Clause
// handles.h: what stands behind the handles of mbsrun.h.
#ifndef MBS_LIBRARY_HANDLES_H
#define MBS_LIBRARY_HANDLES_H

#include <stdatomic.h>

#include "analysis/run.h"
#include "language/load.h"
#include "library/mbsrun.h"

// A list of messages, and what they look like.
struct mbs_messages {
  Diag diag;
  const char *text, *json;
};

struct mbs_model {
  atomic_int holders; // the caller, and the results that were made of it
  Allocator allocator;
  Arena arena;
  LoadOptions load;
  const char *path;
  SourceText text; // of mbs_load_text; text NULL: of a file
  const Model *model;
  const System *system;     // NULL where the model was refused
  const char *const *units; // of its parameters, and their values
  const double *parameters;
  mbs_messages messages;
  mbs_status status;
};

struct mbs_result {
  const mbs_model *model; // held
  Allocator allocator;
  Arena arena;
  Diag of_model; // what was said of the model as a whole
  Run run;
  const char *summary;
  mbs_messages messages, trouble; // trouble: of the last mbs_result_write
  mbs_status status;
};

// A result without a run, or NULL when memory ran out.
mbs_result *handles_open_result(const mbs_model *model);
// Makes the summary and the messages of a result whose run is over; ran: it has analyses. False
// when memory ran out.
bool handles_tell(mbs_result *result, bool ran);

// Renders result->trouble after something was written, or was not: the status of the call.
mbs_status handles_said(mbs_result *result, bool written);

// One more holder of a model, to be given back by mbs_model_free.
const mbs_model *handles_hold(const mbs_model *model);

// Makes the texts of a list whose diag is filled. False when memory ran out.
bool handles_render(mbs_messages *messages);

// Reads a struct of the caller's, who may know fewer or more members than we do: both begin with
// their size. False where that is too small for a size. *mine: holds the defaults.
bool handles_take(void *mine, size_t size, const void *given);
// The same the other way.
bool handles_give(const void *mine, size_t size, void *wanted);

#endif
