/** What a scenario answers does not depend on its report: expensive curves are computed for either. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import * as library from '../../../src/index.ts';
import { choosePanels } from '../../../src/inputs/panelTargets.ts';
import { scenarioTarget } from '../../../src/inputs/target.ts';
import { readManifest } from '../../../src/recording/readManifest.ts';
import { executePanels, preparePanels } from '../../../src/runs/executePanels.ts';
import { executeRun } from '../../../src/runs/executeRun.ts';
import { type PreparedRun, prepareRun } from '../../../src/runs/preparedRun.ts';
import { RunPredictions } from '../../../src/runs/theory/runPredictions.ts';
import { emptyFolder } from '../../commandLine/builtProgram.ts';
import { specimen } from '../../oracles/specimens.ts';

const folder = emptyFolder();
const { signal } = new AbortController();
const observe = (): void => undefined;
const fields = {
  title: 'Title',
  question: 'q',
  problem: specimen('gauss-markov-quadratic', { agents: 2, dimension: 2 }),
  algorithms: ['local-sa'],
  stepSize: 0.002,
  rounds: 3,
  seeds: 1,
  placement: 'inline',
} as const;
const answer = (): string => 'Yes.';

/** The algorithms of a complete run whose curves are computed where the start left them out as too expensive. */
async function computed(run: PreparedRun, path: string): Promise<readonly string[] | undefined> {
  const manifest = readManifest(path);
  const left = manifest.predictions.map((prediction) => ({
    ...prediction,
    exact: { reason: 'takes too many multiplications', needed: 1e9 },
  }));
  const predictions = RunPredictions.left(run, { predictions: left });
  predictions.computeBeside();
  await predictions.complete(path, manifest, signal);
  return predictions.curves && [...predictions.curves.curves.keys()];
}

test.each([
  ['nothing', {}, false, undefined],
  ['an answer', { answer }, false, ['local-sa']],
  ['a report', {}, true, ['local-sa']],
])('a run whose curves are for %s', async (_, ofAnswer, report, expected) => {
  const out = join(folder, `run-${report}-${Object.keys(ofAnswer).join()}`);
  const target = await scenarioTarget(library.scenario({ name: 'run', ...fields, ...ofAnswer }));
  const run = await prepareRun({ target, settings: {}, out, report, commandArguments: [] });
  await executeRun(run, { signal, observe });
  expect(await computed(run, out)).toEqual(expected);
});

test.each([
  ['no answer', {}, undefined],
  ['an answer', { answer }, ['local-sa']],
])('a panel whose scenario has %s', async (_, ofAnswer, expected) => {
  const out = join(folder, `panels-${Object.keys(ofAnswer).join()}`);
  const panels = { a: { title: 'A' } };
  const target = await scenarioTarget(library.scenario({ name: 'p', ...fields, ...ofAnswer, panels }));
  const chosen = choosePanels(target, {});
  const prepared = await preparePanels({
    ...{ target, panels: chosen.panels!, settings: {}, out, report: false, commandArguments: [] },
  });
  await executePanels(prepared, { signal, observe, ended: observe });
  expect(await computed(prepared.panels[0]!.prepared, join(out, 'a'))).toEqual(expected);
});
