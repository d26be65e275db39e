#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""Rooms: the folders of a floor, in the order in which they may include each other.

usage: laws_rooms.py --root DIR     prints how often each room includes each other one; an arrow back is marked
"""

import argparse
import pathlib
import re

from house_files import files_below, place

# A room sees itself and those before it. "" are the files of the floor itself.
ROOMS = {
    "elements": ["fields", "frames", "", "pairs", "bodies", "joints", "forces"],
    "expr": ["text", "programs", "enclosures"],
    "system": ["mechanism", "constraints", "state", "saddle", "forces", "equations", "tree", "start", "jumps", "observe",
               "parameters", "small_motions", ""],
    "analysis": ["interface", "recording", "events", "modes", "assembly", "settings", "equilibrium", "monitors",
                 "inspection", "audit", "dynamics", "", "verification"],
    "language": ["tables", "expand", "dump", "numbers", "bodies", "joints", "forces", "results", ""],
    "sweep": ["plan", "study", "runs", "results"],
    "output": ["", "rows", "convergence"],
    "report": ["scene", "drawing", "pictures", "page"],
    "cli": ["playground/libraries", "shared", "words", "manual", "completion", "commands", "live", "studies", ""],
}
FOLDER_FILES = 45


def room_of(name):
    """(floor, room) of a path below src."""
    parts = name.split("/")
    return parts[0], "/".join(parts[1:-1])


def room_includes(root):
    """{(floor, room, other room): places} of what one room of a floor includes of another."""
    found = {}
    for path in files_below(root, [f"src/{floor}" for floor in ROOMS], {".c", ".h", ".def"}):
        floor, room = room_of(path.relative_to(root / "src").as_posix())
        for number, line in enumerate(path.read_text().splitlines(), 1):
            match = re.match(r'\s*#\s*include\s+"([^"]*)"', line)
            other = room_of(match.group(1)) if match else None
            if other and other[0] == floor and other[1] != room:
                found.setdefault((floor, room, other[1]), []).append(place(root, path, number))
    return found


def is_back(floor, room, other):
    rooms = ROOMS[floor]
    return room in rooms and other in rooms and rooms.index(other) > rooms.index(room)


def law_rooms(root, _):
    """Every file of a floor with rooms stands in one, no room is empty, and none includes a later one."""
    breaches, paths = [], files_below(root, [f"src/{floor}" for floor in ROOMS], {".c", ".h", ".def"})
    for floor, rooms in ROOMS.items():
        count = dict.fromkeys(rooms, 0)
        for path in paths:
            owner, room = room_of(path.relative_to(root / "src").as_posix())
            if owner == floor and room in count:
                count[room] += 1
            elif owner == floor:
                breaches.append(f"{place(root, path, 1)}: \"{room}\" is no room of {floor}")
        breaches += [f"src/{floor}/{room}:1: a room without a file" for room in rooms if count[room] == 0]
    for (floor, room, other), places in room_includes(root).items():
        if is_back(floor, room, other):
            breaches += [f"{at}: {floor}/{room} may not include {floor}/{other}" for at in places]
    return breaches


def law_folders(root, _):
    """At most FOLDER_FILES files of C in a folder."""
    folders = {}
    for path in files_below(root, ["src"], {".c", ".h", ".def"}):
        folders.setdefault(path.parent.relative_to(root / "src").as_posix(), []).append(path)
    return [f"src/{folder}:1: {len(files)} files, at most {FOLDER_FILES}"
            for folder, files in folders.items() if len(files) > FOLDER_FILES]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--root", required=True, type=pathlib.Path)
    root = parser.parse_args().root.resolve()
    found = room_includes(root)
    for floor, rooms in ROOMS.items():
        print(floor)
        for room in rooms:
            named = [f"{other or '.'} {len(found[floor, room, other])}{' BACK' if is_back(floor, room, other) else ''}"
                     for other in rooms if (floor, room, other) in found]
            print(f"  {room or '.':15} -> {', '.join(named) or 'no other'}")


if __name__ == "__main__":
    main()
