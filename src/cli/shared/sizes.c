// SPDX-License-Identifier: BSD-3-Clause
// sizes.c: lists on the command line (see sizes.h).
#include "cli/shared/sizes.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/verification/ladder_plan.h"
#include "base/number.h"

static bool refuse(const Session *session, const char *option, const char *text,
                   const char *reason) {
  diag_add(session->diag, DIAG_USAGE, mark_none(), "--%s \"%s\": %s", option, text, reason);
  return diag_hint(session->diag,
                   "write sizes with commas between them, or the largest and the smallest "
                   "with a colon: --steps 0.004,0.002,0.001 or --tolerances 1e-5:1e-9");
}

// Reads numbers with one kind of separator between them; the count, or -1.
static int read_numbers(const char *text, char separator, double *values, int most) {
  int count = 0;
  while (count < most) {
    const char *end = strchr(text, separator);
    const int length = (int)(end != NULL ? (size_t)(end - text) : strlen(text));
    int used = 0;
    if (number_parse(text, length, &values[count], &used) != NUMBER_OK || !(values[count] > 0)) {
      return -1;
    }
    count++;
    if (end == NULL) {
      return count;
    }
    text = end + 1;
  }
  return -1;
}

// Geometric from ends[0] down to ends[1].
static bool spread(const Session *session, const double ends[2], double ratio, Sizes *sizes) {
  const double top = fmax(ends[0], ends[1]), bottom = fmin(ends[0], ends[1]);
  const long levels = session->options->levels;
  const double own = session->options->ratio > 0 ? session->options->ratio : ratio;
  const double count =
      levels > 0 ? (double)levels : floor(log(top / bottom) / log(own) * (1 + 1e-9) + 1e-9) + 1;
  if (levels > 0 && session->options->ratio > 0) {
    return false; // one follows from the other
  }
  if (!(top > bottom) || count < 2 || count > SIZES_MOST) {
    return false;
  }
  sizes->count = (int)count;
  for (int k = 0; k < sizes->count; k++) {
    sizes->values[k] =
        ladder_rounded(levels > 0 ? top * pow(bottom / top, k / (count - 1)) : top * pow(own, -k));
  }
  return true;
}

static int compare(const void *a, const void *b) {
  const double x = *(const double *)a, y = *(const double *)b;
  return (x < y) - (x > y);
}

// Descending; false when two are the same.
static bool sort(Sizes *sizes) {
  qsort(sizes->values, (size_t)sizes->count, sizeof *sizes->values, compare);
  for (int k = 1; k < sizes->count; k++) {
    if (sizes->values[k] == sizes->values[k - 1]) {
      return false;
    }
  }
  return true;
}

bool sizes_read(const Session *session, const char *option, const char *text, double ratio,
                double most, Sizes *sizes) {
  *sizes = (Sizes){.values = NULL};
  if (text == NULL) {
    return true;
  }
  sizes->values = arena_array(session->arena, double, SIZES_MOST);
  if (sizes->values == NULL) {
    return false;
  }
  if (strchr(text, ':') != NULL) {
    double ends[2];
    if (read_numbers(text, ':', ends, 2) != 2) {
      return refuse(session, option, text, "a range needs two numbers greater than 0");
    }
    if (!spread(session, ends, ratio, sizes)) {
      return refuse(session, option, text,
                    "a range needs 2 to 200 sizes, set with --levels or --ratio");
    }
  } else {
    sizes->count = read_numbers(text, ',', sizes->values, SIZES_MOST);
    if (sizes->count < 0) {
      return refuse(session, option, text, "it needs up to 200 numbers greater than 0");
    }
    if (sizes->count < 2 || !sort(sizes)) {
      return refuse(session, option, text, "it needs two or more different sizes");
    }
  }
  if (sizes->values[0] > most) {
    return refuse(session, option, text, "a size is too large");
  }
  return true;
}

// ---- channels ----

bool sizes_channels(const Session *session, ChannelNames *names) {
  const char *text = session->options->channels;
  *names = (ChannelNames){.list = NULL};
  if (text == NULL) {
    return true;
  }
  names->list = arena_array(session->arena, const char *, (int)strlen(text) + 1);
  while (names->list != NULL) {
    const size_t length = strcspn(text, ",");
    const char *name = arena_copy(session->arena, text, length);
    if (name == NULL) {
      return false;
    }
    if (length == 0) {
      return diag_add(session->diag, DIAG_USAGE, mark_none(),
                      "--channels \"%s\": a name is missing", session->options->channels);
    }
    names->list[names->count++] = name;
    if (text[length] == '\0') {
      return true;
    }
    text += length + 1;
  }
  return false;
}

bool sizes_channels_exist(const Session *session, const ChannelNames *names, const Model *model) {
  const char **outputs = arena_array(session->arena, const char *, model->output_count);
  bool good = outputs != NULL;
  for (int k = 0; good && k < model->output_count; k++) {
    outputs[k] = model->outputs[k].name;
  }
  for (int n = 0; outputs != NULL && n < names->count; n++) {
    bool found = false;
    for (int k = 0; k < model->output_count; k++) {
      found = found || strcmp(outputs[k], names->list[n]) == 0;
    }
    if (!found) {
      diag_add(session->diag, DIAG_USAGE, mark_none(), "the model has no output \"%s\"",
               names->list[n]);
      const char *nearest = text_nearest(names->list[n], outputs, model->output_count);
      diag_suggest(session->diag, nearest);
      good = false;
    }
  }
  return good;
}
