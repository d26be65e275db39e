// SPDX-License-Identifier: BSD-3-Clause
// columns.h: rows as aligned columns of numbers.
#ifndef MBS_OUTPUT_COLUMNS_H
#define MBS_OUTPUT_COLUMNS_H

#include "output/io.h"
#include "system/result.h"

// One line per row, every channel right-aligned in a field of 24 characters, `t` first, numbers as
// %.16e (17 digits: they read back as the same doubles), "-" for an undetermined channel. There is
// no header row: the file is what numpy.loadtxt, Octave's load and gnuplot read without options.
// With the five channels of the IFToMM problem A01 it is that benchmark's six-column text file:
// time, x, y, mechanical energy, violation of the constraints in position and in velocity.
bool columns_write(const Result *result, IoFile *file);

#endif
