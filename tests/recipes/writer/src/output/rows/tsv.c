// SPDX-License-Identifier: BSD-3-Clause
// tsv.c: rows with tabs between, a header row of names first; nothing where a number is not known.
#include <math.h>
#include <string.h>

#include "base/number.h"
#include "output/writer.h"

static bool put_value(const Result *result, int channel, double value, IoFile *file) {
  char text[NUMBER_TEXT_SIZE];
  const bool known = !result->channels[channel].undetermined && isfinite(value);
  return io_put(file, text, known ? (size_t)number_format(value, text) : 0);
}

bool tsv_write(const Result *result, IoFile *file) {
  bool good = true;
  for (int row = -1; good && row < result->row_count; row++) {
    const double *values =
        result->rows + (size_t)(row < 0 ? 0 : row) * (size_t)result->channel_count;
    for (int k = 0; good && k < result->channel_count; k++) {
      const char *name = result->channels[k].name;
      good = io_put(file, "\t", k == 0 ? 0 : 1) &&
             (row < 0 ? io_put(file, name, strlen(name)) : put_value(result, k, values[k], file));
    }
    good = good && io_put(file, "\n", 1);
  }
  return good;
}
