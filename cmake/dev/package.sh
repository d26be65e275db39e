# SPDX-License-Identifier: BSD-3-Clause
# What people download (./dev package), in build/package: the Debian package, one tar file for any Linux, the
# playground, the gallery, and their digests. Read by dev.

largest_tar=14000000 # bytes

# package [test]: makes all of it; test: and tries it in bare roots of old and new systems (tests/fresh/download).
package() {
  case ${1:-} in "" | test) ;; *) die "package takes test, not \"$1\"" ;; esac
  # shellcheck disable=SC2086 # words on purpose
  install_packages $packages_package
  setup build
  version=$(sed -n 's/^project(mbsrun VERSION \([0-9.]*\) .*/\1/p' "$root/CMakeLists.txt")
  package=$root/build/package
  rm -rf "$package"
  mkdir -p "$package"
  export SOURCE_DATE_EPOCH="${SOURCE_DATE_EPOCH:-$(dpkg-parsechangelog -l "$root/debian/changelog" -S Timestamp)}"
  package_page
  (package_deb)
  (package_tar)
  say "making the gallery"
  rm -rf "$root/build/gallery"
  (gallery "$root/build/gallery" >"$root/build/gallery.log")
  pack "$package/mbsrun-$version-gallery.tar.gz" "$root/build" gallery
  (cd "$package" && sha256sum -- * >SHA256SUMS && ls -l)
  [ "${1:-}" != test ] || in_bare_roots "$root/tests/fresh/download" "$package"
}

# pack FILE DIR NAME: the same bytes for the same files.
pack() {
  tar -C "$2" --sort=name --owner=0 --group=0 --numeric-owner --mtime="@$SOURCE_DATE_EPOCH" -cf - "$3" | gzip -9n >"$1"
}

# The page goes into the tar file, too, where emscripten can be had.
package_page() {
  page=$package/mbsrun-playground.html
  "$0" playground "$page" || say "warning: the playground could not be made, and is left out"
}

package_deb() {
  say "making the Debian package (log: $root/build/package.log)"
  ! command -v ccache >/dev/null || export CCACHE_DIR="${CCACHE_DIR:-$(ccache -k cache_dir)}" # debhelper moves HOME
  export DEB_RULES_REQUIRES_ROOT=no DESTINATION="$package" DEB_BUILD_OPTIONS="parallel=$jobs"
  cd "$root"
  patiently build/package.log debian/rules clean binary || {
    tail -n 30 build/package.log >&2
    die "the Debian package could not be made"
  }
  lintian --fail-on error --display-level ">=warning" "$package"/*.deb || die "lintian has found errors"
}

# What cmake --install writes, the terms of all that is in the program, and what links it anew (cmake/static.cmake).
package_tar() {
  say "making the tar file"
  build_quietly static
  static=$root/build/static
  "$python" -B "$root/tests/house/laws.py" link --root "$root" --build "$static" || die "this may not be passed on"
  name=mbsrun-$version-linux-x86_64
  rm -rf "${static:?}/$name"
  cmake --install "$static" --prefix "$static/$name" >/dev/null
  strip "$static/$name/bin/mbsrun"
  mkdir "$static/$name/relink"
  cp "$static"/relink/*.a "$static"/relink/mbsrun.o "$root/packaging/relink" "$static/$name/relink"
  if ! "$static/$name/relink/relink" "$static/again" 2>/dev/null || ! strip "$static/again" ||
    ! cmp "$static/again" "$static/$name/bin/mbsrun"; then
    die "what stands in the folder relink makes another program"
  fi
  package_library "$static/$name"
  licences "$static/$name/licences"
  [ ! -e "$package/mbsrun-playground.html" ] || cp "$package/mbsrun-playground.html" "$static/$name"
  pack "$package/$name.tar.gz" "$static" "$name"
  size=$(stat -c %s "$package/$name.tar.gz")
  [ "$size" -le "$largest_tar" ] || die "$name.tar.gz has $size bytes, more than $largest_tar"
}

# package_library DIR: libmbsrun, its header and the package for Python. KLU and what it needs stand beside it as they
# are in Debian, so that others can take their place (LGPL).
package_library() {
  tree=$root/build/library
  { cmake -S "$root" --preset release -B "$tree" -D BUILD_TESTING=OFF -D MBS_MPI=OFF &&
    cmake --build "$tree" --target libmbsrun && cmake --install "$tree" --prefix "$1" --component library; } \
    >"$root/build/library.log" 2>&1 || {
    tail -n 30 "$root/build/library.log" >&2
    die "the library could not be made"
  }
  mv "$1/lib/python3/dist-packages" "$1/python"
  rmdir "$1/lib/python3"
  for part in klu amd colamd btf suitesparseconfig; do
    cp "$(dirname "$(gcc -print-file-name=libklu.so)")"/lib$part.so.[0-9] "$1/lib"
  done
  strip --strip-unneeded "$1"/lib/*.so.[0-9]
  # not RUNPATH: what KLU needs is looked for here, too
  patchelf --force-rpath --set-rpath "\$ORIGIN" "$1/lib/libmbsrun.so.0"
}

# licences DIR: as Debian's packages and SUNDIALS tell them, and what the sources of these are called.
licences() {
  mkdir "$1"
  cp "$root/docs/licences.md" "$1/README.md"
  for part in libyaml-dev libssl-dev libsqlite3-dev zlib1g-dev liblapack-dev libblas-dev libsuitesparse-dev libc6-dev libgcc-12-dev; do
    cp "/usr/share/doc/$part/copyright" "$1/$part"
    # shellcheck disable=SC2016 # dpkg-query fills these in
    dpkg-query -W -f '${source:Package} ${source:Version}\n' "$part" >>"$1/sources"
  done
  cat "$cache/sundials/source" >>"$1/sources"
  cp "$cache/sundials/include/sundials/LICENSE" "$1/sundials"
  cp /usr/share/common-licenses/LGPL-2.1 /usr/share/common-licenses/Apache-2.0 "$1"
}
