// SPDX-License-Identifier: BSD-3-Clause
// messages.c: gathering, choosing and showing messages.
#include "cli/shared/messages.h"

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
