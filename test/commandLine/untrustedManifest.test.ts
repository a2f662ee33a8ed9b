/** Run directories that somebody else has written: what they hold is data, and none of it is run. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';
import { emptyFolder, fedsa, library } from './builtProgram.ts';
import { writeTwoAgents } from './twoAgents.ts';

const { replay, report, run, scenario } = library;

const folder = emptyFolder();
const out = join(folder, 'run');
const original = join(folder, 'original.json');
const marks = join(folder, 'marks');

/** Code that leaves a mark when it is run. */
const leavesMark = (mark: string): string =>
  `import { writeFileSync } from 'node:fs'; writeFileSync(${JSON.stringify(join(marks, mark))}, ''); export const listener = () => ({}); export default 1;`;

interface Document {
  scenario: Record<string, unknown>;
  problem: Record<string, unknown> & { specification: Record<string, unknown> };
}

/** Rewrites the manifest of the run. */
function tamper(change: (manifest: Document) => void): void {
  const manifest = JSON.parse(readFileSync(original, 'utf8')) as Document;
  change(manifest);
  writeFileSync(join(out, 'manifest.json'), JSON.stringify(manifest));
}

beforeAll(async () => {
  mkdirSync(marks);
  writeTwoAgents(folder);
  const module = join(folder, 'mine.mjs');
  writeFileSync(
    module,
    `export const listener = () => ({
      stream: { initial: (generator) => generator.normal(), next: (x, generator) => x / 2 + generator.normal() },
      operator: (theta, x, out) => { out[0] = x - theta[0]; },
    });`,
  );
  const problem = {
    kind: 'module',
    module: pathToFileURL(module).href,
    export: 'listener',
    agents: 2,
    dimension: 1,
  } as const;
  const mine = scenario({
    name: 'mine',
    title: 'Mine',
    question: '',
    problem,
    stepSize: 0.1,
    localSteps: 2,
    rounds: 2,
  });
  await run(mine, {}, { out, report: false });
  copyFileSync(join(out, 'manifest.json'), original);
});

describe('a replay runs the modules that the run names, and nothing else', () => {
  test('the untouched manifest is replayed', async () => {
    tamper(() => undefined);
    expect(await replay(out)).toMatchObject({ state: 'same' });
  });

  test('code embedded in the manifest is refused, and not run', async () => {
    const source = leavesMark('embedded');
    tamper(({ problem }) => {
      problem.specification.compiled = `data:text/javascript,${encodeURIComponent(source)}`;
    });
    await expect(replay(out)).rejects.toThrow(/manifest\.json: problem\.specification: .*"compiled"/);
    expect(existsSync(join(marks, 'embedded'))).toBe(false);
  });

  test.each(['data:text/javascript,1', 'node:fs', 'https://example.org/a.mjs', 'file://%2f'])(
    'the module %s is refused',
    async (module) => {
      tamper(({ problem }) => {
        problem.specification.module = module;
      });
      await expect(replay(out)).rejects.toThrow(/manifest\.json: problem\.specification\.module: /);
    },
  );

  test('a module of another content than the run had is not run: its hash is compared before', async () => {
    const module = join(folder, 'other.mjs');
    writeFileSync(module, leavesMark('other'));
    tamper(({ problem }) => {
      problem.specification.module = pathToFileURL(module).href;
    });
    await expect(replay(out)).rejects.toThrow('has changed since the run (SHA-256');
    expect(existsSync(join(marks, 'other'))).toBe(false);
  });

  test('nor is a scenario that has to be asked for its arrays', async () => {
    const file = join(folder, 'arrays.ts');
    writeFileSync(file, leavesMark('arrays'));
    tamper((manifest) => {
      manifest.scenario.file = file;
      manifest.problem.kind = manifest.problem.specification.kind = 'finite-linear';
    });
    await expect(replay(out)).rejects.toThrow('has changed since the run (SHA-256');
    expect(existsSync(join(marks, 'arrays'))).toBe(false);
  });

  test('nothing in the run directory is run, whatever hash the manifest gives', async () => {
    const file = join(out, 'inside.mjs');
    const source = leavesMark('inside');
    writeFileSync(file, source);
    tamper((manifest) => {
      manifest.scenario.file = file;
      manifest.scenario.sha256 = createHash('sha256').update(source).digest('hex');
      manifest.problem.kind = manifest.problem.specification.kind = 'finite-linear';
    });
    await expect(replay(out)).rejects.toThrow('lies in the run directory, and nothing there is ever run');
    tamper(({ problem }) => {
      problem.specification.module = pathToFileURL(file).href;
    });
    await expect(replay(out)).rejects.toThrow('lies in the run directory, and nothing there is ever run');
    expect(existsSync(join(marks, 'inside'))).toBe(false);
    rmSync(file);
  });
});

test('a FIFO, a folder and a deep nesting in the place of its files are told in one line', async () => {
  const odd = join(folder, 'odd');
  await run(
    join(folder, 'problem.json'),
    { algorithms: ['local-sa'], stepSize: 0.1, localSteps: 2, rounds: 2 },
    { out: odd, report: false },
  );
  rmSync(join(odd, 'rounds.csv'));
  mkdirSync(join(odd, 'rounds.csv'));
  const message = `${join(odd, 'rounds.csv')}: this is a folder; expected a regular file`;
  await expect(report(odd)).rejects.toThrow(message);
  await expect(replay(odd)).rejects.toThrow(message);
  rmSync(join(odd, 'rounds.csv'), { recursive: true });
  execFileSync('mkfifo', [join(odd, 'rounds.csv')]);
  await expect(report(odd)).rejects.toThrow('this is a FIFO');
  rmSync(join(odd, 'manifest.json'));
  execFileSync('mkfifo', [join(odd, 'manifest.json')]);
  expect(await fedsa(folder, 'replay', 'odd')).toEqual({
    status: 2,
    stdout: '',
    stderr: 'fedsa: odd/manifest.json: this is a FIFO; expected a regular file\n',
  });
});
