// SPDX-License-Identifier: BSD-3-Clause
// writer.h: the registry of what can write the rows of an analysis; its rows are writers.def.
#ifndef MBS_OUTPUT_WRITER_H
#define MBS_OUTPUT_WRITER_H

#include "analysis/interface/result.h"
#include "output/io.h"

typedef struct Writer {
  const char *name;   // of --format
  const char *ending; // of the file, without the point
  const char *summary;
  bool (*write)(const Result *result, IoFile *file);
} Writer;

// What each row of writers.def stands for: writes the rows of a result. False when the file failed.
#define WRITER(name, ending, summary) bool name##_write(const Result *result, IoFile *file);
#include "output/writers.def"
#undef WRITER

extern const Writer writer_table[];
int writer_count(void);
const Writer *writer_find(const char *name); // or NULL

#endif
