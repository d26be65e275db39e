#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""A static site of all shipped models: for each its page, a moving picture, and a still.

usage: ./dev gallery [DIR]      (default: build/gallery)
       gallery.py --binary MBSRUN --root ROOT --pictures      those that README.md shows, in docs/pictures
       gallery.py --binary MBSRUN --root ROOT --check         makes a site and throws it away

index.html asks for nothing but the files beside it.
"""
import argparse
import collections
import html
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import xml.etree.ElementTree

STYLE = """:root{color-scheme:light dark;font:16px/1.45 system-ui,sans-serif}body{max-width:75rem;margin:0 auto;padding:1rem}
ul{list-style:none;padding:0;display:grid;gap:1rem;grid-template-columns:repeat(auto-fill,minmax(17rem,1fr))}
li{border:1px solid #8884;border-radius:6px;padding:.6rem}img{width:100%;height:auto;background:#fff;border-radius:4px}
h3{font-size:1rem;margin:.4rem 0}p{margin:.2rem 0;overflow-wrap:anywhere}"""
FRAMES = 40
# What README.md shows: a moving one first.
MOVING = "examples/four_bar"
STILLS = ["examples/quick_return", "examples/belt_drive", "examples/symmetric_top_slow"]


def call(*arguments):
    """Standard output of mbsrun; None where it refuses."""
    done = subprocess.run([str(word) for word in arguments], capture_output=True, text=True, check=False)
    return done.stdout if done.returncode == 0 else None


def categories(root):
    """models/README.md: its headings, and of each the models in its table: path, title, sentence."""
    found = []
    for line in (root / "models/README.md").read_text().splitlines():
        row = re.fullmatch(r"\| \[(.+)\]\((.+\.yaml)\) \| (.+) \|", line)
        if line.startswith("## "):
            found.append((line[3:], []))
        elif row:
            found[-1][1].append((root / "models" / row.group(2), row.group(1), row.group(3)))
    return found


def faults_of_list(root):
    """Every model stands in models/README.md once, with its own title and description."""
    listed = [row for _, rows in categories(root) for row in rows]
    faults = [f"models/README.md names {model} {count} times\n"
              for model, count in collections.Counter(row[0] for row in listed).items() if count > 1]
    faults += [f"models/README.md does not name {model}\n"
               for model in set((root / "models").rglob("*.yaml")) - {row[0] for row in listed}]
    for model, title, sentence in listed:
        text = model.read_text() if model.exists() else ""
        for key, value in (("title", title), ("description", sentence)):
            if not re.search(rf'(?m)^{key}: "?{re.escape(value)}"?$', text):
                faults.append(f"models/README.md: {key} of {model} is not: {value}\n")
    return faults


def make_model(binary, model, words, folder):
    """The files of one model; its place in the index, and whether it ran well."""
    name = model.stem
    results = folder / name
    done = subprocess.run([binary, "run", model, "-q", "--report", "-f", "-o", results], capture_output=True,
                          text=True, check=False)
    if not (results / "report.html").exists():
        return None, done.stderr
    picture = f"{name}.svg"
    if call(binary, "animate", results, "-o", folder / picture, "--frames", FRAMES) is None:
        call(binary, "view", model, "-o", folder / picture)
    summary = json.loads((results / "summary.json").read_text())
    shutil.move(results / "report.html", folder / f"{name}.html")
    shutil.rmtree(results)
    title, sentence = (html.escape(word) for word in words)
    image = f'<img src="{picture}" alt="" width="900" height="600" loading="lazy">' if (folder / picture).exists() else ""
    row = (f'<li><a href="{name}.html">{image}<h3>{title}</h3></a><p>{sentence}</p><p>{html.escape(summary["status"])}, '
           f'<code>{html.escape(model.parent.name)}/{html.escape(model.name)}</code></p></li>')
    return row, done.stderr if done.returncode else ""


def make_site(binary, root, folder, every=1):
    folder.mkdir(parents=True, exist_ok=True)
    parts, faults, count, number = [], faults_of_list(root), 0, 0
    for heading, models in categories(root):
        rows = []
        for model, *words in models:
            number += 1
            if (number - 1) % every == 0:
                row, fault = make_model(binary, model, words, folder)
                rows += [row] if row else []
                faults += [f"{model}:\n{fault}"] if fault or not row else []
        parts += [f"<h2>{html.escape(heading)}</h2>\n<ul>\n" + "\n".join(rows) + "\n</ul>\n"] if rows else []
        count += len(rows)
    (folder / "index.html").write_text(
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<title>mbsrun: shipped models</title>\n'
        '<meta name="viewport" content="width=device-width,initial-scale=1">\n'
        f"<style>{STYLE}</style>\n</head>\n<body>\n<h1>Shipped models of mbsrun</h1>\n<p>Each page has the motion, plots, "
        "checks and audit of a run, and the model itself.</p>\n" + "".join(parts) + "</body>\n</html>\n")
    print(f"{folder / 'index.html'}: {count} models", file=sys.stderr)
    return faults


def make_pictures(binary, root):
    """docs/pictures: the same bytes as long as the motion is the same."""
    folder = root / "docs/pictures"
    folder.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as scratch:
        results = pathlib.Path(scratch) / "run"
        call(binary, "run", root / f"models/{MOVING}.yaml", "-q", "-o", results)
        call(binary, "animate", results, "-o", folder / f"{pathlib.Path(MOVING).name}.svg", "--frames", FRAMES)
    for name in STILLS:
        call(binary, "view", root / f"models/{name}.yaml", "-o", folder / f"{pathlib.Path(name).name}.svg")


def check(binary, root, every):
    """A site into nowhere: every model has its page and picture, and every picture is whole."""
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(scratch) / "site"
        faults = make_site(binary, root, folder, every)
        index = (folder / "index.html").read_text()
        models = [row[0] for _, rows in categories(root) for row in rows]
        for model in models[::every]:
            for name in (f"{model.stem}.html", f"{model.stem}.svg"):
                if f'"{name}"' not in index or not (folder / name).is_file():
                    faults.append(f"{model}: no {name}\n")
        for picture in [*folder.glob("*.svg"), *(root / "docs/pictures").glob("*.svg")]:
            if len(list(xml.etree.ElementTree.parse(picture).iter("{http://www.w3.org/2000/svg}path"))) == 0:
                faults.append(f"{picture}: nothing to see\n")
    return faults


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--root", required=True, type=pathlib.Path)
    parser.add_argument("--binary", required=True)
    parser.add_argument("--pictures", action="store_true")
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--every", type=int, default=1, help="with --check: every n-th model")
    parser.add_argument("folder", nargs="?", type=pathlib.Path)
    options = parser.parse_args()
    if options.pictures:
        make_pictures(options.binary, options.root)
        return 0
    faults = check(options.binary, options.root, options.every) if options.check else make_site(options.binary, options.root, options.folder or options.root / "build/gallery")
    print("".join(faults), file=sys.stderr, end="")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
