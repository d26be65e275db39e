// SPDX-License-Identifier: BSD-3-Clause
// rescan.c: a decoder for YAML scalars that keeps a position per character.
//
// It reads text that libyaml has accepted, so it knows no errors. Flow scalars (plain, quoted)
// fold lines: blanks around a line break vanish, one break is a space, n breaks are n - 1 line
// feeds. Block scalars keep lines (|) or fold those that do not start with a blank (>), and end
// as their header says: clip (one line feed), strip (-, none), keep (+, all).
#include "yaml/rescan.h"

#include <limits.h>
#include <string.h>

#include "yaml/place.h"

enum { NO_TEXT = INT_MAX - 1 }; // the indentation of a block without text: more than any line has

typedef struct Scan {
  const SourceText *source;
  Place place;
  size_t end; // bytes of the source that belong to the scalar
  char *text;
  int *line, *column;
  int length, capacity;
} Scan;

static char byte_here(const Scan *scan) {
  return scan->place.offset < scan->end ? place_byte(scan->source, scan->place) : '\0';
}

static void advance(Scan *scan) {
  scan->place = place_next(scan->source, scan->place);
}

static void emit(Scan *scan, char byte, Place place) {
  if (scan->length < scan->capacity) {
    scan->text[scan->length] = byte;
    scan->line[scan->length] = place.line;
    scan->column[scan->length] = place.column;
    scan->length++;
  }
}

// Copies the character here.
static void emit_here(Scan *scan) {
  const Place first = scan->place;
  advance(scan);
  for (size_t k = first.offset; k < scan->place.offset; k++) {
    emit(scan, scan->source->text[k], first);
  }
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

static bool is_gap(char byte) {
  return place_is_blank(byte) || place_is_break(byte);
}

static void scan_plain(Scan *scan) {
  while (scan->place.offset < scan->end) {
    if (is_gap(byte_here(scan))) {
      take_gap(scan);
    } else {
      emit_here(scan);
    }
  }
}

static void scan_single_quoted(Scan *scan) {
  advance(scan);
  while (scan->place.offset < scan->end) {
    if (is_gap(byte_here(scan))) {
      take_gap(scan);
    } else if (byte_here(scan) == '\'') {
      Place next = place_next(scan->source, scan->place);
      if (next.offset >= scan->end || place_byte(scan->source, next) != '\'') {
        return;
      }
      emit_here(scan);
      advance(scan);
    } else {
      emit_here(scan);
    }
  }
}

// ---- escapes of double quoted scalars ----

static void emit_code_point(Scan *scan, uint32_t c, Place place) {
  if (c < 0x80) {
    emit(scan, (char)c, place);
    return;
  }
  // bytes behind the first: 1 below U+0800, 2 below U+10000, else 3
  int more = c < 0x10000 ? 2 : 3;
  more = c < 0x800 ? 1 : more;
  const unsigned lead = 0xff00U >> (more + 1) & 0xffU; // 11000000, 11100000, 11110000
  emit(scan, (char)(unsigned char)(lead | c >> 6 * more), place);
  while (more-- > 0) {
    emit(scan, (char)(unsigned char)(0x80U | (c >> 6 * more & 0x3fU)), place);
  }
}

static uint32_t hex_value(char digit) {
  if (digit >= '0' && digit <= '9') {
    return (uint32_t)(digit - '0');
  }
  return (uint32_t)((digit | 0x20) - 'a' + 10);
}

// What a letter behind the backslash stands for; itself when it is no letter of the table.
static uint32_t escaped_character(char letter) {
  static const struct {
    char letter;
    uint32_t code_point;
  } table[] = {{'0', 0x00}, {'a', 0x07},   {'b', 0x08},  {'t', 0x09}, {'n', 0x0a},
               {'v', 0x0b}, {'f', 0x0c},   {'r', 0x0d},  {'e', 0x1b}, {'N', 0x85},
               {'_', 0xa0}, {'L', 0x2028}, {'P', 0x2029}};
  for (size_t k = 0; k < sizeof table / sizeof table[0]; k++) {
    if (table[k].letter == letter) {
      return table[k].code_point;
    }
  }
  return (uint32_t)(unsigned char)letter;
}

static void take_escape(Scan *scan) {
  const Place first = scan->place;
  advance(scan);
  const char letter = byte_here(scan);
  if (place_is_break(letter)) {
    advance(scan);
    take_more_breaks(scan);
    return;
  }
  advance(scan);
  int digits = 0;
  if (letter == 'x') {
    digits = 2;
  } else if (letter == 'u' || letter == 'U') {
    digits = letter == 'u' ? 4 : 8;
  }
  if (digits == 0) {
    emit_code_point(scan, escaped_character(letter), first);
    return;
  }
  uint32_t code_point = 0;
  for (int k = 0; k < digits; k++) {
    code_point = code_point << 4 | hex_value(byte_here(scan));
    advance(scan);
  }
  emit_code_point(scan, code_point, first);
}

static void scan_double_quoted(Scan *scan) {
  advance(scan);
  while (scan->place.offset < scan->end && byte_here(scan) != '"') {
    if (is_gap(byte_here(scan))) {
      take_gap(scan);
    } else if (byte_here(scan) == '\\') {
      take_escape(scan);
    } else {
      emit_here(scan);
    }
  }
}

// ---- block scalars ----

// Behind the indicator, its signs and digit, a comment and the line break. Returns the chomping
// sign, or NUL.
static char skip_header(Scan *scan) {
  char chomping = '\0';
  while (scan->place.offset < scan->end && !place_is_break(byte_here(scan))) {
    const char byte = byte_here(scan);
    if (byte == '#') {
      while (scan->place.offset < scan->end && !place_is_break(byte_here(scan))) {
        advance(scan);
      }
      break;
    }
    if (byte == '+' || byte == '-') {
      chomping = byte;
    }
    advance(scan);
  }
  advance(scan);
  return chomping;
}

// Columns of indentation that are not text. libyaml derives it from the enclosing block; here it
// follows from the first line with text, in the source and as decoded.
static int block_indentation(Scan scan, const Node *node) {
  int blank_lines = 0;
  while (blank_lines < node->length && node->text[blank_lines] == '\n') {
    blank_lines++;
  }
  if (blank_lines == node->length) {
    return NO_TEXT;
  }
  int kept = 0;
  while (node->text[blank_lines + kept] == ' ') {
    kept++;
  }
  for (int k = 0; k < blank_lines; k++) {
    skip_blanks(&scan);
    advance(&scan);
  }
  const int first = scan.place.column;
  while (byte_here(&scan) == ' ') {
    advance(&scan);
  }
  return scan.place.column - first - kept;
}

// Over empty lines and the indentation of the next line; true when that line has text.
static bool reach_text(Scan *scan, int indentation) {
  for (;;) {
    while (scan->place.column <= indentation && byte_here(scan) == ' ') {
      advance(scan);
    }
    if (!place_is_break(byte_here(scan))) {
      return scan->place.column == indentation + 1 && scan->place.offset < scan->end;
    }
    advance(scan);
  }
}

// A line feed for each break from here to there; returns how many.
static int emit_breaks(Scan *scan, Place from, Place to) {
  int count = 0;
  while (from.offset < to.offset) {
    if (place_is_break(place_byte(scan->source, from))) {
      emit(scan, '\n', from);
      count++;
    }
    from = place_next(scan->source, from);
  }
  return count;
}

static bool has_break(const Scan *scan, Place from, Place to) {
  return from.offset < to.offset &&
         memchr(scan->source->text + from.offset, '\n', to.offset - from.offset) != NULL;
}

static void scan_block(Scan *scan, const Node *node) {
  const bool literal = byte_here(scan) == '|';
  const char chomping = skip_header(scan);
  scan->end = scan->source->length; // the indentation tells where the text ends
  const int indentation = block_indentation(*scan, node);
  Place gap = scan->place; // where the empty lines before the current text start
  Place fold = scan->place;
  bool folds = false; // a line break at fold awaits its decision
  bool was_blank = false;
  bool has_text = reach_text(scan, indentation);
  while (has_text) {
    const bool is_blank = place_is_blank(byte_here(scan));
    if (folds && (literal || was_blank || is_blank)) {
      emit(scan, '\n', fold);
    } else if (folds && !has_break(scan, gap, scan->place)) {
      emit(scan, ' ', fold);
    }
    emit_breaks(scan, gap, scan->place);
    was_blank = is_blank;
    while (scan->place.offset < scan->end && !place_is_break(byte_here(scan))) {
      emit_here(scan);
    }
    folds = scan->place.offset < scan->end;
    fold = scan->place;
    advance(scan);
    gap = scan->place;
    has_text = reach_text(scan, indentation);
  }
  if (folds && chomping != '-') {
    emit(scan, '\n', fold);
  }
  if (chomping == '+') {
    emit_breaks(scan, gap, scan->place);
  }
  // for a reader the scalar ends behind its last line with text, or with its last kept line feed
  scan->place = fold;
  if (scan->length > 0 && scan->text[scan->length - 1] == '\n') {
    scan->place.line = scan->line[scan->length - 1];
    scan->place.column = scan->column[scan->length - 1];
  }
}

// ---- all of them ----

static void scan_any(Scan *scan, const Node *node) {
  const char first = byte_here(scan);
  if (node->plain) {
    scan_plain(scan);
  } else if (first == '\'') {
    scan_single_quoted(scan);
  } else if (first == '"') {
    scan_double_quoted(scan);
  } else {
    scan_block(scan, node);
  }
}

bool rescan_scalar(const Node *node, Arena *arena, Passage *passage) {
  // an escape makes three bytes of two at most: "\L" is U+2028
  const int capacity = (int)(node->end - node->begin) / 2 * 3 + 4;
  Scan scan = {.source = node->mark.source,
               .place = {(size_t)node->begin, node->mark.line, node->mark.column},
               .end = (size_t)node->end,
               .text = arena_array(arena, char, capacity),
               .line = arena_array(arena, int, capacity),
               .column = arena_array(arena, int, capacity),
               .capacity = capacity - 1};
  if (scan.text == NULL || scan.line == NULL || scan.column == NULL) {
    return false;
  }
  scan_any(&scan, node);
  scan.text[scan.length] = '\0';
  scan.line[scan.length] = scan.place.line; // just behind the scalar
  scan.column[scan.length] = scan.place.column;
  *passage = (Passage){.source = scan.source,
                       .text = scan.text,
                       .length = scan.length,
                       .line = scan.line,
                       .column = scan.column};
  return true;
}

// Every character at the start of the scalar: should the two decoders ever differ, a message
// still names the right value.
static bool place_at_start(const Node *scalar, Arena *arena, Passage *passage) {
  int *line = arena_array(arena, int, scalar->length + 1);
  int *column = arena_array(arena, int, scalar->length + 1);
  if (line == NULL || column == NULL) {
    return false;
  }
  for (int k = 0; k <= scalar->length; k++) {
    line[k] = scalar->mark.line;
    column[k] = scalar->mark.column;
  }
  passage->line = line;
  passage->column = column;
  return true;
}

const Passage *rescan_passage(Node *scalar, Arena *arena) {
  if (scalar->passage.source != NULL) {
    return &scalar->passage;
  }
  Passage passage;
  if (!rescan_scalar(scalar, arena, &passage)) {
    return NULL;
  }
  const bool same = passage.length == scalar->length &&
                    memcmp(passage.text, scalar->text, (size_t)scalar->length) == 0;
  if (!same && !place_at_start(scalar, arena, &passage)) {
    return NULL;
  }
  passage.text = scalar->text;
  passage.length = scalar->length;
  scalar->passage = passage;
  return &scalar->passage;
}
