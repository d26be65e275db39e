// SPDX-License-Identifier: BSD-3-Clause
// serve.c: HTTP/1.1 of one request a connection, as far as a browser of this machine needs it (see
// serve.h).
#include "cli/live/serve.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <unistd.h>

#include "cli/shared/terminal.h"

static const double PATIENCE = 10;             // s, for a whole request, and for each answer
static const size_t BACKLOG = 4 * 1024 * 1024; // bytes that a listener may leave unread

// ---- opening ----

static bool make_token(char token[static SERVE_TOKEN]) {
  static const char digits[] = "0123456789abcdef";
  unsigned char bytes[SERVE_TOKEN / 2];
  const int source = open("/dev/urandom", O_RDONLY | O_CLOEXEC);
  const bool good = source >= 0 && read(source, bytes, sizeof bytes) == (ssize_t)sizeof bytes;
  for (size_t k = 0; good && k < sizeof bytes; k++) {
    token[2 * k] = digits[bytes[k] >> 4];
    token[2 * k + 1] = digits[bytes[k] & 15];
  }
  token[SERVE_TOKEN - 1] = '\0';
  if (source >= 0) {
    (void)close(source);
  }
  return good;
}

static bool make_quick(int descriptor) {
  return fcntl(descriptor, F_SETFL, O_NONBLOCK) == 0 && fcntl(descriptor, F_SETFD, FD_CLOEXEC) == 0;
}

static bool listen_at(Serve *serve, int port) {
  struct sockaddr_in here = {.sin_family = AF_INET,
                             .sin_port = htons((uint16_t)port),
                             .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  socklen_t size = sizeof here;
  const int yes = 1;
  serve->listener = socket(AF_INET, SOCK_STREAM, 0);
  if (serve->listener < 0 || !make_quick(serve->listener) ||
      setsockopt(serve->listener, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes) != 0 ||
      bind(serve->listener, (const struct sockaddr *)&here, sizeof here) != 0 ||
      listen(serve->listener, SERVE_CONNECTIONS) != 0 ||
      getsockname(serve->listener, (struct sockaddr *)&here, &size) != 0) {
    return false;
  }
  serve->port = ntohs(here.sin_port);
  return true;
}

bool serve_open(Serve *serve, int port, Allocator *allocator) {
  *serve = (Serve){.listener = -1, .allocator = allocator};
  for (int k = 0; k < SERVE_CONNECTIONS; k++) {
    serve->list[k].socket = -1;
  }
  if (make_token(serve->token) && listen_at(serve, port)) {
    return true;
  }
  const int reason = errno;
  serve_close(serve);
  errno = reason;
  return false;
}

static void hang_up(ServeConnection *it) {
  if (it->socket >= 0) {
    (void)close(it->socket);
    text_close(&it->out);
    it->socket = -1;
  }
}

void serve_close(Serve *serve) {
  for (int k = 0; k < SERVE_CONNECTIONS; k++) {
    hang_up(&serve->list[k]);
  }
  if (serve->listener >= 0) {
    (void)close(serve->listener);
  }
  serve->listener = -1;
}

// ---- answers ----

static void put_head(ServeConnection *it, const char *status, const char *type,
                     const char *policy) {
  text_printf(&it->out,
              "HTTP/1.1 %s\r\nContent-Type: %s\r\nContent-Security-Policy: %s\r\n"
              "Cache-Control: no-store\r\nX-Content-Type-Options: nosniff\r\n"
              "Referrer-Policy: no-referrer\r\nConnection: close\r\n",
              status, type, policy);
}

static void put_event(ServeConnection *it, const char *json, size_t length) {
  text_put(&it->out, "data: ");
  const size_t begin = it->out.length;
  text_append(&it->out, json, length);
  for (size_t k = begin; k < it->out.length; k++) {
    it->out.bytes[k] = it->out.bytes[k] == '\n' ? ' ' : it->out.bytes[k];
  }
  text_put(&it->out, "\n\n");
}

// hint: what to do instead, or "".
static void refuse_with(ServeConnection *it, const char *status, const char *hint) {
  put_head(it, status, "text/plain; charset=utf-8", "default-src 'none'");
  text_printf(&it->out, "Content-Length: %zu\r\n\r\n%s\n%s", strlen(status) + 1 + strlen(hint),
              status, hint);
}

static void refuse(ServeConnection *it, const char *status) {
  refuse_with(it, status, "");
}

// Where the value of the one header of that name stands, of which there must not be two.
static bool find_header(const char *request, const char *name, const char **value, size_t *length) {
  const size_t size = strlen(name);
  int found = 0;
  for (const char *line = strstr(request, "\r\n"); line != NULL; line = strstr(line, "\r\n")) {
    line += 2;
    if (strncasecmp(line, name, size) == 0 && line[size] == ':') {
      const char *from = line + size + 1 + strspn(line + size + 1, " \t");
      *value = from;
      *length = strcspn(from, " \t\r");
      found++;
    }
  }
  return found == 1;
}

// Asked under a name that only this machine can mean.
static bool is_for_us(const Serve *serve, const char *request) {
  const char *value = NULL;
  size_t length = 0;
  if (!find_header(request, "Host", &value, &length)) {
    return false;
  }
  static const char *const names[] = {"127.0.0.1", "localhost"};
  Text name = text_open(serve->allocator);
  bool same = false;
  for (int k = 0; k < 2 && !same; k++) {
    name.length = 0;
    text_printf(&name, "%s:%d", names[k], serve->port);
    same = !name.failed && name.length == length && strncasecmp(name.bytes, value, length) == 0;
  }
  text_close(&name);
  return same;
}

// The path behind /TOKEN/ and the query, cut out of the request; NULL: not ours.
static char *cut_path(const Serve *serve, char *request, const char **query) {
  char *const path = request + strlen("GET ");
  char *const end = strchr(path, ' ');
  const size_t token = strlen(serve->token);
  if (end == NULL || strncmp(end, " HTTP/1.", 8) != 0 || path[0] != '/' ||
      strncmp(path + 1, serve->token, token) != 0 || path[1 + token] != '/') {
    return NULL;
  }
  *end = '\0';
  char *const mark = strchr(path, '?');
  *query = mark != NULL ? mark + 1 : "";
  if (mark != NULL) {
    *mark = '\0';
  }
  return path + 1 + token + 1;
}

static void answer(Serve *serve, ServeConnection *it) {
  const char *query = "";
  it->answered = true;
  it->since = terminal_clock();
  if (strncmp(it->request, "GET ", 4) != 0) {
    refuse(it, "405 Method Not Allowed");
    return;
  }
  if (!is_for_us(serve, it->request)) {
    refuse(it, "403 Forbidden");
    return;
  }
  const char *path = cut_path(serve, it->request, &query);
  ServeAnswer what = {.policy = "default-src 'none'"};
  if (path == NULL || !serve->answer(serve->context, path, query, &what)) {
    refuse_with(it, "404 Not Found",
                "Open the whole address that mbsrun watch printed: after the port it contains a "
                "secret of 32 characters.\n");
    return;
  }
  it->goes_on = what.goes_on;
  put_head(it, "200 OK", what.type, what.policy);
  if (what.goes_on) {
    text_put(&it->out, "\r\n");
    put_event(it, what.bytes, what.length);
  } else {
    text_printf(&it->out, "Content-Length: %zu\r\n\r\n", what.length);
    text_append(&it->out, what.bytes, what.length);
  }
}

void serve_announce(Serve *serve, const char *json) {
  for (int k = 0; k < SERVE_CONNECTIONS; k++) {
    ServeConnection *it = &serve->list[k];
    if (it->socket >= 0 && it->goes_on) {
      put_event(it, json, strlen(json));
    }
  }
}

// ---- connections ----

// A place for a newcomer: a free one, else that of who has been silent longest without asking for
// anything, else of who has listened longest. What asks is read in the next step, before any other
// newcomer, so that no number of silent ones keeps it out.
static ServeConnection *find_place(Serve *serve) {
  ServeConnection *place = &serve->list[0];
  for (int k = 0; k < SERVE_CONNECTIONS; k++) {
    ServeConnection *it = &serve->list[k];
    if (it->socket < 0) {
      return it;
    }
    const bool silent = !it->answered, listens = it->goes_on && it->sent == it->out.length;
    const bool before = !place->answered;
    const bool better = silent != before ? silent : it->since < place->since;
    place = (silent || listens) && (better || !(before || place->goes_on)) ? it : place;
  }
  return !place->answered || place->goes_on ? place : NULL;
}

// One for whom there is no room is hung up on.
static void take_newcomer(Serve *serve) {
  const int socket = accept(serve->listener, NULL, NULL);
  ServeConnection *it = socket >= 0 ? find_place(serve) : NULL;
  if (it == NULL || !make_quick(socket)) {
    if (socket >= 0) {
      (void)close(socket);
    }
    return;
  }
  hang_up(it);
  it->socket = socket;
  it->since = terminal_clock();
  it->filled = it->sent = 0;
  it->answered = it->goes_on = false;
  it->out = text_open(serve->allocator);
}

// What comes after the request is read and dropped; its end ends a connection that goes on.
static void read_request(Serve *serve, ServeConnection *it) {
  char dropped[512];
  char *const to = it->answered ? dropped : it->request + it->filled;
  const size_t room = it->answered ? sizeof dropped : SERVE_REQUEST - 1 - it->filled;
  const ssize_t got = recv(it->socket, to, room, 0);
  if (got == 0 || (got < 0 && errno != EAGAIN && errno != EINTR)) {
    hang_up(it);
    return;
  }
  if (it->answered || got < 0) {
    return;
  }
  it->filled += (size_t)got;
  it->request[it->filled] = '\0';
  if (memchr(it->request, '\0', it->filled) != NULL) {
    it->answered = true;
    refuse(it, "400 Bad Request");
  } else if (strstr(it->request, "\r\n\r\n") != NULL) {
    answer(serve, it);
  } else if (it->filled == SERVE_REQUEST - 1) {
    it->answered = true;
    refuse(it, "431 Request Header Fields Too Large");
  }
}

static void send_some(ServeConnection *it) {
  const ssize_t sent =
      send(it->socket, it->out.bytes + it->sent, it->out.length - it->sent, MSG_NOSIGNAL);
  if (sent < 0 && errno != EAGAIN && errno != EINTR) {
    hang_up(it);
    return;
  }
  it->sent += sent > 0 ? (size_t)sent : 0;
  it->since = sent > 0 ? terminal_clock() : it->since;
  if (it->sent < it->out.length) {
    return;
  }
  if (!it->goes_on) {
    (void)shutdown(it->socket, SHUT_WR);
    hang_up(it);
    return;
  }
  it->out.length = it->sent = 0;
}

static bool waits_too_long(const ServeConnection *it) {
  const bool idle = it->goes_on && it->sent == it->out.length;
  return it->out.failed ||
         it->out.length - it->sent > BACKLOG + (it->goes_on ? 0 : it->out.length) ||
         (!idle && terminal_clock() - it->since > PATIENCE);
}

void serve_step(Serve *serve, int other, int milliseconds) {
  struct pollfd wanted[SERVE_CONNECTIONS + 2];
  for (int k = 0; k < SERVE_CONNECTIONS; k++) {
    const ServeConnection *it = &serve->list[k];
    const bool sends = it->socket >= 0 && it->sent < it->out.length;
    wanted[k] =
        (struct pollfd){.fd = it->socket, .events = (short)(sends ? POLLIN | POLLOUT : POLLIN)};
  }
  wanted[SERVE_CONNECTIONS] = (struct pollfd){.fd = serve->listener, .events = POLLIN};
  wanted[SERVE_CONNECTIONS + 1] = (struct pollfd){.fd = other, .events = POLLIN};
  if (poll(wanted, SERVE_CONNECTIONS + 2, milliseconds) < 0) {
    return;
  }
  for (int k = 0; k < SERVE_CONNECTIONS; k++) {
    ServeConnection *it = &serve->list[k];
    if (it->socket >= 0 && (wanted[k].revents & ~POLLOUT) != 0) {
      read_request(serve, it);
    }
    if (it->socket >= 0 && it->sent < it->out.length) {
      send_some(it);
    }
    if (it->socket >= 0 && waits_too_long(it)) {
      hang_up(it);
    }
  }
  if (wanted[SERVE_CONNECTIONS].revents != 0) {
    take_newcomer(serve);
  }
}
