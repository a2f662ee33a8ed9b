import { describe, expect, test } from 'vitest';
import { Generator } from '../../src/maths/generator.ts';
import { eigenvalues, spectralRadius } from '../../src/maths/eigenvalues.ts';
import {
  choleskyLower,
  identity,
  matrixPower,
  matrixVector,
  multiply,
  symmetricPart,
  transpose,
} from '../../src/maths/linearAlgebra.ts';
import { solve, solveColumns } from '../../src/maths/linearSolve.ts';

const matrix = (...elements: number[]): Float64Array => Float64Array.from(elements);
const random = (n: number, seed: number): Float64Array => {
  const generator = new Generator([seed, 2, 3, 4]);
  return Float64Array.from({ length: n * n }, () => generator.uniform() - 0.5);
};

describe('products', () => {
  test('multiply agrees with the definition on integers, exactly, for sizes 1 to 9', () => {
    for (let n = 1; n <= 9; n++) {
      const A = Float64Array.from({ length: n * n }, (_, j) => (j * 7) % 11);
      const B = Float64Array.from({ length: n * n }, (_, j) => (j * 5) % 13);
      const expected = new Float64Array(n * n);
      for (let i = 0; i < n; i++)
        for (let j = 0; j < n; j++)
          for (let k = 0; k < n; k++) expected[i * n + j]! += A[i * n + k]! * B[k * n + j]!;
      expect(multiply(A, B, n)).toEqual(expected);
    }
  });

  test('the 70th power of the Fibonacci matrix holds F(71) = 308061521170129, exactly', () => {
    // [[1,1],[1,0]]^k = [[F(k+1), F(k)], [F(k), F(k−1)]]; all below 2^53.
    expect([...matrixPower(matrix(1, 1, 1, 0), 2, 70)]).toEqual([
      308061521170129, 190392490709135, 190392490709135, 117669030460994,
    ]);
  });

  test('a million turns by 2π/10⁶ are one full turn', () => {
    const angle = (2 * Math.PI) / 1e6;
    const turn = matrix(Math.cos(angle), -Math.sin(angle), Math.sin(angle), Math.cos(angle));
    const full = matrixPower(turn, 2, 1_000_000);
    // Rounding of the one turn, about 1e-16, is carried a million times.
    identity(2).forEach((value, j) => expect(Math.abs(full[j]! - value)).toBeLessThan(1e-9));
  });

  test('the powers 0 and 1 are the identity and the matrix; others than integers ≥ 0 are refused', () => {
    const A = matrix(1, 2, 3, 4);
    expect(matrixPower(A, 2, 0)).toEqual(identity(2));
    expect(matrixPower(A, 2, 1)).toEqual(A);
    expect(() => matrixPower(A, 2, -1)).toThrow(RangeError);
    expect(() => matrixPower(A, 2, 1.5)).toThrow(RangeError);
  });

  test('transpose, symmetric part and matrix times vector follow their definitions', () => {
    const A = matrix(1, 2, 3, 4);
    expect(transpose(A, 2)).toEqual(matrix(1, 3, 2, 4));
    expect(symmetricPart(A, 2)).toEqual(matrix(1, 2.5, 2.5, 4));
    expect(matrixVector(A, Float64Array.of(5, 6), 2)).toEqual(Float64Array.of(17, 39));
  });
});

describe('solve', () => {
  test('a system that needs a row exchange gives its integer solution', () => {
    // 0x + 2y = 4 and 3x + y = 5 have x = 1, y = 2.
    const x = solve(matrix(0, 2, 3, 1), Float64Array.of(4, 5), 2);
    expect(x[0]).toBeCloseTo(1, 15);
    expect(x[1]).toBeCloseTo(2, 15);
  });

  test('random systems of size 30 are solved to a residual of rounding size', () => {
    const n = 30;
    const A = random(n, 1);
    const b = Float64Array.from({ length: n }, (_, j) => j - 10);
    const back = matrixVector(A, solve(A, b, n), n);
    // Backward stable: n ε ‖A‖‖x‖ with room for a condition number of some hundreds.
    back.forEach((value, j) => expect(Math.abs(value - b[j]!)).toBeLessThan(1e-11));
  });

  test('several right-hand sides are solved at once', () => {
    const A = matrix(2, 1, 1, 1);
    // The inverse is [[1, −1], [−1, 2]].
    const inverse = solveColumns(A, identity(2), 2, 2);
    matrix(1, -1, -1, 2).forEach((value, j) => expect(inverse[j]).toBeCloseTo(value, 14));
  });

  test('a matrix that is singular to working precision is refused', () => {
    // 0.1 + 0.2 ≠ 0.3 in doubles, so that elimination leaves 5e-17 and not 0.
    expect(() => solve(matrix(1, 1, 0.3, 0.1 + 0.2), Float64Array.of(1, 1), 2)).toThrow(RangeError);
    expect(() => solve(matrix(0, 0, 0, 0), Float64Array.of(1, 1), 2)).toThrow(RangeError);
    expect(() => solve(matrix(1, NaN, 0, 1), Float64Array.of(1, 1), 2)).toThrow(/not finite/);
  });

  test('a tiny but well-conditioned matrix is not taken for a singular one', () => {
    expect(solve(matrix(1e-200, 0, 0, 2e-200), Float64Array.of(1e-200, 1e-200), 2)).toEqual(
      Float64Array.of(1, 0.5),
    );
  });
});

describe('eigenvalues', () => {
  const sorted = (A: Float64Array, n: number): number[][] =>
    eigenvalues(A, n)
      .map(({ re, im }) => [re, im])
      .sort((a, b) => a[0]! - b[0]! || a[1]! - b[1]!);

  test('the companion matrix of (x − 1)(x − 2)(x − 3)(x² + 1) has 1, 2, 3, i and −i', () => {
    // (x³ − 6x² + 11x − 6)(x² + 1) = x⁵ − 6x⁴ + 12x³ − 12x² + 11x − 6
    const companion = new Float64Array(25);
    [6, -12, 12, -11, 6].forEach((value, j) => (companion[j] = value));
    for (let i = 1; i < 5; i++) companion[i * 5 + i - 1] = 1;
    const expected = [
      [0, -1],
      [0, 1],
      [1, 0],
      [2, 0],
      [3, 0],
    ];
    // Eigenvalue condition numbers of this companion matrix are below 10⁴.
    sorted(companion, 5).forEach(([re, im], j) => {
      expect(Math.abs(re! - expected[j]![0]!)).toBeLessThan(1e-11);
      expect(Math.abs(im! - expected[j]![1]!)).toBeLessThan(1e-11);
    });
  });

  test('the 0–1 matrix on which QR iterations of the JAMA family hang has 0, ±i and (1 ± √5)/2', () => {
    // Row and column 0 give the eigenvalue 0, the rest λ⁴ − λ³ − λ − 1 = (λ² + 1)(λ² − λ − 1).
    const A = matrix(0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0, 0, 1, 1, 0, 1, 0, 1);
    const golden = (1 + Math.sqrt(5)) / 2;
    const found = eigenvalues(A, 5);
    for (const [re, im] of [
      [0, 0],
      [0, 1],
      [0, -1],
      [golden, 0],
      [1 - golden, 0],
    ] as const) {
      expect(Math.min(...found.map((z) => Math.hypot(z.re - re, z.im - im)))).toBeLessThan(1e-14);
    }
  });

  test('cycles of any length have spectral radius 1', () => {
    for (let n = 1; n <= 40; n++) {
      const cycle = new Float64Array(n * n);
      for (let i = 0; i < n; i++) cycle[i * n + ((i + 1) % n)] = 1;
      expect(Math.abs(spectralRadius(cycle, n) - 1)).toBeLessThan(1e-13);
    }
  });

  test('sums and sums of squares of the eigenvalues are the traces of A and A²', () => {
    for (const n of [1, 2, 3, 7, 20]) {
      const A = random(n, n);
      const square = multiply(A, A, n);
      let [trace, traceOfSquare, sum, sumOfSquares] = [0, 0, 0, 0];
      for (let i = 0; i < n; i++) trace += A[i * n + i]!;
      for (let i = 0; i < n; i++) traceOfSquare += square[i * n + i]!;
      for (const { re, im } of eigenvalues(A, n)) {
        sum += re;
        sumOfSquares += re * re - im * im;
      }
      expect(Math.abs(sum - trace)).toBeLessThan(1e-12);
      expect(Math.abs(sumOfSquares - traceOfSquare)).toBeLessThan(1e-11);
    }
  });

  test('symmetric matrices have real eigenvalues', () => {
    expect(sorted(matrix(2, 1, 1, 2), 2).map(([re]) => Math.round(re! * 1e12) / 1e12)).toEqual([1, 3]);
  });

  test('s I + (1 − s) u vᵀ with vᵀu = 1 has 1 once and s otherwise, however small s is beside the whole', () => {
    for (const n of [7, 8, 10, 12]) {
      for (const s of [1e-5, 1e-6, 1e-7, 1e-8]) {
        const u = Float64Array.from({ length: n }, (_, i) => Math.sqrt(i + 1));
        const v = Float64Array.from({ length: n }, (_, j) => Math.cos(j));
        const product = u.reduce((sum, value, i) => sum + value * v[i]!, 0);
        const A = Float64Array.from({ length: n * n }, (_, at) => {
          const [i, j] = [Math.floor(at / n), at % n];
          return ((1 - s) * u[i]! * v[j]!) / product + (i === j ? s : 0);
        });
        const moduli = eigenvalues(A, n)
          .map(({ re, im }) => Math.hypot(re, im))
          .sort((a, b) => a - b);
        // to rounding times ‖u‖ ‖v‖ / |vᵀu|, the condition of these eigenvalues, some forty at most
        const off = moduli.map((modulus, at) => Math.abs(modulus - (at === n - 1 ? 1 : s)));
        expect(Math.max(...off)).toBeLessThan(1e-13);
      }
    }
  });

  test('clusters of eigenvalues, which are all but defective, are found', () => {
    for (const n of [5, 8, 16]) {
      for (const width of [0, 1e-3, 1e-5, 1e-7, 1e-9, 1e-11]) {
        // an upper triangular matrix, mirrored: R = I − 2 v vᵀ/vᵀv, which is its own inverse
        const diagonal = Array.from({ length: n }, (_, i) => [0.48, -0.2][i % 2]! * (1 + width * (i % 4)));
        const T = Float64Array.from({ length: n * n }, (_, at) => {
          const [i, j] = [Math.floor(at / n), at % n];
          return i === j ? diagonal[i]! : i < j ? 1e-8 * Math.cos(at) : 0;
        });
        const v = Float64Array.from({ length: n }, (_, i) => Math.sin(i * i + 1));
        const square = v.reduce((sum, value) => sum + value * value, 0);
        const R = Float64Array.from({ length: n * n }, (_, at) => {
          const [i, j] = [Math.floor(at / n), at % n];
          return (i === j ? 1 : 0) - (2 * v[i]! * v[j]!) / square;
        });
        const found = eigenvalues(multiply(multiply(R, T, n), R, n), n);
        const sorted = found.map(({ re }) => re).sort((a, b) => a - b);
        diagonal.sort((a, b) => a - b);
        // rounding to the power 1/2 and less, times elements of 1e-8
        const off = sorted.map((value, at) => Math.abs(value - diagonal[at]!));
        expect(Math.max(...off, ...found.map(({ im }) => Math.abs(im)))).toBeLessThan(1e-7);
      }
    }
  });

  test('a matrix of zeros has nothing but zeros', () => {
    expect(eigenvalues(new Float64Array(9), 3)).toEqual(new Array(3).fill({ re: 0, im: 0 }));
    expect(spectralRadius(new Float64Array(1), 1)).toBe(0);
  });

  test('elements of 10²⁰⁰ and of 10⁻²⁰⁰ neither overflow nor vanish', () => {
    // [[0, 2s], [s, 0]] has ±√2 s.
    for (const s of [1e200, 1e-200]) {
      expect(spectralRadius(matrix(0, 2 * s, s, 0), 2) / s).toBeCloseTo(Math.SQRT2, 14);
      expect(spectralRadius(matrix(0, 2 * s, 0, 0, 0, s, s, 0, 0), 3) / s).toBeCloseTo(Math.cbrt(2), 14);
    }
  });

  test('a matrix that is not finite has an infinite spectral radius and no eigenvalues', () => {
    expect(spectralRadius(matrix(1, Infinity, 0, 1), 2)).toBe(Infinity);
    expect(spectralRadius(matrix(NaN), 1)).toBe(Infinity);
    expect(() => eigenvalues(matrix(NaN), 1)).toThrow(RangeError);
  });
});

describe('choleskyLower', () => {
  test('[[4, 2], [2, 5]] has the factor [[2, 0], [1, 2]]', () => {
    expect(choleskyLower(matrix(4, 2, 2, 5), 2)).toEqual(matrix(2, 0, 1, 2));
  });

  test('an indefinite matrix is refused', () => {
    expect(() => choleskyLower(matrix(1, 2, 2, 1), 2)).toThrow(RangeError);
  });
});
