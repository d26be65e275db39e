// SPDX-License-Identifier: BSD-3-Clause
// switches.h: where a program may jump or kink, found when it is compiled.
#ifndef MBS_EXPR_PROGRAMS_SWITCHES_H
#define MBS_EXPR_PROGRAMS_SWITCHES_H

#include "expr/programs/tape.h"

// An operation has at most so many switching functions.
enum { SWITCHES_PER_OPERATION = 2 };

// Lists the switching functions of the watched ones of the first `count` instructions, each once,
// and appends to the tape what they need. switches has room for SWITCHES_PER_OPERATION * count.
// Returns how many there are; their instruction numbers are those of the tape.
int switches_collect(Tape *tape, const bool *watched, int count, Switch *switches);

// Finds out on what each instruction of the finished code depends and whether it is linear in time
// between the switches. Keeps the switches that may change at all; returns how many.
// degrees: room for program->count.
int switches_classify(const Program *program, Switch *switches, int count, signed char *degrees);

#endif
