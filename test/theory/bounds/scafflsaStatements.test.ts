import { describe, expect, test } from 'vitest';
import { solveProblem } from '../../../src/problems/root.ts';
import type { TriggerConfiguration } from '../../../src/configuration/configuration.ts';
import { scafflsaStatements } from '../../../src/theory/bounds/scafflsaStatements.ts';
import { randomCommunicationBound } from '../../../src/theory/bounds/scafflsa/randomCommunication.ts';
import type { RunStatement } from '../../../src/theory/bounds/statedRun.ts';
import { exactMoments, SCALAR } from './scafflsa/boundFixture.ts';

const FIFTH: TriggerConfiguration = { kind: 'deterministic', localSteps: 5 };
const COINS: TriggerConfiguration = { kind: 'bernoulli', probability: 0.25 };

function statements(
  stepSize: number,
  trigger: TriggerConfiguration,
  sampling: 'iid' | 'markov' | 'exact' = 'iid',
  initial: readonly number[] = SCALAR.initial,
): RunStatement[] {
  return scafflsaStatements(SCALAR.problem, solveProblem(SCALAR.problem), {
    algorithms: [
      { name: 'local-sa', stepSize },
      { name: 'fedhsa', stepSize, serverStepSize: 1 },
      { name: 'scafflsa', stepSize },
    ],
    trigger,
    sampling,
    budget: { kind: 'rounds', rounds: 60 },
    initial: [...initial],
  });
}

const compute = (list: readonly RunStatement[], source: string): RunStatement =>
  list.find((statement) => statement.source === source)!;

describe('scafflsaStatements', () => {
  test('bounds dominate the exact error after the last round', () => {
    const stepSize = 0.002;
    const list = statements(stepSize, FIFTH);
    for (const [name, source] of [
      ['local-sa', 'SCAFFLSA Th. 4.1'],
      ['scafflsa', 'SCAFFLSA Th. 5.3'],
    ] as const) {
      const statement = compute(list, source);
      expect(statement).toMatchObject({ algorithm: name, kind: 'bound', reason: null });
      const { meanSquare } = exactMoments(SCALAR, { name, stepSize }, 5, [60]);
      expect(statement.total!).toBeGreaterThan(meanSquare[0]!);
      // not empty: of the same order
      expect(statement.total!).toBeLessThan(10 * meanSquare[0]!);
    }
    expect(compute(list, 'SCAFFLSA Cor. 4.4')).toMatchObject({ kind: 'bound' });
    expect(compute(list, 'SCAFFLSA Cor. 4.5')).toMatchObject({ kind: 'shape' });
    expect(compute(list, 'SCAFFLSA Cor. 5.4')).toMatchObject({ kind: 'bound' });
  });

  test('under the Bernoulli trigger Theorem 5.1 is told after T/p local steps, and 4.1 is not', () => {
    const list = statements(0.05, COINS);
    const bound = randomCommunicationBound(SCALAR.constants, 0.05, 0.25, SCALAR.initialDistance);
    if ('reason' in bound) throw new Error(bound.reason);
    expect(compute(list, 'SCAFFLSA Th. 5.1').total).toBeCloseTo(bound.meanSquare(240), 12);
    expect(compute(list, 'SCAFFLSA Th. 5.1').quantity).toContain('240 local steps');
    expect(compute(list, 'SCAFFLSA Th. 4.1').reason).toBe('needs a fixed number of local steps');
    expect(compute(list, 'SCAFFLSA Cor. 5.2')).toMatchObject({ kind: 'bound' });
  });

  test('without noise there is no floor', () => {
    const list = statements(0.002, FIFTH, 'exact');
    expect(compute(list, 'SCAFFLSA Th. 5.3').terms.at(-1)).toEqual({ symbol: 'noise', value: 0 });
  });

  test('Markov sampling and steps that are too large have their reason; FedHSA is not spoken of', () => {
    const markov = statements(0.002, FIFTH, 'markov');
    expect(markov.map(({ algorithm }) => algorithm)).toEqual(['local-sa', 'scafflsa']);
    for (const { kind, total, reason } of markov)
      expect([kind, total, reason]).toEqual(['none', null, 'needs i.i.d. observations (A 1)']);
    expect(compute(statements(2, FIFTH), 'SCAFFLSA Th. 4.1').reason).toMatch(/^needs η < η_∞/);
  });

  test('from θ* on there is no precision to reach', () => {
    const list = statements(0.002, FIFTH, 'iid', [SCALAR.linear.root[0]!]);
    expect(list.map(({ source }) => source)).toEqual(['SCAFFLSA Th. 4.1', 'SCAFFLSA Th. 5.3']);
  });
});
