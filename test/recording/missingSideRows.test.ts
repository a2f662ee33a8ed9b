/** The files beside rounds.csv, cut after each of their rows. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { report, run, type RunSettings } from '../../src/index.ts';
import { lacksSideRows, refuseMissingSideRows } from '../../src/recording/missingSideRows.ts';
import { readManifest } from '../../src/recording/readManifest.ts';
import { refuseCutFolder } from '../../src/runs/live/viewedFolder.ts';
import { writeTwoAgents } from '../commandLine/twoAgents.ts';
import { temporaryFolder } from './temporaryFolder.ts';

/** The second agent takes several times as long as the first. */
const TIMED: RunSettings = {
  ...{ algorithms: ['local-sa'], stepSize: 0.1, localSteps: 2, rounds: 12, seeds: [1, 2] },
  timing: { compute: 1, agents: [{ agents: [1, 1], compute: 3.5 }] },
  ...{ updates: true, agentErrors: true, placement: 'inline', iterates: false },
};
const FILES = ['agents.csv', 'staleness.csv', 'updates.csv', 'agentErrors.csv'];

async function runOf(settings: RunSettings): Promise<{ out: string; problem: string }> {
  const folder = temporaryFolder();
  writeTwoAgents(folder);
  const problem = join(folder, 'problem.json');
  const out = join(folder, 'out');
  await run(problem, { ...TIMED, ...settings }, { out, report: false });
  return { out, problem };
}

test.each<{ readonly title: string; readonly settings: RunSettings; readonly counted: number }>([
  {
    title: 'stale updates that weigh less',
    settings: { policy: { kind: 'asynchronous', mixing: 0.5, weight: { kind: 'polynomial', exponent: 1 } } },
    counted: 24,
  },
  {
    title: 'two exchanges a round',
    settings: { algorithms: ['fedhsa'], policy: { kind: 'synchronous' } },
    counted: 48,
  },
  {
    title: 'answers carried over, and replications that diverge',
    settings: { stepSize: 50, allowDivergence: true, policy: { kind: 'first', count: 1, late: 'carry' } },
    counted: 0,
  },
])('a cut is noticed after any row, with $title', async ({ settings, counted }) => {
  const { out } = await runOf(settings);
  const manifest = readManifest(out);
  expect(manifest.state).toBe('completed');
  expect(lacksSideRows(out, manifest.runs)).toBe(false);
  for (const name of FILES) {
    const file = join(out, name);
    const whole = readFileSync(file, 'utf8');
    const ends = [...whole.matchAll(/\n/g)].map(({ index }) => index + 1).slice(0, -1);
    if (name === 'updates.csv' && counted > 0) expect(ends).toHaveLength(counted);
    for (const end of ends) {
      writeFileSync(file, whole.slice(0, end));
      expect(() => refuseMissingSideRows(out, manifest), `${name}, ${end} bytes`).toThrow(`${file}: `);
    }
    writeFileSync(file, whole);
  }
});

test('a report and the live page refuse a cut file, and the run’s command completes it', async () => {
  const policy = { kind: 'buffered', count: 1 } as const;
  const { out, problem } = await runOf({ policy });
  const pattern =
    / rows( of the run)?; the command of the run, given again with --out and this folder, completes it$/;
  const all = ['rounds.csv', ...FILES].map((name) => {
    const file = join(out, name);
    return { file, whole: readFileSync(file, 'utf8') };
  });
  for (const { file, whole } of all) {
    writeFileSync(file, whole.slice(0, -2));
    await expect(report(out), file).rejects.toThrow(pattern);
    expect(() => {
      refuseCutFolder(out);
    }, file).toThrow(pattern);
    writeFileSync(file, whole);
  }
  refuseCutFolder(out);

  // The rows of rounds.csv alone do not make a run complete.
  const manifest = readFileSync(join(out, 'manifest.json'), 'utf8');
  for (const state of ['completed', 'interrupted']) {
    writeFileSync(
      join(out, 'manifest.json'),
      manifest.replace('"state": "completed"', `"state": "${state}"`),
    );
    for (const { file, whole } of all.slice(1)) writeFileSync(file, whole.slice(0, -2));
    await run(problem, { ...TIMED, policy }, { out, report: false });
    for (const { file, whole } of all) expect(readFileSync(file, 'utf8')).toBe(whole);
  }

  rmSync(join(out, 'rounds.csv'));
  expect(() => {
    refuseCutFolder(out);
  }).toThrow('has 0 of the run');
  // Of a run that goes on more is to come.
  writeFileSync(join(out, 'manifest.json'), manifest.replace('"state": "completed"', '"state": "running"'));
  refuseCutFolder(out);
});
