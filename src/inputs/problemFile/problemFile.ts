/**
 * Problem files: explicit chains and matrices of each agent as JSON.
 *
 * ```json
 * { "format": "fedsa-problem/1", "kind": "linear", "dimension": 1,
 *   "agents": [{ "transition": [[0.9, 0.1], [0.2, 0.8]], "A": [[[1]], [[2]]], "b": [[1], [0]] }] }
 * { "format": "fedsa-problem/1", "kind": "td", "discount": 0.9,
 *   "agents": [{ "transition": [[0.9, 0.1], [0.2, 0.8]], "rewards": [1, 0], "features": [[1], [0.5]] }] }
 * ```
 *
 * A file is checked in full before anything runs, and the first thing that is wrong is reported in one
 * line: the file, line and column, the path of the value, what was found, what would be right.
 */
import { getHeapStatistics } from 'node:v8';
import * as z from 'zod';
import type { FileProblem } from '../../problems/specification.ts';
import { InputError } from '../../values/failure.ts';
import { visibleWord } from '../../values/foreignText.ts';
import { parseJson } from '../json.ts';
import { faultsOf, fieldsOf, refuseFaults } from './faults.ts';
import { linearFields, readLinear } from './linearFile.ts';
import { NumberStore } from './numberStore.ts';
import { readTd, tdFields } from './tdFile.ts';

const FORMAT = 'fedsa-problem/1';

/** Bytes of a list that was read, and of a number in it, at most. */
const LIST_BYTES = 64;
const NUMBER_BYTES = 24;
/** Part of the heap that the lists of a file may take. */
const HEAP_SHARE = 0.7;

const format = z.literal(FORMAT, { error: JSON.stringify(FORMAT) });

const file = z.discriminatedUnion(
  'kind',
  [
    fieldsOf({ format, kind: z.literal('linear'), ...linearFields }),
    fieldsOf({ format, kind: z.literal('td'), ...tdFields }),
  ],
  {
    error: ({ code }) =>
      (code as string) === 'invalid_union'
        ? '"linear" or "td"'
        : 'an object with the fields format, kind, agents, …',
  },
);

/**
 * The problem that a file describes, checked in full except for the root: whether the mean matrix
 * is singular is found when the problem is built.
 *
 * @param text - the file's content
 * @param path - the file's name, which every message begins with
 * @returns all arrays are views on one SharedArrayBuffer, so that threads share them uncopied
 * @throws InputError with one line on the first fault
 */
export function parseProblemFile(text: string, path: string): FileProblem {
  const name = visibleWord(path);
  const { lists, separators } = countMarks(text);
  const bytes = LIST_BYTES * lists + NUMBER_BYTES * separators;
  if (bytes > HEAP_SHARE * getHeapStatistics().heap_size_limit) {
    throw new InputError(
      `${name}: its ${lists} lists take ${Math.ceil(bytes / 1e6)} MB of memory, more than there is; expected fewer agents`,
    );
  }
  const value = parseJson(text, name);
  const { data, error } = file.safeParse(value);
  if (error !== undefined) refuseFaults(faultsOf(error, value), text, name);
  // a block of n numbers is a field's value and lies between n − 1 commas or more
  const store = new NumberStore(separators);
  const problem = data!.kind === 'td' ? readTd(data!, store) : readLinear(data!, store);
  refuseFaults(store.faults, text, name);
  return problem;
}

/** How many lists a text begins, at most, and how many commas and colons it has. */
function countMarks(text: string): { readonly lists: number; readonly separators: number } {
  let lists = 0;
  let separators = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 0x5b)
      lists++; // [
    else if (code === 0x2c || code === 0x3a) separators++; // , or :
  }
  return { lists, separators };
}
