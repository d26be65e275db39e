// SPDX-License-Identifier: BSD-3-Clause
// csv.h: rows as comma-separated values.
#ifndef MBS_OUTPUT_CSV_H
#define MBS_OUTPUT_CSV_H

#include "output/io.h"
#include "system/result.h"

// RFC 4180 but for the line ends, which are a single LF: one header row of channel names, `t`
// first, no comment lines; the shortest numbers that read back as the same doubles; the field of
// an undetermined channel is empty.
bool csv_write(const Result *result, IoFile *file);

#endif
