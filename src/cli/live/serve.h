// SPDX-License-Identifier: BSD-3-Clause
// serve.h: pages for a browser on this machine.
//
// It listens on 127.0.0.1 alone and answers GET of paths below /TOKEN/, where the token is random
// and of 128 bits. Whoever asks by another name of the host, with another method or for another
// path is refused; so no page of the network, whose name may be made to mean this machine, gets an
// answer. No file is ever read for a path: what there is, its user says.
#ifndef MBS_CLI_LIVE_SERVE_H
#define MBS_CLI_LIVE_SERVE_H

#include "base/text.h"

enum { SERVE_CONNECTIONS = 16, SERVE_REQUEST = 8192, SERVE_TOKEN = 33 };

// What a path is answered with. Copied.
typedef struct ServeAnswer {
  const char *type;   // "text/html; charset=utf-8"
  const char *policy; // Content-Security-Policy
  const char *bytes;
  size_t length;
  bool goes_on; // server-sent events: bytes is the first, serve_announce makes the others
} ServeAnswer;

// path: what stands behind /TOKEN/, up to the query; query: behind the ?, or "". False: there is
// no such path.
typedef bool ServeFunction(void *context, const char *path, const char *query, ServeAnswer *answer);

typedef struct ServeConnection {
  int socket; // -1: none
  double since;
  char request[SERVE_REQUEST];
  size_t filled, sent;
  Text out;
  bool answered, goes_on;
} ServeConnection;

typedef struct Serve {
  int listener, port;
  char token[SERVE_TOKEN];
  Allocator *allocator;
  ServeFunction *answer;
  void *context;
  ServeConnection list[SERVE_CONNECTIONS];
} Serve;

// port: 0 for any that is free. False with errno.
bool serve_open(Serve *serve, int port, Allocator *allocator);
// Waits for so long at most for what connections want, or for something to read from `other` (-1:
// nothing), and does it.
void serve_step(Serve *serve, int other, int milliseconds);
// An event to all that listen: JSON, in which line ends are blanks.
void serve_announce(Serve *serve, const char *json);
void serve_close(Serve *serve);

#endif
