// SPDX-License-Identifier: BSD-3-Clause
// ndjson.c: rows as objects of JSON, one in a line: {"t":0,"x":-1,"torque":null}.
//
// Numbers have the fewest digits that read back as the same doubles, as in CSV; null stands for
// what is not determined.
#include <math.h>
#include <string.h>

#include "base/number.h"
#include "output/writer.h"

// Names of the model language need no escapes; this keeps the file right for any.
static bool put_key(const char *name, IoFile *file) {
  bool good = io_put(file, "\"", 1);
  for (const char *at = name; good && *at != '\0'; at++) {
    good = io_put(file, "\\", *at == '"' || *at == '\\' ? 1 : 0) && io_put(file, at, 1);
  }
  return good && io_put(file, "\":", 2);
}

static bool put_value(const Result *result, int channel, double value, IoFile *file) {
  char number[NUMBER_TEXT_SIZE];
  if (result->channels[channel].undetermined || !isfinite(value)) {
    return io_put(file, "null", 4);
  }
  return io_put(file, number, (size_t)number_format(value, number));
}

bool ndjson_write(const Result *result, IoFile *file) {
  bool good = true;
  for (int row = 0; good && row < result->row_count; row++) {
    const double *values = result->rows + (size_t)row * (size_t)result->channel_count;
    for (int k = 0; good && k < result->channel_count; k++) {
      good = io_put(file, k == 0 ? "{" : ",", 1) && put_key(result->channels[k].name, file) &&
             put_value(result, k, values[k], file);
    }
    good = good && io_put(file, "}\n", 2);
  }
  return good;
}
