/**
 * Algorithms, policies and triggers of a user's file: each thread imports the file, and so has them, too. None of
 * them crosses a thread itself; its name, its bundle and its settings do.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Origin, register } from '../../src/values/made.ts';
import type { CodeFile } from './compileUserFile.ts';
import { importUserModule, type UserModule } from './userFile.ts';

/** A user's file as threads import it. */
export interface ImportedModule {
  /** its absolute path, or `fedsa:` and the name of a shipped scenario */
  readonly file: string;
  /** SHA-256 of the compiled file */
  readonly bundle: string;
  /** URL of the compiled file */
  readonly module: string;
}

/** Modules that this thread has imported, by bundle. */
const modules = new Map<string, ImportedModule>();

const sha256 = (content: string | Uint8Array): string => createHash('sha256').update(content).digest('hex');

/**
 * Compiles a user's file and imports it; what it makes is known in this thread from then on.
 *
 * @param check - sees the compiled file's SHA-256 before anything of it is run
 */
export async function importUserFile(
  file: CodeFile,
  check: (bundle: string) => void = () => undefined,
): Promise<UserModule> {
  const { compileUserFile } = await import('./compileUserFile.ts');
  const module = await compileUserFile(file);
  const bundle = sha256(module);
  check(bundle);
  return importKnown({ file, bundle, module });
}

/**
 * The same of a file that is compiled already.
 *
 * @param name - by which manifests know it, wherever it lies
 */
export async function importCompiledFile(
  module: string,
  name: string,
  check: (bundle: string) => void = () => undefined,
): Promise<UserModule> {
  const bundle = sha256(readFileSync(fileURLToPath(module)));
  check(bundle);
  return importKnown({ file: name, bundle, module });
}

async function importKnown(known: ImportedModule): Promise<UserModule> {
  const imported = await importUserModule(known.module);
  modules.set(known.bundle, known);
  register(imported.made, known.file, known.bundle);
  return imported;
}

/** Modules that a thread has to import for values of these origins. */
export function modulesOf(origins: readonly Origin[]): ImportedModule[] {
  const bundles = new Set(origins.map(({ bundle }) => bundle));
  return [...bundles].flatMap((bundle) => modules.get(bundle) ?? []);
}

/** Imports them. */
export async function loadUserModules(wanted: readonly ImportedModule[]): Promise<void> {
  for (const known of wanted) await importKnown(known);
}
