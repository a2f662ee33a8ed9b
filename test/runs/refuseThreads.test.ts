/** More threads than a machine bears are refused before anything starts. */
import { expect, test } from 'vitest';
import { mostThreads, threadNeeds, type MachineLimits } from '../../src/runs/threadNeeds.ts';
import type { RunConfiguration } from '../../src/configuration/configuration.ts';
import { refuseThreads } from '../../src/runs/refuseThreads.ts';

const LARGE: MachineLimits = { bytes: 64e9, mappings: Infinity, cores: 8 };
const MAPPED: MachineLimits = { ...LARGE, mappings: 65_530 };
const SMALL: MachineLimits = { ...LARGE, bytes: 2e9 };

const ALGORITHMS = [{ name: 'local-sa', stepSize: 0.1 }] as const;

/** What is said against so many agents, or nothing. */
function refusal(
  placement: RunConfiguration['placement'],
  agents: number,
  machine: MachineLimits,
): string | undefined {
  try {
    refuseThreads({ placement, algorithms: ALGORITHMS }, agents, machine);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

test('memory and mappings limit the threads, whichever is less', () => {
  expect(mostThreads(LARGE)).toBe(Math.floor((64e9 - 130e6) / 14e6));
  expect(mostThreads(MAPPED)).toBe(1048);
  expect(mostThreads(SMALL)).toBe(133);
  expect(mostThreads({ ...LARGE, bytes: 1e6 })).toBe(1);
});

test('a thread for each of too many agents is refused, with the placement that has the same results', () => {
  expect(refusal('own-thread', 1048, MAPPED)).toBeUndefined();
  expect(refusal('own-thread', 1049, MAPPED)).toBe(
    '`placement`: own-thread starts 1,049 threads, which take about 15 GB, and this machine bears about 1,048; packed has the same results',
  );
  expect(refusal('own-thread', 134, SMALL)).toMatch(/134 threads, which take about 2 GB/);
  for (const placement of ['auto', 'inline', 'packed'] as const)
    expect(refusal(placement, 100_000, SMALL)).toBeUndefined();
});

test('what threads need grows with their number, and more cores start them sooner', () => {
  expect(threadNeeds(100, { cores: 2 })).toEqual({ bytes: 130e6 + 100 * 14e6, seconds: 6 });
  expect(threadNeeds(100, { cores: 8 }).seconds).toBe(1.5);
});
