// SPDX-License-Identifier: BSD-3-Clause
// roff.c: texts as man(7) wants them (see roff.h).
#include "cli/manual/roff.h"

#include <string.h>

#include "cli/shared/versions.h"

enum { LINE_WIDTH = 74 };

static void put_character(char c, Text *out) {
  switch (c) {
  case '\\':
    text_put(out, "\\e");
    break;
  case '-':
    text_put(out, "\\-");
    break;
  case '\'':
    text_put(out, "\\(aq");
    break;
  case '^':
    text_put(out, "\\(ha");
    break;
  case '~':
    text_put(out, "\\(ti");
    break;
  case '`':
    text_put(out, "\\(ga");
    break;
  default:
    text_append(out, &c, 1);
  }
}

// Bytes beside each other in a line; those beyond ASCII by their number.
static void put_bytes(const char *bytes, size_t length, Text *out) {
  for (size_t k = 0; k < length;) {
    uint32_t code_point = 0;
    const int used = text_decode(bytes + k, length - k, &code_point);
    if (used > 1) {
      text_printf(out, "\\[u%04X]", (unsigned)code_point);
    } else {
      put_character(bytes[k], out);
    }
    k += used > 1 ? (size_t)used : 1;
  }
}

static void put_line_start(char first, Text *out) {
  text_put(out, first == '.' || first == '\'' ? "\\&" : "");
}

static bool ends_sentence(const char *word, size_t length) {
  return length > 1 && strchr(".?!", word[length - 1]) != NULL && word[length - 2] != '.';
}

void roff_words(const char *text, size_t length, Text *out) {
  size_t line = out->length; // where the present line begins
  for (size_t k = strspn(text, " \n"); k < length; k += strspn(text + k, " \n")) {
    const size_t end = k + strcspn(text + k, " \n");
    const size_t word = (end < length ? end : length) - k;
    if (out->length > line && out->length - line + 1 + word > LINE_WIDTH) {
      text_put(out, "\n");
      line = out->length;
    }
    if (out->length > line) {
      text_put(out, " ");
    } else {
      put_line_start(text[k], out);
    }
    put_bytes(text + k, word, out);
    if (ends_sentence(text + k, word)) {
      text_put(out, "\n");
      line = out->length;
    }
    k += word;
  }
  text_put(out, out->length > line ? "\n" : "");
}

// A heading begins a paragraph by itself.
static void begin_paragraph(Text *out) {
  size_t k = out->length;
  while (k > 1 && out->bytes[k - 2] != '\n') {
    k--;
  }
  if (k == 0 || strncmp(out->bytes + k - 1, ".S", 2) != 0) {
    text_put(out, ".PP\n");
  }
}

void roff_title(const char *name, int section, Text *out) {
  text_put(out, ".\\\" Written by mbsrun help --man; do not edit.\n.TH ");
  for (const char *letter = name; *letter != '\0'; letter++) {
    put_character(*letter >= 'a' && *letter <= 'z' ? (char)(*letter - 'a' + 'A') : *letter, out);
  }
  text_printf(out, " %d \"%s\" \"mbsrun %s\" \"mbsrun\"\n.ad l\n.nh\n", section, MBS_DATE,
              versions_program());
}

static void put_heading(const char *request, const char *heading, Text *out) {
  text_printf(out, "%s ", request);
  put_bytes(heading, strlen(heading), out);
  text_put(out, "\n");
}

void roff_section(const char *heading, Text *out) {
  put_heading(".SH", heading, out);
}

void roff_subsection(const char *heading, Text *out) {
  put_heading(".SS", heading, out);
}

void roff_enter(Text *out) {
  text_put(out, ".RS\n");
}

void roff_leave(Text *out) {
  text_put(out, ".RE\n");
}

void roff_sentence(const char *text, Text *out) {
  const size_t word = strspn(text, "abcdefghijklmnopqrstuvwxyz-");
  const char *behind = text + word + strspn(text + word, ",;.:");
  const bool plain = (word > 1 || strncmp(text, "a ", 2) == 0) &&
                     (*behind == '\0' || *behind == ' ') && strncmp(behind, " |", 2) != 0 &&
                     strncmp(text + word, ": ", 2) != 0;
  Text sentence = text_open(out->allocator);
  text_put(&sentence, text);
  if (sentence.length > 0 && !sentence.failed) {
    sentence.bytes[0] = plain ? (char)(text[0] - 'a' + 'A') : text[0];
    text_put(&sentence, strchr(".:?!", text[sentence.length - 1]) != NULL ? "" : ".");
  }
  roff_words(sentence.failed ? "" : sentence.bytes, sentence.length, out);
  out->failed = out->failed || sentence.failed;
  text_close(&sentence);
}

void roff_paragraph(const char *text, Text *out) {
  begin_paragraph(out);
  roff_sentence(text, out);
}

void roff_item(const char *term, const char *argument, const char *meaning, Text *out) {
  text_put(out, ".TP\n\\fB");
  put_bytes(term, strlen(term), out);
  text_put(out, "\\fR");
  if (argument != NULL) {
    text_put(out, " \\fI");
    put_bytes(argument, strlen(argument), out);
    text_put(out, "\\fR");
  }
  text_put(out, "\n");
  roff_sentence(meaning, out);
}

void roff_lines(const char *text, size_t length, Text *out) {
  begin_paragraph(out);
  text_put(out, ".nf\n");
  for (size_t k = 0; k < length;) {
    const size_t end = k + strcspn(text + k, "\n");
    k += strncmp(text + k, "  ", 2) == 0 ? 2 : 0;
    if (k < end) {
      put_line_start(text[k], out);
    }
    put_bytes(text + k, end - k, out);
    text_put(out, "\n");
    k = end + 1;
  }
  text_put(out, ".fi\n");
}

// The length of the lines at the beginning of a text that are paragraphs, or that are not.
static size_t block(const char *text, size_t length, bool lines) {
  size_t k = 0;
  while (k < length && text[k] != '\n' && (strncmp(text + k, "  ", 2) == 0) == lines) {
    k += strcspn(text + k, "\n");
    k += k < length ? 1 : 0;
  }
  return k < length ? k : length;
}

void roff_text(const char *text, size_t length, Text *out) {
  for (size_t k = 0; k < length;) {
    const bool lines = strncmp(text + k, "  ", 2) == 0;
    const size_t size = block(text + k, length - k, lines);
    if (lines) {
      roff_lines(text + k, size, out);
    } else if (size > 0) {
      begin_paragraph(out);
      roff_words(text + k, size, out);
    }
    k += size > 0 ? size : 1;
  }
}
