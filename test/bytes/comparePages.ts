/** `npm run bytes -- --pages`: makes the pages, and compares their hashes with `pages.json`. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { pagePrints } from './pageCases.ts';

const PATH = fileURLToPath(new URL('pages.json', import.meta.url));

/** @returns the pages that are others, new or gone */
export async function changedPages(write: boolean): Promise<string[]> {
  const found = Object.fromEntries(await pagePrints());
  const before = existsSync(PATH) ? (JSON.parse(readFileSync(PATH, 'utf8')) as Record<string, string>) : {};
  if (write) writeFileSync(PATH, `${JSON.stringify(found, undefined, 1)}\n`);
  return [...new Set([...Object.keys(before), ...Object.keys(found)])].filter(
    (path) => before[path] !== found[path],
  );
}
