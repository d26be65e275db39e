# SPDX-License-Identifier: BSD-3-Clause
"""The direction numbers of Sobol's sequence by what they must be, not by another copy of them: all
primitive polynomials in order, starting values that are odd and small enough, and I. M. Sobol's
property A of every number of coordinates (S. Joe and F. Y. Kuo constructed them to have it)."""

from program import ProgramTest, main

COORDINATES = 200


def primitive(degree, inner):
    """Whether x generates all 2^degree - 1 units modulo the polynomial with these inner bits."""
    polynomial, order = 1 << degree | inner << 1 | 1, (1 << degree) - 1

    def power(exponent):
        result, base = 1, 2 if degree > 1 else 1
        while exponent:
            result = times(result, base) if exponent & 1 else result
            base, exponent = times(base, base), exponent >> 1
        return result

    def times(a, b):
        result = 0
        while b:
            result ^= a if b & 1 else 0
            a, b = a << 1, b >> 1
            a ^= polynomial if a >> degree & 1 else 0
        return result

    primes = [f for f in range(2, order + 1) if order % f == 0
              and all(f % p for p in range(2, int(f**0.5) + 1))]
    return power(order) == 1 and all(power(order // p) != 1 for p in primes)


def first_bits(degree, inner, m, count):
    """Bit k - 1: the first binary digit of v_k = m_k/2^k, k = 1 .. count."""
    m = list(m)
    while len(m) < count:
        k = len(m)
        value = m[k - degree] ^ m[k - degree] << degree
        for j in range(1, degree):
            value ^= m[k - j] << j if inner >> (degree - 1 - j) & 1 else 0
        m.append(value)
    return sum((m[k] >> k & 1) << k for k in range(count))


class Table(ProgramTest):
    def test_table(self):
        lines = (self.root / "reference/sobol/new_joe_kuo_6.txt").read_text().splitlines()[1:]
        words = [[int(word) for word in line.split()] for line in lines]
        self.assertEqual([row[0] for row in words], list(range(2, COORDINATES + 1)))
        rows = [(s, a, m) for _, s, a, *m in words]
        self.assertEqual(len(rows), COORDINATES - 1)
        for degree in sorted({row[0] for row in rows}):
            used = [inner for s, inner, _ in rows if s == degree]
            right = [inner for inner in range(max(1 << degree - 1, 1)) if primitive(degree, inner)]
            self.assertEqual(used, right[:len(used)])
            self.assertTrue(degree == rows[-1][0] or len(used) == len(right))
        for degree, _, m in rows:
            self.assertEqual(len(m), degree)
            for k, value in enumerate(m, 1):
                self.assertTrue(value % 2 == 1 and value < 1 << k)
        # property A of d coordinates: the d x d matrix of the first bits of v_1 .. v_d is regular
        bits = [1] + [first_bits(*row, COORDINATES) for row in rows]
        for d in range(1, COORDINATES + 1):
            basis = {}
            for row in bits[:d]:
                row &= (1 << d) - 1
                while row and row.bit_length() in basis:
                    row ^= basis[row.bit_length()]
                self.assertTrue(row, f"property A fails with {d} coordinates")
                basis[row.bit_length()] = row


if __name__ == "__main__":
    main()
