# SPDX-License-Identifier: BSD-3-Clause
"""Whipple's bicycle, linear: the equations of Meijaard, Papadopoulos, Ruina, Schwab (2007),
"Linearized dynamics equations for the balance and steer of a bicycle", Proc. R. Soc. A 463,
appendix A, with the benchmark parameters of their table 1 (x forwards, z downwards).

  M q'' + v C1 q' + (g K0 + v^2 K2) q = f,   q = (lean, steer)
"""

import math


def matrices(w=1.02, c=0.08, tilt=math.pi / 10, rear=(0.3, 2, 0.0603, 0.12), front=(0.35, 3, 0.1405, 0.28),
             frame=(0.3, -0.9, 85, 9.2, 2.8, 2.4), fork=(0.9, -0.7, 4, 0.05892, 0.00708, -0.00756)):
    """M, C1, K0, K2. Wheels: radius, mass, Ixx, Iyy; frames: x, z, mass, Ixx, Izz, Ixz."""
    r_r, m_r, r_xx, r_yy = rear
    r_f, m_f, f_xx, f_yy = front
    x_b, z_b, m_b, b_xx, b_zz, b_xz = frame
    x_h, z_h, m_h, h_xx, h_zz, h_xz = fork
    sin, cos = math.sin(tilt), math.cos(tilt)
    mass = m_r + m_b + m_h + m_f
    x = (x_b * m_b + x_h * m_h + w * m_f) / mass
    z = (-r_r * m_r + z_b * m_b + z_h * m_h - r_f * m_f) / mass
    t_xx = r_xx + b_xx + h_xx + f_xx + m_r * r_r**2 + m_b * z_b**2 + m_h * z_h**2 + m_f * r_f**2
    t_xz = b_xz + h_xz - m_b * x_b * z_b - m_h * x_h * z_h + m_f * w * r_f
    t_zz = r_xx + b_zz + h_zz + f_xx + m_b * x_b**2 + m_h * x_h**2 + m_f * w**2
    m_a = m_h + m_f
    x_a, z_a = (x_h * m_h + w * m_f) / m_a, (z_h * m_h - r_f * m_f) / m_a
    a_xx = h_xx + f_xx + m_h * (z_h - z_a)**2 + m_f * (r_f + z_a)**2
    a_xz = h_xz - m_h * (x_h - x_a) * (z_h - z_a) + m_f * (w - x_a) * (r_f + z_a)
    a_zz = h_zz + f_xx + m_h * (x_h - x_a)**2 + m_f * (w - x_a)**2
    u = (x_a - w - c) * cos - z_a * sin
    a_ll = m_a * u**2 + a_xx * sin**2 + 2 * a_xz * sin * cos + a_zz * cos**2
    a_lx = -m_a * u * z_a + a_xx * sin + a_xz * cos
    a_lz = m_a * u * x_a + a_xz * sin + a_zz * cos
    mu = c / w * cos
    s_f = f_yy / r_f
    s_t = r_yy / r_r + s_f
    s_a = m_a * u + mu * mass * x
    side = a_lx + mu * t_xz
    return (((t_xx, side), (side, a_ll + 2 * mu * a_lz + mu**2 * t_zz)),
            ((0, mu * s_t + s_f * cos + t_xz / w * cos - mu * mass * z),
             (-(mu * s_t + s_f * cos), a_lz / w * cos + mu * (s_a + t_zz / w * cos))),
            ((mass * z, -s_a), (-s_a, -s_a * sin)),
            ((0, (s_t - mass * z) / w * cos), (0, (s_a + s_f * sin) / w * cos)))


def polynomial(v, g=9.81):
    """Coefficients of det(M s^2 + v C1 s + g K0 + v^2 K2), highest power first."""
    M, C, K0, K2 = matrices()
    entry = [[(M[i][j], v * C[i][j], g * K0[i][j] + v * v * K2[i][j]) for j in range(2)] for i in range(2)]

    def times(a, b):
        out = [0.0] * 5
        for i, x in enumerate(a):
            for j, y in enumerate(b):
                out[i + j] += x * y
        return out

    return [x - y for x, y in zip(times(entry[0][0], entry[1][1]), times(entry[0][1], entry[1][0]))]
