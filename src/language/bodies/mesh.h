// SPDX-License-Identifier: BSD-3-Clause
// mesh.h: triangles of a file that a shape names.
//
// STL, binary (80 bytes, a count, 50 bytes a triangle) or text, and OBJ (v and f; polygons are cut
// into fans). What else such files say is passed over. Bounded as every file that a model names,
// and in its triangles; a number that is not finite, a face of corners that do not exist or a file
// that ends too early is an error at the place where the model names the file.
#ifndef MBS_LANGUAGE_BODIES_MESH_H
#define MBS_LANGUAGE_BODIES_MESH_H

#include "language/numbers/loader.h"

enum { MESH_TRIANGLES = 50000 };

// Reads the file into the shape; scale: the number that says what 1 stands for. Faults of the file
// are told. False when memory ran out.
bool mesh_load(Loader *loader, const Value *file, int scale, BodyShape *shape);

#endif
