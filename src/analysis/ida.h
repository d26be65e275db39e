// SPDX-License-Identifier: BSD-3-Clause
// ida.h: the mechanism under SUNDIALS IDA, with projection inside its corrector.
#ifndef MBS_ANALYSIS_IDA_H
#define MBS_ANALYSIS_IDA_H

#include "analysis/scheme.h"

extern const SchemeKind ida_scheme;

#endif
