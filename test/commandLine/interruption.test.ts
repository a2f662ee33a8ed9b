/** Runs that are broken off in the middle, by Ctrl+C or by force, and completed by the same command. */
import { beforeAll, expect, test } from 'vitest';
import { emptyFolder, fedsa, rows, start, text } from './builtProgram.ts';
import { writeTwoAgents } from './twoAgents.ts';

/** Rounds that keep agents busy for a second or so over four seeds: in one thread, and in several. */
const MANY = 60_000;
const SOME = 3500;

const PLACES = [
  { place: 'inline', rounds: MANY, options: ['--placement', 'inline'] },
  // four replications a thread: whole ones side by side
  { place: 'side by side', rounds: MANY, options: ['--threads', '1'] },
  { place: 'packed', rounds: SOME, options: ['--placement', 'packed', '--threads', '1'] },
  { place: 'in threads of their own', rounds: SOME, options: ['--placement', 'own-thread'] },
] as const;

const folder = emptyFolder();

function command(rounds: number, out: string, ...more: readonly string[]): string[] {
  return [
    ...['run', 'problem.json', '--algorithm', 'local-sa', '--step-size', '0.05', '--local-steps', '2'],
    ...['--seeds', '4', '--rounds', String(rounds), '--no-report', '--json', '--out', out, ...more],
  ];
}

/** Whether progress of some rounds has been told. */
const isUnderWay = (stdout: string): boolean => /"type":"progress","rounds":[1-9]/.test(stdout);

/** Starts a run and sends it a signal in its middle. */
async function brokenOff(signal: 'SIGINT' | 'SIGKILL', args: readonly string[]) {
  const started = start(folder, ...args);
  await started.saw(isUnderWay);
  started.child.kill(signal);
  return started.ended;
}

function expectSameRows(one: string, other: string): void {
  for (const file of ['rounds.csv', 'iterates.csv']) {
    // not toBe(text): a difference of megabytes helps nobody
    expect(text(folder, one, file) === text(folder, other, file), `${file} of ${one} and ${other}`).toBe(
      true,
    );
  }
}

beforeAll(async () => {
  writeTwoAgents(folder);
  const whole = [MANY, SOME].map((rounds) =>
    fedsa(folder, ...command(rounds, `whole-${rounds}`, '--placement', 'inline')),
  );
  for (const ended of whole) expect((await ended).status).toBe(0);
});

test.each(PLACES)(
  'a run with its agents $place that is interrupted ends with 130 and whole rows, and the same command completes it to the same bytes',
  async ({ place, rounds, options }) => {
    const out = `interrupted ${place}`;
    const ended = await brokenOff('SIGINT', command(rounds, out, ...options));
    expect(ended).toMatchObject({ status: 130, stderr: '' });
    expect(JSON.parse(ended.stdout.trimEnd().split('\n').at(-1)!)).toMatchObject({
      type: 'result',
      state: 'interrupted',
    });
    expect(JSON.parse(text(folder, out, 'manifest.json'))).toMatchObject({ state: 'interrupted' });
    const found = rows(folder, out, 'rounds.csv');
    expect(found.length).toBeLessThan(rows(folder, `whole-${rounds}`, 'rounds.csv').length);
    expect(rows(folder, out, 'iterates.csv').length).toBe(found.length);

    expect((await fedsa(folder, ...command(rounds, out, ...options))).status).toBe(0);
    expectSameRows(out, `whole-${rounds}`);
    expect(JSON.parse(text(folder, out, 'manifest.json'))).toMatchObject({ state: 'completed' });
  },
);

test.each([PLACES[0], PLACES[3]])(
  'a run with its agents $place that is killed is completed by the same command to the same bytes',
  async ({ place, rounds, options }) => {
    const out = `killed ${place}`;
    const ended = await brokenOff('SIGKILL', command(rounds, out, ...options));
    expect(ended.status).toBeNull();
    // it may be completed elsewhere than it was begun, and without kernels
    const elsewhere = ['--placement', 'inline', '--kernels', 'reference'];
    expect((await fedsa(folder, ...command(rounds, out, ...elsewhere))).status).toBe(0);
    expectSameRows(out, `whole-${rounds}`);
  },
);

test('a second interrupt is not needed, and tells which replications are still to be run', async () => {
  const ended = await brokenOff('SIGINT', command(MANY * 100, 'long', '--placement', 'inline'));
  expect(ended.status).toBe(130);
  expect(rows(folder, 'long', 'rounds.csv').every((row) => row.seed === '1')).toBe(true);
  const manifest = JSON.parse(text(folder, 'long', 'manifest.json')) as { runs: { state: string }[] };
  expect(manifest.runs.map(({ state }) => state)).toEqual(['interrupted', 'pending', 'pending', 'pending']);
});
