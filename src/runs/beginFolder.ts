/** A folder to begin a study in: what `fedsa init` makes, from the files of `scenarios/start`. */
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { InputError } from '../protocol/failure.ts';
import { ROOT } from '../protocol/packageFiles.ts';
import { programVersion } from '../recording/environment.ts';
import { createFolder } from '../recording/createFolder.ts';
import { cannotBeUsed, fileCause } from '../recording/fileCause.ts';

const FILES = ['scenario.ts', 'operator.ts', 'algorithm.ts', 'study.test.ts'] as const;

/** The versions that fedsa itself is tested with. */
const TOOLS = { typescript: '^6.0.3', vitest: '^4.1.12' } as const;

const TSCONFIG = {
  compilerOptions: {
    ...{ target: 'ES2023', module: 'NodeNext', moduleResolution: 'NodeNext' },
    ...{ strict: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true },
    ...{ noEmit: true, skipLibCheck: true, allowImportingTsExtensions: true },
  },
  include: ['*.ts'],
};

/** How npm finds fedsa: in the checkout that runs, in the file that it was installed from, or in the registry. */
export function npmSource(root: string): string {
  if (existsSync(join(root, 'setup.mjs'))) return `file:${root}`;
  const installed = join(root, '../.package-lock.json');
  const { packages } = existsSync(installed)
    ? (JSON.parse(readFileSync(installed, 'utf8')) as {
        packages: Readonly<Record<string, { readonly resolved?: string }>>;
      })
    : { packages: {} };
  const [, file] = /^file:(.*)$/.exec(packages['node_modules/fedsa']?.resolved ?? '') ?? [];
  return file === undefined ? `^${programVersion()}` : `file:${resolve(root, '../..', file)}`;
}

const packageFile = (name: string, root: string): object => ({
  name,
  private: true,
  type: 'module',
  scripts: {
    start: 'fedsa run scenario.ts',
    check: 'tsc && fedsa check algorithm.ts && fedsa check scenario.ts',
    test: 'vitest run',
  },
  dependencies: { fedsa: npmSource(root) },
  devDependencies: TOOLS,
});

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
 * @returns the names of its files
 * @throws InputError where there is something already
 */
export function beginFolder(name: string): readonly string[] {
  const folder = resolve(name);
  if (existsSync(folder) && !isEmptyFolder(folder)) {
    throw new InputError(`${name}: already exists; name a new folder, or an empty one`);
  }
  const root = fileURLToPath(ROOT);
  const contents: Record<string, string> = {
    ...Object.fromEntries(FILES.map((file) => [file, templateOf(join(root, 'scenarios', 'start', file))])),
    'package.json': asJson(packageFile(packageName(folder), root)),
    'tsconfig.json': asJson(TSCONFIG),
    '.gitignore': 'node_modules/\nruns/\n',
  };
  createFolder(dirname(name));
  const made = temporaryFolder(folder, name);
  let at = name;
  try {
    for (const [file, text] of Object.entries(contents)) {
      at = join(name, file);
      writeFileSync(join(made, file), text);
    }
    renameSync(made, folder);
  } catch (error) {
    rmSync(made, { recursive: true, force: true });
    throw new Error(`${at}: could not be written (${fileCause(error)})`, { cause: error });
  }
  return Object.keys(contents);
}

/** An empty folder beside one that is to be made. */
function temporaryFolder(folder: string, name: string): string {
  try {
    return mkdtempSync(`${folder}.`);
  } catch (error) {
    throw cannotBeUsed(name, 'created', error);
  }
}

/** A file as one who has fedsa installed writes it. */
const templateOf = (path: string): string =>
  readFileSync(path, 'utf8')
    .replace('../../src/index.ts', 'fedsa')
    .replace('../../src/testing/index.ts', 'fedsa/testing');

function isEmptyFolder(path: string): boolean {
  try {
    return readdirSync(path).length === 0;
  } catch {
    return false;
  }
}
