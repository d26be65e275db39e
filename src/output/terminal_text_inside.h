// SPDX-License-Identifier: BSD-3-Clause
// terminal_text_inside.h: what the files of terminal_text.h share. Nobody else looks.
#ifndef MBS_OUTPUT_TERMINAL_TEXT_INSIDE_H
#define MBS_OUTPUT_TERMINAL_TEXT_INSIDE_H

#include "output/terminal_text.h"

const char *terminal_plural(long count, const char *one, const char *many);
// Without its folders.
const char *terminal_file_name(const char *path);
// What a file says, with what a terminal would obey made visible.
void terminal_put_visible(Text *out, const char *text);
// Three digits and a unit; words for what was not measured.
void terminal_put_measured(Text *out, double value, const char *unit);
// Whether the audit of a motion found nothing to doubt. Its figures behind the line of such an
// analysis, and in lines of their own (all of them if it is the only analysis).
bool terminal_audit_is_good(const Result *result);
void terminal_audit_short(const Result *result, Text *out);
void terminal_audit(const Result *result, bool alone, Text *out);
// Of an assembly: the sentence behind the analysis' name, and the lines below it.
void terminal_assembly(const AssemblyResult *it, Text *out);
void terminal_assembly_moves(const Model *model, const AssemblyResult *it, Text *out);

#endif
