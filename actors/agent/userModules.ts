/**
 * Algorithms, policies and triggers of a user's file: each thread imports the file, and so has them, too. None of
 * them crosses a thread itself; its name, its bundle and its settings do.
 */
import { type Origin, register } from '../../src/values/made.ts';
import { recordedHashes } from './codeHash.ts';
import type { CodeFile } from './compileUserFile.ts';
import { importUserModule, type UserModule } from './userFile.ts';

/** A user's file as threads import it. */
export interface ImportedModule {
  /** its absolute path, or `fedsa:` and the name of a shipped scenario */
  readonly file: string;
  /** see `codeHash`; of a record of earlier versions, the hash that it has */
  readonly bundle: string;
  /** URL of the compiled file */
  readonly module: string;
}

/** Says which of a compiled file's hashes it goes by; sees them before anything of it is run, and may throw. */
export type NameBundle = (hashes: readonly string[]) => string;

const byCode: NameBundle = ([code]) => code!;

/** Modules that this thread has imported. */
const modules: ImportedModule[] = [];

/** Compiles a user's file and imports it; what it makes is known in this thread from then on. */
export async function importUserFile(file: CodeFile, nameBundle: NameBundle = byCode): Promise<UserModule> {
  const { compileUserFile } = await import('./compileUserFile.ts');
  return importCompiledFile(await compileUserFile(file), file, nameBundle);
}

/**
 * The same of a file that is compiled already.
 *
 * @param name - by which manifests know it, wherever it lies
 */
export const importCompiledFile = async (
  module: string,
  name: string,
  nameBundle: NameBundle = byCode,
): Promise<UserModule> => importKnown({ file: name, bundle: nameBundle(recordedHashes(module)), module });

async function importKnown(known: ImportedModule): Promise<UserModule> {
  const imported = await importUserModule(known.module);
  if (!modules.some((other) => equalOrigins(other, known))) modules.push(known);
  register(imported.made, known);
  return imported;
}

/** Modules that a thread has to import for values of these origins. */
export function modulesOf(origins: readonly Origin[]): ImportedModule[] {
  return modules.filter((module) => origins.some((origin) => equalOrigins(origin, module)));
}

/** Files that differ in nothing but their folder may read other files beside them. */
const equalOrigins = (a: Origin, b: Origin): boolean => a.file === b.file && a.bundle === b.bundle;

/** Imports them. */
export async function loadUserModules(wanted: readonly ImportedModule[]): Promise<void> {
  for (const known of wanted) await importKnown(known);
}
