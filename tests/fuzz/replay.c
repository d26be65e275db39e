// SPDX-License-Identifier: BSD-3-Clause
// replay.c: feeds every file of a corpus folder to a fuzz target, without a fuzzer.
//
// usage: fuzz_<name> FOLDER. The empty input always comes first. A fault shows itself through
// the sanitizers or an assert; a folder that is missing or empty is an error, so that a lost
// corpus does not pass for a clean one.

#include <dirent.h>
#include <limits.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

// False when the file cannot be read.
static bool replay_file(const char *path) {
  FILE *file = fopen(path, "rb");
  struct stat status;
  if (file == NULL || fstat(fileno(file), &status) != 0) {
    return false;
  }
  const size_t size = (size_t)status.st_size;
  // Exactly as long as the input, so that reading one byte too many is seen.
  uint8_t *data = malloc(size > 0 ? size : 1);
  const bool complete = data != NULL && fread(data, 1, size, file) == size;
  if (complete) {
    LLVMFuzzerTestOneInput(data, size);
  }
  free(data);
  return fclose(file) == 0 && complete;
}

// The number of files replayed, or -1 after a message.
static int replay_folder(const char *folder) {
  struct dirent **entries = NULL;
  const int count = scandir(folder, &entries, NULL, alphasort);
  int replayed = 0;
  bool failed = count < 0;
  for (int k = 0; k < count; k++) {
    char path[PATH_MAX];
    const int length = snprintf(path, sizeof path, "%s/%s", folder, entries[k]->d_name);
    struct stat status;
    if (length < (int)sizeof path && stat(path, &status) == 0 && S_ISREG(status.st_mode)) {
      failed = !replay_file(path) || failed;
      replayed++;
    }
    free(entries[k]);
  }
  free(entries);
  return failed ? -1 : replayed;
}

int main(int argc, char **argv) {
  if (argc != 2) {
    fprintf(stderr, "usage: %s FOLDER\n", argv[0]);
    return 2;
  }
  const uint8_t nothing[1] = {0};
  LLVMFuzzerTestOneInput(nothing, 0);
  const int replayed = replay_folder(argv[1]);
  if (replayed <= 0) {
    fprintf(stderr, "%s: cannot be read or has no files\n", argv[1]);
    return 1;
  }
  printf("%d inputs replayed\n", replayed);
  return 0;
}
