// SPDX-License-Identifier: BSD-3-Clause
// functions.h: the named laws of a model.
#ifndef MBS_LANGUAGE_NUMBERS_FUNCTIONS_H
#define MBS_LANGUAGE_NUMBERS_FUNCTIONS_H

#include "language/numbers/loader.h"

// All functions of a model together: points of tables, and bytes of their files.
enum { TABLE_POINTS_LIMIT = 1000000, TABLE_BYTES_LIMIT = 64 * 1024 * 1024 };

// Takes their names. False when memory ran out.
bool functions_register(Loader *loader);
// Reads tables and formulas, in an order in which each formula calls only earlier ones.
bool functions_load(Loader *loader);
// The function of this name, or NULL; counts it as used.
const NamedFunction *functions_of_model(const Loader *loader, const char *name);
void functions_report_unused(const Loader *loader);

// A data file that a value of the file names, noted among those of the model. False after a message
// or when memory ran out.
bool functions_read_file(Loader *loader, const Value *file, SourceText **text);

// The curve of a table; the function stays not good after a message. False when memory ran out.
bool function_tables_read(Loader *loader, const Element *element, NamedFunction *function);

#endif
