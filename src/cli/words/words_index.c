// SPDX-License-Identifier: BSD-3-Clause
// words_index.c: what can be asked of `mbsrun explain` (see words_index.h).
#include "cli/words/words_index.h"

#include <string.h>

#include "cli/shared/layout.h"
#include "cli/words/describe.h"
#include "cli/words/help.h"
#include "cli/words/topics.h"
#include "elements/registry.h"
#include "expr/programs/program.h"
#include "expr/text/functions.h"

enum { INDENT = 2, LINE_WIDTH = 80, LONGEST_LINE = 4096 };

static void put_words(const char *heading, const char *words, Text *out) {
  text_printf(out, "%s\n%*s", heading, INDENT, "");
  layout_wrap(words, INDENT, INDENT, LINE_WIDTH, out);
}

// Appends a word to a line, but not twice in a row.
static void add_word(char line[LONGEST_LINE], const char *word, const char **last) {
  const size_t used = strlen(line);
  if ((*last == NULL || strcmp(*last, word) != 0) && used + strlen(word) + 3 < LONGEST_LINE) {
    strncat(line, used > 0 ? ", " : "", 3);
    strncat(line, word, LONGEST_LINE - used - 3);
  }
  *last = word;
}

static void put_keys(const char *heading, const Field *fields, Text *out) {
  char line[LONGEST_LINE] = "";
  const char *last = NULL;
  for (const Field *field = fields; field->name != NULL; field++) {
    add_word(line, field->name, &last);
  }
  put_words(heading, line, out);
}

static void put_functions(Text *out) {
  const Function *functions = NULL;
  const int count = program_functions(&functions);
  char line[LONGEST_LINE] = "";
  const char *last = NULL;
  for (int k = 0; k < count; k++) {
    add_word(line, functions[k].name, &last);
  }
  put_words("functions of expressions", line, out);
}

// The first word of each topic.
static void put_topics(Text *out) {
  char line[LONGEST_LINE] = "";
  const char *last = NULL;
  for (int k = 0; topics_row(k) != NULL; k++) {
    char name[64] = "";
    strncat(name, topics_row(k), strcspn(topics_row(k), " "));
    for (char *letter = name; *letter != '\0'; letter++) {
      *letter = *letter == '_' ? ' ' : *letter;
    }
    add_word(line, name, &last);
    last = NULL;
  }
  put_words("topics, and what mbsrun has for them", line, out);
}

void words_index(const Language *model, const Language *study, Text *out) {
  text_put(out,
           "mbsrun explain WORD explains one of these words, or gives the equivalent of a word\n"
           "from another program; mbsrun explain MODEL shows a model as it was compiled.\n\n");
  put_keys("keys of a model", model->top, out);
  for (int t = 0; t < model->table_count; t++) {
    const KindTable *table = &model->tables[t];
    char heading[64] = "types of ", line[LONGEST_LINE] = "";
    const char *last = NULL;
    strncat(heading, table->collection, 48);
    for (int k = 0; k < table->count; k++) {
      add_word(line, table->kinds[k].type, &last);
    }
    put_words(heading, line, out);
  }
  put_functions(out);
  put_keys("keys of a study (mbsrun explain studies)", study->top, out);
  put_topics(out);
  put_words("lists", "measures, units, codes, studies", out);
}

static void list_measures(Text *out) {
  for (int k = 0; k < measure_kind_count(); k++) {
    const MeasureKind *kind = &measure_kinds[k];
    layout_two_columns(kind->name, kind->summary, out);
  }
}

static void list_units(Text *out) {
  const char *const *names = NULL;
  const int count = dimension_unit_names(&names);
  for (int k = 0; k < count; k++) {
    double factor = 1;
    Dimension dimension = dimension_unknown();
    int bad = 0, bad_end = 0;
    char text[64];
    if (dimension_parse_units(names[k], (int)strlen(names[k]), &factor, &dimension, &bad,
                              &bad_end)) {
      dimension_text(dimension, text, sizeof text);
      text_printf(out, "  %-4s ", names[k]);
      text_number(out, factor);
      text_printf(out, "%s%s\n", strcmp(text, "1") == 0 ? "" : " ",
                  strcmp(text, "1") == 0 ? "" : text);
    }
  }
  put_words("\nA unit follows its number after one blank, joined by * / ^ without blanks:",
            "9.81 m/s^2, 45 N*m/rad, 60 N*m/rad/s", out);
}

static void list_codes(Text *out) {
  for (int k = 0; k < DIAG_CODE_COUNT; k++) {
    const char *name = diag_code_name((DiagCode)k);
    if (name[0] != '\0') {
      layout_two_columns(name, diag_code_meaning((DiagCode)k), out);
    }
  }
}

bool words_list(const char *word, const Language *study, Text *out) {
  if (strcmp(word, "measures") == 0) {
    list_measures(out);
  } else if (strcmp(word, "units") == 0) {
    list_units(out);
  } else if (strcmp(word, "codes") == 0) {
    list_codes(out);
  } else if (strcmp(word, "studies") == 0 || strcmp(word, "study") == 0) {
    describe_fields(study->top, IN_BOTH, INDENT, out);
  } else {
    return false;
  }
  return true;
}
