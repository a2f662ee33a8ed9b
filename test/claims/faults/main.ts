/**
 * `npm run claims:faults [-- <fault>…]`: every fault, or those named, on every claim that it can reach, into
 * docs/claims-faults.csv, a row as soon as it is there. Claims that need runs are decided at their quick size.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { CLAIMS } from '../../../src/claims/claimList.ts';
import { FAULTS } from './faults.ts';
import {
  algorithmsOfRuns,
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

const named = process.argv.slice(2);
const faults = FAULTS.filter(({ name }) => named.length === 0 || named.includes(name));
const ofRuns = await algorithmsOfRuns(CLAIMS);
/** Claims that need runs, where some fault is tried on them. */
const wanted = CLAIMS.filter((claim) => {
  const own = ofRuns.get(claim.name);
  return own === undefined || faults.some((fault) => isReached(own, fault) && isTried(claim, fault));
});
const without = await verdictsUnder(
  'none',
  wanted.map(({ name }) => name),
);
const algorithms = new Map([...ofRuns, ...without.algorithms]);
const rows = matrixRows(readFileSync(FILE, 'utf8'));
let seconds = without.processorSeconds;
console.error(`none: ${seconds} s of processor time`);
for (const fault of faults) {
  const reached = wanted.filter((claim) => isReached(algorithms.get(claim.name)!, fault));
  const tried = reached.filter((claim) => isTried(claim, fault)).map(({ name }) => name);
  const under = tried.length === 0 ? NOTHING : await verdictsUnder(fault.name, tried);
  seconds += under.processorSeconds;
  console.error(`${fault.name}: ${under.processorSeconds} s of processor time`);
  const cellOf = ({ name, needs }: (typeof CLAIMS)[number]): Noticed => {
    if (!isReached(algorithms.get(name) ?? [], fault)) return 'not touched';
    return noticed(without.verdicts.get(name), under.verdicts.get(name), needs.length > 0);
  };
  rows.set(fault.name, new Map(CLAIMS.map((claim) => [claim.name, cellOf(claim)])));
  writeFileSync(
    FILE,
    matrixText(new Map(FAULTS.flatMap(({ name }) => (rows.has(name) ? [[name, rows.get(name)!]] : [])))),
  );
}
console.error(`${Math.round(seconds / 60)} minutes of processor time`);
