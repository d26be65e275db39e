// SPDX-License-Identifier: BSD-3-Clause
// worker.c: a child process that runs what it is told (see worker.h).
//
// A record on the pipe: a Header, then the values, the outputs, and the bytes of code and message.
#include "sweep/runs/worker.h"

#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

typedef struct Header {
  long run, steps;
  double cpu_s, wall_s;
  int status, code_length, message_length, padding;
} Header;

enum { WITHOUT_MEMORY = 8 }; // the exit status of a child

double worker_clock(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static size_t numbers_size(const Sweep *sweep) {
  return (size_t)(sweep->plan.variable_count + sweep->output_count) * sizeof(double);
}

size_t worker_largest_record(const Sweep *sweep) {
  return sizeof(Header) + numbers_size(sweep) + sizeof(SweepRecord);
}

bool worker_open(Worker *worker, const Sweep *sweep, Arena *arena) {
  *worker = (Worker){.to = -1, .from = -1};
  worker->capacity = (WORKER_QUEUE + 1) * worker_largest_record(sweep);
  worker->buffer = arena_alloc(arena, worker->capacity);
  return worker->buffer != NULL;
}

// ---- the child ----

static bool write_all(int descriptor, const char *bytes, size_t length) {
  while (length > 0) {
    const ssize_t written = write(descriptor, bytes, length);
    if (written < 0 && errno == EINTR) {
      continue;
    }
    if (written <= 0) {
      return false;
    }
    bytes += written;
    length -= (size_t)written;
  }
  return true;
}

static bool read_all(int descriptor, char *bytes, size_t length) {
  while (length > 0) {
    const ssize_t got = read(descriptor, bytes, length);
    if (got < 0 && errno == EINTR) {
      continue;
    }
    if (got <= 0) {
      return false;
    }
    bytes += got;
    length -= (size_t)got;
  }
  return true;
}

static char *append(char *at, const void *bytes, size_t length) {
  if (length > 0) {
    memcpy(at, bytes, length);
  }
  return at + length;
}

size_t worker_pack(const Sweep *sweep, const SweepRecord *record, char *bytes) {
  const Header header = {.run = record->run,
                         .steps = record->steps,
                         .cpu_s = record->cpu_s,
                         .wall_s = record->wall_s,
                         .status = (int)record->status,
                         .code_length = (int)strlen(record->code),
                         .message_length = (int)strlen(record->message)};
  char *at = append(bytes, &header, sizeof header);
  at = append(at, record->values, (size_t)sweep->plan.variable_count * sizeof(double));
  at = append(at, record->outputs, (size_t)sweep->output_count * sizeof(double));
  at = append(at, record->code, (size_t)header.code_length);
  at = append(at, record->message, (size_t)header.message_length);
  return (size_t)(at - bytes);
}

// The parent decides when to stop: a terminal's interrupt or end goes to the whole group. A child
// whose parent is gone works for nobody.
static void take_signals(pid_t parent) {
  signal(SIGINT, SIG_IGN);
  signal(SIGHUP, SIG_IGN);
  signal(SIGTERM, SIG_DFL);
  signal(SIGPIPE, SIG_DFL);
  (void)prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) {
    _exit(0);
  }
}

// Memory that runs give back stays with us: asking the kernel for it again would cost a page fault
// for every 4 kB of every run. Other libraries than glibc have no such orders.
static void keep_memory(void) {
#ifdef __GLIBC__
  enum { LARGE = 64 << 20 };
  (void)mallopt(M_MMAP_THRESHOLD, LARGE / 2);
  (void)mallopt(M_TRIM_THRESHOLD, LARGE);
  (void)mallopt(M_TOP_PAD, 1 << 20);
#endif
}

static void serve(int from, int to, const Sweep *sweep, const JobOptions *options,
                  Allocator *allocator) {
  Arena arena;
  SweepRecord record;
  Shape shape;
  long run = 0;
  arena_open(&arena, allocator);
  char *bytes = arena_alloc(&arena, worker_largest_record(sweep));
  if (bytes == NULL || !job_open_record(sweep, &record, &arena)) {
    _exit(WITHOUT_MEMORY);
  }
  keep_memory();
  shape_open(&shape, allocator);
  while (read_all(from, (char *)&run, sizeof run)) {
    record.run = run;
    job_run(sweep, options, &shape, allocator, &record);
    if (!write_all(to, bytes, worker_pack(sweep, &record, bytes))) {
      break;
    }
  }
  _exit(0);
}

// ---- the parent ----

static void close_both(int pair[2]) {
  (void)close(pair[0]);
  (void)close(pair[1]);
}

bool worker_start(Worker *worker, const Worker *others, int count, const Sweep *sweep,
                  const JobOptions *options, Allocator *allocator) {
  int there[2], back[2];
  if (pipe(there) != 0) {
    return false;
  }
  if (pipe(back) != 0) {
    close_both(there);
    return false;
  }
  const pid_t parent = getpid(), child = fork();
  if (child < 0) {
    close_both(there);
    close_both(back);
    return false;
  }
  if (child == 0) {
    for (int k = 0; k < count; k++) {
      if (others[k].process > 0) {
        (void)close(others[k].to);
        (void)close(others[k].from);
      }
    }
    (void)close(there[1]);
    (void)close(back[0]);
    take_signals(parent);
    serve(there[0], back[1], sweep, options, allocator);
  }
  (void)close(there[0]);
  (void)close(back[1]);
  (void)fcntl(back[0], F_SETFL, O_NONBLOCK);
  worker->process = child;
  worker->to = there[1];
  worker->from = back[0];
  worker->queued = 0;
  worker->filled = 0;
  return true;
}

bool worker_give(Worker *worker, long run) {
  if (worker->process <= 0 || worker->queued >= WORKER_QUEUE ||
      !write_all(worker->to, (const char *)&run, sizeof run)) {
    return false;
  }
  if (worker->queued == 0) {
    worker->began = worker_clock();
  }
  worker->queue[worker->queued++] = run;
  return true;
}

bool worker_read(Worker *worker) {
  while (worker->filled < worker->capacity) {
    const ssize_t got =
        read(worker->from, worker->buffer + worker->filled, worker->capacity - worker->filled);
    if (got > 0) {
      worker->filled += (size_t)got;
    } else if (got == 0) {
      return false;
    } else if (errno != EINTR) {
      return errno == EAGAIN || errno == EWOULDBLOCK;
    }
  }
  return true;
}

static const char *cut(const char *at, void *to, size_t length) {
  if (length > 0) {
    memcpy(to, at, length);
  }
  return at + length;
}

size_t worker_unpack(const Sweep *sweep, const char *bytes, size_t length, SweepRecord *record) {
  Header header;
  if (length < sizeof header) {
    return 0;
  }
  memcpy(&header, bytes, sizeof header);
  const size_t size = sizeof header + numbers_size(sweep) + (size_t)header.code_length +
                      (size_t)header.message_length;
  if (length < size) {
    return 0;
  }
  record->run = header.run;
  record->steps = header.steps;
  record->cpu_s = header.cpu_s;
  record->wall_s = header.wall_s;
  record->status = (SweepStatus)header.status;
  const char *at = bytes + sizeof header;
  at = cut(at, record->values, (size_t)sweep->plan.variable_count * sizeof(double));
  at = cut(at, record->outputs, (size_t)sweep->output_count * sizeof(double));
  at = cut(at, record->code, (size_t)header.code_length);
  (void)cut(at, record->message, (size_t)header.message_length);
  record->code[header.code_length] = '\0';
  record->message[header.message_length] = '\0';
  return size;
}

bool worker_take(Worker *worker, const Sweep *sweep, SweepRecord *record) {
  const size_t size =
      worker->queued == 0 ? 0 : worker_unpack(sweep, worker->buffer, worker->filled, record);
  if (size == 0) {
    return false;
  }
  worker->filled -= size;
  memmove(worker->buffer, worker->buffer + size, worker->filled);
  worker->queued--;
  memmove(worker->queue, worker->queue + 1, (size_t)worker->queued * sizeof *worker->queue);
  worker->began = worker_clock();
  return true;
}

SweepStatus worker_explain(int wait_status, char text[static 80], bool *killed) {
  const bool signalled = WIFSIGNALED(wait_status);
  const int signal_number = signalled ? WTERMSIG(wait_status) : 0;
  *killed = signal_number == SIGKILL || signal_number == SIGTERM;
  if (WIFEXITED(wait_status) && WEXITSTATUS(wait_status) == WITHOUT_MEMORY) {
    (void)snprintf(text, 80, "out of memory");
    return SWEEP_MEMORY;
  }
  (void)snprintf(text, 80,
                 signalled ? "its process was killed by signal %d"
                           : "its process ended with status %d",
                 signalled ? signal_number : WEXITSTATUS(wait_status));
  return SWEEP_CRASHED;
}

int worker_stop(Worker *worker) {
  int status = 0;
  if (worker->process > 0) {
    (void)close(worker->to);
    (void)close(worker->from);
    (void)kill(worker->process, SIGKILL);
    while (waitpid(worker->process, &status, 0) < 0 && errno == EINTR) {
    }
  }
  worker->process = 0;
  return status;
}
