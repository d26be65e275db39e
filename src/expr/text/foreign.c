// SPDX-License-Identifier: BSD-3-Clause
// foreign.c: tables of habits.
#include "expr/text/foreign.h"

#include <stddef.h>
#include <string.h>
#include <strings.h>

// A sign; or words, with blanks between them.
typedef struct Habit {
  const char *words, *hint;
} Habit;

// clang-format off
// Longer signs before their beginnings.
static const Habit signs[] = {
    {"**", "write a power as a^b"},
    {"//", "write floor(a/b)"},
    {"<>", "write != for \"is not\""},
    {"=<", "write <="},
    {"=>", "write >="},
    {"~=", "write != for \"is not\""},
    {"&&", "write \"and\""},
    {"||", "write \"or\""},
    {"&", "write \"and\""},
    {"|", "write \"or\", and abs(x) for an absolute value"},
    {"!", "write \"not\""},
    {"~", "write \"not\""},
    {"=", "write == for \"is equal\"; an expression cannot assign"},
    {"?", "write if(condition, a, b)"},
    {":", "write if(condition, a, b) for a choice"},
    {"%", "write mod(a, b) for a remainder, 0.05 for 5%"},
    {";", "an expression is one value"},
    {"[", "brackets are ( and ); names are dotted, as in bar.tip.x"},
    {"]", "brackets are ( and ); names are dotted, as in bar.tip.x"},
    {"{", "brackets are ( and ); an expression cannot substitute text"},
    {"}", "brackets are ( and ); an expression cannot substitute text"},
    {"\"", "an expression contains no strings; write names without quotes"},
    {"'", "an expression contains no strings; write names without quotes"},
    {"`", "an expression cannot run commands"},
    {"$", "an expression cannot read the environment; write a parameter by its name"},
    {"#", "a comment of the file needs a blank before #"},
    {"@", "names are dotted, as in bar.tip.x"},
    {"\\", "fractions are written a/b"},
    {"\xe2\x88\x92", "write the minus sign of the keyboard, -"},
    {"\xe2\x80\x93", "write the minus sign of the keyboard, -"},
    {"\xe2\x80\x94", "write the minus sign of the keyboard, -"},
    {"\xc3\x97", "write * for a product"},
    {"\xc2\xb7", "write * for a product"},
    {"\xe2\x8b\x85", "write * for a product"},
    {"\xc3\xb7", "write / for a quotient"},
    {"\xc2\xb2", "write ^2"},
    {"\xc2\xb3", "write ^3"},
    {"\xc2\xb0", "write degrees as 90 deg"},
    {"\xe2\x89\xa4", "write <="},
    {"\xe2\x89\xa5", "write >="},
    {"\xe2\x89\xa0", "write !="},
    {"\xe2\x88\x9a", "write sqrt(x)"},
    {"\xcf\x80", "write pi"},
    {"\xc2\xa0", "write an ordinary blank; this one is a no-break space"}};

static const Habit functions[] = {
    {"ln", "write log(x), the natural logarithm"},
    {"lg", "write log10(x)"},
    {"log2", "write log(x)/log(2)"},
    {"fabs absolute", "write abs(x)"},
    {"pow power", "write a^b"},
    {"sqr square", "write x^2"},
    {"cbrt", "write x^(1/3)"},
    {"root", "write sqrt(x), or x^(1/3)"},
    {"arcsin", "write asin(x)"},
    {"arccos", "write acos(x)"},
    {"arctan atn", "write atan(x)"},
    {"arctan2", "write atan2(y, x)"},
    {"asinh", "write log(x + sqrt(x^2 + 1))"},
    {"acosh", "write log(x + sqrt(x^2 - 1))"},
    {"atanh", "write log((1 + x)/(1 - x))/2"},
    {"sec", "write 1/cos(x)"},
    {"csc", "write 1/sin(x)"},
    {"cot", "write 1/tan(x)"},
    {"sgn signum", "write sign(x)"},
    {"ceiling", "write ceil(x)"},
    {"round rint", "write floor(x + 0.5)"},
    {"trunc", "write sign(x)*floor(abs(x))"},
    {"int", "write floor(x)"},
    {"fmod rem modulo", "write mod(x, y)"},
    {"fmin", "write min(x, y)"},
    {"fmax", "write max(x, y)"},
    {"clamp limit saturate", "write min(max(x, low), high)"},
    {"norm", "write hypot(x, y)"},
    {"heaviside", "write if(x >= 0, 1, 0)"},
    {"iif ifelse where cond select", "write if(condition, a, b)"},
    {"deg2rad radians deg", "write an angle with its unit: 90 deg"},
    {"rad", "write an angle with its unit: 1.5 rad"},
    {"rad2deg degrees", "angles are in rad; multiply by 180/pi"},
    {"smoothstep", "write step(x, x0, h0, x1, h1)"},
    {"ramp", "write step(x, x0, h0, x1, h1), or min and max"},
    {"haversine haversine_step cos_ramp", "write havsin(x, x0, h0, x1, h1)"},
    {"diff", "mbsrun finds the derivatives; write the value"},
    {"akispl", "write NAME(x) for a table under \"functions\" with interpolation: akima"},
    {"cubspl spline", "write NAME(x) for a table under \"functions\" with interpolation: cubic"},
    {"curve lookup interp1 combitable1d", "write NAME(x) for a table under \"functions\""},
    {"combitimetable", "write NAME(t) for a table under \"functions\""},
    {"forcos", "write fourier(x, x0, w, a0, a1, 0, a2, 0)"},
    {"forsin", "write fourier(x, x0, w, a0, 0, b1, 0, b2)"},
    {"chebyshev", "write cheby(x, x0, a0, a1)"},
    {"polynomial", "write poly(x, x0, a0, a1)"},
    {"polyval", "write poly(x, 0, a0, a1), lowest power first"},
    {"sine", "write shf(x, x0, a, w, phi, b), or a*sin(w*t)"},
    {"cosine", "write a*cos(w*t)"},
    {"chirp", "write sweep(x, a, x0, f0, x1, f1, dx)"},
    {"pulse", "write if(mod(t, period) < width, a, 0)"},
    {"sawtooth", "write mod(t, period)"},
    {"squarewave", "write sign(sin(w*t))"},
    {"dm", "the distance of two points: hypot(a.x - b.x, a.y - b.y), or SPRING.length"},
    {"dx", "read a measure: a.x - b.x"},
    {"dy", "read a measure: a.y - b.y"},
    {"dz", "read a measure: a.z - b.z"},
    {"vr", "read a measure: SPRING.length_rate"},
    {"vm", "read measures: hypot(a.vx, a.vy)"},
    {"vx", "read a measure: a.vx - b.vx"},
    {"vy", "read a measure: a.vy - b.vy"},
    {"vz", "read a measure: a.vz - b.vz"},
    {"az", "read a measure: JOINT.angle, or BODY.angle"},
    {"wz", "read a measure: JOINT.angle_rate, or BODY.angle_rate"},
    {"accx", "outputs read a measure: a.ax"},
    {"accy", "outputs read a measure: a.ay"},
    {"fx", "outputs read a measure: JOINT.reaction.x"},
    {"fy", "outputs read a measure: JOINT.reaction.y"},
    {"varval aryval", "write the expression itself, or a function under \"functions\""},
    {"pre", "an expression has no memory; an event can keep an earlier value"},
    {"der", "read a measure: JOINT.angle_rate, BODY.vx"},
    {"smooth", "write noevent(x)"},
    {"random rand", "a model gives the same numbers every time; there are no random numbers"}};

static const Habit names[] = {
    {"time", "the time is called t"},
    {"pi", "write pi"},
    {"e", "write exp(1), and powers as exp(x)"},
    {"inf infinity nan", "an expression has finite values only"},
    {"true", "write a condition such as t >= 0, or 1"},
    {"false", "write a condition such as t < 0, or 0"},
    {"and", "write \"and\" in lower case"},
    {"or", "write \"or\" in lower case"},
    {"not", "write \"not\" in lower case"},
    {"xor", "write (a and not b) or (b and not a)"},
    {"gravity", "gravity is not a name in expressions; make it a parameter"}};

static const Habit units[] = {
    {"degree degrees", "write deg"},
    {"radian radians", "write rad"},
    {"meter meters metre metres", "write m"},
    {"inch inches", "write in"},
    {"foot feet", "write ft"},
    {"sec second seconds", "write s"},
    {"minute minutes", "write min"},
    {"hour hours", "write h"},
    {"gram grams", "write g"},
    {"kgs", "write kg"},
    {"lbs", "write lb for a mass, lbf for a force"},
    {"newton newtons", "write N"},
    {"kgf", "write 9.80665 N"},
    {"nm", "write N*m"},
    {"ns", "write N*s"},
    {"kgm2 kgm", "write kg*m^2"},
    {"s2", "write s^2, as in 9.81 m/s^2"},
    {"m2", "write m^2"},
    {"m3", "write m^3"},
    {"nmm", "write N*mm"},
    {"joule", "write J"},
    {"watt", "write W"},
    {"kw", "write 1000 W"},
    {"bar", "write 100 kPa"},
    {"hertz", "write Hz"},
    {"khz", "write 1000 Hz"},
    {"mps", "write m/s"},
    {"kmh kph", "write km/h"},
    {"rps", "write rev/s"},
    {"revolutions", "write rev"},
    {"um", "write 1e-6 m"},
    {"kelvin", "write K"},
    {"celsius", "write the temperature in K"},
    {"and", "write \"and\" in lower case"},
    {"or", "write \"or\" in lower case"}};

// clang-format on

#define COUNT(table) ((int)(sizeof(table) / sizeof(table)[0]))

// Words in upper case count as those in lower case.
static const char *find(const Habit *habits, int count, const char *word) {
  const size_t length = strlen(word);
  for (int k = 0; k < count; k++) {
    for (const char *at = habits[k].words; *at != '\0'; at += *at == ' ') {
      const size_t size = strcspn(at, " ");
      if (size == length && strncasecmp(at, word, size) == 0) {
        return habits[k].hint;
      }
      at += size;
    }
  }
  return NULL;
}

const char *foreign_sign(const char *text, int length, int *used) {
  for (int k = 0; k < COUNT(signs); k++) {
    if (length == 0 || signs[k].words[0] != text[0]) { // every sign of an expression comes here
      continue;
    }
    const int size = (int)strlen(signs[k].words);
    if (size <= length && memcmp(signs[k].words, text, (size_t)size) == 0) {
      *used = size;
      return signs[k].hint;
    }
  }
  return NULL;
}

const char *foreign_function(const char *word) {
  return find(functions, COUNT(functions), word);
}

const char *foreign_name(const char *word) {
  return find(names, COUNT(names), word);
}

const char *foreign_unit(const char *word) {
  return find(units, COUNT(units), word);
}

bool foreign_function_row(int k, const char **words, const char **hint) {
  if (k < 0 || k >= COUNT(functions)) {
    return false;
  }
  *words = functions[k].words;
  *hint = functions[k].hint;
  return true;
}
