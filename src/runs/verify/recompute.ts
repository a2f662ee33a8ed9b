/**
 * Computes replications again, inline, and compares their rows with those that were recorded: what a report's page does in its
 * reader's browser. Nothing here is Node's, and no kernel takes the operators' part: both have the same bits.
 */
import { threadResources } from '../../../actors/agent/threadResources.ts';
import { InlineAgents } from '../../../actors/hosting/inlineAgents.ts';
import { plainPlan, type ReplicationObserver } from '../../../actors/replication/replication.ts';
import { runReplication } from '../../../actors/replication/runReplication.ts';
import type { RoundRecord } from '../../measurement/metrics/roundRecord.ts';
import { pullsAtRoot } from '../../measurement/metrics/lyapunov.ts';
import { columnsOf } from '../../measurement/metrics/metrics.ts';
import { buildProblem } from '../../problems/buildProblem.ts';
import { solveProblem } from '../../problems/root.ts';
import type { ProblemSpecification } from '../../problems/specification.ts';
import type { RunConfiguration } from '../../configuration/configuration.ts';
import type { Replication } from '../../configuration/replications.ts';
import { numberCell, readNumberCell, textCell } from '../../recording/csvCell.ts';
import { roundsRow } from '../../recording/rows.ts';
import { counted } from '../../values/counted.ts';

/** A replication with its rows of rounds.csv. */
export interface RecordedReplication extends Replication {
  readonly rows: readonly string[];
  /** whether a rule ended it with the last of them */
  readonly stopped: boolean;
}

/** What is computed again; plain data. */
export interface VerifyTask {
  readonly specification: ProblemSpecification;
  readonly configuration: RunConfiguration;
  readonly replications: readonly RecordedReplication[];
}

/** How the rows compare. */
export interface Comparison {
  readonly rows: number;
  /** those with the same bytes */
  readonly equal: number;
  /** the largest difference of two numbers, as a share of the larger one */
  readonly largest: number;
  /** where it is */
  readonly where: string | undefined;
}

/** The beginning of a replication's rows. */
export const prefixOf = ({ algorithm, seed }: Replication): string =>
  `${textCell(algorithm)},${numberCell(seed)},`;

/**
 * Computes a task.
 *
 * @param observe - sees what share of the rows has been compared
 * @throws ActorFailure where the problem cannot be computed
 */
export async function recompute(task: VerifyTask, observe: (share: number) => void): Promise<Comparison> {
  const { configuration, replications } = task;
  const problem = buildProblem(task.specification);
  const solution = solveProblem(problem);
  const { root } = solution;
  const pulls =
    configuration.lyapunov && root !== undefined
      ? pullsAtRoot((index) => problem.agent(index), problem.agents, root)
      : undefined;
  const answer = { ...solution, ...(pulls && { pulls }) };
  const agents = threadResources(problem, undefined);
  const columns = columnsOf(configuration);
  const names = columns.map(({ metric }) => metric.name);
  const total = replications.reduce((sum, { rows }) => sum + rows.length, 0);
  let [rows, equal, largest] = [0, 0, 0];
  let where: string | undefined;
  for (const { rows: recorded, stopped, ...replication } of replications) {
    const { algorithm, seed } = replication;
    const plan = plainPlan(configuration, problem, replication);
    const prefix = prefixOf(replication);
    let at = 0;
    const differ = (share: number, place: string): void => {
      if (share <= largest) return;
      largest = share;
      where = `${algorithm}, seed ${seed}, ${place}`;
    };
    const compare = (record: RoundRecord): void => {
      const line = recorded[at++];
      if (line === undefined) return;
      rows++;
      const here = roundsRow(prefix, record, columns);
      if (here === line) equal++;
      else {
        const cells = line.slice(prefix.length).split(',');
        const computed = here.slice(prefix.length).split(',');
        names.forEach((name, k) => {
          differ(
            difference(readNumberCell(computed[k]!), readNumberCell(cells[k]!)),
            `round ${cells[0]!}, ${name}`,
          );
        });
      }
      observe(rows / total);
    };
    const observer: ReplicationObserver = {
      observe: (event) => {
        if (event.kind === 'recorded') compare(event.record);
      },
      stopping: () => false,
    };
    const stopWhen = (): boolean => stopped && at === recorded.length;
    await runReplication({ plan, answer, observer, stopWhen }, new InlineAgents(agents, plan));
    if (at !== recorded.length) differ(Infinity, `${at} rows instead of ${recorded.length}`);
  }
  return { rows, equal, largest, where };
}

/** Of two numbers, as a share of the larger one. */
function difference(first: number, other: number): number {
  if (first === other || (Number.isNaN(first) && Number.isNaN(other))) return 0;
  const share = Math.abs(first - other) / Math.max(Math.abs(first), Math.abs(other));
  return Number.isNaN(share) ? Infinity : share;
}

/** What another engine's exp, log and cos may do to a number, by way of a whole run. */
const TOLERANCE = 1e-6;

/** What is said of a comparison. */
export function verdictOf({ rows, equal, largest, where }: Comparison): {
  readonly holds: boolean;
  readonly text: string;
} {
  const compared = counted(rows, 'row');
  if (largest === 0 && equal === rows)
    return { holds: true, text: `Verified: this browser computes the same ${compared}, byte for byte.` };
  const size = Number.isFinite(largest) ? `${largest.toExponential(1)} of the number` : 'beyond measure';
  const most = `the largest difference is ${size} (${where ?? ''})`;
  return largest <= TOLERANCE
    ? {
        holds: true,
        text: `Verified up to rounding: ${equal} of ${compared} are the same byte for byte, and ${most}. Engines differ in the last bits of functions such as exp.`,
      }
    : {
        holds: false,
        text: `Different: ${equal} of ${compared} are the same, and ${most}.`,
      };
}

interface WrittenArray {
  readonly array: keyof typeof ARRAYS;
  readonly bytes: string;
}
const ARRAYS = { Float64Array, Int32Array, Uint32Array, Uint8Array };

/** A task as text: JSON, arrays of numbers by their bytes. */
export const writeTask = (task: VerifyTask): string =>
  JSON.stringify(task, (_, value: unknown) => {
    if (!ArrayBuffer.isView(value)) return value;
    const bytes = new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
    return {
      array: value.constructor.name,
      bytes: btoa(bytes.reduce((all, byte) => all + String.fromCharCode(byte), '')),
    };
  });

/** The inverse of {@link writeTask}. */
export const readTask = (text: string): VerifyTask =>
  JSON.parse(text, (_, value: unknown) => {
    const { array, bytes } = (value ?? {}) as Partial<WrittenArray>;
    if (array === undefined || bytes === undefined) return value;
    return new ARRAYS[array](Uint8Array.from(atob(bytes), (character) => character.charCodeAt(0)).buffer);
  }) as VerifyTask;
