// SPDX-License-Identifier: BSD-3-Clause
// sha256.h: the secure hash SHA-256 (FIPS 180-4), by which results name what they were made from.
// sha256.c takes libcrypto's, which uses the processor's own instructions for it where there are
// any; sha256_plain.c is for builds that have no libcrypto (src/base/CMakeLists.txt).
#ifndef MBS_BASE_SHA256_H
#define MBS_BASE_SHA256_H

#include <stddef.h>
#include <stdint.h>

enum { SHA256_TEXT_SIZE = 65 };

typedef struct Sha256 {
  uint64_t room[16]; // of whoever computes it
} Sha256;

void sha256_begin(Sha256 *hash);

void sha256_add(Sha256 *hash, const void *bytes, size_t length);

// The hash of all bytes added as 64 hexadecimal digits and a NUL. Nothing can be added afterwards.
void sha256_end(Sha256 *hash, char text[static SHA256_TEXT_SIZE]);

// The hash of so many bytes, likewise.
void sha256_of(const void *bytes, size_t length, char text[static SHA256_TEXT_SIZE]);

#endif
