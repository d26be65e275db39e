// SPDX-License-Identifier: BSD-3-Clause
// foreign.c: tables of habits.
#include "expr/text/foreign.h"

#include <stddef.h>
#include <stdio.h>
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
    {FOREIGN_DEGREES, "write degrees as 90 deg"},
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
    {"clamp clip limit sat saturate saturation", "write min(max(x, low), high)"},
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
    {"integral integrate integ",
     "an integral is a state of its own, see mbsrun explain state; that of an output over the run is "
     "a check or a measure of a study"},
    {"delay transport_delay", "an expression reads the present only: mbsrun explain delay"},
    {"sample zoh hold", "an event keeps a sampled value in a parameter: mbsrun explain sample"},
    {"der derivative ddt", "read a measure: JOINT.angle_rate, BODY.vx"},
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

// "@" stands for the number and a sign of multiplication, "3*"; nothing for a 1.
static const Habit units[] = {
    {"degree degrees", "write deg"},
    {"radian radians", "write rad"},
    {"mrad", "write @1e-3 rad"},
    {"gon grad", "write @0.9 deg"},
    {"meter meters metre metres", "write m"},
    {"inch inches", "write in"},
    {"foot feet", "write ft"},
    {"yd yard yards", "write @0.9144 m"},
    {"mi mile miles", "write @1609.344 m"},
    {"thou mil mils", "write @1e-3 in"},
    {"sec second seconds", "write s"},
    {"us usec", "write @1e-6 s"},
    {"minute minutes", "write min"},
    {"hour hours hr hrs", "write h"},
    {"gram grams", "write g"},
    {"kgs", "write kg"},
    {"tonne tonnes", "write t"},
    {"ton tons", "write t for 1000 kg, @2000 lb for an American ton"},
    {"lbs", "write lb for a mass, lbf for a force"},
    {"lbm pound pounds", "write lb"},
    {"slug slugs", "write @14.593903 kg"},
    {"oz ounce ounces", "write @0.028349523 kg"},
    {"newton newtons", "write N"},
    {"kgf kp kilopond", "write @9.80665 N"},
    {"mn", "write @1e-3 N or @1e6 N"},
    {"dyn dyne", "write @1e-5 N"},
    {"kip kips", "write @1000 lbf"},
    {"ozf", "write @0.27801385 N"},
    {"nm", "write N*m"},
    {"ncm", "write N*cm"},
    {"mnm", "write @1e-3 N*m, or @1e6 N*m"},
    {"knm", "write kN*m"},
    {"ftlb ftlbf ft_lb ft_lbf lbft lbfft", "write lbf*ft"},
    {"inlb inlbf in_lb in_lbf lbin lbfin", "write lbf*in"},
    {"ns", "write N*s"},
    {"kgm2 kgm", "write kg*m^2"},
    {"kgcm2", "write kg*cm^2"},
    {"kgmm2", "write kg*mm^2"},
    {"gcm2", "write g*cm^2"},
    {"gmm2", "write g*mm^2"},
    {"s2", "write s^2, as in 9.81 m/s^2"},
    {"m2", "write m^2"},
    {"cm2", "write cm^2"},
    {"mm2", "write mm^2"},
    {"in2", "write in^2"},
    {"m3", "write m^3"},
    {"cm3", "write cm^3"},
    {"mm3", "write mm^3"},
    {"nmm", "write N*mm"},
    {"joule", "write J"},
    {"kj", "write @1000 J"},
    {"mj", "write @1e-3 J or @1e6 J"},
    {"wh", "write @3600 J"},
    {"kwh", "write @3.6e6 J"},
    {"cal", "write @4.184 J"},
    {"kcal", "write @4184 J"},
    {"watt", "write W"},
    {"kw", "write @1000 W"},
    {"hp", "write @745.69987 W"},
    {"ps", "write @735.49875 W"},
    {"bar", "write @100 kPa"},
    {"mbar hpa", "write @100 Pa"},
    {"atm", "write @101.325 kPa"},
    {"torr mmhg", "write @133.322 Pa"},
    {"psi", "write @6894.757 Pa"},
    {"ksi", "write @6.894757 MPa"},
    {"hertz", "write Hz"},
    {"khz", "write @1000 Hz"},
    {"mps", "write m/s"},
    {"fps", "write ft/s"},
    {"kmh kph kmph", "write km/h"},
    {"mph", "write @0.44704 m/s"},
    {"knot knots kt kts", "write @0.514444 m/s"},
    {"g0 gn gs", "write @9.80665 m/s^2"},
    {"rps", "write rev/s"},
    {"dps", "write deg/s"},
    {"rads", "write rad/s"},
    {"revolution revolutions turn turns", "write rev"},
    {"um micron microns", "write @1e-6 m"},
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

const char *foreign_unit(const char *word, const char *number, int length,
                         char text[static FOREIGN_HINT]) {
  const char *rest = find(units, COUNT(units), word);
  const bool one = length == 0 || (length == 1 && number[0] == '1');
  size_t used = 0;
  text[0] = '\0';
  for (const char *at = rest; at != NULL && used < FOREIGN_HINT; rest = at + 1) {
    at = strchr(rest, '@');
    const int plain = (int)(at != NULL ? (size_t)(at - rest) : strlen(rest));
    used += (size_t)snprintf(text + used, FOREIGN_HINT - used, "%.*s%.*s%s", plain, rest,
                             at == NULL || one ? 0 : length, number, at == NULL || one ? "" : "*");
    if (at == NULL) {
      break;
    }
  }
  return rest == NULL ? NULL : text;
}

bool foreign_function_row(int k, const char **words, const char **hint) {
  if (k < 0 || k >= COUNT(functions)) {
    return false;
  }
  *words = functions[k].words;
  *hint = functions[k].hint;
  return true;
}
