// SPDX-License-Identifier: BSD-3-Clause
// syntax.c: from libyaml's thirty sentences to a place and a next action.
//
// The order of the questions matters: a tab in the indentation explains whatever follows from it,
// an unclosed bracket is noticed lines later, and an indicator at the start of a value (*, &, !,
// %, @, `) leads to a different complaint for each character that follows.
#include "yaml/syntax.h"

#include <string.h>

typedef struct Report {
  const SourceText *source;
  const SyntaxError *error;
  Diag *diag;
} Report;

// ---- looking around ----

static char byte_at(const Report *report, Place place) {
  return place_byte(report->source, place);
}

static Mark mark_at(const Report *report, Place place) {
  return place_mark(report->source, place, place);
}

static bool is_at_end(const Report *report, Place place) {
  return place.offset >= report->source->length;
}

static Place line_start(const Report *report, Place place) {
  const Place start = place_start(report->source);
  while (place.offset > start.offset && report->source->text[place.offset - 1] != '\n') {
    place.offset--;
  }
  place.column = 1;
  return place;
}

// The first character of the line that is no blank.
static Place first_word(const Report *report, Place place) {
  return place_skip_blanks(report->source, line_start(report, place));
}

static bool is_value_colon(const Report *report, Place place) {
  const char next = byte_at(report, place_next(report->source, place));
  return byte_at(report, place) == ':' && (place_is_blank(next) || place_is_break(next));
}

// Where the value or key starts that the place belongs to: behind the last "key: ", "- ", comma
// or opening bracket of the line.
static Place entry_start(const Report *report, Place place) {
  Place start = first_word(report, place);
  for (Place k = start; k.offset < place.offset; k = place_next(report->source, k)) {
    const Place next = place_next(report->source, k);
    const char byte = byte_at(report, k);
    const bool dash =
        byte == '-' && k.offset == start.offset && place_is_blank(byte_at(report, next));
    if (dash || byte == ',' || byte == '[' || byte == '{' || is_value_colon(report, k)) {
      start = place_skip_blanks(report->source, next);
    }
  }
  return start.offset > place.offset ? place : start;
}

// Bytes of the character at a place.
static int character_size(const Report *report, Place place) {
  return (int)(place_next(report->source, place).offset - place.offset);
}

static void explain(const Report *report, DiagCode code, Mark mark, const char *what,
                    const char *advice) {
  diag_add(report->diag, code, mark, "%s", what);
  diag_hint(report->diag, "%s", advice);
}

// ---- one report each; true when it was the explanation ----

static const char missing_content[] = "did not find expected node content";

static bool report_tab(const Report *report) {
  const Place word = first_word(report, report->error->place);
  Place place = line_start(report, report->error->place);
  while (place.offset < word.offset && byte_at(report, place) != '\t') {
    place = place_next(report->source, place);
  }
  if (byte_at(report, place) != '\t' || report->error->flow != NULL) {
    return false;
  }
  explain(report, DIAG_YAML_TAB, mark_at(report, place), "a tab cannot indent YAML",
          "indent with spaces");
  return true;
}

static bool report_unclosed_quote(const Report *report) {
  const char *problem = report->error->problem;
  if (strcmp(problem, "found unexpected end of stream") != 0 &&
      strcmp(problem, "found unexpected document indicator") != 0) {
    return false;
  }
  const Place start = report->error->start;
  const char quote = byte_at(report, start);
  diag_add(report->diag, DIAG_YAML_UNCLOSED, mark_at(report, start), "this quote is not closed");
  if (quote == '\'') {
    diag_hint(report->diag, "add the closing '; inside, an apostrophe is written ''");
  } else {
    diag_hint(report->diag, "add the closing \"; inside, a quote is written \\\"");
  }
  return true;
}

// Whether a comment between the opening bracket and the fault holds the closing one.
static bool is_in_comment(const Report *report, char closing) {
  const char *text = report->source->text;
  char quote = '\0';
  for (size_t k = (size_t)report->error->flow->begin; k < report->error->place.offset; k++) {
    if (quote == '\0' && (text[k] == '"' || text[k] == '\'')) {
      quote = text[k];
    } else if (text[k] == quote) {
      quote = '\0';
    } else if (quote == '\0' && text[k] == '#' && place_is_blank(text[k - 1])) {
      for (; k < report->source->length && !place_is_break(text[k]); k++) {
        if (text[k] == closing) {
          return true;
        }
      }
    }
  }
  return false;
}

static void add_unclosed(const Report *report, char bracket) {
  const char *closing = bracket == '{' ? "}" : "]";
  diag_add(report->diag, DIAG_YAML_UNCLOSED, report->error->flow->mark, "this \"%c\" is not closed",
           bracket);
  diag_hint(report->diag,
            is_in_comment(report, closing[0])
                ? "the \"%s\" is part of the comment: close it before the \"#\""
                : "add the closing \"%s\"",
            closing);
}

// "a: "text", then lines, then the first quote of another value: that one closed the text.
static bool report_swallowed_quote(const Report *report) {
  const Node *last = report->error->last;
  const Place place = report->error->place;
  if (last == NULL || last->plain || (size_t)last->end != place.offset ||
      last->mark.line == place.line) {
    return false;
  }
  diag_add(report->diag, DIAG_YAML_UNCLOSED, last->mark, "this quote is not closed on its line");
  diag_related(report->diag, mark_at(report, place), "the text continues to the quote before this");
  diag_hint(report->diag, "add the closing %c", report->source->text[last->begin]);
  return true;
}

// Whether the alias here, or the key of this line (column 0), was refused already.
static bool has_error(const Report *report, DiagCode code, int line, int column) {
  for (int k = 0; k < report->diag->count; k++) {
    const DiagMessage *message = &report->diag->messages[k];
    if (message->code == code && message->mark.line == line &&
        (column == 0 || message->mark.column == column)) {
      return true;
    }
  }
  return false;
}

// A value that starts with a character that YAML keeps for itself.
static bool report_indicator(const Report *report) {
  const Place start = entry_start(report, report->error->place);
  const char byte = byte_at(report, start);
  const Mark mark = mark_at(report, start);
  if (byte == '\0' || strchr("*&!%@`", byte) == NULL) {
    return false;
  }
  if (byte == '*' && has_error(report, DIAG_YAML_ALIAS, mark.line, mark.column)) {
    return true;
  }
  if (byte == '!') {
    explain(report, DIAG_YAML_TAG, mark, "\"!\" starts a tag, and tags are not allowed",
            "write \"not\" in expressions, and quote text that starts with \"!\"");
    return true;
  }
  diag_add(report->diag, DIAG_YAML_SYNTAX, mark, "an unquoted value cannot start with \"%c\"",
           byte);
  diag_hint(report->diag, "put the value in quotes");
  return true;
}

// "{mass: 1" and on the next line "inertia: 2}": without a comma the value is "1 inertia".
static bool report_continued(const Report *report) {
  const Node *last = report->error->last;
  const Place place = report->error->place;
  if (last == NULL || !last->plain || (size_t)last->end != place.offset ||
      last->mark.line == place.line || last->length == 0) {
    return false;
  }
  diag_add(report->diag, DIAG_YAML_SYNTAX, last->mark, "expected \",\" after this value");
  diag_related(report->diag, mark_at(report, first_word(report, place)), "it continues here");
  diag_hint(report->diag, "put a comma between entries");
  return true;
}

// Inside {} or []: not closed, closed by the wrong bracket, or a comma is missing.
static bool report_flow(const Report *report) {
  const SyntaxError *error = report->error;
  const bool separator = strncmp(error->problem, "did not find expected ',' or", 28) == 0;
  const bool content = strcmp(error->problem, missing_content) == 0;
  if (error->flow == NULL || !(separator || content)) {
    return false;
  }
  const char bracket = report->source->text[error->flow->begin];
  const char found = byte_at(report, error->place);
  const Place opening = {(size_t)error->flow->begin, error->flow->mark.line,
                         error->flow->mark.column};
  const bool outdented =
      error->place.line > opening.line &&
      first_word(report, error->place).column <= first_word(report, opening).column;
  if (is_at_end(report, error->place)) {
    add_unclosed(report, bracket);
  } else if (found == (bracket == '{' ? ']' : '}')) {
    add_unclosed(report, bracket);
    diag_related(report->diag, mark_at(report, error->place), "\"%c\" is here instead", found);
  } else if (outdented) {
    add_unclosed(report, bracket);
    diag_related(report->diag, mark_at(report, first_word(report, error->place)),
                 "the text up to here was read as part of it");
  } else if (content) {
    return false;
  } else if (error->split != NULL) {
    diag_add(report->diag, DIAG_YAML_SPLIT, error->split->mark,
             "a comma inside %s splits this expression", bracket == '{' ? "{}" : "[]");
    diag_hint(report->diag, "put the whole expression in quotes");
  } else if (!report_continued(report) && !report_indicator(report)) {
    diag_add(report->diag, DIAG_YAML_SYNTAX, mark_at(report, error->place),
             "expected \",\" or \"%c\" before \"%.*s\"", bracket == '{' ? '}' : ']',
             character_size(report, error->place), report->source->text + error->place.offset);
    const char *before = report->source->text + error->place.offset - 1;
    if (found == '[' && *before != ' ' && *before != ',') {
      diag_hint(report->diag, "inside %s put a name with brackets in quotes, as in \"gravity[1]\"",
                bracket == '{' ? "{}" : "[]");
    } else {
      diag_hint(report->diag,
                "put a comma between entries, and quote text that contains \": \" or quotes");
    }
  }
  return true;
}

// Nothing can start here, not even with an indicator.
static bool report_content(const Report *report) {
  const Place place = report->error->place;
  const char found = byte_at(report, place);
  const Mark mark = mark_at(report, place);
  if (strcmp(report->error->problem, missing_content) != 0) {
    return false;
  }
  if (found == ':') {
    explain(report, DIAG_YAML_KEY, mark, "a key is missing before \":\"", "write \"key: value\"");
  } else if (found == '-') {
    explain(report, DIAG_YAML_SYNTAX, mark, "a list entry cannot start here",
            "write a negative number without a blank");
  } else {
    diag_add(report->diag, DIAG_YAML_SYNTAX, mark, "a value is missing before \"%.*s\"",
             character_size(report, place), report->source->text + place.offset);
    diag_hint(report->diag, "remove the extra comma or bracket, or quote the text");
  }
  return true;
}

// "a ? b : c"
static bool report_conditional(const Report *report) {
  const Place end = report->error->place;
  for (Place k = entry_start(report, end); k.offset < end.offset;
       k = place_next(report->source, k)) {
    if (byte_at(report, k) == '?' &&
        place_is_blank(byte_at(report, place_next(report->source, k)))) {
      explain(report, DIAG_YAML_SYNTAX, mark_at(report, k),
              "\"? :\" is not an operator of expressions", "write if(condition, a, b)");
      return true;
    }
  }
  return false;
}

// The last line above that is neither empty nor a comment; false when there is none.
static bool line_above(const Report *report, Place place, Place *word) {
  Place start = line_start(report, place);
  while (start.line > 1) {
    start.offset--;
    start.line--;
    start = line_start(report, start);
    *word = place_skip_blanks(report->source, start);
    const char byte = byte_at(report, *word);
    if (!is_at_end(report, *word) && !place_is_break(byte) && byte != '#') {
      return true;
    }
  }
  return false;
}

static bool has_value_colon(const Report *report, Place place) {
  while (!is_at_end(report, place) && !place_is_break(byte_at(report, place))) {
    if (is_value_colon(report, place)) {
      return true;
    }
    place = place_next(report->source, place);
  }
  return false;
}

static void report_no_colon(const Report *report, Place word) {
  const Place end = place_line_end(report->source, word);
  enum { SHOWN = 60 };
  const char *text = report->source->text + word.offset;
  const int length = (int)(end.offset - word.offset);
  const char *colon = memchr(text, ':', (size_t)length);
  const int key = colon == NULL ? 0 : (int)(colon - text) + 1;
  diag_add(report->diag, DIAG_YAML_SYNTAX, place_mark(report->source, word, end),
           "expected \"key: value\"");
  if (colon == NULL) {
    diag_hint(report->diag, "add the colon and the value, or indent a continued text");
  } else if (length <= SHOWN && key < length) {
    diag_hint(report->diag, "write a blank after the colon: %.*s %.*s", key, text, length - key,
              colon + 1);
  } else {
    diag_hint(report->diag, "write a blank after the colon");
  }
}

// A colon where the value above, or on the same line, already stands.
static bool report_colon(const Report *report) {
  if (strcmp(report->error->problem, "mapping values are not allowed in this context") != 0) {
    return false;
  }
  if (report_conditional(report)) {
    return true;
  }
  const Place place = report->error->place;
  if (has_error(report, DIAG_YAML_KEY, place.line, 0)) { // bar:{type: rigid}
    return true;
  }
  const Place word = first_word(report, place);
  Place above = word;
  const bool first_colon = entry_start(report, place).offset == word.offset;
  if (first_colon && line_above(report, place, &above)) {
    if (above.column == word.column && !has_value_colon(report, above)) {
      report_no_colon(report, above);
      return true;
    }
    explain(report, DIAG_YAML_SYNTAX, place_mark(report->source, word, place),
            "the indentation makes this key part of the value above",
            "align the key with the other keys of its map");
    return true;
  }
  const char quote = byte_at(report, entry_start(report, place));
  if (quote == '"' || quote == '\'') {
    explain(report, DIAG_YAML_SYNTAX, mark_at(report, place), "a colon after the closing quote",
            "put the quotes around the whole value");
  } else {
    explain(report, DIAG_YAML_SYNTAX, mark_at(report, place), "\": \" inside an unquoted value",
            "put the value in quotes");
  }
  return true;
}

static bool report_missing_colon(const Report *report) {
  if (strcmp(report->error->problem, "could not find expected ':'") != 0) {
    return false;
  }
  const Place start = report->error->start;
  if (report->error->place.line == start.line &&
      report->error->place.column - start.column > 1024) {
    diag_add(report->diag, DIAG_YAML_KEY, mark_at(report, start),
             "a key of more than 1,024 characters");
    return true;
  }
  report_no_colon(report, start);
  return true;
}

// Something that is no key among the keys of a map, or no entry among those of a list.
static bool report_stray(const Report *report) {
  const char *problem = report->error->problem;
  const bool in_map = strcmp(problem, "did not find expected key") == 0;
  if (!in_map && strcmp(problem, "did not find expected '-' indicator") != 0) {
    return false;
  }
  const Place place = report->error->place;
  const Place word = first_word(report, place);
  const Place start = report->error->start;
  const char found = byte_at(report, place);
  const Mark mark = mark_at(report, place);
  if (found == ':') {
    explain(report, DIAG_YAML_KEY, mark, "a key is missing before \":\"", "write \"key: value\"");
  } else if (word.offset == place.offset && place.column != start.column) {
    explain(report, DIAG_YAML_SYNTAX, mark, "the indentation of this line fits no enclosing block",
            "align it with the block that it belongs to");
  } else if (word.offset == place.offset && found == '-') {
    explain(report, DIAG_YAML_SYNTAX, mark, "a list entry among the keys of a map",
            "give it a name: \"name: value\"");
  } else if (word.offset == place.offset) {
    explain(report, DIAG_YAML_SYNTAX, mark, "a key among the entries of a list",
            "indent the line, or start it with \"- \"");
  } else {
    const char quote = byte_at(report, entry_start(report, place));
    const bool quoted = quote == '"' || quote == '\'';
    diag_add(report->diag, DIAG_YAML_SYNTAX, mark, "unexpected \"%.*s\" after %s",
             character_size(report, place), report->source->text + place.offset,
             quoted ? "the closing quote" : "the value");
    diag_hint(report->diag, quoted ? "put the quotes around the whole value"
                                   : "remove it, or put the whole value in quotes");
  }
  return true;
}

// ---- the plain ones ----

typedef struct Row {
  const char *problem; // libyaml's words
  DiagCode code;
  const char *message, *hint;
} Row;

static const Row rows[] = {
    {"block sequence entries are not allowed in this context", DIAG_YAML_SYNTAX,
     "a list entry cannot start here",
     "write a negative number without a blank, and start a list on its own line"},
    {"found unexpected ':'", DIAG_YAML_SYNTAX, "a blank is missing after this colon",
     "write key: {...}, with a blank after the colon"},
    {"mapping keys are not allowed in this context", DIAG_YAML_SYNTAX, "\"?\" cannot start a value",
     "put the value in quotes"},
    {"did not find expected comment or line break", DIAG_YAML_SYNTAX,
     "unexpected text on the line of \"|\" or \">\"",
     "start the text on the next line; quote a value that starts with \">\""},
    {"found an indentation indicator equal to 0", DIAG_YAML_SYNTAX,
     "the indentation of a block is 1 to 9", "remove the digit"},
    {"found unknown escape character", DIAG_YAML_SYNTAX, "an unknown escape sequence",
     "write \\\\ for a backslash, or use single quotes"},
    {"did not find expected hexdecimal number", DIAG_YAML_SYNTAX,
     "an escape sequence without its hexadecimal digits",
     "\\x takes two digits, \\u four, \\U eight"},
    {"found invalid Unicode character escape code", DIAG_YAML_SYNTAX,
     "an escape sequence for a character that does not exist", "use single quotes"},
    {"did not find expected <document start>", DIAG_YAML_SYNTAX,
     "expected \"---\" after the directive", "remove the directive"},
    {"found undefined tag handle", DIAG_YAML_TAG, "tags are not allowed", "remove the tag"},
};

static bool report_row(const Report *report) {
  for (size_t k = 0; k < sizeof rows / sizeof rows[0]; k++) {
    if (strcmp(report->error->problem, rows[k].problem) == 0) {
      diag_add(report->diag, rows[k].code, mark_at(report, report->error->place), "%s",
               rows[k].message);
      diag_hint(report->diag, "%s", rows[k].hint);
      return true;
    }
  }
  return false;
}

void syntax_report(const SourceText *source, const SyntaxError *error, Diag *diag) {
  static bool (*const questions[])(const Report *) = {
      report_tab,       report_unclosed_quote, report_swallowed_quote, report_flow,  report_content,
      report_indicator, report_colon,          report_missing_colon,   report_stray, report_row,
  };
  const Report report = {.source = source, .error = error, .diag = diag};
  for (size_t k = 0; k < sizeof questions / sizeof questions[0]; k++) {
    if (questions[k](&report)) {
      return;
    }
  }
  diag_add(diag, DIAG_YAML_SYNTAX, mark_at(&report, error->place), "%s", error->problem);
}
