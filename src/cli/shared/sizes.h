// SPDX-License-Identifier: BSD-3-Clause
// sizes.h: lists on the command line: steps, tolerances, names of channels.
#ifndef MBS_CLI_SHARED_SIZES_H
#define MBS_CLI_SHARED_SIZES_H

#include "cli/shared/command.h"
#include "model/model.h"

typedef struct Sizes {
  double *values; // descending; NULL: not given
  int count;
} Sizes;

enum { SIZES_MOST = 200 };

// "0.004,0.002,0.001", or "0.004:0.001": from one to the other, --levels of them or by the ratio
// (0: `ratio`). False after a message. text NULL: nothing is given.
bool sizes_read(const Session *session, const char *option, const char *text, double ratio,
                double most, Sizes *sizes);

// --channels x,y; list NULL: all.
typedef struct ChannelNames {
  const char **list;
  int count;
} ChannelNames;
// False after a message, or when memory ran out.
bool sizes_channels(const Session *session, ChannelNames *names);
// Whether a model has all of them as outputs; messages name those that it lacks.
bool sizes_channels_exist(const Session *session, const ChannelNames *names, const Model *model);

#endif
