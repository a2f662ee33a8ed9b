import { describe, expect, test } from 'vitest';
import { exactRounds, fewerRounds } from '../../../src/runs/theory/exactRounds.ts';
import { sureRounds } from '../../../src/configuration/budget.ts';
import type { RunConfiguration } from '../../../src/configuration/configuration.ts';

const rounds = (changes: Partial<RunConfiguration>): number[] =>
  exactRounds({
    trigger: { kind: 'deterministic', localSteps: 10 },
    budget: { kind: 'rounds', rounds: 40 },
    recording: 'default',
    ...changes,
  });

describe('the rounds of the exact curve are', () => {
  test('all of them where there are at most 300', () => {
    expect(rounds({})).toEqual(Array.from({ length: 41 }, (_, t) => t));
    expect(rounds({ budget: { kind: 'rounds', rounds: 300 } })).toHaveLength(301);
    expect(rounds({ budget: { kind: 'steps', steps: 409 } }).at(-1)).toBe(40);
    expect(rounds({ budget: { kind: 'steps', steps: 9 } })).toEqual([0]);
  });

  test.each(['default', 'all', { every: 7 }] as const)(
    'ascending, recorded ones, from the start to the last, at most 300 after the start: %s',
    (recording) => {
      for (const total of [301, 602, 1999, 2000, 2001, 50_000]) {
        const found = rounds({ budget: { kind: 'rounds', rounds: total }, recording });
        expect(found.length).toBeLessThanOrEqual(301);
        expect(found.length).toBeGreaterThan(Math.min(100, total / 7));
        expect([found[0], found.at(-1)]).toEqual([0, total]);
        expect(found.slice(1).every((round, k) => round > found[k]!)).toBe(true);
        if (typeof recording === 'object')
          expect(found.slice(0, -1).filter((round) => round % 7 !== 0)).toEqual([]);
      }
    },
  );
});

describe('fewer of them', () => {
  const all = rounds({ budget: { kind: 'rounds', rounds: 4000 } });

  test.each([20, 24, 61])('%i: half of them evenly in the tail, with the first and the last', (count) => {
    const found = fewerRounds(all, count);
    expect(found).toHaveLength(count);
    expect(found.filter((round) => all.includes(round))).toEqual(found);
    expect([found[0], found.at(-1)]).toEqual([0, 4000]);
    // the one before the tail, or at its first round, closes it
    const tail = found.slice(-Math.floor(count / 2));
    expect(tail[0]).toBeLessThanOrEqual(2801);
    expect(tail[1]).toBeGreaterThan(2801);
    const steps = tail.slice(1).map((round, k) => round - tail[k]!);
    expect(Math.max(...steps)).toBeLessThan(2.5 * Math.min(...steps));
  });

  test('are never more than there are', () => {
    expect(fewerRounds([0, 1, 2, 3], 20)).toEqual([0, 1, 2, 3]);
    expect(fewerRounds([0], 20)).toEqual([0]);
  });
});

/** P(Bin(K, p) < t), summed term by term. */
function fewerThan(t: number, K: number, p: number): number {
  let term = (1 - p) ** K;
  let sum = 0;
  for (let k = 0; k < t; k++) {
    sum += term;
    term *= (((K - k) / (k + 1)) * p) / (1 - p);
  }
  return sum;
}

describe('under the Bernoulli trigger and a budget of local steps', () => {
  test.each([
    { K: 50, p: 0.5 },
    { K: 400, p: 0.1 },
    { K: 200, p: 0.9 },
    { K: 700, p: 0.3 },
  ])('K = $K, p = $p: fewer rounds have probability below 10⁻⁶, but not below 10⁻⁹', ({ K, p }) => {
    const sure = sureRounds(K, p);
    expect(fewerThan(sure, K, p)).toBeLessThan(1e-6);
    expect(fewerThan(sure + 1, K, p)).toBeGreaterThan(1e-9);
    const configuration = {
      trigger: { kind: 'bernoulli', probability: p },
      budget: { kind: 'steps', steps: K },
    } as const;
    expect(rounds(configuration).at(-1)).toBe(sure);
  });

  test('communicating after every step makes the number of rounds certain; no steps make none', () => {
    expect(sureRounds(20, 1)).toBe(20);
    expect(sureRounds(0, 0.5)).toBe(0);
    expect(sureRounds(3, 0.5)).toBe(0);
  });
});

test('of a run that limits end go up to the last round that a replication has come to', () => {
  const configuration = {
    trigger: { kind: 'deterministic', localSteps: 10 },
    budget: { kind: 'limits', seconds: 5 },
    recording: 'default',
  } as const;
  const records = [{ rounds: 7 }, { rounds: 3, mostRounds: 9 }];
  expect(exactRounds(configuration, records)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  expect(exactRounds(configuration, [{ rounds: 123_456 }]).at(-1)).toBe(123_456);
  expect(exactRounds(configuration)).toEqual([0]);
});
