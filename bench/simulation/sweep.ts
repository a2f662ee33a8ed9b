/**
 * Many small points: a sweep of step sizes over a two-agent problem file of 200 rounds, against the same
 * number of seeds in one run. Each a whole process: start, runs, files written.
 *
 * Ceiling: the replications are the same work, half of what a sweep takes. It adds a folder of four files a point, their hashes, and a
 * resolved configuration; and it saves passing rows between threads.
 * Measured (Node 20.20, two quiet cores of a Xeon, 2026-11-22, twice): 10,000 points 27.3 and 26.6 s against 17.5 and 17.1 s of processor time
 * (1.55), 14.8 and 14.4 s against 9.9 and 9.7 s on the clock (1.49). What is left above the target is files: 0.2 ms a point in the system.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TWO_AGENTS } from '../../test/commandLine/twoAgents.ts';
import type { Benchmark, Cost } from '../harness/benchmark.ts';
import { fedsa } from '../harness/commandLine.ts';
import { compare } from '../harness/compare.ts';
import { assertCount } from '../harness/sameWork.ts';
import { PROJECT, times } from '../harness/targets.ts';

const COMMON = '--algorithm local-sa --rounds 200 --local-steps 10 --no-report --quiet'.split(' ');

const sweep: Benchmark = {
  name: 'simulation/sweep',
  question: 'what does a sweep of thousands of small points cost beside as many seeds of one run?',
  targets: [
    {
      description: '10,000 points of two agents, beside the same replications in one run, in processor time',
      source: PROJECT,
      table: '10000 points',
      figure: times('sweep', 'run', 'cpu'),
      unit: '×',
      bound: 'at most',
      limit: 1.5,
    },
  ],
  run: async (effort) => {
    const points = effort.quick ? 300 : 10_000;
    const directory = mkdtempSync(join(tmpdir(), 'fedsa-bench-'));
    try {
      const problem = join(directory, 'problem.json');
      writeFileSync(problem, JSON.stringify(TWO_AGENTS));
      let count = 0;
      // Folders stay to the end: the file system is slow to give out again what was removed just before.
      const timed = (words: readonly string[]): Cost & { readonly out: string } => {
        const out = join(directory, `out-${count++}`);
        const { seconds, cpu } = fedsa([...words, ...COMMON, '--out', out], 'resources');
        return { wall: seconds, cpu, out };
      };
      const swept = ['sweep', problem, '--grid', `step-size=0.01..0.1:log${points}`];
      const run = ['run', problem, '--step-size', '0.05', '--seeds', String(points)];
      const { out } = timed(swept);
      const lines = readFileSync(join(out, 'results.csv'), 'utf8').trimEnd().split('\n').length;
      assertCount('lines of results.csv', lines, 1 + points);
      const contenders = [
        { key: 'sweep', name: `${points} points`, sample: () => timed(swept) },
        {
          key: 'run',
          name: `${points} seeds of one run`,
          sample: () => timed(run),
        },
      ];
      return [
        {
          key: `${points} points`,
          title: `${points} points × 200 rounds, H = 10, two agents, d = 2`,
          unit: 's a process',
          rows: await compare(contenders, Math.min(effort.repetitions, 3), 'cold'),
          checked: `${points} rows of results`,
          notes: [],
        },
      ];
    } finally {
      rmSync(directory, { recursive: true, force: true });
    }
  },
};

export default sweep;
