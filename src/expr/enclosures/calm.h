// SPDX-License-Identifier: BSD-3-Clause
// calm.h: an expression that has no feature narrower than the stretch on which its inputs move.
//
// Sums and products of calm numbers are calm; so is a function whose argument moves by no more than
// its own scale there: sin, cos, exp by 3, a root, a logarithm or a divisor by a factor of 20, and
// what switches by nothing that reaches the switch. Points as far apart as those of a polynomial
// then show all of it; what is not calm may hold a pulse.
#ifndef MBS_EXPR_ENCLOSURES_CALM_H
#define MBS_EXPR_ENCLOSURES_CALM_H

#include "expr/enclosures/enclosure.h"
#include "expr/programs/program.h"

// Whether it is calm whatever the inputs do.
bool calm_always(const Program *program);

// range[k]: of instruction k on the stretch, its values alone.
bool calm_there(const Program *program, const Enclosure *range);

#endif
