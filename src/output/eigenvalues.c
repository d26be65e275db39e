// SPDX-License-Identifier: BSD-3-Clause
// eigenvalues.c: the writer of eigenvalues (see eigenvalues.h).
#include "output/eigenvalues.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "base/number.h"

static const char HEADER[] =
    "re,im,label,error,cause,natural_frequency,frequency,damping_ratio,residual,"
    "constraint_angle,pencil_re,pencil_im\n";

EigenFrequency eigenvalues_frequency(const Eigenvalue *value) {
  static const double TURN = 6.283185307179586476925286766559;
  const double size = hypot(value->re, value->im);
  const bool own = spectrum_own(value), damped = fabs(value->re) > DBL_EPSILON * size;
  return (EigenFrequency){.natural = own ? size / TURN : (double)NAN,
                          .damped = own ? fabs(value->im) / TURN : (double)NAN,
                          .damping_ratio =
                              own && size > 0 ? (damped ? -value->re / size : 0) : (double)NAN};
}

static bool put_text(IoFile *file, const char *text) {
  return io_put(file, text, strlen(text));
}

// A number behind a comma; nothing for NaN.
static bool put_number(IoFile *file, double value, bool first) {
  char text[2 + NUMBER_TEXT_SIZE];
  size_t length = 0;
  if (!first) {
    text[length++] = ',';
  }
  if (isinf(value)) {
    memcpy(text + length, value > 0 ? "inf" : "-inf", value > 0 ? 3 : 4);
    length += value > 0 ? 3 : 4;
  } else if (isfinite(value)) {
    length += (size_t)number_format(value == 0 ? 0 : value, text + length);
  }
  return io_put(file, text, length);
}

static bool put_value(IoFile *file, const Eigenvalue *value) {
  const EigenFrequency frequency = eigenvalues_frequency(value);
  const double numbers[] = {frequency.natural, frequency.damped, frequency.damping_ratio,
                            value->residual,   value->angle,     value->pencil_re,
                            value->pencil_im};
  bool good = put_number(file, value->re, true) && put_number(file, value->im, false) &&
              put_text(file, ",") && put_text(file, spectrum_label_word(value->label)) &&
              put_number(file, value->error, false) && put_text(file, ",");
  if (value->cause != NULL) {
    good = good && put_text(file, "\"") && put_text(file, value->cause) && put_text(file, "\"");
  }
  for (size_t k = 0; good && k < sizeof numbers / sizeof numbers[0]; k++) {
    good = put_number(file, numbers[k], false);
  }
  return good && put_text(file, "\n");
}

bool eigenvalues_write(const Result *result, IoFile *file) {
  const Spectrum *spectrum = result->linear->spectrum;
  bool good = put_text(file, HEADER);
  for (int k = 0; good && k < spectrum->count; k++) {
    good = put_value(file, &spectrum->list[k]);
  }
  return good;
}
