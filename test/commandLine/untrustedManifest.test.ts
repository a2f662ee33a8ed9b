/** Run directories that somebody else has written: what they hold is data, and none of it is run. */
import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';
import { compileUserFile } from '../../actors/agent/compileUserFile.ts';
import { namedCode } from '../../src/inputs/codeFile.ts';
import { sha256Of } from '../../actors/agent/sha256.ts';
import { emptyFolder, fedsa, library } from './builtProgram.ts';
import { writeTwoAgents } from './twoAgents.ts';

const { replay, report, run, scenario, sweep, theory } = library;

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
  test('the untouched manifest is replayed, and one with the hash of all of the compiled module, as first versions wrote it', async () => {
    tamper(() => undefined);
    expect(await replay(out)).toMatchObject({ state: 'same' });
    const compiled = await compileUserFile(namedCode(join(folder, 'mine.mjs')));
    tamper(({ scenario: recorded }) => {
      expect(recorded.sha256).not.toBe(sha256Of(compiled));
      recorded.sha256 = sha256Of(compiled);
    });
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
      manifest.scenario.sha256 = sha256Of(source);
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

describe('a module of a record has the recorded hash and a plain path, or is not run', () => {
  const refused = async (written: string, reason: RegExp): Promise<void> => {
    tamper(({ problem }) => {
      problem.specification.module = written;
    });
    for (const reader of [replay, theory]) await expect(reader(out)).rejects.toThrow(reason);
    await expect(run(out, {}, { out: join(folder, 'again') })).rejects.toThrow(reason);
    await expect(
      sweep(out, { grid: { 'step-size': [0.1] } }, {}, { out: join(folder, 'swept') }),
    ).rejects.toThrow(reason);
    expect(readdirSync(marks)).toEqual([]);
    expect(['again', 'swept'].filter((name) => existsSync(join(folder, name)))).toEqual([]);
  };
  const written = (path: string): string => {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, leavesMark('plain'));
    return pathToFileURL(path).href;
  };

  test('of another content: theory, run and sweep say so as replay does', async () => {
    await refused(
      written(join(folder, 'another.mjs')),
      /another\.mjs.* has changed since the run.* or name the file/,
    );
  });

  test('under /proc/self/cwd, which is another folder for everybody', async () => {
    written(join(folder, 'received.mjs'));
    const way = relative(process.cwd(), join(folder, 'received.mjs'));
    await refused(`file:///proc/self/cwd/${way}`, /is not the path or the plain URL of a file/);
    const link = join(folder, 'everybody');
    symlinkSync('/proc/self/cwd', link);
    await refused(pathToFileURL(join(link, 'package.json')).href, /is no \.ts or \.js file/);
    await refused(pathToFileURL(join(link, 'vitest.config.ts')).href, /is reached by a symbolic link/);
  });

  test('by a symbolic link, or another way to write the path', async () => {
    const target = written(join(folder, 'target.mjs'));
    symlinkSync(join(folder, 'target.mjs'), join(folder, 'link.mjs'));
    await refused(target.replace('target', 'link'), /is reached by a symbolic link/);
    for (const odd of ['#part', '?query']) await refused(target + odd, /plain URL/);
    await refused(target.replace('/target', '/x/../target'), /plain URL/);
    await refused(target.replace('target', '%74arget'), /plain URL/);
    await refused('target.mjs', /module/);
  });

  test('in packages, hidden folders, and a folder of panels or a sweep', async () => {
    await refused(written(join(folder, 'node_modules/npm/npx-cli.js')), /lies in node_modules/);
    await refused(written(join(folder, '.yarn/yarn.cjs')), /lies in \.yarn/);
    writeFileSync(join(folder, 'panels.json'), '{}');
    await refused(written(join(folder, 'beside.mjs')), /lies in the run directory/);
    rmSync(join(folder, 'panels.json'));
  });

  test('of the system, whose code is the same for everybody', async () => {
    const system = '/usr/share/nodejs/npm/bin/npx-cli.js';
    const nowhere = existsSync(system) ? /lies neither near|symbolic/ : /which is missing/;
    await refused(pathToFileURL(system).href, nowhere);
  });

  test('a file that its own module imports has changed', async () => {
    const helper = join(folder, 'imported.ts');
    const scenarioFile = join(folder, 'importing.ts');
    writeFileSync(helper, 'export const pull = 1;');
    writeFileSync(
      scenarioFile,
      `import { pull } from './imported.ts'; import { scenario } from 'fedsa';
      export const make = () => ({ stream: { transition: [[1]] }, operator: (theta, _, out) => { out[0] = pull - theta[0]; } });
      export default scenario({ name: 'importing', title: 'T', question: 'Q', stepSize: 0.1, localSteps: 1, rounds: 2,
        problem: { kind: 'module', module: import.meta.url, export: 'make', agents: 1, dimension: 1 } });`,
    );
    const directory = join(folder, 'ofImporting');
    await run(scenarioFile, {}, { out: directory, report: false });
    expect((await theory(directory)).root).toEqual([1]);
    expect(await replay(directory)).toMatchObject({ state: 'same' });
    writeFileSync(helper, `export const pull = 7; ${leavesMark('imported').replace(/export/g, '//')}`);
    for (const reader of [replay, theory])
      await expect(reader(directory)).rejects.toThrow(
        `${scenarioFile}, or a file that it reads, has changed since the run`,
      );
    // The user names the file: the new code is what is meant.
    expect((await theory(scenarioFile)).root).toEqual([7]);
  });

  test('a scenario that has to be asked for its arrays: what it imports counts, too', async () => {
    const helper = join(folder, 'helper.ts');
    const scenarioFile = join(folder, 'ofArrays.ts');
    writeFileSync(helper, 'export const b = Float64Array.of(1);');
    writeFileSync(
      scenarioFile,
      `import { b } from './helper.ts'; import { scenario } from 'fedsa';
      const one = Float64Array.of(1);
      export default scenario({ name: 'arrays', title: 'T', question: 'Q', stepSize: 0.1, localSteps: 1, rounds: 2,
        problem: { kind: 'finite-linear', dimension: 1, agents: [{ states: 1, transition: one, A: one, b, initial: 'stationary' }] } });`,
    );
    const directory = join(folder, 'ofHelper');
    await run(scenarioFile, {}, { out: directory, report: false });
    expect(await replay(directory)).toMatchObject({ state: 'same' });
    writeFileSync(
      helper,
      `export const b = Float64Array.of(2); ${leavesMark('helper').replace(/export/g, '//')}`,
    );
    for (const reader of [replay, theory])
      await expect(reader(directory)).rejects.toThrow('has changed since the run');
    expect(existsSync(join(marks, 'helper'))).toBe(false);
  });

  test('the hash is the same in whatever folder a command is typed', async () => {
    tamper(() => undefined);
    expect(await fedsa(join(folder, 'run'), 'replay', out)).toMatchObject({ status: 0 });
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
