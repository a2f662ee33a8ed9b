/**
 * `npm run claims:faults`: every fault on every claim that it can reach, into docs/claims-faults.csv, a row as soon as it
 * is there. Claims that need runs are decided at their quick size.
 */
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { CLAIMS } from '../../../src/claims/claimList.ts';
import { FAULTS } from './faults.ts';
import {
  algorithmsOfRuns,
  isReached,
  matrixText,
  type Noticed,
  noticed,
  type Under,
  verdictsUnder,
} from './matrix.ts';

const FILE = fileURLToPath(new URL('../../../docs/claims-faults.csv', import.meta.url));
/** `computed`: without the claims that need runs. */
const isShort = process.argv.includes('computed');

const NOTHING: Under = { verdicts: new Map(), algorithms: new Map(), processorSeconds: 0 };
const names = CLAIMS.filter(({ needs }) => !isShort || needs.length === 0).map(({ name }) => name);
const without = await verdictsUnder('none', names);
const algorithms = new Map([...(await algorithmsOfRuns(CLAIMS)), ...without.algorithms]);
const rows = new Map<string, ReadonlyMap<string, Noticed>>();
let seconds = without.processorSeconds;
console.error(`none: ${seconds} s of processor time`);
for (const { name: fault, touches } of FAULTS) {
  const reached = names.filter((name) => isReached(algorithms.get(name)!, touches));
  const under = reached.length === 0 ? NOTHING : await verdictsUnder(fault, reached);
  seconds += under.processorSeconds;
  console.error(`${fault}: ${under.processorSeconds} s of processor time`);
  const cellOf = ({ name, needs }: (typeof CLAIMS)[number]): Noticed => {
    if (!isReached(algorithms.get(name) ?? [], touches)) return 'not touched';
    return noticed(without.verdicts.get(name), under.verdicts.get(name), needs.length > 0);
  };
  rows.set(fault, new Map(CLAIMS.map((claim) => [claim.name, cellOf(claim)])));
  writeFileSync(FILE, matrixText(rows));
}
console.error(`${Math.round(seconds / 60)} minutes of processor time`);
