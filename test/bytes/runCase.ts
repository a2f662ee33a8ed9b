/** Runs a case by the built library, as a user does, and takes the hashes of what it wrote. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Inspection, ScenarioDefinition } from '../../src/index.ts';
import type { Case } from './cases.ts';
import { filesOf, type Print } from './print.ts';

const { InputError, run, scenario } = (await import(
  new URL('../../dist/src/index.js', import.meta.url).href
)) as typeof import('../../src/index.ts');

/** What a case's run gave. */
export interface Found {
  readonly print: Print;
  /** the line of a run that was refused */
  readonly refusal?: string;
}

const countOf = (seeds: ScenarioDefinition['seeds']): number =>
  typeof seeds === 'object' ? seeds.length : (seeds ?? 1);

/**
 * Runs a case.
 *
 * @param keep - folder for its files; without it they are removed
 */
export async function runCase({ definition }: Case, keep?: string): Promise<Found> {
  const scratch = mkdtempSync(join(tmpdir(), 'fedsa-bytes-'));
  const out = keep ?? join(scratch, 'run');
  const stop = new AbortController();
  const outcomes: string[] = [];
  const replications = countOf(definition.seeds) * (definition.algorithms?.length ?? 3);
  const observe = (event: Inspection): void => {
    if (event.kind !== 'replicationEnded') return;
    outcomes.push(event.outcome.kind);
    // All rows are there: exact curves, which are computed beside a run, are not waited for.
    if (outcomes.length === replications) stop.abort();
  };
  try {
    await run(scenario(definition), {}, { out, report: false, observe, signal: stop.signal });
    const status = [...new Set(outcomes)].sort().join('+');
    return {
      print: { status: status === '' ? 'failed' : status, files: filesOf(out, definition.clock === 'wall') },
    };
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return { print: { status: 'refused', files: {} }, refusal: error.message };
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}
