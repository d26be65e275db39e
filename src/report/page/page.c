// SPDX-License-Identifier: BSD-3-Clause
// page.c: one HTML file that shows a run (see page.h).
#include "report/page/page.h"

#include <string.h>

#include "analysis/recording/track.h"
#include "report/drawing/assets.h"
#include "report/drawing/html.h"
#include "report/drawing/packing.h"
#include "report/page/parts.h"

// Deflated, it is a third as long. False when memory ran out.
static bool put_script(const Page *page) {
  Packing packing;
  if (!packing_deflate(assets_script, strlen(assets_script), &packing, page->arena)) {
    return false;
  }
  text_put(page->out, "<template id=\"mbs-script\">");
  html_base64(page->out, packing.bytes, packing.length);
  text_put(page->out, "</template>\n<script type=\"module\">");
  text_put(page->out, assets_loader);
  text_put(page->out, "</script>\n</body>\n</html>\n");
  return true;
}

static bool put_body(const Page *page) {
  Text *out = page->out;
  const bool planar = page->model != NULL && page->model->planar;
  text_printf(out, "<body data-space=\"%s\">\n", planar ? "planar" : "spatial");
  parts_verdict(page);
  text_put(out, "<main>\n");
  const bool moved = parts_motion(page);
  parts_plots(page);
  parts_checks(page);
  parts_audit(page);
  parts_errors(page);
  parts_events(page);
  parts_modes(page);
  parts_model(page);
  parts_statistics(page);
  parts_provenance(page);
  text_put(out, "</main>\n");
  const bool good = parts_data(page) && moved;
  const bool packed = put_script(page);
  return good && packed;
}

// The tracks of the run. NULL when memory ran out.
static const SceneTrack *all_tracks(const PageJob *job, int *count, Arena *arena) {
  SceneTrack *tracks = arena_array(arena, SceneTrack, job->stored->count);
  *count = 0;
  for (int k = 0; tracks != NULL && k < job->stored->count; k++) {
    const StoredTable *track = &job->stored->list[k].track;
    if (track->rows > 0 && track_fits(job->model, track->columns)) {
      tracks[(*count)++] = (SceneTrack){track->values + 1, track->rows, track->columns};
    }
  }
  return tracks;
}

// The poses at the first row of the first motion, or of the first that is none; without one as the
// file states them.
static const double *first_poses(const PageJob *job, const SceneTrack *tracks, int count,
                                 Arena *arena) {
  const int bodies = job->model->body_count - 1, per_body = track_per_body(job->model);
  for (int k = 0; k < count; k++) {
    if (tracks[k].rows > 1) {
      return tracks[k].poses;
    }
  }
  if (count > 0) {
    return tracks[0].poses;
  }
  double *poses = arena_array(arena, double, bodies *per_body);
  for (int b = 0; poses != NULL && b < bodies; b++) {
    track_pose(job->state, 1 + b, poses + (long)b * per_body);
  }
  return poses;
}

// False when memory ran out.
static bool open_scene(const PageJob *job, Page *page, Scene *scene) {
  if (job->model == NULL) {
    return true;
  }
  page->model = job->model;
  page->reader = job->reader;
  page->scene = scene;
  int count = 0;
  const SceneTrack *tracks = all_tracks(job, &count, page->arena);
  page->poses = tracks != NULL ? first_poses(job, tracks, count, page->arena) : NULL;
  return page->poses != NULL && scene_make(scene, job->state, tracks, count, page->arena);
}

bool page_write(const PageJob *job, Arena *arena, Diag *diag) {
  Text out = text_open(arena->allocator);
  if (!stored_read(job->stored, arena, diag)) {
    return false;
  }
  Scene scene;
  Page page = {.stored = job->stored, .arena = arena, .out = &out};
  if (!open_scene(job, &page, &scene)) {
    return false;
  }
  const char *const scripts[] = {assets_loader, assets_script};
  html_head(parts_text(&page, page.stored->summary, "model.title"), scripts, 2, &out);
  const bool good = put_body(&page) && !out.failed && !arena->allocator->exhausted &&
                    io_write(job->calls, job->path, out.bytes, out.length, arena, diag);
  text_close(&out);
  return good;
}
