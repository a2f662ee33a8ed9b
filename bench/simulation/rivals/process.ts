/** Programs of rivals: found, compiled, run; or the reason why not. */
import { spawnSync } from 'node:child_process';
import type { Cost } from '../../harness/benchmark.ts';

/** What a rival's process prints. */
export interface RivalRun {
  readonly theta: Float64Array;
  /** seconds of the timed rounds */
  readonly cost: Cost;
}

/** A rival that can run here, or the reason why it cannot. */
export type Rival =
  | { readonly key: string; readonly name: string; readonly run: (tables: string) => RivalRun }
  | { readonly skipped: string };

/** Runs a program to its end; `undefined` where it is missing or fails. */
export function output(program: string, words: readonly string[]): string | undefined {
  const { status, stdout } = spawnSync(program, words, { encoding: 'utf8', maxBuffer: 2 ** 26 });
  return status === 0 ? stdout : undefined;
}

/** Reads the one JSON object that a rival prints. */
export function rivalRun(program: string, words: readonly string[]): RivalRun {
  const printed = output(program, words);
  if (printed === undefined) throw new Error(`${program} ${words.join(' ')} failed`);
  const { theta, wall, cpu } = JSON.parse(printed) as { theta: number[] } & Cost;
  return { theta: Float64Array.from(theta), cost: { wall, cpu } };
}
