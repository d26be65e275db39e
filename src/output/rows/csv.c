// SPDX-License-Identifier: BSD-3-Clause
// csv.c: rows as comma-separated values.
//
// RFC 4180 but for the line ends, which are a single LF: one header row of channel names, `t`
// first, behind it one of their units where that is asked for, no comment lines; the shortest
// numbers that read back as the same doubles; the field of an undetermined channel is empty.
#include "output/rows/csv.h"

#include <math.h>
#include <string.h>

#include "base/number.h"
#include "output/writer.h"

// Names and units of the model language need no quotes; this keeps the file right for any.
static bool put_name(const char *name, IoFile *file) {
  if (strpbrk(name, ",\"\r\n") == NULL) {
    return io_put(file, name, strlen(name));
  }
  bool good = io_put(file, "\"", 1);
  for (const char *at = name; *at != '\0'; at++) {
    good = good && io_put(file, "\"\"", *at == '"' ? 1 : 0) && io_put(file, at, 1);
  }
  return good && io_put(file, "\"", 1);
}

static bool put_header(const Result *result, IoFile *file) {
  bool good = true;
  for (int k = 0; good && k < result->channel_count; k++) {
    good = (k == 0 || io_put(file, ",", 1)) && put_name(result->channels[k].name, file);
  }
  return good && io_put(file, "\n", 1);
}

static bool put_row(const Result *result, const double *row, IoFile *file) {
  bool good = true;
  for (int k = 0; good && k < result->channel_count; k++) {
    char number[1 + NUMBER_TEXT_SIZE];
    int length = 0;
    if (k > 0) {
      number[length++] = ',';
    }
    if (!result->channels[k].undetermined && isfinite(row[k])) {
      length += number_format(row[k], number + length);
    }
    good = io_put(file, number, (size_t)length);
  }
  return good && io_put(file, "\n", 1);
}

static bool put_units(const Result *result, IoFile *file) {
  bool good = true;
  for (int k = 0; good && k < result->channel_count; k++) {
    const char *unit = result->channels[k].unit;
    good = (k == 0 || io_put(file, ",", 1)) && put_name(unit != NULL ? unit : "", file);
  }
  return good && io_put(file, "\n", 1);
}

static bool put_rows(const Result *result, IoFile *file) {
  bool good = true;
  for (int row = 0; good && row < result->row_count; row++) {
    good = put_row(result, result->rows + (size_t)row * (size_t)result->channel_count, file);
  }
  return good;
}

bool csv_write_with(const Result *result, bool units, IoFile *file) {
  return put_header(result, file) && (!units || put_units(result, file)) && put_rows(result, file);
}

bool csv_write(const Result *result, IoFile *file) {
  return csv_write_with(result, false, file);
}
