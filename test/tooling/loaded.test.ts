/** What is loaded before a command or a thread does anything: of large packages, those alone that it needs. */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { emptyFolder } from '../commandLine/builtProgram.ts';

const PROGRAM = new URL('../../dist/program/', import.meta.url);

interface Loaded {
  readonly texts: Map<string, string>;
  /** the modules that they were built of */
  readonly sources: Set<string>;
}

const sourcesOf = (map: string): readonly string[] =>
  (JSON.parse(readFileSync(new URL(map, PROGRAM), 'utf8')) as { sources: string[] }).sources;

/** A file of the program, and all that it imports at its start. */
function loadedBy(name: string, loaded: Loaded = { texts: new Map(), sources: new Set() }): Loaded {
  const text = readFileSync(new URL(name, PROGRAM), 'utf8');
  loaded.texts.set(name, text);
  for (const source of sourcesOf(`${name}.map`)) loaded.sources.add(source);
  for (const [, part] of text.matchAll(/\b(?:from|import)"\.\/([^"]+\.js)"/g))
    if (!loaded.texts.has(part!)) loadedBy(part!, loaded);
  return loaded;
}

/** The file in which a command is. */
const fileOf = (source: string): string =>
  readdirSync(PROGRAM)
    .filter((file) => file.endsWith('.js.map'))
    .find((map) => sourcesOf(map).some((path) => path.endsWith(source)))!
    .slice(0, -'.map'.length);

const namesPackage = (name: string) => {
  const { texts, sources } = loadedBy(name);
  return (single: string): boolean =>
    [...sources].some((source) => source.includes(`node_modules/${single}/`)) ||
    [...texts.values()].some((text) => text.includes(`from"${single}`));
};

/** The names that sources import of a package. */
function importsOf(name: string): readonly string[] {
  const folder = fileURLToPath(new URL('../../src/', import.meta.url));
  const text = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => readFileSync(join(folder, file), 'utf8'))
    .join('');
  const found = text.matchAll(new RegExp(`import \\{([^}]*)\\} from '${name}'`, 'g'));
  const importedAs = (names: string): string[] =>
    names.split(',').map((each) => each.trim().split(' as ')[0]!);
  return [...new Set([...found].flatMap(([, names]) => importedAs(names!)))].sort();
}

test.each([
  ['program.js', ['commander'], ['zod', 'rxjs', 'ml-matrix', 'jstat']],
  ['theoryWorker.js', ['ml-matrix', 'jstat'], ['zod', 'rxjs', 'commander']],
  ['hostWorker.js', ['ml-matrix'], ['zod', 'rxjs', 'commander', 'jstat']],
  ['hostWorkerScript.cjs', ['seedrandom'], ['ml-matrix', 'zod', 'rxjs', 'commander', 'jstat']],
  ['agentsWorker.js', ['seedrandom'], ['zod', 'rxjs', 'commander', 'jstat']],
  [fileOf('commandLine/runCommand.ts'), ['rxjs', 'zod'], ['@nats-io', 'pdfkit', 'esbuild']],
  [fileOf('commandLine/sweepCommand.ts'), ['zod'], ['@nats-io', 'pdfkit', 'esbuild']],
])('%s loads %j, and none of %j', (file, needed, others) => {
  const has = namesPackage(file);
  expect(needed.filter(has)).toEqual(needed);
  expect(others.filter(has)).toEqual([]);
});

/** The modules of Node that a file loads as a thread requires it, in a process of its own: 0.1 s. */
const nodeModulesOf = (file: string): readonly string[] => {
  const main = join(emptyFolder(), 'main.cjs');
  const loaded = 'process.moduleLoadList';
  writeFileSync(
    main,
    `const before = new Set(${loaded});
     require(${JSON.stringify(fileURLToPath(new URL(file, PROGRAM)))});
     process.stdout.write(JSON.stringify(${loaded}.filter((name) => !before.has(name))));`,
  );
  const names = JSON.parse(execFileSync(process.execPath, [main], { encoding: 'utf8' })) as string[];
  return names.map((name) => name.replace(/^NativeModule /, ''));
};

// Milliseconds of each thread of an agent.
test.each(['hostWorkerAlone.cjs', 'replicationsWorkerAlone.cjs'])(
  '%s starts without crypto, promises of files and the loader of ES modules',
  (file) => {
    const names = nodeModulesOf(file);
    expect(names).toContain('timers/promises');
    expect(names.filter((name) => /^(crypto|fs\/promises|internal\/modules\/esm\/load)$/.test(name))).toEqual(
      [],
    );
  },
);

test('threads that read ml-matrix at its first use find there all that the sources import of it', () => {
  const imported = importsOf('ml-matrix');
  const script = readFileSync(new URL('hostWorkerScript.cjs', PROGRAM), 'utf8');
  const [, listed] = /const name of(\[[^\]]*\])/.exec(script)!;
  expect(JSON.parse(listed!.replaceAll("'", '"'))).toEqual(imported);
  const matrices = createRequire(PROGRAM)('./matrices.cjs') as Record<string, unknown>;
  expect(imported.filter((name) => typeof matrices[name] !== 'function')).toEqual([]);
});

test('of large packages the program has the parts that it uses', () => {
  const all = readdirSync(PROGRAM).filter((file) => file.endsWith('.js.map'));
  const sources = new Set(all.flatMap(sourcesOf));
  const count = (folder: string): number => [...sources].filter((source) => source.includes(folder)).length;
  // English words of errors, and a dozen of a hundred operators.
  expect(count('node_modules/zod/v4/locales/')).toBe(1);
  expect(count('rxjs/dist/esm/internal/operators/')).toBeLessThan(30);
});

test("the library leaves console alone; the threads in which a user's code runs have it print to standard error", () => {
  const turnsAside = (file: string): boolean =>
    [...loadedBy(file).texts.values()].some((text) => text.includes('globalThis.console=new Console('));
  const threads = [
    'commandThread',
    'hostWorker',
    'replicationsWorker',
    'sweepWorker',
    'theoryWorker',
    'curvesWorker',
  ];
  expect(threads.filter((name) => !turnsAside(`${name}.js`))).toEqual([]);
  expect(['index.js', 'main.js', 'program.js'].filter(turnsAside)).toEqual([]);
});
