# SPDX-License-Identifier: BSD-3-Clause
# Libraries of others, each behind one name of ours:
#   mbs_yaml_dep  libyaml (MIT)                         mbs_klu     SuiteSparse KLU, shared (LGPL)
#   mbs_sundials  IDA, KINSOL, CVODE, ARKODE (BSD)      mbs_lapack  reference LAPACK, static (BSD)
#   mbs_crypto    SHA-256 of OpenSSL (Apache 2.0)       mbs_cmocka  unit tests (Apache 2.0)
#   mbs_sqlite    SQLite (public domain)                mbs_zlib    deflate of pages (zlib licence)
# Headers come in as system headers, so that our warnings stay ours.

# mbs_library(<target> HEADER <header> [SUFFIXES <folders>] NAMES <library names> [LINK ...]
#             [PREFER_STATIC])
function(mbs_library target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "PREFER_STATIC" "HEADER;PACKAGE" "SUFFIXES;NAMES;LINK")
  if(MBS_STATIC)
    set(arg_PREFER_STATIC TRUE)
  endif()
  add_library(${target} INTERFACE)
  if(arg_HEADER)
    find_path(${target}_include "${arg_HEADER}" PATH_SUFFIXES ${arg_SUFFIXES})
    if(NOT ${target}_include)
      message(FATAL_ERROR "${arg_HEADER} is missing: install ${arg_PACKAGE}, or type ./dev setup")
    endif()
    if(NOT ${target}_include STREQUAL "/usr/include")
      target_include_directories(${target} SYSTEM INTERFACE "${${target}_include}")
    endif()
  endif()
  if(MBS_M32 OR (EMSCRIPTEN AND target STREQUAL "mbs_sqlite"))
    set(arg_NAMES "") # their headers are the same, the libraries are not there
  endif()
  foreach(name IN LISTS arg_NAMES)
    if(arg_PREFER_STATIC)
      find_library(${target}_${name}_archive PATH_SUFFIXES ${arg_SUFFIXES}
        NAMES "${CMAKE_STATIC_LIBRARY_PREFIX}${name}${CMAKE_STATIC_LIBRARY_SUFFIX}")
      mark_as_advanced(${target}_${name}_archive)
      if(${target}_${name}_archive)
        target_link_libraries(${target} INTERFACE "${${target}_${name}_archive}")
        continue()
      endif()
    endif()
    find_library(${target}_${name} "${name}" PATH_SUFFIXES ${arg_SUFFIXES})
    if(NOT ${target}_${name})
      message(FATAL_ERROR "library ${name} is missing: install ${arg_PACKAGE}, or type ./dev setup")
    endif()
    mark_as_advanced(${target}_${name})
    # no part of the object in libmbsrun.a (src/library)
    target_link_libraries(${target} INTERFACE
      "$<$<NOT:$<BOOL:$<TARGET_PROPERTY:MBS_JOINED>>>:${${target}_${name}}>")
  endforeach()
  mark_as_advanced(${target}_include)
  target_link_libraries(${target} INTERFACE ${arg_LINK})
endfunction()

# The archive when there is one: a shared library costs 0.05 ms at every start.
mbs_library(mbs_yaml_dep HEADER yaml.h NAMES yaml PACKAGE libyaml-dev PREFER_STATIC)
# Only SHA-256 is taken from the archive, some 12 kB. The header is where it depends on the machine.
if(NOT MBS_M32 AND NOT EMSCRIPTEN) # src/base/CMakeLists.txt
  mbs_library(mbs_crypto HEADER openssl/opensslconf.h
    SUFFIXES "${CMAKE_HOST_SYSTEM_PROCESSOR}-linux-gnu" NAMES crypto PACKAGE libssl-dev PREFER_STATIC)
endif()
set(mbs_suitesparse klu amd colamd btf suitesparseconfig)
if(MBS_STATIC) # apart from all others (cmake/static.cmake)
  mbs_library(mbs_relinked NAMES ${mbs_suitesparse} PACKAGE libsuitesparse-dev)
  set(mbs_suitesparse "")
endif()
mbs_library(mbs_klu HEADER klu.h SUFFIXES suitesparse NAMES ${mbs_suitesparse}
  PACKAGE libsuitesparse-dev LINK m)

# The archive: only mbsrun sweep needs it, and every start would pay for a shared library.
mbs_library(mbs_sqlite HEADER sqlite3.h NAMES sqlite3 PACKAGE libsqlite3-dev LINK m PREFER_STATIC)
# Only the deflate of mbsrun's pages.
mbs_library(mbs_zlib HEADER zlib.h NAMES z PACKAGE zlib1g-dev PREFER_STATIC)

include(sundials)
include(lapack)
