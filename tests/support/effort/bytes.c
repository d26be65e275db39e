// SPDX-License-Identifier: BSD-3-Clause
// bytes.c: what the C library is asked to copy, fill, compare and measure, counted by the linker's
// --wrap. Eight bytes are as much work as a block.
#include <stddef.h>
#include <stdint.h>

#include "support/effort.h"

enum { BYTES_A_BLOCK = 8 };

extern uint64_t effort_blocks;
static uint64_t bytes = 0;

void *__real_memcpy(void *to, const void *from, size_t size);
void *__real_memmove(void *to, const void *from, size_t size);
void *__real_memset(void *to, int value, size_t size);
int __real_memcmp(const void *a, const void *b, size_t size);
void *__real_memchr(const void *text, int value, size_t size);
void *__real_realloc(void *old, size_t size);
size_t __real_strlen(const char *text);
int __real_strcmp(const char *a, const char *b);
void *__wrap_memcpy(void *to, const void *from, size_t size);
void *__wrap_memmove(void *to, const void *from, size_t size);
void *__wrap_memset(void *to, int value, size_t size);
int __wrap_memcmp(const void *a, const void *b, size_t size);
void *__wrap_memchr(const void *text, int value, size_t size);
void *__wrap_realloc(void *old, size_t size);
size_t __wrap_strlen(const char *text);
int __wrap_strcmp(const char *a, const char *b);

void *__wrap_memcpy(void *to, const void *from, size_t size) {
  bytes += size;
  return __real_memcpy(to, from, size);
}

void *__wrap_memmove(void *to, const void *from, size_t size) {
  bytes += size;
  return __real_memmove(to, from, size);
}

void *__wrap_memset(void *to, int value, size_t size) {
  bytes += size;
  return __real_memset(to, value, size);
}

int __wrap_memcmp(const void *a, const void *b, size_t size) {
  bytes += size;
  return __real_memcmp(a, b, size);
}

void *__wrap_memchr(const void *text, int value, size_t size) {
  const char *found = __real_memchr(text, value, size);
  bytes += found == NULL ? size : (size_t)(found - (const char *)text);
  return (void *)(uintptr_t)found;
}

void *__wrap_realloc(void *old, size_t size) {
  bytes += size;
  return __real_realloc(old, size);
}

size_t __wrap_strlen(const char *text) {
  const size_t length = __real_strlen(text);
  bytes += length;
  return length;
}

int __wrap_strcmp(const char *a, const char *b) {
  size_t same = 0;
  while (a[same] != '\0' && a[same] == b[same]) {
    same++;
  }
  bytes += same;
  return __real_strcmp(a, b);
}

double effort_now(void) {
  return (double)effort_blocks + (double)bytes / BYTES_A_BLOCK;
}
