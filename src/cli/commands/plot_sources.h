// SPDX-License-Identifier: BSD-3-Clause
// plot_sources.h: what mbsrun plot draws: motions of results, runs of studies, rungs of
// convergences, each as a table of numbers.
#ifndef MBS_CLI_COMMANDS_PLOT_SOURCES_H
#define MBS_CLI_COMMANDS_PLOT_SOURCES_H

#include "analysis/verification/trajectory.h"
#include "cli/shared/command.h"

typedef struct PlotSource {
  const char *label; // of its curves, where there are several sources
  Trajectory table;  // of a motion t comes first
  int over;          // the column over which others are drawn if nothing else is said
  bool moves;        // a motion: over time
  bool points;       // rows without an order
  bool decades;      // numbers over many powers of ten
} PlotSource;

typedef struct PlotSources {
  PlotSource *list;
  int count;
  const char *title; // of all; NULL: there is none, or several
} PlotSources;

// Adds the tables of a results directory, of a study's or a convergence's directory, or of a CSV
// file. over: the column that is asked for, or NULL: rows of a study are one curve for each value
// of what else varies, where these are few. False after a message, or when memory ran out.
bool plot_sources_add(const Session *session, const char *operand, const char *over,
                      PlotSources *sources);

// The hint "its columns are a, b and c" of a message. Always false.
bool plot_sources_list(const char *what, const char *const *names, int count,
                       const Session *session);

// Whether an operand names a table and no channel.
bool plot_sources_is(const char *operand);

#endif
