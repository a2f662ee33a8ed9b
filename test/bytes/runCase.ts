/** Runs a case by the built library, as a user does, and takes the hashes of what it wrote. */
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Inspection, ScenarioDefinition } from '../../src/index.ts';
import type { Case } from './cases.ts';
import { filesOf, type Print } from './print.ts';

const { InputError, replay, run, scenario } = (await import(
  new URL('../../dist/program/index.js', import.meta.url).href
)) as typeof import('../../src/index.ts');

/** What a case's run gave. */
export interface Found {
  readonly print: Print;
  /** what the program said of a run that was refused, or of a replay that came out otherwise */
  readonly line?: string;
}

const countOf = (seeds: ScenarioDefinition['seeds']): number =>
  typeof seeds === 'object' ? seeds.length : (seeds ?? 1);

/**
 * Runs a case.
 *
 * @param keep - folder for its files; without it they are removed
 */
export async function runCase({ definition, recording }: Case, keep?: string): Promise<Found> {
  const scratch = mkdtempSync(join(tmpdir(), 'fedsa-bytes-'));
  const out = keep ?? join(scratch, 'run');
  try {
    if (recording !== undefined) return await replayed(definition, recording, out);
    const status = await outcomeOf(definition, out);
    return { print: { status, files: filesOf(out, definition.clock === 'wall') } };
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return { print: { status: 'refused', files: {} }, line: error.message };
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** Runs into a folder; how its replications ended. */
async function outcomeOf(definition: ScenarioDefinition, out: string): Promise<string> {
  const stop = new AbortController();
  const outcomes: string[] = [];
  const replications = countOf(definition.seeds) * (definition.algorithms?.length ?? 3);
  const observe = (event: Inspection): void => {
    if (event.kind !== 'replicationEnded') return;
    outcomes.push(event.outcome.kind);
    // All rows are there: exact curves, which are computed beside a run, are not waited for.
    if (outcomes.length === replications) stop.abort();
  };
  await run(scenario(definition), {}, { out, report: false, observe, signal: stop.signal });
  return [...new Set(outcomes)].sort().join('+') || 'failed';
}

/**
 * A recorded run: its rows and events take the place of those of a run made now, whose manifest this
 * program can read. What is not there yet is recorded; to record again, delete the folder.
 */
export async function recorded(
  definition: ScenarioDefinition,
  recording: string,
  out: string,
): Promise<void> {
  await run(scenario(definition), {}, { out, report: false });
  const copy = (from: string, to: string): void => {
    mkdirSync(to, { recursive: true });
    for (const name of readdirSync(from).filter((name) => name.endsWith('.csv')))
      cpSync(join(from, name), join(to, name));
  };
  if (existsSync(recording)) copy(recording, out);
  else copy(out, recording);
}

async function replayed(definition: ScenarioDefinition, recording: string, out: string): Promise<Found> {
  await recorded(definition, recording, out);
  const { state, difference } = await replay(out);
  return {
    print: { status: state, files: filesOf(out, false) },
    ...(difference === undefined ? {} : { line: difference }),
  };
}
