/** An answer says what the manifest says: curves that came after it are in the next one. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import * as library from '../../../src/index.ts';
import { scenarioTarget } from '../../../src/inputs/target.ts';
import { writeManifest } from '../../../src/recording/manifestFile.ts';
import { readManifest } from '../../../src/recording/readManifest.ts';
import { executeRun } from '../../../src/runs/executeRun.ts';
import { prepareRun } from '../../../src/runs/preparedRun.ts';
import { emptyFolder } from '../../commandLine/builtProgram.ts';
import { specimen } from '../../oracles/specimens.ts';

test('curves that were added to a run are in the answer of the same run again, and in its report', async () => {
  const scenario = library.scenario({
    ...{ name: 'answered', title: 'Title', question: 'q', algorithms: ['local-sa'], stepSize: 0.002 },
    problem: specimen('gauss-markov-quadratic', { agents: 2, dimension: 2 }),
    ...{ rounds: 3, seeds: 1, placement: 'inline' },
    answer: ({ panels }) => `The expectation is ${String(panels[0]!.of('local-sa').expected)}.`,
  });
  const out = join(emptyFolder(), 'run');
  const target = await scenarioTarget(scenario);
  const answered = async (): Promise<string | undefined> => {
    const run = await prepareRun({ target, settings: {}, out, report: true, commandArguments: [] });
    const signal = new AbortController();
    return (await executeRun(run, { signal: signal.signal, observe: () => undefined })).answer;
  };
  const before = await answered();
  expect(await answered()).toBe(before);
  const manifest = readManifest(out);
  const predictions = manifest.predictions.map((prediction) => {
    const { exact } = prediction;
    if (exact === undefined || 'reason' in exact) throw new Error('its curve is cheap');
    return { ...prediction, exact: { ...exact, meanSquare: exact.meanSquare.map(() => 7) } };
  });
  writeManifest(out, { ...manifest, predictions });
  expect(await answered()).toBe('The expectation is 7.');
  expect(readFileSync(join(out, 'report.html'), 'utf8')).toContain('The expectation is 7.');
});
