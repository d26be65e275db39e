// SPDX-License-Identifier: BSD-3-Clause
// parts_model.c: the text of the model on a page, with messages at their lines.
#include <limits.h>
#include <string.h>

#include "output/json_read.h"
#include "report/drawing/html.h"
#include "report/page/parts.h"

typedef struct Note {
  const char *message; // its object in the summary
  const char *class;
  int line; // of the model file; 0: of none
} Note;

typedef struct Notes {
  Note *list;
  int count, room;
} Notes;

static void add_note(const Page *page, Notes *notes, const char *message, const char *class) {
  const char *file = parts_text(page, message, "file");
  const double line = json_read_number(message, "line", 0);
  const bool here = page->model != NULL && strcmp(file, page->model->source->name) == 0;
  if (notes->list != NULL && notes->count < notes->room) {
    notes->list[notes->count] =
        (Note){.message = message, .class = class, .line = here && line < INT_MAX ? (int)line : 0};
  }
  notes->count++;
}

static void add_list(const Page *page, Notes *notes, const char *list) {
  for (JsonItem item = json_read_first(list); item.value != NULL; item = json_read_next(&item)) {
    const char *code = parts_text(page, item.value, "code");
    add_note(page, notes, item.value, code[0] == 'I' ? "remark" : "warning");
  }
}

static void gather(const Page *page, Notes *notes) {
  notes->count = 0;
  add_list(page, notes, json_read_find(page->stored->summary, "warnings"));
  for (int k = 0; k < page->stored->count; k++) {
    const char *json = page->stored->list[k].json;
    const char *failure = json_read_find(json, "failure");
    if (failure != NULL && *failure == '{') {
      add_note(page, notes, failure, "error");
    }
    add_list(page, notes, json_read_find(json, "warnings"));
  }
}

static void put_note(const Page *page, const Note *note) {
  const char *hint = parts_text(page, note->message, "hint");
  html_printf(page->out, "<p class=\"message %s\"><strong>%s</strong> %s", note->class,
              parts_text(page, note->message, "code"), parts_text(page, note->message, "message"));
  if (hint[0] != '\0') {
    html_printf(page->out, "<br><span class=\"quiet\">%s</span>", hint);
  }
  text_put(page->out, "</p>\n");
}

static bool is_word(char c, bool first) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
         (!first && c >= '0' && c <= '9');
}

static bool is_body(const Model *model, const char *word, size_t length) {
  for (int b = 1; b < model->body_count; b++) {
    if (strncmp(model->bodies[b].name, word, length) == 0 &&
        model->bodies[b].name[length] == '\0') {
      return true;
    }
  }
  return false;
}

// A line, the names of bodies in it marked.
static void put_line(const Page *page, const char *at, const char *end) {
  const char *first = at;
  while (at < end) {
    size_t length = 0;
    while (at + length < end && is_word(at[length], length == 0)) {
      length++;
    }
    if (length > 0 && is_body(page->model, at, length)) {
      html_bytes(page->out, first, (size_t)(at - first));
      text_put(page->out, "<span class=\"name\" data-body=\"");
      html_bytes(page->out, at, length);
      text_put(page->out, "\">");
      html_bytes(page->out, at, length);
      text_put(page->out, "</span>");
      first = at + length;
    }
    at += length > 0 ? length : 1;
    while (length == 0 && at < end && is_word(at[-1], false) && is_word(*at, false)) {
      at++; // the rest of 2m
    }
  }
  html_bytes(page->out, first, (size_t)(end - first));
}

static void put_lines(const Page *page, const Notes *notes) {
  const SourceText *source = page->model->source;
  const char *at = source->text, *end = at + source->length;
  text_put(page->out, "<ol class=\"model-text\">\n");
  for (int line = 1; at < end; line++) {
    const char *stop = memchr(at, '\n', (size_t)(end - at));
    stop = stop != NULL ? stop : end;
    const char *last = stop > at && stop[-1] == '\r' ? stop - 1 : stop;
    text_printf(page->out, "<li id=\"L%d\"><code>", line);
    put_line(page, at, last);
    text_put(page->out, "</code>");
    for (int k = 0; k < notes->count; k++) {
      if (notes->list[k].line == line) {
        put_note(page, &notes->list[k]);
      }
    }
    text_put(page->out, "</li>\n");
    at = stop < end ? stop + 1 : end;
  }
  text_put(page->out, "</ol>\n");
}

static void put_download(const Page *page) {
  const SourceText *source = page->model->source;
  const char *slash = strrchr(source->name, '/');
  html_printf(page->out, "<p><a download=\"%s\" href=\"data:application/yaml;base64,",
              slash != NULL ? slash + 1 : source->name);
  html_base64(page->out, source->text, source->length);
  html_printf(page->out, "\">Download %s</a>", slash != NULL ? slash + 1 : source->name);
  for (int k = 0; k < page->model->include_count; k++) {
    html_printf(page->out, "%s%s", k == 0 ? ", which includes " : ", ",
                page->model->includes[k]->name);
  }
  text_put(page->out, "</p>\n");
}

void parts_model(const Page *page) {
  Notes notes = {.list = NULL};
  gather(page, &notes);
  notes.room = notes.count;
  notes.list = arena_array(page->arena, Note, notes.room);
  gather(page, &notes);
  if (notes.room > 0 && notes.list == NULL) {
    return; // the caller sees that memory ran out
  }
  text_put(page->out, "<section id=\"model\"><h2>Model</h2>\n");
  for (int k = 0; k < notes.count; k++) {
    if (notes.list[k].line == 0) {
      put_note(page, &notes.list[k]);
    }
  }
  if (page->model != NULL) {
    put_download(page);
    put_lines(page, &notes);
  } else {
    text_put(page->out, "<p class=\"quiet\">The model file no longer exists or has changed: its "
                        "text and the motion are left out.</p>\n");
  }
  text_put(page->out, "</section>\n");
}
