// SPDX-License-Identifier: BSD-3-Clause
// options_meant.c: which option is meant by a word that is none (see options_meant.h).
#include "cli/shared/options_meant.h"

#include <string.h>

#include "base/text.h"

// Options of other programs.
static const struct {
  const char *theirs, *ours;
} words_of_others[] = {{"over", "x"},         {"versus", "x"},    {"param", "set"},
                       {"parameter", "set"},  {"define", "set"},  {"cores", "jobs"},
                       {"processes", "jobs"}, {"threads", "jobs"}};

// The option of the command that such a word means, or NULL.
const char *options_meant(const char *word, const char *const *names, int count) {
  for (size_t k = 0; k < sizeof words_of_others / sizeof words_of_others[0]; k++) {
    for (int j = 0; j < count && strcmp(word, words_of_others[k].theirs) == 0; j++) {
      if (strcmp(names[j], words_of_others[k].ours) == 0) {
        return names[j];
      }
    }
  }
  return text_nearest(word, names, count);
}
