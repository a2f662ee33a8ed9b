/** Exact curves of runs on the wall clock, whose answers came when the record says that they did. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { report, run } from '../../../src/index.ts';
import { readManifest } from '../../../src/recording/readManifest.ts';
import { emptyFolder, rows } from '../../commandLine/builtProgram.ts';
import { writeAgents } from '../../commandLine/twoAgents.ts';

const folder = emptyFolder();
const problem = join(folder, 'problem.json');
writeAgents(folder, 4, 'problem.json');

const settings = {
  algorithms: ['local-sa', 'scaffold'],
  stepSize: 0.05,
  localSteps: 3,
  seeds: 2,
  clock: 'wall',
  policy: { kind: 'asynchronous', mixing: 0.5 },
  sampling: 'exact',
  timing: {
    compute: { kind: 'exponential', mean: 0.0002 },
    loss: { uplink: 0.1, downlink: 0.1 },
    agents: [{ agents: [1, 1], crash: { at: 0.002, returnsAfter: 0.001 } }],
  },
  placement: 'inline',
} as const;

/** The errors of the manifest's curves, of each algorithm and seed, and those of the run's rows. */
function compared(out: string): { readonly curve: readonly number[]; readonly run: readonly number[] }[] {
  const errors = rows(out, 'rounds.csv');
  return readManifest(out).predictions.flatMap(({ algorithm, exact }) => {
    if (exact === undefined || 'reason' in exact) throw new Error(exact?.reason);
    return exact.arrivals!.map(({ seed, meanSquare }) => ({
      curve: meanSquare,
      run: errors
        .filter((row) => row.algorithm === algorithm && Number(row.seed) === seed)
        .filter(({ round }) => exact.rounds.includes(Number(round)))
        .map(({ error }) => Number(error)),
    }));
  });
}

test.each([{ rounds: 30 }, { seconds: 0.1 }])('without noise it is the run itself, of %o', async (limits) => {
  const out = join(folder, `run-${Object.keys(limits).join()}`);
  await run(problem, { ...settings, ...limits }, { out, report: false });
  const curves = compared(out);
  expect(curves).toHaveLength(4);
  for (const { curve, run } of curves) {
    expect(curve.length).toBeGreaterThan(1);
    curve.forEach((value, t) => {
      expect(Math.abs(value - run[t]!)).toBeLessThan(1e-13 * (1 + value));
    });
  }
});

test('a report adds it to a run whose curve was too expensive, and says where a record is another’s', async () => {
  const out = join(folder, 'late');
  await run(problem, { ...settings, rounds: 30 }, { out, report: false });
  const file = join(out, 'manifest.json');
  const manifest = JSON.parse(readFileSync(file, 'utf8')) as { predictions: { exact: unknown }[] };
  for (const prediction of manifest.predictions) prediction.exact = { reason: 'too expensive', needed: 1e12 };
  writeFileSync(file, JSON.stringify(manifest));
  await report(out, { exact: true });
  expect(compared(out)).toHaveLength(4);
  for (const prediction of manifest.predictions) prediction.exact = { reason: 'too expensive', needed: 1e12 };
  writeFileSync(file, JSON.stringify(manifest));
  const record = readFileSync(join(out, 'arrivals.csv'), 'utf8');
  writeFileSync(join(out, 'arrivals.csv'), record.replace(/^(local-sa,1),\d+/m, '$1,999'));
  await report(out, { exact: true });
  expect(readManifest(out).predictions[0]!.exact).toMatchObject({
    reason: expect.stringContaining('arrivals.csv: event 999 of agent') as string,
  });
});
