// SPDX-License-Identifier: BSD-3-Clause
// every_mechanism.h: a check on every mechanism that there is: the texts of system_support.h, which
// hold every joint and force with expressions of time and state, and the shipped models.
#ifndef MBS_TESTS_UNIT_EVERY_MECHANISM_H
#define MBS_TESTS_UNIT_EVERY_MECHANISM_H

#include "support/place.h"
#include "unit/system_support.h"

#include <dirent.h>

// Gets each mechanism at its initial conditions.
typedef void MechanismCheck(Mechanism *mechanism, const char *name);

static inline void every_text(MechanismCheck *check) {
  static const struct {
    const char *name, *text;
  } texts[] = {{"planar", SUPPORT_PLANAR},   {"relations", SUPPORT_RELATIONS},
               {"spatial", SUPPORT_SPATIAL}, {"angles", SUPPORT_ANGLES},
               {"rubbing", SUPPORT_RUBBING}, {"rubbing in space", SUPPORT_RUBBING_IN_SPACE}};
  for (size_t k = 0; k < sizeof texts / sizeof texts[0]; k++) {
    Mechanism mechanism;
    mechanism_open(&mechanism, texts[k].text, true);
    check(&mechanism, texts[k].name);
    mechanism_close(&mechanism);
  }
}

static inline void every_model_of(const char *folder, MechanismCheck *check) {
  DIR *directory = opendir(folder);
  assert_non_null(directory);
  int count = 0;
  for (const struct dirent *item = readdir(directory); item != NULL; item = readdir(directory)) {
    const char *ending = strrchr(item->d_name, '.');
    if (ending == NULL || strcmp(ending, ".yaml") != 0) {
      continue;
    }
    char path[2048];
    snprintf(path, sizeof path, "%s/%s", folder, item->d_name);
    Mechanism mechanism;
    mechanism_open_file(&mechanism, path);
    check(&mechanism, path);
    mechanism_close(&mechanism);
    count++;
  }
  closedir(directory);
  assert_true(count > 0);
}

static inline void every_shipped_model(MechanismCheck *check) {
  every_model_of(place_of("models/iftomm").path, check);
  every_model_of(place_of("models/founding").path, check);
  every_model_of(place_of("models/examples").path, check);
}

#endif
