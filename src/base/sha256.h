// SPDX-License-Identifier: BSD-3-Clause
// sha256.h: the secure hash SHA-256 (FIPS 180-4), by which results name what they were made from;
// libcrypto's, which takes the processor's own instructions for it where there are any. Its
// functions for one hash alone are used, not those that choose among all: these would bring
// libcrypto whole into the program and read its configuration at each start.
#ifndef MBS_BASE_SHA256_H
#define MBS_BASE_SHA256_H

#define OPENSSL_SUPPRESS_DEPRECATED // of the functions for one hash alone
#include <openssl/sha.h>
#include <stddef.h>

enum { SHA256_TEXT_SIZE = 65 };

typedef struct Sha256 {
  SHA256_CTX context;
} Sha256;

void sha256_begin(Sha256 *hash);

void sha256_add(Sha256 *hash, const void *bytes, size_t length);

// The hash of all bytes added as 64 hexadecimal digits and a NUL. Nothing can be added afterwards.
void sha256_end(Sha256 *hash, char text[static SHA256_TEXT_SIZE]);

// The hash of so many bytes, likewise.
void sha256_of(const void *bytes, size_t length, char text[static SHA256_TEXT_SIZE]);

#endif
