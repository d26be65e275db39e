// SPDX-License-Identifier: BSD-3-Clause
// parts.h: the sections of a page, each appended to its text.
#ifndef MBS_REPORT_PAGE_PARTS_H
#define MBS_REPORT_PAGE_PARTS_H

#include "base/json.h"
#include "base/text.h"
#include "model/model.h"
#include "report/drawing/plot.h"
#include "report/pictures/stored.h"
#include "report/scene/scene.h"

typedef struct Page {
  const Stored *stored;
  const Model *model;        // or NULL
  const ModelReader *reader; // of the files that it names
  const Scene *scene;        // with a model
  const double *poses;       // with a model: of the first frame (still.h)
  Arena *arena;
  Text *out;
} Page;

// Texts of the summary; "" where there is none.
const char *parts_text(const Page *page, const char *json, const char *path);

// A bar of a value up to twice its limit, which stands in the middle; and of a part of a scale from
// 1e-16 to 1, in decades.
void parts_bar(double value, double limit, bool passed, Text *out);
void parts_decades(double part, const char *class, Text *out);

void parts_verdict(const Page *page);
// The first frame, in the figure that the script plays the motion in. False when memory ran out.
bool parts_motion(const Page *page);
void parts_plots(const Page *page);
// Gives a plot what a check of the model compares its channel with, where there is such a check.
void parts_reference(const Page *page, Plot *plot);
void parts_checks(const Page *page);
void parts_audit(const Page *page);
void parts_errors(const Page *page);
void parts_events(const Page *page);
void parts_modes(const Page *page);
void parts_model(const Page *page);
void parts_statistics(const Page *page);
void parts_provenance(const Page *page);

// How many numbers of a track's row are the time and the poses.
int parts_pose_columns(const Page *page);
// Modes of a linearization that the script can show: those whose pose is known.
int parts_mode_count(const Page *page, const StoredAnalysis *it);
void parts_modes_data(const Page *page, Json *json);

// Numbers for the script, each in a <template>, deflated: the scene and the heads of the tables as
// JSON, and the bytes of each table. False when
// memory ran out.
bool parts_data(const Page *page);

#endif
