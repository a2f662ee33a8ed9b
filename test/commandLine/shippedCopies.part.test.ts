/**
 * `fedsa init --from`: a copy of any shipped file compiles where fedsa is installed, and computes what the shipped one does. The
 * compiler takes four seconds of processor time.
 */
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { beginFolder } from '../../src/runs/beginFolder.ts';
import { shippedFiles } from '../../src/runs/shippedFiles.ts';
import { shippedNames } from '../../src/inputs/target.ts';
import { ROOT } from '../documentation/documents.ts';
import { inLong, inSuite, oneIn } from '../tooling/parts.ts';
import { contents, emptyFolder, fedsa, text } from './builtProgram.ts';

const folder = emptyFolder();
const NAMES = shippedFiles().map((file) => basename(file, '.ts'));

inSuite.test(
  'every scenario can be copied, and every algorithm, policy and trigger; each has a name of its own',
  () => {
    const examples = ['algorithms', 'policies', 'triggers'].flatMap((kind) =>
      readdirSync(join(ROOT, 'scenarios', kind)).map((file) => basename(file, '.ts')),
    );
    // What several algorithms share
    const shared = ['nearServer', 'inAgentOrder'];
    const expected = [...shippedNames(), ...examples].filter((name) => !shared.includes(name));
    expect([...NAMES].sort()).toEqual(expected.sort());
    expect(new Set(NAMES).size).toBe(NAMES.length);
  },
);

/** What the compiler has against files, by the settings of a folder that `fedsa init` has made. */
function complaints(files: readonly string[], made: string): string[] {
  const { config } = ts.readConfigFile(join(made, 'tsconfig.json'), (path) => ts.sys.readFile(path));
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, made);
  return ts
    .getPreEmitDiagnostics(ts.createProgram(files, options))
    .map(
      ({ file, messageText }) =>
        `${relative(folder, file?.fileName ?? '')}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`,
    );
}

inLong.test('all copies compile, far from the project', () => {
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(ROOT, join(folder, 'node_modules/fedsa'), 'dir');
  const files = NAMES.flatMap((name) => {
    const made = join(folder, 'all', name);
    const files = beginFolder(made, name);
    expect(basename(files[0]!)).toBe(`${name}.ts`);
    return files.map((file) => join(made, file));
  });
  for (const file of files) expect(readFileSync(file, 'utf8'), file).not.toMatch(/from '[./]*src\//);
  const wrong = join(folder, 'all/wrong.ts');
  writeFileSync(wrong, `import { scenario } from 'fedsa';\nimport './missing.ts';\nscenario({ name: 5 });\n`);
  // One program: several would read the library's types as often.
  expect(complaints([...files, wrong], join(folder, 'all', NAMES[0]!))).toEqual([
    expect.stringMatching(/^all\/wrong\.ts: .*'\.\/missing\.ts'/),
    expect.stringMatching(/^all\/wrong\.ts: .*'number'/),
  ]);
});

const COPIES: readonly (readonly [name: string, imported: string[], panels: string[]])[] = [
  ['own-tiers', ['policies/tifl.ts'], ['synchronous', 'sampled', 'tifl']],
  [
    'own-local-steps',
    ['algorithms/fedNova.ts', 'triggers/growing.ts', 'triggers/uneven.ts'],
    ['uneven', 'seconds', 'growing'],
  ],
];

test.each(oneIn(2, COPIES))(
  'a copy of %s runs before anything is installed, with the same rows',
  async (name, imported, panels) => {
    expect(await fedsa(folder, 'init', `my-${name}`, '--from', name)).toMatchObject({
      status: 0,
      stderr: '',
    });
    const copy = join(folder, `my-${name}`);
    expect(contents(copy).filter((file) => file.endsWith('.ts'))).toEqual([...imported, `${name}.ts`].sort());
    expect(JSON.parse(text(copy, 'package.json'))).toMatchObject({
      scripts: { start: `fedsa run ${name}.ts`, check: `tsc && fedsa check ${name}.ts` },
    });
    const short = '--rounds 3 --seeds 1 --placement inline --no-report --quiet --out'.split(' ');
    expect(await fedsa(folder, 'run', name, ...short, `shipped-${name}`)).toMatchObject({ status: 0 });
    expect(await fedsa(copy, 'run', `${name}.ts`, ...short, 'runs/copied')).toMatchObject({
      status: 0,
      stderr: '',
    });
    for (const panel of panels) {
      const shipped = text(folder, `shipped-${name}`, panel, 'rounds.csv');
      expect(shipped.split('\n').length).toBeGreaterThan(4);
      expect(text(copy, 'runs/copied', panel, 'rounds.csv')).toBe(shipped);
    }
  },
);

inSuite.test(
  'an algorithm is copied with what it imports, and checked; there is no scenario to start',
  async () => {
    const made = await fedsa(folder, 'init', 'picky', '--from', 'pickySa');
    expect(made).toMatchObject({ status: 0, stderr: '' });
    expect(made.stdout).toContain('picky holds algorithms/pickySa.ts and algorithms/nearServer.ts.\n');
    expect(made.stdout).not.toContain('npm start');
    const { scripts } = JSON.parse(text(folder, 'picky/package.json')) as { scripts: object };
    expect(scripts).toEqual({ check: 'tsc && fedsa check algorithms/pickySa.ts' });
    expect(await fedsa(join(folder, 'picky'), 'check', 'algorithms/pickySa.ts')).toMatchObject({ status: 0 });
  },
);

const UNKNOWN = [
  ['own-tier', 'did you mean own-tiers?'],
  ['own', 'did you mean own-algorithms, own-corrections, own-local-steps or own-tiers?'],
  ['scenarios/algorithms/fedprox.ts', 'did you mean fedProx?'],
  ['../src/index', 'fedsa list prints the scenarios'],
  ['start/scenario', 'fedsa list prints the scenarios'],
  ['', 'fedsa list prints the scenarios'],
] as const;

test.each(oneIn(2, UNKNOWN))('--from %j is bad input in a line, and nothing is made', async (name, help) => {
  expect(await fedsa(folder, 'init', 'unknown/study', '--from', name)).toEqual({
    status: 2,
    stdout: '',
    stderr: `fedsa: --from: there is no shipped scenario or example "${name}"; ${help}\n`,
  });
  expect(contents(folder)).not.toContain('unknown');
});

inSuite.test('a copy overwrites nothing', async () => {
  mkdirSync(join(folder, 'mine'));
  writeFileSync(join(folder, 'mine/own-tiers.ts'), 'mine');
  expect(await fedsa(folder, 'init', 'mine', '--from', 'own-tiers')).toEqual({
    status: 2,
    stdout: '',
    stderr: 'fedsa: mine: already exists; name a new folder, or an empty one\n',
  });
  expect(contents(join(folder, 'mine'))).toEqual(['own-tiers.ts']);
  expect(text(folder, 'mine/own-tiers.ts')).toBe('mine');
});
