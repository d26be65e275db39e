// SPDX-License-Identifier: BSD-3-Clause
// option_places.h: the commands that the rows of options.def name.
#ifndef MBS_CLI_OPTION_PLACES_H
#define MBS_CLI_OPTION_PLACES_H

// Which commands an option belongs to: bits in the order of commands.def.
enum {
#define COMMAND(name, operand, count, summary) PLACE_OF_##name,
#include "cli/commands.def"
#undef COMMAND
};
enum {
  AT_RUN = 1 << PLACE_OF_run,
  AT_CHECK = 1 << PLACE_OF_check,
  AT_EXPLAIN = 1 << PLACE_OF_explain,
  AT_CONVERGENCE = 1 << PLACE_OF_convergence,
  AT_COMPARE = 1 << PLACE_OF_compare,
  AT_VERIFY = 1 << PLACE_OF_verify,
  AT_DUMP = 1 << PLACE_OF_dump,
  AT_INIT = 1 << PLACE_OF_init,
  AT_FMT = 1 << PLACE_OF_fmt,
  AT_SWEEP = 1 << PLACE_OF_sweep,
  AT_SCHEMA = 1 << PLACE_OF_schema,
  FOR_ALL = ~0
};
enum {
  FOR_RUN = AT_RUN,
  FOR_STUDY = AT_CONVERGENCE | AT_COMPARE,
  FOR_RUNS = AT_RUN | FOR_STUDY,
  FOR_MANY_RUNS = FOR_RUNS | AT_SWEEP,
  FOR_MESSAGES = AT_RUN | AT_CHECK | FOR_STUDY | AT_SWEEP | AT_VERIFY,
  FOR_MODEL = AT_DUMP | AT_RUN | AT_CHECK | AT_EXPLAIN | FOR_STUDY | AT_SWEEP
};

#endif
