/**
 * The one gate for code: which files may be imported. Either the user names one, on the command line, in a scenario or in a program
 * of theirs; or a record does (a manifest, which may come from anyone), and then its path is plain and its content has the recorded hash.
 */
import { existsSync, realpathSync } from 'node:fs';
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { type CodeFile, compileUserFile } from '../../actors/agent/compileUserFile.ts';
import type { UserModule } from '../../actors/agent/userFile.ts';
import { importUserFile, type NameBundle } from '../../actors/agent/userModules.ts';
import { recordedHashes } from '../../actors/agent/codeHash.ts';
import type { ModuleSpecification } from '../problems/specification.ts';
import { InputError } from '../values/failure.ts';
import { MANIFEST_NAME } from '../recording/manifestFile.ts';
import { isOrdinaryFile } from '../recording/ordinaryFile.ts';
import { holdsPanels } from '../recording/panelsFile.ts';
import { holdsSweep } from '../recording/sweepFile.ts';

export const CODE_FILE = /\.[cm]?[jt]s$/;

/** A file that the user names, by its path or its file URL; manifests record its real path. */
export function namedCode(name: string): CodeFile {
  const path = resolve(name.startsWith('file:') ? fileURLToPath(name) : name);
  return (existsSync(path) ? realpathSync(path) : path) as CodeFile;
}

/** A module that the user's scenario names, compiled. */
export const compiledModule = async (specification: ModuleSpecification): Promise<ModuleSpecification> =>
  specification.compiled === undefined
    ? { ...specification, compiled: await compileUserFile(namedCode(specification.module)) }
    : specification;

/** What a record says of a file with code. */
export interface RecordedCode {
  /** the folder of the record */
  readonly directory: string;
  /** field of the manifest, for messages */
  readonly field: string;
  /** path or file URL */
  readonly written: string;
}

/**
 * A file that a record names. Its path is plain: absolute, without a symbolic link, in the same top folder of the disk as the record or
 * the working folder, and in no folder of packages, no hidden one and no folder of results. Public code, such as that of packages, may do
 * anything once it is imported; `/proc/self/cwd/…` is another file for everybody who reads it.
 *
 * @throws InputError in one line
 */
function recordedCode({ directory, field, written }: RecordedCode): CodeFile {
  const path = pathOf(written);
  if (path === undefined)
    throw new InputError(
      `${join(directory, MANIFEST_NAME)}: ${field}: is not the path or the plain URL of a file, such as ${pathToFileURL('/home/me/mine.ts').href}`,
    );
  if (!existsSync(path))
    throw new InputError(
      `${directory}: the run needs ${path}, which is missing; restore it to replay the run`,
    );
  const why = whyNotPlain(directory, path);
  if (why !== undefined)
    throw new InputError(
      `${directory}: its manifest names the code ${path}, which is not run: it ${why}; fedsa run takes a file that you name yourself`,
    );
  if (isInside(resultsAround(directory), path))
    throw new InputError(
      `${directory}: it runs ${path}, which lies in the run directory, and nothing there is ever run; keep scenarios and results in different folders`,
    );
  isOrdinaryFile(path);
  return path as CodeFile;
}

/**
 * Code that a record names, compiled.
 *
 * @param check - of the compiled file's hashes; throws where none is the recorded one
 */
export async function compiledRecord(
  recorded: RecordedCode,
  check: (hashes: readonly string[]) => void,
): Promise<string> {
  const compiled = await compileUserFile(recordedCode(recorded));
  check(recordedHashes(compiled));
  return compiled;
}

/** The same, imported. */
export const importRecorded = (recorded: RecordedCode, nameBundle: NameBundle): Promise<UserModule> =>
  importUserFile(recordedCode(recorded), nameBundle);

/** The path as it is written, and not another name of it; `undefined` where there is none. */
function pathOf(written: string): string | undefined {
  if (!written.startsWith('file:'))
    return isAbsolute(written) && resolve(written) === written ? written : undefined;
  try {
    const path = fileURLToPath(written);
    return pathToFileURL(path).href === written && resolve(path) === path ? path : undefined;
  } catch {
    return undefined;
  }
}

function whyNotPlain(directory: string, path: string): string | undefined {
  const steps = path.split(sep);
  const step = steps.find((name) => name === 'node_modules' || name.startsWith('.'));
  if (!CODE_FILE.test(path)) return 'is no .ts or .js file';
  if (realpathSync(path) !== path) return 'is reached by a symbolic link';
  if (step !== undefined) return `lies in ${step}`;
  const tops = [directory, '.'].map((folder) => topOf(realpathSync(folder)));
  return tops.includes(topOf(path))
    ? undefined
    : 'lies neither near the run directory nor near the working folder';
}

/** The outermost folder but the root, such as `/home`. */
const topOf = (path: string): string => path.split(sep, 2).join(sep);

/** The folder of results that a run directory is part of: its own, or that of its panels or its sweep. */
function resultsAround(directory: string): string {
  const folder = realpathSync(directory);
  const above = dirname(folder);
  if (holdsPanels(above)) return above;
  return holdsSweep(dirname(above)) ? dirname(above) : folder;
}

const isInside = (folder: string, path: string): boolean => {
  const way = relative(folder, path);
  return way !== '..' && !way.startsWith(`..${sep}`);
};

/**
 * A check of what a run depends on against the hash that its manifest has.
 *
 * @param subject - is compared, its file first
 * @param recorded - recorded SHA-256; null where there was none
 * @returns finds the recorded hash among those of today, and refuses others with an InputError in one line
 */
export const hashCheck =
  <T extends string | null>(directory: string, subject: string, recorded: T) =>
  (hashes: readonly (string | undefined)[]): T => {
    if (hashes.some((hash) => (hash ?? null) === recorded)) return recorded;
    throw new InputError(
      `${directory}: ${subject}, or a file that it reads, has changed since the run (SHA-256 ${short(recorded)} then, ${short(hashes[0] ?? null)} now); restore the old one to replay it, or name the file to use the new one`,
    );
  };

const short = (hash: string | null): string => (hash === null ? 'none' : `${hash.slice(0, 12)}…`);
