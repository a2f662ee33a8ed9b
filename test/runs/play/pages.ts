/** Reports whose readers can compute their runs again. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect } from 'vitest';
import type { Comparison } from '../../../src/runs/play/comparison.ts';
import { type PlayedRun, readPlayed } from '../../../src/runs/play/playedRun.ts';
import { Player } from '../../../src/runs/play/player.ts';
import type { View, Wish } from '../../../src/report/playMessages.ts';
import { fedsa } from '../../commandLine/builtProgram.ts';

/** Of three algorithms three seeds, 8 rounds. */
export const EVERY_PART = '--algorithm local-sa,scafflsa,fedhsa --step-size 0.1 --rounds 8 --seeds 3';

/** What a page holds: its program, or its run. */
export function partOf(page: string, name: 'program' | 'run'): string {
  const [, data] = new RegExp(`class="${name}">([^<]*)<`).exec(readFileSync(page, 'utf8'))!;
  return gunzipSync(Buffer.from(data!, 'base64')).toString('utf8');
}

/** Runs the words after `fedsa run` with a page to play with, and gives the run that it holds. */
export async function played(folder: string, words: string, out: string): Promise<PlayedRun> {
  const asked = `run ${words} --out ${out} --interactive --quiet`.split(' ');
  expect(await fedsa(folder, ...asked)).toMatchObject({ status: 0, stderr: '' });
  return readPlayed(partOf(join(folder, out, 'report.html'), 'run'));
}

/** What comes of a wish in the end. */
export async function answered(
  player: Player,
  wish: Partial<Wish>,
): Promise<{ readonly view: View; readonly comparison?: Comparison; readonly leftOut: readonly object[] }> {
  const answers: unknown[] = [];
  await player.play({ settings: {}, axis: 'round', ...wish }, (answer) => answers.push(answer));
  return answers.at(-1) as Awaited<ReturnType<typeof answered>>;
}

/** Every replication that is computed again is the one that was recorded. */
export async function expectSame(run: PlayedRun): Promise<void> {
  const { replications } = run.recorded!;
  const { comparison } = await answered(new Player(run), { repeat: true });
  const rows = replications.reduce((sum, replication) => sum + replication.rows, 0);
  expect(rows).toBeGreaterThan(5);
  expect(comparison).toEqual({
    ...{ replications: replications.length, equal: replications.length, rows },
    ...{ largest: 0, where: undefined },
  });
}
