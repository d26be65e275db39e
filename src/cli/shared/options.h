// SPDX-License-Identifier: BSD-3-Clause
// options.h: the command line, read by the table of options.def.
#ifndef MBS_CLI_SHARED_OPTIONS_H
#define MBS_CLI_SHARED_OPTIONS_H

#include <stdbool.h>

#include "base/arena.h"
#include "base/diag.h"
#include "base/text.h"
#include "cli/shared/commands.h"
#include "cli/shared/terminal.h"
#include "output/writer.h"

// What was said of an option that may be repeated.
typedef struct OptionWords {
  const char **list;
  int count;
} OptionWords;

typedef struct Options {
  const Command *command; // run, when the first word is none
  bool command_given;     // the first word is one
  const char *operand;    // the model, the word to explain, the command to help with; or NULL
  const char *second;     // compare
  char *const *operands;  // all of them: plot
  int operand_count;
  const char *output;
  const Writer *writer;
  const char *analysis;
  OptionWords sets, allowed;
  OptionWords methods;                       // convergence
  const char *steps, *tolerances, *channels; // as written, or NULL
  long levels;                               // 0: the default
  double ratio;                              // 0: the default
  double within, relative;                   // negative: not given
  bool cross_check, accept_inaccurate, report, no_motion;
  bool bundle, defaults, json_document, yaml_document; // dump
  bool write, check_only;                              // fmt
  const char *across;                                  // plot; NULL: time
  bool spectrum, text;                                 // plot
  const char *plot_title, *plot_size, *logarithmic;    // plot; NULL: not stated
  bool spatial, list;                                  // init
  const char *copied;                                  // init; NULL: a starter
  int space;                                           // explain: of IN_PLANE, IN_SPACE
  bool manual;                                         // help
  bool force, json, reproducible, quiet, verbose, help, version;
  OptionWords vary;         // sweep
  const char *plan;         // sweep; NULL: not given
  long samples, seed, jobs; // 0: not given
  bool dry_run, retry_failed, study;
  const char *shard; // as written; NULL: the whole study
  // sweep submit; as written, NULL or 0: not given
  const char *engine, *slurm_time, *partition;
  OptionWords sbatch;
  long shards, max_running;
  bool print;
  double wall_limit; // s; 0: none
  double time_limit; // s; 0: none
  long max_steps;    // 0: the default
  long repeat;       // 0: none
  long frames;       // animate; 0: as many as it takes
  double seconds;    // animate; 0: the motion's own
  long port;         // watch; 0: any
  bool open;         // watch
  double max_output; // bytes; 0: the default
  double max_memory; // bytes; 0: the default
  double max_model;  // bytes; 0: the default
  long max_nodes;    // 0: the default
  ColorWhen color;
} Options;

// Reads argv. False after messages of the exit status 2, or when memory ran out; *options then
// holds what could be read (json and color among it).
bool options_read(int argc, char **argv, Options *options, Arena *arena, Diag *diag);

// What people are told of an option: its row of options.def.
typedef struct OptionText {
  const char *name;
  char letter;          // or 0
  const char *argument; // or NULL
  int commands;         // that it belongs to: bits in the order of commands.def
  const char *help;     // options_help knows more
} OptionText;

// The first option of a command behind this one (NULL: of all); NULL where there is none.
const OptionText *options_next(const Command *command, const OptionText *before);

// What an option does in a command.
const char *options_help(const OptionText *option, const Command *command);

// The table of a command's options for its help text.
void options_describe(const Command *command, Text *out);

// "200M": a number with K, M, G or T (of 1024), or their KiB, MiB, GiB, TiB. False when it is none.
bool options_parse_size(const char *text, double *bytes);

#endif
