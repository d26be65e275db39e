// SPDX-License-Identifier: BSD-3-Clause
// sha256.h: the secure hash SHA-256 (FIPS 180-4), by which results name what they were made from.
#ifndef MBS_BASE_SHA256_H
#define MBS_BASE_SHA256_H

#include <stddef.h>
#include <stdint.h>

enum { SHA256_BLOCK = 64, SHA256_TEXT_SIZE = 65 };

typedef struct Sha256 {
  uint32_t state[8];
  uint64_t length;             // bytes so far
  uint8_t block[SHA256_BLOCK]; // the last length % 64 of them
} Sha256;

void sha256_begin(Sha256 *hash);

void sha256_add(Sha256 *hash, const void *bytes, size_t length);

// The hash of all bytes added as 64 hexadecimal digits and a NUL. Nothing can be added afterwards.
void sha256_end(Sha256 *hash, char text[static SHA256_TEXT_SIZE]);

// The two ways to take whole blocks into the state; they give the same bits. The second uses the
// processor's own instructions and may be called only where sha256_has_instructions says so.
void sha256_blocks_plain(uint32_t state[static 8], const uint8_t *bytes, size_t blocks);
void sha256_blocks_fast(uint32_t state[static 8], const uint8_t *bytes, size_t blocks);
int sha256_has_instructions(void);

#endif
