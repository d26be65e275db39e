// SPDX-License-Identifier: BSD-3-Clause
// feed.c: the limit of a scalar, kept before libyaml has copied it.
//
// libyaml delivers a scalar when it has read all of it, which takes 0.15 s for 16 MiB. It reads
// at most one token and 1,024 characters ahead of its last event; so when far more than a scalar's
// limit has been read since, and it is neither blanks nor comments, one text is too long. The
// decoded text may be much shorter than the source (escapes, indentation): hence the factor.
#include "yaml/feed.h"

#include <string.h>

enum { SOURCE_FACTOR = 16 }; // bytes of source per byte of text

// Over everything behind the last event that can stand before a text.
static void skip_between(Builder *builder) {
  const char *text = builder->source->text;
  if (builder->skipped < builder->offset) {
    builder->skipped = builder->offset;
    builder->in_comment = false;
  }
  for (; builder->skipped < builder->fed; builder->skipped++) {
    const char byte = text[builder->skipped];
    if (place_is_break(byte)) {
      builder->in_comment = false;
    } else if (byte == '#') {
      builder->in_comment = true;
    } else if (!builder->in_comment && !place_is_blank(byte) && strchr(":-?,[]{}", byte) == NULL) {
      return;
    }
  }
}

static bool is_too_long(Builder *builder) {
  const size_t limit = (size_t)builder->limits->scalar_bytes * SOURCE_FACTOR;
  if (builder->fed - builder->offset <= limit) {
    return false;
  }
  skip_between(builder);
  return builder->fed - builder->skipped > limit;
}

static int give_piece(void *context, unsigned char *buffer, size_t size, size_t *given) {
  Builder *builder = context;
  const size_t rest = builder->source->length - builder->fed;
  if (is_too_long(builder)) {
    builder->too_long = true;
    return 0;
  }
  *given = rest < size ? rest : size;
  if (*given > 0) {
    memcpy(buffer, builder->source->text + builder->fed, *given);
    builder->fed += *given;
  }
  return 1;
}

void feed_start(Builder *builder) {
  const size_t start = place_start(builder->source).offset;
  builder->offset = start;
  builder->skipped = start;
  builder->fed = start;
  yaml_parser_set_encoding(&builder->parser, YAML_UTF8_ENCODING);
  yaml_parser_set_input(&builder->parser, give_piece, builder);
}

bool feed_report(Builder *builder) {
  if (!builder->too_long) {
    return false;
  }
  Place place = place_start(builder->source);
  while (place.offset < builder->skipped) {
    place = place_next(builder->source, place);
  }
  diag_add(builder->diag, DIAG_LIMIT_SCALAR, place_mark(builder->source, place, place),
           "a text of more than %d bytes", builder->limits->scalar_bytes);
  return true;
}
