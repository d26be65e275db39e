# SPDX-License-Identifier: BSD-3-Clause
"""The law of the link: whose code is in the program, and how (see laws.py, src/DECISIONS.md)."""

import os
import pathlib
import re
import subprocess

# What may be in mbsrun. Permissive licences, the LGPL where shared or linked apart (SuiteSparse's KLU, AMD, BTF,
# COLAMD), and compiler runtimes under their exception. UMFPACK, CHOLMOD, SPQR are GPL: absent.
SHARED_LIBRARIES = {"linux-vdso", "ld-linux-x86-64", "ld-linux-aarch64", "libc", "libm", "libyaml-0",
                    "libcrypto", "libklu", "libamd", "libcolamd", "libbtf", "libsuitesparseconfig",
                    "libgfortran", "libquadmath", "libgcc_s"}
LINKED_LIBRARIES = {"libyaml", "libcrypto", "libklu", "libamd", "libcolamd", "libbtf",
                    "libsuitesparseconfig", "libm", "libsqlite3", "libz", "liblapack", "libblas", "libgfortran", "libquadmath"}
# The static program (cmake/static.cmake): what may only come in with the second step, which anybody can do again.
RELINKED = {"libklu", "libamd", "libcolamd", "libbtf", "libsuitesparseconfig", "libc", "libm", "libmvec"}
RUNTIMES = {"libgcc", "libgcc_eh", "libgfortran", "libquadmath"}  # under their exception


def library_word(path):
    """libklu.so.1 -> libklu"""
    return re.sub(r"(-[0-9.]+)?\.(so|a)(\.[0-9.]+)?$", r"\1", pathlib.Path(path).name)


def law_link(root, options):
    """Only libraries of a known, permissive licence are in the program."""
    maps = [pathlib.Path(options.build, name) for name in ("mbsrun.o.map", "mbsrun.map")]
    if maps[1].is_file():
        return static_breaches(*(archives_of(path.read_text()) for path in maps))
    breaches = []
    listing = subprocess.run(["ldd", options.binary], text=True, capture_output=True,
                             check=True).stdout
    words = [library_word(line.split()[0]) for line in listing.splitlines() if line.strip()]
    target = os.path.relpath(options.binary, options.build)
    commands = subprocess.run(["ninja", "-C", options.build, "-t", "commands", target],
                              text=True, capture_output=True, check=False).stdout
    link = commands.strip().splitlines()[-1] if commands.strip() else ""
    linked = [library_word(word) for word in re.findall(r"\S+\.(?:a|so)(?:\.[0-9]+)*\b", link)]
    linked += ["lib" + word for word in re.findall(r"\s-l(\S+)", link)]
    if not words or not linked:
        breaches.append("nothing is known about how the program was linked")
    return breaches + link_breaches(words, linked)


def link_breaches(shared, linked):
    breaches = []
    for word in shared:
        if re.sub(r"-[0-9]+$", "", word) not in SHARED_LIBRARIES and word not in SHARED_LIBRARIES:
            breaches.append(f"the shared library {word} is not on the list of known licences")
    for word in linked:
        if word not in LINKED_LIBRARIES and not re.match(r"lib(mbs|sundials)_\w+$", word):
            breaches.append(f"the library {word} is not on the list of known licences")
    return breaches


def archives_of(text):
    """The archives of which something came into a link, as the linker's map tells."""
    return {re.sub(r"-[0-9.]+$", "", library_word(path)) for path in re.findall(r"(?m)^(\S+\.a)\(\S+\)", text)}


def static_breaches(of_object, of_program):
    """What is in mbsrun.o, and what came to it in the second step."""
    breaches = [f"the library {word} is in mbsrun.o, which nobody can link anew"
                for word in sorted(of_object & (RELINKED | RUNTIMES))]
    breaches += [f"the library {word} comes in with the second step, and is not one of the LGPL or a runtime"
                 for word in sorted(of_program - RELINKED - RUNTIMES)]
    if not of_object or not RELINKED & of_program:
        breaches.append("nothing is known about how the program was linked")
    return breaches + link_breaches([], sorted(of_object - RELINKED))
