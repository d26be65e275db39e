// SPDX-License-Identifier: BSD-3-Clause
// rescan.c: where each character of a scalar stands.
//
// libyaml has decoded the text; here the source is walked beside it. Flow scalars (plain, quoted)
// fold lines: blanks around a line break vanish, one break is a space, n breaks are n - 1 line
// feeds. Block scalars keep lines (|) or fold those that do not start with a blank (>).
#include "yaml/rescan.h"

#include <string.h>

#include "yaml/place.h"

typedef struct Scan {
  const Node *node;
  const SourceText *source;
  Place place;
  size_t end; // bytes of the source that belong to the scalar
  int *line, *column;
  int length; // bytes of the text that have their place
  bool lost;  // the source does not say the text
} Scan;

static char byte_here(const Scan *scan) {
  return scan->place.offset < scan->end ? place_byte(scan->source, scan->place) : '\0';
}

static void advance(Scan *scan) {
  scan->place = place_next(scan->source, scan->place);
}

// What is left of the text.
static const char *rest_of(const Scan *scan) {
  return scan->node->text + scan->length;
}

// The next character of the text, which begins with this byte, stands there.
static void emit(Scan *scan, char byte, Place place) {
  scan->lost = scan->lost || scan->length >= scan->node->length ||
               (unsigned char)*rest_of(scan) != (unsigned char)byte;
  if (scan->lost) {
    return;
  }
  do {
    scan->line[scan->length] = place.line;
    scan->column[scan->length] = place.column;
    scan->length++;
  } while (((unsigned char)*rest_of(scan) & 0xc0U) == 0x80U);
}

static void emit_here(Scan *scan) {
  emit(scan, byte_here(scan), scan->place);
  advance(scan);
}

static void skip_blanks(Scan *scan) {
  while (place_is_blank(byte_here(scan))) {
    advance(scan);
  }
}

// ---- flow scalars ----

// The breaks behind a first one; returns how many, each a line feed.
static int take_more_breaks(Scan *scan) {
  int count = 0;
  skip_blanks(scan);
  while (place_is_break(byte_here(scan))) {
    emit(scan, '\n', scan->place);
    count++;
    advance(scan);
    skip_blanks(scan);
  }
  return count;
}

// Blanks and breaks between two words.
static void take_gap(Scan *scan) {
  const Place first = scan->place;
  skip_blanks(scan);
  if (!place_is_break(byte_here(scan))) {
    const size_t end = scan->place.offset;
    scan->place = first;
    while (scan->place.offset < end) {
      emit_here(scan);
    }
    return;
  }
  const Place fold = scan->place;
  advance(scan);
  if (take_more_breaks(scan) == 0) {
    emit(scan, ' ', fold);
  }
}

// A backslash and what belongs to it is one character, or a break that vanishes.
static void take_escape(Scan *scan) {
  const Place first = scan->place;
  advance(scan);
  const char letter = byte_here(scan);
  advance(scan);
  if (place_is_break(letter)) {
    take_more_breaks(scan);
    return;
  }
  const int digits = letter == 'x' ? 2 : letter == 'u' ? 4 : letter == 'U' ? 8 : 0;
  for (int k = 0; k < digits; k++) {
    advance(scan);
  }
  emit(scan, *rest_of(scan), first);
}

// quote: NUL of a plain scalar.
static void scan_flow(Scan *scan, char quote) {
  if (quote != '\0') {
    advance(scan);
  }
  for (char byte = byte_here(scan); byte != '\0'; byte = byte_here(scan)) {
    const Place next = place_next(scan->source, scan->place);
    const bool doubled = quote == '\'' && byte == quote && next.offset < scan->end &&
                         place_byte(scan->source, next) == quote;
    if (quote != '\0' && byte == quote && !doubled) {
      return;
    }
    if (place_is_blank(byte) || place_is_break(byte)) {
      take_gap(scan);
    } else if (quote == '"' && byte == '\\') {
      take_escape(scan);
    } else {
      emit_here(scan);
      scan->place = doubled ? place_next(scan->source, next) : scan->place;
    }
  }
}

// ---- block scalars ----

// The blanks of a line that are indentation, by those that the text has left.
static void skip_indentation(Scan *scan) {
  Place text = scan->place;
  int blanks = -(int)strspn(rest_of(scan), " ");
  for (; place_byte(scan->source, text) == ' '; text = place_next(scan->source, text)) {
    blanks++;
  }
  for (; blanks > 0; blanks--) {
    advance(scan);
  }
}

static void scan_block(Scan *scan) {
  const bool folds = byte_here(scan) == '>';
  scan->end = scan->source->length; // the text tells where it ends
  scan->place = place_line_end(scan->source, scan->place);
  advance(scan);
  Place behind = scan->place; // the last line with text
  while (scan->length < scan->node->length && !scan->lost) {
    skip_indentation(scan);
    const char first = byte_here(scan);
    while (byte_here(scan) != '\0' && !place_is_break(byte_here(scan))) {
      emit_here(scan);
    }
    behind = scan->place;
    // the first break behind a line that is folded vanishes where others follow
    const char *rest = rest_of(scan), *after = rest + strspn(rest, "\n");
    const bool vanishes = folds && !place_is_blank(first) && !place_is_break(first) &&
                          *rest == '\n' && *after != '\0' && !place_is_blank(*after);
    if (scan->length < scan->node->length && !vanishes &&
        (*rest == '\n' || (folds && *rest == ' '))) {
      emit(scan, *rest, scan->place);
    }
    scan->lost = scan->lost || (byte_here(scan) == '\0' && scan->length < scan->node->length);
    advance(scan);
  }
  // for a reader the scalar ends behind its last line with text, or with its last kept line feed
  const int last = scan->length - 1;
  scan->place = behind;
  if (last >= 0 && scan->node->text[last] == '\n') {
    scan->place.line = scan->line[last];
    scan->place.column = scan->column[last];
  }
}

const Passage *rescan_passage(Node *scalar, Arena *arena) {
  if (scalar->passage.source != NULL) {
    return &scalar->passage;
  }
  const int length = scalar->length;
  Scan scan = {.node = scalar,
               .source = scalar->mark.source,
               .place = {(size_t)scalar->begin, scalar->mark.line, scalar->mark.column},
               .end = (size_t)scalar->end,
               .line = arena_array(arena, int, length + 1),
               .column = arena_array(arena, int, length + 1)};
  if (scan.line == NULL || scan.column == NULL) {
    return NULL;
  }
  const char first = byte_here(&scan);
  if (!scalar->plain && (first == '|' || first == '>')) {
    scan_block(&scan);
  } else {
    scan_flow(&scan, scalar->plain ? '\0' : first);
  }
  scan.line[scan.length] = scan.place.line; // just behind the scalar
  scan.column[scan.length] = scan.place.column;
  // should libyaml ever read otherwise, a message still names the right value
  for (int k = 0; k <= length && (scan.lost || scan.length < length); k++) {
    scan.line[k] = scalar->mark.line;
    scan.column[k] = scalar->mark.column;
  }
  scalar->passage = (Passage){.source = scan.source,
                              .text = scalar->text,
                              .length = length,
                              .line = scan.line,
                              .column = scan.column};
  return &scalar->passage;
}

bool rescan_given(const char *text, Mark mark, bool runs, Arena *arena, Passage *passage) {
  const int length = (int)strlen(text);
  int *places = arena_array(arena, int, 2 * (length + 1));
  int column = mark.column - 1;
  for (int k = 0; places != NULL && k <= length; k++) {
    column += k == 0 || (runs && ((unsigned char)text[k] & 0xc0U) != 0x80U) ? 1 : 0;
    places[k] = mark.line;
    places[length + 1 + k] = column;
  }
  *passage = (Passage){.source = mark.source,
                       .text = text,
                       .length = length,
                       .line = places,
                       .column = places == NULL ? NULL : places + length + 1};
  return places != NULL;
}

bool rescan_say(Node *scalar, const char *text, Arena *arena) {
  scalar->text = text;
  scalar->length = (int)strlen(text);
  return rescan_given(text, scalar->mark, false, arena, &scalar->passage);
}
