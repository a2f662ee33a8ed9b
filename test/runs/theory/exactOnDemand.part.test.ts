/**
 * Exact curves that are too expensive for the start of a run: beside it, with `exact`, and added afterwards.
 * The curve here takes some 5·10⁸ multiplications: a third of a second, more than every test of this file together.
 */
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { loadProblem, solveLoaded } from '../../../src/inputs/target.ts';
import { type RunResult, simulateRun } from '../../../src/runs/executeRun.ts';
import { report, run } from '../../../src/runs/library.ts';
import { preparedRun } from '../../../src/runs/library/calls.ts';
import { InputError } from '../../../src/values/failure.ts';
import { readManifest } from '../../../src/recording/readManifest.ts';
import { exactErrors } from '../../../src/theory/moments/exactErrors.ts';
import { PATIENT_BUDGET } from '../../../src/theory/budgets.ts';
import { lacksExact } from '../../../src/runs/theory/curvesInThread.ts';
import type { ExactPrediction } from '../../../src/theory/moments/exactPredictions.ts';
import { temporaryFolder } from '../../recording/temporaryFolder.ts';
import { inSuite, oneIn } from '../../tooling/parts.ts';

const folder = temporaryFolder();
const problem = join(folder, 'problem.json');
const settings = {
  algorithms: ['scafflsa'],
  stepSize: 0.05,
  localSteps: 2,
  rounds: 700,
  seeds: 2,
  placement: 'inline',
} as const;

/** Three agents of two states, d = 3: 36 numbers x, (1, e, ξ) of each agent, in eight joint states. */
function writeThreeAgents(): void {
  const single = [1, 0, 0, 0, 1, 0, 0, 0, 1];
  const rows = (flat: readonly number[]): number[][] => [flat.slice(0, 3), flat.slice(3, 6), flat.slice(6)];
  const agents = [0, 1, 2].map((agent) => ({
    transition: [
      [0.9, 0.1],
      [0.2, 0.8],
    ],
    A: [rows(single), rows(single.map((entry) => entry * (1.5 + agent / 4)))],
    b: [
      [1, agent, 2],
      [0, 1, -agent],
    ],
  }));
  writeFileSync(problem, JSON.stringify({ format: 'fedsa-problem/1', kind: 'linear', dimension: 3, agents }));
}

const curveOf = (directory: string): ExactPrediction => readManifest(directory).predictions[0]!.exact!;
const rowsOf = (directory: string): string => readFileSync(join(directory, 'rounds.csv'), 'utf8');
const without = join(folder, 'without');

beforeAll(async () => {
  writeThreeAgents();
  const { state } = await run(problem, settings, { out: without, report: false });
  expect(state).toBe('completed');
});

inSuite.describe('an expensive exact curve', () => {
  test('is the one that is computed directly, with exact, and the rows are the same', async () => {
    const out = join(folder, 'with');
    const seen: number[] = [];
    const { manifest } = await run(problem, settings, { out, report: false, exact: true });
    const { directory } = await run(problem, settings, { out: without, report: false });
    expect(rowsOf(out)).toBe(rowsOf(directory));
    expect(manifest.predictions).toEqual(readManifest(out).predictions);
    const curve = curveOf(out);
    if ('reason' in curve) throw new Error(curve.reason);
    const loaded = await loadProblem({ kind: 'problem-file', path: problem }, undefined);
    const { configuration } = manifest;
    const direct = exactErrors(
      loaded.problem,
      solveLoaded(loaded),
      configuration,
      configuration.algorithms[0]!,
      curve.rounds,
      { ...PATIENT_BUDGET, progress: (rounds) => seen.push(rounds) },
    );
    expect(direct).toMatchObject({ kind: 'exact', meanSquare: curve.meanSquare });
    expect(direct.kind === 'exact' && direct.multiplications).toBeGreaterThan(2.5e8);
    expect(seen).toEqual(curve.rounds.map((_, at) => at + 1));
  });

  test('is added to a run that lacks it by its report, and nothing but the prediction changes', async () => {
    const before = readManifest(without);
    expect(lacksExact({ exact: curveOf(without) })).toBe(true);
    const rows = rowsOf(without);
    const shares: number[] = [];
    await report(without, { exact: true, observeCurves: ({ share }) => shares.push(share) });
    const after = readManifest(without);
    expect(after.predictions[0]!.exact).toEqual(curveOf(join(folder, 'with')));
    expect({ ...after, predictions: [] }).toEqual({ ...before, predictions: [] });
    expect(rowsOf(without)).toBe(rows);
    expect(shares[0]).toBe(0);
    expect(shares.at(-1)).toBe(1);
    expect(readFileSync(join(without, 'report.html'), 'utf8')).toContain('Dashed: exact expectation');
  });

  test('that is interrupted leaves the run whole, and says so', async () => {
    const out = join(folder, 'interrupted');
    const stop = new AbortController();
    const shares: number[] = [];
    cpSync(without, out, { recursive: true });
    const head = JSON.parse(readFileSync(join(out, 'manifest.json'), 'utf8')) as { predictions: object[] };
    const predictions = head.predictions.map((prediction) => ({
      ...prediction,
      exact: { reason: 'too expensive' },
    }));
    writeFileSync(join(out, 'manifest.json'), JSON.stringify({ ...head, predictions }));
    await report(out, {
      exact: true,
      signal: stop.signal,
      observeCurves: ({ share }) => {
        shares.push(share);
        stop.abort();
      },
    });
    expect(curveOf(out)).toEqual({ reason: 'too expensive' });
    const again = await run(problem, settings, {
      out,
      report: false,
      exact: true,
      signal: AbortSignal.abort(),
    });
    expect(again).toMatchObject({ state: 'completed', exactInterrupted: true });
    expect(rowsOf(out)).toBe(rowsOf(without));
  });
});

inSuite.test('a run that has not ended gets no curves', async () => {
  const out = temporaryFolder();
  const manifest = { ...readManifest(without), state: 'running', endedAt: null };
  writeFileSync(join(out, 'manifest.json'), JSON.stringify(manifest));
  writeFileSync(join(out, 'rounds.csv'), rowsOf(without));
  const added = report(out, { exact: true });
  await expect(added).rejects.toThrow(InputError);
  await expect(added).rejects.toThrow(/the run has not ended/);
});

const whole = join(folder, 'whole');
beforeAll(async () => {
  await run(problem, settings, { out: whole });
  expect(lacksExact({ exact: curveOf(whole) })).toBe(false);
});

describe('a run that was made without a report', () => {
  const predictionsOf = (directory: string): unknown => readManifest(directory).predictions;
  const copyOf = (directory: string, name: string): string => {
    const out = join(folder, name);
    cpSync(directory, out, { recursive: true });
    return out;
  };
  /** As a sweep makes it. */
  const withoutTheory = (directory: string, name: string): string => {
    const out = copyOf(directory, name);
    writeFileSync(join(out, 'manifest.json'), JSON.stringify({ ...readManifest(out), predictions: [] }));
    return out;
  };
  const bare = join(folder, 'bare');
  beforeAll(async () => {
    await run(problem, settings, { out: bare, report: false });
    expect(lacksExact({ exact: curveOf(bare) })).toBe(true);
  });

  test.each(
    oneIn(2, [
      ['without theory ', withoutTheory],
      ['', copyOf],
    ] as const),
  )('%sgets the curves that it would have had, and no others', async (how, made) => {
    const reported = made(bare, `${how}reported`);
    await report(reported);
    expect(predictionsOf(reported)).toEqual(predictionsOf(whole));
    const again = made(bare, `${how}again`);
    expect(await run(problem, settings, { out: again })).toMatchObject({ wasComplete: true });
    expect(predictionsOf(again)).toEqual(predictionsOf(whole));
    const exact = made(bare, `${how}exact`);
    await report(exact, { exact: true });
    expect(predictionsOf(exact)).toEqual(predictionsOf(whole));
  });

  inSuite.test('without theory gets runs without noise, too', async () => {
    const out = join(folder, 'trimmed');
    await run(problem, { ...settings, algorithms: ['trimmed-mean'] }, { out, report: false });
    const later = withoutTheory(out, 'trimmed later');
    await report(later);
    expect(readManifest(later).predictions[0]!.noiseFree).toBeDefined();
    expect(predictionsOf(later)).toEqual(predictionsOf(out));
  });
});

describe('a run that ends while its curves are computed', () => {
  /** The same call makes the rest in a folder: the curves and the tables of a run that was left in peace. */
  const isCompletedFrom = async (left: string): Promise<void> => {
    const again = await run(problem, settings, { out: left });
    expect(again).toMatchObject({ state: 'completed', wasComplete: true });
    expect(again.manifest.predictions).toEqual(readManifest(whole).predictions);
    expect(readManifest(left).predictions).toEqual(readManifest(whole).predictions);
    for (const file of ['predictions.csv', 'root.csv', 'rounds.csv'])
      expect(readFileSync(join(left, file), 'utf8')).toBe(readFileSync(join(whole, file), 'utf8'));
    expect(readFileSync(join(left, 'report.html'), 'utf8')).toContain('Dashed: exact expectation');
  };
  const simulated = async (out: string, signal: AbortSignal): Promise<() => Promise<RunResult>> =>
    simulateRun(await preparedRun(problem, settings, { out }), { signal, observe: () => undefined });

  inSuite.test('by an interrupt says so, and the same call adds them', async () => {
    const out = join(folder, 'cut');
    const stop = new AbortController();
    const finish = await simulated(out, stop.signal);
    stop.abort();
    expect(await finish()).toMatchObject({ state: 'completed', exactInterrupted: true });
    expect(lacksExact({ exact: curveOf(out) })).toBe(true);
    await isCompletedFrom(out);
  });

  test.each(oneIn(2, ['resumed', 'from its start']))(
    'by a kill, simulated %s, gets them from the same call',
    async (how) => {
      const out = join(folder, `killed ${how}`);
      if (how === 'resumed') {
        const first = await (await simulated(out, AbortSignal.abort()))();
        expect(first.state).toBe('interrupted');
      }
      const finish = await simulated(out, new AbortController().signal);
      const left = join(folder, `left ${how}`);
      // A kill leaves what is on the disk by now; the lock of a program that is gone counts no more.
      cpSync(out, left, { recursive: true, filter: (path) => !path.endsWith('.lock') });
      await finish();
      expect(readManifest(left).state).toBe('completed');
      await isCompletedFrom(left);
    },
  );
});
