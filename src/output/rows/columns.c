// SPDX-License-Identifier: BSD-3-Clause
// columns.c: rows as aligned columns of numbers.
//
// One line per row, every channel right-aligned in a field of 24 characters, `t` first, numbers as
// %.16e (17 digits: they read back as the same doubles), "-" for an undetermined channel. There is
// no header row: the file is what numpy.loadtxt, Octave's load and gnuplot read without options.
// With the five channels of the IFToMM problem A01 it is that benchmark's six-column text file:
// time, x, y, mechanical energy, violation of the constraints in position and in velocity.
#include <math.h>
#include <stdio.h>

#include "output/writer.h"

// The widest number, -1.2345678901234567e-300, takes 24 characters; one blank parts the columns.
enum { WIDTH = 24, FIELD_SIZE = 32 };

static bool put_field(const Result *result, int channel, double value, IoFile *file) {
  char field[FIELD_SIZE];
  const char *gap = channel > 0 ? " " : "";
  const bool known = !result->channels[channel].undetermined && isfinite(value);
  const int length = known ? snprintf(field, sizeof field, "%s%*.16e", gap, WIDTH, value)
                           : snprintf(field, sizeof field, "%s%*s", gap, WIDTH, "-");
  return length > 0 && io_put(file, field, (size_t)length);
}

bool columns_write(const Result *result, IoFile *file) {
  bool good = true;
  for (int row = 0; good && row < result->row_count; row++) {
    const double *values = result->rows + (size_t)row * (size_t)result->channel_count;
    for (int k = 0; good && k < result->channel_count; k++) {
      good = put_field(result, k, values[k], file);
    }
    good = good && io_put(file, "\n", 1);
  }
  return good;
}
