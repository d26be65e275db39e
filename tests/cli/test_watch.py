# SPDX-License-Identifier: BSD-3-Clause
"""mbsrun watch: who gets an answer, what runs when, and what is left."""

import contextlib
import json
import os
import re
import signal
import socket
import time

from program import LONG, PATIENCE, PENDULUM, ProgramTest, changed, main


class Watched:
    """A process of mbsrun watch, and requests to it, each on a connection of its own."""

    def __init__(self, test, *arguments):
        self.made = test.folder / "made"
        self.made.mkdir(exist_ok=True)
        test.environment["TMPDIR"] = str(self.made)
        test.addCleanup(lambda: self.process.wait())
        self.process = test.start("watch", *arguments)
        self.url = self.process.stdout.readline().strip()
        match = re.fullmatch(r"http://127\.0\.0\.1:(\d+)/([0-9a-f]{32})/", self.url)
        self.port, self.token = int(match.group(1)), match.group(2)

    def send(self, data, wait=True):
        """All that comes for some bytes."""
        with socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE) as connection:
            connection.sendall(data)
            came = b""
            while wait and (part := connection.recv(65536)):
                came += part
            return came

    def get(self, path="", host=None, method="GET", version="HTTP/1.1"):
        host = host if host is not None else f"127.0.0.1:{self.port}"
        text = f"{method} /{self.token}/{path} {version}\r\nHost: {host}\r\n\r\n"
        head, _, body = self.send(text.encode()).partition(b"\r\n\r\n")
        return head.decode(), body.decode()

    def status(self, *arguments, **named):
        return int(self.get(*arguments, **named)[0].split()[1])

    @contextlib.contextmanager
    def events(self):
        """What is told, as it comes."""
        with socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE) as connection:
            connection.sendall(f"GET /{self.token}/events HTTP/1.1\r\nHost: localhost:{self.port}\r\n\r\n".encode())
            lines = connection.makefile(encoding="utf-8")
            yield (json.loads(line[6:]) for line in lines if line.startswith("data: "))

    def until(self, run, found=lambda _: True):
        """The first state behind so many runs of which something is true."""
        with self.events() as told:
            return next(now for now in told if now["run"] >= run and not now["running"] and found(now))

    def end(self, number=signal.SIGTERM):
        self.process.send_signal(number)
        _, words = self.process.communicate(timeout=PATIENCE)
        return self.process.returncode, words, list(self.made.iterdir())


class Watch(ProgramTest):
    def watch(self, text=PENDULUM, *arguments):
        self.model = self.folder / "m.yaml"
        if text is not None:
            self.model.write_text(text)
        return Watched(self, *arguments, "m.yaml")

    def save(self, text):
        """As editors do: a new file in the place of the old one."""
        fresh = self.folder / "m.yaml~"
        fresh.write_text(text)
        os.replace(fresh, self.model)

    def test_runs_and_leaves_nothing(self):
        watched = self.watch()
        now = watched.until(1)
        self.assertEqual((now["status"], now["page"], now["messages"]), (0, 1, ""))
        head, page = watched.get("page?1")
        self.assertIn("200 OK", head)
        self.assertIn("a pendulum", page)
        self.save(changed(PENDULUM, "a pendulum", "another one"))
        self.assertEqual(watched.until(2)["page"], 2)
        self.assertIn("another one", watched.get("page")[1])
        status, words, left = watched.end()
        self.assertEqual((status, left), (128 + signal.SIGTERM, []))
        self.assertEqual(len(re.findall(r"run \d+: ok, [0-9.]+ s", words)), 2)
        self.assertEqual(sorted(path.name for path in self.folder.iterdir() if path != watched.made), ["m.yaml"])

    def test_errors_stand_above_the_page_before(self):
        watched = self.watch()
        watched.until(1)
        self.save(changed(PENDULUM, "bodies:", "bodiez:"))
        now = watched.until(2)
        self.assertEqual((now["status"], now["page"]), (3, 1))
        self.assertIn("m.yaml:6:1: error[E-SCHEMA-003]", now["messages"])
        self.assertIn("a pendulum", watched.get("page")[1])
        _, words, _ = watched.end()
        self.assertIn("bodiez", words)

    def test_waits_for_a_file(self):
        watched = self.watch(None)
        self.assertEqual(watched.until(1)["status"], 5)
        self.assertEqual(watched.status("page"), 404)
        self.save(PENDULUM)
        self.assertEqual(watched.until(2)["status"], 0)

    def test_a_file_that_the_model_reads(self):
        (self.folder / "length.yaml").write_text("parameters: {L: 1, m: 1}\n")
        watched = self.watch(changed(PENDULUM, "parameters: {L: 1, m: 1}\n", "include: [length.yaml]\n"))
        now = watched.until(1)
        self.assertEqual(now["status"], 0, now["messages"])
        (self.folder / "length.yaml").write_text("parameters: {L: 3, m: 1}\n")
        now = watched.until(2)
        self.assertEqual([p["value"] for p in now["known"]["parameters"]], [3, 1])

    def test_a_save_ends_the_run_before(self):
        watched = self.watch(LONG)
        self.save(PENDULUM)
        now = watched.until(1)
        self.assertEqual((now["status"], now["page"]), (0, now["run"]))
        self.assertLessEqual(now["run"], 2)  # a run of the long one would take minutes

    def test_the_end_ends_the_run(self):
        watched = self.watch(LONG)
        with watched.events() as told:
            self.assertTrue(next(told)["run"] <= 1)
        status, _, left = watched.end(signal.SIGHUP)
        self.assertEqual((status, left), (128 + signal.SIGHUP, []))

    def test_limits_hold(self):
        watched = self.watch(LONG, "--time-limit", "0.3")
        now = watched.until(1)
        self.assertEqual((now["status"], now["page"]), (9, 1))

    def test_values_of_sliders(self):
        watched = self.watch(PENDULUM, "--set", "m=2")
        known = watched.until(1)["known"]["parameters"]
        self.assertEqual([(p["name"], p["value"], p["least"], p["largest"]) for p in known],
                         [("L", 1, 0, 2), ("m", 2, 0, 4)])
        self.assertEqual(watched.status("set?L=1.5&m=0.25"), 200)
        now = watched.until(2)
        self.assertEqual([p["value"] for p in now["known"]["parameters"]], [1.5, 0.25])
        page = watched.get("page")[1]
        self.save(changed(PENDULUM, "L: 1, m: 1", "L: 1.5, m: 0.25"))
        watched.until(3)
        self.assertEqual(watched.status("set?"), 200)
        now = watched.until(4)
        self.assertEqual([p["value"] for p in now["known"]["parameters"]], [1.5, 2])
        self.assertIn("L=1.5", page)  # how to run it again
        self.assertIn("L: 1.5", self.model.read_text())
        for bad in ("x=1", "L", "L=", "L=nan", "L=1;m=2", "L=1%20", "L=2*m", "bodies.P1.mass=1", "=1",
                    "&".join(["L=1"] * 300), "L=1e999"):
            self.assertEqual(watched.status(f"set?{bad}"), 404, bad)
        self.assertEqual(watched.until(4)["run"], 4)

    def test_who_gets_an_answer(self):
        watched = self.watch()
        watched.until(1)
        port, token = watched.port, watched.token
        for host in (f"localhost:{port}", f"127.0.0.1:{port}", f"LOCALHOST:{port}"):
            self.assertEqual(watched.status(host=host), 200)
        for host in ("", "localhost", f"localhost:{port + 1}", f"evil.example:{port}", f"127.0.0.1.evil:{port}",
                     f"localhost:{port}x", f"localhost:{port}\r\nHost: localhost:{port}"):
            self.assertEqual(watched.status(host=host), 403, host)
        for method in ("POST", "PUT", "HEAD", "OPTIONS", "get", "GETT"):
            self.assertEqual(watched.status(method=method), 405, method)
        for path in ("/", "/page", f"/{token}", f"/{token}x/", f"/{token[:-1]}/", "/../../etc/passwd",
                     f"/{token}/../m.yaml", f"/{token}/m.yaml", f"/{token}/page/", "*", "http://127.0.0.1/"):
            answer = watched.send(f"GET {path} HTTP/1.1\r\nHost: localhost:{port}\r\n\r\n".encode())
            self.assertTrue(answer.startswith(b"HTTP/1.1 404"), path)
            self.assertNotIn(b"pendulum", answer)
        head, _ = watched.get()
        for header in ("default-src 'none'", "frame-ancestors 'none'", "nosniff", "no-store", "no-referrer"):
            self.assertIn(header, head)
        self.assertNotIn("unsafe", head)

    def test_silent_connections_keep_nobody_out(self):
        """Any number of connections that ask for nothing, or only begin to, and of listeners."""
        watched = self.watch()
        watched.until(1)
        for begun in (b"", b"GET /", b"GET / HTTP/1.1\r\nHost: loc"):
            kept = [socket.create_connection(("127.0.0.1", watched.port)) for _ in range(50)]
            for connection in kept:
                connection.sendall(begun)
            self.assertEqual(watched.status(), 200)
            for connection in kept:
                connection.close()
        text = f"GET /{watched.token}/events HTTP/1.1\r\nHost: localhost:{watched.port}\r\n\r\n".encode()
        kept = []
        for _ in range(40):
            kept.append(socket.create_connection(("127.0.0.1", watched.port), timeout=PATIENCE))
            kept[-1].sendall(text)
            self.assertTrue(kept[-1].recv(15).startswith(b"HTTP/1.1 200"))
        self.assertEqual(watched.status(), 200)
        for connection in kept:
            connection.close()

    def test_a_short_address_says_what_is_missing(self):
        watched = self.watch()
        answer = watched.send(f"GET / HTTP/1.1\r\nHost: 127.0.0.1:{watched.port}\r\n\r\n".encode())
        self.assertTrue(answer.startswith(b"HTTP/1.1 404"))
        self.assertIn(b"Open the whole address that mbsrun watch printed", answer)
        self.assertNotIn(watched.token.encode(), answer)

    def test_opens_a_browser(self):
        """By the program that BROWSER names; without any the address is enough."""
        browser = self.folder / "browser"
        browser.write_text('#!/bin/sh\necho "$1" > "$0.told"\nsleep 60\n')
        browser.chmod(0o755)
        self.environment["BROWSER"] = str(browser)
        watched = self.watch(PENDULUM, "--open")
        told = self.folder / "browser.told"
        until = time.monotonic() + PATIENCE
        while not (told.exists() and told.read_text().endswith("\n")) and time.monotonic() < until:
            time.sleep(0.02)
        self.assertEqual(told.read_text().strip(), watched.url)
        self.assertEqual(watched.until(1)["status"], 0)
        watched.end()
        self.environment.update(BROWSER="", PATH="/nowhere")
        watched = self.watch(PENDULUM, "--open")
        self.assertEqual(watched.until(1)["status"], 0)
        self.assertIn("open the address yourself", watched.end()[1])

    def test_odd_requests(self):
        watched = self.watch()
        watched.until(1)
        long = b"GET / HTTP/1.1\r\nX: " + b"y" * 10000 + b"\r\n\r\n"
        with contextlib.suppress(ConnectionResetError):  # what it did not read may reset the connection
            self.assertTrue(watched.send(long).startswith(b"HTTP/1.1 431"))
        self.assertTrue(watched.send(b"GET /\0 HTTP/1.1\r\n\r\n").startswith(b"HTTP/1.1 400"))
        self.assertTrue(watched.send(b"\r\n\r\n").startswith(b"HTTP/1.1 405"))
        watched.send(b"GET", wait=False)
        kept = [socket.create_connection(("127.0.0.1", watched.port)) for _ in range(40)]
        time.sleep(0.2)
        for connection in kept:
            connection.close()
        self.assertEqual(watched.until(1)["status"], 0)  # and goes on
        with watched.events() as one, watched.events() as two:
            next(one), next(two)
            self.save(changed(PENDULUM, "a pendulum", "two listen"))
            for told in (one, two):
                self.assertTrue(any(now["page"] == 2 for now in told))

    def test_a_silent_client_is_hung_up_on(self):
        watched = self.watch()
        with socket.create_connection(("127.0.0.1", watched.port), timeout=PATIENCE) as silent:
            silent.sendall(b"GET /")
            self.assertEqual(silent.recv(1), b"")

    def test_usage(self):
        self.expect(2, "watch", "-")
        with socket.socket() as taken:
            taken.bind(("127.0.0.1", 0))
            taken.listen()
            port = taken.getsockname()[1]
            self.assertIn(f"cannot listen on 127.0.0.1:{port}", self.expect(5, "watch", "m.yaml", "--port", port).err)
        self.expect(2, "watch", "m.yaml", "--port", "70000")


if __name__ == "__main__":
    main()
