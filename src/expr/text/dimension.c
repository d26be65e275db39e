// SPDX-License-Identifier: BSD-3-Clause
// dimension.c: the units, and arithmetic with exponents.
//
// A unit is an exact quotient of two numbers (times pi for angles) and the exponents of length,
// mass, time, temperature. Values: BIPM, The International System of Units (2019); inch, foot and
// pound by their definitions of 1959; the pound-force with the standard gravity of 9.80665 m/s^2.
#include "expr/text/dimension.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#define TURN 6.28318530717958647693

enum { LARGEST_EXPONENT = 9 };

typedef struct Unit {
  const char *symbol;
  double numerator, denominator;
  signed char length, mass, time, temperature;
} Unit;

// clang-format off
#define UNITS(UNIT)                                                                                \
  UNIT("m",   1, 1,            1, 0, 0, 0)                                                         \
  UNIT("mm",  1, 1000,         1, 0, 0, 0)                                                         \
  UNIT("cm",  1, 100,          1, 0, 0, 0)                                                         \
  UNIT("km",  1000, 1,         1, 0, 0, 0)                                                         \
  UNIT("in",  254, 10000,      1, 0, 0, 0)                                                         \
  UNIT("ft",  3048, 10000,     1, 0, 0, 0)                                                         \
  UNIT("kg",  1, 1,            0, 1, 0, 0)                                                         \
  UNIT("g",   1, 1000,         0, 1, 0, 0)                                                         \
  UNIT("t",   1000, 1,         0, 1, 0, 0)                                                         \
  UNIT("lb",  45359237, 1e8,   0, 1, 0, 0)                                                         \
  UNIT("s",   1, 1,            0, 0, 1, 0)                                                         \
  UNIT("ms",  1, 1000,         0, 0, 1, 0)                                                         \
  UNIT("min", 60, 1,           0, 0, 1, 0)                                                         \
  UNIT("h",   3600, 1,         0, 0, 1, 0)                                                         \
  UNIT("rad", 1, 1,            0, 0, 0, 0)                                                         \
  UNIT("deg", TURN / 2, 180,   0, 0, 0, 0)                                                         \
  UNIT("rev", TURN, 1,         0, 0, 0, 0)                                                         \
  UNIT("rpm", TURN / 2, 30,    0, 0, -1, 0)                                                        \
  UNIT("Hz",  1, 1,            0, 0, -1, 0)                                                        \
  UNIT("N",   1, 1,            1, 1, -2, 0)                                                        \
  UNIT("kN",  1000, 1,         1, 1, -2, 0)                                                        \
  UNIT("lbf", 44482216152605.0, 1e13, 1, 1, -2, 0)                                                 \
  UNIT("J",   1, 1,            2, 1, -2, 0)                                                        \
  UNIT("W",   1, 1,            2, 1, -3, 0)                                                        \
  UNIT("Pa",  1, 1,           -1, 1, -2, 0)                                                        \
  UNIT("kPa", 1e3, 1,         -1, 1, -2, 0)                                                        \
  UNIT("MPa", 1e6, 1,         -1, 1, -2, 0)                                                        \
  UNIT("GPa", 1e9, 1,         -1, 1, -2, 0)                                                        \
  UNIT("K",   1, 1,            0, 0, 0, 1)
// clang-format on

static const Unit units[] = {
#define ROW(symbol, numerator, denominator, length, mass, time, temperature)                       \
  {symbol, numerator, denominator, length, mass, time, temperature},
    UNITS(ROW)
#undef ROW
};

static const char *const symbols[] = {
#define ROW(symbol, numerator, denominator, length, mass, time, temperature) symbol,
    UNITS(ROW)
#undef ROW
};

enum { UNIT_COUNT = sizeof units / sizeof units[0] };

int dimension_unit_names(const char *const **names) {
  *names = symbols;
  return UNIT_COUNT;
}

static const Unit *find_unit(const char *text, int length) {
  for (int k = 0; k < UNIT_COUNT; k++) {
    if ((int)strlen(units[k].symbol) == length &&
        memcmp(units[k].symbol, text, (size_t)length) == 0) {
      return &units[k];
    }
  }
  return NULL;
}

bool dimension_is_unit(const char *text, int length) {
  return find_unit(text, length) != NULL;
}

// ---- exponents ----

Dimension dimension_unknown(void) {
  return (Dimension){.known = false};
}

static bool fits(int exponent) {
  return exponent >= SCHAR_MIN && exponent <= SCHAR_MAX;
}

// Exponents that no physical quantity has are as good as unknown.
static Dimension make(int length, int mass, int time, int temperature) {
  if (!fits(length) || !fits(mass) || !fits(time) || !fits(temperature)) {
    return dimension_unknown();
  }
  return (Dimension){.known = true,
                     .length = (signed char)length,
                     .mass = (signed char)mass,
                     .time = (signed char)time,
                     .temperature = (signed char)temperature};
}

Dimension dimension_make(int length, int mass, int time) {
  return make(length, mass, time, 0);
}

bool dimension_equal(Dimension a, Dimension b) {
  return !a.known || !b.known ||
         (a.length == b.length && a.mass == b.mass && a.time == b.time &&
          a.temperature == b.temperature);
}

// a * b^exponent
static Dimension combine(Dimension a, Dimension b, int exponent) {
  if (!a.known || !b.known) {
    return dimension_unknown();
  }
  return make(a.length + exponent * b.length, a.mass + exponent * b.mass,
              a.time + exponent * b.time, a.temperature + exponent * b.temperature);
}

Dimension dimension_times(Dimension a, Dimension b) {
  return combine(a, b, 1);
}

Dimension dimension_over(Dimension a, Dimension b) {
  return combine(a, b, -1);
}

// A third has no exact double, so that whole means whole to nine digits.
static bool scale_exponent(signed char *exponent, double factor) {
  const double scaled = *exponent * factor, whole = nearbyint(scaled);
  if (!(fabs(scaled) <= SCHAR_MAX) || fabs(scaled - whole) > 1e-9) {
    return false;
  }
  *exponent = (signed char)whole;
  return true;
}

Dimension dimension_power(Dimension a, double exponent) {
  return a.known && scale_exponent(&a.length, exponent) && scale_exponent(&a.mass, exponent) &&
                 scale_exponent(&a.time, exponent) && scale_exponent(&a.temperature, exponent)
             ? a
             : dimension_unknown();
}

// ---- names of dimensions ----

static void append(char *text, int size, const char *piece) {
  const size_t used = strlen(text);
  snprintf(text + used, (size_t)size - used, "%s", piece);
}

// The factors whose exponents have the given sign: "kg m^2" of 1, "s^3" of -1. Returns how many.
static int append_factors(Dimension dimension, int sign, char *text, int size) {
  static const char *const names[] = {"kg", "m", "s", "K"};
  const int exponents[] = {dimension.mass, dimension.length, dimension.time, dimension.temperature};
  int count = 0;
  for (int k = 0; k < 4; k++) {
    const int exponent = sign * exponents[k];
    if (exponent > 0) {
      char piece[16];
      snprintf(piece, sizeof piece, exponent > 1 ? "%s%s^%d" : "%s%s", count > 0 ? " " : "",
               names[k], exponent);
      append(text, size, piece);
      count++;
    }
  }
  return count;
}

static const char *usual_name(Dimension dimension) {
  static const struct {
    const char *name;
    signed char length, mass, time;
  } names[] = {{"N", 1, 1, -2},     {"N m", 2, 1, -2}, {"N/m", 0, 1, -2}, {"N s/m", 0, 1, -1},
               {"N m s", 2, 1, -1}, {"W", 2, 1, -3},   {"Pa", -1, 1, -2}, {"1", 0, 0, 0}};
  for (size_t k = 0; k < sizeof names / sizeof names[0]; k++) {
    if (dimension.length == names[k].length && dimension.mass == names[k].mass &&
        dimension.time == names[k].time && dimension.temperature == 0) {
      return names[k].name;
    }
  }
  return NULL;
}

void dimension_text(Dimension dimension, char *text, int size) {
  text[0] = '\0';
  if (!dimension.known) {
    append(text, size, "unknown");
    return;
  }
  const char *usual = usual_name(dimension);
  if (usual != NULL) {
    append(text, size, usual);
    return;
  }
  if (append_factors(dimension, 1, text, size) == 0) {
    append(text, size, "1");
  }
  char below[64] = "";
  const int count = append_factors(dimension, -1, below, sizeof below);
  if (count > 0) {
    append(text, size, count > 1 ? "/(" : "/");
    append(text, size, below);
    append(text, size, count > 1 ? ")" : "");
  }
}

void dimension_written(Dimension dimension, char *text, int size) {
  dimension_text(dimension, text, size);
  char *to = text;
  bool below = false;
  for (const char *from = text; *from != '\0'; from++) {
    below = (below || *from == '(') && *from != ')';
    if (*from != '(' && *from != ')') {
      *to++ = *from != ' ' ? *from : below ? '/' : '*';
    }
  }
  *to = '\0';
}

// ---- reading ----

static bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

// "^2" or "^-1" at *at, if it is there; exponents are whole numbers of one digit.
static bool read_exponent(const char *text, int length, int *at, int *exponent) {
  *exponent = 1;
  if (*at >= length || text[*at] != '^') {
    return true;
  }
  int k = *at + 1;
  const bool negative = k < length && text[k] == '-';
  k += negative;
  if (k >= length || text[k] < '0' || text[k] > '0' + LARGEST_EXPONENT) {
    return false;
  }
  *exponent = negative ? '0' - text[k] : text[k] - '0';
  *at = k + 1;
  return true;
}

static void multiply(const Unit *unit, int exponent, double *numerator, double *denominator) {
  for (int k = 0; k < exponent; k++) {
    *numerator *= unit->numerator;
    *denominator *= unit->denominator;
  }
  for (int k = 0; k > exponent; k--) {
    *numerator *= unit->denominator;
    *denominator *= unit->numerator;
  }
}

// One symbol with its exponent at *at; sign -1 behind a slash.
static bool read_symbol(const char *text, int length, int sign, int *at, double *numerator,
                        double *denominator, Dimension *dimension) {
  int end = *at;
  while (end < length && is_letter(text[end])) {
    end++;
  }
  const Unit *unit = find_unit(text + *at, end - *at);
  int exponent = 1;
  if (unit == NULL || !read_exponent(text, length, &end, &exponent)) {
    return false;
  }
  *at = end;
  multiply(unit, sign * exponent, numerator, denominator);
  const Dimension one = make(unit->length, unit->mass, unit->time, unit->temperature);
  *dimension = combine(*dimension, one, sign * exponent);
  return dimension->known;
}

bool dimension_read_units(const char *text, int length, double *numerator, double *denominator,
                          Dimension *dimension, int *bad, int *bad_end) {
  double above = 1;
  double below = 1;
  Dimension product = make(0, 0, 0, 0);
  int at = 0;
  int sign = 1;
  do {
    const int first = at;
    if (!read_symbol(text, length, sign, &at, &above, &below, &product)) {
      *bad = first;
      *bad_end = first;
      while (*bad_end < length && text[*bad_end] != '*' && text[*bad_end] != '/') {
        (*bad_end)++;
      }
      return false;
    }
    sign = at < length && text[at] == '/' ? -1 : 1;
    if (at < length && text[at] != '*' && text[at] != '/') {
      *bad = first;
      *bad_end = length;
      return false;
    }
  } while (at++ < length);
  *numerator = above;
  *denominator = below;
  *dimension = product;
  return true;
}

bool dimension_parse_units(const char *text, int length, double *factor, Dimension *dimension,
                           int *bad, int *bad_end) {
  double numerator = 1;
  double denominator = 1;
  if (!dimension_read_units(text, length, &numerator, &denominator, dimension, bad, bad_end)) {
    return false;
  }
  *factor = numerator / denominator;
  return true;
}

// Blanks become products, those in brackets behind a fraction bar quotients. False when it is long.
static bool respell(const char *text, char *out, int size) {
  int length = 0;
  bool below = false;
  for (; *text != '\0' && length + 1 < size; text++) {
    below = below || *text == '(';
    if (*text != '(' && *text != ')') {
      out[length++] = *text != ' ' ? *text : below ? '/' : '*';
    }
  }
  out[length] = '\0';
  return *text == '\0';
}

bool dimension_read_told(const char *text, double *numerator, double *denominator,
                         Dimension *dimension) {
  char spelled[64];
  int bad = 0;
  int bad_end = 0;
  *numerator = *denominator = 1;
  *dimension = make(0, 0, 0, 0);
  if (!respell(text, spelled, (int)sizeof spelled)) {
    return false;
  }
  if (strcmp(spelled, "1") == 0) {
    return true;
  }
  if (strncmp(spelled, "1/", 2) != 0) {
    return dimension_read_units(spelled, (int)strlen(spelled), numerator, denominator, dimension,
                                &bad, &bad_end);
  }
  for (char *at = spelled + 2; *at != '\0'; at++) {
    *at = (char)(*at == '/' ? '*' : *at);
  }
  const bool good = dimension_read_units(spelled + 2, (int)strlen(spelled + 2), denominator,
                                         numerator, dimension, &bad, &bad_end);
  *dimension = dimension_over(make(0, 0, 0, 0), *dimension);
  return good;
}
