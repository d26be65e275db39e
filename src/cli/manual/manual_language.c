// SPDX-License-Identifier: BSD-3-Clause
// manual_language.c: the pages of model files and of study files.
//
// Every row of the field tables is told once. Where a map of keys stands in several places, the
// later ones name the first.
#include <stdio.h>
#include <string.h>

#include "cli/manual/manual.h"
#include "cli/manual/roff.h"
#include "cli/words/describe.h"
#include "cli/words/help.h"
#include "cli/words/words_index.h"
#include "elements/fields/quantity.h"
#include "elements/registry.h"
#include "expr/programs/program.h"
#include "expr/text/functions.h"
#include "language/tables/tables.h"
#include "spec/language.h"
#include "sweep/study/study.h"

enum { LONGEST_PLACE = 96, MOST_TABLES = 256 };

typedef struct Told {
  const Field *fields;
  char place[LONGEST_PLACE]; // "ground.markers.NAME"
} Told;

typedef struct Page {
  Text *out;
  Told told[MOST_TABLES]; // tables whose rows stand in the page
  int count;
} Page;

// Where a table stands already; or NULL, and from now on it stands at this place.
static const char *find_told(Page *page, const Field *fields, const char *place) {
  for (int k = 0; k < page->count; k++) {
    if (page->told[k].fields == fields) {
      return page->told[k].place;
    }
  }
  if (page->count < MOST_TABLES) {
    Told *told = &page->told[page->count++];
    told->fields = fields;
    snprintf(told->place, sizeof told->place, "%s", place);
  }
  return NULL;
}

// An item: what a key or measure means, and what kind of thing it is.
static void put_item(const char *name, const char *meaning, Text *kind, Text *out) {
  roff_item(name, NULL, meaning, out);
  roff_sentence(kind->length > 0 ? kind->bytes : "", out);
  out->failed = out->failed || kind->failed;
  text_close(kind);
}

static void put_fields(Page *page, const Field *fields, int space, const char *place);

// Keys below a key are told for both spaces, with a word where they belong to one.
static void put_field(Page *page, const Field *field, const char *place) {
  const bool named = field->type == FIELD_COLLECTION || field->type == FIELD_NUMBERS;
  char below[LONGEST_PLACE];
  snprintf(below, sizeof below, "%s%s%s%s", place, place[0] != '\0' ? "." : "", field->name,
           named ? ".NAME" : "");
  const bool nested = describe_is_nested(field);
  const char *told = nested ? find_told(page, field->fields, below) : NULL;
  Text kind = text_open(page->out->allocator);
  describe_value(field, IN_BOTH, &kind);
  if (nested && told == NULL) {
    text_put(&kind, ":");
  } else if (told != NULL) {
    text_printf(&kind, ". Its keys are those of %s", told);
  }
  put_item(field->name, field->summary, &kind, page->out);
  if (nested && told == NULL) {
    roff_enter(page->out);
    put_fields(page, field->fields, IN_BOTH, below);
    roff_leave(page->out);
  }
}

static void put_fields(Page *page, const Field *fields, int space, const char *place) {
  for (const Field *field = fields; field->name != NULL; field++) {
    if (describe_is_shown(field, space)) {
      put_field(page, field, place);
    }
  }
}

// ---- types ----

static bool is_same(const Field *a, const Field *b, Allocator *allocator) {
  if (strcmp(a->name, b->name) != 0 || strcmp(a->summary, b->summary) != 0 ||
      a->fields != b->fields) {
    return false;
  }
  Text left = text_open(allocator), right = text_open(allocator);
  describe_value(a, IN_BOTH, &left);
  describe_value(b, IN_BOTH, &right);
  const bool same = !left.failed && !right.failed && left.length == right.length &&
                    memcmp(left.bytes, right.bytes, left.length) == 0;
  text_close(&left);
  text_close(&right);
  return same;
}

// The first type of the table, up to this one, that has the same key.
static const Kind *first_with(const KindTable *table, const Kind *kind, const Field *field,
                              Allocator *allocator) {
  for (const Kind *other = table->kinds; other < kind; other++) {
    for (const Field *row = other->fields; row->name != NULL; row++) {
      if (describe_is_shown(row, other->spaces) && is_same(row, field, allocator)) {
        return other;
      }
    }
  }
  return kind;
}

static const char *name_kind(const Kind *kind, char name[static LONGEST_PLACE]) {
  const char *space = describe_space(kind->spaces);
  snprintf(name, LONGEST_PLACE, "%s%s%s", kind->type, space[0] != '\0' ? ", " : "", space);
  return name;
}

// The keys that a type shares with one before it, by their names.
static void put_shared(const KindTable *table, const Kind *kind, const Kind *first, Text *out) {
  char name[LONGEST_PLACE];
  Text names = text_open(out->allocator), meaning = text_open(out->allocator);
  const char *last = ""; // several rows may be alternatives of one key
  for (const Field *field = kind->fields; field->name != NULL; field++) {
    if (describe_is_shown(field, kind->spaces) && strcmp(last, field->name) != 0 &&
        first_with(table, kind, field, out->allocator) == first) {
      text_printf(&names, "%s%s", names.length > 0 ? ", " : "", field->name);
      last = field->name;
    }
  }
  text_printf(&meaning, "the same as for %s", name_kind(first, name));
  if (names.length > 0 && !meaning.failed) {
    roff_item(names.bytes, NULL, meaning.bytes, out);
  }
  out->failed = out->failed || names.failed || meaning.failed;
  text_close(&names);
  text_close(&meaning);
}

static void put_kind(Page *page, const KindTable *table, const Kind *kind) {
  char heading[LONGEST_PLACE];
  roff_subsection(name_kind(kind, heading), page->out);
  roff_paragraph(kind->summary, page->out);
  if (kind->detail != NULL) {
    roff_paragraph(kind->detail, page->out);
  }
  for (const Kind *first = table->kinds; first < kind; first++) {
    put_shared(table, kind, first, page->out);
  }
  for (const Field *field = kind->fields; field->name != NULL; field++) {
    if (describe_is_shown(field, kind->spaces) &&
        first_with(table, kind, field, page->out->allocator) == kind) {
      put_field(page, field, kind->type);
    }
  }
}

static void put_types(Page *page, const Language *language) {
  for (int t = 0; t < language->table_count; t++) {
    const KindTable *table = &language->tables[t];
    char heading[64] = "TYPES OF ";
    strncat(heading, table->collection, 40);
    roff_section(heading, page->out);
    for (int k = 0; k < table->count; k++) {
      put_kind(page, table, &table->kinds[k]);
    }
  }
}

static void put_measures(Text *out) {
  roff_section("MEASURES", out);
  for (int k = 0; k < measure_kind_count(); k++) {
    const MeasureKind *kind = &measure_kinds[k];
    const char *unit = quantity_unit(kind->unit);
    const char *space = describe_space(kind->spaces);
    Text owner = text_open(out->allocator);
    text_printf(&owner, "measure of %s%s%s%s%s", measure_owner(kind), space[0] != '\0' ? ", " : "",
                space, unit[0] != '\0' ? ", in " : "", unit);
    put_item(kind->name, kind->summary, &owner, out);
  }
}

static void put_functions(Text *out) {
  const Function *functions = NULL;
  const int count = program_functions(&functions);
  roff_section("FUNCTIONS OF EXPRESSIONS", out);
  for (int k = 0; k < count; k++) {
    char call[96];
    snprintf(call, sizeof call, "%s(%s)", functions[k].name, functions[k].arguments);
    roff_item(call, NULL, functions[k].summary, out);
  }
}

static void put_units(Text *out) {
  Text units = text_open(out->allocator);
  words_list("units", NULL, &units);
  roff_section("UNITS", out);
  roff_lines(units.failed ? "" : units.bytes, units.length, out);
  out->failed = out->failed || units.failed;
  text_close(&units);
}

// Title, name, and docs/help/NAME.txt.
static void put_head(const char *name, const char *summary, Text *out) {
  char title[32] = "mbsrun-";
  strncat(title, name, 16);
  roff_title(title, 5, out);
  roff_section("NAME", out);
  text_printf(out, "mbsrun\\-%s \\- %s\n", name, summary);
  roff_section("DESCRIPTION", out);
  roff_text(help_text(name), strlen(help_text(name)), out);
}

// The head and the keys of a file.
static Page *put_file(const char *name, const char *summary, const char *heading,
                      const Language *language, Text *out, Arena *arena) {
  Page *page = arena_array(arena, Page, 1);
  if (page == NULL || language == NULL) {
    return NULL;
  }
  *page = (Page){.out = out};
  put_head(name, summary, out);
  roff_section(heading, out);
  put_fields(page, language->top, IN_BOTH, "");
  if (language->every_item != NULL) {
    roff_section("KEYS OF EVERY ITEM", out);
    put_fields(page, language->every_item, IN_BOTH, "");
  }
  return page;
}

bool manual_of_model(Text *out, Arena *arena) {
  const Language *model = tables_language(arena);
  Page *page = put_file("model", "the model files of mbsrun", "KEYS OF A MODEL", model, out, arena);
  if (page == NULL) {
    return false;
  }
  put_types(page, model);
  put_measures(out);
  put_functions(out);
  put_units(out);
  roff_section("SEE ALSO", out);
  text_put(out, ".BR mbsrun (1),\n.BR mbsrun\\-explain (1),\n.BR mbsrun\\-study (5)\n");
  return true;
}

bool manual_of_study(Text *out, Arena *arena) {
  const Language *study = sweep_language(arena);
  if (put_file("study", "the study files of mbsrun", "KEYS OF A STUDY", study, out, arena) ==
      NULL) {
    return false;
  }
  roff_section("SEE ALSO", out);
  text_put(out, ".BR mbsrun\\-sweep (1),\n.BR mbsrun\\-model (5)\n");
  return true;
}
