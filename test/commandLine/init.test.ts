/** A folder that `fedsa init` makes is complete, runs as it stands, and is made once. */
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { packageSource } from '../../src/runs/beginFolder.ts';
import { contents, emptyFolder, fedsa, rows, text } from './builtProgram.ts';

const folder = emptyFolder();

test('its scenario runs, its algorithm is found right, and its imports are a user’s', async () => {
  const made = await fedsa(folder, 'init', 'my Study');
  expect(made).toMatchObject({ status: 0, stderr: '' });
  const study = join(folder, 'my Study');
  expect(contents(study)).toEqual([
    '.gitignore',
    'algorithm.ts',
    'operator.ts',
    'package.json',
    'scenario.ts',
    'study.test.ts',
    'tsconfig.json',
  ]);
  expect(JSON.parse(text(study, 'package.json'))).toMatchObject({ name: 'my-study', type: 'module' });
  for (const file of contents(study)) expect(text(study, file)).not.toContain('../src');
  expect(text(study, 'study.test.ts')).toContain(`from 'fedsa/testing'`);

  const short = ['--rounds', '3', '--seeds', '1', '--placement', 'inline', '--no-report', '--quiet'];
  expect(await fedsa(study, 'run', 'scenario.ts', ...short, '--out', 'runs/first')).toMatchObject({
    status: 0,
    stderr: '',
  });
  const algorithms = new Set(rows(study, 'runs/first', 'rounds.csv').map(({ algorithm }) => algorithm));
  expect([...algorithms]).toEqual(['local-sa', 'scafflsa', 'damped']);
  for (const file of ['scenario.ts', 'algorithm.ts'])
    expect(await fedsa(study, 'check', file)).toMatchObject({ status: 0, stderr: '' });
});

test('what is there already is bad input, and stays as it is', async () => {
  mkdirSync(join(folder, 'full'));
  writeFileSync(join(folder, 'full/notes'), 'mine');
  writeFileSync(join(folder, 'file'), 'mine');
  for (const name of ['full', 'file']) {
    expect(await fedsa(folder, 'init', name)).toEqual({
      status: 2,
      stdout: '',
      stderr: `fedsa: ${name}: already exists; name a new folder, or an empty one\n`,
    });
  }
  expect(await fedsa(folder, 'init', 'full/notes/study')).toMatchObject({
    status: 2,
    stderr: expect.stringMatching(/^fedsa: full\/notes: is a file; a folder is needed [^\n]+\n$/),
  });
  mkdirSync(join(folder, 'nameless'));
  expect(await fedsa(join(folder, 'nameless'), 'init', '')).toEqual({
    ...{ status: 2, stdout: '', stderr: 'fedsa: init: "" is no name; name a file or a folder\n' },
  });
  expect(contents(join(folder, 'nameless'))).toEqual([]);
  expect(contents(join(folder, 'full'))).toEqual(['notes']);
  expect(readFileSync(join(folder, 'file'), 'utf8')).toBe('mine');
});

test('an empty folder stays itself, as a shell in it needs; a new one has the mode of any other', async () => {
  const [empty, other] = [join(folder, 'empty'), join(folder, 'other')];
  mkdirSync(empty);
  const { ino } = statSync(empty);
  expect(await fedsa(empty, 'init', '.', '--from', 'own-tiers')).toMatchObject({ status: 0, stderr: '' });
  expect(statSync(empty).ino).toBe(ino);
  expect(contents(empty)).toEqual([
    ...['.gitignore', 'own-tiers.ts', 'package.json', 'policies', 'policies/tifl.ts', 'tsconfig.json'],
  ]);
  expect(JSON.parse(text(empty, 'package.json'))).toMatchObject({ name: 'empty' });
  mkdirSync(other);
  expect(await fedsa(folder, 'init', 'new')).toMatchObject({ status: 0 });
  expect(statSync(join(folder, 'new')).mode).toBe(statSync(other).mode);
});

describe('a new folder depends on fedsa where this one was installed from', () => {
  const home = join(folder, 'home');
  const VERSION = /^\^\d/;

  test('by what npm records, as of a global installation', () => {
    const root = join(home, 'node_modules/fedsa');
    mkdirSync(root, { recursive: true });
    const resolved = (from: string) => {
      const packages = { 'node_modules/fedsa': { resolved: from } };
      writeFileSync(join(root, '../.package-lock.json'), JSON.stringify({ packages }));
      return packageSource(root, folder);
    };
    expect(packageSource(root, folder)).toMatch(VERSION);
    expect(resolved('file:../down/fedsa.tgz')).toBe(`file:${join(folder, 'down/fedsa.tgz')}`);
    expect(resolved('git+ssh://git@host/a/fedsa.git#1f')).toBe('git+ssh://git@host/a/fedsa.git#1f');
    expect(resolved('https://registry.npmjs.org/fedsa/-/fedsa-0.1.0.tgz')).toMatch(VERSION);
  });

  test('by what the nearest package asks for, as other package managers leave it', () => {
    const mine = join(folder, 'mine');
    const store = join(mine, 'node_modules/.pnpm/fedsa@file+0/node_modules/fedsa');
    const below = join(mine, 'deep/er');
    for (const path of [store, below]) mkdirSync(path, { recursive: true });
    const asked = (fedsa: string, from = below, kind = 'dependencies') => {
      writeFileSync(join(mine, 'package.json'), JSON.stringify({ [kind]: { fedsa } }));
      return packageSource(store, from);
    };
    const file = `file:${join(folder, 'down/fedsa.tgz')}`;
    expect(asked('file:../down/fedsa.tgz')).toBe(file);
    expect(asked(join(folder, 'down/fedsa.tgz'))).toBe(file);
    expect(asked('../down/fedsa.tgz', folder, 'devDependencies')).toBe(file);
    expect(asked('github:me/fedsa')).toBe('github:me/fedsa');
    expect(asked('me/fedsa#main')).toBe('me/fedsa#main');
    for (const version of ['^0.2.0', '0.2.0 - 1', '~0.2', 'latest', '*'])
      expect(asked(version)).toMatch(VERSION);
    expect(packageSource('/nowhere/.yarn/cache/fedsa.zip/node_modules/fedsa', below)).toMatch(VERSION);
  });
});
