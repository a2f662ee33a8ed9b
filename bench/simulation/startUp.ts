/**
 * What a user waits for before anything is computed: processes that have next to nothing to do.
 *
 * Ceiling: Node alone, which is the first row.
 * Measured (Node 20.20, two cores of a Xeon, 2026-11-22, medians of turns), ms: an empty
 * program 63, --help 107, theory 264, a run inline 388, in own threads 459, with its report 487.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Benchmark, Target } from '../harness/benchmark.ts';
import { compare, type Contender } from '../harness/compare.ts';
import { fedsa } from '../harness/commandLine.ts';
import { PROJECT, times } from '../harness/targets.ts';
import { TWO_AGENTS } from '../../test/commandLine/twoAgents.ts';

const EMPTY = 'node, an empty program';

/** In proportion to Node alone, which other machines start at another speed. */
const within = (name: string, title: string, limit: number): Target => ({
  description: `${title}, against an empty program`,
  source: PROJECT,
  table: 'processes',
  figure: times(name, EMPTY),
  unit: 'times as long',
  bound: 'at most',
  limit,
});

const startUp: Benchmark = {
  name: 'simulation/startUp',
  question: 'how long do commands take that have next to nothing to do?',
  targets: [
    within('fedsa --help', 'fedsa --help', 1.7),
    within('fedsa theory, two agents', 'fedsa theory, a small problem file', 5),
    within('fedsa run, two agents own-thread, no report', 'a run of two agents in threads of their own', 10),
  ],
  run: async (effort) => {
    const directory = mkdtempSync(join(tmpdir(), 'fedsa-bench-'));
    try {
      const problem = join(directory, 'problem.json');
      writeFileSync(problem, JSON.stringify(TWO_AGENTS));
      let runs = 0;
      const run = (placement: string, report: readonly string[]): string[] => [
        ...[
          'run',
          problem,
          '--algorithm',
          'local-sa',
          '--rounds',
          '12',
          '--local-steps',
          '5',
          '--step-size',
          '0.1',
        ],
        ...['--placement', placement, '--out', join(directory, `run-${runs++}`), ...report],
      ];
      const commands: Readonly<Record<string, { words: () => string[]; says: RegExp }>> = {
        'fedsa --help': { words: () => ['--help'], says: /Usage: fedsa/ },
        'fedsa theory, two agents': { words: () => ['theory', problem], says: /mixing/i },
        'fedsa run, two agents inline, no report': { words: () => run('inline', ['--no-report']), says: /./ },
        'fedsa run, two agents own-thread, no report': {
          words: () => run('own-thread', ['--no-report']),
          says: /./,
        },
        'fedsa run, two agents own-thread, report': { words: () => run('own-thread', []), says: /report/ },
      };
      const contenders: Contender[] = [
        {
          name: EMPTY,
          sample: () => {
            const start = performance.now();
            spawnSync(process.execPath, ['-e', '']);
            return { wall: performance.now() - start, cpu: NaN };
          },
        },
      ];
      for (const [name, { words, says }] of Object.entries(commands)) {
        const { stdout } = fedsa(words());
        if (!says.test(stdout))
          throw new Error(`${name} did not say what it should: ${stdout.slice(0, 200)}`);
        contenders.push({ name, sample: () => ({ wall: fedsa(words()).seconds * 1000, cpu: NaN }) });
      }
      return [
        {
          key: 'processes',
          title: 'whole processes',
          unit: 'ms a process',
          rows: await compare(contenders, Math.min(effort.repetitions, 7), 'cold'),
          checked: 'every command ends with status 0 and says what it should',
          notes: [],
        },
      ];
    } finally {
      rmSync(directory, { recursive: true, force: true });
    }
  },
};
export default startUp;
