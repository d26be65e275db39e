## SPDX-License-Identifier: BSD-3-Clause
## octave_a01.m: the A01 pendulum with Octave's lsode in its one angle; see contestant.h for the
## rules and the commands. lsode does not show its own steps: its drift is that of the rows.
1;

function rate = rates (state, t)
  rate = [state(2); -9.81 * sin(state(1))];
endfunction

function [milliseconds, drift, position_error] = timed (method, tolerance)
  begin = cputime ();
  lsode_options ("integration method", method);
  lsode_options ("relative tolerance", tolerance);
  lsode_options ("absolute tolerance", tolerance);
  times = linspace (0, 10, 1001)';
  [states, status] = lsode (@rates, [-pi / 2; 0], times);
  x = sin (states(:, 1));
  y = -cos (states(:, 1));
  energy = 0.5 * states(:, 2) .^ 2 + 9.81 * y;
  rows = [times, x, y, energy];
  drift = max (abs (energy));
  milliseconds = 1e3 * (cputime () - begin);
  position_error = hypot (x(end) + 0.27508746257611686, y(end) + 0.961419205099125064);
  if (status != 2)
    drift = Inf;
  endif
endfunction

function show (method, tolerance, drift, position_error, cpu)
  list = strjoin (arrayfun (@(v) sprintf ("%.6f", v), cpu, "UniformOutput", false), ", ");
  printf (['{"method": "lsode_%s", "setting": %.17g, "setting_kind": "tolerance", ' ...
           '"steps": null, "rows": 1001, "drift_rows": %.6e, "drift_steps": null, ' ...
           '"error_10s": %.6e, "cpu_ms": [%s]}' "\n"], ...
          method, tolerance, drift, position_error, list);
endfunction

function status = find_setting (method)
  found = [];
  for k = 72:-1:32
    tolerance = 10 ^ (-k / 8);
    [~, drift, position_error] = timed (method, tolerance);
    if (drift >= 5e-5 || position_error >= 3e-5)
      break;
    endif
    found = [tolerance, drift, position_error];
  endfor
  status = isempty (found);
  if (status)
    fprintf (stderr (), "lsode_%s: no setting of the scan passes\n", method);
  else
    show (method, found(1), found(2), found(3), []);
  endif
endfunction

words = argv ();
status = 2;
if (numel (words) == 1 && strcmp (words{1}, "--list"))
  printf ("lsode_adams\nlsode_bdf\n");
  status = 0;
elseif (numel (words) >= 2 && any (strcmp (words{1}, {"lsode_adams", "lsode_bdf"})))
  method = words{1}(7:end);
  if (strcmp (words{2}, "--find"))
    status = find_setting (method);
  elseif (strcmp (words{2}, "--time") && numel (words) == 4)
    cpu = zeros (1, str2double (words{4}));
    for k = 1:numel (cpu)
      [cpu(k), drift, position_error] = timed (method, str2double (words{3}));
    endfor
    show (method, str2double (words{3}), drift, position_error, cpu);
    status = 0;
  endif
endif
if (status)
  exit (status);
endif
