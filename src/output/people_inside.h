// SPDX-License-Identifier: BSD-3-Clause
// people_inside.h: what the files of people.h share. Nobody else looks.
#ifndef MBS_OUTPUT_PEOPLE_INSIDE_H
#define MBS_OUTPUT_PEOPLE_INSIDE_H

#include "output/people.h"

const char *people_plural(long count, const char *one, const char *many);
// Without its folders.
const char *people_file_name(const char *path);
// What a file says, with what a terminal would obey made visible.
void people_put_visible(Text *out, const char *text);
// Three digits and a unit; words for what was not measured.
void people_put_measured(Text *out, double value, const char *unit);
// Of an assembly: the sentence behind the analysis' name, and the lines below it.
void people_assembly(const AssemblyResult *it, Text *out);
void people_assembly_moves(const Model *model, const AssemblyResult *it, Text *out);

#endif
