// SPDX-License-Identifier: BSD-3-Clause
// mounts.h: the full matrices of a mount: whether there is an energy, and whether it is taken.
#ifndef MBS_LANGUAGE_FORCES_MOUNTS_H
#define MBS_LANGUAGE_FORCES_MOUNTS_H

#include "language/numbers/loader.h"

// Refuses a stiffness that is not symmetric. first: the first number of the element.
void mounts_check(const Loader *loader, const Element *element, int first);

// Remarks on a stiffness that pushes on along some displacement, and on damping that drives.
void mounts_remark(const Loader *loader, const Element *element, int first);

#endif
