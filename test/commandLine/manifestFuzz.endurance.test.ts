/** Every field of a manifest, missing or another thing, with every command that reads manifests: some ten minutes. */
import { expect, test } from 'vitest';
import { emptyFolder } from './builtProgram.ts';
import { type Fault, faultOf, fuzzCases } from './manifestFuzz.ts';

test('no command takes a changed manifest for a fault of its own, or writes elsewhere', async () => {
  const folder = emptyFolder();
  const faults: Fault[] = [];
  for (const sample of await fuzzCases(folder)) {
    const fault = await faultOf(folder, sample);
    if (fault !== undefined) faults.push(fault);
  }
  expect(faults).toEqual([]);
});
