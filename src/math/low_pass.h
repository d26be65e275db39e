// SPDX-License-Identifier: BSD-3-Clause
// low_pass.h: what is slow of a record of evenly spaced values, without a delay.
//
// Butterworth's filter of order two, forwards and then backwards: no phase is left, and an
// amplitude at frequency f is multiplied by
//   1 / (1 + (sqrt(2) - 1) (tan(pi f/s) / tan(pi c/s))^4),
// s: samples per second, c: the cutoff, where 1/sqrt(2) is left. Before and behind the record goes
// its mirror image about the point at its end, so that what is straight stays.
// Source: Winter 2009, Biomechanics and Motor Control of Human Movement, section 3.4.4.
#ifndef MBS_MATH_LOW_PASS_H
#define MBS_MATH_LOW_PASS_H

// Values on either side of a record of `count` that low_pass adds for a cutoff of `part` times the
// number of samples per second.
int low_pass_room(int count, double part);

// Filters in place. part: above 0, below 1/2; room: count + 2 low_pass_room(count, part).
void low_pass(double *y, int count, double part, double *room);

#endif
