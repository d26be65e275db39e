// SPDX-License-Identifier: BSD-3-Clause
// line.h: a command line that is being typed, and offers of how it may go on.
#ifndef MBS_CLI_COMPLETION_LINE_H
#define MBS_CLI_COMPLETION_LINE_H

#include <stdbool.h>

#include "base/arena.h"
#include "base/text.h"
#include "cli/shared/commands.h"

typedef struct Line {
  const Command *command; // NULL: the word to complete may be one
  bool manual;            // --man is given
  const char **operands;  // that stand before the word, without the command
  int operand_count;
  const char *word;  // the part of the word that is completed, "x" of --channels=y,x
  const char *whole; // the word itself
  int offers;        // so far
  Text *out;
  Arena *arena;
} Line;

// A word that goes on as the line does, with a tail such as "=" (the word is then not complete
// yet).
void line_offer(Line *line, const char *word, const char *tail, const char *meaning);
// Names of files with these endings (each with a blank before it; "": any), or of directories.
void line_offer_files(Line *line, const char *endings);
void line_offer_directories(Line *line);
// From now on the part behind the last of these characters is completed.
void line_split(Line *line, const char *characters);

#endif
