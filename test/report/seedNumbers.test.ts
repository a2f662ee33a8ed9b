/** The numbers of a seed: what is known of a passage between recorded rounds, and what each quantity counts. */
import { expect, test } from 'vitest';
import type { Quantity } from '../../src/configuration/found.ts';
import type { RunRecord } from '../../src/recording/manifest.ts';
import type { AlgorithmData } from '../../src/report/curve.ts';
import { parseRounds } from '../../src/report/readRounds.ts';
import { seedNumbers } from '../../src/report/seedNumbers.ts';

const HEADER =
  'algorithm,seed,round,step,time,error,agentError,operatorNorm,drift,uplinkVectors,downlinkVectors,uplinkBytes,downlinkBytes';

/** In a round an agent takes 2 steps and half a second, sends 10 bytes and is sent 3. */
function numberOf(
  rows: readonly (readonly [round: number, error: number])[],
  quantity: Quantity,
  state: RunRecord['state'] = 'completed',
  limit: Pick<AlgorithmData, 'seconds'> = {},
): unknown {
  const lines = rows.map(([t, error]) => `a,1,${t},${2 * t},${t / 2},${error},0,0,0,0,0,${10 * t},${3 * t}`);
  const data: AlgorithmData = {
    algorithm: 'a',
    series: parseRounds([HEADER, ...lines, ''].join('\n'), 'rounds.csv'),
    runs: [{ algorithm: 'a', seed: 1, steps: 0, rounds: rows.at(-1)![0], state }],
    ...limit,
  };
  return seedNumbers(data, 'error', undefined, quantity).get(1);
}

test('a passage between two recorded rounds with others between them is known as their range', () => {
  const thinned = [
    [0, 3],
    [5, 2],
    [10, 0.5],
  ] as const;
  expect(numberOf(thinned, { rounds: 1 })).toEqual({ low: 5, high: 10 });
  expect(numberOf(thinned, { seconds: 1 })).toEqual({ low: 2.5, high: 5 });
  const next = [
    [0, 3],
    [9, 2],
    [10, 0.5],
  ] as const;
  expect(numberOf(next, { rounds: 1 })).toEqual({ low: 10, high: 10 });
});

test('each quantity counts its own: bytes those sent, all bytes both directions', () => {
  const rows = [
    [0, 3],
    [1, 0.5],
    [2, 0.5],
  ] as const;
  const exactly = (value: number): object => ({ low: value, high: value });
  expect(numberOf(rows, { bytes: 1 })).toEqual(exactly(10));
  expect(numberOf(rows, { downlinkBytes: 1 })).toEqual(exactly(3));
  expect(numberOf(rows, { allBytes: 1 })).toEqual(exactly(13));
  expect(numberOf(rows, { steps: 1 })).toEqual(exactly(2));
  expect(numberOf(rows, { seconds: 1 })).toEqual(exactly(0.5));
});

test('a dip censors at the end of the run, its first touch does not; a diverged seed is beyond every number', () => {
  const dip = [
    [0, 3],
    [1, 0.5],
    [2, 3],
    [3, 3],
  ] as const;
  expect(numberOf(dip, { rounds: 1 })).toEqual({ low: 3, high: Infinity });
  expect(numberOf(dip, { rounds: 'first:1' })).toEqual({ low: 1, high: 1 });
  // Seconds that ended the run are known of beyond its last round.
  expect(numberOf(dip, { seconds: 1 }, 'completed', { seconds: 1.75 })).toEqual({
    low: 1.75,
    high: Infinity,
  });
  expect(numberOf(dip, { rounds: 1 }, 'completed', { seconds: 9 })).toEqual({ low: 3, high: Infinity });
  const low = [
    [0, 3],
    [1, 0.5],
  ] as const;
  expect(numberOf(low, { rounds: 1 }, 'diverged')).toEqual({ low: Infinity, high: Infinity });
});
