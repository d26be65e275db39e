# SPDX-License-Identifier: BSD-3-Clause
# mbs_sundials: static SUNDIALS 6.4 to 7.x. ./dev setup builds an optimised one into a cache outside
# the source tree and points <cache>/sundials at it; Debian's own package is compiled at -O0 and
# about three times slower.

if(DEFINED ENV{MBSRUN_CACHE} AND NOT "$ENV{MBSRUN_CACHE}" STREQUAL "")
  set(mbs_cache "$ENV{MBSRUN_CACHE}")
elseif(DEFINED ENV{XDG_CACHE_HOME} AND NOT "$ENV{XDG_CACHE_HOME}" STREQUAL "")
  set(mbs_cache "$ENV{XDG_CACHE_HOME}/mbsrun")
else()
  set(mbs_cache "$ENV{HOME}/.cache/mbsrun")
endif()

# Follow the link now: a build tree keeps the library that it was configured with.
unset(SUNDIALS_DIR CACHE)
set(mbs_sundials_hints)
set(mbs_sundials_only)
if(MBS_SUNDIALS STREQUAL "auto")
  if(EXISTS "${mbs_cache}/sundials/lib")
    file(REAL_PATH "${mbs_cache}/sundials" mbs_sundials_hints)
    set(mbs_sundials_only NO_DEFAULT_PATH)
  endif()
elseif(NOT MBS_SUNDIALS STREQUAL "system")
  file(REAL_PATH "${MBS_SUNDIALS}" mbs_sundials_hints)
  set(mbs_sundials_only NO_DEFAULT_PATH)
endif()

if(MBS_M32) # its headers only
  add_library(mbs_sundials INTERFACE)
  if(mbs_sundials_hints)
    target_include_directories(mbs_sundials SYSTEM INTERFACE "${mbs_sundials_hints}/include")
  endif()
  return()
endif()

# The installed configuration may name dependencies (KLU, MPI) that we take from elsewhere or do not
# need, so a failure of find_package is told in our words.
find_package(SUNDIALS 6.4 QUIET CONFIG
  PATHS ${mbs_sundials_hints} ${mbs_sundials_only})
if(SUNDIALS_FOUND AND SUNDIALS_VERSION VERSION_GREATER_EQUAL 8)
  message(FATAL_ERROR "SUNDIALS ${SUNDIALS_VERSION} at ${SUNDIALS_DIR} is too new: 6.4 to 7.x")
endif()

add_library(mbs_sundials INTERFACE)
if(SUNDIALS_FOUND)
  set(mbs_sundials_ending _static)
  if(NOT TARGET SUNDIALS::ida_static)
    set(mbs_sundials_ending "")
  endif()
  foreach(part IN ITEMS ida kinsol cvode arkode nvecserial sunmatrixdense sunmatrixband
      sunmatrixsparse sunlinsoldense sunlinsolband sunnonlinsolnewton sunnonlinsolfixedpoint
      generic core)
    if(TARGET SUNDIALS::${part}${mbs_sundials_ending})
      target_link_libraries(mbs_sundials INTERFACE SUNDIALS::${part}${mbs_sundials_ending})
    endif()
  endforeach()
  # Absolute, for programs that are no target of CMake (tests/house).
  get_filename_component(mbs_sundials_include "${SUNDIALS_DIR}/../../../include" ABSOLUTE)
  if(mbs_sundials_only)
    if(MBS_SUNDIALS STREQUAL "auto") # a new one in the cache configures again
      set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS
        "${mbs_cache}/sundials/recipe")
    endif()
    message(STATUS "SUNDIALS ${SUNDIALS_VERSION}: ${mbs_sundials_hints}")
  else()
    message(STATUS "SUNDIALS ${SUNDIALS_VERSION}: ${SUNDIALS_DIR} (installed on the system; "
      "Debian's is about three times slower than what ./dev setup builds)")
  endif()
elseif(EXISTS "${CMAKE_SOURCE_DIR}/src/integrators/CMakeLists.txt")
  message(FATAL_ERROR "SUNDIALS 6.4 to 7.x is missing: type ./dev setup, or install "
    "libsundials-dev and configure with -DMBS_SUNDIALS=system")
endif()
