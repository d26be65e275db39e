// SPDX-License-Identifier: BSD-3-Clause
// blocks.c: the call that the compiler puts into every block of code
// (-fsanitize-coverage=trace-pc).
#include <stdint.h>

void __sanitizer_cov_trace_pc(void);

uint64_t effort_blocks = 0;

void __sanitizer_cov_trace_pc(void) {
  effort_blocks++;
}
