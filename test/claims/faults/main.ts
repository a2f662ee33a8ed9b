/**
 * `npm run claims:faults [-- --data FOLDER] [--claims NAME,…] [<fault>…]`: every fault, or those named, on every claim, or those
 * named, that it can reach, into docs/claims-faults.csv, a row as soon as it is there. Claims that need runs are decided at their quick size; without the
 * Beijing data those on real data are not run. Two processes work side by side.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { CLAIMS, chooseClaims } from '../../../src/claims/claimList.ts';
import { FAULTS } from './faults.ts';
import {
  algorithmsOfRuns,
  isDeath,
  isReached,
  isTried,
  matrixRows,
  matrixText,
  type Noticed,
  noticed,
  type Under,
  verdictsUnder,
} from './matrix.ts';

const FILE = fileURLToPath(new URL('../../../docs/claims-faults.csv', import.meta.url));
const NOTHING: Under = { verdicts: new Map(), algorithms: new Map(), processorSeconds: 0 };

const { values, positionals: named } = parseArgs({
  options: { data: { type: 'string' }, claims: { type: 'string' } },
  allowPositionals: true,
});
const faults = FAULTS.filter(({ name }) => named.length === 0 || named.includes(name));
const chosen = chooseClaims(values.claims?.split(',') ?? []);
const ofRuns = await algorithmsOfRuns(chosen);
/** Claims that need runs, where some fault is tried on them. */
const wanted = chosen.filter((claim) => {
  const custom = ofRuns.get(claim.name);
  return custom === undefined || faults.some((fault) => isReached(custom, fault) && isTried(claim, fault));
});
const without = await verdictsUnder(
  'none',
  wanted.map(({ name }) => name),
  values.data,
);
const algorithms = new Map([...ofRuns, ...without.algorithms]);
const rows = matrixRows(readFileSync(FILE, 'utf8'));
let seconds = without.processorSeconds;
console.error(`none: ${seconds} s of processor time`);
async function row(fault: (typeof FAULTS)[number]): Promise<void> {
  const reached = wanted.filter((claim) => isReached(algorithms.get(claim.name)!, fault));
  const tried = reached.filter((claim) => isTried(claim, fault)).map(({ name }) => name);
  const under = tried.length === 0 ? NOTHING : await verdictsUnder(fault.name, tried, values.data);
  seconds += under.processorSeconds;
  console.error(`${fault.name}: ${under.processorSeconds} s of processor time`);
  const before = rows.get(fault.name);
  const cellOf = (claim: (typeof CLAIMS)[number]): Noticed =>
    chosen.includes(claim) ? newCell(claim) : (before?.get(claim.name) ?? 'not touched');
  const newCell = ({ name }: (typeof CLAIMS)[number]): Noticed =>
    isReached(algorithms.get(name) ?? [], fault)
      ? noticed(without.verdicts, under.verdicts, name)
      : 'not touched';
  rows.set(fault.name, new Map(CLAIMS.map((claim) => [claim.name, cellOf(claim)])));
  const complete = FAULTS.flatMap(({ name }) => (rows.has(name) ? [[name, rows.get(name)!] as const] : []));
  writeFileSync(FILE, matrixText(new Map(complete)));
  const alive = fault.touches.filter(
    (algorithm) =>
      !CLAIMS.some(
        ({ name }) =>
          (algorithms.get(name) ?? [algorithm]).includes(algorithm) &&
          isDeath(rows.get(fault.name)!.get(name)!),
      ),
  );
  if (alive.length > 0) {
    console.error(`${fault.name}: no claim notices it in ${alive.join(', ')}`);
    process.exitCode = 1;
  }
}

const waiting = [...faults];
await Promise.all(
  [0, 1].map(async () => {
    for (let fault = waiting.shift(); fault !== undefined; fault = waiting.shift()) await row(fault);
  }),
);
console.error(`${Math.round(seconds / 60)} minutes of processor time`);
