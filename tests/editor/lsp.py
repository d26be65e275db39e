# SPDX-License-Identifier: BSD-3-Clause
"""A client of a language server over its standard input and output.

The Language Server Protocol frames each JSON-RPC message by a header that gives its length in
bytes. Positions count from zero, characters in units of UTF-16; those of people count from one.
"""

import json
import queue
import subprocess
import threading
import time

# Only what the model names may be read: no catalogue of schemas from the network.
SETTINGS = {
    "yaml": {
        "validate": True,
        "completion": True,
        "hover": True,
        "schemaStore": {"enable": False},
        "kubernetesCRDStore": {"enable": False},
    },
    "http": {"proxy": "", "proxyStrictSSL": True},
    "editor": {"tabSize": 2},
}

PATIENCE = 60  # seconds for any one answer


class ServerError(Exception):
    """The server ended, was silent for too long, or answered with an error."""


class Server:
    """A running language server, to be used in a `with` statement."""

    def __init__(self, command, root):
        self.root = root
        self.count = 0
        self.inbox = queue.Queue()
        self.diagnostics = {}
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.DEVNULL)
        threading.Thread(target=self._read, daemon=True).start()

    def __enter__(self):
        try:
            self.request("initialize", {
                "processId": None,
                "rootUri": self.root.as_uri(),
                "workspaceFolders": [{"uri": self.root.as_uri(), "name": "mbsrun"}],
                "capabilities": {
                    "workspace": {"configuration": True, "workspaceFolders": True},
                    "textDocument": {
                        "hover": {"contentFormat": ["markdown", "plaintext"]},
                        "completion": {"completionItem": {"snippetSupport": True}},
                        "publishDiagnostics": {},
                    },
                },
            })
            self.notify("initialized", {})
            self.notify("workspace/didChangeConfiguration", {"settings": SETTINGS})
        except BaseException:
            self.process.kill()
            raise
        return self

    def __exit__(self, *_):
        try:
            self.request("shutdown", None)
            self.notify("exit", None)
            self.process.wait(10)
        except (OSError, ServerError, subprocess.TimeoutExpired):
            self.process.kill()
        self.process.wait()

    # ---- documents ----

    def open(self, path, text):
        """Opens a document as an editor does and returns its diagnostics."""
        uri = path.as_uri()
        self.diagnostics.pop(uri, None)
        self.notify("textDocument/didOpen", {"textDocument": {
            "uri": uri, "languageId": "yaml", "version": 1, "text": text}})
        self._until(lambda _: uri in self.diagnostics, f"no diagnostics of {path.name}")
        return self.diagnostics[uri]

    def close(self, path):
        self.notify("textDocument/didClose", {"textDocument": {"uri": path.as_uri()}})

    def complete(self, path, line, character):
        """The items offered at a place (both counted from zero)."""
        answer = self.request("textDocument/completion", {
            "textDocument": {"uri": path.as_uri()},
            "position": {"line": line, "character": character}})
        return answer["items"] if isinstance(answer, dict) else answer or []

    def hover(self, path, line, character):
        """The text shown over a place, empty when there is none."""
        answer = self.request("textDocument/hover", {
            "textDocument": {"uri": path.as_uri()},
            "position": {"line": line, "character": character}})
        contents = (answer or {}).get("contents", "")
        return contents["value"] if isinstance(contents, dict) else contents

    # ---- messages ----

    def notify(self, method, params):
        self._send({"method": method, "params": params})

    def request(self, method, params):
        self.count += 1
        number = self.count
        self._send({"id": number, "method": method, "params": params})
        answer = self._until(lambda message: "method" not in message
                             and message.get("id") == number, f"no answer to {method}")
        if "error" in answer:
            raise ServerError(f"{method}: {answer['error'].get('message')}")
        return answer.get("result")

    def _send(self, message):
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        try:
            self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
            self.process.stdin.flush()
        except OSError as error:
            raise ServerError("the language server ended") from error

    def _read(self):
        stream = self.process.stdout
        while True:
            length = 0
            while (line := stream.readline()) not in (b"\r\n", b""):
                name, _, value = line.partition(b":")
                if name.lower() == b"content-length":
                    length = int(value)
            if line == b"":
                self.inbox.put(None)
                return
            self.inbox.put(json.loads(stream.read(length)))

    def _until(self, done, complaint):
        """Handles messages until one is, or brings about, what is waited for."""
        end = time.monotonic() + PATIENCE
        while True:
            try:
                message = self.inbox.get(timeout=max(0.0, end - time.monotonic()))
            except queue.Empty:
                raise ServerError(f"{complaint} within {PATIENCE} s") from None
            if message is None:
                raise ServerError("the language server ended")
            self._handle(message)
            if done(message):
                return message

    def _handle(self, message):
        method = message.get("method")
        if method == "textDocument/publishDiagnostics":
            self.diagnostics[message["params"]["uri"]] = message["params"]["diagnostics"]
        elif method == "workspace/configuration":
            answers = [SETTINGS.get(item.get("section")) for item in message["params"]["items"]]
            self._send({"id": message["id"], "result": answers})
        elif method is not None and "id" in message:
            self._send({"id": message["id"], "result": None})
