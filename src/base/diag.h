// SPDX-License-Identifier: BSD-3-Clause
// diag.h: messages that point at the model file.
//
// A Diag is a list. Loader functions append to it and go on, so that a person sees all errors of
// a file at once; it keeps the first MBS_DIAG_LIMIT messages by place and counts the rest.
// Numerical functions do not use it: they return one Failure (failure.h).
//
//   models/a.yaml:14:5: error[E-SCHEMA-003]: joint "rod" has no key "lenght"
//      14 |     lenght: 1.0
//         |     ^~~~~~
//   hint: did you mean "length"?
#ifndef MBS_BASE_DIAG_H
#define MBS_BASE_DIAG_H

#include <stdbool.h>

#include "base/arena.h"
#include "base/mark.h"
#include "base/text.h"

enum { MBS_DIAG_LIMIT = 20, MBS_DIAG_RELATED = 4 };

typedef enum DiagSeverity { DIAG_ERROR, DIAG_WARNING, DIAG_INFO } DiagSeverity;

// One row per message class: symbol, stable code, exit status, what it means.
typedef enum DiagCode {
#define DIAG(symbol, code, severity, status, meaning) symbol,
#include "base/diag_codes.def"
#undef DIAG
  DIAG_CODE_COUNT
} DiagCode;

// A second place that belongs to a message ("first written here").
typedef struct DiagRelated {
  Mark mark;
  const char *text;
} DiagRelated;

typedef struct DiagMessage {
  DiagCode code;
  Mark mark;
  const char *text; // one sentence without a full stop; control characters already escaped
  const char *hint; // the next action, or NULL
  DiagRelated related[MBS_DIAG_RELATED];
  int related_count;
} DiagMessage;

// What a message weighs by: errors come before warnings, then early places before late ones.
typedef struct DiagWeight {
  DiagCode code;
  Mark mark;
} DiagWeight;

typedef struct Diag {
  Arena *arena; // the model arena: texts live there
  DiagMessage *messages;
  int count, capacity;
  int width;                // of the terminal that shows them, in cells; 0: unknown
  bool all;                 // show all that are kept, not only MBS_DIAG_LIMIT
  bool full;                // messages were cut: what is no weightier than `last` is counted only
  DiagWeight last, dropped; // of those kept the last one; of those that were not the newest
  int error_count, warning_count; // of all, kept or not
  DiagMessage *newest;            // what a hint belongs to; NULL when it was dropped
  const Origins *origins;         // of the mechanism that diag_at speaks of, or NULL
} Diag;

void diag_open(Diag *diag, Arena *arena);

// Appends a message; the severity is the code's own. Always returns false, so that a failing line
// is one line. A second message of the same code at the same place is dropped. User text goes in
// as arguments, never as the format.
bool diag_add(Diag *diag, DiagCode code, Mark mark, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

// The same for a part of a mechanism.
#define diag_at(diag, code, origin, ...)                                                           \
  diag_add((diag), (code), origin_mark((diag)->origins, (origin)), __VA_ARGS__)

// Appends a copy of a message that another list holds.
void diag_copy(Diag *diag, const DiagMessage *message);
// The same of all messages of a list.
static inline void diag_copy_all(const Diag *from, Diag *diag) {
  for (int k = 0; k < from->count; k++) {
    diag_copy(diag, &from->messages[k]);
  }
}

// Adds a hint, or a related place, to the message appended last. Returns false, as diag_add does.
bool diag_hint(Diag *diag, const char *format, ...) __attribute__((format(printf, 2, 3)));
bool diag_related(Diag *diag, Mark mark, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
// The hint "did you mean ..?", unless nearest is NULL. Returns whether it was given.
bool diag_suggest(Diag *diag, const char *nearest);

const char *diag_code_name(DiagCode code);    // "E-SCHEMA-003"
const char *diag_code_meaning(DiagCode code); // one sentence
DiagSeverity diag_code_severity(DiagCode code);
int diag_code_exit_status(DiagCode code);
// Of two exit statuses the worse one: 1 8 5 2 3 4 7 9 10 6 0, signals before all.
int diag_worse_status(int a, int b);

// Sorts by source, line and column (stable): what is shown does not depend on the order of checks.
void diag_sort(Diag *diag);
// The exit status that the kept messages ask for: 0 without errors, else the worst of theirs.
int diag_exit_status(const Diag *diag);

// Text as in the example above, at most MBS_DIAG_LIMIT messages (diag->all: all that are kept),
// then "N more messages" and what shows them. color: ANSI.
void diag_render(const Diag *diag, bool color, Text *out);
// One JSON array of {file, line, column, end_column, severity, code, message, hint, related[]}, of
// all that are kept.
void diag_render_json(const Diag *diag, Text *out);
// "N more messages" when some of them were only counted.
void diag_render_rest(const Diag *diag, Text *out);

#endif
