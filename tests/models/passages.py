# SPDX-License-Identifier: BSD-3-Clause
"""Random motions with 1 to 100 passages of switches and events in steps without a bound, and their truth.

A body on a line moves through regions in which its acceleration is constant or that of a spring; the time at
which it leaves a region is the root of a quadratic or of a cosine. So the truth is a sequence of closed
forms, and no passage can be overlooked. Events are watched on motions that are straight or turn evenly,
whose crossings are listed. mbsrun knows nothing of this: it sees `if`, `mod`, `max`, `impact`, contacts ...
"""
import math

FAR = 1e9
SHY = 1e-6  # turning points and ends that are nearer to a surface than this are drawn again


class Shy(Exception):
    """The draw is too near to a surface to tell right from wrong."""


# ---- the truth of a motion through regions ----

def leave_constant(x, v, a, levels):
    best = FAR
    for level in levels:
        if abs(level) >= FAR:
            continue
        if a == 0:
            roots = [(level - x) / v] if v else []
        else:
            square = v * v - 2 * a * (x - level)
            if abs(square) < SHY:
                raise Shy
            roots = []
            if square > 0:
                q = -(v + math.copysign(math.sqrt(square), v))
                roots = [q / a] + ([2 * (x - level) / q] if q else [])
        best = min([best] + [t for t in roots if t > 1e-12])
    return best


def leave_spring(y, v, w, levels):
    size, phase = math.hypot(y, v / w), math.atan2(v / w, y)
    best = FAR
    for level in levels:
        if abs(abs(level) - size) < SHY * size:
            raise Shy
        if abs(level) < size:
            turn = math.acos(level / size)
            for angle in (turn, -turn):
                t = (angle + phase) % (2 * math.pi)
                best = min([best] + [s / w for s in (t, t + 2 * math.pi) if s / w > 1e-12])
    return best


def travel(region, x, v, end):
    """region(x, v): (low, high, a, w, c), acceleration a - w^2 (x - c). Returns x, v, times of passages."""
    t, times = 0.0, []
    while True:
        low, high, a, w, c = region(x, v)
        middle = c + (a / w ** 2 if w else 0)
        span = leave_spring(x - middle, v, w, (low - middle, high - middle)) if w else \
            leave_constant(x, v, a, (low, high))
        rest = min(span, end - t)
        if w:
            y = x - middle
            cos, sin = math.cos(w * rest), math.sin(w * rest)
            x, v = middle + y * cos + v / w * sin, v * cos - y * w * sin
        else:
            x, v = x + rest * (v + a * rest / 2), v + a * rest
        if span > end - t:
            if min(abs(x - low), abs(x - high)) < SHY:
                raise Shy
            return x, v, times
        t += span
        x = min((low, high), key=lambda level: abs(level - x))
        if abs(v) < 1e-3 or end - t < SHY:
            raise Shy
        times.append(t)


def cells(level, values):
    """Regions of constant acceleration between level(k) and level(k + 1), values(k) inside."""
    def region(x, v):
        k = level.index(x)
        near = min((k - 1, k, k + 1, k + 2), key=lambda j: abs(level(j) - x))
        if abs(level(near) - x) < 1e-11:
            k = near if v > 0 else near - 1
        return level(k), level(k + 1), values(k), 0, 0
    return region


class Levels:
    """Surfaces first + pattern, repeated with a period."""

    def __init__(self, period, pattern):
        self.period, self.pattern = period, sorted(pattern)

    def __call__(self, k):
        turns, item = divmod(k, len(self.pattern))
        return turns * self.period + self.pattern[item]

    def index(self, x):
        k = math.floor((x - self.pattern[0]) / self.period) * len(self.pattern) - 1
        while self(k + 1) <= x:
            k += 1
        return k


# ---- models ----

HEAD = "mbs: 1\nspace: planar\ngravity: [0, 0]\n"


def ending(method, duration, outputs, tolerance=1e-10):
    return (f"analyses: {{run: {{type: dynamics, duration: {duration!r}, output_step: {duration!r}, integrator: "
            f"{{method: {method}, max_step: {duration!r}, "
            f"tolerances: {{relative: {tolerance!r}, absolute: {tolerance / 100!r}}}}}}}}}\n"
            f"outputs: {{{outputs}}}\n")


def point(x, v, extra=""):
    return f"bodies: {{P: {{type: point_mass, mass: 1, initial: {{position: [{x!r}, 0], velocity: [{v!r}, 0]}}}}}}\n{extra}"


def forced(expression):
    def words(x, v):
        return HEAD + point(x, v, f"forces: {{F: {{type: force, marker: P, vector: [\"{expression}\", \"0\"]}}}}\n")
    return words


class Motion:
    """One model: its words for a method, the final x and v, how many passages are to be listed (or None)."""

    def __init__(self, kind, words, duration, x, v, count):
        self.kind, self.words, self.duration, self.x, self.v, self.count = kind, words, duration, x, v, count

    def text(self, method):
        return self.words + ending(method, self.duration, "x: P.x, v: P.vx")


def striped(random, kind):
    """Accelerations A and B in turns."""
    passages = random.randint(1, 100)
    a, b = random.uniform(-0.3, 0.3), random.uniform(-0.3, 0.3)
    shift = random.uniform(0, 1)
    period = 2 / passages if passages > 1 else random.uniform(1, 2)
    if kind == "if":
        c = random.choice([0.9999, 0.99, 0.5, 0, -0.9, -0.9999])
        n = 2 * math.pi / period
        half = math.acos(c) / n
        levels = Levels(period, [shift - half, shift + half])
        expression = f"if(cos({n!r}*(P.x - {shift!r})) > {c!r}, {a!r}, {b!r})"
    elif kind == "mod":
        width = period * random.choice([0.5, 0.1, 1e-3, random.uniform(0.01, 0.99)])
        levels = Levels(period, [shift, shift + width])
        expression = f"if(mod(P.x - {shift!r}, {period!r}) < {width!r}, {a!r}, {b!r})"
    else:
        b = -a
        levels = Levels(period, [shift, shift + period / 2])
        expression = f"{a!r}*sign(sin({2 * math.pi / period!r}*(P.x - {shift!r})))"
    return forced(expression), cells(levels, lambda k: a if k % 2 == 0 else b)


def staircase(random):
    passages = random.randint(1, 100)
    width, a, shift = 1 / passages, random.uniform(-0.5, 0.5) / passages, random.uniform(0, 1)
    levels = Levels(width, [shift])
    function = random.choice(["floor", "ceil"])
    values = (lambda k: a * k) if function == "floor" else (lambda k: a * (k + 1))
    return forced(f"{a!r}*{function}((P.x - {shift!r})/{width!r})"), cells(levels, values)


def between(low, high, w):
    """Free between two springs."""
    def region(x, v):
        at = -1 if x < low or (abs(x - low) < 1e-12 and v < 0) else 1 if x > high or (
            abs(x - high) < 1e-12 and v > 0) else 0
        return {-1: (-FAR, low, 0, w, low), 0: (low, high, 0, 0, 0), 1: (high, FAR, 0, w, high)}[at]
    return region


def boxed(random, kind):
    low, gap, w = random.uniform(-0.2, -0.01), random.uniform(0.02, 1), 10 ** random.uniform(1.3, 3.5)
    high, k = low + gap, w * w
    if kind == "max":
        words = forced(f"{k!r}*max(0, {low!r} - P.x) - {k!r}*max(0, P.x - {high!r})")
    elif kind == "min":
        words = forced(f"-{k!r}*min(0, P.x - {low!r}) + {k!r}*min(0, {high!r} - P.x)")
    elif kind == "impact":
        words = forced(f"impact(P.x, P.vx, {low!r}, {k!r}, 1, 0, 0.001) - impact(-P.x, -P.vx, {-high!r}, {k!r}, 1, 0, "
                       "0.001)")
    elif kind == "bistop":
        words = forced(f"bistop(P.x, P.vx, {low!r}, {high!r}, {k!r}, 1, 0, 0.001)")
    elif kind == "contact":
        r = random.choice([0, 0.01])
        def words(x, v):
            law = f"stiffness: {k!r}, exponent: 1, radius_j: {r!r}"
            return (HEAD + f"ground: {{markers: {{l: {{position: [{low - r!r}, 0], angle: -90 deg}}, h: {{position: "
                    f"[{high + r!r}, 0], angle: 90 deg}}}}}}\n" + point(x, v) +
                    f"forces: {{L: {{type: contact, marker_i: ground.l, marker_j: P, {law}}}, "
                    f"H: {{type: contact, marker_i: ground.h, marker_j: P, {law}}}}}\n")
    else:
        def words(x, v):
            return (HEAD + f"bodies: {{P: {{type: rigid, mass: 1, inertia: 1, initial: {{position: [{x!r}, 0], velocity: "
                    f"[{v!r}, 0]}}}}}}\njoints: {{s: {{type: prismatic, marker_i: ground, marker_j: P}}}}\nforces: {{S: "
                    f"{{type: joint_limit, joint: s, lower: {low!r}, upper: {high!r}, stiffness: {k!r}, exponent: 1}}}}\n")
    return words, between(low, high, w)


STRIPES, BOXES = ("if", "mod", "sign"), ("max", "min", "impact", "bistop", "contact", "joint_limit")


def forced_motion(random, kind):
    """A Motion, or Shy."""
    x, v = random.uniform(-0.005, 0.005), random.uniform(0.5, 1.5) * random.choice([-1, 1])
    if kind in STRIPES:
        words, region = striped(random, kind)
        duration = 1.0
    elif kind == "floor":
        words, region = staircase(random)
        duration = 1.0
    else:
        words, region = boxed(random, kind)
        duration = random.uniform(0.1, 5)
    final = travel(region, x, v, duration)
    if not final[2] or len(final[2]) > 400:
        raise Shy
    count = len(final[2]) if kind in STRIPES[:2] or kind == "floor" else None
    return Motion(kind, words(x, v), duration, final[0], final[1], count)


# ---- events ----

class Watched:
    """A model with an event, and the times at which it happens."""

    def __init__(self, kind, words, duration, times):
        self.kind, self.words, self.duration, self.times = kind, words, duration, times

    def text(self, method):
        return self.words + ending(method, self.duration, "n: n")


def crossings_of_wave(n, phase, level, direction, start, speed, end):
    """Times at which sin(n (start + speed t) + phase) - level changes sign."""
    times = []
    first, last = sorted((n * start + phase, n * (start + speed * end) + phase))
    for base, rises in ((math.asin(level), True), (math.pi - math.asin(level), False)):
        for k in range(math.floor((first - base) / (2 * math.pi)), math.ceil((last - base) / (2 * math.pi)) + 1):
            t = ((base + 2 * math.pi * k - phase) / n - start) / speed
            if abs(t) < SHY or abs(t - end) < SHY:
                raise Shy
            if 0 < t < end and (direction == "both" or (rises == (n * speed > 0)) == (direction == "rising")):
                times.append(t)
    return sorted(times)


def waved(random, kind):
    """A wave of a place, of an angle, of the clock, or of a marker of a turning body."""
    passages, end = random.randint(1, 100), random.uniform(0.5, 3)
    level = random.choice([0, 0.9999, 0.5, -0.999, random.uniform(-0.99, 0.99)])
    direction = random.choice(["rising", "falling", "both"])
    speed = 1.0 if kind == "clock" else random.uniform(0.5, 2) * random.choice([-1, 1])
    start = 0.0 if kind == "clock" else random.uniform(-1, 1)
    n, phase = 2 * math.pi * passages / end / abs(speed), random.uniform(0, 6)
    of = {"clock": "t", "place": "P.x", "condition": "P.x", "angle": "h.angle", "spatial": "h.angle", "marker": None}[kind]
    number = f"sin({n!r}*{of} + {phase!r}) - {level!r}"
    if kind == "marker":
        n, start, speed, phase = 1.0, random.uniform(-1, 1), n * speed, 0.0
        number = f"P.m.y - {level!r}"
    times = crossings_of_wave(n, phase, level, direction, start, speed, end)
    beyond = (math.sin(n * start + phase) - level) * (-1 if direction == "falling" else 1)
    if direction != "both" and kind != "condition" and beyond > -SHY:
        raise Shy  # it acts at the start, or is refused there
    if kind == "condition":
        number, direction = f"sin({n!r}*{of} + {phase!r}) > {level!r}", direction
    head = f"parameters: {{n: 0}}\nevents: {{e: {{when: \"{number}\", direction: {direction}, set: {{n: n + 1}}}}}}\n"
    if kind in ("clock", "place", "condition"):
        return Watched(kind, HEAD + head + point(start, speed), end, times)
    if kind == "spatial":
        return Watched(kind, HEAD.replace("planar", "spatial").replace("[0, 0]", "[0, 0, 0]") + head +
                       "bodies: {P: {type: rigid, mass: 1, inertia: {xx: 0.1, yy: 0.2, zz: 0.15}, initial: {position: [0, 0, "
                       f"0], orientation: {{axis_angle: {{axis: [0, 0, 1], angle: {start!r}}}}}, angular_velocity: [0, 0, "
                       f"{speed!r}]}}}}}}\njoints: {{h: {{type: revolute, marker_i: ground, marker_j: P}}}}\n", end, times)
    return Watched(kind, HEAD + head + f"bodies: {{P: {{type: rigid, mass: 1, inertia: 0.1, initial: {{angle: {start!r}, "
                   f"angle_rate: {speed!r}}}, markers: {{m: {{position: [1, 0]}}}}}}}}\njoints: {{h: {{type: revolute, "
                   "marker_i: ground, marker_j: P}}\n", end, times)


def flight(random):
    """Two points in straight flight come as near as a distance."""
    end = random.uniform(0.5, 3)
    p, u = [random.uniform(-1, 1) for _ in range(2)], [random.uniform(-6, 6) for _ in range(2)]
    d = random.choice([10 ** random.uniform(-3, -0.5), abs(p[0] * u[1] - p[1] * u[0]) / math.hypot(*u) *
                       (1 + random.choice([-1, 1]) * 10 ** random.uniform(-4, -1))])
    a, b, c = u[0] ** 2 + u[1] ** 2, p[0] * u[0] + p[1] * u[1], p[0] ** 2 + p[1] ** 2 - d * d
    square = b * b - a * c
    if abs(square) < SHY or c < SHY:
        raise Shy
    roots = [(-b - math.sqrt(square)) / a, (-b + math.sqrt(square)) / a] if square > 0 else []
    if any(abs(t) < SHY or abs(t - end) < SHY for t in roots):
        raise Shy
    words = (HEAD + "parameters: {n: 0}\nbodies:\n  A: {type: point_mass, mass: 1}\n  B: {type: point_mass, mass: 2, initial: "
             f"{{position: {p!r}, velocity: {u!r}}}}}\nevents: {{e: {{when: \"hypot(B.x - A.x, B.y - A.y) - {d!r}\", "
             "direction: both, set: {n: n + 1}}}\n")
    return Watched("flight", words, end, sorted(t for t in roots if 0 < t < end))


# ---- collisions ----

class Collision:
    """Bodies that meet, or pass by: the final values of outputs."""

    def __init__(self, kind, words, duration, truth, within):
        self.kind, self.words, self.duration, self.truth, self.within = kind, words, duration, truth, within

    def text(self, method):
        names = {"ax": "A.vx", "ay": "A.vy", "bx": "B.vx", "by": "B.vy", "v": "P.vx"}
        return self.words + ending(method, self.duration, ", ".join(f"{k}: {names[k]}" for k in self.truth), 1e-9)


def billiard(random):
    """A rolls towards B at rest: along the line of centres, beside it, or past it."""
    u, place, e = random.uniform(0.5, 10), random.uniform(0.3, 5), random.choice([1, 0.95, 0.5, random.random()])
    d, masses = random.uniform(0.01, 0.1), (random.uniform(0.1, 1), random.uniform(0.1, 1))
    b = random.choice([0, 0.03, random.uniform(-1, 1), 1 - 10 ** random.uniform(-3, -1), 1 + 10 ** random.uniform(-3, -1)]) * d
    end, truth = 2 * place / u, {"ax": u, "ay": 0.0, "bx": 0.0, "by": 0.0}
    if abs(b) < d:
        n = (math.sqrt(d * d - b * b) / d, b / d)
        shared = (1 + e) * u * n[0] / sum(masses)
        truth = {"ax": u - masses[1] * shared * n[0], "ay": -masses[1] * shared * n[1], "bx": masses[0] * shared * n[0],
                 "by": masses[0] * shared * n[1]}
    words = (HEAD + f"accept: [loose_bodies]\nbodies:\n  A: {{type: point_mass, mass: {masses[0]!r}, initial: {{velocity: "
             f"[{u!r}, 0]}}}}\n  B: {{type: point_mass, mass: {masses[1]!r}, initial: {{position: [{place!r}, {b!r}]}}}}\n"
             f"events: {{hit: {{when: \"hypot(B.x - A.x, B.y - A.y) - {d!r}\", direction: falling, impact: {{marker_i: A, "
             f"marker_j: B, restitution: {e!r}}}}}}}\n")
    return Collision("billiard", words, end, truth, 1e-6)


def post(random):
    """A puck meets a stiff post head on and comes back."""
    u, place, r = random.uniform(0.5, 100), random.uniform(0.3, 8), random.uniform(0.005, 0.1)
    words = (HEAD + f"ground: {{markers: {{m: {{position: [{place + r!r}, 0]}}}}}}\n" + point(0.0, u) +
             f"forces: {{hit: {{type: contact, marker_i: ground.m, marker_j: P, radius_i: {r / 3!r}, radius_j: {2 * r / 3!r}, "
             f"stiffness: {10 ** random.uniform(5, 9) * max(1, u ** 2 / r ** 2.5 / 1e3)!r}, exponent: 1.5}}}}\n")
    return Collision("post", words, 2 * place / u, {"v": -u}, 1e-3)


COLLISIONS = {"billiard": billiard, "post": post}
EVENTS = ("clock", "place", "condition", "angle", "spatial", "marker", "flight")


def watched(random, kind):
    return flight(random) if kind == "flight" else waved(random, kind)


KINDS = STRIPES + ("floor",) + BOXES + EVENTS + tuple(COLLISIONS)


def draw(random, kind):
    """A Motion or a Watched that is not shy."""
    while True:
        try:
            if kind in COLLISIONS:
                return COLLISIONS[kind](random)
            return watched(random, kind) if kind in EVENTS else forced_motion(random, kind)
        except Shy:
            continue


# ---- judging ----

WITHIN, LOOSE = 2e-7, 1e-2  # of final places and speeds: constant forces, and springs that magnify errors
TIMES = 1e-7  # of events, relative to the duration


def fault(model, run):
    """What is wrong with the results, in words, or None. run: (exit status, summary, last row)."""
    status, summary, last = run
    if status != 0:
        return f"exit status {status}"
    events = summary["analyses"]["run"].get("events", {"count": 0, "located": []})
    if isinstance(model, Motion):
        within = LOOSE if model.kind in BOXES else WITHIN
        if not max(abs(last["x"] - model.x), abs(last["v"] - model.v)) < within * (1 + abs(model.v)):
            return f"x {last['x']!r} for {model.x!r}, v {last['v']!r} for {model.v!r}"
        if model.count is not None and events["count"] != model.count:
            return f"{events['count']} switches for {model.count}"
        return None
    if isinstance(model, Collision):
        wrong = {k: (last[k], v) for k, v in model.truth.items() if not abs(last[k] - v) < model.within * (1 + abs(v))}
        return f"found and true: {wrong}" if wrong else None
    if last["n"] != len(model.times) or events["count"] != len(model.times):
        return f"{last['n']} events for {len(model.times)}"
    for located, t in zip(events["located"], model.times):
        if not abs(located["t"] - t) < TIMES * model.duration:
            return f"event at {located['t']!r} for {t!r}"
    return None
