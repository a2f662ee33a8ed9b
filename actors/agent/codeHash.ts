/** Hashes of compiled files: by them records, keys of results and other machines know a user's code. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { sha256Of } from './sha256.ts';

/** SHA-256 of a compiled file without what depends on where it or fedsa lies: comments, the map of sources, folders in file URLs. */
export function codeHash(module: string): string {
  if (!module.startsWith('data:')) return sha256Of(readFileSync(fileURLToPath(module)));
  const code = Buffer.from(module.slice(module.indexOf(',') + 1), 'base64').toString('utf8');
  return sha256Of(code.replace(/^\/\/.*$/gm, '').replace(/file:\/\/[^"'`\s]*\//g, 'file:'));
}

/** Hashes by which a record may know a compiled file: the one of today, and that of all of it, folders too, as first versions wrote it. */
export const recordedHashes = (module: string): readonly [string, string] => [
  codeHash(module),
  sha256Of(module),
];
