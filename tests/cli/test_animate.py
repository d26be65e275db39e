# SPDX-License-Identifier: BSD-3-Clause
"""mbsrun animate: frames against the rows of the run, the picture that plays by itself, films."""

import csv
import os
import re
import shutil
import unittest
import xml.etree.ElementTree

from program import PENDULUM, ProgramTest, changed, main

SVG = "{http://www.w3.org/2000/svg}"


class Animate(ProgramTest):
    def setUp(self):
        super().setUp()
        self.write("a.yaml", PENDULUM)
        self.expect(0, "run", "a.yaml", "-o", "out", "-q")

    def rows(self):
        with (self.folder / "out/swing.csv").open() as file:
            return [{name: float(value) for name, value in row.items()} for row in csv.DictReader(file)]

    def ball(self, text):
        """Where the round things of a frame are: a line of no length with round ends."""
        return {(float(x), float(y)) for x, y in re.findall(r"M(\S+) (\S+)L\1 \2(?=[M\"])", text)}

    def check_frames(self, frames, rows):
        """One place moves as the point does, drawn at one scale; y points down."""
        moving = [self.ball(frame) - set.intersection(*map(self.ball, frames)) for frame in frames]
        self.assertTrue(all(len(places) == 1 for places in moving), moving)
        places = [next(iter(place)) for place in moving]
        low, high = min(rows, key=lambda row: row["x"]), max(rows, key=lambda row: row["x"])
        (x0, y0), (x1, _) = places[rows.index(low)], places[rows.index(high)]
        scale = (x1 - x0) / (high["x"] - low["x"])
        self.assertGreater(scale, 50)
        for (x, y), row in zip(places, rows):
            self.assertAlmostEqual(x, x0 + scale * (row["x"] - low["x"]), delta=0.15)  # four digits
            self.assertAlmostEqual(y, y0 - scale * (row["y"] - low["y"]), delta=0.15)

    def test_other_pictures_are_refused(self):
        """A name with another ending is no folder by accident; one that ends with a slash is."""
        for name in ("out.png", "films/x.pdf"):
            self.assertIn("is not the name of a film", self.expect(2, "animate", "out", "-o", name).err)
        self.assertNotIn("out.png", self.listing())
        self.expect(0, "animate", "out", "-o", "v1.2/", "--frames", "2")
        self.assertEqual(len(self.listing("v1.2")), 2)

    def test_frames_are_rows(self):
        self.expect(0, "animate", "out", "-o", "frames", "--frames", "41")
        names = self.listing("frames")
        self.assertEqual(names, [f"{k:05d}.svg" for k in range(41)])
        rows = self.rows()  # 201 of them
        self.check_frames([(self.folder / "frames" / name).read_text() for name in names], rows[::5])

    def test_a_picture_that_plays(self):
        out = self.expect(0, "animate", "out").out
        self.assertEqual(out, "out/swing.svg\n")
        tree = xml.etree.ElementTree.parse(self.folder / "out/swing.svg").getroot()
        frames = tree.findall(f"{SVG}g")
        self.assertEqual(len(frames), 60)
        for k, frame in enumerate(frames):
            change = frame.find(f"{SVG}animate")
            times = [float(t) for t in change.get("keyTimes").split(";")]
            wanted = [0, 1 / 60] if k == 0 else [0, k / 60, (k + 1) / 60]
            for found, want in zip(times, wanted, strict=True):
                self.assertAlmostEqual(found, want, delta=1e-5)
            self.assertEqual(change.get("dur"), "4s")  # of 2 s of motion
            self.assertEqual(frame.get("visibility"), "visible" if k == 0 else "hidden")
        text = (self.folder / "out/swing.svg").read_text()
        self.assertNotIn("script", text)
        self.assertIn(">1/2 of real time</text>", text)

    def test_pace(self):
        """A loop takes 3 to 10 s, however short or long the motion is, and tells its pace."""
        for duration, loop, told in (("3e-6 s", 3, "1/1000000 of real time"), ("0.04 s", 4, "1/100 of real time"),
                                     ("3.1 s", 3.1, None), ("10 s", 10, None), ("10.5 s", 5.25, "2 times real time"),
                                     ("150 s", 7.5, "20 times real time")):
            self.write("b.yaml", changed(PENDULUM, "duration: 2", f"duration: {duration}").replace(
                "output_step: 0.01", f"output_step: {float(duration.split()[0]) / 100} s"))
            self.expect(0, "run", "b.yaml", "-o", "b", "-q")
            said = self.expect(0, "animate", "b", "-o", "b.svg").err
            text = (self.folder / "b.svg").read_text()
            self.assertIn(f'dur="{loop:g}s"', text, duration)
            self.assertEqual("real time</text>" in text, told is not None)
            self.assertIn(f"plays at {told or 'real time'}", said)
            if told:
                self.assertIn(f">{told}</text>", text)

    def test_few_and_many_frames(self):
        for frames in (2, 3, 201, 500):
            self.expect(0, "animate", "out", "-o", "x.svg", "--frames", frames, "--seconds", "0.5")
            self.assertEqual((self.folder / "x.svg").read_text().count('dur="0.5s"'), frames)

    def test_hostile_title(self):
        self.write("a.yaml", changed(PENDULUM, "title: a pendulum", "title: '</svg><script>alert(1)</script>'"))
        self.expect(0, "run", "a.yaml", "-o", "out", "-q")
        self.expect(0, "animate", "out", "-o", "x.svg")
        self.assertNotIn("<script", (self.folder / "x.svg").read_text())
        xml.etree.ElementTree.parse(self.folder / "x.svg")

    @unittest.skipUnless(shutil.which("ffmpeg"), "ffmpeg is not installed")
    def test_films(self):
        made = self.folder / "made"
        made.mkdir()
        self.environment["TMPDIR"] = str(made)
        for name, mark in (("x.mp4", b"ftyp"), ("x.gif", b"GIF8"), ("x.webm", b"webm")):
            self.expect(0, "animate", "out", "-o", name, "--frames", "10")
            self.assertIn(mark, (self.folder / name).read_bytes()[:64], name)
            self.assertEqual(list(made.iterdir()), [])

    def test_without_ffmpeg(self):
        self.environment["PATH"] = os.devnull
        said = self.expect(5, "animate", "out", "-o", "x.mp4", "--frames", "3").err
        self.assertIn("the film cannot be made: ffmpeg", said)
        self.assertIn("install ffmpeg", said)
        self.assertNotIn("x.mp4", self.listing())

    def test_nothing_to_show(self):
        self.assertIn("contains no motion", self.expect(2, "animate", "out", "--analysis", "swung").err)
        self.expect(0, "run", "a.yaml", "-o", "out", "-q", "--no-motion")
        self.assertIn("--no-motion", self.expect(2, "animate", "out").err)
        self.expect(0, "run", "a.yaml", "-o", "out", "-q")
        self.write("a.yaml", changed(PENDULUM, "a pendulum", "another"))
        self.assertIn("has changed since the run", self.expect(5, "animate", "out").err)
        self.expect(5, "animate", "nowhere")
        self.expect(2, "animate")
        self.expect(2, "animate", "out", "--frames", "0")


if __name__ == "__main__":
    main()
