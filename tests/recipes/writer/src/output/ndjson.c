// SPDX-License-Identifier: BSD-3-Clause
// ndjson.c: rows as one JSON object per line, keys are channels; null where a number is not known.
#include <math.h>
#include <string.h>

#include "base/number.h"
#include "output/writer.h"

static bool put_value(const Result *result, int channel, double value, IoFile *file) {
  char text[NUMBER_TEXT_SIZE];
  if (result->channels[channel].undetermined || !isfinite(value)) {
    return io_put(file, "null", 4);
  }
  return io_put(file, text, (size_t)number_format(value, text));
}

bool ndjson_write(const Result *result, IoFile *file) {
  bool good = true;
  for (int row = 0; good && row < result->row_count; row++) {
    const double *values = result->rows + (size_t)row * (size_t)result->channel_count;
    for (int k = 0; good && k < result->channel_count; k++) {
      const char *name = result->channels[k].name;
      good = io_put(file, k == 0 ? "{\"" : ",\"", 2) && io_put(file, name, strlen(name)) &&
             io_put(file, "\":", 2) && put_value(result, k, values[k], file);
    }
    good = good && io_put(file, "}\n", 2);
  }
  return good;
}
