# SPDX-License-Identifier: BSD-3-Clause
# cmake -D BUILD=TREE -P uninstall.cmake: removes the files that the last installation of this build tree wrote,
# and of the folders that it made those that are empty now (cmake/install.cmake).
foreach(list IN ITEMS install_manifest.txt install_folders.txt)
  if(NOT EXISTS "${BUILD}/${list}")
    message(FATAL_ERROR "nothing was installed from here: there is no ${BUILD}/${list}")
  endif()
endforeach()
file(STRINGS "${BUILD}/install_manifest.txt" files)
list(TRANSFORM files PREPEND "$ENV{DESTDIR}")
file(REMOVE ${files})
file(STRINGS "${BUILD}/install_folders.txt" folders)
list(SORT folders ORDER DESCENDING) # what is inside comes first
foreach(folder IN LISTS folders)
  execute_process(COMMAND rmdir -- "${folder}" ERROR_QUIET)
endforeach()
file(REMOVE "${BUILD}/install_manifest.txt" "${BUILD}/install_folders.txt")
list(LENGTH files count)
message(STATUS "removed ${count} files")
