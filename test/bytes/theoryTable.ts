/** The table of what theory says: `theory.json`, by the cases' keys. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { TheoryPrint } from './theoryPrint.ts';

const PATH = fileURLToPath(new URL('theory.json', import.meta.url));

export function readTheory(): ReadonlyMap<string, TheoryPrint> {
  if (!existsSync(PATH)) return new Map();
  return new Map(Object.entries(JSON.parse(readFileSync(PATH, 'utf8')) as Record<string, TheoryPrint>));
}

export function writeTheory(table: ReadonlyMap<string, TheoryPrint>): void {
  const sorted = [...table].sort(([a], [b]) => (a < b ? -1 : 1));
  writeFileSync(PATH, `${JSON.stringify(Object.fromEntries(sorted), undefined, 1)}\n`);
}
