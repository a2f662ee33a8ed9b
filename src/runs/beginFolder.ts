/** A folder to begin a study in: what `fedsa init` makes, from the files of `scenarios/start` or another shipped file. */
import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ROOT } from '../values/builtProgram.ts';
import { programVersion } from '../recording/environment.ts';
import { refuseTaken, writeNewFolder } from '../recording/newFolder.ts';
import { shippedFile, withImports } from './shippedFiles.ts';

/** The versions that fedsa itself is tested with. */
const TYPESCRIPT = { typescript: '^6.0.3' } as const;
const VITEST = { vitest: '^4.1.12' } as const;

const TSCONFIG = {
  compilerOptions: {
    ...{ target: 'ES2023', module: 'NodeNext', moduleResolution: 'NodeNext' },
    ...{ strict: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true },
    ...{ noEmit: true, skipLibCheck: true, allowImportingTsExtensions: true },
  },
  include: ['**/*.ts'],
};

interface Package {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

interface Lock {
  readonly packages: Readonly<Record<string, { readonly resolved?: string }>>;
}

/**
 * How a package manager finds fedsa: in the checkout that runs, where the nearest package that depends on it names a file or
 * a repository, or in the registry. npm alone records where a global installation came from.
 *
 * @param root - fedsa's own folder
 * @param from - the folder in which the command is given
 */
export function packageSource(root: string, from: string): string {
  if (existsSync(join(root, 'setup.mjs'))) return `file:${root}`;
  return givenAbove(from) ?? givenAbove(root) ?? recordedByNpm(root) ?? `^${programVersion()}`;
}

/** What a package in a folder, or in the nearest one around it, depends on fedsa by, unless that is a version. */
function givenAbove(folder: string): string | undefined {
  const { dependencies, devDependencies } = (readJson(join(folder, 'package.json')) ?? {}) as Package;
  const given = dependencies?.fedsa ?? devDependencies?.fedsa;
  if (given !== undefined) return elsewhere(given, folder);
  return dirname(folder) === folder ? undefined : givenAbove(dirname(folder));
}

function recordedByNpm(root: string): string | undefined {
  const lock = readJson(join(root, '../.package-lock.json')) as Lock | undefined;
  return elsewhere(lock?.packages['node_modules/fedsa']?.resolved ?? '', resolve(root, '../..'));
}

/** A file as an absolute path, a repository as it is; undefined for a version, a tag, or an archive of a registry. */
function elsewhere(given: string, folder: string): string | undefined {
  const [, file] = /^(?:file:|link:|portal:|(?=[./]))(.*)$/.exec(given) ?? [];
  if (file !== undefined) return `file:${resolve(folder, file)}`;
  return /^(git\b|github:|gitlab:|bitbucket:|[\w.-]+\/)/.test(given) ? given : undefined;
}

/** A file of JSON; undefined where there is none that can be read. */
function readJson(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}

/** What `--from` calls a problem file. */
const TD = 'td';

/** What a folder begins with: files of its own, and what npm does with them. */
interface Beginning {
  /** texts by name, the one that all is about first */
  readonly files: Readonly<Record<string, string>>;
  readonly scripts: Readonly<Record<string, string>>;
  readonly tools: Readonly<Record<string, string>>;
}

const study = (): Beginning => ({
  files: withImports('start', ['scenario.ts', 'study.test.ts']),
  scripts: {
    start: 'fedsa run scenario.ts',
    check: 'tsc && fedsa check algorithm.ts && fedsa check scenario.ts',
    test: 'vitest run',
  },
  tools: { ...TYPESCRIPT, ...VITEST },
});

/** A problem file of kind `td`, the one beginning without code. */
const tdProblem = (): Beginning => ({
  files: withImports('start', ['td.json']),
  scripts: {
    start: 'fedsa run td.json --step-size 0.1 --local-steps 5 --rounds 300 --seeds 5',
    check: 'fedsa check td.json',
  },
  tools: {},
});

/** Shipped files keep their folders, which imports name; scenarios have none. */
function copyOf(name: string): Beginning {
  const file = shippedFile(name);
  return {
    files: withImports('.', [file]),
    scripts: {
      ...(dirname(file) === '.' && { start: `fedsa run ${file}` }),
      check: `tsc && fedsa check ${file}`,
    },
    tools: TYPESCRIPT,
  };
}

/** A name that npm takes. */
const packageName = (folder: string): string =>
  basename(folder)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '') || 'study';

const asJson = (value: object): string => `${JSON.stringify(value, undefined, 2)}\n`;

/**
 * Makes the folder, all of it or nothing.
 *
 * @param from - the name of a shipped scenario, algorithm, policy or trigger, or `td`; a commented study where left out
 * @returns the names of the files that it begins with, the one that all is about first
 * @throws InputError where there is something already, and for a name that is unknown
 */
export function beginFolder(name: string, from?: string): readonly string[] {
  refuseTaken(name);
  const { files, scripts, tools } = from === undefined ? study() : from === TD ? tdProblem() : copyOf(from);
  const contents: Record<string, string> = {
    ...files,
    'package.json': asJson({
      ...{ name: packageName(resolve(name)), private: true, type: 'module', scripts },
      dependencies: { fedsa: packageSource(fileURLToPath(ROOT), process.cwd()) },
      devDependencies: tools,
    }),
    ...('typescript' in tools && { 'tsconfig.json': asJson(TSCONFIG) }),
    '.gitignore': 'node_modules/\nruns/\n',
  };
  writeNewFolder(name, contents);
  return Object.keys(files);
}
