/** What is loaded before a command or a thread does anything: of large packages, those alone that it needs. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const PROGRAM = new URL('../../dist/program/', import.meta.url);

/** The text of a file of the program and of all that it imports at its start. */
function loadedBy(name: string, texts = new Map<string, string>()): string {
  const text = readFileSync(new URL(name, PROGRAM), 'utf8');
  texts.set(name, text);
  for (const [, part] of text.matchAll(/^(?:\} from|import) "\.\/(.+\.js)";$/gm))
    if (!texts.has(part!)) loadedBy(part!, texts);
  return [...texts.values()].join('\n');
}

test.each([
  ['program.js', ['commander'], ['zod', 'rxjs', 'ml-matrix', 'jstat']],
  ['theoryWorker.js', ['ml-matrix', 'jstat'], ['zod', 'rxjs', 'commander']],
  ['hostWorker.js', ['ml-matrix'], ['zod', 'rxjs', 'commander', 'jstat']],
  // its packages stand in its map alone
  ['hostWorkerAlone.cjs.map', ['ml-matrix'], ['zod', 'rxjs', 'commander', 'jstat']],
  ['agentsWorker.js', ['seedrandom'], ['zod', 'rxjs', 'commander', 'jstat']],
])('%s loads %j, and none of %j', (file, needed, others) => {
  const text = loadedBy(file);
  const has = (single: string): boolean => text.includes(`node_modules/${single}/`);
  expect(needed.filter(has)).toEqual(needed);
  expect(others.filter(has)).toEqual([]);
});

test("the library leaves console alone; the threads in which a user's code runs have it print to standard error", () => {
  const turnsAside = (file: string): boolean => loadedBy(file).includes('globalThis.console = new Console(');
  const threads = [
    'commandThread',
    'hostWorker',
    'replicationsWorker',
    'sweepWorker',
    'theoryWorker',
    'curvesWorker',
  ];
  expect(threads.filter((name) => !turnsAside(`${name}.js`))).toEqual([]);
  expect(['index.js', 'main.js', 'program.js'].filter(turnsAside)).toEqual([]);
});
