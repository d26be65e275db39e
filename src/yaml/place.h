// SPDX-License-Identifier: BSD-3-Clause
// place.h: a position that walks through a source, character by character.
//
// Lines end with LF or CR LF; the other line breaks of YAML 1.1 never get this far (bytes.h).
#ifndef MBS_YAML_PLACE_H
#define MBS_YAML_PLACE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/mark.h"

typedef struct Place {
  size_t offset;    // bytes into the source
  int line, column; // 1-based, as in a Mark
} Place;

// The first character, behind a byte order mark.
Place place_start(const SourceText *source);

// The byte at a place, or NUL behind the end (a source has no NUL of its own).
char place_byte(const SourceText *source, Place place);

// One character on. CR LF counts as one character; the end of the source stays where it is.
Place place_next(const SourceText *source, Place place);

// Over spaces and tabs; to the end of the line, before its break.
Place place_skip_blanks(const SourceText *source, Place place);
Place place_line_end(const SourceText *source, Place place);

// Space or tab; LF or CR.
bool place_is_blank(char byte);
bool place_is_break(char byte);

// From a value's start over its anchor and tag, and the blanks, comments and line breaks behind
// them, to the value itself. *tag is where a tag stands (line 0 without one).
Place place_skip_properties(const SourceText *source, Place place, Mark *tag);

// The mark of the characters between two places, cut at the end of the first line.
Mark place_mark(const SourceText *source, Place first, Place last);

#endif
