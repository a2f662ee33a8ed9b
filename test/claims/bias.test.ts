/** The claims' own formulas, against small cases worked out by hand. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { solved } from '../../src/claims/exactProblem.ts';
import { partRemoved } from '../../src/claims/richardsonRomberg/partRemoved.ts';
import { bySeed, finalAverages, type RunData, tailMeans } from '../../src/claims/runData.ts';
import { fewestRounds } from '../../src/claims/scafflsa/communications.ts';
import type { GaussMarkovQuadraticSpecification } from '../../src/problems/specification.ts';
import { specimen } from '../oracles/specimens.ts';

const SCALARS: GaussMarkovQuadraticSpecification = specimen('gauss-markov-quadratic', {
  agents: 2,
  dimension: 1,
  noiseVariance: 1,
  noiseSpectralRadius: 0.5,
  seed: 3,
});

/** Only what the functions under test look at. */
const asRun = (part: object): RunData => part as RunData;

describe('partRemoved', () => {
  it('is 1 for what takes the bias away, 0 for what moves across it', () => {
    const fedAvg = [[3, 1]];
    expect(partRemoved(fedAvg, [[1, 1]], [2, 0])).toEqual([1]);
    expect(partRemoved(fedAvg, [[3, 5]], [2, 0])).toEqual([0]);
    expect(partRemoved(fedAvg, [[5, 0]], [2, 0])).toEqual([-1]);
  });
});

describe('fewestRounds', () => {
  it('needs one round where SCAFFLSA, or Local SA on agents that share a root, may step as far as it likes', () => {
    const solvedProblem = solved({ ...SCALARS, agents: 1 });
    const distance = Math.abs(solvedProblem.solution.root![0]!);
    // One agent has no drift: ηH = 10 takes the error to e^{−10a}, a ≥ 1.
    const rounds = (
      problem: typeof solvedProblem,
      name: 'local-sa' | 'scafflsa',
      precision: number,
    ): number => fewestRounds(problem, name, precision, 1e-4, 'exact');
    expect(rounds(solvedProblem, 'local-sa', distance / 100)).toBe(1);
    expect(rounds(solvedProblem, 'scafflsa', distance / 100)).toBe(1);
    const two = solved(SCALARS);
    expect(rounds(two, 'local-sa', 1e-3) / rounds(two, 'local-sa', 1e-2)).toBeGreaterThan(8);
  });
});

describe('what claims read', () => {
  it('takes the last averages of each seed', () => {
    const directory = mkdtempSync(join(tmpdir(), 'fedsa-averages-'));
    writeFileSync(
      join(directory, 'iterates.csv'),
      'algorithm,seed,round,theta_0,average_0\nlocal-sa,1,1,9,\nlocal-sa,1,2,9,4\nlocal-sa,2,2,9,5\nscaffold,1,2,9,6\n',
    );
    expect(finalAverages(asRun({ directory }), 'local-sa')).toEqual([[4], [5]]);
    expect(() => finalAverages(asRun({ directory }), 'fedhsa')).toThrow(/no averages of fedhsa/);
    rmSync(directory, { recursive: true });
  });

  it('averages the last part of the rounds, and leaves out what did not complete', () => {
    const columns = { round: [0, 1, 2, 3, 4], error: [9, 8, 1, 2, 3] };
    const run = asRun({
      directory: 'here',
      manifest: {
        runs: [
          { algorithm: 'fedhsa', seed: 1, state: 'completed' },
          { algorithm: 'fedhsa', seed: 2, state: 'diverged' },
        ],
      },
      series: [1, 2].map((seed) => ({ algorithm: 'fedhsa', seed, columns })),
    });
    expect(tailMeans(run, 'fedhsa', 'error', 0.5)).toEqual([2.5]);
    expect(tailMeans(run, 'fedhsa', 'error', 0.5, Math.sqrt)).toEqual([(Math.SQRT2 + Math.sqrt(3)) / 2]);
    expect(() => tailMeans(run, 'local-sa', 'error', 0.5)).toThrow(/no completed replication of local-sa/);
  });

  it('turns values by run into values by seed', () => {
    expect(
      bySeed([
        [1, 2],
        [3, 4],
        [5, 6],
      ]),
    ).toEqual([
      [1, 3, 5],
      [2, 4, 6],
    ]);
  });
});
