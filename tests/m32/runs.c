// SPDX-License-Identifier: BSD-3-Clause
// runs.c: whether this kernel starts a 32-bit program; if so, it ends with 32.
int main(void) {
  return 32;
}
