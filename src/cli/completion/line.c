// SPDX-License-Identifier: BSD-3-Clause
// line.c: offers of how a command line may go on (see line.h).
#include "cli/completion/line.h"

#include <string.h>

enum { MOST_OFFERS = 2000 };

void line_offer(Line *line, const char *word, const char *tail, const char *meaning) {
  if (strncmp(word, line->word, strlen(line->word)) == 0 && line->offers++ < MOST_OFFERS) {
    text_append(line->out, line->whole, (size_t)(line->word - line->whole));
    text_printf(line->out, "%s%s\t%s\n", word, tail, meaning);
  }
}

void line_offer_files(Line *line, const char *endings) {
  text_printf(line->out, "\tfiles%s\n", endings);
}

void line_offer_directories(Line *line) {
  text_put(line->out, "\tdirectories\n");
}

void line_split(Line *line, const char *characters) {
  for (const char *at = line->word; *at != '\0'; at++) {
    line->word = strchr(characters, *at) != NULL ? at + 1 : line->word;
  }
}
