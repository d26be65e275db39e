// SPDX-License-Identifier: BSD-3-Clause
// bytes.c: encoding, forbidden characters and directives.
//
// libyaml reads UTF-16, names no line in its encoding errors, takes U+0085 and U+2028 for line
// breaks where YAML 1.2 does not, and its table of tags is searched for every %TAG, which makes a
// file of them quadratic. So each of these is looked for here, in one pass over the bytes.
#include "yaml/bytes.h"

#include <string.h>

#include "base/text.h"
#include "yaml/place.h"

enum { FAULT_LIMIT = 100 }; // reported of one file; binary data has millions

// ---- characters ----

const char *bytes_forbidden(uint32_t code_point) {
  const uint32_t c = code_point;
  if (c == 0) {
    return "a NUL character";
  }
  if ((c < 0x20 && c != '\t' && c != '\n') || (c >= 0x7f && c <= 0x9f && c != 0x85)) {
    return c == '\r' ? "a carriage return" : "a control character";
  }
  if (c == 0x85 || c == 0x2028 || c == 0x2029) {
    return "a line separator";
  }
  if (c == 0x200e || c == 0x200f || (c >= 0x202a && c <= 0x202e) || (c >= 0x2066 && c <= 0x2069)) {
    return "a bidirectional control character";
  }
  if (c == 0xfeff) {
    return "a byte order mark";
  }
  return (c & 0xfffe) == 0xfffe ? "a noncharacter" : NULL;
}

static Mark one_character(const SourceText *source, Place place) {
  return (Mark){
      .source = source, .line = place.line, .column = place.column, .end_column = place.column + 1};
}

static void report_encoding(const SourceText *source, Place place, Diag *diag) {
  const char *bytes = source->text + place.offset;
  diag_add(diag, DIAG_YAML_ENCODING, one_character(source, place),
           "the byte 0x%02x is not UTF-8 here", (unsigned)(unsigned char)bytes[0]);
  diag_hint(diag, "save the file as UTF-8");
}

static void report_character(const SourceText *source, Place place, uint32_t code_point,
                             Diag *diag) {
  diag_add(diag, DIAG_YAML_CHARACTER, one_character(source, place),
           "%s, U+%04X, is not allowed in a model file", bytes_forbidden(code_point),
           (unsigned)code_point);
  if (code_point == 0) {
    diag_hint(diag, "save the file as UTF-8 text");
  } else if (code_point == '\r') {
    diag_hint(diag, "end lines with LF or CR LF");
  } else {
    diag_hint(diag, "remove it; it may be invisible in the editor");
  }
}

// UTF-16, with a byte order mark or shown by the NUL halves of its first two characters.
static bool is_utf16(const SourceText *source) {
  const char *text = source->text;
  if (source->length >= 2 &&
      (memcmp(text, "\xff\xfe", 2) == 0 || memcmp(text, "\xfe\xff", 2) == 0)) {
    return true;
  }
  if (source->length < 4 || (text[0] == '\0') == (text[1] == '\0')) {
    return false;
  }
  return (text[0] == '\0') == (text[2] == '\0') && (text[1] == '\0') == (text[3] == '\0');
}

// Whether a fault stands at a place; reported unless it continues a run of bytes that are not
// UTF-8.
static bool report_fault(const SourceText *source, Place place, bool *in_run, Diag *diag) {
  const char *bytes = source->text + place.offset;
  const size_t rest = source->length - place.offset;
  uint32_t code_point = 0;
  if (text_decode(bytes, rest, &code_point) == 0) {
    if (!*in_run) {
      report_encoding(source, place, diag);
    }
    *in_run = true;
    return true;
  }
  *in_run = false;
  const bool ends_line = code_point == '\r' && rest > 1 && bytes[1] == '\n';
  if (bytes_forbidden(code_point) != NULL && !ends_line) {
    report_character(source, place, code_point, diag);
    return true;
  }
  return false;
}

// Bytes from here on that are printable ASCII, eight at a time. A byte b of the word w is below
// 0x20 where w - 0x20.. borrows from its top bit, and 0x7f where w ^ 0x7f.. has a zero byte.
static size_t count_printable(const char *bytes, size_t length) {
  const uint64_t ones = 0x0101010101010101U;
  const uint64_t tops = 0x80U * ones;
  size_t count = 0;
  while (length - count >= sizeof(uint64_t)) {
    uint64_t word = 0;
    memcpy(&word, bytes + count, sizeof word);
    const uint64_t delete = word ^ 0x7fU * ones;
    const uint64_t special = word | ((word - 0x20U * ones) & ~word) | ((delete - ones) & ~delete);
    if ((special & tops) != 0) {
      break;
    }
    count += sizeof word;
  }
  return count;
}

static bool check_characters(const SourceText *source, Diag *diag) {
  int faults = 0;
  bool in_run = false;
  Place place = place_start(source);
  while (place.offset < source->length && faults < FAULT_LIMIT) {
    const unsigned char byte = (unsigned char)source->text[place.offset];
    if ((byte >= 0x20 && byte < 0x7f) || byte == '\t') { // nearly all of them
      const size_t more =
          count_printable(source->text + place.offset + 1, source->length - place.offset - 1);
      place.offset += 1 + more;
      place.column += 1 + (int)more;
      in_run = false;
      continue;
    }
    if (byte == '\n') {
      place = (Place){place.offset + 1, place.line + 1, 1};
      in_run = false;
      continue;
    }
    faults += report_fault(source, place, &in_run, diag);
    place = place_next(source, place);
  }
  return faults == 0;
}

// ---- directives ----

// Whether the line [first, last) is "%YAML 1.1" or "%YAML 1.2", perhaps with a comment.
static bool is_version(const SourceText *source, Place first, Place last) {
  const char *rest = source->text + first.offset;
  const char *end = source->text + last.offset;
  if (end - rest < 9 || memcmp(rest, "%YAML", 5) != 0 || !place_is_blank(rest[5])) {
    return false;
  }
  rest += 5;
  while (rest < end && place_is_blank(*rest)) {
    rest++;
  }
  if (end - rest < 3 || (memcmp(rest, "1.1", 3) != 0 && memcmp(rest, "1.2", 3) != 0)) {
    return false;
  }
  rest += 3;
  return rest == end || place_is_blank(*rest);
}

// A directive at place; returns its line's faults.
static int check_directive(const SourceText *source, Place place, bool is_first, Diag *diag) {
  const Place end = place_line_end(source, place);
  const bool version = is_version(source, place, end);
  if (version && is_first) {
    return 0;
  }
  diag_add(diag, DIAG_YAML_DIRECTIVE, place_mark(source, place, end),
           version ? "a second directive" : "this directive is not allowed");
  diag_hint(diag, "remove the line");
  return 1;
}

// Directives stand before the document, between comments and empty lines.
static bool check_directives(const SourceText *source, Diag *diag) {
  int faults = 0;
  bool is_first = true;
  Place place = place_start(source);
  while (place.offset < source->length && faults < FAULT_LIMIT) {
    const Place word = place_skip_blanks(source, place);
    const char byte = place_byte(source, word);
    if (byte == '%' && word.column == 1) {
      faults += check_directive(source, place, is_first, diag);
      is_first = false;
    } else if (byte != '#' && !place_is_break(byte)) {
      break;
    }
    place = place_next(source, place_line_end(source, word));
  }
  return faults == 0;
}

bool bytes_check(const SourceText *source, Diag *diag) {
  if (is_utf16(source)) {
    diag_add(diag, DIAG_YAML_ENCODING, (Mark){.source = source}, "the file is UTF-16");
    return diag_hint(diag, "save the file as UTF-8");
  }
  return check_characters(source, diag) && check_directives(source, diag);
}
