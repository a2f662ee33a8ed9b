import { describe, expect, test } from 'vitest';
import {
  deterministicCommunicationBound,
  deterministicCommunicationPlan,
  mostTime,
} from '../../../../src/theory/bounds/scafflsa/deterministicCommunication.ts';
import {
  randomCommunicationBound,
  randomCommunicationPlan,
} from '../../../../src/theory/bounds/scafflsa/randomCommunication.ts';
import { SCALAR_LAWS } from '../../observedAgents.ts';
import { exactMoments, ROUND, SCALAR, TD } from './boundFixture.ts';

describe('Theorem 5.3', () => {
  test('with η = ⅛ and H = 4 has the factor 1 − ⅛·½·4/4, the start 4 + ¼·3, the floor 16·⅛·2/½', () => {
    const bound = deterministicCommunicationBound(ROUND, 0.125, 4, 2);
    expect(bound).toMatchObject({ kind: 'bound', floor: 8 });
    if ('reason' in bound) return;
    expect(bound.meanSquare(0)).toBe(12.75);
    expect(bound.meanSquare(2)).toBeCloseTo((15 / 16) ** 2 * 4.75 + 8, 14);
  });

  test.each([
    ['scalar agents', SCALAR],
    ['TD(0)', TD],
  ])('dominates the exact mean-square error of %s', (_, known) => {
    const rounds = [0, 1, 3, 10, 100, 1000];
    for (const time of [mostTime(known.constants), mostTime(known.constants) / 10]) {
      for (const localSteps of [1, 4, 50]) {
        const stepSize = time / localSteps;
        const bound = deterministicCommunicationBound(
          known.constants,
          stepSize,
          localSteps,
          known.initialDistance,
        );
        if ('reason' in bound) throw new Error(bound.reason);
        const algorithm = { name: 'scafflsa', stepSize, serverStepSize: 1 } as const;
        const { meanSquare } = exactMoments(known, algorithm, localSteps, rounds);
        rounds.forEach((round, index) => {
          expect(meanSquare[index]!).toBeLessThanOrEqual(bound.meanSquare(round) * (1 + 1e-9));
        });
      }
    }
  });

  test('names the first condition that fails', () => {
    const { constants } = SCALAR;
    const conditionOf = (stepSize: number, localSteps: number): string => {
      const bound = deterministicCommunicationBound(constants, stepSize, localSteps, 1);
      return 'reason' in bound ? bound.reason : 'none';
    };
    expect(conditionOf(0.8, 1)).toMatch(/^needs η < η_∞ = 0\.75\d*, has 0\.8$/);
    // a/(16 (1.21 + 0.25)) = 0.35/23.36
    expect(conditionOf(0.01, 2)).toBe('needs ηH ≤ 0.01498, has 0.02');
    expect(conditionOf(0.01, 1)).toBe('none');
  });
});

describe('Corollary 5.4', () => {
  test('for ε = ½ has η = ½·¼/(32·2) = 1/512, H = ½·512, and 4/(½·½) ln(2·4.75·4) = 58.2 rounds, rounded up', () => {
    expect(deterministicCommunicationPlan(ROUND, 0.5, 2)).toEqual({
      ...{ kind: 'bound', stepSize: 1 / 512, localSteps: 256, rounds: 59 },
    });
  });

  test.each([0.3, 0.1])('reaches ε = %d with its η and H, after its T rounds', (precision) => {
    const plan = deterministicCommunicationPlan(SCALAR.constants, precision, SCALAR.initialDistance);
    const algorithm = { name: 'scafflsa', stepSize: plan.stepSize, serverStepSize: 1 } as const;
    const { meanSquare } = exactMoments(SCALAR, algorithm, plan.localSteps, [plan.rounds]);
    expect(meanSquare[0]!).toBeLessThanOrEqual(precision ** 2);
    expect(
      deterministicCommunicationBound(SCALAR.constants, plan.stepSize, plan.localSteps, 1),
    ).toMatchObject({
      kind: 'bound',
    });
  });

  test('its rounds grow like log(1/ε), each decade by 8 ln 10/(ηaH)', () => {
    const rounds = [1e-3, 1e-4, 1e-5, 1e-6].map(
      (precision) => deterministicCommunicationPlan(SCALAR.constants, precision, 1).rounds,
    );
    const decade = (8 * Math.LN10) / (SCALAR.constants.contraction * mostTime(SCALAR.constants));
    for (let j = 1; j < rounds.length; j++) expect((rounds[j]! - rounds[j - 1]!) / decade).toBeCloseTo(1, 2);
  });
});

/** E[(1/N) Σ_c (θ_k^c − θ*)²] of SCAFFLSA with Bernoulli(p), by enumeration of every coin and observation. */
function stepErrors(stepSize: number, probability: number, initial: number, steps: number): number[] {
  const [first, other] = SCALAR_LAWS as [(typeof SCALAR_LAWS)[0], (typeof SCALAR_LAWS)[0]];
  const root = SCALAR.linear.root[0]!;
  const start = [1, initial - root, initial - root, 0, 0];
  // x = (1, e_1, e_2, ξ_1, ξ_2)
  const maps: { weight: number; F: number[][] }[] = [];
  for (const s of [0, 1]) {
    for (const u of [0, 1]) {
      const row = ({ A, b }: typeof first, state: number, e: number): number[] => {
        const out = [stepSize * (b[state]! - A[state]! * root), 0, 0, 0, 0];
        out[e] = 1 - stepSize * A[state]!;
        out[e + 2] = stepSize;
        return out;
      };
      const ends = [row(first, s, 1), row(other, u, 2)] as const;
      const kept = [
        [0, 0, 0, 1, 0],
        [0, 0, 0, 0, 1],
      ];
      maps.push({ weight: (1 - probability) / 4, F: [[1, 0, 0, 0, 0], ...ends, ...kept] });
      const average = ends[0].map((value, j) => (value + ends[1][j]!) / 2);
      const updated = ends.map((end, c) =>
        end.map((value, j) => kept[c]![j]! + (probability / stepSize) * (average[j]! - value)),
      );
      maps.push({ weight: probability / 4, F: [[1, 0, 0, 0, 0], average, average, ...updated] });
    }
  }
  let S = start.map((a) => start.map((b) => a * b));
  const errors: number[] = [];
  for (let k = 0; k <= steps; k++) {
    errors.push((S[1]![1]! + S[2]![2]!) / 2);
    const next = S.map((row) => row.map(() => 0));
    for (const { weight, F } of maps) {
      const FS = F.map((f) => S.map((_, j) => f.reduce((sum, value, i) => sum + value * S[i]![j]!, 0)));
      for (let i = 0; i < 5; i++)
        for (let j = 0; j < 5; j++)
          next[i]![j]! += weight * FS[i]!.reduce((sum, value, l) => sum + value * F[j]![l]!, 0);
    }
    S = next;
  }
  return errors;
}

describe('Theorem 5.1', () => {
  test('with η = ½ and p = ¼ has ζ = p², the start 4 + (½/¼)²·3, the floor 2·¼·2/ζ; with p = 1 ζ = ηa', () => {
    const bound = randomCommunicationBound(ROUND, 0.5, 0.25, 2);
    const certain = randomCommunicationBound(ROUND, 0.5, 1, 2);
    if ('reason' in bound || 'reason' in certain) throw new Error('not within the conditions');
    expect([bound.floor, bound.meanSquare(0)]).toEqual([16, 16 + 16]);
    expect(bound.meanSquare(3)).toBeCloseTo((15 / 16) ** 3 * 16 + 16, 13);
    expect([certain.floor, certain.meanSquare(0)]).toEqual([4, 4.75 + 4]);
    expect(certain.meanSquare(1)).toBeCloseTo((3 / 4) * 4.75 + 4, 14);
  });

  test('dominates the exact mean over agents after every step', () => {
    const largest = 1 / (2 * SCALAR.constants.smoothness);
    for (const stepSize of [largest, largest / 10]) {
      for (const probability of [1, 0.5, 0.1]) {
        const bound = randomCommunicationBound(
          SCALAR.constants,
          stepSize,
          probability,
          SCALAR.initialDistance,
        );
        if ('reason' in bound) throw new Error(bound.reason);
        stepErrors(stepSize, probability, SCALAR.initial[0]!, 400).forEach((error, step) => {
          expect(error).toBeLessThanOrEqual(bound.meanSquare(step) * (1 + 1e-9));
        });
      }
    }
  });

  test('needs η ≤ 1/(2L)', () => {
    // L = 1.46/1.1
    expect(randomCommunicationBound(SCALAR.constants, 0.4, 0.5, 1)).toEqual({
      reason: 'needs η ≤ 1/(2L) = 0.3767, has 0.4',
    });
  });
});

describe('Corollary 5.2', () => {
  test('for ε = ½ has η = ¼·½/(4·2) = 1/64, p = √(1/128), and 128 ln(2·(4 + 3/32)·4) = 446.6 steps, rounded up', () => {
    expect(randomCommunicationPlan(ROUND, 0.5, 2)).toEqual({
      ...{ kind: 'bound', stepSize: 1 / 64 },
      localSteps: expect.closeTo(Math.sqrt(128), 12) as number,
      rounds: expect.closeTo(447 / Math.sqrt(128), 12) as number,
    });
  });

  test('reaches ε with its η and p, after its steps', () => {
    const precision = 0.5;
    const plan = randomCommunicationPlan(SCALAR.constants, precision, SCALAR.initialDistance);
    const steps = Math.round(plan.rounds * plan.localSteps);
    const errors = stepErrors(plan.stepSize, 1 / plan.localSteps, SCALAR.initial[0]!, steps);
    expect(errors.at(-1)!).toBeLessThanOrEqual(precision ** 2);
  });

  test('its rounds grow like 1/ε, up to the logarithm', () => {
    const ratio = (precision: number): number => {
      const { rounds, stepSize } = randomCommunicationPlan(SCALAR.constants, precision, 1);
      const start = 1 + (stepSize / SCALAR.constants.monotonicity) * SCALAR.constants.pullSpread;
      return (rounds * precision) / Math.log((2 * start) / precision ** 2);
    };
    expect(ratio(1e-3) / ratio(1e-4)).toBeCloseTo(1, 4);
  });
});
