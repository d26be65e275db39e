// SPDX-License-Identifier: BSD-3-Clause
// names.c: the names of a model, and the rules for names (docs/conventions.md).
#include "language/tables/names.h"

#include <string.h>

#include "base/text.h"
#include "expr/programs/program.h"
#include "expr/text/functions.h"

enum { LONGEST_NAME = 64, PATH_SIZE = 2200, ADVISED_ERRORS = 100 };

static char lower(char c) {
  return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

void names_open(Names *names, Arena *arena) {
  *names = (Names){.arena = arena};
}

static const Name *name_of(const DictionaryEntry *entry) {
  return entry == NULL ? NULL : entry->value;
}

const Name *names_find(const Names *names, const char *text) {
  return name_of(dictionary_find(&names->list, text));
}

size_t names_head(const Names *names, const char *text) {
  const size_t first = strcspn(text, ".");
  size_t found = first;
  for (size_t at = first; text[at] == '.';) {
    at += 1 + strcspn(text + at + 1, ".");
    found = dictionary_find_part(&names->list, text, at) != NULL ? at : found;
  }
  return found;
}

bool names_add(Names *names, const char *text, NameKind kind, int index, Mark mark) {
  Name *name = arena_new(names->arena, Name);
  if (name == NULL) {
    return false;
  }
  *name = (Name){.text = text, .kind = kind, .index = index, .mark = mark};
  return dictionary_add(&names->list, text, name, names->arena);
}

static bool is_of_kinds(const void *value, unsigned kinds) {
  const Name *name = value;
  return (kinds & (1U << name->kind)) != 0;
}

const char *names_nearest(const Names *names, unsigned kinds, const char *text, const Diag *diag) {
  return diag->error_count > ADVISED_ERRORS
             ? NULL
             : dictionary_nearest(&names->list, text, is_of_kinds, kinds);
}

const char *names_article(NameKind kind) {
  static const char *const words[] = {
      [NAME_PARAMETER] = "a parameter", [NAME_BODY] = "a body",
      [NAME_JOINT] = "a joint",         [NAME_FORCE] = "a force",
      [NAME_FUNCTION] = "a function",   [NAME_ARGUMENT] = "an argument",
      [NAME_MOTION] = "a motion",       [NAME_COUPLER] = "a coupler",
      [NAME_MARKER] = "a marker",       [NAME_MEASURE] = "a measure",
      [NAME_OUTPUT] = "an output",      [NAME_ANALYSIS] = "an analysis",
      [NAME_CHECK] = "a check",         [NAME_INDEX] = "an index",
      [NAME_EVENT] = "an event",        [NAME_FRAME] = "a reference frame",
      [NAME_GAUGE] = "a gauge",         [NAME_TEMPLATE] = "a template",
      [NAME_FIGURE] = "an output",      [NAME_SIGNAL] = "a signal"};
  return words[kind];
}

// "body"
static const char *names_word(NameKind kind) {
  return strchr(names_article(kind), ' ') + 1;
}

// ---- the rules ----

int names_reserved(const char *const **list) {
  // Measures of the whole model begin with these; t and pi stand in expressions; YAML tools of
  // other versions read the rest as values.
  static const char *const reserved[] = {
      "t",    "pi",          "ground", "energy", "momentum", "angular_momentum",
      "true", "constraints", "false",  "null"};
  *list = reserved;
  return (int)(sizeof reserved / sizeof *reserved);
}

static bool is_letter(char c) {
  return lower(c) >= 'a' && lower(c) <= 'z';
}

// Bytes of a word at the start of a text; 0 when none is there.
static size_t word_length(const char *text) {
  if (!is_letter(text[0]) && text[0] != '_') {
    return 0;
  }
  size_t length = 1;
  while (is_letter(text[length]) || text[length] == '_' ||
         (text[length] >= '0' && text[length] <= '9')) {
    length++;
  }
  return length;
}

static bool well_formed(const char *text) {
  const size_t length = word_length(text);
  return length > 0 && length <= LONGEST_NAME && text[length] == '\0';
}

// "left.thigh": what belongs to a part.
static bool well_formed_path(const char *text) {
  size_t length = word_length(text);
  while (length > 0 && length <= LONGEST_NAME && text[length] == '.') {
    text += length + 1;
    length = word_length(text);
  }
  return length > 0 && length <= LONGEST_NAME && text[length] == '\0';
}

static bool may_belong_to_part(NameKind kind) {
  return kind != NAME_MARKER && kind != NAME_OUTPUT && kind != NAME_ANALYSIS &&
         kind != NAME_CHECK && kind != NAME_INDEX && kind != NAME_TEMPLATE;
}

bool names_check_parts(const Names *names, Diag *diag) {
  char prefix[PATH_SIZE];
  for (const DictionaryEntry *at = names->list.first; at != NULL; at = at->next) {
    const Name *name = at->value;
    const char *dot = strrchr(name->text, '.');
    if (dot == NULL || dot - name->text >= PATH_SIZE) {
      continue;
    }
    memcpy(prefix, name->text, (size_t)(dot - name->text));
    prefix[dot - name->text] = '\0';
    const Name *frame = names_find(names, prefix);
    if (frame == NULL || frame->kind != NAME_FRAME) {
      diag_add(diag, DIAG_NAME_FORM, name->mark, "\"%s\" cannot be the name of %s", name->text,
               names_article(name->kind));
      diag_hint(diag, "a name with a dot belongs to a part, and there is no reference frame \"%s\"",
                prefix);
    }
  }
  return true;
}

bool names_check_form(const char *text, Mark mark, NameKind kind, Diag *diag) {
  if (well_formed(text) || (may_belong_to_part(kind) && well_formed_path(text))) {
    return true;
  }
  diag_add(diag, DIAG_NAME_FORM, mark, "\"%s\" cannot be the name of %s", text,
           names_article(kind));
  return diag_hint(diag, "a name is a letter or _, then letters, digits or _, at most %d in all",
                   LONGEST_NAME);
}

bool names_check(const char *text, Mark mark, NameKind kind, Diag *diag) {
  if (!names_check_form(text, mark, kind, diag)) {
    return false;
  }
  const char *const *reserved = NULL;
  const int count = names_reserved(&reserved);
  // an element is read with a dot behind its name, which no function has: "table.x" is clear
  const bool dotted = kind == NAME_BODY || kind == NAME_JOINT || kind == NAME_FORCE ||
                      kind == NAME_MOTION || kind == NAME_COUPLER || kind == NAME_MARKER ||
                      kind == NAME_FRAME || kind == NAME_GAUGE;
  bool taken = program_reserved(text) && !(dotted && program_is_function(text));
  for (int k = 0; k < count && !taken; k++) {
    taken = strcmp(reserved[k], text) == 0;
  }
  if (taken) {
    diag_add(diag, DIAG_NAME_RESERVED, mark, "the name \"%s\" is reserved, so %s cannot have it",
             text, names_article(kind));
    return diag_hint(
        diag, "it has a meaning in expressions; choose another name, for instance \"%s_1\"", text);
  }
  return true;
}

bool names_claim(Names *names, const char *text, NameKind kind, int index, Mark mark, Diag *diag) {
  const Name *other = names_find(names, text);
  if (other != NULL) {
    diag_add(diag, DIAG_NAME_DUPLICATE, mark, "the name \"%s\" is already in use by %s", text,
             names_article(other->kind));
    diag_related(diag, other->mark, "the %s \"%s\" is defined here", names_word(other->kind), text);
    const bool one_pair = kind == NAME_FORCE && other->kind == NAME_FORCE &&
                          mark.line == other->mark.line && mark.column == other->mark.column;
    diag_hint(diag, one_pair ? "contacts of pairs are called NAME_A_B: rename a body or a shape"
                             : "parameters, signals, functions, bodies, joints, motions, "
                               "couplers, forces and gauges share one set of names");
    return true;
  }
  other = name_of(dictionary_find_other_case(&names->list, text));
  if (other != NULL) {
    diag_add(diag, DIAG_NAME_CASE, mark, "the names \"%s\" and \"%s\" differ only in case", text,
             other->text);
    diag_related(diag, other->mark, "\"%s\" is defined here", other->text);
  }
  return names_add(names, text, kind, index, mark);
}
