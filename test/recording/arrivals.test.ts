/** arrivals.csv: rows out, events in, whole rows only. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { InputError } from '../../src/values/failure.ts';
import { ARRIVALS_HEADER, ARRIVALS_NAME, arrivalsRow, readArrivals } from '../../src/recording/arrivals.ts';
import { keptEvents } from '../../src/recording/keptRows.ts';
import { temporaryFolder } from './temporaryFolder.ts';

const ONE = { algorithm: 'local-sa', seed: 1 } as const;
const TWO = { algorithm: 'local-sa', seed: 12 } as const;
const EVENTS = [
  { event: 3, time: 0.1 + 0.2, due: 5e-7, agent: 0 },
  { event: 0, time: 2, due: 0, agent: -1 },
];

function folderWith(text: string): string {
  const folder = temporaryFolder();
  writeFileSync(join(folder, ARRIVALS_NAME), text);
  return folder;
}

const rowsOf = (prefix: string): string => EVENTS.map((event) => `${arrivalsRow(prefix, event)}\n`).join('');
const WHOLE = `${ARRIVALS_HEADER}\n${rowsOf('local-sa,1,')}${rowsOf('local-sa,12,')}`;

test('events come back to the bit, each replication its own, without the row that was torn', () => {
  const folder = folderWith(`${WHOLE}local-sa,12,4,2.`);
  expect([...readArrivals(folder, ONE)]).toEqual(EVENTS);
  expect([...readArrivals(folder, TWO)]).toEqual(EVENTS);
  expect([...readArrivals(folder, { algorithm: 'scafflsa', seed: 1 })]).toEqual([]);
});

test('the rows of the replications that are done are kept, and the rest is known to be cut', () => {
  const folder = folderWith(WHOLE);
  const kept = (path: string, runs: readonly (typeof ONE | typeof TWO)[]): number =>
    keptEvents({ path: join(path, ARRIVALS_NAME), header: ARRIVALS_HEADER }, runs);
  const header = ARRIVALS_HEADER.length + 1;
  expect(kept(folder, [])).toBe(header);
  expect(kept(folder, [ONE])).toBe(header + rowsOf('local-sa,1,').length);
  expect(kept(folder, [ONE, TWO])).toBe(WHOLE.length);
  expect(kept(temporaryFolder(), [ONE])).toBe(0);
  expect(kept(folderWith('algorithm,se'), [ONE])).toBe(0);
});

test('a file that is not there, or holds something else, is refused with its line', () => {
  expect(() => [...readArrivals(temporaryFolder(), ONE)]).toThrow(InputError);
  expect(() => [...readArrivals(folderWith('a,b\n'), ONE)]).toThrow('line 1');
  expect(() => [...readArrivals(folderWith(`${ARRIVALS_HEADER}\nlocal-sa,1,x,0,0,1\n`), ONE)]).toThrow(
    'line 2',
  );
});
