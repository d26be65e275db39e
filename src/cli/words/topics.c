// SPDX-License-Identifier: BSD-3-Clause
// topics.c: answers and examples for mbsrun explain (see topics.h).
#include "cli/words/topics.h"

#include <string.h>

#include "cli/shared/own.h"
#include "spec/words.h"

static const struct {
  const char *words, *answer;
  bool first;
} topics[] = {
#define TOPIC(words, answer) {words, answer, false},
#define TOPIC_FIRST(words, answer) {words, answer, true},
#include "cli/words/topics.def"
#undef TOPIC
#undef TOPIC_FIRST
};
enum { TOPIC_COUNT = sizeof topics / sizeof *topics };

// docs/examples, by the names of the files.
static const OwnText examples[] = {
#include <mbs_examples.inc>
};

const char *topics_answer(const char *word, bool first) {
  for (int k = 0; k < TOPIC_COUNT; k++) {
    if (topics[k].first == first && words_stand_among(word, topics[k].words)) {
      return topics[k].answer;
    }
  }
  return NULL;
}

const char *topics_row(int k) {
  return k >= 0 && k < TOPIC_COUNT ? topics[k].words : NULL;
}

const char *topics_example(const char *name) {
  return own_text(examples, (int)(sizeof examples / sizeof *examples), name);
}

void topics_put_example(const char *text, Text *out) {
  text_put(out, "\n  example, a whole model:\n\n");
  while (*text != '\0') {
    const int length = (int)strcspn(text, "\n");
    if (text[0] != '#') {
      text_printf(out, "%*s%.*s\n", length > 0 ? 4 : 0, "", length, text);
    }
    text += length + (text[length] == '\n');
  }
}
