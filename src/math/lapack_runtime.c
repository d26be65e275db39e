// SPDX-License-Identifier: BSD-3-Clause
// lapack_runtime.c: what LAPACK wants from the world, so that it brings no Fortran runtime along.
//
// Its xerbla prints a line and ends the process when a routine is called with a wrong argument, and
// for that one line the whole of Fortran's input and output would be linked, which opens its units
// at every start and, through libquadmath, switches the C library to its slow way of printing. The
// routine says the same in its argument info, which our callers look at.
#include <stddef.h>
#include <string.h>

void xerbla_(const char *name, const int *argument, size_t length);
void _gfortran_concat_string(size_t length, char *result, size_t first_length, const char *first,
                             size_t second_length, const char *second);

// Called with the routine's name and the number of the wrong argument.
void xerbla_(const char *name, const int *argument, size_t length) {
  (void)name;
  (void)argument;
  (void)length;
}

// first // second in Fortran: cut off or filled with blanks to length. Weak, so that a Fortran
// runtime that is linked for another reason may bring its own.
__attribute__((weak)) void _gfortran_concat_string(size_t length, char *result, size_t first_length,
                                                   const char *first, size_t second_length,
                                                   const char *second) {
  const size_t head = first_length < length ? first_length : length;
  const size_t rest = length - head;
  const size_t tail = second_length < rest ? second_length : rest;
  memcpy(result, first, head);
  memcpy(result + head, second, tail);
  memset(result + head + tail, ' ', rest - tail);
}
