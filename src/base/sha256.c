// SPDX-License-Identifier: BSD-3-Clause
// sha256.c: the secure hash SHA-256 (see sha256.h).
#include "base/sha256.h"

void sha256_begin(Sha256 *hash) {
  SHA256_Init(&hash->context);
}

void sha256_add(Sha256 *hash, const void *bytes, size_t length) {
  SHA256_Update(&hash->context, bytes, length);
}

void sha256_end(Sha256 *hash, char text[static SHA256_TEXT_SIZE]) {
  unsigned char digest[SHA256_DIGEST_LENGTH];
  SHA256_Final(digest, &hash->context);
  for (int k = 0; k < SHA256_DIGEST_LENGTH; k++) {
    text[2 * k] = "0123456789abcdef"[digest[k] >> 4];
    text[2 * k + 1] = "0123456789abcdef"[digest[k] & 15];
  }
  text[2 * SHA256_DIGEST_LENGTH] = '\0';
}

void sha256_of(const void *bytes, size_t length, char text[static SHA256_TEXT_SIZE]) {
  Sha256 hash;
  sha256_begin(&hash);
  sha256_add(&hash, bytes, length);
  sha256_end(&hash, text);
}
