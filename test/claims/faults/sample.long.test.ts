/** Some cells of docs/claims-faults.csv, made again: about half a minute. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { noticed, verdictsUnder } from './matrix.ts';

const lines = readFileSync(new URL('../../../docs/claims-faults.csv', import.meta.url), 'utf8').split('\n');
const head = lines[0]!.split(',');

it.each([
  ['extrapolation-off', 'richardson-romberg-order'],
  ['momentum-removed', 'streaming-fl-noise-and-agents'],
  ['fedhsa-evaluation-0.9', 'fedhsa-no-heterogeneity-bias'],
  ['noise-halved', 'scafflsa-single-agent'],
  ['noise-halved', 'fedhsa-no-heterogeneity-bias'],
])('%s on %s', async (fault, claim) => {
  const [without, under] = await Promise.all(['none', fault].map((text) => verdictsUnder(text, [claim])));
  const cells = lines.find((line) => line.startsWith(`${fault},`))!.split(',');
  expect(noticed(without!.verdicts, under!.verdicts, claim)).toBe(cells[head.indexOf(claim)]);
});
