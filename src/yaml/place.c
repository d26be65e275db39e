// SPDX-License-Identifier: BSD-3-Clause
// place.c: a position that walks through a source.
#include "yaml/place.h"

#include <stdint.h>
#include <string.h>

#include "base/text.h"

Place place_start(const SourceText *source) {
  const bool has_mark = source->length >= 3 && memcmp(source->text, "\xef\xbb\xbf", 3) == 0;
  return (Place){.offset = has_mark ? 3 : 0, .line = 1, .column = 1};
}

char place_byte(const SourceText *source, Place place) {
  return place.offset < source->length ? source->text[place.offset] : '\0';
}

bool place_is_blank(char byte) {
  return byte == ' ' || byte == '\t';
}

bool place_is_break(char byte) {
  return byte == '\n' || byte == '\r';
}

Place place_next(const SourceText *source, Place place) {
  if (place.offset >= source->length) {
    return place;
  }
  const char *bytes = source->text + place.offset;
  const size_t rest = source->length - place.offset;
  if (bytes[0] == '\r' && rest > 1 && bytes[1] == '\n') {
    return (Place){.offset = place.offset + 2, .line = place.line + 1, .column = 1};
  }
  if (bytes[0] == '\n') {
    return (Place){.offset = place.offset + 1, .line = place.line + 1, .column = 1};
  }
  uint32_t code_point = 0;
  const int size = text_decode(bytes, rest, &code_point);
  place.offset += size > 0 ? (size_t)size : 1;
  place.column += 1;
  return place;
}

Place place_skip_blanks(const SourceText *source, Place place) {
  while (place.offset < source->length && place_is_blank(source->text[place.offset])) {
    place.offset++;
    place.column++;
  }
  return place;
}

Place place_line_end(const SourceText *source, Place place) {
  const char *bytes = source->text;
  const size_t rest = source->length - place.offset;
  const char *feed = rest > 0 ? memchr(bytes + place.offset, '\n', rest) : NULL;
  size_t end = feed != NULL ? (size_t)(feed - bytes) : source->length;
  if (feed != NULL && end > place.offset && bytes[end - 1] == '\r') {
    end--;
  }
  for (; place.offset < end; place.offset++) {
    place.column += ((unsigned char)bytes[place.offset] & 0xc0U) != 0x80U;
  }
  return place;
}

// libyaml's anchors end at the first character that is neither letter, digit, '_' nor '-'.
static bool is_anchor_character(char byte) {
  return (byte >= '0' && byte <= '9') || (byte >= 'A' && byte <= 'Z') ||
         (byte >= 'a' && byte <= 'z') || byte == '_' || byte == '-';
}

static bool ends_tag(char byte) {
  return byte == '\0' || place_is_blank(byte) || place_is_break(byte) || byte == ',' ||
         byte == '[' || byte == ']' || byte == '{' || byte == '}';
}

Place place_skip_properties(const SourceText *source, Place place, Mark *tag) {
  *tag = mark_none();
  for (;;) {
    const char byte = place_byte(source, place);
    if (byte == '&') {
      do {
        place = place_next(source, place);
      } while (is_anchor_character(place_byte(source, place)));
    } else if (byte == '!') {
      const Place first = place;
      while (!ends_tag(place_byte(source, place))) {
        place = place_next(source, place);
      }
      *tag = place_mark(source, first, place);
    } else if (byte == '#') {
      place = place_line_end(source, place);
    } else if (place_is_blank(byte) || place_is_break(byte)) {
      place = place_next(source, place);
    } else {
      return place;
    }
  }
}

Mark place_mark(const SourceText *source, Place first, Place last) {
  Mark mark = {
      .source = source, .line = first.line, .column = first.column, .end_column = first.column + 1};
  if (last.line == first.line && last.column > first.column) {
    mark.end_column = last.column;
    return mark;
  }
  // to the last character of the line that is no blank
  for (Place place = first; place.offset < last.offset && place.line == first.line;) {
    const char byte = place_byte(source, place);
    place = place_next(source, place);
    if (place.line == first.line && !place_is_blank(byte)) {
      mark.end_column = place.column;
    }
  }
  return mark;
}
