# SPDX-License-Identifier: BSD-3-Clause
# mbs_lapack: the reference LAPACK and BLAS archives, linked statically. A threaded BLAS costs
# milliseconds at start and changes bits with the processor; the same digits everywhere count more.
# Debian keeps the reference archives in folders of their own, whatever the alternatives point to.

add_library(mbs_lapack INTERFACE)
find_library(mbs_lapack_archive NAMES liblapack.a PATH_SUFFIXES lapack
  PATHS /usr/lib/${CMAKE_LIBRARY_ARCHITECTURE}/lapack /usr/lib/${CMAKE_LIBRARY_ARCHITECTURE}
  NO_DEFAULT_PATH)
find_library(mbs_blas_archive NAMES libblas.a
  PATHS /usr/lib/${CMAKE_LIBRARY_ARCHITECTURE}/blas /usr/lib/${CMAKE_LIBRARY_ARCHITECTURE}
  NO_DEFAULT_PATH)
find_library(mbs_lapack_archive NAMES liblapack.a)
find_library(mbs_blas_archive NAMES libblas.a)
mark_as_advanced(mbs_lapack_archive mbs_blas_archive)
if(mbs_lapack_archive AND mbs_blas_archive)
  target_link_libraries(mbs_lapack INTERFACE "${mbs_lapack_archive}" "${mbs_blas_archive}" m)
endif()
