import { describe, expect, it } from 'vitest';
import type { Benchmark, Target } from '../../bench/harness/benchmark.ts';
import { printedVerdicts } from '../../bench/harness/printing.ts';
import { aSecond, cost, judge, PROJECT, times } from '../../bench/harness/targets.ts';
import { tableOf } from './madeUp.ts';

const TABLE = await tableOf('steps', [
  { key: 'own', walls: [10, 30, 20] },
  { key: 'rival', walls: [40, 60, 100] },
]);

const target = (changes: Partial<Target>): Target => ({
  description: 'a step',
  source: PROJECT,
  table: 'steps',
  figure: cost('own'),
  unit: 'ns',
  bound: 'at most',
  limit: 20,
  ...changes,
});
const verdictOf = (changes: Partial<Target>) =>
  judge({ name: 'g/b', question: '?', run: () => [], targets: [target(changes)] }, [TABLE])[0]!;

describe('the figures that targets take from a table', () => {
  it('are a median, scaled', () => {
    expect(cost('own')(TABLE)).toBe(20);
    expect(cost('rival', 1e-3)(TABLE)).toBe(0.06);
  });

  it('are the median of the ratios of the turns, not the ratio of the medians: 2, 4, 5 and not 3', () => {
    expect(times('rival', 'own')(TABLE)).toBe(4);
    expect(times('own', 'rival')(TABLE)).toBe(1 / 4);
  });

  it('are how many fit into a second: 10⁶ µs at 20 µs each', () => {
    expect(aSecond('own', 1e6)(TABLE)).toBe(50_000);
  });

  it('are missing where a row is missing', () => {
    expect([
      cost('C')(TABLE),
      times('C', 'own')(TABLE),
      times('own', 'C')(TABLE),
      aSecond('C', 1)(TABLE),
    ]).toEqual([undefined, undefined, undefined, undefined]);
  });
});

describe('a target', () => {
  it('is met on its limit and missed beyond it, on either side', () => {
    expect(verdictOf({ limit: 20 })).toMatchObject({ met: true, measured: 20, bench: 'g/b' });
    expect(verdictOf({ limit: 19 }).met).toBe(false);
    expect(verdictOf({ bound: 'at least', limit: 20 }).met).toBe(true);
    expect(verdictOf({ bound: 'at least', limit: 21 }).met).toBe(false);
  });

  it('is neither where its table or a row of it is missing', () => {
    expect(verdictOf({ table: 'others' })).toMatchObject({ met: undefined, measured: undefined });
    expect(verdictOf({ figure: cost('C') }).met).toBeUndefined();
    expect(verdictOf({ figure: () => NaN }).met).toBeUndefined();
  });

  it('goes by the title of a table that has no key', () => {
    const { key: _, ...untitled } = TABLE;
    const bench: Benchmark = {
      name: 'g/b',
      question: '?',
      run: () => [],
      targets: [target({ table: 'table steps' })],
    };
    expect(judge(bench, [untitled])[0]).toMatchObject({ met: true });
  });

  it('is printed with its limit and its figure, and counted where nothing was measured', () => {
    const text = printedVerdicts([
      verdictOf({
        description: 'updates',
        figure: aSecond('own', 1e7),
        bound: 'at least',
        limit: 300_000,
        unit: 'a second',
      }),
      verdictOf({ description: 'a step', limit: 19 }),
      verdictOf({ table: 'others' }),
    ]);
    expect(text.split('\n').map((line) => line.trim().split(/ {2,}/))).toEqual([
      ['targets of the project', 'target', 'measured'],
      [
        expect.stringMatching(/^-+$/),
        expect.any(String),
        expect.any(String),
        expect.any(String),
        expect.any(String),
      ],
      ['updates', 'at least 300,000', '500,000', 'a second', 'met'],
      ['a step', 'at most 19', '20.0', 'ns', 'missed'],
      ['1 of 2 met; 1 not measured in this run'],
    ]);
  });
});
