/** The agents' constants: a row each, or of many agents minimum, median and maximum. */
import type { AgentConstants } from '../../theory/constants.ts';
import type { TheorySummary } from '../../theory/summary.ts';
import { cell, table, vectorText } from '../textTable.ts';

/** Agents up to which each has a row of its own; above, minimum, median and maximum stand for them. */
const MOST_ROWS = 8;

/** One column of the agents' table: what it is called, and its value for an agent, if it has one. */
interface AgentColumn {
  readonly title: string;
  readonly value: (agent: AgentConstants) => number | null;
}

/** The table of the agents, with their stationary laws below it. */
export function agentLines({ constants, epsilon }: TheorySummary): string[] {
  if (constants === null) return [];
  const candidates: AgentColumn[] = [
    { title: 'states', value: ({ chain }) => chain?.states ?? null },
    { title: 'τ(1/4)', value: ({ chain }) => chain?.quarterMixingTime ?? null },
    { title: `τ(${epsilon})`, value: ({ chain }) => chain?.mixingTime ?? null },
    { title: 'gap', value: ({ chain }) => chain?.spectralGap ?? null },
    { title: 'ν_ps', value: ({ chain }) => chain?.pseudoSpectralGap ?? null },
    { title: 'C_∞', value: ({ chain }) => chain?.supremumRatio ?? null },
    { title: 'λ_min(sym)', value: ({ operator }) => operator?.monotonicity ?? null },
    { title: 'λ_min(Σ_φ)', value: ({ featureSpread }) => featureSpread },
    { title: '‖Σ_Ã‖', value: ({ noise }) => noise?.matrixNoise ?? null },
    { title: 'tr Σ_ε', value: ({ noise }) => noise?.localNoise ?? null },
    { title: 'tr Σ_ω', value: ({ noise }) => noise?.rootNoise ?? null },
  ];
  const columns = candidates.filter(({ value }) => constants.agents.some((agent) => value(agent) !== null));
  if (columns.length === 0) return [];
  const titles = ['', ...columns.map(({ title }) => title)];
  const lines =
    constants.agents.length <= MOST_ROWS
      ? [
          'Agents (mixing times in steps of the chain)',
          ...table([
            [...titles, 'local root θ_i*'],
            ...constants.agents.map((agent, index) => [
              `agent ${index}`,
              ...columns.map(({ value }) => cell(value(agent))),
              agent.operator === null
                ? '–'
                : agent.operator.localRoot === null
                  ? 'none'
                  : vectorText(agent.operator.localRoot),
            ]),
          ]),
          ...stationaryLines(constants.agents),
        ]
      : [
          `Agents, all ${constants.agents.length} of them (mixing times in steps of the chain)`,
          ...table([
            titles,
            ...(['minimum', 'median', 'maximum'] as const).map((name) => [
              name,
              ...columns.map(({ value }) => cell(quantile(constants.agents.map(value), name))),
            ]),
          ]),
        ];
  if (constants.chainsLeftOut > 0)
    lines.push(`  without ${constants.chainsLeftOut} chains that are too large to analyse`);
  return lines;
}

function stationaryLines(agents: readonly AgentConstants[]): string[] {
  return agents.flatMap(({ chain }, index) =>
    chain === null ? [] : [`  π of agent ${index}: ${vectorText(chain.stationary)}`],
  );
}

function quantile(
  values: readonly (number | null)[],
  statistic: 'minimum' | 'median' | 'maximum',
): number | null {
  const sorted = values.filter((value) => value !== null).sort((a, b) => (a < b ? -1 : 1));
  if (sorted.length === 0) return null;
  const last = sorted.length - 1;
  if (statistic === 'minimum') return sorted[0]!;
  if (statistic === 'maximum') return sorted[last]!;
  const lower = sorted[Math.floor(last / 2)]!;
  const upper = sorted[Math.ceil(last / 2)]!;
  return lower === upper ? lower : (lower + upper) / 2;
}
