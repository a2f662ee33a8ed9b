/**
 * A hundred agents in threads of their own: what their start takes beside a hundred worker threads that only answer.
 *
 * Ceiling: Node's own threads, the first row: each answers one message and ends. A run's threads also read the program (a
 * compiled form of 0.2 MB), set up the problem's agent, its kernels and its generators, and take three rounds of ten steps. The same run
 * inline shows what the process takes without threads.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Benchmark, Target } from '../harness/benchmark.ts';
import { fedsa, processFrom, type Finished } from '../harness/commandLine.ts';
import { compareProcesses } from '../harness/processes.ts';
import { PROJECT } from '../harness/targets.ts';

const AGENTS = 100;

/** A program of so many threads, all of which answer once. */
const BARE = `
import { once } from 'node:events';
import { isMainThread, parentPort, Worker } from 'node:worker_threads';
import { fileURLToPath } from 'node:url';
if (isMainThread) {
  const threads = Array.from({ length: ${AGENTS} }, () => new Worker(fileURLToPath(import.meta.url), { execArgv: [] }));
  const answers = threads.map((thread) => once(thread, 'message'));
  for (const thread of threads) thread.postMessage('round');
  await Promise.all(answers);
  const ends = threads.map((thread) => once(thread, 'exit'));
  for (const thread of threads) thread.postMessage('end');
  await Promise.all(ends);
} else parentPort.on('message', (word) => { if (word === 'end') parentPort.close(); else parentPort.postMessage(word); });
`;

/** (own threads − inline)/(bare threads − nothing): what threads cost a run, in proportion to what they cost Node. */
const inProportion = (title: string, table: string, unit: string): Target => ({
  description: `${AGENTS} agents in own threads, ${title}, without what the run takes inline, against bare threads`,
  source: PROJECT,
  table,
  figure: ({ rows }) => {
    const [empty, bareThreads, inline, ownThread] = rows.map(({ wall }) => wall.median);
    return (ownThread! - inline!) / (bareThreads! - empty!);
  },
  unit,
  bound: 'at most',
  limit: 1.5,
});

const ownThreads: Benchmark = {
  name: 'simulation/ownThreads',
  question: 'what does it cost to give each of a hundred agents a thread of its own?',
  targets: [
    inProportion('from start to end', 'seconds', 'times as long'),
    inProportion('memory', 'memory', 'times as much'),
  ],
  run: async ({ repetitions }) => {
    const directory = mkdtempSync(join(tmpdir(), 'fedsa-bench-'));
    try {
      const [empty, bare] = ['empty.mjs', 'bare.mjs'].map((name) => join(directory, name));
      writeFileSync(empty!, '');
      writeFileSync(bare!, BARE);
      let runs = 0;
      const run = (placement: string): Finished =>
        fedsa(
          [
            ...['run', 'quickstart', '--agents', String(AGENTS), '--algorithm', 'local-sa', '--rounds', '3'],
            ...['--local-steps', '10', '--no-report', '--quiet', '--placement', placement],
            ...['--out', join(directory, `run-${runs++}`)],
          ],
          'resources',
        );
      const { seconds, megabytes } = await compareProcesses(
        [
          { name: 'node, an empty program', start: () => processFrom([empty!], 'resources') },
          { name: `${AGENTS} bare threads`, start: () => processFrom([bare!], 'resources') },
          { name: 'fedsa run, inline', start: () => run('inline') },
          { name: 'fedsa run, own-thread', start: () => run('own-thread') },
        ],
        Math.min(repetitions, 7),
      );
      const checked = 'every process ends with status 0';
      return [
        { key: 'seconds', title: 'whole processes', unit: 's a process', rows: seconds, checked, notes: [] },
        {
          key: 'memory',
          title: 'the same processes',
          unit: 'MB at the peak',
          rows: megabytes,
          checked,
          notes: [],
        },
      ];
    } finally {
      rmSync(directory, { recursive: true, force: true });
    }
  },
};
export default ownThreads;
