// SPDX-License-Identifier: BSD-3-Clause
// messages.c: messages as data, as text and as JSON.
#include <string.h>

#include "library/handles.h"

static const char *keep(Text *text, Arena *arena) {
  const char *kept = text_keep(text, arena);
  return kept != NULL ? kept : "";
}

static void render_those(const Diag *diag, DiagSeverity severity, Text *text) {
  Diag shown;
  diag_open(&shown, diag->arena);
  for (int k = 0; k < diag->count; k++) {
    if (diag_code_severity(diag->messages[k].code) == severity) {
      diag_copy(&shown, &diag->messages[k]);
    }
  }
  // of all, not only of those that were kept
  shown.error_count = severity == DIAG_ERROR ? diag->error_count : 0;
  shown.warning_count = severity == DIAG_WARNING ? diag->warning_count : 0;
  shown.all = true;
  diag_render(&shown, false, text);
}

bool handles_render(mbs_messages *messages) {
  Diag *diag = &messages->diag;
  Text text = text_open(diag->arena->allocator), json = text_open(diag->arena->allocator);
  diag_sort(diag);
  diag->all = true;
  render_those(diag, DIAG_ERROR, &text);
  render_those(diag, DIAG_WARNING, &text);
  diag_render_json(diag, &json);
  messages->text = keep(&text, diag->arena);
  messages->json = keep(&json, diag->arena);
  return !diag->arena->allocator->exhausted;
}

size_t mbs_messages_count(const mbs_messages *messages) {
  return messages == NULL ? 0 : (size_t)messages->diag.count;
}

static mbs_severity severity_of(const DiagMessage *message) {
  switch (diag_code_severity(message->code)) {
  case DIAG_ERROR:
    return MBS_ERROR;
  case DIAG_WARNING:
    return MBS_WARNING;
  case DIAG_INFO:
    break;
  }
  return MBS_INFO;
}

mbs_status mbs_messages_get(const mbs_messages *messages, size_t index, mbs_message *message) {
  if (message == NULL || index >= mbs_messages_count(messages)) {
    return MBS_USAGE;
  }
  const DiagMessage *from = &messages->diag.messages[index];
  const mbs_message mine = {.severity = severity_of(from),
                            .code = diag_code_name(from->code),
                            .text = from->text,
                            .hint = from->hint,
                            .file = from->mark.source != NULL ? from->mark.source->name : NULL,
                            .line = from->mark.line,
                            .column = from->mark.column,
                            .end_column = from->mark.end_column};
  return handles_give(&mine, sizeof mine, message) ? MBS_OK : MBS_USAGE;
}

const char *mbs_messages_text(const mbs_messages *messages) {
  return messages == NULL || messages->text == NULL ? "" : messages->text;
}

const char *mbs_messages_json(const mbs_messages *messages) {
  return messages == NULL || messages->json == NULL ? "[]" : messages->json;
}
