// SPDX-License-Identifier: BSD-3-Clause
// table.h: runs that are listed row by row, in the study or in a file beside it.
#ifndef MBS_SWEEP_STUDY_TABLE_H
#define MBS_SWEEP_STUDY_TABLE_H

#include "spec/check.h"
#include "sweep/study/sweep.h"

// Makes a variable of each column, with room for `more` others behind them. path: of the study,
// below whose folder the file stands. Each field at fault has its message, at its line and column.
// False only when memory ran out.
bool table_read(const Checker *checker, const Item *study, const char *path, int more,
                Sweep *sweep);

#endif
