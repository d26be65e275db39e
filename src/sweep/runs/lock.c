// SPDX-License-Identifier: BSD-3-Clause
// lock.c: a lock with a name in it (see lock.h).
//
// The file: host NAME, boot ID, process NUMBER, born TICKS, since TIME, beat NUMBER; a line each.
#include "sweep/runs/lock.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/vfs.h>
#include <time.h>
#include <unistd.h>

#include "base/text.h"
#include "sweep/runs/worker.h"

static const double BEAT = 2, WATCH = 7, GLANCE = 0.25; // s

// ---- who ----

static void read_line(const char *path, char *text, size_t size) {
  const int file = open(path, O_RDONLY | O_CLOEXEC);
  const ssize_t got = file < 0 ? 0 : read(file, text, size - 1);
  text[got > 0 ? got : 0] = '\0';
  text[strcspn(text, "\n")] = '\0';
  if (file >= 0) {
    (void)close(file);
  }
}

// When a process began, in ticks since the boot: the 22nd word, the second of which is in
// parentheses and may hold anything. Numbers of processes come back, with this they do not.
static long long birth(long process) {
  char path[64], words[1024];
  (void)snprintf(path, sizeof path, "/proc/%ld/stat", process);
  read_line(path, words, sizeof words);
  const char *at = strrchr(words, ')');
  for (int word = 2; at != NULL && word < 22; word++) {
    at = strchr(at + 1, ' ');
  }
  return at == NULL ? -1 : strtoll(at, NULL, 10);
}

static void introduce(Lock *lock) {
  char host[256] = "", boot[64], since[TEXT_TIME_SIZE];
  text_time(since);
  (void)gethostname(host, sizeof host - 1);
  read_line("/proc/sys/kernel/random/boot_id", boot, sizeof boot);
  (void)snprintf(lock->words, sizeof lock->words,
                 "host %.120s\nboot %s\nprocess %ld\nborn %lld\nsince %s\n", host, boot,
                 (long)getpid(), birth((long)getpid()), since);
}

// The value of a key in the words of a lock; empty when it has none.
static void value_of(const char *words, const char *key, char *value, size_t size) {
  const size_t length = strlen(key);
  value[0] = '\0';
  for (const char *line = words; line != NULL && *line != '\0';) {
    const char *end = strchr(line, '\n');
    if (strncmp(line, key, length) == 0 && line[length] == ' ' && end != NULL) {
      (void)snprintf(value, size, "%.*s", (int)(end - line - (long)length - 1), line + length + 1);
      return;
    }
    line = end == NULL ? NULL : end + 1;
  }
}

static bool is_same(const char *a, const char *b, const char *key) {
  char first[160], second[160];
  value_of(a, key, first, sizeof first);
  value_of(b, key, second, sizeof second);
  return strcmp(first, second) == 0;
}

static void describe(const char *words, char *text, size_t size) {
  char host[130], process[32], since[40];
  value_of(words, "host", host, sizeof host);
  value_of(words, "process", process, sizeof process);
  value_of(words, "since", since, sizeof since);
  (void)snprintf(text, size, "process %s on %s, since %s", process, host, since);
}

static bool lives_here(const char *words) {
  char process[32], born[32];
  value_of(words, "process", process, sizeof process);
  value_of(words, "born", born, sizeof born);
  const long number = strtol(process, NULL, 10);
  return number > 0 && (kill((pid_t)number, 0) == 0 || errno == EPERM) &&
         birth(number) == strtoll(born, NULL, 10);
}

// ---- the file ----

static void read_words(int descriptor, char *words) {
  const ssize_t got = pread(descriptor, words, LOCK_TEXT_SIZE - 1, 0);
  words[got > 0 ? got : 0] = '\0';
}

static bool write_words(Lock *lock) {
  char text[LOCK_TEXT_SIZE + 40];
  const int length = snprintf(text, sizeof text, "%sbeat %012ld\n", lock->words, lock->beats++);
  lock->beaten = worker_clock();
  // what was there may have been longer
  return pwrite(lock->descriptor, text, (size_t)length, 0) == length &&
         ftruncate(lock->descriptor, length) == 0 && fsync(lock->descriptor) == 0;
}

void lock_look(const char *path, LockSight *sight) {
  const int file = open(path, O_RDONLY | O_CLOEXEC);
  sight->when = worker_clock();
  sight->words[0] = '\0';
  if (file >= 0) {
    read_words(file, sight->words);
    (void)close(file);
  }
}

void lock_holder(const LockSight *sight, char text[static LOCK_TEXT_SIZE]) {
  static const char left[] = "left by ";
  Lock ours = {.descriptor = -1};
  text[0] = '\0';
  if (sight->words[0] == '\0') {
    return;
  }
  introduce(&ours);
  const bool here = is_same(sight->words, ours.words, "host");
  const bool gone =
      here && (!is_same(sight->words, ours.words, "boot") || !lives_here(sight->words));
  const size_t length = gone ? sizeof left - 1 : 0;
  memcpy(text, left, length);
  describe(sight->words, text + length, LOCK_TEXT_SIZE - length);
}

static void let_go(Lock *lock) {
  if (lock->descriptor >= 0) {
    (void)close(lock->descriptor);
  }
  lock->descriptor = -1;
}

typedef enum Grip { GRIP_FIRM, GRIP_REFUSED, GRIP_FAILED } Grip;

// Opens the file and takes the record lock. Opening anew also makes a network's file system show
// what others have written.
static Grip grip(Lock *lock, Diag *diag) {
  struct flock record = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
  lock->descriptor = open(lock->path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  if (lock->descriptor < 0) {
    diag_add(diag, DIAG_IO_WRITE, mark_none(), "%s: %s", lock->path, strerror(errno));
    return GRIP_FAILED;
  }
  lock->by_kernel = fcntl(lock->descriptor, F_SETLK, &record) == 0;
  if (lock->by_kernel || errno == ENOLCK || errno == ENOSYS || errno == EOPNOTSUPP) {
    return GRIP_FIRM;
  }
  if (errno == EACCES || errno == EAGAIN) {
    return GRIP_REFUSED;
  }
  diag_add(diag, DIAG_IO_WRITE, mark_none(), "%s: %s", lock->path, strerror(errno));
  let_go(lock);
  return GRIP_FAILED;
}

static bool refuse(Lock *lock, const char *words, const char *subject, Diag *diag) {
  char who[LOCK_TEXT_SIZE];
  describe(words, who, sizeof who);
  diag_add(diag, DIAG_STUDY_BUSY, mark_none(), "another process is working on %s%s%s", subject,
           words[0] == '\0' ? "" : ": ", words[0] == '\0' ? "" : who);
  diag_hint(diag, "wait for it, or end it; mbsrun sweep status shows how far it is");
  let_go(lock);
  return false;
}

static void wait_a_glance(void) {
  const struct timespec pause = {.tv_nsec = (long)(GLANCE * 1e9)};
  (void)nanosleep(&pause, NULL);
}

// Whether a holder of another host is gone: its words stay as they are for WATCH seconds.
static Grip watch(Lock *lock, const LockSight *sight, char *words, Diag *diag) {
  LockSight first = {.when = worker_clock()};
  if (sight != NULL && strcmp(sight->words, words) == 0) {
    first = *sight;
  }
  memcpy(first.words, words, sizeof first.words);
  while (worker_clock() - first.when < WATCH) {
    let_go(lock);
    wait_a_glance();
    const Grip got = grip(lock, diag);
    if (got == GRIP_FAILED) {
      return got;
    }
    read_words(lock->descriptor, words);
    if (got == GRIP_REFUSED || strcmp(first.words, words) != 0) {
      return words[0] == '\0' && got == GRIP_FIRM ? GRIP_FIRM : GRIP_REFUSED;
    }
  }
  return GRIP_FIRM;
}

// Without the kernel's word for all hosts, two may have found the lock free at once: the later
// words stay. Opened anew, since what others wrote may not be seen before. words: those that stay.
static Grip look_again(Lock *lock, char *words, Diag *diag) {
  wait_a_glance();
  let_go(lock);
  const Grip got = grip(lock, diag);
  if (got == GRIP_FAILED) {
    return got;
  }
  read_words(lock->descriptor, words);
  const bool ours = strncmp(words, lock->words, strlen(lock->words)) == 0;
  return got == GRIP_FIRM && ours ? GRIP_FIRM : GRIP_REFUSED;
}

bool lock_take(Lock *lock, const char *path, const char *subject, const LockSight *sight,
               Diag *diag) {
  char words[LOCK_TEXT_SIZE];
  *lock = (Lock){.descriptor = -1, .path = path};
  introduce(lock);
  Grip got = grip(lock, diag);
  if (got == GRIP_FAILED) {
    return false;
  }
  read_words(lock->descriptor, words);
  const bool here = is_same(words, lock->words, "host") && is_same(words, lock->words, "boot");
  if (got == GRIP_FIRM && here && !lock->by_kernel && lives_here(words)) {
    got = GRIP_REFUSED;
  } else if (got == GRIP_FIRM && words[0] != '\0' && !is_same(words, lock->words, "host")) {
    lock->doubtful = true;
    got = watch(lock, sight, words, diag);
  }
  if (got != GRIP_FIRM) {
    return got == GRIP_REFUSED && refuse(lock, words, subject, diag);
  }
  // who merges shards looks at many, one after the other, and writes into none of them
  lock->doubtful = lock->doubtful || !lock->by_kernel || (sight == NULL && lock_is_shared(path));
  if (words[0] != '\0') {
    describe(words, lock->left_by, sizeof lock->left_by);
  }
  if (!write_words(lock)) {
    diag_add(diag, DIAG_IO_WRITE, mark_none(), "%s: %s", path, strerror(errno));
    let_go(lock);
    return false;
  }
  got = lock->doubtful ? look_again(lock, words, diag) : GRIP_FIRM;
  return got == GRIP_FIRM || (got == GRIP_REFUSED && refuse(lock, words, subject, diag));
}

void lock_beat(Lock *lock) {
  if (lock->descriptor >= 0 && worker_clock() - lock->beaten >= BEAT) {
    (void)write_words(lock); // the kernel's lock holds all the same
  }
}

void lock_release(Lock *lock) {
  if (lock->descriptor >= 0) {
    (void)!ftruncate(lock->descriptor, 0);
  }
  let_go(lock);
}

bool lock_is_network(unsigned long type) {
  static const unsigned long types[] = {0x6969 /* NFS */,
                                        0x517B /* SMB */,
                                        0xFF534D42 /* CIFS */,
                                        0xFE534D42 /* SMB2 */,
                                        0x0BD00BD0 /* Lustre */,
                                        0x47504653 /* GPFS */,
                                        0x00C36400 /* Ceph */,
                                        0x19830326 /* BeeGFS */,
                                        0x01021997 /* 9P */,
                                        0x5346414F /* AFS */,
                                        0x6B414653 /* kAFS */,
                                        0xAAD7AAEA /* PanFS */,
                                        0x01161970 /* GFS2 */,
                                        0x7461636F /* OCFS2 */,
                                        0x73757245 /* Coda */,
                                        0x65735546 /* FUSE */,
                                        0x20030528 /* OrangeFS */};
  for (size_t k = 0; k < sizeof types / sizeof types[0]; k++) {
    if (types[k] == type) {
      return true;
    }
  }
  return false;
}

bool lock_is_shared(const char *path) {
  struct statfs status;
  return statfs(path, &status) == 0 && lock_is_network((unsigned long)status.f_type & 0xFFFFFFFF);
}
