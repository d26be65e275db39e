// SPDX-License-Identifier: BSD-3-Clause
// complete.h: how a command line may go on.
//
// A line of the answer is a word, a tab and what it means; or begins with a tab and asks the shell
// for names of files: "directories", or "files" with the endings that count (none: any). A word
// that ends with = . , or [ is not complete yet. Nothing that a file says is evaluated, and nothing
// is said about files that cannot be read.
#ifndef MBS_CLI_COMPLETION_COMPLETE_H
#define MBS_CLI_COMPLETION_COMPLETE_H

#include "base/arena.h"
#include "base/text.h"

// words: those behind the name of the program; the last one, perhaps empty, is to be completed.
void complete_line(char *const *words, int count, Text *out, Arena *arena);

#endif
