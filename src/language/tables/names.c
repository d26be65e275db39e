// SPDX-License-Identifier: BSD-3-Clause
// names.c: a chained hash table of names, and the rules for names (docs/conventions.md).
#include "language/tables/names.h"

#include <string.h>
#include <strings.h>

#include "base/text.h"
#include "expr/programs/program.h"
#include "expr/text/functions.h"

enum { LONGEST_NAME = 64, PATH_SIZE = 2200, ADVISED_ERRORS = 100 };

static char lower(char c) {
  return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

// FNV-1a of the first bytes of a text in lower case.
static uint32_t hash_of(const char *text, size_t length) {
  uint32_t hash = 2166136261U;
  for (size_t k = 0; k < length; k++) {
    hash = (hash ^ (unsigned char)lower(text[k])) * 16777619U;
  }
  return hash;
}

void names_open(Names *names, Arena *arena) {
  *names = (Names){.arena = arena};
}

static int first_in_slot(const Names *names, uint32_t hash) {
  return names->slot_count == 0 ? -1 : names->slots[hash % (uint32_t)names->slot_count];
}

// The name that the first bytes of a text are, or NULL.
static const Name *find_part(const Names *names, const char *text, size_t length) {
  int k = first_in_slot(names, hash_of(text, length));
  while (k >= 0 &&
         (strncmp(names->list[k].text, text, length) != 0 || names->list[k].text[length] != '\0')) {
    k = names->list[k].chain;
  }
  return k < 0 ? NULL : &names->list[k];
}

const Name *names_find(const Names *names, const char *text) {
  return find_part(names, text, strlen(text));
}

size_t names_head(const Names *names, const char *text) {
  const size_t first = strcspn(text, ".");
  size_t found = first;
  for (size_t at = first; text[at] == '.';) {
    at += 1 + strcspn(text + at + 1, ".");
    found = find_part(names, text, at) != NULL ? at : found;
  }
  return found;
}

// A name that differs from text in case only, or NULL.
static const Name *names_find_other_case(const Names *names, const char *text) {
  for (int k = first_in_slot(names, hash_of(text, strlen(text))); k >= 0;
       k = names->list[k].chain) {
    const char *other = names->list[k].text;
    if (strcasecmp(other, text) == 0 && strcmp(other, text) != 0) {
      return &names->list[k];
    }
  }
  return NULL;
}

static void chain(Names *names, int k) {
  const uint32_t slot = names->list[k].hash % (uint32_t)names->slot_count;
  names->list[k].chain = names->slots[slot];
  names->slots[slot] = k;
}

// Twice the room, and all names chained anew.
static bool grow(Names *names) {
  Name *list =
      arena_room(names->arena, names->list, &names->capacity, names->slot_count + 1, sizeof *list);
  names->list = list != NULL ? list : names->list;
  int *slots = list == NULL ? NULL : arena_array(names->arena, int, names->capacity);
  if (slots == NULL) {
    return false;
  }
  for (int k = 0; k < names->capacity; k++) {
    slots[k] = -1;
  }
  names->slots = slots;
  names->slot_count = names->capacity;
  for (int k = 0; k < names->count; k++) {
    chain(names, k);
  }
  return true;
}

bool names_add(Names *names, const char *text, NameKind kind, int index, Mark mark) {
  if (names->count == names->slot_count && !grow(names)) {
    return false;
  }
  names->list[names->count] = (Name){.text = text,
                                     .kind = kind,
                                     .index = index,
                                     .mark = mark,
                                     .hash = hash_of(text, strlen(text))};
  chain(names, names->count);
  names->count++;
  return true;
}

const char *names_nearest(const Names *names, unsigned kinds, const char *text, const Diag *diag) {
  enum { BATCH = 64 };
  if (diag->error_count > ADVISED_ERRORS) {
    return NULL;
  }
  // Batch by batch; the winner of one competes in the next.
  const char *batch[BATCH];
  const char *nearest = NULL;
  int filled = 0;
  for (int k = 0; k < names->count; k++) {
    if ((kinds & (1U << names->list[k].kind)) != 0) {
      batch[filled++] = names->list[k].text;
    }
    if (filled == BATCH) {
      nearest = text_nearest(text, batch, filled);
      filled = 0;
      if (nearest != NULL) {
        batch[filled++] = nearest;
      }
    }
  }
  return text_nearest(text, batch, filled);
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
  for (int k = 0; k < names->count; k++) {
    const Name *name = &names->list[k];
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
      diag_hint(diag,
                "a name with a point belongs to a part, and there is no reference frame "
                "\"%s\"",
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
    diag_add(diag, DIAG_NAME_RESERVED, mark, "the name \"%s\" is reserved; %s may not have it",
             text, names_article(kind));
    return diag_hint(diag, "it has a meaning in expressions: choose another, for instance \"%s_1\"",
                     text);
  }
  return true;
}

bool names_claim(Names *names, const char *text, NameKind kind, int index, Mark mark, Diag *diag) {
  const Name *other = names_find(names, text);
  if (other != NULL) {
    diag_add(diag, DIAG_NAME_DUPLICATE, mark, "the name \"%s\" is taken: %s has it", text,
             names_article(other->kind));
    diag_related(diag, other->mark, "the %s \"%s\" stands here", names_word(other->kind), text);
    const bool one_pair = kind == NAME_FORCE && other->kind == NAME_FORCE &&
                          mark.line == other->mark.line && mark.column == other->mark.column;
    diag_hint(diag, one_pair ? "contacts of pairs are called NAME_A_B: rename a body or a shape"
                             : "parameters, signals, functions, bodies, joints, motions, "
                               "couplers, forces and gauges share one set of names");
    return true;
  }
  other = names_find_other_case(names, text);
  if (other != NULL) {
    diag_add(diag, DIAG_NAME_CASE, mark, "the names \"%s\" and \"%s\" differ in case only", text,
             other->text);
    diag_related(diag, other->mark, "\"%s\" stands here", other->text);
  }
  return names_add(names, text, kind, index, mark);
}
