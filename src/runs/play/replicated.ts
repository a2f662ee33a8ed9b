/** Replications that a page computes: inline, with nothing of Node and without kernels, which have the same bits. */
import { type ThreadResources, threadResources } from '../../../actors/agent/threadResources.ts';
import { InlineAgents } from '../../../actors/hosting/inlineAgents.ts';
import { plainPlan, type ReplicationObserver } from '../../../actors/replication/replication.ts';
import { runReplication } from '../../../actors/replication/runReplication.ts';
import type { RunConfiguration } from '../../configuration/configuration.ts';
import type { Replication } from '../../configuration/replications.ts';
import { countsOf } from '../../events/timedCounts.ts';
import { gradientNormOf } from '../../measurement/metrics/gradientNorm.ts';
import { pullsAtRoot } from '../../measurement/metrics/lyapunov.ts';
import { columnsOf, METRICS } from '../../measurement/metrics/metrics.ts';
import type { RoundRecord } from '../../measurement/metrics/roundRecord.ts';
import type { Problem } from '../../problems/operator.ts';
import type { Solution } from '../../problems/root.ts';
import { numberCell, textCell } from '../../recording/csvCell.ts';
import type { RunRecord } from '../../recording/manifest.ts';
import { endingOf } from '../../recording/ending.ts';
import { roundsRow } from '../../recording/rows.ts';
import type { Series } from '../../report/readRounds.ts';

/** A replication with its record and its columns, and its rows of rounds.csv where they are asked for. */
export interface Replicated {
  readonly series: Series;
  readonly record: RunRecord;
  readonly rows: readonly string[];
}

/** What is wanted of a replication. */
interface ReplicationChoice {
  /** the row after which it is stopped; it goes to its end where there is none */
  readonly lastRow?: number;
  /** whether its rows are kept as text */
  readonly withRows?: boolean;
  /** hears of each recorded round */
  readonly observe?: (round: number) => void;
}

/** The beginning of a replication's rows. */
const prefixOf = ({ algorithm, seed }: Replication): string => `${textCell(algorithm)},${numberCell(seed)},`;

/** Computes one replication after another of the same problem, whose agents are built once. */
export class Replicator {
  readonly #problem: Problem;
  readonly #solution: Solution;
  readonly #agents: ThreadResources;

  constructor(problem: Problem, solution: Solution) {
    this.#problem = problem;
    this.#solution = solution;
    this.#agents = threadResources(problem, undefined);
  }

  /**
   * Computes a replication.
   *
   * @throws ActorFailure where it cannot be computed
   */
  async replicate(
    configuration: RunConfiguration,
    replication: Replication,
    { lastRow = Infinity, withRows = false, observe }: ReplicationChoice = {},
  ): Promise<Replicated> {
    const { root } = this.#solution;
    const pulls =
      configuration.lyapunov && root !== undefined
        ? pullsAtRoot((index) => this.#problem.agent(index), this.#problem.agents, root)
        : undefined;
    const columns = columnsOf(configuration);
    const prefix = prefixOf(replication);
    const records: RoundRecord[] = [];
    const observer: ReplicationObserver = {
      observe: (event) => {
        if (event.kind !== 'recorded') return;
        records.push(event.record);
        observe?.(event.record.round);
      },
      stopping: () => false,
    };
    const plan = plainPlan(configuration, this.#problem, replication);
    const answer = { ...this.#solution, ...(pulls && { pulls }) };
    const stopWhen = (): boolean => records.length >= lastRow;
    const outcome = await runReplication(
      { plan, answer, observer, stopWhen },
      new InlineAgents(this.#agents, plan),
    );
    return {
      series: { ...replication, columns: seriesColumns(records) },
      record: { ...replication, ...endingOf(outcome), rows: records.length, ...countsOf(outcome) },
      rows: withRows ? records.map((record) => roundsRow(prefix, record, columns)) : [],
    };
  }
}

/** A row a record, as a report reads them. */
function seriesColumns(records: readonly RoundRecord[]): Series['columns'] {
  const columns: Record<string, number[]> = {};
  METRICS.forEach(({ name }, at) => (columns[name] = records.map(({ values }) => values[at]!)));
  return {
    ...(columns as unknown as Series['columns']),
    gradientNorm: columns.operatorNorm!.map(gradientNormOf),
  };
}
