// SPDX-License-Identifier: BSD-3-Clause
// html.c: what goes into a page (see html.h).
#include "report/drawing/html.h"

#include <stdarg.h>
#include <string.h>

#include "base/number.h"
#include "base/sha256.h"
#include "report/drawing/assets.h"

static const char *entity(char c) {
  switch (c) {
  case '&':
    return "&amp;";
  case '<':
    return "&lt;";
  case '>':
    return "&gt;";
  case '"':
    return "&quot;";
  default:
    return NULL;
  }
}

void html_escape(Text *out, const char *bytes, size_t length) {
  size_t first = 0;
  for (size_t k = 0; k < length; k++) {
    const char *word = entity(bytes[k]);
    if (word != NULL) {
      text_append(out, bytes + first, k - first);
      text_put(out, word);
      first = k + 1;
    }
  }
  text_append(out, bytes + first, length - first);
}

void html_bytes(Text *out, const char *bytes, size_t length) {
  Text visible = text_open(out->allocator);
  while (length > 0) {
    const char *tab = memchr(bytes, '\t', length);
    const size_t piece = tab != NULL ? (size_t)(tab - bytes) : length;
    text_visible(&visible, bytes, piece);
    text_append(&visible, "\t", tab != NULL ? 1 : 0);
    bytes += piece + (tab != NULL ? 1 : 0);
    length -= piece + (tab != NULL ? 1 : 0);
  }
  if (visible.length > 0) {
    html_escape(out, visible.bytes, visible.length);
  }
  out->failed = out->failed || visible.failed;
  text_close(&visible);
}

void html_text(Text *out, const char *text) {
  html_bytes(out, text, strlen(text));
}

// One of the forms of html_printf; returns what stands behind it.
static const char *put_form(Text *out, const char *form, va_list *arguments) {
  char digits[NUMBER_TEXT_SIZE];
  if (form[0] == 's') {
    html_text(out, va_arg(*arguments, const char *));
  } else if (form[0] == 'd') {
    text_printf(out, "%d", va_arg(*arguments, int));
  } else if (form[0] == 'l' && form[1] == 'd') {
    text_printf(out, "%ld", va_arg(*arguments, long));
    return form + 2;
  } else if (form[0] == 'g') {
    (void)number_format_digits(6, va_arg(*arguments, double), digits);
    text_put(out, digits);
  } else {
    text_append(out, form, 1);
  }
  return form + 1;
}

void html_printf(Text *out, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  while (*format != '\0') {
    const size_t length = strcspn(format, "%");
    text_append(out, format, length);
    format += length;
    if (*format == '%') {
      format = put_form(out, format + 1, &arguments);
    }
  }
  va_end(arguments);
}

void html_base64(Text *out, const void *bytes, size_t length) {
  static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  const unsigned char *at = bytes;
  for (; length > 0; length -= length < 3 ? length : 3, at += 3) {
    const unsigned b1 = length > 1 ? at[1] : 0, b2 = length > 2 ? at[2] : 0;
    const unsigned three = (unsigned)at[0] << 16 | b1 << 8 | b2;
    const char four[4] = {letters[three >> 18], letters[three >> 12 & 63],
                          length > 1 ? letters[three >> 6 & 63] : '=',
                          length > 2 ? letters[three & 63] : '='};
    text_append(out, four, 4);
  }
}

static unsigned char digit(char c) {
  return (unsigned char)(c <= '9' ? c - '0' : c - 'a' + 10);
}

void html_hash(Text *out, const char *source) {
  char digits[SHA256_TEXT_SIZE];
  unsigned char bytes[(SHA256_TEXT_SIZE - 1) / 2];
  sha256_of(source, strlen(source), digits);
  for (size_t k = 0; k < sizeof bytes; k++) {
    bytes[k] = (unsigned char)(digit(digits[2 * k]) << 4 | digit(digits[2 * k + 1]));
  }
  text_put(out, "'sha256-");
  html_base64(out, bytes, sizeof bytes);
  text_put(out, "'");
}

void html_head(const char *title, const char *const *scripts, int count, Text *out) {
  text_put(out, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
                "script-src");
  for (int k = 0; k < count; k++) {
    text_put(out, " ");
    html_hash(out, scripts[k]);
  }
  text_put(out, "; style-src ");
  html_hash(out, assets_style);
  text_put(out, "; base-uri 'none'; form-action 'none'\">\n"
                "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n");
  html_printf(out, "<title>%s - mbsrun</title>\n", title);
  text_put(out, "<style>");
  text_put(out, assets_style);
  text_put(out, "</style>\n</head>\n");
}
