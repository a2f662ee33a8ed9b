/**
 * Sweeps over NATS that are killed again and again, with their workers and their server. No task is lost, and the bytes
 * are those of a sweep without. Long, since tasks must outlast the start of a sweep, and five minutes are to be survived.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { generatorFor } from '../../src/maths/generator.ts';
import { hasNatsServer, startServer, type TestServer } from '../nats/server.ts';
import { progressOf, streamsOf } from '../nats/workers.ts';
import { emptyFolder, fedsaProcess, type Started, startPatiently, text } from './builtProgram.ts';
import { TWO_AGENTS } from './twoAgents.ts';

/** A sweep that has not ended after so long, in ms, waits for a task that was lost. */
const PATIENCE = 240_000;
/** How long sweeps are disturbed, in ms; and the time between two kills, at least and at most. */
const DISTURBED_FOR = 270_000;
const CALM = [500, 4000] as const;
const SEED = 7;
/** How a sweep may end that is not killed itself: a task was in the hands of five killed workers, or it began without a server. */
const DISTURBED =
  /5 workers ended, or fell silent|NATS server .*: (nobody listens there|the connection was broken off)/;

const folder = emptyFolder();
/** Runs of more than a second each: a restarted sweep is there before a worker has ended a task of the killed one. */
const COMMAND = [
  'sweep',
  'problem.json',
  ...['--grid', 'step-size=0.01..0.1:log3', '--algorithm', 'local-sa'],
  ...['--rounds', '600000', '--record', 'every=1000', '--no-report', '--json'],
];
const results = (out: string): string => text(folder, out, 'results.csv');

describe.runIf(hasNatsServer)('a sweep over NATS that is killed', () => {
  let server: TestServer;
  const workers: Started[] = [];

  const startWorker = (): void => {
    const words = ['worker', '--nats', server.url, '--threads', '1', '--quiet'];
    const worker = startPatiently(folder, 2 * DISTURBED_FOR, ...words);
    worker.ended.catch(() => undefined);
    workers.push(worker);
  };
  const sweep = (out: string): Started =>
    startPatiently(folder, PATIENCE, ...COMMAND, '--out', out, '--nats', server.url);

  beforeAll(async () => {
    writeFileSync(join(folder, 'problem.json'), JSON.stringify(TWO_AGENTS));
    expect((await fedsaProcess(folder, ...COMMAND, '--out', 'alone')).status).toBe(0);
  });

  beforeEach(async () => {
    server = await startServer();
  });

  afterEach(async () => {
    for (const { child } of workers.splice(0)) child.kill('SIGKILL');
    await server.stop();
  });

  test(
    'is completed by the same command at once, ten times in ten',
    async () => {
      startWorker();
      for (let time = 0; time < 10; time++) {
        const out = `again-${time}`;
        const killed = sweep(out);
        await killed.saw((stdout) => progressOf(stdout).runs >= 1);
        killed.child.kill('SIGKILL');
        await killed.ended;
        expect((await sweep(out).ended).status).toBe(0);
        expect(results(out)).toBe(results('alone'));
      }
      expect(await streamsOf(server)).toEqual([]);
    },
    DISTURBED_FOR + PATIENCE,
  );

  test(
    'at random moments, as its workers and its server are, is completed by the same command',
    async () => {
      for (let worker = 0; worker < 2; worker++) startWorker();
      let current: Started;
      const kills = { sweep: 0, worker: 0, server: 0 };
      const random = generatorFor(SEED, 'kills');
      const until = performance.now() + DISTURBED_FOR;
      const disturb = async (): Promise<void> => {
        const [least, most] = CALM;
        while (performance.now() < until) {
          await delay(least + random.uniform() * (most - least));
          const victim = (['sweep', 'worker', 'worker', 'server'] as const)[random.below(4)]!;
          kills[victim]++;
          if (victim === 'sweep') current.child.kill('SIGKILL');
          else if (victim === 'server') await server.restart();
          else {
            workers.splice(random.below(workers.length), 1)[0]!.child.kill('SIGKILL');
            startWorker();
          }
        }
      };
      /** As its user would, who gives the same command until it has done it all. */
      const complete = async (out: string): Promise<void> => {
        for (;;) {
          current = sweep(out);
          const { status, stderr } = await current.ended;
          if (status === 0) return;
          if (status !== null) expect(stderr).toMatch(DISTURBED);
        }
      };
      const sweeps = async (): Promise<void> => {
        for (let time = 0; performance.now() < until; time++) {
          await complete(`disturbed-${time}`);
          expect(results(`disturbed-${time}`)).toBe(results('alone'));
        }
      };
      await Promise.all([sweeps(), disturb()]);
      expect(await streamsOf(server)).toEqual([]);
      for (const count of Object.values(kills)) expect(count).toBeGreaterThan(5);
    },
    DISTURBED_FOR + PATIENCE,
  );
});
