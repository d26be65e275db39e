// SPDX-License-Identifier: BSD-3-Clause
// writer.c: writers.def as a table.
#include "output/writer.h"

#include <string.h>

const Writer writer_table[] = {
#define WRITER(name, ending, summary) {#name, ending, summary, name##_write},
#include "output/writers.def"
#undef WRITER
};

int writer_count(void) {
  return (int)(sizeof writer_table / sizeof writer_table[0]);
}

const Writer *writer_find(const char *name) {
  for (int k = 0; k < writer_count(); k++) {
    if (strcmp(writer_table[k].name, name) == 0) {
      return &writer_table[k];
    }
  }
  return NULL;
}
