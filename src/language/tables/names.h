// SPDX-License-Identifier: BSD-3-Clause
// names.h: the names of a model, and finding them.
#ifndef MBS_LANGUAGE_TABLES_NAMES_H
#define MBS_LANGUAGE_TABLES_NAMES_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "base/diag.h"
#include "base/dictionary.h"
#include "base/mark.h"

typedef enum NameKind {
  NAME_PARAMETER,
  NAME_BODY,
  NAME_JOINT,
  NAME_FORCE,
  NAME_FUNCTION,
  NAME_ARGUMENT,
  NAME_MOTION,
  NAME_COUPLER,
  NAME_MARKER,
  NAME_MEASURE,
  NAME_OUTPUT,
  NAME_FIGURE, // an output of a study; it may have points, as columns of groups have
  NAME_ANALYSIS,
  NAME_CHECK,
  NAME_INDEX,
  NAME_EVENT,
  NAME_FRAME,
  NAME_GAUGE,
  NAME_SIGNAL,
  NAME_TEMPLATE
} NameKind;

typedef struct Name {
  const char *text;
  NameKind kind;
  int index; // in the list of its kind
  Mark mark;
} Name;

typedef struct Names {
  Arena *arena;
  Dictionary list; // the value of an entry is its Name
} Names;

void names_open(Names *names, Arena *arena);
// NULL when there is none.
const Name *names_find(const Names *names, const char *text);
// How much of a dotted text is a name: the longest part that is one and ends at a point or with the
// text; its first word when none is.
size_t names_head(const Names *names, const char *text);
// Adds without any question. False when memory ran out.
bool names_add(Names *names, const char *text, NameKind kind, int index, Mark mark);
// The name of the given kinds (a bit per NameKind) nearest to text, or NULL; also NULL when the
// diag holds so many errors already that nobody will read the advice, which takes time to find.
const char *names_nearest(const Names *names, unsigned kinds, const char *text, const Diag *diag);

const char *names_article(NameKind kind); // "a body"

// The reserved names beside the functions of expressions; returns how many.
int names_reserved(const char *const **list);

// Checks the form of a name that somebody chose.
bool names_check_form(const char *text, Mark mark, NameKind kind, Diag *diag);
// Checks the form, and that the name is not reserved.
bool names_check(const char *text, Mark mark, NameKind kind, Diag *diag);

// Every name with a point must belong to a part: what stands before its last point is a reference
// frame. Returns true.
bool names_check_parts(const Names *names, Diag *diag);

// Adds a name that must be the only one: a name that is taken is refused and not added, one that
// is taken in another case gets a warning. False only when memory ran out.
bool names_claim(Names *names, const char *text, NameKind kind, int index, Mark mark, Diag *diag);

#endif
