/**
 * The example policy and triggers as a user's files: the same bytes wherever agents live, on both clocks, and in a
 * replay; a file that has changed is refused. Each of some twenty runs is a process of its own.
 */
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { emptyFolder, fedsa, text } from '../commandLine/builtProgram.ts';
import { writeTwoAgents } from '../commandLine/twoAgents.ts';

describe('as a user’s files', () => {
  const folder = emptyFolder();
  const run = (out: string, ...args: readonly string[]) =>
    fedsa(
      folder,
      ...['run', 'problem.json', '--algorithm', 'local-sa', '--step-size', '0.1', '--rounds', '12'],
      ...['--seeds', '4', '--out', out, '--quiet', '--no-report', ...args],
    );

  beforeAll(() => {
    writeTwoAgents(folder);
    for (const name of ['policies/tifl', 'triggers/growing', 'triggers/uneven', 'algorithms/fedNova']) {
      const source = readFileSync(new URL(`../../scenarios/${name}.ts`, import.meta.url), 'utf8');
      writeFileSync(join(folder, `${name.split('/')[1]!}.ts`), source.replace('../../src/index.ts', 'fedsa'));
    }
  });

  test.each([
    { title: 'tifl', args: ['--policy', './tifl.ts', '--set', 'tifl.count=1', '--set', 'tifl.tiers=2'] },
    { title: 'growing', args: ['--trigger', './growing.ts', '--set', 'growing.growth=0.5'] },
    { title: 'uneven', args: ['--trigger', './uneven.ts', '--set', 'uneven.spread=0.5', '--verify'] },
    { title: 'free', args: ['--trigger', './uneven.ts', '--policy', 'buffered:2'] },
    { title: 'nova', args: ['--trigger', './uneven.ts', '--algorithm', './fedNova.ts,scaffold'] },
  ])('$title: the same bytes wherever agents live, and in a replay', async ({ title, args }) => {
    for (const [name, ...placement] of [
      ['inline', '--placement', 'inline'],
      ['packed', '--placement', 'packed', '--threads', '2'],
      ['own-thread', '--placement', 'own-thread'],
      // whole replications in one thread
      ['side-by-side', '--threads', '1'],
    ] as const) {
      const out = `${title}-${name}`;
      expect(await run(out, ...args, ...placement)).toMatchObject({ status: 0, stderr: '' });
      for (const file of ['rounds.csv', 'iterates.csv']) {
        expect(text(folder, out, file), `${out}/${file}`).toBe(text(folder, `${title}-inline`, file));
      }
    }
    expect(await fedsa(folder, 'replay', `${title}-side-by-side`)).toMatchObject({ status: 0, stderr: '' });
  });

  test('on the wall clock, too, and replayed from its record', async () => {
    const args = ['--policy', './tifl.ts', '--set', 'tifl.count=1', '--set', 'tifl.tiers=2'];
    const wall = ['--clock', 'wall', '--compute', '0.0005', '--trigger', './uneven.ts'];
    expect(await run('wall', ...args, ...wall)).toMatchObject({ status: 0, stderr: '' });
    expect(await fedsa(folder, 'replay', 'wall')).toMatchObject({ status: 0, stderr: '' });
  });

  test('theory knows the trigger in its thread: a run without noise goes by its gaps', async () => {
    const { status, stdout } = await fedsa(
      folder,
      ...['theory', 'problem.json', '--algorithm', 'local-sa', '--step-size', '0.1', '--rounds', '12'],
      ...['--trigger', './growing.ts'],
    );
    expect(status).toBe(0);
    expect(stdout).toContain('Local SA: by its own parts');
  });

  test('a file that has changed is refused by resume and replay', async () => {
    copyFileSync(join(folder, 'growing.ts'), join(folder, 'changed.ts'));
    const args = ['--trigger', './changed.ts'];
    expect(await run('changed', ...args)).toMatchObject({ status: 0, stderr: '' });
    writeFileSync(join(folder, 'changed.ts'), text(folder, 'changed.ts').replace('Math.ceil', 'Math.floor'));
    const again = await run('changed', ...args, '--seeds', '5');
    expect(again.status).toBe(2);
    expect(again.stderr).toContain('changed: holds another run: configuration.trigger.bundle is ');
    const replayed = await fedsa(folder, 'replay', 'changed');
    expect(replayed.status).toBe(2);
    expect(replayed.stderr).toContain(
      'changed.ts, which defines its trigger growing, or a file that it reads, has changed',
    );
  });
});

test.each([
  ['own-local-steps', ['--panel', 'uneven']],
  ['own-tiers', ['--panel', 'tifl']],
])('%s runs as it ships, and is replayed', async (name, panel) => {
  const folder = emptyFolder();
  const args = ['--rounds', '5', '--seeds', '1', '--placement', 'inline', '--no-report', '--quiet'];
  expect(await fedsa(folder, 'run', name, '--out', 'out', ...panel, ...args)).toMatchObject({
    status: 0,
    stderr: '',
  });
  expect(await fedsa(folder, 'replay', 'out')).toMatchObject({ status: 0, stderr: '' });
});
