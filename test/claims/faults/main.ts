/** `npm run claims:faults`: every fault on every claim that it can reach, into docs/claims-faults.csv, a row as soon as it is there. */
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { CLAIMS } from '../../../src/claims/claimList.ts';
import { FAULTS } from './faults.ts';
import { algorithmsOfClaims, isReached, matrixText, type Noticed, noticed, verdictsUnder } from './matrix.ts';

const FILE = fileURLToPath(new URL('../../../docs/claims-faults.csv', import.meta.url));
/** `computed`: without the claims that need runs, in some ten minutes instead of hours on a slow machine. */
const isShort = process.argv.includes('computed');

const algorithmsOf = await algorithmsOfClaims(CLAIMS);
const tried = CLAIMS.filter((claim) => !isShort || algorithmsOf(claim) === undefined);
const without = await verdictsUnder(
  'none',
  tried.map(({ name }) => name),
);
const notRun = new Map(CLAIMS.map(({ name }): [string, Noticed] => [name, 'not run']));
const rows = new Map<string, ReadonlyMap<string, Noticed>>(FAULTS.map(({ name }) => [name, notRun]));
for (const { name, touches } of FAULTS) {
  const reached = tried.filter((claim) => isReached(claim, touches, algorithmsOf));
  const under = await verdictsUnder(
    name,
    reached.map((claim) => claim.name),
  );
  rows.set(
    name,
    new Map(
      CLAIMS.map((claim) => [
        claim.name,
        noticed(without.get(claim.name) ?? '', under.get(claim.name), algorithmsOf(claim) !== undefined),
      ]),
    ),
  );
  writeFileSync(FILE, matrixText(rows));
}
