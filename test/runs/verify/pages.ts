/** Reports whose pages compute their runs again. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect } from 'vitest';
import { readTask, recompute } from '../../../src/runs/verify/recompute.ts';
import { fedsa } from '../../commandLine/builtProgram.ts';

/** Of three algorithms three seeds, 8 rounds. */
export const EVERY_PART = '--algorithm local-sa,scafflsa,fedhsa --step-size 0.1 --rounds 8 --seeds 3';

/** What the page of a run holds: its program, or its task. */
export function partOf(folder: string, run: string, name: 'program' | 'task'): string {
  const page = readFileSync(join(folder, run, 'report.html'), 'utf8');
  const [, data] = new RegExp(`class="${name}">([^<]*)<`).exec(page)!;
  return gunzipSync(Buffer.from(data!, 'base64')).toString('utf8');
}

/** Runs the words after `fedsa run`, and reports it with a page that can compute it again. */
export async function reported(folder: string, words: string, run: string): Promise<void> {
  const asked = `run ${words} --out ${run} --no-report --quiet`.split(' ');
  expect(await fedsa(folder, ...asked)).toMatchObject({ status: 0 });
  expect(await fedsa(folder, 'report', run, '--verify')).toMatchObject({ status: 0 });
}

/** The task of a page is rows of its run, and computing it gives these. */
export async function expectSame(folder: string, run: string): Promise<void> {
  const task = readTask(partOf(folder, run, 'task'));
  const seeds = task.replications.map(({ seed }) => seed);
  expect(seeds).toEqual(task.configuration.algorithms.flatMap(() => [1, 2]));
  const comparison = await recompute(task, () => undefined);
  expect(comparison).toMatchObject({ equal: comparison.rows, largest: 0, where: undefined });
  const recorded = readFileSync(join(folder, run, 'rounds.csv'), 'utf8').split('\n');
  for (const { rows } of task.replications) for (const row of rows) expect(recorded).toContain(row);
  expect(comparison.rows).toBeGreaterThan(5);
}
