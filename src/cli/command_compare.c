// SPDX-License-Identifier: BSD-3-Clause
// command_compare.c: mbsrun compare A B.
#include <string.h>

#include "base/number.h"
#include "cli/command.h"
#include "cli/compare_side.h"
#include "cli/loading.h"
#include "cli/messages.h"
#include "cli/sizes.h"
#include "cli/versions.h"
#include "output/comparison_report.h"
#include "output/summary.h"

enum { COMPARE_FORMAT = 1 };

typedef struct Comparing {
  const Session *session;
  Allowance allowance;
  ChannelNames names;
  Comparison *list;
  int count;
  bool same;
} Comparing;

// ---- one pair ----

static void list_names(const char *const *names, int count, Text *text) {
  enum { LISTED = 5 };
  for (int k = 0; k < count && k < LISTED; k++) {
    text_printf(text, "%s\"%s\"", k > 0 ? ", " : "", names[k]);
  }
  text_put(text, count > LISTED ? ", ..." : "");
}

static void tell_missing(const Session *session, const Comparison *it, const char *label,
                         const char *const *names, int count) {
  Text text;
  text_open(&text, session->arena->allocator);
  list_names(names, count, &text);
  if (count > 0 && !text.failed) {
    diag_add(session->diag, DIAG_COMPARE_PART, mark_none(),
             "%s: only %s has %d %s, not compared: %s", it->name, label, count,
             count == 1 ? "channel" : "channels", text.bytes);
  }
  text_close(&text);
}

static void tell_difference(const Session *session, const Comparison *it) {
  for (int k = 0; k < it->channel_count; k++) {
    const ChannelComparison *channel = &it->channels[k];
    if (!channel->same) {
      char told[2][NUMBER_TEXT_SIZE];
      number_format_apart(3, 2, (const double[]){channel->difference.largest, channel->limit},
                          told);
      diag_add(session->diag, DIAG_COMPARE_DIFFERS, mark_none(),
               "%s: \"%s\" differs by %s%s%s at t = %.6g s, allowed %s", it->name, channel->name,
               told[0], channel->unit[0] != '\0' ? " " : "", channel->unit, channel->difference.t,
               told[1]);
      return; // the table has the others
    }
  }
}

// Common channels at more than the common start.
static bool is_possible(const Session *session, const Comparison *it, const Side *a,
                        const Side *b) {
  const bool longer = a->motion.row_count > 1 && b->motion.row_count > 1;
  if (it->rows < (longer ? 2 : 1)) {
    diag_add(session->diag, DIAG_COMPARE_NOTHING, mark_none(),
             "%s: the rows of %s and %s stand at different times", it->name, a->label, b->label);
    return diag_hint(session->diag, "rows are not interpolated: give both the same output_step");
  }
  if (it->channel_count == 0) {
    diag_add(session->diag, DIAG_COMPARE_NOTHING, mark_none(),
             "%s: %s and %s have no channel of the same name", it->name, a->label, b->label);
    return false;
  }
  return true;
}

static bool compare_pair(Comparing *comparing, const NamedSide *a, const NamedSide *b) {
  const Session *session = comparing->session;
  Comparison *it = &comparing->list[comparing->count++];
  if (!comparison_of(&a->side, &b->side, &comparing->allowance, comparing->names.list,
                     comparing->names.count, it, session->arena)) {
    return false;
  }
  it->name = a->name;
  if (!is_possible(session, it, &a->side, &b->side)) {
    return false;
  }
  if (it->rows < it->rows_a || it->rows < it->rows_b) {
    diag_add(session->diag, DIAG_COMPARE_PART, mark_none(),
             "%s: %d common times of %d and %d rows are compared", it->name, it->rows, it->rows_a,
             it->rows_b);
  }
  tell_missing(session, it, a->side.label, it->only_a, it->only_a_count);
  tell_missing(session, it, b->side.label, it->only_b, it->only_b_count);
  tell_difference(session, it);
  comparing->same = comparing->same && it->same;
  return true;
}

// ---- all pairs ----

static const NamedSide *find(const CompareSide *side, const char *name) {
  for (int k = 0; k < side->count; k++) {
    if (strcmp(side->list[k].name, name) == 0) {
      return &side->list[k];
    }
  }
  return NULL;
}

static void tell_alone(const Session *session, const CompareSide *from, const CompareSide *other) {
  for (int k = 0; k < from->count; k++) {
    if (find(other, from->list[k].name) == NULL) {
      diag_add(session->diag, DIAG_COMPARE_PART, mark_none(), "only %s has \"%s\", not compared",
               from->label, from->list[k].name);
    }
  }
}

// Motions of the same name; where each side has one, these two whatever their names.
static bool compare_all(Comparing *comparing, const CompareSide *a, const CompareSide *b) {
  const Session *session = comparing->session;
  comparing->list = arena_array(session->arena, Comparison, a->count);
  if (comparing->list == NULL) {
    return false;
  }
  if (a->count == 1 && b->count == 1) {
    return compare_pair(comparing, &a->list[0], &b->list[0]);
  }
  for (int k = 0; k < a->count; k++) {
    const NamedSide *other = find(b, a->list[k].name);
    if (other != NULL && !compare_pair(comparing, &a->list[k], other)) {
      return false;
    }
  }
  tell_alone(session, a, b);
  tell_alone(session, b, a);
  return comparing->count > 0 ||
         diag_add(session->diag, DIAG_COMPARE_NOTHING, mark_none(),
                  "%s and %s have no analysis of the same name", a->label, b->label);
}

// ---- report ----

static void put_json(const Comparing *comparing, Text *out) {
  Json json;
  json_open(&json, out);
  json_begin_object(&json, NULL);
  json_integer(&json, "compare", COMPARE_FORMAT);
  json_text(&json, "mbsrun", versions_program());
  json_boolean(&json, "same", comparing->same);
  json_begin_list(&json, "comparisons");
  for (int k = 0; k < comparing->count; k++) {
    comparison_json(&json, NULL, &comparing->list[k]);
  }
  json_end_list(&json);
  summary_messages(&json, "messages", comparing->session->diag);
  json_end_object(&json);
}

static int report(const Comparing *comparing) {
  const Session *session = comparing->session;
  Text text;
  text_open(&text, session->arena->allocator);
  if (session->options->json) {
    put_json(comparing, &text);
  } else {
    for (int k = 0; k < comparing->count && !session->options->quiet; k++) {
      comparison_people(&comparing->list[k], &text);
    }
    messages_show(session, session->diag);
  }
  terminal_print(session->terminal, &text);
  text_close(&text);
  return diag_exit_status(session->diag);
}

int command_compare(const Session *session) {
  const Options *options = session->options;
  Comparing comparing = {.session = session,
                         .allowance = {.absolute = options->within, .relative = options->relative},
                         .same = true};
  CompareSide a, b;
  session->catch_signals();
  terminal_start_progress(session->terminal);
  const bool good = sizes_channels(session, &comparing.names) &&
                    compare_side_open(session, options->operand, &a) &&
                    compare_side_open(session, options->second, &b);
  terminal_end_progress(session->terminal);
  if (good && compare_all(&comparing, &a, &b) && !session->arena->allocator->exhausted) {
    return report(&comparing);
  }
  messages_show(session, session->diag);
  return *session->interrupted != 0 ? EXIT_SIGNAL + (int)*session->interrupted
                                    : loading_status(session);
}
