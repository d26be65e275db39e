# SPDX-License-Identifier: BSD-3-Clause
# What is installed of the library: itself, its header, what pkg-config and CMake want to know, the package for Python.
# All of it finds its parts from where it stands, so that the whole may be moved. `cmake --install TREE --component library`
# installs this alone.
include(CMakePackageConfigHelpers)

set(mbs_soversion 0)
set(config_folder "${CMAKE_INSTALL_LIBDIR}/cmake/mbsrun")
file(RELATIVE_PATH mbs_up_from_pkgconfig "/p/${CMAKE_INSTALL_LIBDIR}/pkgconfig" "/p")
file(RELATIVE_PATH mbs_up_from_package "/p/${config_folder}" "/p")
configure_file(mbsrun.pc.in "${CMAKE_CURRENT_BINARY_DIR}/mbsrun.pc" @ONLY)
configure_file(mbsrunConfig.cmake.in "${CMAKE_CURRENT_BINARY_DIR}/mbsrunConfig.cmake" @ONLY)
write_basic_package_version_file("${CMAKE_CURRENT_BINARY_DIR}/mbsrunConfigVersion.cmake" COMPATIBILITY SameMinorVersion)

# Whoever builds the program alone installs it alone.
set(CMAKE_INSTALL_DEFAULT_COMPONENT_NAME library)
install(TARGETS libmbsrun LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}" COMPONENT library NAMELINK_COMPONENT library OPTIONAL)
install(FILES "${CMAKE_BINARY_DIR}/lib/libmbsrun.a" DESTINATION "${CMAKE_INSTALL_LIBDIR}" OPTIONAL)
install(FILES mbsrun.h DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}")
install(FILES "${CMAKE_CURRENT_BINARY_DIR}/mbsrun.pc" DESTINATION "${CMAKE_INSTALL_LIBDIR}/pkgconfig")
install(FILES "${CMAKE_CURRENT_BINARY_DIR}/mbsrunConfig.cmake" "${CMAKE_CURRENT_BINARY_DIR}/mbsrunConfigVersion.cmake"
  DESTINATION "${config_folder}")
install(DIRECTORY "${CMAKE_SOURCE_DIR}/src/python/mbsrun" DESTINATION "lib/python3/dist-packages"
  FILES_MATCHING PATTERN "*.py" PATTERN "*.pyi" PATTERN "py.typed")
