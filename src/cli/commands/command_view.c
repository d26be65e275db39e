// SPDX-License-Identifier: BSD-3-Clause
// command_view.c: mbsrun view MODEL: a picture of the mechanism as it starts.
#include <string.h>

#include "analysis/recording/track.h"
#include "analysis/run.h"
#include "cli/shared/command.h"
#include "cli/shared/loading.h"
#include "cli/shared/messages.h"
#include "cli/shared/picture.h"
#include "report/pictures/still.h"

// MODEL.svg in the present directory.
static const char *usual_path(const Session *session) {
  const char *operand = session->options->operand;
  const char *slash = strrchr(operand, '/');
  const char *name = strcmp(operand, "-") == 0 ? "model" : slash != NULL ? slash + 1 : operand;
  const char *dot = strrchr(name, '.');
  const int length = (int)(dot != NULL && dot != name ? dot - name : (long)strlen(name));
  return text_print(session->arena, "%.*s.svg", length, name);
}

// False when memory ran out; nothing is put when there is nothing to see.
static bool put_still(const Session *session, const Model *model, State *state, Text *out) {
  Arena *arena = session->arena;
  const int bodies = model->body_count - 1, per_body = track_per_body(model);
  double *poses = arena_array(arena, double, bodies *per_body + 1);
  const char *title = model->title != NULL ? model->title : model->file;
  Scene scene;
  for (int b = 0; poses != NULL && b < bodies; b++) {
    track_pose(state, 1 + b, poses + (long)b * per_body);
  }
  Text still = text_open(arena->allocator);
  const bool good = poses != NULL && scene_make(&scene, state, NULL, 0, arena) &&
                    still_svg(&scene, poses, title, arena, &still) && !still.failed;
  if (good && still.length > 0) {
    text_put(out, "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"900\" height=\"600\" "
                  "viewBox=\"0 0 600 400\"><rect width=\"600\" height=\"400\" fill=\"#fff\"/>\n");
    text_append(out, still.bytes, still.length);
    text_put(out, "\n</svg>\n");
  }
  text_close(&still);
  return good;
}

static bool draw(const Session *session, const Model *model, const char *path) {
  State *state = run_initial(model, session->arena, session->diag);
  Text svg = text_open(session->arena->allocator);
  bool good = state != NULL && path != NULL && put_still(session, model, state, &svg);
  if (good && svg.length == 0) {
    good = diag_add(session->diag, DIAG_USAGE, mark_none(), "there is nothing to draw");
  }
  good = good && picture_write(session, path, &svg);
  text_close(&svg);
  state_close(state);
  return good;
}

int command_view(const Session *session) {
  const Options *options = session->options;
  const LoadOptions load = loading_options(options);
  const char *path = options->output != NULL ? options->output : usual_path(session);
  if (path == NULL || !picture_named(session, path)) {
    messages_show(session, session->diag);
    return loading_status(session);
  }
  const Model *model = loading_model(session, &load);
  const bool good = model != NULL && draw(session, model, path);
  if (!good) {
    loading_blame(session);
  }
  messages_show(session, session->diag);
  if (good && !options->quiet && !options->json) {
    Text text = text_open(session->arena->allocator);
    text_visible(&text, path, strlen(path));
    text_put(&text, "\n");
    terminal_print(session->terminal, &text);
    text_close(&text);
  }
  return good ? 0 : loading_status(session);
}
