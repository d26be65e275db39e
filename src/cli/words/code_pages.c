// SPDX-License-Identifier: BSD-3-Clause
// code_pages.c: the texts of docs/codes, which are printed as they stand.
#include "cli/words/code_pages.h"

#include <string.h>

typedef struct CodePage {
  const char *family, *text;
} CodePage;

// docs/codes/FAMILY.txt: a code on a line of its own, then its sections up to an empty line.
static const CodePage pages[] = {
#include <mbs_codes.inc>
};

static const char *next_line(const char *line) {
  const char *end = strchr(line, '\n');
  return end != NULL ? end + 1 : NULL;
}

// The line behind a code, or NULL.
static const char *find_section(const char *code) {
  const size_t length = strlen(code);
  for (size_t k = 0; k < sizeof pages / sizeof pages[0]; k++) {
    for (const char *line = pages[k].text; line != NULL; line = next_line(line)) {
      if (strncmp(line, code, length) == 0 && line[length] == '\n') {
        return next_line(line);
      }
    }
  }
  return NULL;
}

void code_pages_put(const char *code, int indent, Text *out) {
  const char *line = find_section(code);
  while (line != NULL && line[0] != '\n' && line[0] != '\0') {
    text_printf(out, "%*s%.*s\n", indent, "", (int)strcspn(line, "\n"), line);
    line = next_line(line);
  }
}
