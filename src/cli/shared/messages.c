// SPDX-License-Identifier: BSD-3-Clause
// messages.c: gathering, choosing and showing messages.
#include "cli/shared/messages.h"

void messages_append(const Diag *from, Diag *diag) {
  for (int k = 0; k < from->count; k++) {
    diag_copy(diag, &from->messages[k]);
  }
}

static void collect_check(const CheckResult *check, const Origins *origins, Diag *diag) {
  const Mark mark = origin_mark(origins, check->check->origin);
  const char *text = check->text != NULL ? check->text : "no reason is known";
  if (!check->evaluated) {
    diag_add(diag, DIAG_CHECK_UNMADE, mark, "check \"%s\" could not be made: %s",
             check->check->name, text);
    if (check->hint != NULL) {
      diag_hint(diag, "%s", check->hint);
    }
  } else if (!check->passed) {
    diag_add(diag, DIAG_CHECK_FAILED, mark, "check \"%s\" failed: %s", check->check->name, text);
  }
}

void messages_collect(const Run *run, Diag *diag) {
  for (int k = 0; k < run->result_count; k++) {
    const Result *result = &run->results[k];
    messages_append(&result->warnings, diag);
    failure_report(&result->failure, &run->model->origins, diag);
    // what the checks of a part of the motion say helps nobody: the reason is said already
    for (int j = 0; j < result->check_count && run_finished(result->status); j++) {
      collect_check(&result->checks[j], &run->model->origins, diag);
    }
  }
}

static bool is_wanted(const Options *options, DiagSeverity severity) {
  switch (severity) {
  case DIAG_ERROR:
    return true;
  case DIAG_WARNING:
    return !options->quiet;
  case DIAG_INFO:
    return options->verbose && !options->quiet;
  }
  return true;
}

// To a person.
static void render(const Session *session, Diag *wanted) {
  Text text = text_open(session->arena->allocator);
  wanted->width = session->terminal->width;
  wanted->all = session->options->verbose;
  diag_render(wanted, session->terminal->color, &text);
  terminal_say(session->terminal, &text);
  text_close(&text);
}

void messages_announce(const Session *session, const DiagMessage *message) {
  Diag one;
  diag_open(&one, session->arena);
  if (is_wanted(session->options, diag_code_severity(message->code))) {
    diag_copy(&one, message);
  }
  render(session, &one);
}

// Once memory has run out nothing else that is said can be relied on: main.c tells of it.
void messages_show(const Session *session, const Diag *diag) {
  if (session->arena->allocator->exhausted) {
    return;
  }
  if (session->options->json) {
    Text text = text_open(session->arena->allocator), rest = text_open(session->arena->allocator);
    diag_render_json(diag, &text);
    diag_render_rest(diag, &rest);
    terminal_print(session->terminal, &text);
    terminal_say(session->terminal, &rest);
    text_close(&rest);
    text_close(&text);
  } else {
    Diag wanted;
    diag_open(&wanted, session->arena);
    int announced = 0;
    for (int k = 0; k < diag->count; k++) {
      const DiagCode code = diag->messages[k].code;
      if (code == DIAG_INT_MANY_STEPS) {
        announced++;
      } else if (is_wanted(session->options, diag_code_severity(code))) {
        diag_copy(&wanted, &diag->messages[k]);
      }
    }
    wanted.error_count = diag->error_count; // of all, not only of those that were kept
    wanted.warning_count = session->options->quiet ? 0 : diag->warning_count - announced;
    render(session, &wanted);
  }
}
