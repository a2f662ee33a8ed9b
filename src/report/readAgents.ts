/** What agents.csv and staleness.csv say, summed over the seeds. */
import { join } from 'node:path';
import {
  AGENT_COLUMNS,
  type AgentColumn,
  AGENTS_NAME,
  STALENESS_COLUMNS,
  STALENESS_NAME,
} from '../recording/agentRows.ts';
import { forEachRow } from './numberRows.ts';

/** One agent's numbers, summed over the seeds; of `largestStaleness` the largest. */
export type AgentTotals = Readonly<Record<AgentColumn, number>>;

/** One algorithm's agents. */
export interface AgentsOfAlgorithm {
  readonly algorithm: string;
  /** whose rows were read */
  readonly seeds: number;
  /** in agent order */
  readonly agents: readonly AgentTotals[];
  /** how many updates had a staleness, by agent; under −1 those of all where there is one histogram */
  readonly staleness: ReadonlyMap<number, ReadonlyMap<number, number>>;
}

interface Gathered extends AgentsOfAlgorithm {
  seeds: number;
  readonly agents: Record<AgentColumn, number>[];
  readonly staleness: Map<number, Map<number, number>>;
}

/**
 * The agents of each algorithm that has ended with some seed, or with that one; none of a run that is not timed, or was made before there
 * were such files.
 *
 * @throws InputError, one line, where a row is not as it should be
 */
export function readAgents(directory: string, only?: number): AgentsOfAlgorithm[] {
  const all = new Map<string, Gathered>();
  let [last, current]: [string, Gathered | undefined] = ['', undefined];
  forEachRow(join(directory, AGENTS_NAME), AGENT_COLUMNS, (algorithm, seed, cells) => {
    if (only !== undefined && seed !== only) return;
    if (current === undefined || last !== `${algorithm},${seed}`) {
      last = `${algorithm},${seed}`;
      current = all.get(algorithm) ?? { algorithm, seeds: 0, agents: [], staleness: new Map() };
      all.set(algorithm, current);
      current.seeds++;
    }
    const numbers = AGENT_COLUMNS.map((name, at) => [name, cells[at]!] as const);
    const agent = cells[0]!;
    const sums = current.agents[agent];
    if (sums === undefined) {
      current.agents[agent] = Object.fromEntries(numbers) as Record<AgentColumn, number>;
      return;
    }
    for (const [name, value] of numbers) {
      if (name === 'largestStaleness') sums[name] = Math.max(sums[name], value);
      else if (name !== 'agent') sums[name] += value;
    }
  });
  forEachRow(
    join(directory, STALENESS_NAME),
    STALENESS_COLUMNS,
    (algorithm, seed, [agent, staleness, updates]) => {
      if (only !== undefined && seed !== only) return;
      const histograms = all.get(algorithm)?.staleness;
      const counts = histograms?.get(agent!) ?? new Map<number, number>();
      histograms?.set(agent!, counts);
      counts.set(staleness!, (counts.get(staleness!) ?? 0) + updates!);
    },
  );
  return [...all.values()];
}

/** Of some agents together: all where it is not given. */
export function inAll(
  { agents }: AgentsOfAlgorithm,
  column: AgentColumn,
  isWanted: (agent: number) => boolean = () => true,
): number {
  return agents.reduce((sum, agent) => (isWanted(agent.agent) ? sum + agent[column] : sum), 0);
}
