# SPDX-License-Identifier: BSD-3-Clause
# mbs_lapack: the reference LAPACK and BLAS archives, linked statically. A threaded BLAS costs
# milliseconds at start and changes bits with the processor; the same digits everywhere count more.
# Debian keeps the reference archives in folders of their own, whatever the alternatives point to.
# src/math/lapack_runtime.c has what LAPACK's routines want of the Fortran runtime, which then stays
# out. Should one of them want more: the runtime's archive when there is one, else the shared library,
# which every Debian with LAPACK has.

set(mbs_library_folder "/usr/lib/${CMAKE_LIBRARY_ARCHITECTURE}")
find_library(mbs_lapack_archive NAMES liblapack.a
  PATHS "${mbs_library_folder}/lapack" "${mbs_library_folder}" NO_DEFAULT_PATH)
find_library(mbs_blas_archive NAMES libblas.a
  PATHS "${mbs_library_folder}/blas" "${mbs_library_folder}" NO_DEFAULT_PATH)

file(GLOB mbs_gcc_folders "/usr/lib/gcc/${CMAKE_LIBRARY_ARCHITECTURE}/*")
list(SORT mbs_gcc_folders COMPARE NATURAL ORDER DESCENDING)
find_library(mbs_fortran_runtime NAMES libgfortran.a PATHS ${mbs_gcc_folders} NO_DEFAULT_PATH)
if(mbs_fortran_runtime)
  find_library(mbs_quadmath_archive NAMES libquadmath.a PATHS ${mbs_gcc_folders} NO_DEFAULT_PATH)
else()
  find_library(mbs_fortran_runtime NAMES libgfortran.so.5 libgfortran.so)
endif()
mark_as_advanced(mbs_lapack_archive mbs_blas_archive mbs_fortran_runtime mbs_quadmath_archive)

add_library(mbs_lapack INTERFACE)
if(MBS_M32)
  return()
endif()
if(EMSCRIPTEN) # as C, with what it wants of the runtime (src/cli/playground/libraries)
  mbs_library(mbs_lapack_c NAMES lapack)
  add_library(mbs_lapack_runtime OBJECT "${CMAKE_SOURCE_DIR}/src/math/lapack_runtime.c")
  target_link_libraries(mbs_lapack_runtime PRIVATE mbs_flags)
  target_link_libraries(mbs_lapack INTERFACE $<TARGET_OBJECTS:mbs_lapack_runtime> mbs_lapack_c)
  return()
endif()
if(mbs_lapack_archive AND mbs_blas_archive AND mbs_fortran_runtime)
  # An object, not a member of a library: it must be there before LAPACK's archive is searched.
  add_library(mbs_lapack_runtime OBJECT "${CMAKE_SOURCE_DIR}/src/math/lapack_runtime.c")
  target_link_libraries(mbs_lapack_runtime PRIVATE mbs_flags)
  set_target_properties(mbs_lapack_runtime PROPERTIES POSITION_INDEPENDENT_CODE ON)
  target_link_libraries(mbs_lapack INTERFACE $<TARGET_OBJECTS:mbs_lapack_runtime>
    "${mbs_lapack_archive}" "${mbs_blas_archive}" "${mbs_fortran_runtime}")
  if(mbs_quadmath_archive)
    target_link_libraries(mbs_lapack INTERFACE "${mbs_quadmath_archive}")
  endif()
  target_link_libraries(mbs_lapack INTERFACE m)
else()
  message(STATUS "LAPACK: the reference archives of liblapack-dev and libblas-dev are missing")
endif()
