// SPDX-License-Identifier: BSD-3-Clause
// sha256.c: the secure hash SHA-256 of libcrypto (see sha256.h). Its functions for one hash alone
// are used, not those that choose among all: these would bring libcrypto whole into the program and
// read its configuration at each start.
#include "base/sha256.h"

#define OPENSSL_SUPPRESS_DEPRECATED // of the functions for one hash alone
#include <assert.h>
#include <openssl/sha.h>
#include <string.h>

static_assert(sizeof(SHA256_CTX) <= sizeof(Sha256), "the room for libcrypto's state");

static SHA256_CTX taken(const Sha256 *hash) {
  SHA256_CTX context;
  memcpy(&context, hash->room, sizeof context);
  return context;
}

static void put(Sha256 *hash, const SHA256_CTX *context) {
  memcpy(hash->room, context, sizeof *context);
}

void sha256_begin(Sha256 *hash) {
  SHA256_CTX context;
  SHA256_Init(&context);
  put(hash, &context);
}

void sha256_add(Sha256 *hash, const void *bytes, size_t length) {
  SHA256_CTX context = taken(hash);
  SHA256_Update(&context, bytes, length);
  put(hash, &context);
}

void sha256_end(Sha256 *hash, char text[static SHA256_TEXT_SIZE]) {
  unsigned char digest[SHA256_DIGEST_LENGTH];
  SHA256_CTX context = taken(hash);
  SHA256_Final(digest, &context);
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
