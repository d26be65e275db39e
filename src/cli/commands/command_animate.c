// SPDX-License-Identifier: BSD-3-Clause
// command_animate.c: mbsrun animate DIR: the motion of a run as a moving picture.
#include <errno.h>
#include <math.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "analysis/recording/track.h"
#include "base/source.h"
#include "cli/shared/command.h"
#include "cli/shared/loading.h"
#include "cli/shared/messages.h"
#include "cli/shared/reporting.h"
#include "cli/shared/scratch.h"
#include "output/io.h"
#include "output/process.h"
#include "report/pictures/gltf.h"

static const double SHORT_FILM = 1; // s: what is shorter cannot be watched
enum { SVG_FRAMES = 60, FILM_RATE = 25, MOST_FRAMES = 10000, LARGEST_FILM = 1 << 30 };

// ---- which motion ----

// The analysis that --analysis names, or the first with a motion. NULL after a message.
static const StoredAnalysis *choose(const Session *session, const Stored *stored) {
  const char *wanted = session->options->analysis;
  for (int k = 0; k < stored->count; k++) {
    const StoredAnalysis *it = &stored->list[k];
    if ((wanted == NULL || strcmp(it->name, wanted) == 0) && it->track.rows > 1) {
      return it;
    }
  }
  if (wanted != NULL) {
    diag_add(session->diag, DIAG_USAGE, mark_none(),
             "\"%s\" contains no motion of an analysis \"%s\"", stored->directory, wanted);
  } else {
    diag_add(session->diag, DIAG_USAGE, mark_none(), "\"%s\" contains no motion",
             stored->directory);
  }
  diag_hint(session->diag, "dynamics, kinematics and inverse_dynamics write ANALYSIS.motion.bin, "
                           "except with --no-motion");
  return NULL;
}

static bool has_ending(const char *name, const char *ending) {
  const size_t length = strlen(name), tail = strlen(ending);
  return length > tail && strcmp(name + length - tail, ending) == 0;
}

static double length_of(const StoredTable *track) {
  return track->values[(long)(track->rows - 1) * track->columns] - track->values[0];
}

// As many frames, and as long, as was asked for; else at a pace at which one can look, but of some
// seconds in its own time where other programs go on with it.
static void take_measure(const Options *options, const char *path, Film *to) {
  const double own = length_of(to->track);
  const bool film = !has_ending(path, ".svg");
  const bool timed = has_ending(path, ".glb") && own >= SHORT_FILM;
  const double pace = timed ? 1 : film_pace(own);
  to->seconds = options->seconds > 0 ? options->seconds : own > 0 ? own / pace : 1;
  to->pace = own > 0 ? own / to->seconds : 1;
  const double usual = film ? fmin(ceil(to->seconds * FILM_RATE) + 1, 1000) : SVG_FRAMES;
  const double frames = options->frames > 0 ? (double)options->frames : usual;
  to->frames = (int)fmin(fmax(frames, 2), MOST_FRAMES);
}

// ---- writing ----

static bool is_film(const char *path) {
  return has_ending(path, ".mp4") || has_ending(path, ".gif") || has_ending(path, ".webm");
}

// Numbered pictures in a directory that is there.
static bool write_frames(const Session *session, const Film *film, const char *directory) {
  Arena *arena = session->arena;
  bool good = true;
  for (int k = 0; k < film->frames && good && *session->interrupted == 0; k++) {
    Text svg = text_open(arena->allocator);
    const char *path = text_print(arena, "%s/%05d.svg", directory, k);
    good = path != NULL && film_frame(film, k, arena, &svg) &&
           io_write(&io_kernel_calls, path, svg.bytes, svg.length, arena, session->diag);
    text_close(&svg);
  }
  return good;
}

static bool write_svg(const Session *session, const Film *film, const char *path) {
  Text svg = text_open(session->arena->allocator);
  const bool good =
      film_svg(film, session->arena, &svg) &&
      io_write(&io_kernel_calls, path, svg.bytes, svg.length, session->arena, session->diag);
  text_close(&svg);
  return good;
}

static bool write_gltf(const Session *session, const Film *film, const char *path) {
  Text glb = text_open(session->arena->allocator);
  const bool good =
      gltf_write(film, session->arena, &glb) &&
      io_write(&io_kernel_calls, path, glb.bytes, glb.length, session->arena, session->diag);
  text_close(&glb);
  return good;
}

// What ffmpeg makes of frames, in the same directory. Even sizes, as films want them.
static bool encode(const Session *session, const Film *film, const char *directory,
                   const char *made) {
  Arena *arena = session->arena;
  Text out = text_open(arena->allocator), said = text_open(arena->allocator);
  const char *rate = text_print(arena, "%.6g", film->frames / film->seconds);
  const char *frames = text_print(arena, "%s/%%05d.svg", directory);
  const char *const plain[] = {"ffmpeg", "-v",       "error",   "-framerate", rate, "-i",
                               frames,   "-pix_fmt", "yuv420p", made,         NULL};
  const char *const gif[] = {
      "ffmpeg",     "-v",  "error",
      "-framerate", rate,  "-i",
      frames,       "-vf", "scale=600:-1,split[a][b];[a]palettegen[p];[b][p]paletteuse",
      made,         NULL};
  int status = 0;
  const bool ran = rate != NULL && frames != NULL &&
                   process_run(has_ending(made, ".gif") ? gif : plain, &out, &said, &status);
  const bool good = ran && WIFEXITED(status) && WEXITSTATUS(status) == 0;
  if (!good) {
    diag_add(session->diag, DIAG_IO_WRITE, mark_none(), "the film cannot be made: %s",
             said.length > 0 ? said.bytes
             : ran           ? "ffmpeg failed"
                             : "ffmpeg cannot be started");
    diag_hint(session->diag,
              "install ffmpeg, or write an .svg, which plays by itself and needs no other program");
  }
  text_close(&out);
  text_close(&said);
  return good;
}

static bool write_film(const Session *session, const Film *film, const char *path) {
  Arena *arena = session->arena;
  const char *directory = scratch_make(session);
  const char *ending = strrchr(path, '.');
  SourceText bytes;
  if (directory == NULL) {
    return false;
  }
  const char *made = text_print(arena, "%s/film%s", directory, ending);
  const bool good =
      made != NULL && write_frames(session, film, directory) && *session->interrupted == 0 &&
      encode(session, film, directory, made) &&
      source_read(made, LARGEST_FILM, &bytes, arena, session->diag) &&
      io_write(&io_kernel_calls, path, bytes.text, bytes.length, arena, session->diag);
  scratch_remove(directory, arena);
  return good;
}

static bool write_folder(const Session *session, const Film *film, const char *path) {
  const char *name = strrchr(path, '/') != NULL ? strrchr(path, '/') + 1 : path;
  if (strchr(name, '.') != NULL && name[strspn(name, ".")] != '\0') {
    diag_add(session->diag, DIAG_USAGE, mark_none(), "\"%s\" is not the name of a film", path);
    return diag_hint(session->diag, "-o names an .svg, .mp4, .gif, .webm, .glb, or a folder for "
                                    "frames; a folder with a dot in its name ends with \"/\"");
  }
  if (mkdir(path, 0777) != 0 && errno != EEXIST) {
    diag_add(session->diag, DIAG_IO_WRITE, mark_none(), "\"%s\" cannot be created: %s", path,
             strerror(errno));
    return diag_hint(session->diag,
                     "-o names an .svg, .mp4, .gif, .webm, .glb, or a folder for frames");
  }
  return write_frames(session, film, path);
}

static bool animate(const Session *session, const Stored *stored, const Model *model, State *state,
                    const char **path, const char **pace) {
  const Options *options = session->options;
  const StoredAnalysis *it = choose(session, stored);
  Scene scene;
  if (it == NULL) {
    return false;
  }
  if (!track_fits(model, it->track.columns)) {
    diag_add(session->diag, DIAG_IO_READ, mark_none(), "the motion does not belong to this model");
    return false;
  }
  const SceneTrack track = {it->track.values + 1, it->track.rows, it->track.columns};
  if (!scene_make(&scene, state, &track, 1, session->arena)) {
    return false;
  }
  *path = options->output != NULL
              ? options->output
              : text_print(session->arena, "%s/%s.svg", stored->directory, it->name);
  Film film = {.scene = &scene,
               .track = &it->track,
               .title = model->title != NULL ? model->title : it->name};
  if (*path == NULL) {
    return false;
  }
  take_measure(options, *path, &film);
  *pace = film_pace_text(film.pace, session->arena);
  session->catch_signals();
  if (!film_open(&film, session->arena)) {
    return false;
  }
  return has_ending(*path, ".svg")   ? write_svg(session, &film, *path)
         : has_ending(*path, ".glb") ? write_gltf(session, &film, *path)
         : is_film(*path)            ? write_film(session, &film, *path)
                                     : write_folder(session, &film, *path);
}

// Where it is, and on standard error how fast it plays.
static void tell(const Session *session, const char *path, const char *pace) {
  Text text = text_open(session->arena->allocator);
  text_visible(&text, path, strlen(path));
  text_put(&text, "\n");
  terminal_print(session->terminal, &text);
  text.length = 0;
  text_printf(&text, "plays at %s\n", pace);
  terminal_say(session->terminal, &text);
  text_close(&text);
}

int command_animate(const Session *session) {
  const Options *options = session->options;
  Stored stored;
  const char *path = NULL, *pace = NULL;
  bool good = stored_open(options->operand, &stored, session->arena, session->diag);
  const Model *model = good ? reporting_model(session, &stored, session->diag) : NULL;
  State *state = model != NULL ? reporting_state(model, session->arena) : NULL;
  if (good && state == NULL && diag_exit_status(session->diag) <= 0) {
    diag_add(session->diag, DIAG_IO_READ, mark_none(),
             "the model file has changed since the run: bodies cannot be drawn");
    diag_hint(session->diag, "run it again, then use animate");
  }
  good = state != NULL && stored_read(&stored, session->arena, session->diag) &&
         animate(session, &stored, model, state, &path, &pace);
  state_close(state);
  messages_show(session, session->diag);
  if (*session->interrupted != 0) {
    return EXIT_SIGNAL + (int)*session->interrupted;
  }
  if (good && !options->quiet && !options->json) {
    tell(session, path, pace);
  }
  return good ? 0 : loading_status(session);
}
