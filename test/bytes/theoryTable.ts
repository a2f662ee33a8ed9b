/** The table of what theory says, a line a case: `theory.json`, and `shippedTheory.json` of the shipped scenarios' panels. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { TheoryPrint } from './theoryPrint.ts';

type Entry = readonly [key: string, print: TheoryPrint];

const isShipped = ([key]: Entry): boolean => key.startsWith('shipped');
const pathOf = (name: string): string => fileURLToPath(new URL(name, import.meta.url));
const PLAIN = pathOf('theory.json');
const SHIPPED = pathOf('shippedTheory.json');

const entriesOf = (path: string): Entry[] =>
  existsSync(path)
    ? Object.entries(JSON.parse(readFileSync(path, 'utf8')) as Record<string, TheoryPrint>)
    : [];

export const readTheory = (): ReadonlyMap<string, TheoryPrint> =>
  new Map([...entriesOf(PLAIN), ...entriesOf(SHIPPED)]);

export function writeTheory(table: ReadonlyMap<string, TheoryPrint>): void {
  const sorted = [...table].sort(([a], [b]) => (a < b ? -1 : 1));
  writeEntries(
    PLAIN,
    sorted.filter((entry) => !isShipped(entry)),
  );
  writeEntries(SHIPPED, sorted.filter(isShipped));
}

function writeEntries(path: string, entries: readonly Entry[]): void {
  const lines = entries.map(([key, print]) => `${JSON.stringify(key)}: ${JSON.stringify(print)}`);
  writeFileSync(path, `{\n${lines.join(',\n')}\n}\n`);
}
