/** Slopes of a run's own curves: fitted lines against the law that made the curve. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { buildReport } from '../../src/report/buildReport.ts';
import { readRuns } from '../../src/report/paper/inputs.ts';
import { planReach } from '../../src/report/paper/planReach.ts';
import { planRuns } from '../../src/report/paper/planRuns.ts';
import { writeRun } from './paper/madeUpRuns.ts';

const root = mkdtempSync(join(tmpdir(), 'fedsa-slopes-'));
afterAll(() => rmSync(root, { recursive: true }));

const ROUNDS = 1000;
/** 5/t, of seeds that differ by a factor. */
const law = [1, 1.5].map((factor) =>
  Array.from({ length: ROUNDS + 1 }, (_, t) => (t === 0 ? 9 : (factor * 5) / t)),
);
const decreasing = { kind: 'decreasing', scale: 1, offset: 0, exponent: 0.5 } as const;
const run = writeRun(join(root, 'run'), { 'local-sa': law }, (manifest) => ({
  ...manifest,
  configuration: {
    ...manifest.configuration,
    algorithms: [{ name: 'local-sa', stepSize: decreasing }],
    budget: { kind: 'rounds', rounds: ROUNDS },
    reach: [0.1],
  },
}));

test('on logarithmic axes the fitted line lies on the law, and its slope stands beside that of the step size', async () => {
  const inputs = await readRuns([run], undefined);
  const choice = { logX: true, linearY: false, smooth: 1, overlay: false };
  const { axes, caption } = planRuns(inputs, undefined, choice);
  const fit = axes[0]!.chart.series.find(({ line }) => line === 'thin')!;
  expect(fit.points.map(({ x }) => x)).toEqual([101, 1000]);
  // A mean of 1/t over a part from a to 1.26 a is by (ln 1.26)²/24, 0.2 %, above its middle.
  for (const { x, y } of fit.points) expect((y * x) / 6.25).toBeCloseTo(1, 1.9);
  expect(caption).toContain('Local SA ∝ t^−1.00 [−1.00, −1.00], η ∝ t^−0.50.');
  const plain = planRuns(inputs, undefined, { ...choice, logX: false });
  expect(plain.axes[0]!.chart.series.map(({ line }) => line)).toEqual(['solid']);
});

test('the report of such a run has that figure', async () => {
  const { report } = await buildReport(run);
  expect(readFileSync(report, 'utf8').includes('<figure id="slopes">')).toBe(true);
  expect(readFileSync(join(run, 'figures/slopes.svg'), 'utf8')).toMatch(/>, ∝ t\^−1\.00[^<]*η ∝ t\^−0\.50</);
});

test('levels are reached when the law says, in half a second a round', async () => {
  const inputs = await readRuns([run], undefined);
  const { axes, names } = planReach(inputs, { overlay: false });
  const [line] = axes[0]!.chart.series;
  const asked = line!.points.find(({ x }) => x === 0.1)!;
  // 5/t ≤ 0.1 from round 50 on, 7.5/t from 75: 25 and 37.5 seconds.
  expect(asked).toMatchObject({ y: 31.25, low: 25, high: 37.5 });
  expect([...names]).toEqual([['local-sa', 'Local SA']]);
  const other = { ...inputs.panels[0]!, manifest: { ...inputs.panels[0]!.manifest } };
  other.manifest = { ...other.manifest, configuration: { ...other.manifest.configuration } };
  delete (other.manifest.configuration as { reach?: readonly number[] }).reach;
  expect(() => planReach({ ...inputs, panels: [other] }, { overlay: false })).toThrow(
    /^`figures` reach: these runs have no levels/,
  );
});
