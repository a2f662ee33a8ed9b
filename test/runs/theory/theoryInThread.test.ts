/** A theory that is watched: part by part, ended, and whole. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { loadProblem, solveLoaded } from '../../../src/inputs/target.ts';
import { theoryInThread, type TheoryProgress } from '../../../src/runs/theory/theoryInThread.ts';
import { runConfiguration } from '../../../src/configuration/runConfiguration.ts';
import { formatTheory, theorySections } from '../../../src/commandLine/theory/theoryText.ts';
import { theoryReport } from '../../../src/theory/theoryReport.ts';
import { temporaryFolder } from '../../recording/temporaryFolder.ts';
import { writeTwoAgents } from '../../commandLine/twoAgents.ts';

const folder = temporaryFolder();
writeTwoAgents(folder);
const loaded = await loadProblem({ kind: 'problem-file', path: join(folder, 'problem.json') }, undefined);
const configuration = runConfiguration(
  { stepSize: 0.05, localSteps: 2, rounds: 20 },
  loaded.problem.dimension,
);
const { specification } = loaded;
const parts: TheoryProgress[] = [];
const whole = theoryReport(loaded.problem, solveLoaded(loaded), configuration, {
  begins: (name, soFar, whole) => parts.push({ name, soFar, whole }),
});

test('in its thread it is the same as in this one, and its parts are heard of', async () => {
  const begun: string[] = [];
  const stay = new AbortController().signal;
  const found = await theoryInThread({ specification, configuration }, stay, ({ name }) => begun.push(name));
  expect(found).toEqual(whole);
  expect(found).not.toHaveProperty('endedAt');
  expect(begun).toEqual(parts.map(({ name }) => name));
  expect(begun).toContain('exact curve of SCAFFLSA');
});

test('ended at any part, what is there by then can be printed, and says that it is not whole', () => {
  expect(parts.length).toBeGreaterThan(6);
  let lines = 0;
  for (const { name, soFar } of parts) {
    if (soFar === undefined) continue;
    const printed = formatTheory({ ...soFar, endedAt: name });
    expect(printed).toContain(`Interrupted at: ${name}.`);
    expect(printed).not.toMatch(/undefined|NaN/);
    // Each part adds to what was there.
    expect(printed.split('\n').length).toBeGreaterThanOrEqual(lines);
    lines = printed.split('\n').length;
  }
  expect(parts.at(-1)!.soFar!.run!.predictions).toEqual(whole.run!.predictions);
  expect(formatTheory(whole)).not.toContain('Interrupted');
});

test('what is printed as a part is whole stays as it is, and stands before all that follows', () => {
  const all = theorySections(whole);
  const printed = parts.map(({ soFar, whole: done }) =>
    soFar === undefined ? [] : theorySections(soFar, done),
  );
  for (const sections of printed) expect(sections).toEqual(all.slice(0, sections.length));
  // constants before curves, and curves before limits and steps
  expect(new Set(printed.map(({ length }) => length)).size).toBe(4);
});

test('ended before it has begun there is nothing', async () => {
  const heard: string[] = [];
  const found = await theoryInThread({ specification, configuration }, AbortSignal.abort(), ({ name }) =>
    heard.push(name),
  );
  expect(found).toBeUndefined();
  expect(heard).toEqual([]);
});
