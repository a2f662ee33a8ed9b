/** What `fedsa run` says in words: workers, warnings, what was found, and where it lies. */
import type { Inspection } from '../events/inspection.ts';
import { countAll } from '../configuration/replications.ts';
import type { RunSummary } from '../report/summariseRun.ts';
import type { PanelsResult } from '../runs/executePanels.ts';
import type { RunResult } from '../runs/executeRun.ts';
import { summaryOf } from '../runs/runSummary.ts';
import { slippageLine } from '../runs/slippage.ts';
import { limitsHere, threadNeeds } from '../runs/threadNeeds.ts';
import { growthWarning } from '../theory/stability/meanSquareGrowth.ts';
import { placementText } from '../report/configurationTable.ts';
import { findings } from './findings.ts';
import { reachTable } from './reachTable.ts';
import { durationText } from '../values/durationText.ts';
import { print, printError } from './print.ts';
import { counted } from '../values/counted.ts';
import { grouped, scientific } from '../values/numbers.ts';

/** Seconds that threads take to start from which on they are announced. */
const LONG_START = 2;

/** Line on where agents live and why, unless that was asked for, with which workers, that one is lost, and what many threads take. */
export function placementLine(inspection: Inspection): string | undefined {
  if (inspection.kind === 'hostLost') {
    const { algorithm, seed } = inspection.replication;
    return `${inspection.why}; ${algorithm} with seed ${seed} begins again on the remaining workers`;
  }
  if (inspection.kind !== 'placed') return undefined;
  const { placement, why } = inspection;
  const { workers, threads, unit } = placement;
  if (workers) return `agents live with ${counted(workers.length, 'worker')}: ${workers.join(', ')}`;
  const { bytes, seconds } = threadNeeds(threads, limitsHere());
  const lines = why === undefined ? [] : [`placement ${placementText(placement)}: ${why}`];
  if (unit === 'agents' && seconds >= LONG_START)
    lines.push(
      `${grouped(threads)} threads take about ${durationText(seconds)} to start, and ${scientific(bytes / 1e9, 2)} GB`,
    );
  return lines.length > 0 ? lines.join('; ') : undefined;
}

/** A failure without the warnings that it repeats. */
export function withoutWarnings(failure: string, result: RunResult | undefined): string {
  const warnings = (result?.manifest.predictions ?? []).flatMap(
    (prediction) => growthWarning(prediction) ?? [],
  );
  return warnings.reduce((line, warning) => line.replace(`${warning}; `, ''), failure);
}

/** Where the files are; after an interrupt, how the run is completed. */
export function printWhere({ state, directory, report, answer }: PanelsResult | RunResult): void {
  if (state === 'interrupted') {
    printError(
      `fedsa: interrupted; what is finished is in ${directory}; the same command with --out ${directory} completes it\n`,
    );
  } else {
    if (answer !== undefined) print(`${answer}\n`);
    print(report === undefined ? `Files: ${directory}\n` : `Report: ${report}\n`);
  }
}

/**
 * Prints what was found.
 *
 * @returns it; `undefined` of a run that was interrupted, or left nothing
 */
export async function printFindings(result: RunResult): Promise<RunSummary | undefined> {
  const summary = result.state === 'interrupted' ? undefined : await summaryOf(result);
  if (summary !== undefined) for (const line of findings(summary)) print(`${line}\n`);
  if (result.fromStore)
    print(
      `${result.fromStore} of ${counted(countAll(result.manifest.runs), 'replication')} came from the store\n`,
    );
  if (result.slippage !== undefined) print(`${slippageLine(result.slippage)}\n`);
  return summary;
}

export interface OfPanel {
  /** `undefined` of a run without panels */
  readonly panel?: string;
  readonly found: RunSummary;
}

/** One table of all panels, or two where they are not about the same quantity. */
export function printReach(all: readonly OfPanel[]): void {
  const hasPanels = all.some(({ panel }) => panel !== undefined);
  const titles = new Set(all.flatMap(({ found }) => found.algorithms.map(({ title }) => title)));
  // Panels that are all of one algorithm need not name it.
  const columns = (panel: string, title: string): string[] =>
    hasPanels ? (titles.size > 1 ? [panel, title] : [panel]) : [title];
  for (const column of ['error', 'operatorNorm'] as const) {
    const rows = all
      .filter(({ found }) => found.column === column)
      .flatMap(({ panel = '', found }) =>
        found.algorithms.map(({ title, reach }) => ({ heads: columns(panel, title), reached: reach })),
      );
    for (const line of reachTable(column, columns('panel', 'algorithm'), rows)) print(`${line}\n`);
  }
}
