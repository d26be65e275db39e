// SPDX-License-Identifier: BSD-3-Clause
// diag.c: the list of messages and its two renderings.
//
// At most KEPT messages are in memory. When they are full, the list is put in order and cut to
// half: errors before warnings, early places before late ones. As the half is larger than what
// is shown, a file with a million errors shows the same messages as if all had been kept. What
// comes behind that half would be cut at once, and is counted without being composed.
#include "base/diag.h"

#include <stdarg.h>
#include <string.h>

#include "base/excerpt.h"

enum { KEPT = 256, FIRST_CAPACITY = 16, LONGEST_MESSAGE = 2000 };
_Static_assert(KEPT / 2 >= MBS_DIAG_LIMIT, "what is shown must be kept");

// ---- the table of codes ----

typedef struct CodeRow {
  const char *name, *meaning;
  DiagSeverity severity;
  int status;
} CodeRow;

static const CodeRow code_rows[DIAG_CODE_COUNT] = {
#define DIAG(symbol, code, severity, status, meaning) {code, meaning, severity, status},
#include "base/diag_codes.def"
#undef DIAG
};

const char *diag_code_name(DiagCode code) {
  return code_rows[code].name;
}
const char *diag_code_meaning(DiagCode code) {
  return code_rows[code].meaning;
}
DiagSeverity diag_code_severity(DiagCode code) {
  return code_rows[code].severity;
}
int diag_code_exit_status(DiagCode code) {
  return code_rows[code].status;
}

int diag_worse_status(int a, int b) {
  static const int worst_first[] = {1, 8, 5, 2, 3, 4, 7, 9, 10, 6, 0};
  for (size_t k = 0; k < sizeof worst_first / sizeof *worst_first; k++) {
    if (a == worst_first[k] || b == worst_first[k]) {
      return a >= 128 || b >= 128 ? (a > b ? a : b) : worst_first[k];
    }
  }
  return a > b ? a : b;
}

// ---- order ----

// Before (-1), behind (1) or at (0) the place of another mark; no place at all comes first.
static int compare_places(const Mark *a, const Mark *b) {
  if (a->source != b->source) {
    if (a->source == NULL || b->source == NULL) {
      return a->source == NULL ? -1 : 1;
    }
    const int names = strcmp(a->source->name, b->source->name);
    if (names != 0) {
      return names < 0 ? -1 : 1;
    }
  }
  if (a->line != b->line) {
    return a->line < b->line ? -1 : 1;
  }
  return (a->column > b->column) - (a->column < b->column);
}

static int compare_messages(const DiagMessage *a, const DiagMessage *b) {
  return compare_places(&a->mark, &b->mark);
}

// Errors before warnings before information, then by place.
static int compare_weight(const DiagWeight *a, const DiagWeight *b) {
  const int first = (int)diag_code_severity(a->code);
  const int second = (int)diag_code_severity(b->code);
  return first != second ? first - second : compare_places(&a->mark, &b->mark);
}

static DiagWeight weight_of(const DiagMessage *message) {
  return (DiagWeight){.code = message->code, .mark = message->mark};
}

static int compare_weights(const DiagMessage *a, const DiagMessage *b) {
  const DiagWeight first = weight_of(a), second = weight_of(b);
  return compare_weight(&first, &second);
}

// Insertion with a binary search for the place: stable, in place, and at most KEPT messages.
static void sort_messages(DiagMessage *messages, int count,
                          int (*compare)(const DiagMessage *, const DiagMessage *)) {
  for (int k = 1; k < count; k++) {
    const DiagMessage moved = messages[k];
    int low = 0;
    int high = k;
    while (low < high) {
      const int middle = (low + high) / 2;
      if (compare(&moved, &messages[middle]) < 0) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    memmove(&messages[low + 1], &messages[low], (size_t)(k - low) * sizeof *messages);
    messages[low] = moved;
  }
}

void diag_sort(Diag *diag) {
  sort_messages(diag->messages, diag->count, compare_messages);
  diag->newest = NULL;
}

// Keeps the weightiest messages, in the order of their places.
static void keep_weightiest(Diag *diag, int limit) {
  if (diag->count > limit) {
    sort_messages(diag->messages, diag->count, compare_weights);
    diag->count = limit;
    diag->full = true;
    diag->last = weight_of(&diag->messages[limit - 1]);
  }
  diag_sort(diag);
}

// ---- adding ----

void diag_open(Diag *diag, Arena *arena) {
  *diag = (Diag){.arena = arena};
}

// Room for one more message; false when memory ran out.
static bool make_room(Diag *diag) {
  if (diag->count < diag->capacity) {
    return true;
  }
  if (diag->capacity == KEPT) {
    keep_weightiest(diag, KEPT / 2);
    return true;
  }
  DiagMessage *messages =
      arena_room(diag->arena, diag->messages, &diag->capacity, diag->count + 1, sizeof *messages);
  diag->messages = messages != NULL ? messages : diag->messages;
  return messages != NULL;
}

// Formats into the arena, made visible and cut to a length that a person still reads.
__attribute__((format(printf, 2, 0))) static const char *compose(Diag *diag, const char *format,
                                                                 va_list arguments) {
  Text raw = text_open(diag->arena->allocator), visible = text_open(diag->arena->allocator);
  text_vprintf(&raw, format, arguments);
  const bool cut = raw.length > LONGEST_MESSAGE;
  size_t length = cut ? LONGEST_MESSAGE : raw.length;
  while (cut && length > 0 && ((unsigned char)raw.bytes[length] & 0xc0U) == 0x80U) {
    length--; // not inside a character
  }
  text_visible(&visible, raw.bytes, length);
  text_put(&visible, cut ? "..." : "");
  const char *composed = NULL;
  if (!raw.failed && !visible.failed) {
    composed = arena_copy(diag->arena, visible.bytes, visible.length);
  }
  text_close(&visible);
  text_close(&raw);
  return composed;
}

__attribute__((format(printf, 2, 3))) static const char *compose_all(Diag *diag, const char *format,
                                                                     ...) {
  va_list arguments;
  va_start(arguments, format);
  const char *text = compose(diag, format, arguments);
  va_end(arguments);
  return text;
}

// A sentence and the indices of the family in which its place stands.
static const char *with_indices(Diag *diag, const char *text, const Mark *mark) {
  const Occasion *occasion = mark->source == NULL ? NULL : mark->source->occasion;
  for (; text != NULL && occasion != NULL && occasion->used.line == 0; occasion = occasion->outer) {
    text = compose_all(diag, "%s, %s", text, occasion->text);
  }
  return text;
}

// Where the templates around a place were put to use, from the inside out.
static void tell_uses(Diag *diag, DiagMessage *message) {
  const SourceText *source = message->mark.source;
  const Occasion *occasion = source == NULL ? NULL : source->occasion;
  while (occasion != NULL && message->related_count < MBS_DIAG_RELATED) {
    if (occasion->used.line == 0) {
      occasion = occasion->outer;
      continue;
    }
    const char *text = with_indices(diag, occasion->text, &occasion->used);
    if (text == NULL) {
      return;
    }
    message->related[message->related_count++] =
        (DiagRelated){.mark = occasion->used, .text = text};
    occasion = occasion->used.source->occasion;
  }
}

static bool is_same(DiagCode code, const Mark *mark, DiagCode other, const Mark *place) {
  return code == other && mark->line == place->line && mark->column == place->column &&
         compare_places(mark, place) == 0;
}

static bool is_known(const Diag *diag, DiagCode code, const Mark *mark) {
  for (int k = 0; k < diag->count && mark->line > 0; k++) {
    if (is_same(code, mark, diag->messages[k].code, &diag->messages[k].mark)) {
      return true;
    }
  }
  return mark->line > 0 && is_same(code, mark, diag->dropped.code, &diag->dropped.mark);
}

// Whether a message would be cut; it is then remembered for is_known.
static bool is_beyond(Diag *diag, DiagCode code, const Mark *mark) {
  const DiagWeight weight = {.code = code, .mark = *mark};
  if (!diag->full || compare_weight(&weight, &diag->last) < 0) {
    return false;
  }
  diag->dropped = weight;
  return true;
}

// Counts a message that is not known yet; whether it is to be kept.
static bool is_new(Diag *diag, DiagCode code, const Mark *mark) {
  diag->newest = NULL;
  if (is_known(diag, code, mark)) {
    return false;
  }
  diag->error_count += diag_code_severity(code) == DIAG_ERROR;
  diag->warning_count += diag_code_severity(code) == DIAG_WARNING;
  return !is_beyond(diag, code, mark);
}

static const char *keep(const Diag *diag, const char *text) {
  return text == NULL ? NULL : arena_copy(diag->arena, text, strlen(text));
}

void diag_copy(Diag *diag, const DiagMessage *message) {
  if (!is_new(diag, message->code, &message->mark)) {
    return;
  }
  DiagMessage copy = *message;
  copy.text = keep(diag, message->text);
  copy.hint = keep(diag, message->hint);
  for (int k = 0; k < copy.related_count; k++) {
    copy.related[k].text = keep(diag, message->related[k].text);
  }
  if (copy.text != NULL && make_room(diag)) {
    diag->newest = &diag->messages[diag->count++];
    *diag->newest = copy;
  }
}

bool diag_add(Diag *diag, DiagCode code, Mark mark, const char *format, ...) {
  if (!is_new(diag, code, &mark)) {
    return false;
  }
  va_list arguments;
  va_start(arguments, format);
  const char *text = compose(diag, format, arguments);
  va_end(arguments);
  text = with_indices(diag, text, &mark);
  if (text == NULL || !make_room(diag)) {
    return false;
  }
  diag->newest = &diag->messages[diag->count++];
  *diag->newest = (DiagMessage){.code = code, .mark = mark, .text = text};
  tell_uses(diag, diag->newest);
  return false;
}

bool diag_hint(Diag *diag, const char *format, ...) {
  if (diag->newest != NULL) {
    va_list arguments;
    va_start(arguments, format);
    diag->newest->hint = compose(diag, format, arguments);
    va_end(arguments);
  }
  return false;
}

bool diag_suggest(Diag *diag, const char *nearest) {
  if (nearest != NULL) {
    diag_hint(diag, "did you mean \"%s\"?", nearest);
  }
  return nearest != NULL;
}

bool diag_related(Diag *diag, Mark mark, const char *format, ...) {
  DiagMessage *message = diag->newest;
  if (message == NULL || message->related_count == MBS_DIAG_RELATED) {
    return false;
  }
  va_list arguments;
  va_start(arguments, format);
  const char *text = compose(diag, format, arguments);
  va_end(arguments);
  text = with_indices(diag, text, &mark);
  if (text != NULL) {
    message->related[message->related_count++] = (DiagRelated){.mark = mark, .text = text};
  }
  return false;
}

int diag_exit_status(const Diag *diag) {
  int status = 0;
  for (int k = 0; k < diag->count; k++) {
    status = diag_worse_status(diag_code_exit_status(diag->messages[k].code), status);
  }
  return status;
}

// A copy of the messages to show, cut and in order; in text's own memory, not the arena's.
typedef struct Shown {
  DiagMessage messages[KEPT];
  int count;
  int more; // not shown
} Shown;

// Of errors and warnings that were counted but not kept.
static int dropped_count(const Diag *diag) {
  int count = diag->error_count + diag->warning_count;
  for (int k = 0; k < diag->count; k++) {
    count -= diag_code_severity(diag->messages[k].code) != DIAG_INFO;
  }
  return count;
}

static Shown *choose_shown(const Diag *diag, int limit, Text *out) {
  Shown *shown = allocator_get(out->allocator, sizeof *shown);
  if (shown == NULL) {
    out->failed = true;
    return NULL;
  }
  if (diag->count > 0) {
    memcpy(shown->messages, diag->messages, (size_t)diag->count * sizeof *shown->messages);
  }
  Diag view = {.messages = shown->messages, .count = diag->count};
  keep_weightiest(&view, limit);
  shown->count = view.count;
  shown->more = dropped_count(diag) + diag->count - view.count;
  return shown;
}

static const char *severity_word(DiagSeverity severity) {
  static const char *const words[] = {"error", "warning", "info"};
  return words[severity];
}

static const char *severity_color(DiagSeverity severity) {
  static const char *const colors[] = {"\033[1;31m", "\033[1;35m", "\033[1;36m"};
  return colors[severity];
}

// ---- as text ----

static void put_place(const Mark *mark, Text *out) {
  if (mark->source == NULL) {
    return;
  }
  text_visible(out, mark->source->name, strlen(mark->source->name));
  if (mark->line > 0) {
    text_printf(out, ":%d:%d", mark->line, mark->column);
  }
  text_put(out, ": ");
}

// A hint, broken between words where the terminal ends.
static void put_hint(const char *hint, int width, Text *out) {
  static const char head[] = "hint: ";
  const int left = (int)sizeof head - 1;
  int column = left;
  text_put(out, head);
  while (*hint != '\0') {
    const int length = (int)strcspn(hint, " ");
    if (width > 0 && column > left && column + length >= width) {
      text_printf(out, "\n%*s", left, "");
      column = left;
    }
    text_printf(out, "%.*s", length, hint);
    column += length;
    hint += length;
    const int blanks = (int)strspn(hint, " ");
    const bool breaks = width > 0 && column + blanks + (int)strcspn(hint + blanks, " ") >= width;
    text_printf(out, "%*s", breaks || hint[blanks] == '\0' ? 0 : blanks, "");
    column += blanks;
    hint += blanks;
  }
  text_put(out, "\n");
}

static void render_message(const DiagMessage *message, bool color, int width, Text *out) {
  const DiagSeverity severity = diag_code_severity(message->code);
  put_place(&message->mark, out);
  text_printf(out, "%s%s[%s]%s: %s\n", color ? severity_color(severity) : "",
              severity_word(severity), diag_code_name(message->code), color ? "\033[0m" : "",
              message->text);
  excerpt_render(&message->mark, color, width, out);
  for (int k = 0; k < message->related_count; k++) {
    const DiagRelated *related = &message->related[k];
    put_place(&related->mark, out);
    text_printf(out, "%snote%s: %s\n", color ? severity_color(DIAG_INFO) : "",
                color ? "\033[0m" : "", related->text);
    excerpt_render(&related->mark, color, width, out);
  }
  if (message->hint != NULL) {
    put_hint(message->hint, width, out);
  }
}

// How many messages are not shown, and how many of them could be.
static void put_rest(int more, int kept, Text *out) {
  if (more > 0) {
    text_printf(out, "%d more message%s", more, more == 1 ? "" : "s");
    if (kept > 0 && kept < more) {
      text_printf(out, ": -v shows %d of them", kept);
    } else if (kept > 0) {
      text_put(out, more == 1 ? ": -v shows it" : ": -v shows them");
    }
    text_put(out, "\n");
  }
}

void diag_render(const Diag *diag, bool color, Text *out) {
  Shown *shown = choose_shown(diag, diag->all ? KEPT : MBS_DIAG_LIMIT, out);
  if (shown == NULL) {
    return;
  }
  for (int k = 0; k < shown->count; k++) {
    render_message(&shown->messages[k], color, diag->width, out);
  }
  put_rest(shown->more, diag->count - shown->count, out);
  allocator_give_back(out->allocator, shown, sizeof *shown);
}

// ---- as JSON ----

static void put_json_text(const char *key, const char *value, const char *tail, Text *out) {
  text_printf(out, "\"%s\": ", key);
  if (value == NULL) {
    text_put(out, "null");
  } else {
    text_json_string(out, value);
  }
  text_put(out, tail);
}

// file, line, column and end_column; null when there is no place.
static void put_json_place(const Mark *mark, Text *out) {
  put_json_text("file", mark->source != NULL ? mark->source->name : NULL, ", ", out);
  if (mark->line > 0) {
    text_printf(out, "\"line\": %d, \"column\": %d, \"end_column\": %d, ", mark->line, mark->column,
                mark->end_column);
  } else {
    text_put(out, "\"line\": null, \"column\": null, \"end_column\": null, ");
  }
}

static void render_json_message(const DiagMessage *message, Text *out) {
  text_put(out, "{");
  put_json_place(&message->mark, out);
  put_json_text("severity", severity_word(diag_code_severity(message->code)), ", ", out);
  put_json_text("code", diag_code_name(message->code), ", ", out);
  put_json_text("message", message->text, ", ", out);
  put_json_text("hint", message->hint, ", \"related\": [", out);
  for (int k = 0; k < message->related_count; k++) {
    text_put(out, k > 0 ? ", {" : "{");
    put_json_place(&message->related[k].mark, out);
    put_json_text("message", message->related[k].text, "}", out);
  }
  text_put(out, "]}");
}

void diag_render_json(const Diag *diag, Text *out) {
  Shown *shown = choose_shown(diag, KEPT, out);
  if (shown == NULL) {
    return;
  }
  text_put(out, "[");
  for (int k = 0; k < shown->count; k++) {
    text_put(out, k > 0 ? ",\n " : "\n ");
    render_json_message(&shown->messages[k], out);
  }
  text_put(out, shown->count > 0 ? "\n]\n" : "]\n");
  allocator_give_back(out->allocator, shown, sizeof *shown);
}

void diag_render_rest(const Diag *diag, Text *out) {
  put_rest(dropped_count(diag), 0, out);
}
