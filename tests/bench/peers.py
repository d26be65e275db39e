# SPDX-License-Identifier: BSD-3-Clause
"""Programs of others beside which mbsrun is measured: installs their Debian packages when they are
missing, compiles the programs that use them, and says why when one cannot be had."""
import os
import pathlib
import re
import subprocess

from report import HERE, WORK, say, words_of

SIMBODY = ("libsimbody-dev", "g++")
MUJOCO = ("libmujoco-dev",)


class NotAvailable(Exception):
    """A peer that cannot be measured here, with the reason."""


def installed_version(package):
    """The version of an installed package, or nothing."""
    status = words_of("dpkg-query", "-W", "-f", "${db:Status-Abbrev} ${Version}", package)
    return status.split()[1] if status.startswith("ii") else ""


def administrator():
    """The words that run a command as root, or None."""
    if os.geteuid() == 0:
        return []
    if subprocess.run(["sudo", "-n", "true"], capture_output=True, check=False).returncode == 0:
        return ["sudo"]
    return None


def install(*packages):
    missing = [package for package in packages if not installed_version(package)]
    if not missing:
        return
    if not words_of("apt-get", "--version"):
        raise NotAvailable(f"{' '.join(missing)} not installed, and this is no Debian-like system")
    candidate = {name: re.search(r"Candidate: (\S+)", words_of("apt-cache", "policy", name))
                 for name in missing}
    unknown = [name for name, found in candidate.items() if not found or found.group(1) == "(none)"]
    if unknown:
        raise NotAvailable(f"this system's package index has no {' '.join(unknown)}")
    line = ["apt-get", "install", "-y", "--no-install-recommends", *missing]
    root = administrator()
    if root is None:
        say(f"to measure this peer, too, type: sudo {' '.join(line)}")
        raise NotAvailable(f"{' '.join(missing)} not installed (sudo {' '.join(line)})")
    say(f"installing {' '.join(missing)}")
    result = subprocess.run(root + ["env", "DEBIAN_FRONTEND=noninteractive"] + line,
                            capture_output=True, text=True, check=False)
    if result.returncode != 0:
        reason = (result.stderr.strip() or result.stdout.strip()).splitlines()[-1]
        raise NotAvailable(f"{' '.join(missing)} cannot be installed: {reason}")


def compile_program(source, *libraries, include=()):
    """Compiles a program of tests/bench into build/bench; returns its path."""
    path = HERE / source
    program = WORK / path.stem
    WORK.mkdir(parents=True, exist_ok=True)
    line = ["g++", "-std=c++17"] if path.suffix == ".cpp" else ["gcc", "-std=gnu11"]
    line += ["-O3", "-DNDEBUG", f"-I{HERE}", *[f"-I{folder}" for folder in include], str(path),
             "-o", str(program), *[f"-l{name}" for name in libraries], "-lm"]
    result = subprocess.run(line, capture_output=True, text=True, check=False)
    if result.returncode != 0:
        raise NotAvailable(f"{source} does not compile: {result.stderr.strip().splitlines()[0]}")
    return program


def simbody(source):
    install(*SIMBODY)
    return [compile_program(source, "SimTKsimbody", "SimTKmath", "SimTKcommon",
                            include=("/usr/include/simbody",))]


def mujoco(source):
    install(*MUJOCO)
    return [compile_program(source, "mujoco")]


def scipy(source):
    install("python3-scipy")
    return ["/usr/bin/python3", HERE / source]


def octave(source):
    install("octave")
    if not pathlib.Path("/usr/bin/octave-cli").exists():
        raise NotAvailable("octave-cli is missing")
    return ["/usr/bin/octave-cli", "--norc", "--no-history", HERE / source]
