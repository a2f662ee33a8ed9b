/**
 * What a user waits for before anything is computed: processes that have next to nothing to do.
 *
 * Ceiling: Node alone, which is the first row.
 * Measured (Node 20.20, two shared cores of a Xeon, 2026-11-21, medians of turns), ms: an empty
 * program 80, --help 108, theory 287, a run inline 488, in own threads 637, with its report 1,070.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Benchmark } from '../harness/benchmark.ts';
import { compare, type Contender } from '../harness/compare.ts';
import { fedsa } from '../harness/commandLine.ts';
import { cost, PROJECT } from '../harness/targets.ts';
import { TWO_AGENTS } from '../../test/commandLine/twoAgents.ts';

const ofProject = { source: PROJECT, table: 'processes', unit: 's', bound: 'at most' } as const;

const startUp: Benchmark = {
  name: 'simulation/startUp',
  question: 'how long do commands take that have next to nothing to do?',
  targets: [
    { ...ofProject, what: 'fedsa --help', figure: cost('fedsa --help', 1e-3), limit: 0.15 },
    {
      ...ofProject,
      what: 'fedsa theory, a small problem file',
      figure: cost('fedsa theory, two agents', 1e-3),
      limit: 0.5,
    },
    {
      ...ofProject,
      what: 'a run of two agents in threads of their own',
      figure: cost('fedsa run, two agents own-thread, no report', 1e-3),
      limit: 1,
    },
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
          name: 'node, an empty program',
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
