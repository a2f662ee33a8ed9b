/** The theory of a problem as text for a terminal: aligned, at most about 60 lines. */
import type { AgentConstants } from './constants.ts';
import { parameterColumns, scannedSymbols } from './parameterColumns.ts';
import type { TheorySummary } from './summary.ts';

/** Agents up to which each has a row of its own; above, minimum, median and maximum stand for them. */
const MOST_ROWS = 8;
/** Coordinates of a vector that are printed. */
const MOST_COORDINATES = 6;

/** A summary as lines of text, without a line end after the last. */
export function formatTheory(summary: TheorySummary): string {
  const sections = [
    problemLines(summary),
    agentLines(summary),
    runLines(summary),
    curveLines(summary),
    exactLines(summary),
  ];
  return sections
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n');
}

function problemLines(summary: TheorySummary): string[] {
  const { agents, dimension, meanOperator, root, monotonicity, spectrum, constants } = summary;
  const facts: [string, string][] = [
    ['agents', String(agents)],
    ['dimension', String(dimension)],
    ['mean operator', meanOperator],
    ['root θ*', root === null ? 'not known' : vectorText(root)],
  ];
  if (spectrum !== null)
    facts.push(['Re λ(Ā)', `${numberText(spectrum.smallest)} … ${numberText(spectrum.largest)}`]);
  if (monotonicity !== null) facts.push(['λ_min((Ā + Āᵀ)/2)', numberText(monotonicity)]);
  facts.push([
    'heterogeneity',
    constants.heterogeneity === null
      ? 'not defined: some local root or θ* is missing'
      : `${numberText(constants.heterogeneity)}   mean ‖θ_i* − θ*‖²`,
  ]);
  const width = Math.max(...facts.map(([name]) => visibleLength(name)));
  return ['Problem', ...facts.map(([name, value]) => `  ${pad(name, width)}  ${value}`)];
}

/** One column of the agents' table: what it is called, and its value for an agent, if it has one. */
interface AgentColumn {
  readonly title: string;
  readonly value: (agent: AgentConstants) => number | null;
}

function agentLines({ constants, epsilon }: TheorySummary): string[] {
  const candidates: AgentColumn[] = [
    { title: 'states', value: ({ chain }) => chain?.states ?? null },
    { title: 'τ(1/4)', value: ({ chain }) => chain?.quarterMixingTime ?? null },
    { title: `τ(${epsilon})`, value: ({ chain }) => chain?.mixingTime ?? null },
    { title: 'gap', value: ({ chain }) => chain?.spectralGap ?? null },
    { title: 'C_∞', value: ({ chain }) => chain?.supremumRatio ?? null },
    { title: 'λ_min(sym)', value: ({ operator }) => operator?.monotonicity ?? null },
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
                ? '-'
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
  which: 'minimum' | 'median' | 'maximum',
): number | null {
  const sorted = values.filter((value) => value !== null).sort((a, b) => (a < b ? -1 : 1));
  if (sorted.length === 0) return null;
  const last = sorted.length - 1;
  if (which === 'minimum') return sorted[0]!;
  if (which === 'maximum') return sorted[last]!;
  const lower = sorted[Math.floor(last / 2)]!;
  const upper = sorted[Math.ceil(last / 2)]!;
  return lower === upper ? lower : (lower + upper) / 2;
}

function runLines({ run }: TheorySummary): string[] {
  if (run === null) return [];
  const { trigger, algorithms } = run.configuration;
  const rhythm =
    trigger.kind === 'deterministic'
      ? `H = ${trigger.localSteps} local steps a round`
      : `communication probability p = ${trigger.probability}`;
  const parameters = parameterColumns(algorithms);
  const titles = [
    ...parameters.map(({ title }) => title),
    'round factor',
    `largest stable ${scannedSymbols(algorithms)}`,
    'limit error',
  ];
  const rows = run.predictions.map((prediction, index) => [
    prediction.algorithm,
    ...parameters.map(({ values }) => cell(values[index]!)),
    cell(prediction.roundFactor),
    cell(prediction.largestStableStep),
    cell(prediction.limitError),
    prediction.source,
  ]);
  return [`Predictions, ${rhythm}`, ...table([['', ...titles, 'source'], ...rows])];
}

function curveLines({ run }: TheorySummary): string[] {
  if (run === null || run.curves.length === 0) return [];
  const title =
    run.configuration.trigger.kind === 'deterministic'
      ? 'Noise-free error ‖θ̄_t − θ*‖² by round'
      : 'Error of the mean ‖E[θ̄_t] − θ*‖² by round, without noise';
  const rows = run.rounds.map((round, index) => [
    String(round),
    ...run.curves.map(({ errors }) => cell(errors === null ? null : errors[index]!)),
  ]);
  return [title, ...table([['round', ...run.curves.map(({ algorithm }) => algorithm)], ...rows])];
}

/** Under exact sampling there is no noise, and the table before says the same. */
function exactLines({ run }: TheorySummary): string[] {
  if (run === null || run.exact.length === 0 || run.configuration.sampling === 'exact') return [];
  const sampling = run.configuration.sampling === 'iid' ? 'i.i.d.' : 'Markov';
  const title = `Exact mean-square error E‖θ̄_t − θ*‖² by round, ${sampling} sampling`;
  const reasons = run.exact.flatMap(({ algorithm, result }) =>
    result.kind === 'refused' ? [`  ${algorithm}: ${result.reason}`] : [],
  );
  if (reasons.length === run.exact.length) return [title, ...reasons];
  const rows = run.rounds.map((round, index) => [
    String(round),
    ...run.exact.map(({ result }) => cell(result.kind === 'exact' ? result.meanSquare[index]! : null)),
  ]);
  return [title, ...table([['round', ...run.exact.map(({ algorithm }) => algorithm)], ...rows]), ...reasons];
}

/** Rows as lines: the first column to the left, a last column of text to the left, numbers to the right. */
function table(rows: readonly (readonly string[])[]): string[] {
  const columns = rows[0]!.length;
  const widths = Array.from({ length: columns }, (_, c) =>
    Math.max(...rows.map((row) => visibleLength(row[c]!))),
  );
  const isText = Array.from(
    { length: columns },
    (_, c) => c === 0 || rows.slice(1).some((row) => /[ (]|none/.test(row[c]!)),
  );
  return rows.map((row) =>
    `  ${row.map((text, c) => (isText[c] ? pad(text, widths[c]!) : ' '.repeat(widths[c]! - visibleLength(text)) + text)).join('  ')}`.trimEnd(),
  );
}

function pad(text: string, width: number): string {
  return text + ' '.repeat(width - visibleLength(text));
}

/** Columns a text takes on a terminal: combining marks take none. */
function visibleLength(text: string): number {
  return Array.from(text.replace(/\p{Mn}/gu, '')).length;
}

function cell(value: number | null): string {
  return value === null ? '-' : numberText(value);
}

/** Six significant digits, without zeros that say nothing. */
function numberText(value: number): string {
  if (!Number.isFinite(value)) return value === Infinity ? '∞' : String(value);
  const text = value.toPrecision(6);
  const [digits, exponent] = text.split('e');
  const short = digits!.includes('.') ? digits!.replace(/\.?0+$/, '') : digits!;
  return exponent === undefined ? short : `${short}e${exponent}`;
}

function vectorText(values: readonly number[]): string {
  const shown = values.slice(0, MOST_COORDINATES).map(numberText).join(', ');
  if (values.length <= MOST_COORDINATES) return `(${shown})`;
  return `(${shown}, … ${values.length} in all)`;
}
