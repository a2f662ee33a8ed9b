/**
 * The import rules of .dependency-cruiser.mjs, on small trees that keep or break them: a rule that
 * never fires would let every tree through.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { cruise } from 'dependency-cruiser';
import extractDepcruiseOptions from 'dependency-cruiser/config-utl/extract-depcruise-options';
import { afterEach, describe, expect, test } from 'vitest';

const ROOT = resolve(import.meta.dirname, '../..');
const options = await extractDepcruiseOptions(join(ROOT, '.dependency-cruiser.mjs'));

/** Imports by file: `{ 'src/maths/a.ts': ['../problems/b.ts'] }`. */
type Tree = Readonly<Record<string, readonly string[]>>;

const PACKAGES = {
  dependencies: { rxjs: '*', 'ml-matrix': '*', piscina: '*' },
  devDependencies: { vitest: '*' },
};

const trees: string[] = [];

afterEach(() => {
  process.chdir(ROOT); // the cruise works inside the tree; a folder in use cannot be removed everywhere
  for (const tree of trees.splice(0)) rmSync(tree, { recursive: true });
});

/** The names of the rules that a tree breaks, sorted, each once. */
async function brokenRules(tree: Tree, keyword: 'import' | 'import type' = 'import'): Promise<string[]> {
  const root = mkdtempSync(join(tmpdir(), 'fedsa-imports-'));
  trees.push(root);
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  write('package.json', JSON.stringify({ name: 'tree', ...PACKAGES }));
  for (const name of [...Object.keys(PACKAGES.dependencies), ...Object.keys(PACKAGES.devDependencies)]) {
    write(`node_modules/${name}/package.json`, JSON.stringify({ name, main: 'index.js' }));
    write(`node_modules/${name}/index.js`, 'exports.x = 1;\n');
  }
  for (const [path, imports] of Object.entries(tree)) {
    const lines = imports.map(
      (from, i) => `${keyword} { x as x${i} } from '${from}';\nexport type X${i} = typeof x${i};\n`,
    );
    write(path, `${lines.join('')}export const x = 1;\n`);
  }
  const rooms = [...new Set(Object.keys(tree).map((path) => path.split('/')[0]!))];
  const { output } = await cruise(rooms, { ...options, baseDir: root });
  if (typeof output === 'string') throw new Error('expected the result as an object');
  return [...new Set(output.summary.violations.map((violation) => violation.rule.name))].sort();
}

test('a tree that keeps to the arrows breaks no rule', async () => {
  const tree: Tree = {
    'src/maths/matrix.ts': ['ml-matrix'],
    'src/values/failure.ts': [],
    'src/problems/linear.ts': ['../maths/matrix.ts', '../values/failure.ts'],
    'src/algorithms/localSa.ts': ['../problems/linear.ts', '../maths/matrix.ts'],
    'src/measurement/meter.ts': ['../algorithms/localSa.ts', '../values/failure.ts'],
    'src/configuration/define.ts': ['../algorithms/localSa.ts', '../measurement/meter.ts'],
    'src/events/inspection.ts': ['../configuration/define.ts', '../measurement/meter.ts'],
    'src/theory/bias.ts': ['../problems/linear.ts', '../configuration/define.ts'],
    'src/recording/csv.ts': ['../events/inspection.ts', 'node:fs', 'rxjs'],
    'src/report/page.ts': ['../recording/csv.ts', '../theory/bias.ts'],
    'src/runs/executeRun.ts': ['../../actors/server/run.ts', '../report/page.ts', 'node:fs'],
    'src/commandLine/main.ts': ['../runs/executeRun.ts', '../report/page.ts', 'node:process'],
    'src/commandLine/commandThread.ts': ['../../actors/agent/userOutput.ts'],
    'src/testing/kit.ts': ['../../actors/server/run.ts', '../theory/bias.ts'],
    'src/index.ts': ['./configuration/define.ts', '../actors/server/run.ts'],
    'actors/server/run.ts': [
      '../../src/algorithms/localSa.ts',
      '../../src/measurement/meter.ts',
      'rxjs',
      'piscina',
      'node:worker_threads',
    ],
    'actors/hosting/threads.ts': ['../agent/host.ts', 'piscina'],
    'actors/agent/host.ts': ['../../src/algorithms/localSa.ts'],
    'actors/agent/userOutput.ts': [],
    'actors/clock/clock.ts': ['rxjs'],
    'actors/replication/driver.ts': ['../server/run.ts', '../hosting/threads.ts', '../clock/clock.ts'],
    'actors/experiment/run.ts': ['../replication/driver.ts', '../hosting/threads.ts'],
    'scenarios/quickstart.ts': ['../src/index.ts', './algorithms/fedProx.ts'],
    'scenarios/algorithms/fedProx.ts': ['../../src/index.ts'],
    'test/all.test.ts': ['../src/commandLine/main.ts', '../scenarios/quickstart.ts', 'vitest'],
    'bench/main.ts': ['../actors/server/run.ts', '../src/recording/csv.ts'],
  };
  expect(await brokenRules(tree)).toEqual([]);
});

/** A file, what it imports, and the one rule that this breaks. */
const BREACHES: readonly (readonly [from: string, imported: string, rule: string])[] = [
  ['src/maths/a.ts', '../problems/b.ts', 'src/maths-imports-inner-rooms-only'],
  ['src/problems/a.ts', '../algorithms/b.ts', 'src/problems-imports-inner-rooms-only'],
  ['src/values/a.ts', '../maths/b.ts', 'src/values-imports-inner-rooms-only'],
  ['src/problems/a.ts', '../configuration/b.ts', 'src/problems-imports-inner-rooms-only'],
  ['src/algorithms/a.ts', '../configuration/b.ts', 'src/algorithms-imports-inner-rooms-only'],
  ['src/measurement/a.ts', '../configuration/b.ts', 'src/measurement-imports-inner-rooms-only'],
  ['src/configuration/a.ts', '../events/b.ts', 'src/configuration-imports-inner-rooms-only'],
  ['src/measurement/a.ts', '../theory/b.ts', 'src/measurement-imports-inner-rooms-only'],
  ['src/measurement/a.ts', '../recording/b.ts', 'src/measurement-imports-inner-rooms-only'],
  ['src/theory/a.ts', '../recording/b.ts', 'src/theory-imports-inner-rooms-only'],
  ['src/configuration/a.ts', '../theory/b.ts', 'src/configuration-imports-inner-rooms-only'],
  ['src/maths/a.ts', 'node:crypto', 'pure-rooms-do-no-io'],
  ['src/problems/a.ts', 'fs', 'pure-rooms-do-no-io'],
  ['src/algorithms/a.ts', 'rxjs', 'rxjs-stays-at-home'],
  ['src/theory/a.ts', 'ml-matrix', 'ml-matrix-stays-at-home'],
  ['src/commandLine/a.ts', 'piscina', 'piscina-stays-at-home'],
  ['actors/server/a.ts', '../../src/recording/b.ts', 'actors-stay-off-the-edge'],
  ['src/recording/a.ts', '../../actors/server/b.ts', 'only-the-front-doors-start-actors'],
  ['src/commandLine/a.ts', '../../actors/server/b.ts', 'only-the-front-doors-start-actors'],
  ['src/runs/a.ts', '../../actors/agent/userOutput.ts', 'threads-alone-turn-output-aside'],
  ['src/runs/a.ts', './sweep/sweepWorker.ts', 'nothing-takes-values-from-a-thread'],
  ['src/claims/a.ts', '../runs/b.ts', 'src/claims-imports-inner-rooms-only'],
  ['src/runs/a.ts', '../commandLine/b.ts', 'src/runs-imports-inner-rooms-only'],
  ['src/commandLine/a.ts', '../index.ts', 'nothing-in-src-imports-the-library-entry'],
  ['src/commandLine/a.ts', '../testing/b.ts', 'the-program-does-without-the-test-kit'],
  ['src/commandLine/a.ts', '../../scenarios/b.ts', 'nothing-imports-scenarios-tests-or-benches'],
  ['actors/agent/a.ts', '../../test/b.ts', 'nothing-imports-scenarios-tests-or-benches'],
  ['scenarios/a.ts', '../src/maths/b.ts', 'scenarios-use-the-library-only'],
  ['scenarios/a.ts', 'node:fs', 'scenarios-use-the-library-only'],
  ['src/helpers/a.ts', '../maths/b.ts', 'every-file-has-a-room'],
  ['actors/runtime/a.ts', '../agent/b.ts', 'every-file-has-a-room'],
  ['actors/agent/a.ts', '../hosting/b.ts', 'actors/agent-imports-inner-rooms-only'],
  ['actors/clock/a.ts', '../agent/b.ts', 'actors/clock-imports-inner-rooms-only'],
  ['actors/server/a.ts', '../clock/b.ts', 'actors/server-imports-inner-rooms-only'],
  ['actors/hosting/a.ts', '../server/b.ts', 'actors/hosting-imports-inner-rooms-only'],
  ['actors/hosting/a.ts', '../replication/b.ts', 'actors/hosting-imports-inner-rooms-only'],
  ['actors/replication/a.ts', '../experiment/b.ts', 'actors/replication-imports-inner-rooms-only'],
  ['actors/server/a.ts', 'vitest', 'no-development-package-in-the-program'],
  ['actors/server/a.ts', 'left-out', 'every-import-is-found-and-declared'],
  ['actors/server/a.ts', './missing.ts', 'every-import-is-found-and-declared'],
];

describe('each arrow the wrong way is caught by its own rule', () => {
  test.each(BREACHES)('%s importing %s breaks %s', async (from, imported, rule) => {
    const target = join(dirname(from), imported).replaceAll('\\', '/');
    const exists = imported.startsWith('.') && !imported.includes('missing');
    expect(await brokenRules({ [from]: [imported], ...(exists ? { [target]: [] } : {}) })).toEqual([rule]);
  });

  test('an import of types alone counts as an import', async () => {
    const tree = { 'src/maths/a.ts': ['../problems/b.ts'], 'src/problems/b.ts': [] };
    expect(await brokenRules(tree, 'import type')).toEqual(['src/maths-imports-inner-rooms-only']);
  });

  test('but not where it is the task of a thread', async () => {
    const tree = { 'src/runs/a.ts': ['./sweepWorker.ts'], 'src/runs/sweepWorker.ts': [] };
    expect(await brokenRules(tree, 'import type')).toEqual([]);
  });

  test('two files of one room that import each other are a circle', async () => {
    expect(await brokenRules({ 'src/maths/a.ts': ['./b.ts'], 'src/maths/b.ts': ['./a.ts'] })).toEqual([
      'no-circular',
    ]);
  });
});
