// SPDX-License-Identifier: BSD-3-Clause
// words.c: the search for a word in all tables of the product.
#include "cli/words/words.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "cli/shared/commands.h"
#include "cli/shared/layout.h"
#include "cli/words/code_pages.h"
#include "cli/words/describe.h"
#include "cli/words/help.h"
#include "cli/words/topics.h"
#include "cli/words/words_all.h"
#include "cli/words/words_index.h"
#include "elements/fields/quantity.h"
#include "elements/registry.h"
#include "expr/programs/program.h"
#include "expr/text/functions.h"
#include "language/tables/tables.h"
#include "spec/language.h"
#include "spec/words.h"
#include "sweep/study/study.h"

static const char A_MODEL[] = "a model";
enum { INDENT = 2, LINE_WIDTH = 80, LONGEST_PLACE = 160, DEPTH = 6, SEEN = 64 };

typedef struct Search {
  const char *word;
  int space; // of what is shown
  const Language *language, *study;
  Text *out;
  Arena *arena;
  int found;
  const Field *seen[SEEN]; // keys told already: several types share a table
  int seen_count;
} Search;

// A heading, with an empty line between two meanings.
__attribute__((format(printf, 2, 3))) static void put_heading(Search *search, const char *format,
                                                              ...) {
  if (search->found > 0) {
    text_put(search->out, "\n");
  }
  search->found += 1;
  va_list arguments;
  va_start(arguments, format);
  text_vprintf(search->out, format, arguments);
  va_end(arguments);
  text_put(search->out, "\n");
}

static void put_paragraph(Search *search, const char *text) {
  text_printf(search->out, "%*s", INDENT, "");
  layout_wrap(text, INDENT, INDENT, LINE_WIDTH, search->out);
}

// A model of docs/examples. space: that of its file's name, where it has one.
static void put_example(Search *search, const char *kind, const char *name, int space) {
  static const char *const endings[] = {"", "_planar", "_spatial"};
  const char *text = NULL;
  for (int k = 0; k < 3 && text == NULL; k++) {
    char file[LONGEST_PLACE] = "";
    snprintf(file, sizeof file, "%s%s%s%s", kind, kind[0] != '\0' ? "_" : "", name, endings[k]);
    text = k == 0 || (space & k) != 0 ? topics_example(file) : NULL; // IN_PLANE is 1, IN_SPACE 2
  }
  if (text != NULL) {
    topics_put_example(text, search->out);
  }
}

// ---- types ----

static void explain_kind(Search *search, const KindTable *table, const Kind *kind) {
  const char *space = describe_space(kind->spaces);
  put_heading(search, "%s: type of %s%s%s", kind->type, table->item, space[0] != '\0' ? ", " : "",
              space);
  put_paragraph(search, kind->summary);
  if (kind->detail != NULL) {
    put_paragraph(search, kind->detail);
  }
  text_put(search->out, "\n");
  describe_fields(kind->fields, kind->spaces & search->space, INDENT, search->out);
  put_example(search, table->collection, kind->type, kind->spaces & search->space);
}

static void find_types(Search *search) {
  for (int t = 0; t < search->language->table_count; t++) {
    const KindTable *table = &search->language->tables[t];
    for (int k = 0; k < table->count; k++) {
      const bool counts = (table->kinds[k].spaces & search->space) != 0;
      if (counts && strcmp(table->kinds[k].type, search->word) == 0) {
        explain_kind(search, table, &table->kinds[k]);
      }
    }
  }
}

// ---- keys ----

static bool is_other_row(const Kind *one, const Kind *other) {
  return strcmp(one->type, other->type) == 0 && strcmp(one->summary, other->summary) != 0;
}

// A type with a row for each space, and another sentence in each, takes two.
static void list_types(Search *search, const KindTable *table) {
  text_put(search->out, "\n  types:\n");
  const char *last = "";
  for (int k = 0; k < table->count; k++) {
    const Kind *kind = &table->kinds[k];
    bool twice = false;
    for (int j = 0; j < table->count; j++) {
      twice = twice || is_other_row(kind, &table->kinds[j]);
    }
    if ((kind->spaces & search->space) == 0 || (!twice && strcmp(last, kind->type) == 0)) {
      continue;
    }
    const bool both = twice && search->space == IN_BOTH;
    const char *summary =
        both ? text_print(search->arena, "%s: %s", describe_space(kind->spaces), kind->summary)
             : kind->summary;
    layout_two_columns(strcmp(last, kind->type) == 0 ? "" : kind->type,
                       summary == NULL ? "" : summary, search->out);
    last = kind->type;
  }
}

static void explain_key(Search *search, const Field *field, const char *place, int space) {
  put_heading(search, "%s: key of %s", field->name, place);
  put_paragraph(search, field->summary);
  Text line = text_open(search->out->allocator);
  describe_value(field, space, &line);
  if (line.length > 0) {
    put_paragraph(search, line.bytes);
  }
  text_close(&line);
  if (describe_is_nested(field)) {
    text_put(search->out, "\n");
    describe_fields(field->fields, space, INDENT, search->out);
  }
  const KindTable *table = language_table(search->language, field->name);
  if (field->type == FIELD_ELEMENTS && table != NULL) {
    list_types(search, table);
  }
  if (strcmp(place, A_MODEL) == 0) {
    put_example(search, "", field->name, space);
  }
}

// Whether a key may stand beside a statement such as "method: newmark" and not without one.
static bool goes_with(const Field *field, const char *key, const char *choice) {
  const size_t length = strlen(key);
  for (int k = 0; field->with != NULL && field->with[k] != NULL; k++) {
    const char *statement = field->with[k];
    if (strncmp(statement, key, length) == 0 && strncmp(statement + length, ": ", 2) == 0 &&
        strcmp(statement + length + 2, choice) == 0) {
      return true;
    }
  }
  return false;
}

// A word among the choices of a key: what the key is, and which keys of the same map go with it.
static void explain_choice(Search *search, const Field *fields, const Field *field,
                           const char *place, int space) {
  put_heading(search, "%s: choice of \"%s\" of %s", search->word, field->name, place);
  put_paragraph(search, field->summary);
  Text line = text_open(search->out->allocator);
  describe_value(field, space, &line);
  put_paragraph(search, line.failed ? "" : line.bytes);
  text_close(&line);
  bool opened = false;
  for (const Field *other = fields; other->name != NULL; other++) {
    if (goes_with(other, field->name, search->word)) {
      text_put(search->out, opened ? "" : "\n  keys that go with it:\n");
      layout_two_columns(other->name, other->summary, search->out);
      opened = true;
    }
  }
}

static bool is_choice(const Field *field, const char *word) {
  for (int k = 0; field->choices != NULL && field->choices[k] != NULL; k++) {
    if (strcmp(field->choices[k], word) == 0) {
      return true;
    }
  }
  return false;
}

static bool is_new(Search *search, const Field *field) {
  for (int k = 0; k < search->seen_count; k++) {
    if (search->seen[k] == field) {
      return false;
    }
  }
  if (search->seen_count < SEEN) {
    search->seen[search->seen_count++] = field;
  }
  return true;
}

// Keys of a table and of the maps in it; place names the table.
static void find_keys(Search *search, const Field *fields, const char *place, int space,
                      int depth) {
  for (const Field *field = fields; field->name != NULL && depth < DEPTH; field++) {
    if (!language_visible(field, space)) {
      continue;
    }
    if (strcmp(field->name, search->word) == 0 && is_new(search, field)) {
      explain_key(search, field, place, space);
    }
    if (is_choice(field, search->word) && is_new(search, field)) {
      explain_choice(search, fields, field, place, space);
    }
    // the keys of templates are those of the top level
    if (describe_is_nested(field) && strcmp(field->name, "templates") != 0) {
      char below[LONGEST_PLACE] = "\"";
      strncat(below, field->name, 64);
      strncat(below, "\"", 2);
      find_keys(search, field->fields, below, space, depth + 1);
    }
  }
}

static void find_all_keys(Search *search) {
  find_keys(search, search->language->top, A_MODEL, search->space, 0);
  find_keys(search, search->language->every_item, "every item of a collection", search->space, 0);
  for (int t = 0; t < search->language->table_count; t++) {
    const KindTable *table = &search->language->tables[t];
    for (int k = 0; k < table->count; k++) {
      const Kind *kind = &table->kinds[k];
      if ((kind->spaces & search->space) == 0) {
        continue;
      }
      char place[LONGEST_PLACE] = "";
      strncat(place, kind->type, 64);
      strncat(place, " ", 2);
      strncat(place, table->item, 32);
      if (kind->spaces != IN_BOTH) {
        strncat(place, ", ", 3);
        strncat(place, describe_space(kind->spaces), 16);
      }
      find_keys(search, kind->fields, place, kind->spaces & search->space, 1);
    }
  }
}

// ---- expressions ----

static void find_functions(Search *search) {
  const Function *functions = NULL;
  const int count = program_functions(&functions);
  for (int k = 0; k < count; k++) {
    if (strcmp(functions[k].name, search->word) == 0) {
      put_heading(search, "%s(%s): function of expressions", functions[k].name,
                  functions[k].arguments);
      put_paragraph(search, functions[k].summary);
      put_example(search, "function", functions[k].name, IN_BOTH);
    }
  }
}

// "reaction.x", or "reaction" for all that begin so.
static bool is_measure(const char *name, const char *word) {
  const size_t length = strlen(word);
  return strncmp(name, word, length) == 0 && (name[length] == '\0' || name[length] == '.');
}

static void find_measures(Search *search) {
  for (int k = 0; k < measure_kind_count(); k++) {
    const MeasureKind *kind = &measure_kinds[k];
    const bool counts = kind->spaces == 0 || (kind->spaces & search->space) != 0;
    if (counts && is_measure(kind->name, search->word)) {
      const char *unit = quantity_unit(kind->unit);
      const char *space = describe_space(kind->spaces);
      put_heading(search, "%s: measure of %s%s%s%s%s", kind->name, measure_owner(kind),
                  space[0] != '\0' ? ", " : "", space, unit[0] != '\0' ? ", in " : "", unit);
      put_paragraph(search, kind->summary);
    }
  }
}

static void find_constants(Search *search) {
  static const char *const constants[][2] = {
      {"t", "time since the start of the analysis, s; also the first column of the results"},
      {"pi", "3.141592653589793"},
      {"and", "true if both conditions are true, as in when: \"x > 1 and y < 2\""},
      {"or", "true if at least one of two conditions is true"},
      {"not", "true if a condition is not"},
      {"true", "the value of a switch that is on; its opposite is false"},
      {"false", "the value of a switch that is off; its opposite is true"},
      {"null", "YAML's word for no value, which no key accepts: leave the key out"},
      {"ground", "the body that does not move; as a marker, its origin and axes"}};
  for (size_t k = 0; k < sizeof constants / sizeof constants[0]; k++) {
    if (strcmp(constants[k][0], search->word) == 0) {
      put_heading(search, "%s: predefined name", constants[k][0]);
      put_paragraph(search, constants[k][1]);
    }
  }
}

static void find_units(Search *search) {
  double factor = 1;
  Dimension dimension = dimension_unknown();
  int bad = 0;
  int bad_end = 0;
  if (dimension_parse_units(search->word, (int)strlen(search->word), &factor, &dimension, &bad,
                            &bad_end)) {
    char text[64];
    dimension_text(dimension, text, sizeof text);
    put_heading(search, "%s: unit", search->word);
    text_printf(search->out, "  1 %s = ", search->word);
    text_number(search->out, factor);
    text_printf(search->out, "%s%s\n", strcmp(text, "1") == 0 ? "" : " ",
                strcmp(text, "1") == 0 ? "" : text);
  }
}

// ---- words of later versions ----

static void find_unsupported(Search *search) {
  const char *place = NULL;
  const char *word = NULL;
  for (int k = 0; words_unsupported_row(k, &place, &word); k++) {
    if (strcmp(word, search->word) == 0) {
      put_heading(search, "%s: %s", word, place);
      put_paragraph(search,
                    "The model language has this word, but this version does not support it.");
    }
  }
}

// ---- messages ----

static const char *severity_phrase(DiagSeverity severity) {
  switch (severity) {
  case DIAG_ERROR:
    return "error";
  case DIAG_WARNING:
    return "warning";
  case DIAG_INFO:
    return "remark, shown with --verbose";
  }
  return "";
}

static void find_codes(Search *search) {
  for (int k = 0; k < DIAG_CODE_COUNT; k++) {
    const DiagCode code = (DiagCode)k;
    const char *name = diag_code_name(code);
    if (name[0] != '\0' && strcasecmp(name, search->word) == 0) {
      put_heading(search, "%s: %s", name, severity_phrase(diag_code_severity(code)));
      put_paragraph(search, diag_code_meaning(code));
      text_put(search->out, "\n");
      code_pages_put(name, INDENT, search->out);
      if (diag_code_exit_status(code) > 0) {
        text_printf(search->out, "  exit status %d\n", diag_code_exit_status(code));
      }
    }
  }
}

// All that the product itself calls so.
static void find_own(Search *search) {
  find_types(search);
  find_all_keys(search);
  find_keys(search, search->study->top, "a study", search->space, 0);
  find_functions(search);
  find_measures(search);
  find_constants(search);
  find_units(search);
  find_unsupported(search);
  find_codes(search);
}

// ---- topics, and words of others ----

static void find_command(Search *search) {
  const Command *command = command_find(search->word);
  if (command != NULL) {
    put_heading(search, "%s: command, mbsrun %s %s", command->name, command->name,
                command->operand);
    put_paragraph(search, command->summary);
    const char *more = text_print(search->arena, "mbsrun help %s shows its options", command->name);
    put_paragraph(search, more == NULL ? "" : more);
  }
}

static void find_topics(Search *search, bool first) {
  const char *answer = topics_answer(search->word, first);
  if (answer != NULL) {
    put_heading(search, first ? "%s: a word with several meanings" : "%s: topic", search->word);
    put_paragraph(search, answer);
  }
}

// A word of another program: what it is called here, and what that is.
static void find_foreign(Search *search) {
  const char *word = search->word, *ours = NULL, *theirs = NULL;
  const char *how = words_elsewhere(NULL, word);
  const char *shown = how != NULL ? words_filled(how, NULL, search->arena) : NULL;
  if (shown != NULL) {
    put_heading(search, "%s: written in another way", word);
    put_paragraph(search, shown);
  }
  for (int k = 0; words_foreign_row(k, &ours, &theirs); k++) {
    if (words_stand_among(word, theirs)) {
      put_heading(search, "%s: a word from other programs, here \"%s\"", word, ours);
      search->word = ours;
      find_own(search);
      search->word = word;
    }
  }
}

// ---- words that are none ----

static bool refuse(const Search *search, Arena *arena, Diag *diag) {
  int count = 0;
  const char *const *words = words_all(&count, arena);
  if (words == NULL) {
    return false;
  }
  diag_add(diag, DIAG_USAGE, mark_none(), "there is no word \"%s\"", search->word);
  if (!diag_suggest(diag, text_nearest(search->word, words, count))) {
    diag_hint(diag, "mbsrun explain without a word lists all words: types, keys, functions, "
                    "measures, units, codes and topics");
  }
  return false;
}

// A word of the product with other capitals, "_" or "-": "inverse dynamics".
static bool spelled_otherwise(Search *search) {
  int count = 0;
  const char *const *words = words_all(&count, search->arena);
  for (int k = 0; words != NULL && k < count; k++) {
    if (words_same(search->word, words[k])) {
      search->word = words[k];
      return true;
    }
  }
  return false;
}

bool words_explain(const char *word, int space, Text *out, Arena *arena, Diag *diag) {
  Search search = {.word = word,
                   .space = space,
                   .language = tables_language(arena),
                   .study = sweep_language(arena),
                   .out = out,
                   .arena = arena};
  if (search.language == NULL || search.study == NULL) {
    return false;
  }
  if (word == NULL) {
    words_index(search.language, search.study, out);
    return !out->failed;
  }
  if (words_list(word, search.study, out)) {
    return !out->failed;
  }
  find_topics(&search, true); // what most people mean
  find_own(&search);
  find_command(&search);
  find_topics(&search, false);
  if (search.found == 0) {
    find_foreign(&search);
  }
  if (search.found == 0 && spelled_otherwise(&search)) {
    find_own(&search);
  }
  return search.found > 0 ? !out->failed : refuse(&search, arena, diag);
}
