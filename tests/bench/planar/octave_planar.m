## SPDX-License-Identifier: BSD-3-Clause
## octave_planar.m: a planar mechanism (the file of planar_model.py) with Octave, as an engineer writes
## it: places, angles and rates of all bodies, accelerations from the equations of index 1.
##
##   octave_planar.m METHOD FILE TOLERANCE     one run; one line of JSON
##
##   lsode    lsode, Adams
##
## ode45, which is written in Octave's own language, takes four to seven times as long.
1;

function m = read_mechanism (path)
  m = struct ("bodies", [], "pins", []);
  file = fopen (path);
  while (ischar (line = fgetl (file)))
    [word, rest] = strtok (line);
    numbers = sscanf (rest, "%f")';
    switch (word)
      case "body"
        m.bodies(end + 1, :) = numbers;
      case "pin"
        m.pins(end + 1, :) = numbers;
      otherwise
        m.(word) = numbers;
    endswitch
  endwhile
  fclose (file);
  m = prepare (m);
endfunction

## The ends of the pins (pin, body, sign, the point in the body's axes) and what does not change.
function m = prepare (m)
  count = rows (m.bodies);
  pins = rows (m.pins);
  ends = [(1:pins)', m.pins(:, 1), ones(pins, 1); (1:pins)', m.pins(:, 2), -ones(pins, 1)];
  ends = ends(ends(:, 2) > 0, :);
  m.pin = ends(:, 1);
  m.body = ends(:, 2);
  m.sign = ends(:, 3);
  apart = m.pins(m.pin, 3:4) - m.bodies(m.body, 3:4);
  c = cos (m.bodies(m.body, 5));
  s = sin (m.bodies(m.body, 5));
  m.at = [c .* apart(:, 1) + s .* apart(:, 2), -s .* apart(:, 1) + c .* apart(:, 2)];
  m.weight = reshape (1 ./ m.bodies(:, [1, 1, 2])', 1, []);
  m.free = repmat ([m.gravity'; 0], count, 1);
  m.half = 3 * count;
  m.size = [2 * pins, 3 * count];
  m.jacobian = zeros (m.size);
  m.jacobian(sub2ind (m.size, 2 * m.pin - 1, 3 * m.body - 2)) = m.sign;
  m.jacobian(sub2ind (m.size, 2 * m.pin, 3 * m.body - 1)) = m.sign;
  m.turn_x = sub2ind (m.size, 2 * m.pin - 1, 3 * m.body);
  m.turn_y = sub2ind (m.size, 2 * m.pin, 3 * m.body);
endfunction

function rate = rates (state, m)
  angle = state(3 * m.body);
  speed = state(m.half + 3 * m.body);
  c = cos (angle);
  s = sin (angle);
  x = c .* m.at(:, 1) - s .* m.at(:, 2);
  y = s .* m.at(:, 1) + c .* m.at(:, 2);
  jacobian = m.jacobian;
  jacobian(m.turn_x) = -m.sign .* y;
  jacobian(m.turn_y) = m.sign .* x;
  pull = m.sign .* speed .^ 2;
  gamma = accumarray ([2 * m.pin - 1; 2 * m.pin], [pull .* x; pull .* y], [m.size(1), 1]);
  weighted = jacobian .* m.weight;
  force = (weighted * jacobian') \ (gamma - jacobian * m.free);
  rate = [state(m.half + 1:end); m.free + weighted' * force];
endfunction

function states = solve (m, tolerance)
  start = [reshape(m.bodies(:, 3:5)', [], 1); zeros(m.half, 1)];
  times = linspace (0, m.duration, m.rows)';
  lsode_options ("integration method", "adams");
  lsode_options ("relative tolerance", tolerance);
  lsode_options ("absolute tolerance", tolerance);
  lsode_options ("step limit", 1000000);
  [states, status] = lsode (@(state, t) rates (state, m), start, times);
  if (status != 2)
    error ("lsode gives up");
  endif
endfunction

words = argv ();
if (numel (words) != 3 || ! strcmp (words{1}, "lsode"))
  fprintf (stderr (), "usage: octave_planar.m lsode FILE TOLERANCE\n");
  exit (2);
endif
mechanism = read_mechanism (words{2});
tolerance = str2double (words{3});
begin = cputime ();
states = solve (mechanism, tolerance);
shown = mechanism.tip(1);
c = cos (states(:, 3 * shown));
s = sin (states(:, 3 * shown));
tip_x = states(:, 3 * shown - 2) + c * mechanism.tip(2) - s * mechanism.tip(3);
tip_y = states(:, 3 * shown - 1) + s * mechanism.tip(2) + c * mechanism.tip(3);
cpu = cputime () - begin;
printf (['{"setting": %.17g, "steps": null, "cpu_s": %.6f, "tip_x": %.14f, "tip_y": %.14f}' "\n"], ...
        tolerance, cpu, tip_x(end), tip_y(end));
