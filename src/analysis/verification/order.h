// SPDX-License-Identifier: BSD-3-Clause
// order.h: orders of convergence and Richardson's estimate.
//
// Let the error of a run with step (or tolerance) h be C h^p. Two runs with h1 and h2 then differ
// by C |h1^p - h2^p|. From such differences follow the order p and the error itself (Richardson
// 1911).
#ifndef MBS_ANALYSIS_VERIFICATION_ORDER_H
#define MBS_ANALYSIS_VERIFICATION_ORDER_H

// The order p in (0, 20) for which (h0^p - h1^p)/(h1^p - h2^p) = d01/d12; NaN: there is none.
// h0 > h1 > h2 > 0; d01, d12: the differences between neighbouring runs.
double order_between(double h0, double h1, double h2, double d01, double d12);

// Slope of log(error) over log(h) by least squares, over the entries of error [count] that are
// finite and above `least`; NaN with fewer than two.
double order_fit(const double *h, const double *error, int count, double least);

// The part of the error C h^p that is visible as the difference from a run with the smaller step
// h_fine: 1 - (h_fine/h)^p. The error of the coarser run is the difference divided by this part.
// The error of the finer run is smaller by the difference.
double order_visible_part(double h, double h_fine, double order);

#endif
