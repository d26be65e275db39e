// SPDX-License-Identifier: BSD-3-Clause
// csv_units.c: comma-separated values with a second header row, the units of the columns: "s" of t,
// "m", "deg" of an output that is written so, nothing where the unit is not known.
#include "output/rows/csv.h"
#include "output/writer.h"

bool csv_units_write(const Result *result, IoFile *file) {
  return csv_write_with(result, true, file);
}
