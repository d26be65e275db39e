// SPDX-License-Identifier: BSD-3-Clause
// loading.c: limits, and the loader.
#include "cli/loading.h"

#include <limits.h>
#include <sys/resource.h>

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define SHADOW_MEMORY 1
#endif
#elif defined(__SANITIZE_ADDRESS__)
#define SHADOW_MEMORY 1
#endif

static void limit_address_space(double bytes) {
#ifdef SHADOW_MEMORY
  (void)bytes; // the sanitizer reserves terabytes
#else
  // Beyond the budget: the program, its libraries and its stack. The allocator meets its own limit
  // first and says so; the kernel's is for memory that libraries take by themselves.
  const double headroom = 256.0 * 1024 * 1024;
  struct rlimit limit;
  if (getrlimit(RLIMIT_AS, &limit) != 0) {
    return;
  }
  const double wanted = bytes + headroom;
  const bool lower = limit.rlim_cur == RLIM_INFINITY || wanted < (double)limit.rlim_cur;
  if (lower && wanted < 9e18) {
    limit.rlim_cur = (rlim_t)wanted;
    (void)setrlimit(RLIMIT_AS, &limit); // the allocator's own limit remains
  }
#endif
}

LoadOptions loading_options(const Options *options) {
  LoadOptions load = {.limits = doc_default_limits(),
                      .sets = options->sets,
                      .set_count = options->set_count,
                      .allowed_directories = options->allowed,
                      .allowed_count = options->allowed_count};
  if (options->max_model > 0) {
    load.limits.file_bytes = options->max_model < 1e18 ? (long)options->max_model : (long)1e18;
  }
  if (options->max_nodes > 0) {
    load.limits.nodes = options->max_nodes < INT_MAX ? (int)options->max_nodes : INT_MAX;
  }
  return load;
}

const Model *loading_model(const Session *session, const LoadOptions *load) {
  const double budget = session->options->max_memory;
  if (budget > 0 && budget < 1e18) {
    session->arena->allocator->limit = (size_t)budget;
    limit_address_space(budget);
  }
  return model_load(session->options->operand, load, session->arena, session->diag);
}

int loading_status(const Session *session) {
  if (session->arena->allocator->exhausted) {
    return EXIT_MEMORY;
  }
  const int status = diag_exit_status(session->diag);
  return status > 0 ? status : EXIT_INTERNAL;
}
