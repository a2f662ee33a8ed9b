/**
 * Runs whose agents live with `fedsa worker` processes, over a real server: the bytes of inline, and what is said when a
 * worker is killed, stopped, interrupted, or is not as it should be. Long, since workers are processes, and one that has
 * fallen silent is waited for.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connectNats } from '../../src/nats/connect.ts';
import { identityOf } from '../../src/nats/identity.ts';
import { answerDiscovery } from '../../src/nats/workerDiscovery.ts';
import { programVersion } from '../../src/recording/environment.ts';
import { contents, emptyFolder, fedsa, start, text } from '../commandLine/builtProgram.ts';
import { hasNatsServer, startServer, type TestServer } from './server.ts';

const MAIN = fileURLToPath(new URL('../../dist/program/main.js', import.meta.url));

/** An operator of one's own: wide vectors, so that an answer is larger than a message may be. */
const OWN_OPERATOR = `
export const agent = ({ agent, dimension }) => ({
  stream: { initial: (g) => g.normal(), next: (o, g) => 0.5 * o + g.normal(), independent: (g) => g.normal() },
  operator: (theta, o, out) => {
    for (let j = 0; j < dimension; j++) out[j] = agent + j / dimension - theta[j] + o / 10;
  },
});
`;

/** In few dimensions the root is estimated. */
const scenario = (dimension: number, agents: number): string => `
import { scenario } from 'fedsa';
export default scenario({
  name: 'wide', title: 'wide', question: '',
  problem: {
    kind: 'module', module: new URL('./operator.mjs', import.meta.url).href, export: 'agent',
    agents: ${agents}, dimension: ${dimension}, ${dimension > 3 ? `root: new Array(${dimension}).fill(0),` : ''}
  },
  algorithms: [{ name: 'local-sa', stepSize: 0.1 }],
});
`;

/** The project's own extensions, as a user has them in a folder. */
const copied = (folder: string, path: string): void => {
  const source = readFileSync(fileURLToPath(new URL(`../../scenarios/${path}`, import.meta.url)), 'utf8');
  writeFileSync(join(folder, path.replace(/^.*\//, '')), source.replaceAll('../../src/index.ts', 'fedsa'));
};

/** A worker that is ready. */
async function worker(folder: string, url: string): Promise<ChildProcess> {
  const words = [MAIN, 'worker', '--nats', url, '--threads', '1', '--data', '.'];
  const child = spawn(process.execPath, words, { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] });
  let message = '';
  await new Promise<void>((resolve, reject) => {
    child.on('exit', () => {
      reject(new Error(message));
    });
    child.stderr.on('data', (text: Buffer) => {
      message += text.toString();
      if (message.includes('Ctrl-C ends it')) resolve();
    });
  });
  return child;
}

const QUICK = ['--no-report', '--quiet', '--rounds', '8', '--seeds', '2'] as const;

describe.runIf(hasNatsServer)('agents on several workers', () => {
  let server: TestServer;
  let folder: string;
  let workers: ChildProcess[] = [];
  const cluster = (): string[] => ['--placement', 'cluster', '--nats', server.url];

  /** Starts workers until there are three. */
  async function threeWorkers(): Promise<void> {
    const childs = workers.filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null);
    const more = Array.from({ length: 3 - childs.length }, () => worker(folder, server.url));
    workers = [...childs, ...(await Promise.all(more))];
  }

  beforeAll(async () => {
    server = await startServer();
    folder = emptyFolder();
    writeFileSync(join(folder, 'operator.mjs'), OWN_OPERATOR);
    writeFileSync(join(folder, 'wide.ts'), scenario(2000, 240));
    writeFileSync(join(folder, 'narrow.ts'), scenario(3, 7));
    for (const path of ['algorithms/fedProx.ts', 'policies/tifl.ts', 'triggers/uneven.ts'])
      copied(folder, path);
    await threeWorkers();
  });
  afterAll(async () => {
    for (const child of workers) child.kill('SIGKILL');
    await server.stop();
  });

  let runs = 0;
  async function sameBytes(...words: readonly string[]): Promise<void> {
    const [here, elsewhere] = [`inline-${++runs}`, `cluster-${runs}`];
    const inline = await fedsa(folder, 'run', ...words, ...QUICK, '--placement', 'inline', '--out', here);
    expect(inline).toMatchObject({ status: 0, stderr: '' });
    const remote = await fedsa(folder, 'run', ...words, ...QUICK, ...cluster(), '--out', elsewhere);
    expect(remote).toMatchObject({ status: 0, stderr: '' });
    for (const file of contents(join(folder, here)).filter((candidate) => candidate.endsWith('.csv')))
      expect(text(folder, elsewhere, file) === text(folder, here, file), `${words.join(' ')}: ${file}`).toBe(
        true,
      );
  }

  test.each([
    ['quickstart', '--local-steps', '4'],
    ['quickstart', '--algorithm', 'scafflsa,scaffold,./fedProx.ts', '--step-size', '0.05'],
    ['dropout-and-return', '--quick', '--updates'],
    ['silent-agents', '--quick'],
    ['narrow.ts', '--policy', 'first:3', '--compute', 'exponential:1', '--late', 'carry'],
    ['narrow.ts', '--policy', 'deadline:3', '--compute', 'exponential:1'],
    ['narrow.ts', '--policy', 'sampled:3', '--compute', 'exponential:1', '--updates'],
    ['narrow.ts', '--policy', 'buffered:2', '--compute', 'exponential:1', '--updates'],
    ['narrow.ts', '--policy', 'asynchronous:0.5', '--compute', 'exponential:1', '--updates'],
    ['narrow.ts', '--policy', 'bounded-staleness:2,0.5', '--compute', 'exponential:1', '--updates'],
    ['narrow.ts', '--policy', './tifl.ts', '--set', 'tifl.count=2', '--compute', 'exponential:1'],
    ['narrow.ts', '--algorithm', './fedProx.ts', '--step-size', '0.1', '--trigger', './uneven.ts'],
    // 80 agents a worker with 2,000 numbers each: 1.3 MB, which takes two messages.
    ['wide.ts'],
  ])('give the bytes of inline: %s %s %s %s', async (...words) => {
    await sameBytes(...words);
  });

  test('on the wall clock are replayed bit for bit', async () => {
    const run = ['run', 'narrow.ts', '--clock', 'wall', '--policy', 'buffered:2', ...QUICK];
    expect((await fedsa(folder, ...run, ...cluster(), '--out', 'wall')).status).toBe(0);
    const replayed = await fedsa(folder, 'replay', 'wall');
    expect(replayed).toMatchObject({ status: 0, stderr: '' });
  });

  describe('a worker that', () => {
    const LONG = [
      'run',
      'quickstart',
      '--algorithm',
      'local-sa',
      '--seeds',
      '2',
      '--no-report',
      '--json',
    ] as const;
    const ROUNDS = ['--rounds', '2500'] as const;

    /** Begins a run, does something to a worker once rounds are under way, and gives how it ended. */
    async function runWhile(out: string, hosts: string, act: (worker: ChildProcess) => void) {
      await threeWorkers();
      const run = start(folder, ...LONG, ...ROUNDS, ...cluster(), '--hosts', hosts, '--out', out);
      const progress = /"rounds":[1-9]/;
      let names: readonly string[] = [];
      await run.saw((stdout) => {
        const [line] = /^{"type":"workers".*$/m.exec(stdout) ?? [];
        names = line === undefined ? [] : (JSON.parse(line) as { workers: string[] }).workers;
        return progress.test(stdout);
      });
      const name = names.at(Math.min(1, names.length - 1))!;
      const pid = Number(/pid (\d+)/.exec(name)![1]);
      const threadResources = workers.find((child) => child.pid === pid)!;
      act(threadResources);
      const ended = await run.ended;
      return { ...ended, name, threadResources };
    }

    const lastEvent = (stdout: string): unknown => JSON.parse(stdout.trimEnd().split('\n').at(-1)!);

    test.each([
      ['is killed', 'SIGKILL'],
      ['is stopped', 'SIGSTOP'],
    ] as const)(
      '%s is named, and the replication ends on the others with the same bytes',
      async (_, signal) => {
        const out = signal.toLowerCase();
        const { status, stdout, name, threadResources } = await runWhile(out, '3', (child) =>
          child.kill(signal),
        );
        threadResources.kill('SIGKILL');
        expect(stdout).toContain(
          `"why":"the worker ${name} that hosts agents 3 to 5 has not been heard of for 10 s (local-sa, seed 1)"`,
        );
        expect(status).toBe(0);
        expect(lastEvent(stdout)).toMatchObject({ state: 'completed' });
        await fedsa(folder, ...LONG, ...ROUNDS, '--placement', 'inline', '--out', `${out}-inline`);
        expect(text(folder, out, 'rounds.csv') === text(folder, `${out}-inline`, 'rounds.csv')).toBe(true);
      },
    );

    test('was the only one, and is interrupted, fails the run by name; the same command completes it', async () => {
      const { status, stderr, name } = await runWhile('only', '1', (child) => child.kill('SIGINT'));
      expect(status).toBe(1);
      expect(stderr).toBe(
        `fedsa: the worker ${name} that hosts agents 0 to 9 was stopped (local-sa, seed 1)\n`,
      );
      await threeWorkers();
      const again = await fedsa(folder, ...LONG, ...ROUNDS, ...cluster(), '--out', 'only');
      expect(again.status).toBe(0);
    });

    test('has another file of the user’s, or none, is named, and nothing is written', async () => {
      const elsewhere = emptyFolder();
      for (const name of ['operator.mjs', 'narrow.ts'])
        writeFileSync(join(elsewhere, name), text(folder, name).replace('o / 10', 'o / 9'));
      const other = await fedsa(elsewhere, 'run', 'narrow.ts', ...QUICK, ...cluster(), '--out', 'x');
      expect(other.status).toBe(2);
      expect(other.stderr).toMatch(
        /^fedsa: worker .*operator\.mjs, or a file that it imports, is another on this machine.*\n$/,
      );
      expect(contents(elsewhere)).toEqual(['narrow.ts', 'operator.mjs']);
    });

    test('has another V8 is named, and so is a server without workers', async () => {
      const lonely = await startServer();
      const words = [
        'run',
        'quickstart',
        ...QUICK,
        '--placement',
        'cluster',
        '--nats',
        lonely.url,
        '--out',
        'y',
      ];
      try {
        const nobody = await fedsa(folder, ...words);
        expect(nobody).toMatchObject({ status: 2, stdout: '' });
        expect(nobody.stderr).toMatch(
          /^fedsa: --placement cluster: no worker answers at 127\.0\.0\.1:\d+; start/,
        );
        const connection = await connectNats({ url: lonely.url, name: 'test', environment: {} });
        const identity = { ...identityOf(programVersion()), v8: '1.2.3' };
        answerDiscovery(connection, () => ({ id: 'laptop-1-abc', identity, threads: 1, tasks: [] }));
        const apart = await fedsa(folder, ...words);
        await connection.close();
        expect(apart.status).toBe(2);
        expect(apart.stderr).toMatch(
          /one worker answers, and 0 of the 1 needed can host agents.*worker laptop-1-abc has V8 1\.2\.3/,
        );
        expect(contents(folder)).not.toContain('y');
      } finally {
        await lonely.stop();
      }
    });
  });
});
