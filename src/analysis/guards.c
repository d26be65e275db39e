// SPDX-License-Identifier: BSD-3-Clause
// guards.c: the guards in the order in which they are asked (see guards.h).
#include "analysis/guards.h"

#include "analysis/bridge.h"
#include "analysis/choice.h"
#include "analysis/growth.h"
#include "analysis/locked.h"
#include "analysis/mirrored.h"
#include "analysis/pace.h"
#include "analysis/passages.h"
#include "analysis/pose_watch.h"
#include "analysis/unseen.h"

bool guards_open(const Watched *run) {
  static bool (*const open[])(const Watched *run) = {unseen_watch, growth_watch, mirrored_watch,
                                                     pace_watch,   pose_watch,   passage_watch,
                                                     bridge_watch, choice_watch, locked_watch};
  bool ok = true;
  for (int k = 0; k < (int)(sizeof open / sizeof *open) && ok; k++) {
    ok = open[k](run);
  }
  return ok;
}
