// SPDX-License-Identifier: BSD-3-Clause
// csv.h: rows as comma-separated values, with or without a row of units behind the names.
#ifndef MBS_OUTPUT_ROWS_CSV_H
#define MBS_OUTPUT_ROWS_CSV_H

#include "analysis/interface/result.h"
#include "output/io.h"

// units: a second row, "s" first, with the unit of each channel, empty where it is not known. False
// when the file failed.
bool csv_write_with(const Result *result, bool units, IoFile *file);

#endif
