/**
 * What only a process shows: that it ends by itself, with which status, and that its reader may leave.
 * Each is a start of the program, a third of a second of processor time.
 */
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { inLong, inSuite, oneIn } from '../tooling/parts.ts';
import { emptyFolder, fedsaBy, fedsaProcess, rows, start } from './builtProgram.ts';
import { writeAgents } from './twoAgents.ts';
import { writeUserScenario } from './userScenario.ts';

const folder = emptyFolder();

beforeAll(() => {
  writeAgents(folder, 3);
  writeUserScenario(folder);
  const throwing =
    "if (agent === 3 && call === 1) console.log('still dry'); if (agent === 3 && call === 9) throw new Error('wet');";
  writeUserScenario(folder, throwing, 'throwing.ts');
  writeUserScenario(folder, 'if (call === 1000) process.exit(0);', 'ending.ts');
});

const run = (problem: string, out: string, ...options: readonly string[]) =>
  fedsaProcess(
    folder,
    ...['run', problem, '--step-size', '0.05', '--algorithm', 'local-sa', '--rounds', '200', '--quiet'],
    ...['--no-report', '--out', out, ...options],
  );

describe('a run ends by itself with status 0 and all its rows', () => {
  const places = [
    { place: 'packed', problem: 'mine.ts', options: ['--placement', 'packed', '--threads', '2'], seeds: 1 },
    { place: 'inline', problem: 'problem.json', options: ['--placement', 'inline'], seeds: 1 },
    { place: 'own-thread', problem: 'problem.json', options: ['--placement', 'own-thread'], seeds: 1 },
    { place: 'side-by-side', problem: 'mine.ts', options: ['--seeds', '12'], seeds: 12 },
  ];
  test.each(oneIn(4, places))('with its agents $place', async ({ place, problem, options, seeds }) => {
    expect(await run(problem, place, ...options)).toEqual({ status: 0, stdout: '', stderr: '' });
    expect(rows(folder, place, 'rounds.csv')).toHaveLength(201 * seeds);
  });
});

describe('a run that fails ends by itself with status 1, and what its own code prints is no output', () => {
  const places = [
    { place: 'own-thread', options: ['--placement', 'own-thread'] },
    { place: 'side-by-side', options: ['--seeds', '12'] },
  ];
  test.each(oneIn(2, places))('with its agents $place', async ({ place, options }) => {
    const ended = await run('throwing.ts', `failed-${place}`, ...options);
    expect(ended).toMatchObject({ status: 1, stdout: '' });
    expect(ended.stderr).toContain('still dry\n');
    expect(ended.stderr.replaceAll('still dry\n', '')).toMatch(
      /^fedsa: agent 3 failed in local steps of round 2 [^\n]+\n$/,
    );
  });
});

inLong.test(
  "a user's operator that ends the whole program, since it runs in it, does not pass for a result",
  async () => {
    const ended = await run('ending.ts', 'ended', '--placement', 'inline');
    expect(ended).toMatchObject({ status: 1, stdout: '' });
    expect(ended.stderr).toMatch(/^fedsa: ended by the scenario's own code [^\n]+\n$/);
  },
);

inSuite.test('bad input ends with status 2 and one line', async () => {
  const ended = await fedsaProcess(folder, 'run', 'problem.json', '--frob');
  expect(ended).toMatchObject({ status: 2, stdout: '' });
  expect(ended.stderr).toMatch(/^fedsa: [^\n]*unknown option '--frob'[^\n]*\n$/);
});

inSuite.test('a reader that leaves ends the program without a word', async () => {
  const { child, ended } = start(folder, 'list');
  child.stdout!.destroy();
  expect(await ended).toEqual({ status: 0, stdout: '', stderr: '' });
});

inSuite.test('output that cannot be written is one line, and status 1', async () => {
  const ended = await fedsaBy('exec "$0" "$@" > /dev/full', folder, 'list');
  expect(ended).toMatchObject({ status: 1, stdout: '' });
  expect(ended.stderr).toMatch(/^fedsa: standard output cannot be written \(ENOSPC[^\n]*\)\n$/);
});

inSuite.test('a folder that is gone is one line, and status 2', async () => {
  const ended = await fedsaBy('mkdir gone && cd gone && rmdir ../gone && exec "$0" "$@"', folder, 'list');
  const line = 'fedsa: the current folder is gone; change to one that exists\n';
  expect(ended).toEqual({ status: 2, stdout: '', stderr: line });
});

inLong.test(
  'a run goes on that cannot say how far it is, and words that nobody can read are none',
  async () => {
    const quick = ['problem.json', '--step-size', '0.05', '--rounds', '9', '--no-report', '--out', 'mute'];
    const ended = await fedsaBy('exec "$0" "$@" > said 2> /dev/full', folder, 'run', ...quick);
    expect(ended.status).toBe(0);
    expect(await fedsaBy('exec "$0" "$@" 2> /dev/full', folder, 'none')).toMatchObject({ status: 2 });
  },
);

inLong.test('a run whose reader leaves is interrupted', async () => {
  const args = ['run', 'problem.json', '--step-size', '0.05', '--rounds', '10000000', '--no-report'];
  const started = start(folder, ...args, '--json', '--out', 'left');
  await started.saw((stdout) => stdout.includes('\n'));
  started.child.stdout!.destroy();
  expect(await started.ended).toMatchObject({ status: 130, stderr: '' });
  const manifest = readFileSync(`${folder}/left/manifest.json`, 'utf8');
  expect(JSON.parse(manifest)).toMatchObject({ state: 'interrupted' });
});
