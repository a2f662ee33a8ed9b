/** A file of the program with V8's compiled form beside it: threads read that, where each would compile the file. */
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { Script } from 'node:vm';

type Wrapper = (exports: unknown, require: NodeJS.Require, module: unknown, filename: string) => void;

/** Beside the file; written as the program is built. */
export const compiledForm = (file: URL): string => `${fileURLToPath(file)}.compiled`;

/**
 * Runs a CommonJS file. A compiled form of another version of Node is left aside, and the file is compiled.
 *
 * @returns what it exports, and the script, whose functions are compiled as far as they were needed
 */
export function runScript(file: URL): { readonly script: Script; readonly exports: unknown } {
  const [filename, form] = [fileURLToPath(file), compiledForm(file)];
  const script = new Script(
    `(function (exports, require, module, __filename) {${readFileSync(filename, 'utf8')}\n})`,
    { filename, ...(existsSync(form) && { cachedData: readFileSync(form) }) },
  );
  const module = { exports: {} };
  (script.runInThisContext() as Wrapper)(module.exports, createRequire(file), module, filename);
  return { script, exports: module.exports };
}
