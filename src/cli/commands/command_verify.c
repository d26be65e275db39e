// SPDX-License-Identifier: BSD-3-Clause
// command_verify.c: mbsrun verify DIR: what stands in a results directory against its digests.
#include <dirent.h>
#include <errno.h>
#include <string.h>

#include "base/text.h"
#include "cli/shared/command.h"
#include "cli/shared/loading.h"
#include "cli/shared/messages.h"
#include "output/directory.h"
#include "output/verify.h"
#include "sweep/results/folder.h"
#include "sweep/runs/store.h"

typedef struct Verifying {
  const Session *session;
  int files, summaries, indices;
  long rows;
} Verifying;

static void look_at_files(Verifying *verifying, const char *directory) {
  const Session *session = verifying->session;
  int files = -1;
  (void)verify_listed(directory, &files, session->arena, session->diag);
  verifying->summaries += files >= 0 ? 1 : 0;
  verifying->files += files > 0 ? files : 0;
}

static void look_at_index(Verifying *verifying, const char *path) {
  const Session *session = verifying->session;
  long rows = 0;
  bool claimed = false;
  Store *store = store_open(path, STORE_READ, session->arena, session->diag);
  if (store != NULL && store_claimed(store, &claimed) && claimed) {
    (void)store_verify(store, &rows);
  }
  store_close(store);
  verifying->indices++;
  verifying->rows += rows;
}

// Results of runs that a study keeps.
static void look_at_kept(Verifying *verifying, const char *directory) {
  const Session *session = verifying->session;
  const char *place = folder_file(directory, "runs", session->arena);
  DIR *runs = place == NULL ? NULL : opendir(place);
  const struct dirent *entry;
  if (place != NULL && runs == NULL) {
    (void)allocator_blamed(session->arena->allocator, errno);
  }
  while (runs != NULL && (entry = readdir(runs)) != NULL) {
    const char *run =
        entry->d_name[0] == '.' ? NULL : folder_file(place, entry->d_name, session->arena);
    if (run != NULL) {
      look_at_files(verifying, run);
    }
  }
  if (runs != NULL) {
    (void)closedir(runs);
  }
}

static void look_at_study(Verifying *verifying, const char *directory) {
  const Session *session = verifying->session;
  const FolderShard *shards = NULL;
  const char *index = folder_file(directory, "index.sqlite", session->arena);
  if (index != NULL && folder_has(index)) {
    look_at_index(verifying, index);
  }
  const int count = folder_shards(directory, &shards, session->arena);
  for (int k = 0; k < count; k++) {
    look_at_index(verifying, shards[k].index);
  }
  look_at_kept(verifying, directory);
}

// Something is not what was written: a check that failed. What cannot be read, or is not there, is
// input and output.
static int status_of(const Session *session) {
  for (int k = 0; k < session->diag->count; k++) {
    if (session->diag->messages[k].code == DIAG_IO_DAMAGED) {
      return EXIT_CHECK;
    }
  }
  return loading_status(session);
}

static void tell(const Verifying *verifying) {
  const Options *options = verifying->session->options;
  if (options->quiet || options->json) {
    return;
  }
  Text text = text_open(verifying->session->arena->allocator);
  text_printf(&text, "%s is unchanged: %d %s", options->operand, verifying->files,
              verifying->files == 1 ? "file" : "files");
  if (verifying->indices > 0) {
    text_printf(&text, ", %ld %s of %d %s", verifying->rows, verifying->rows == 1 ? "row" : "rows",
                verifying->indices, verifying->indices == 1 ? "index" : "indices");
  }
  text_put(&text, verifying->summaries == 0 ? "; there is no summary yet\n" : "\n");
  terminal_print(verifying->session->terminal, &text);
  text_close(&text);
}

int command_verify(const Session *session) {
  Verifying verifying = {.session = session};
  const char *directory = session->options->operand;
  look_at_files(&verifying, directory);
  look_at_study(&verifying, directory);
  if (verifying.summaries + verifying.indices == 0 && session->diag->error_count == 0 &&
      !session->arena->allocator->exhausted) {
    directory_refuse(directory, false, session->arena, session->diag);
  }
  messages_show(session, session->diag);
  if (session->diag->error_count > 0 || session->arena->allocator->exhausted) {
    return status_of(session);
  }
  tell(&verifying);
  return 0;
}
