/** Names and texts of files from elsewhere: no name leads out of its folder, and a terminal obeys none of the texts. */
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { emptyFolder, fedsa } from './builtProgram.ts';
import { writeTwoAgents } from './twoAgents.ts';

const folder = emptyFolder();
const OPTIONS = ['--algorithm', 'local-sa', '--step-size', '0.1', '--local-steps', '2', '--rounds', '3'];

beforeAll(async () => {
  writeTwoAgents(folder);
  await fedsa(folder, 'run', 'problem.json', ...OPTIONS, '--no-report', '--quiet', '--out', 'own');
  const sweep = ['--grid', 'step-size=0.1,0.2', '--no-report', '--quiet', '--out', 'sweep'];
  await fedsa(
    folder,
    'sweep',
    'problem.json',
    ...OPTIONS.filter((word) => !/step-size|^0/.test(word)),
    ...sweep,
  );
});

/** A copy of a folder of results with one of its files rewritten. */
function received(name: string, from: string, file: string, change: (text: string) => string): string {
  cpSync(join(folder, from), join(folder, name), { recursive: true });
  const path = join(folder, name, file);
  writeFileSync(path, change(readFileSync(path, 'utf8')));
  return name;
}

const named = (name: string) => (text: string) =>
  text.replace('"name": "problem"', `"name": ${JSON.stringify(name)}`);

describe('a name of a received file is no path', () => {
  test.each(['../../escape', '/tmp/escape', '..', 'a/b', 'a\\b', '', 'nul\0', 'CON ', 'a'.repeat(300)])(
    'scenario.name %j',
    async (name) => {
      const directory = received(`run-${readdirSync(folder).length}`, 'own', 'manifest.json', named(name));
      mkdirSync(join(folder, 'a/b/c'), { recursive: true });
      for (const words of [
        ['figure', directory, '--out', 'a/b/c'],
        ['run', directory, '--rounds', '2', '--no-report'],
        ['sweep', directory, '--grid', 'step-size=0.1', '--no-report'],
        ['report', directory],
        ['compare', directory, 'own'],
      ]) {
        const { status, stderr } = await fedsa(folder, ...words);
        expect([words[0], status]).toEqual([words[0], 2]);
        expect(stderr).toContain('manifest.json: scenario.name: must be of letters');
        expect(stderr.trimEnd()).not.toContain('\n');
      }
      const outside = [folder, dirname(folder), join(folder, 'a'), '/tmp'].flatMap((place) =>
        readdirSync(place),
      );
      expect(outside.filter((entry) => entry.includes('escape'))).toEqual([]);
      expect(existsSync(join(folder, 'runs'))).toBe(false);
    },
  );

  test('nor is the key of a point, or the name of a file in the result of one', async () => {
    const key = /"key":\s*"([0-9a-f]{64})"/.exec(readFileSync(join(folder, 'sweep/sweep.json'), 'utf8'))![1]!;
    const away = received('away', 'sweep', 'sweep.json', (text) => text.replace(key, '../../own'));
    for (const words of [
      ['report', away],
      ['figure', away],
    ])
      expect(await fedsa(folder, ...words)).toMatchObject({
        status: 2,
        stderr: expect.stringContaining('key: must be of letters, digits') as string,
      });
    const result = join('runs', key, 'result.json');
    const files = received('files', 'sweep', result, (text) =>
      text.replaceAll('rounds.csv', '../../../own/rounds.csv'),
    );
    const more = ['--grid', 'step-size=0.1,0.2', '--seeds', '2', '--no-report', '--out', files];
    const words = ['sweep', 'problem.json', ...OPTIONS.filter((word) => !/step-size|^0/.test(word)), ...more];
    expect(await fedsa(folder, ...words)).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('does not belong to this point') as string,
    });
  });
});

describe('control characters of a received file are printed escaped', () => {
  const EVIL = '\u001b]0;title\u0007\u009b31m\u007f\u202e';
  const ESCAPED = '\\u001B]0;title\\u0007\\u009B31m\\u007F\\u202E';
  // What a terminal obeys, and what turns the text that follows.
  const OBEYED = /(?![\n\t])[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;

  test('a cell that replay compares', async () => {
    const directory = received('cell', 'own', 'rounds.csv', (text) =>
      text.replace(/^(local-sa,1,2,[^,]*),/m, `$1${EVIL},`),
    );
    const { status, stderr } = await fedsa(folder, 'replay', directory);
    expect([status, stderr]).toEqual([1, expect.stringContaining('step is 4\\u001B]0;title\\u0007')]);
    expect(stderr).not.toMatch(OBEYED);
  });

  test('titles and fields of a manifest, in text and as JSON', async () => {
    const titled = received('titled', 'own', 'manifest.json', (text) =>
      text.replace(/"title": "[^"]*"/, `"title": "${JSON.stringify(EVIL).slice(1, -1)}"`),
    );
    const evil = received('evil', 'own', 'manifest.json', (text) =>
      text.replace(
        '"format": "fedsa-run/1"',
        `"format": "fedsa-run/1", "failure": 3, "${JSON.stringify(EVIL).slice(1, -1)}": 1`,
      ),
    );
    for (const words of [
      ['figure', titled],
      ['compare', titled, 'own'],
      ['compare', titled, 'own', '--json'],
      ['theory', titled],
      ['theory', titled, '--json'],
      ['report', evil],
    ]) {
      const { stdout, stderr } = await fedsa(folder, ...words);
      expect(stdout + stderr).not.toMatch(OBEYED);
      if (words.includes('--json')) for (const line of stdout.trim().split('\n')) JSON.parse(line);
    }
  });

  test('an exception of a user’s module; a long one is cut at 200 characters', async () => {
    writeFileSync(join(folder, 'throws.ts'), `throw new Error(${JSON.stringify(EVIL)} + 'x'.repeat(1900));`);
    const { status, stderr } = await fedsa(folder, 'run', 'throws.ts');
    expect([status, stderr]).toEqual([2, expect.stringContaining(ESCAPED)]);
    expect(stderr).not.toMatch(OBEYED);
    expect(stderr).toMatch(/x…/);
    expect(stderr.length).toBeLessThan(330);
  });

  test('the header of a table of durations, likewise', async () => {
    writeFileSync(join(folder, 'times.json'), '{ "compute": { "kind": "measured", "file": "times.csv" } }');
    writeFileSync(join(folder, 'times.csv'), `${'y'.repeat(1900)}\n1\n`);
    const { status, stderr } = await fedsa(
      folder,
      'run',
      'problem.json',
      ...OPTIONS,
      '--timing',
      'times.json',
    );
    expect(status).toBe(2);
    expect(stderr.length).toBeLessThan(500);
  });
});
