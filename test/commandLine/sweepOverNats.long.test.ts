/** Sweeps over NATS: real servers, real workers, killed and stopped. The bytes are those of a sweep without. */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { connectNats } from '../../src/nats/connect.ts';
import { identityOf } from '../../src/nats/identity.ts';
import { answerDiscovery } from '../../src/nats/workerDiscovery.ts';
import { programVersion } from '../../src/recording/environment.ts';
import { hasNatsServer, startServer, type TestServer } from '../nats/server.ts';
import { lose, progressOf, type RunningWorker, startWorker, streamsOf } from '../nats/workers.ts';
import { emptyFolder, fedsaProcess, start, text } from './builtProgram.ts';
import { TWO_AGENTS } from './twoAgents.ts';

const folder = emptyFolder();
const RUNS = ['--algorithm', 'fedhsa', '--rounds', '2000', '--seeds', '2'];
const GRID = ['--grid', 'step-size=0.01..0.1:log4', '--grid', 'local-steps=1,2,5,10'];
const SWEEP = ['sweep', 'problem.json', ...GRID, ...RUNS, '--no-report', '--json'];

let server: TestServer;
const workers: RunningWorker[] = [];

const worker = (...more: readonly string[]): RunningWorker => {
  const worker = startWorker(folder, server, ...more);
  workers.push(worker);
  return worker;
};
const sweep = (out: string) => start(folder, ...SWEEP, '--out', out, '--nats', server.url);
const results = (out: string): string => text(folder, out, 'results.csv');
const noFailure = { status: 0, stderr: '' };

describe.runIf(hasNatsServer)('a sweep over NATS', () => {
  beforeAll(async () => {
    writeFileSync(join(folder, 'problem.json'), JSON.stringify(TWO_AGENTS));
    const { status } = await fedsaProcess(folder, ...SWEEP, '--out', 'alone');
    expect(status).toBe(0);
  });

  afterEach(async () => {
    for (const { child } of workers.splice(0)) child.kill('SIGKILL');
    await server.stop();
  });

  test('of whose three workers two are killed in mid-task has the bytes of one without', async () => {
    server = await startServer();
    const [first, second] = [worker(), worker(), worker()] as const;
    const under = sweep('killed');
    await under.saw((stdout) => progressOf(stdout).runs >= 2);
    first.child.kill('SIGKILL');
    await under.saw((stdout) => progressOf(stdout).runs >= 6);
    second.child.kill('SIGKILL');
    expect(await under.ended).toMatchObject(noFailure);
    expect(results('killed')).toBe(results('alone'));
    expect(await streamsOf(server)).toEqual([]);
  });

  test('goes on after its server was killed and started again, and after it was killed itself', async () => {
    server = await startServer();
    worker();
    const first = sweep('restarted');
    await first.saw((stdout) => progressOf(stdout).runs >= 2);
    first.child.kill('SIGKILL');
    await first.ended;
    const second = sweep('restarted');
    await second.saw((stdout) => progressOf(stdout).runs >= 8);
    await server.restart();
    const { status, stdout, stderr } = await second.ended;
    expect({ status, lost: stderr.includes('connection lost; trying for 120 s') }).toEqual({
      status: 0,
      lost: true,
    });
    expect(stderr).toContain('connected again');
    // What had come before it was killed was not computed again.
    expect((JSON.parse(stdout.trimEnd().split('\n').at(-1)!) as { found: number }).found).toBeGreaterThan(0);
    expect(results('restarted')).toBe(results('alone'));
    expect(await streamsOf(server)).toEqual([]);
  });

  test('of messages that are too large for the server, beside another one, has the bytes, too', async () => {
    server = await startServer('max_payload: 8KB');
    const both = [worker(), worker()];
    const ended = await Promise.all([sweep('large').ended, sweep('beside').ended]);
    expect(ended).toMatchObject([noFailure, noFailure]);
    expect(results('large')).toBe(results('alone'));
    expect(results('beside')).toBe(results('alone'));
    const { status, stderr } = await both[0]!.interrupt();
    expect(status).toBe(130);
    expect(stderr).toContain('unfinished tasks are given back');
  });

  test('without workers says so; interrupted and called again, it goes on; seeds are added to', async () => {
    server = await startServer();
    const alone = sweep('late');
    await alone.saw((stdout) => stdout.split('\n').length > 60);
    alone.child.kill('SIGINT');
    const { status, stderr } = await alone.ended;
    expect(status).toBe(130);
    expect(stderr).toContain(`no worker answers at ${server.url.slice('nats://'.length)}; start one`);
    expect(await streamsOf(server)).toEqual([]);
    const single = worker();
    const fewer = [
      ...SWEEP.map((word) => (word === '2' ? '2..2' : word)),
      '--out',
      'late',
      '--nats',
      server.url,
    ];
    expect(await fedsaProcess(folder, ...fewer)).toMatchObject(noFailure);
    const under = sweep('late');
    await under.saw((stdout) => progressOf(stdout).runs >= 3);
    // It gives its task back, so that nobody waits for its silence.
    await single.interrupt();
    worker();
    expect(await under.ended).toMatchObject(noFailure);
    expect(results('late')).toBe(results('alone'));
  });

  test('says every ten seconds that nobody works for it, and sends its tasks again where the server has lost them', async () => {
    server = await startServer();
    const under = sweep('lost');
    const waiting = (stdout: string): { readonly seconds: number; readonly why: string }[] =>
      stdout
        .split('\n')
        .filter((line) => line.startsWith('{"type":"waiting"') && line.endsWith('}'))
        .map((line) => JSON.parse(line) as never);
    await under.saw((stdout) => waiting(stdout).length === 2);
    await lose(server, 'purge', /^fedsa-tasks-/);
    const present = worker();
    await under.saw((stdout) => progressOf(stdout).runs >= 1);
    await lose(server, 'delete', /^fedsa-/);
    const { status, stdout, stderr } = await under.ended;
    expect({ status, stderr }).toEqual({
      status: 0,
      stderr: expect.stringContaining('it has lost the tasks of this sweep; they are sent again'),
    });
    const [first, second] = waiting(stdout);
    expect(second!.seconds - first!.seconds).toBeGreaterThanOrEqual(10);
    expect(second).toMatchObject({ workers: 0, why: expect.stringContaining('no worker answers at 127') });
    expect(stderr.split(second!.why).length).toBeGreaterThan(2);
    expect(results('lost')).toBe(results('alone'));
    expect(await streamsOf(server)).toEqual([]);
    expect((await present.interrupt()).status).toBe(130);
  });

  test('whose server is away ends at once when it is interrupted, and so does a worker', async () => {
    server = await startServer();
    const single = worker();
    const under = sweep('away');
    await under.saw((stdout) => progressOf(stdout).runs >= 1);
    await server.stop();
    await single.says(/connection lost/);
    under.child.kill('SIGINT');
    expect((await under.ended).status).toBe(130);
    expect((await single.interrupt()).status).toBe(130);
    expect(text(folder, 'away', 'sweep.json')).toContain('"state": "interrupted"');
  });

  test('is not for workers whose numbers may differ: both versions are named', async () => {
    server = await startServer();
    const natsServer = await connectNats({ url: server.url, name: 'test', environment: {} });
    const identity = { ...identityOf(programVersion()), numerics: 0 };
    answerDiscovery(natsServer, () => ({ id: 'old-1', identity, threads: 2, tasks: [] }));
    const under = sweep('apart');
    await under.saw((stdout) => stdout.split('\n').length > 60);
    under.child.kill('SIGINT');
    const { stderr } = await under.ended;
    expect(stderr).toMatch(/worker old-1 has numerics version 0, this sweep has numerics version \d+/);
    expect(stderr).toContain('no worker answers');
    await natsServer.close();
  });

  test.each([
    ['own-tiers', ['--panel', 'tifl'], 'own policy'],
    ['own-local-steps', ['--panel', 'growing'], 'own trigger and algorithm'],
    ['consensus-distance', [], 'own metrics'],
    ['stragglers-sync-vs-async', ['--panel', 'buffered'], 'timing, updates and a policy'],
  ])('of %s %j has the bytes, too: %s', async (name, panel) => {
    server = await startServer();
    worker();
    const command = [
      'sweep',
      name,
      ...panel,
      '--grid',
      'step-size=0.01,0.02',
      '--rounds',
      '20',
      '--no-report',
    ];
    expect(await fedsaProcess(folder, ...command, '--out', `${name}-alone`)).toMatchObject(noFailure);
    const over = ['--out', name, '--nats', server.url];
    expect(await fedsaProcess(folder, ...command, ...over)).toMatchObject(noFailure);
    expect(results(name)).toBe(results(`${name}-alone`));
  });

  test('takes an algorithm and a problem of one’s own from wherever they lie on the worker’s machine', async () => {
    server = await startServer();
    const [mine, theirs] = [emptyFolder(), emptyFolder()];
    for (const single of [mine, theirs])
      expect(await fedsaProcess(single, 'init', 'study')).toMatchObject(noFailure);
    workers.push(startWorker(theirs, server, '--data', 'study'));
    const study = join(mine, 'study');
    const command = [
      'sweep',
      'scenario.ts',
      '--grid',
      'algorithm=local-sa,./algorithm.ts',
      '--rounds',
      '30',
      '--no-report',
    ];
    expect(await fedsaProcess(study, ...command, '--out', 'alone')).toMatchObject(noFailure);
    expect(await fedsaProcess(study, ...command, '--out', 'over', '--nats', server.url)).toMatchObject(
      noFailure,
    );
    expect(text(study, 'over', 'results.csv')).toBe(text(study, 'alone', 'results.csv'));
  });

  test('has what needs no file of one’s own from a worker that lacks it, however many tasks need it', async () => {
    server = await startServer();
    const [mine, bare] = [emptyFolder(), emptyFolder()];
    expect(await fedsaProcess(mine, 'init', 'study')).toMatchObject(noFailure);
    const study = join(mine, 'study');
    const lacking = startWorker(bare, server);
    workers.push(lacking);
    // Nine tasks of the own algorithm come first: more than are out at a time before any is refused.
    const grid = [
      '--grid',
      'algorithm=./algorithm.ts,local-sa,fedhsa',
      '--grid',
      'step-size=0.01..0.09:lin9',
    ];
    const command = ['sweep', 'problem.json', ...grid, '--rounds', '30', '--no-report', '--json'];
    writeFileSync(join(study, 'problem.json'), JSON.stringify(TWO_AGENTS));
    const under = start(study, ...command, '--out', 'over', '--nats', server.url);
    await lacking.says(/algorithm\.ts: this worker imports none of its user’s files/);
    const refusedAt = performance.now();
    await under.saw((stdout) => progressOf(stdout).runs >= 18);
    // Nine pauses of ten seconds, where each refusal has one.
    expect(performance.now() - refusedAt).toBeLessThan(30_000);
    workers.push(startWorker(study, server, '--data', '.'));
    expect(await under.ended).toMatchObject({ status: 0 });
    expect(await fedsaProcess(study, ...command, '--out', 'alone')).toMatchObject(noFailure);
    expect(text(study, 'over', 'results.csv')).toBe(text(study, 'alone', 'results.csv'));
  });

  test('has a file of one’s own on each worker with the same contents, and names a point that ends workers', async () => {
    server = await startServer();
    const home = emptyFolder();
    const elsewhere = emptyFolder();
    const changed = MODULE.replace('state - 1', 'state - 2');
    writeFileSync(join(elsewhere, 'deadly'), '');
    writeFileSync(join(folder, 'own.ts'), MODULE);
    writeFileSync(join(home, 'own.ts'), changed);
    const lacking = startWorker(elsewhere, server, '--data', '.');
    const differing = startWorker(home, server, '--data', '.');
    workers.push(lacking, differing);
    const grid = ['--grid', 'problem.options.deadly=false,true', '--grid', 'step-size=0.1,0.2'];
    const under = start(
      folder,
      ...[
        'sweep',
        'own.ts',
        ...grid,
        '--rounds',
        '20',
        '--no-report',
        '--json',
        '--out',
        'own',
        '--nats',
        server.url,
      ],
    );
    await lacking.says(/own\.ts: is not in .*; copy it there, or name its folder with --data/);
    await differing.says(/own\.ts, or a file that it imports, is another on this machine/);
    for (const { child } of workers.splice(0)) child.kill('SIGKILL');
    writeFileSync(join(home, 'own.ts'), MODULE);
    while (under.child.exitCode === null) {
      const worker = startWorker(elsewhere, server, '--data', home);
      workers.push(worker);
      await Promise.race([worker.ended, under.ended]);
    }
    // The sweep may be heard to end before its last worker is, and one more be waiting for work.
    for (const { child } of workers) child.kill('SIGTERM');
    await Promise.all(workers.map(({ ended }) => ended));
    const deaths = workers.filter(({ child }) => child.signalCode === 'SIGKILL').length;
    const { status, stderr } = await under.ended;
    expect(status).toBe(1);
    // Each of two points goes to five workers, and is then named. On a busy machine one may be silent for a second and live,
    // and another take a point up before the fifth end is heard of.
    expect(deaths).toBeGreaterThan(7);
    expect(deaths).toBeLessThanOrEqual(12);
    for (const step of ['0.1', '0.2'])
      expect(stderr).toContain(
        `problem.options.deadly=true, step-size=${step}: local-sa: 5 workers ended, or fell silent, while they computed it`,
      );
    const cells = results('own')
      .trimEnd()
      .split('\n')
      .slice(1)
      .map((row) => row.split(',').slice(1, 6).join());
    expect(cells).toEqual([
      'false,0.1,local-sa,1,completed',
      'false,0.2,local-sa,1,completed',
      'true,0.1,local-sa,1,failed',
      'true,0.2,local-sa,1,failed',
    ]);
    rmSync(join(folder, 'own'), { recursive: true });
  });
});

/** Two-state agents whose process, where they are deadly and it lies in a folder that says so, ends at the first step. */
const MODULE = `import { existsSync } from 'node:fs';
import { scenario } from 'fedsa';
export const agent = ({ options }) => ({
  stream: { transition: [[0.5, 0.5], [0.5, 0.5]] },
  operator(theta, state, out) {
    if (options.deadly && existsSync('deadly')) process.kill(process.pid, 'SIGKILL');
    out[0] = state - 1 * theta[0];
  },
});
export default scenario({
  name: 'own', title: 'Own', question: '',
  problem: { kind: 'module', module: import.meta.url, export: 'agent', agents: 2, dimension: 1, options: { deadly: false } },
  algorithms: ['local-sa'], stepSize: 0.1, localSteps: 5, rounds: 20, seeds: [1],
});
`;
