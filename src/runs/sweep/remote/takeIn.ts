/** What a sweep's folder lacks, and how it takes in what a worker has computed. */
import { recordedRoot } from '../../../recording/manifest.ts';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { firstLine, InputError } from '../../../values/failure.ts';
import { writeManifest } from '../../../recording/manifestFile.ts';
import { readManifest } from '../../../recording/readManifest.ts';
import { endOf, readResult, refuseDifferent, RESULT_NAME, verifyResult } from '../../store/resultFile.ts';
import { renamed, Store } from '../../store/store.ts';
import { temporaryBeside } from '../../../recording/temporaryName.ts';
import { partsBeside, seedsOf } from '../runParts.ts';
import type { RunEnd, RunOfTask, SweepTask } from '../sweepTask.ts';
import type { File } from './frame.ts';

/** The runs of a task that lack seeds, with those seeds: a task for each list of them. */
export function byMissingSeeds(task: SweepTask): SweepTask[] {
  const tasks = new Map<string, { readonly seeds: readonly number[]; readonly runs: RunOfTask[] }>();
  for (const run of task.runs) {
    const seeds = missingSeeds(run, task);
    if (seeds.length === 0) continue;
    const name = seeds.join();
    const known = tasks.get(name) ?? { seeds, runs: [] };
    known.runs.push(run);
    tasks.set(name, known);
  }
  return [...tasks.values()].map(({ seeds, runs }) => ({ ...task, seeds, runs }));
}

function missingSeeds(run: RunOfTask, task: SweepTask): number[] {
  const { key, directory } = run;
  const parts = partsBeside(directory);
  try {
    const point = readResult(directory, key);
    const all = seedsOf(run, task.seeds, parts);
    const found = parts.find(key, all);
    const stored = task.store === undefined ? undefined : new Store(task.store).find(key, all);
    return all.filter(
      (seed) => endOf(point?.replications[seed]) === undefined && !found.has(seed) && !stored?.has(seed),
    );
  } catch (error) {
    // What is wrong with the folder is reported by the program that writes there.
    if (error instanceof InputError) return [];
    throw error;
  }
}

const DONE: RunEnd = { kind: 'done', isNew: true, diverged: undefined };

/** What a worker says that it has computed of a run. */
interface Computed {
  /** asked for */
  readonly seeds: readonly number[];
  readonly failure: string | null;
  readonly files: readonly File[];
}

/**
 * Puts it where the run is written from: in its place where there is nothing, else among its parts.
 *
 * @returns `done`, or why it cannot be used
 */
export function takeIn(run: RunOfTask, { seeds, failure, files }: Computed): RunEnd {
  const { key, directory } = run;
  const parts = partsBeside(directory);
  const temporary = temporaryBeside(directory);
  mkdirSync(temporary);
  try {
    for (const { name, bytes } of files) writeFileSync(join(temporary, name), bytes);
    if (!existsSync(join(temporary, RESULT_NAME)))
      return { kind: 'failed', line: failure ?? 'its worker has sent no result' };
    const result = readResult(temporary, key)!;
    verifyResult(temporary, result);
    if (failure === null && seeds.some((seed) => endOf(result.replications[seed]) === undefined))
      return { kind: 'failed', line: 'its worker has sent fewer seeds than were asked for' };
    const isFirst = !existsSync(directory) && parts.parts(key).length === 0;
    if (isFirst) writeOwnManifest(temporary, run);
    if (!isFirst || !renamed(temporary, directory)) {
      const point = readResult(directory, key);
      if (point)
        refuseDifferent({ directory: `${directory} of a worker`, result }, { directory, result: point });
      const ended = Object.keys(result.replications).filter((seed) => endOf(result.replications[seed]));
      if (ended.every((seed) => endOf(point?.replications[seed]) !== undefined)) return DONE;
      parts.addFrom({ directory: temporary, result }, () => readManifest(temporary));
    }
    return failure === null
      ? { kind: 'done', isNew: true, diverged: undefined }
      : { kind: 'failed', line: failure };
  } catch (error) {
    return { kind: 'failed', line: firstLine(error) };
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
}

/** What a run is stays as the sweep says it; where and when it was computed is the worker's to say. */
function writeOwnManifest(folder: string, { head }: RunOfTask): void {
  const theirs = readManifest(folder);
  const { node, commit, machine, startedAt, endedAt, state, failure, placement, runs } = theirs;
  const manifest = {
    ...head,
    ...{ node, commit, machine, startedAt, endedAt, state, failure, placement, runs },
    problem: { ...head.problem, ...recordedRoot(theirs.problem) },
    configuration: { ...head.configuration, seeds: theirs.configuration.seeds },
  };
  writeManifest(folder, manifest, () => undefined);
}
