/** Rules of step sizes: from texts and from the run they are for. */
import { describe, expect, test } from 'vitest';
import { InputError } from '../../src/values/failure.ts';
import { readText } from '../../src/values/text.ts';
import { resolveStepRule, type StepHorizon } from '../../src/configuration/stepRule.ts';
import { type StepRule, stepRule } from '../../src/configuration/settings/stepRule.ts';

const horizon = (changes: Partial<StepHorizon> = {}): StepHorizon => ({
  trigger: { kind: 'deterministic', localSteps: 5 },
  budget: { kind: 'rounds', rounds: 10 },
  agents: 2,
  monotonicity: () => 0.4,
  ...changes,
});

describe('a text', () => {
  test.each<[string, number | StepRule | undefined]>([
    ['0.1', 0.1],
    ['decreasing:1,0,0.6', { kind: 'decreasing', scale: 1, offset: 0, exponent: 0.6 }],
    ['corollary-1', { kind: 'corollary-1' }],
    ['corollary-1:2', { kind: 'corollary-1', monotonicity: 2 }],
    ['doubling:4', { kind: 'doubling', firstRounds: 4 }],
    ['doubling:4,0.1', { kind: 'doubling', firstRounds: 4, monotonicity: 0.1 }],
    ...[
      '',
      'x',
      '0.1:2',
      'decreasing',
      'decreasing:1,2',
      'decreasing:0,2,1',
      'decreasing:1,-2,1',
      'decreasing:1,2,0',
      'decreasing:1,2,3,4',
      'corollary-1:0',
      'corollary-1:1,2',
      'corollary-1:',
      'doubling',
      'doubling:1.5',
      'doubling:0',
      'doubling:4,0',
      'doubling:4,NaN',
      'doubling:Infinity',
    ].map((text): [string, undefined] => [text, undefined]),
  ])('"%s"', (text, rule) => {
    const reading = readText(stepRule, text);
    expect('value' in reading ? reading.value : undefined).toEqual(rule);
  });
});

describe('for a run of M = 2, H = 5, T = 10 and μ = 0.4', () => {
  test('a number and a decreasing rule stay what they are', () => {
    expect(resolveStepRule(0.1, horizon())).toBe(0.1);
    const rule = { kind: 'decreasing', scale: 1, offset: 2, exponent: 1 } as const;
    expect(resolveStepRule(rule, horizon())).toEqual(rule);
  });

  test('Corollary 1 gives 4 log(100)/20, whether T is given, follows from K = 50 steps, or H is the mean of 1/p', () => {
    const expected = (4 * Math.log(100)) / 20;
    const rule = { kind: 'corollary-1' } as const;
    expect(resolveStepRule(rule, horizon())).toBeCloseTo(expected, 15);
    expect(resolveStepRule(rule, horizon({ budget: { kind: 'steps', steps: 52 } }))).toBeCloseTo(
      expected,
      15,
    );
    const coins = { kind: 'bernoulli', probability: 0.2 } as const;
    expect(resolveStepRule(rule, horizon({ trigger: coins }))).toBeCloseTo(expected, 15);
    // FedHSA's Assumption 2 has μ ≤ 1; one that is given may be larger
    const steep = horizon({ monotonicity: () => 2.5 });
    expect(resolveStepRule(rule, steep)).toBeCloseTo(0.4 * expected, 15);
    expect(resolveStepRule({ ...rule, monotonicity: 2 }, steep)).toBeCloseTo(expected / 5, 15);
    // μ = 0.8, given, wins over what the problem has
    expect(resolveStepRule({ ...rule, monotonicity: 0.8 }, horizon())).toBeCloseTo(expected / 2, 15);
  });

  test('doubling keeps what its epochs need', () => {
    expect(resolveStepRule({ kind: 'doubling', firstRounds: 3 }, horizon())).toEqual({
      kind: 'doubling',
      firstRounds: 3,
      agents: 2,
      localSteps: 5,
      monotonicity: 0.4,
    });
  });

  test.each<{ rule: StepRule; changes: Partial<StepHorizon>; message: string }>([
    {
      rule: { kind: 'corollary-1' },
      changes: { monotonicity: () => undefined },
      message: 'which is not known of this problem; give it, as in corollary-1:0.1',
    },
    {
      rule: { kind: 'doubling', firstRounds: 3 },
      changes: { monotonicity: () => -1 },
      message: 'which is -1 in this problem; give it, as in doubling:3,0.1',
    },
    {
      rule: { kind: 'corollary-1' },
      changes: { budget: { kind: 'rounds', rounds: 0 } },
      message: 'needs MHT > 1; here M = 2, H = 5, T = 0',
    },
  ])('refused: $message', ({ rule, changes, message }) => {
    const attempt = (): unknown => resolveStepRule(rule, horizon(changes));
    expect(attempt).toThrow(InputError);
    expect(attempt).toThrow(message);
  });
});
