/** Some of the changed manifests of manifestFuzz.ts, all of which the endurance tests read: two seconds. */
import { beforeAll, expect, test } from 'vitest';
import { emptyFolder } from './builtProgram.ts';
import { type Case, faultOf, fuzzCases } from './manifestFuzz.ts';

const folder = emptyFolder();
let cases: readonly Case[];

beforeAll(async () => {
  cases = await fuzzCases(folder);
});

test('a changed manifest is no fault of the program, with any command, and nothing is written elsewhere', async () => {
  // The step has no factor in common with the numbers of commands and of values.
  for (let k = 0; k < cases.length; k += 397) expect(await faultOf(folder, cases[k]!)).toBeUndefined();
});

test('times that are longer than a run lasts are a difference, which a replay names', async () => {
  const path = 'configuration.timing.compute.mean';
  const endless = cases.filter((each) => each.path.join('.') === path && each.value === 1e308);
  expect(endless.length).toBeGreaterThan(0);
  for (const each of endless) expect(await faultOf(folder, each)).toBeUndefined();
});
