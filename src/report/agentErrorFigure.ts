/** Errors of the agents of one algorithm: the worst by name, and the range of all. */
import type { Chart, Series } from './chart/chart.ts';
import { LARGE } from './chart/draw.ts';
import { linearScale, logScale, SMALLEST } from './chart/scale.ts';
import { drawn, type DrawnFigure, figureFiles } from './drawnFigure.ts';
import { html } from './html.ts';
import { HUES, identifierOf } from './palette.ts';
import type { AgentErrors } from './readAgentErrors.ts';
import { quantile } from './statistics.ts';
import { typeset } from './typeset.ts';

/** Agents that have a line. */
const MOST_NAMED = 3;
/** Of the axis of rounds, at most. */
const TICKS = 6;

/** The figure; `undefined` where no round has errors. @param title - of the algorithm */
export function agentErrorFigure(
  { algorithm, rounds, errors }: AgentErrors,
  title: string,
): DrawnFigure | undefined {
  const places = rounds.map((_, place) => place).filter((place) => valuesAt(errors, place).length > 0);
  if (places.length === 0) return undefined;
  const middle: Series = {
    key: 'median',
    name: 'median of the agents',
    label: ['median', 'range of the agents'],
    hue: HUES[1]!,
    line: 'solid',
    spread: 'band',
    points: places.map((place) => {
      const sorted = valuesAt(errors, place).sort((a, b) => a - b);
      return { x: rounds[place]!, y: quantile(sorted, 0.5), low: sorted[0]!, high: sorted.at(-1)! };
    }),
  };
  const worst = worstAgents(errors).slice(0, errors.length > MOST_NAMED ? MOST_NAMED : errors.length);
  const named = worst.map(({ agent }, k): Series => ({
    key: `agent ${agent}`,
    name: `agent ${agent}`,
    label: [`agent ${agent}`],
    hue: HUES[[0, 2, 3][k % 3]!]!,
    line: 'solid',
    dots: 'last',
    points: places
      .filter((place) => errors[agent]![place]! >= 0)
      .map((place) => ({ x: rounds[place]!, y: errors[agent]![place]! })),
  }));
  const series = [middle, ...named.filter(({ points }) => points.length > 0)];
  const name = `agent-errors-${identifierOf(algorithm)}`;
  const chart: Chart = {
    name,
    title: `Errors of the agents under ${title}`,
    x: { title: 'round', scale: linearScale(Math.max(1, rounds.at(-1)!), TICKS) },
    y: {
      title: '‖θᵢ − θ*‖², before averaging',
      scale: logScale(
        series.flatMap(({ points }) =>
          points.flatMap(({ y, low = y, high = y }) => [low, y, high]).map((y) => Math.max(y, SMALLEST)),
        ),
      ),
    },
    series,
    references: [],
    kinds: { band: 'all agents' },
  };
  const caption = html`<strong>${typeset(chart.title)}.</strong> Mean over the seeds. Band: smallest and
    largest error of an agent; lines: median, and the agents with the largest errors over the last 30 % of the
    rounds. ${figureFiles(name)}`;
  return drawn(chart, LARGE, csvOf(rounds, errors), caption);
}

const valuesAt = (errors: readonly Float64Array[], place: number): number[] =>
  errors.map((values) => values[place]!).filter((value) => value >= 0 && value < Infinity);

/** By their means over the last 30 % of the rounds, the largest first. */
function worstAgents(errors: readonly Float64Array[]): { readonly agent: number; readonly mean: number }[] {
  return errors
    .map((values, agent) => {
      const tail = [...values.slice(Math.floor(0.7 * (values.length - 1)))].filter((value) => value >= 0);
      return { agent, mean: tail.reduce((sum, value) => sum + value, 0) / tail.length };
    })
    .filter(({ mean }) => !Number.isNaN(mean))
    .sort((a, b) => b.mean - a.mean || a.agent - b.agent);
}

/** A row for each agent and round. */
function csvOf(rounds: readonly number[], errors: readonly Float64Array[]): string {
  const rows = errors.flatMap((values, agent) =>
    rounds.flatMap((round, place) =>
      Number.isNaN(values[place]!) ? [] : [`${agent},${round},${values[place]!}`],
    ),
  );
  return ['agent,round,error', ...rows, ''].join('\n');
}
