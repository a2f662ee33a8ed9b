/**
 * Has benches time the program as it is built: what they import from src/ and actors/ comes from dist/.
 * The loader that lets Node read the benches themselves marks every function with its name, which
 * programs with many short-lived functions pay for.
 */
import { existsSync } from 'node:fs';
import { register } from 'node:module';
import { fileURLToPath } from 'node:url';

const ROOT = new URL('../../', import.meta.url).href;

/** Node's hook: where an import leads to. */
export async function resolve(specifier, context, nextResolve) {
  const found = await nextResolve(specifier, context);
  const path = found.url.startsWith(ROOT) ? found.url.slice(ROOT.length).replace(/\?.*$/, '') : '';
  if (!/^(src|actors)\/.*\.ts$/.test(path)) return found;
  const built = new URL(`dist/${path.replace(/\.ts$/, '.js')}`, ROOT);
  return existsSync(fileURLToPath(built)) ? { ...found, url: built.href, format: 'module' } : found;
}

if (import.meta.url.endsWith('builtProgram.mjs')) register(`${import.meta.url}?hooks`);
