// SPDX-License-Identifier: BSD-3-Clause
// roff.h: the few requests of man(7) that our pages are made of.
//
// Words of ours are never read as requests: backslashes, hyphens, quotes, and dots and apostrophes
// where a line begins are escaped. Sentences begin on lines of their own, as man(7) asks.
#ifndef MBS_CLI_MANUAL_ROFF_H
#define MBS_CLI_MANUAL_ROFF_H

#include "base/text.h"

// The title line of a page: its name, section and date, and the version of mbsrun.
void roff_title(const char *name, int section, Text *out);
void roff_section(const char *heading, Text *out);
void roff_subsection(const char *heading, Text *out);
// Words in lines, behind what stands there.
void roff_words(const char *text, size_t length, Text *out);
// "number in m" as "Number in m."; what begins with a name, as "x, y or xy", stays as it is.
void roff_sentence(const char *text, Text *out);
void roff_paragraph(const char *text, Text *out); // a sentence
// What follows is a list inside of the item before it, until roff_leave.
void roff_enter(Text *out);
void roff_leave(Text *out);
// An item of a list: a bold term with an italic argument (NULL: none), and below it what it means,
// as a sentence.
void roff_item(const char *term, const char *argument, const char *meaning, Text *out);
// A text in paragraphs with empty lines between them; lines that begin with two blanks stay as they
// are.
void roff_text(const char *text, size_t length, Text *out);
// Lines that stay as they are, without the two blanks that they begin with.
void roff_lines(const char *text, size_t length, Text *out);

#endif
