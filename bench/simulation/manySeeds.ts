/**
 * Many short replications: 3,000 seeds of twelve rounds, H = 5, of a two-agent problem file, as a
 * whole process: start, run, files written. The default placement against the calling thread alone.
 *
 * Ceiling: 180,000 agent steps of 20 ns are 4 ms, so next to nothing of the time is theirs; what
 * costs is a replication's set-up (four ARC4 keys of 256 swaps) and 39,000 rows, twice.
 * Measured (Node 20.20, two shared cores of a Xeon, 2026-11-21, medians of turns): 1.5 s as placed
 * by default, on two threads; 1.0 s inline.
 */
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Benchmark } from '../harness/benchmark.ts';
import { compare } from '../harness/compare.ts';
import { fedsa } from '../harness/commandLine.ts';
import { assertCount } from '../harness/sameWork.ts';
import { cost, PROJECT } from '../harness/targets.ts';
import { TWO_AGENTS } from '../../test/commandLine/twoAgents.ts';

const ROUNDS = 12;
const PLAN = (
  `--algorithm local-sa --rounds ${ROUNDS} --local-steps 5 --step-size 0.1 ` + '--no-report --quiet'
).split(' ');

const manySeeds: Benchmark = {
  name: 'simulation/manySeeds',
  question: 'what do thousands of short replications cost, from the command to its last file?',
  targets: [
    {
      description: '3,000 seeds of a small problem file, a whole process',
      source: PROJECT,
      table: '3000 seeds',
      figure: cost('chosen'),
      unit: 's',
      bound: 'at most',
      limit: 2,
    },
  ],
  run: async (effort) => {
    const seeds = effort.quick ? 300 : 3000;
    const directory = mkdtempSync(join(tmpdir(), 'fedsa-bench-'));
    try {
      const problem = join(directory, 'problem.json');
      writeFileSync(problem, JSON.stringify(TWO_AGENTS));
      let runs = 0;
      const run = (words: readonly string[]): { seconds: number; rows: string } => {
        const out = join(directory, `run-${runs++}`);
        const { seconds } = fedsa([
          'run',
          problem,
          ...PLAN,
          '--seeds',
          String(seeds),
          '--out',
          out,
          ...words,
        ]);
        const rows = readFileSync(join(out, 'rounds.csv'), 'utf8');
        rmSync(out, { recursive: true });
        return { seconds, rows };
      };
      const inline = ['--placement', 'inline'];
      const rows = run([]).rows;
      assertCount('lines of rounds.csv', rows.trimEnd().split('\n').length, 1 + seeds * (ROUNDS + 1));
      const digest = (text: string): string => createHash('sha256').update(text).digest('hex');
      if (digest(rows) !== digest(run(inline).rows)) throw new Error('the placements wrote different rows');
      const contenders = [
        {
          key: 'chosen',
          name: 'placement as it is chosen',
          sample: () => ({ wall: run([]).seconds, cpu: NaN }),
        },
        { name: '--placement inline', sample: () => ({ wall: run(inline).seconds, cpu: NaN }) },
      ];
      return [
        {
          key: `${seeds} seeds`,
          title: `${seeds} seeds × ${ROUNDS} rounds, H = 5, two agents, d = 2`,
          unit: 's a process',
          rows: await compare(contenders, Math.min(effort.repetitions, 5), 'cold'),
          checked: `${seeds * (ROUNDS + 1)} rows, the same bytes from both placements`,
          notes: [],
        },
      ];
    } finally {
      rmSync(directory, { recursive: true, force: true });
    }
  },
};
export default manySeeds;
