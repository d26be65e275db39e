// SPDX-License-Identifier: BSD-3-Clause
// order.h: orders of convergence and Richardson's estimate.
//
// Where the error of a run with step (or tolerance) h is C h^p, two runs differ by C |h1^p - h2^p|.
// From that follow the order p, and the error itself (Richardson 1911).
#ifndef MBS_ANALYSIS_VERIFICATION_ORDER_H
#define MBS_ANALYSIS_VERIFICATION_ORDER_H

// The order p > 0 for which (h0^p - h1^p)/(h1^p - h2^p) = d01/d12, h0 > h1 > h2 > 0 and d the
// differences between neighbours; NaN when there is none up to 20.
double order_between(double h0, double h1, double h2, double d01, double d12);

// Slope of log(error) over log(h) by least squares over the entries that are above `least` and
// finite; NaN with fewer than two.
double order_fit(const double *h, const double *error, int count, double least);

// The part of an error C h^p that shows as the difference from a run with a smaller step,
// 1 - (h_fine/h)^p: the error of the coarser run is the difference divided by it, that of the finer
// one is less by the difference.
double order_visible_part(double h, double h_fine, double order);

#endif
