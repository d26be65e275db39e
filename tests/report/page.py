# SPDX-License-Identifier: BSD-3-Clause
"""Reads a page back: its sections, the policy, the tables that its script unpacks."""

import base64
import hashlib
import html.parser
import json
import re
import struct
import zlib


class Parser(html.parser.HTMLParser):
    """Elements with their attributes, and the text of each template, script and style."""

    KEPT = ("template", "script", "style", "title")

    def __init__(self):
        super().__init__(convert_charrefs=True)
        self.elements, self.texts, self.inside = [], [], None
        self.words = []

    def handle_starttag(self, tag, attrs):
        self.elements.append((tag, dict(attrs)))
        if tag in self.KEPT:
            self.inside = (tag, dict(attrs), [])

    def handle_endtag(self, tag):
        if self.inside is not None and self.inside[0] == tag:
            self.texts.append((tag, self.inside[1], "".join(self.inside[2])))
            self.inside = None

    def handle_data(self, data):
        (self.words if self.inside is None else self.inside[2]).append(data)


class Page:
    def __init__(self, path):
        self.bytes = path.read_bytes()
        self.text = self.bytes.decode("utf-8")
        parser = Parser()
        parser.feed(self.text)
        self.elements, self.texts = parser.elements, parser.texts
        self.words = "".join(parser.words)
        self.templates = {attributes["id"]: text for tag, attributes, text in parser.texts
                          if tag == "template"}
        self.data = json.loads(self.inflate("mbs-data")) if "mbs-data" in self.templates else None

    def inflate(self, name):
        return zlib.decompress(base64.b64decode(self.templates[name]), -15)

    def section(self, name):
        return re.search(rf'<section id="{name}">.*?</section>', self.text, re.S).group(0)

    def policy(self):
        for tag, attributes in self.elements:
            if tag == "meta" and attributes.get("http-equiv") == "Content-Security-Policy":
                return dict((part.split()[0], part.split()[1:])
                            for part in attributes["content"].split(";"))
        return None

    def hashes(self, tag):
        """Of the contents of all elements of this kind, as a policy states them."""
        pieces = re.findall(rf"<{tag}\b[^>]*>(.*?)</{tag}>", self.text, re.S)
        return ["'sha256-" + base64.b64encode(hashlib.sha256(piece.encode()).digest()).decode() + "'"
                for piece in pieces]

    def columns(self, table):
        """The columns of a packed table, t first, as the script computes them; and their steps."""
        rows = table["rows"]
        base = [table["time"]["base"]] + table["base"]
        step = [table["time"]["step"]] + table["step"]
        planes = self.inflate(table["block"])
        count = rows * len(base)
        assert len(planes) == 3 * count, (len(planes), count)
        columns = []
        for c, (first, size) in enumerate(zip(base, step)):
            column, value, difference = [], 0, 0
            for row in range(rows):
                at = c * rows + row
                zigzag = planes[at] | planes[count + at] << 8 | planes[2 * count + at] << 16
                second = -(zigzag + 1) // 2 if zigzag & 1 else zigzag // 2
                difference = second if row <= 1 else difference + second
                value += difference
                column.append(first + value * size)
            columns.append(column)
        for c, start, end in table["gaps"]:
            columns[c + 1][start:end + 1] = [None] * (end + 1 - start)
        return columns, step


def track(path, columns):
    """The rows of a motion.bin."""
    data = path.read_bytes()
    width = 4 * columns
    assert len(data) % width == 0
    return [struct.unpack_from(f"<{columns}f", data, at) for at in range(0, len(data), width)]
