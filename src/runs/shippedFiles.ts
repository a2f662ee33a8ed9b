/** Files of `scenarios` as one who has fedsa installed writes them: they import the package instead of its sources. */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { InputError } from '../values/failure.ts';
import { ROOT } from '../values/builtProgram.ts';
import { nearestNames } from '../values/nearest.ts';

const SCENARIOS = fileURLToPath(new URL('scenarios/', ROOT));

const SOURCES = /'(?:\.\.\/)+src\/(testing\/)?index\.ts'/g;
const IMPORTED = /\bfrom '(\.\.?\/[^']+)'/g;

/**
 * The texts of files, and of all that they import, by name.
 *
 * @param folder - in `scenarios`, to which names are relative
 */
export function withImports(folder: string, files: readonly string[]): Readonly<Record<string, string>> {
  const texts: Record<string, string> = {};
  const add = (file: string): void => {
    if (file in texts) return;
    const text = readFileSync(join(SCENARIOS, folder, file), 'utf8').replace(
      SOURCES,
      (_, testing?: string) => (testing === undefined ? `'fedsa'` : `'fedsa/testing'`),
    );
    texts[file] = text;
    for (const [, path] of text.matchAll(IMPORTED)) add(join(dirname(file), path!));
  };
  files.forEach(add);
  return texts;
}

const nameOf = (file: string): string => basename(file, '.ts');

/** How a file defines what it is named for; a file without has what others share. */
const DEFINITION = /^export (?:default|const \w+ =) (?:scenario|algorithm|policy|trigger)\(/m;

/** The scenarios, and the algorithms, policies and triggers of their folders, relative to `scenarios`. */
export const shippedFiles = (): readonly string[] =>
  readdirSync(SCENARIOS, { recursive: true, encoding: 'utf8' })
    .filter(
      (file) =>
        file.endsWith('.ts') &&
        dirname(file) !== 'start' &&
        DEFINITION.test(readFileSync(join(SCENARIOS, file), 'utf8')),
    )
    .sort();

/** So many names are suggested at most. */
const SUGGESTED = 4;
const OR = new Intl.ListFormat('en-GB', { type: 'disjunction' });

/**
 * The shipped file of a name, relative to `scenarios`.
 *
 * @throws InputError in one line, with the nearest names
 */
export function shippedFile(name: string): string {
  const files = shippedFiles();
  const file = files.find((file) => nameOf(file) === name);
  if (file !== undefined) return file;
  const near = nearestNames(nameOf(name), files.map(nameOf)).slice(0, SUGGESTED);
  const help = near.length === 0 ? 'fedsa list prints the scenarios' : `did you mean ${OR.format(near)}?`;
  throw new InputError(`--from: there is no shipped scenario or example "${name}"; ${help}`);
}
