// SPDX-License-Identifier: BSD-3-Clause
// format.c: the canonical layout of a file, line by line.
//
// The tree says which line begins a key or an item of a block, and how deep it is; that line gets
// its place. Lines in between (of texts, of {} and []) move with the line on which their value
// begins. A comment moves with the line that it stands above.
#include "yaml/format.h"

#include <string.h>

enum { STEP = 2, UNKNOWN = -1, FARTHEST = 1000 };

typedef struct Line {
  const char *text; // without its break
  int length;       // without its break
  int indent;       // blanks at its start
  int place;        // new indent, or UNKNOWN
  bool inside;      // of a value that began on a line before
  bool verbatim;    // of a text, whose blanks count
} Line;

typedef struct Layout {
  const SourceText *source;
  Line *lines;
  int count;
} Layout;

// ---- lines ----

static bool is_empty(const Line *line) {
  return line->indent == line->length;
}

static bool is_comment(const Line *line) {
  return !is_empty(line) && line->text[line->indent] == '#';
}

static bool read_lines(Layout *layout, Arena *arena) {
  const char *text = layout->source->text;
  const size_t length = layout->source->length;
  int count = 1;
  for (size_t k = 0; k < length; k++) {
    count += text[k] == '\n';
  }
  layout->lines = arena_array(arena, Line, count);
  if (layout->lines == NULL) {
    return false;
  }
  size_t at = length >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
  while (at <= length && layout->count < count) {
    const char *end = memchr(text + at, '\n', length - at);
    const size_t stop = end == NULL ? length : (size_t)(end - text);
    Line *line = &layout->lines[layout->count++];
    *line = (Line){.text = text + at, .length = (int)(stop - at), .place = UNKNOWN};
    if (line->length > 0 && line->text[line->length - 1] == '\r') {
      line->length--;
    }
    while (line->indent < line->length && line->text[line->indent] == ' ') {
      line->indent++;
    }
    at = stop + 1;
  }
  return true;
}

static Line *line_of(const Layout *layout, int number) {
  return number >= 1 && number <= layout->count ? &layout->lines[number - 1] : NULL;
}

// ---- places ----

// Whether a text in a block says that the empty lines behind it are a part of it.
static bool keeps_end(const Layout *layout, const Node *node) {
  const char *text = layout->source->text;
  const bool block = node->kind == NODE_SCALAR && (size_t)node->begin < layout->source->length &&
                     (text[node->begin] == '|' || text[node->begin] == '>');
  for (long k = node->begin; block && k < node->end && text[k] != '\n' && text[k] != '#'; k++) {
    if (text[k] == '+') {
      return true;
    }
  }
  return false;
}

// The last line of a value. Empty lines behind a text are no part of it, unless it says so.
static int last_line(const Layout *layout, const Node *node) {
  const char *text = layout->source->text;
  const bool keeps = keeps_end(layout, node);
  long end = node->end;
  while (end > node->begin && strchr(" \r\n", text[end - 1]) != NULL) {
    end--;
    if (keeps && text[end] == '\n') {
      break;
    }
  }
  int line = node->mark.line;
  for (long k = node->begin; k < end; k++) {
    line += text[k] == '\n';
  }
  return line;
}

// Lines behind the first of a value move with it.
static void place_inside(const Layout *layout, const Node *node) {
  const int last = last_line(layout, node);
  for (int k = node->mark.line + 1; k <= last; k++) {
    Line *line = line_of(layout, k);
    if (line != NULL) {
      line->inside = true;
      line->verbatim = node->kind == NODE_SCALAR;
    }
  }
}

static bool is_block(const Layout *layout, const Node *node) {
  const char first =
      (size_t)node->begin < layout->source->length ? layout->source->text[node->begin] : '\0';
  return node->kind != NODE_SCALAR && first != '{' && first != '[';
}

// Whether a value was written where it stands; that of an alias stands at its anchor.
static bool is_own(const Node *node, const Mark *behind) {
  return node->mark.line > behind->line ||
         (node->mark.line == behind->line && node->mark.column >= behind->column);
}

static void place_node(const Layout *layout, const Node *node, int place);

// A key or item that is the first on its line, with dashes before it perhaps.
static void place_map(const Layout *layout, const Node *map, int place) {
  for (const Node *child = map->first; child != NULL; child = child->next) {
    Line *line = line_of(layout, child->key_mark.line);
    if (line != NULL && line->indent == child->key_mark.column - 1) {
      line->place = place;
    }
    if (is_own(child, &child->key_mark)) {
      place_node(layout, child, place + STEP);
    }
  }
}

static void place_list(const Layout *layout, const Node *list, int place) {
  for (const Node *item = list->first; item != NULL; item = item->next) {
    Line *line = line_of(layout, item->mark.line);
    if (line == NULL || !is_own(item, &list->mark)) {
      continue;
    }
    const bool dashed = line->indent < line->length && line->text[line->indent] == '-';
    if (dashed && line->place == UNKNOWN) {
      line->place = place;
    }
    // what follows stands under the item's first character
    const int shift = dashed ? line->place - line->indent : 0;
    place_node(layout, item, dashed ? item->mark.column - 1 + shift : place + STEP);
  }
}

static void place_node(const Layout *layout, const Node *node, int place) {
  if (!is_block(layout, node)) {
    place_inside(layout, node);
  } else if (node->kind == NODE_MAP) {
    place_map(layout, node, place);
  } else {
    place_list(layout, node, place);
  }
}

// The next line that has a place of its own, or NULL.
static const Line *next_placed(const Layout *layout, int from) {
  for (int k = from; k < layout->count; k++) {
    if (layout->lines[k].place != UNKNOWN && !layout->lines[k].inside) {
      return &layout->lines[k];
    }
  }
  return NULL;
}

// What a comment belongs to: the line below, when both begin in the same column, else the nearest
// one above that does; else the line below.
static const Line *companion(const Layout *layout, int comment, const Line *next) {
  const int indent = layout->lines[comment].indent;
  if (next != NULL && next->indent == indent) {
    return next;
  }
  const Line *above = NULL;
  for (int k = comment - 1; k >= 0 && comment - k < FARTHEST; k--) {
    const Line *line = &layout->lines[k];
    const bool placed = !line->inside && !is_empty(line) && !is_comment(line);
    above = above == NULL && placed ? line : above;
    if (placed && line->indent == indent) {
      return line;
    }
    if (placed && line->indent < indent) {
      break;
    }
  }
  return next != NULL ? next : above;
}

// Comments go with what they stand above; the rest with the line before.
static void place_others(const Layout *layout) {
  const Line *next = next_placed(layout, 0);
  const Line *before = NULL;
  for (int k = 0; k < layout->count; k++) {
    Line *line = &layout->lines[k];
    if (next == line) {
      before = line;
      next = next_placed(layout, k + 1);
      continue;
    }
    if (line->inside || !is_comment(line)) {
      const int shift = before == NULL ? 0 : before->place - before->indent;
      line->place = line->indent + shift;
    } else {
      const Line *with = companion(layout, k, next);
      line->place = with == NULL ? 0 : with->place;
    }
    line->place = line->place < 0 ? 0 : line->place;
  }
}

// ---- the text ----

static void put_line(const Line *line, Text *out) {
  int length = line->length;
  while (!line->verbatim && length > line->indent &&
         (line->text[length - 1] == ' ' || line->text[length - 1] == '\t')) {
    length--;
  }
  text_printf(out, "%*s", is_empty(line) ? 0 : line->place, "");
  text_append(out, line->text + line->indent, (size_t)(length - line->indent));
  text_put(out, "\n");
}

static void put_lines(const Layout *layout, Text *out) {
  bool pending = false; // an empty line
  bool any = false;
  for (int k = 0; k < layout->count; k++) {
    const Line *line = &layout->lines[k];
    if (is_empty(line) && !line->inside) {
      pending = any;
      continue;
    }
    text_put(out, pending ? "\n" : "");
    pending = false;
    any = true;
    put_line(line, out);
  }
}

// ---- the same document ----

// The first node of a that b does not have, or NULL.
static const Node *first_difference(const Node *a, const Node *b) {
  const bool keys =
      (a->key == NULL) == (b->key == NULL) && (a->key == NULL || strcmp(a->key, b->key) == 0);
  if (a->kind != b->kind || a->plain != b->plain || !keys || a->count != b->count ||
      (a->kind == NODE_SCALAR &&
       (a->length != b->length || memcmp(a->text, b->text, (size_t)a->length) != 0))) {
    return a;
  }
  const Node *other = b->first;
  for (const Node *child = a->first; child != NULL; child = child->next, other = other->next) {
    const Node *found = first_difference(child, other);
    if (found != NULL) {
      return found;
    }
  }
  return NULL;
}

static bool is_same(const Node *root, const Text *out, const DocLimits *limits, Arena *arena,
                    Diag *diag) {
  const SourceText laid = {.name = "laid out", .text = out->bytes, .length = out->length};
  Diag silent;
  diag_open(&silent, arena);
  const Node *again = doc_parse(&laid, limits, arena, &silent);
  const Node *at = again == NULL || silent.error_count > 0 ? root : first_difference(root, again);
  if (at == NULL) {
    return true;
  }
  diag_add(diag, DIAG_FORMAT, at->key_mark.line > 0 ? at->key_mark : at->mark,
           "the layout cannot be changed here without changing the meaning");
  return diag_hint(diag, "write this part in another way, or leave the file as it is");
}

bool format_source(const SourceText *source, const DocLimits *limits, Text *out, Arena *arena,
                   Diag *diag) {
  const int errors = diag->error_count;
  const Node *root = doc_parse(source, limits, arena, diag);
  Layout layout = {.source = source};
  if (root == NULL || diag->error_count > errors || !read_lines(&layout, arena)) {
    return false;
  }
  place_node(&layout, root, 0);
  place_others(&layout);
  put_lines(&layout, out);
  return !out->failed && is_same(root, out, limits, arena, diag);
}
