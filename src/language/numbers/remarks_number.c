// SPDX-License-Identifier: BSD-3-Clause
// remarks_number.c: numbers that are well known in another unit (see remarks_number.h).
#include "language/numbers/remarks_number.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

#include "base/number.h"

static const double FAST = 1000;          // rad/s: nearly 10,000 revolutions per minute
static const double STRONG_GRAVITY = 100; // m/s^2: ten times that of the earth

bool remarks_accepted(const Loader *loader, const char *word) {
  const Value *value = item_find(&loader->top, "accept");
  const Node *list = value == NULL ? NULL : value->node;
  for (const Node *node = list == NULL ? NULL : list->first; node != NULL; node = node->next) {
    if (node->text != NULL && strcmp(node->text, word) == 0) {
      return true;
    }
  }
  return false;
}

// 180, 270, 360, 720 ..: nobody counts radians so.
static bool counts_degrees(double value) {
  return fabs(value) >= 180 && fmod(value, 90) == 0;
}

void remarks_bare(const Loader *loader, const Number *number, const char *what, double value) {
  Diag *diag = loader_diag(loader);
  if (number->quantity == QUANTITY_ANGULAR_VELOCITY &&
      (fabs(value) > FAST || counts_degrees(value))) {
    diag_at(diag, DIAG_UNIT_ANGLE, number->origin,
            "%s is %.17g rad/s, which is %.6g revolutions per minute", what, value,
            value * 60 / 6.283185307179586);
    diag_hint(diag,
              "a bare number is in radians: write \"%.17g rpm\", \"%.17g deg/s\" or \"%.17g "
              "rad/s\"",
              value, value, value);
  }
  if (number->path != NULL && strcmp(number->path, "gravity") == 0 &&
      fabs(value) > STRONG_GRAVITY) {
    diag_at(diag, DIAG_NOTE_GRAVITY, number->origin,
            "%s is %.6g m/s^2, %.4g times that of the earth", what, value, fabs(value) / 9.81);
    diag_hint(diag, "a bare number is in metres: write \"%.17g mm/s^2\" or \"%.17g m/s^2\"", value,
              value);
  }
}

// The value of a whole number that stands at text[at] without a unit and is no part of a name, of a
// fraction or of another number; 0: there is none. *end: behind it.
static double bare_whole(const char *text, int at, int *end) {
  const bool inside = at > 0 && (isalnum((unsigned char)text[at - 1]) || text[at - 1] == '_' ||
                                 text[at - 1] == '.');
  int before = at, last = at;
  double value = 0;
  while (text[last] >= '0' && text[last] <= '9') {
    value = 10 * value + (text[last++] - '0');
  }
  *end = last > at ? last : at + 1;
  while (before > 0 && text[before - 1] == ' ') {
    before--;
  }
  const bool unit = text[last] == ' ' && isalpha((unsigned char)text[last + 1]);
  const bool longer = isalnum((unsigned char)text[last]) || text[last] == '.';
  const bool part = (before > 0 && text[before - 1] == '/') || text[last] == '/';
  return inside || unit || longer || part ? 0 : value;
}

// 30, 45, 60 .. 165: what people turn by in degrees, and seldom in radians.
static bool may_be_degrees(double value) {
  return value >= 30 && value < 180 && fmod(value, 15) == 0;
}

// Whether a word stands at text[at] alone, between first and end.
static bool has_word(const char *text, int first, int end, const char *word) {
  const int length = (int)strlen(word);
  for (int k = first; k + length <= end; k++) {
    const bool before = k > 0 && (isalnum((unsigned char)text[k - 1]) || text[k - 1] == '_');
    const bool after = isalnum((unsigned char)text[k + length]) || text[k + length] == '_';
    if (strncmp(text + k, word, (size_t)length) == 0 && !before && !after) {
      return true;
    }
  }
  return false;
}

// Whether the number at text[at] is a factor of t: then it is a rate, which may well be so large.
static bool is_rate(const char *text, int at) {
  static const char *const ends = "+-,()";
  int first = at, end = at;
  while (first > 0 && strchr(ends, text[first - 1]) == NULL) {
    first--;
  }
  while (text[end] != '\0' && strchr(ends, text[end]) == NULL) {
    end++;
  }
  return has_word(text, first, end, "t");
}

void remarks_law(const Loader *loader, const Number *number, const char *what) {
  const Program *program = &number->program;
  const char *text = program->text.text;
  if (!program->uses_time || text == NULL) {
    return;
  }
  const bool turns = has_word(text, 0, (int)strlen(text), "pi"); // who writes it counts radians
  for (int k = 0; text[k] != '\0';) {
    const int at = k;
    const double value = bare_whole(text, k, &k);
    if (counts_degrees(value) || (may_be_degrees(value) && !turns && !is_rate(text, at))) {
      Diag *diag = loader_diag(loader);
      diag_at(diag, DIAG_UNIT_ANGLE, number->origin,
              "%s is in radians, but %.17g looks like degrees", what, value);
      diag_hint(diag, "write \"%.17g deg\" or \"%.17g rad\"", value, value);
      return;
    }
  }
}

void remarks_check(const Loader *loader, int channel, int number, const char *what) {
  const Model *model = loader->model;
  const Program *measured = channel < 0 ? NULL : &model->numbers[channel].program;
  if (number < 0 || measured == NULL || measured->count != 1 || measured->input_count != 1 ||
      measured->inputs[0].kind != SYMBOL_MEASURE) {
    return;
  }
  const Measure *measure = &model->measures[measured->inputs[0].index];
  const char *text = model->numbers[number].program.text.text;
  const int length = model->numbers[number].program.text.length;
  double value = 0;
  if (measure->kind->unit != QUANTITY_ANGLE || text == NULL ||
      number_parse(text, length, &value, NULL) != NUMBER_OK ||
      !(counts_degrees(value) || may_be_degrees(fabs(value)))) {
    return;
  }
  Diag *diag = loader_diag(loader);
  diag_at(diag, DIAG_UNIT_ANGLE, model->numbers[number].origin,
          "%s is in radians, but %.17g looks like degrees", what, value);
  diag_hint(diag, "write \"%.17g deg\" or \"%.17g rad\"", value, value);
}

void remarks_hertz(const Loader *loader, const Number *number, const char *what) {
  const char *text = number->program.text.text;
  for (const char *at = text == NULL ? NULL : strstr(text, " Hz"); at != NULL;
       at = strstr(at + 1, " Hz")) {
    if (!isalnum((unsigned char)at[3]) && at[3] != '_') {
      const char *first = at;
      while (first > text && (isalnum((unsigned char)first[-1]) || first[-1] == '.')) {
        first--;
      }
      const int length = (int)(at - first);
      Diag *diag = loader_diag(loader);
      diag_at(diag, DIAG_UNIT_HERTZ, number->origin,
              "%s in Hz could mean radians or turns per second", what);
      diag_hint(diag, "write \"%.*s rad/s\" or \"2*pi*%.*s rad/s\"", length, first, length, first);
      return;
    }
  }
}
