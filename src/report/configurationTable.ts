/** What was run, in words: the line of facts under the title, and the table of the configuration. */
import { estimatedRootText } from '../theory/numberText.ts';
import { keyOf } from '../algorithms/parts.ts';
import { titlesOf } from '../algorithms/titles.ts';
import { policyOf } from '../policies/index.ts';
import type { Budget } from '../configuration/configuration.ts';
import type { Manifest } from '../recording/manifest.ts';
import { type ByteLimit, countedBytes } from '../configuration/settings/byteLimit.ts';
import { triggerTexts } from '../triggers/index.ts';
import { timingFacts } from '../timing/timingWords.ts';
import { html, type Html } from './html.ts';
import { exact, grouped, ranges } from '../values/numbers.ts';
import { parametersOf, parametersText } from './summary.ts';
import { counted } from '../values/counted.ts';

export const SAMPLING: Readonly<Record<string, string>> = {
  markov: 'Markov streams',
  iid: 'i.i.d. sampling',
  exact: 'exact mean operators, no noise',
};

/** A number of a trigger: how many, or a probability. */
/** `M = 20 agents`, `d = 8`, `H = 10`, … */
export function facts(manifest: Manifest): string[] {
  const { configuration, placement } = manifest;
  const where = placement === null ? `placement ${configuration.placement}` : placementText(placement);
  return [...settingFacts(manifest), where];
}

/** Those that decide numbers. */
export function settingFacts(manifest: Pick<Manifest, 'problem' | 'configuration'>): string[] {
  const { problem, configuration } = manifest;
  const { trigger, budget, seeds } = configuration;
  return [
    `M = ${counted(problem.agents, 'agent')}`,
    `d = ${grouped(problem.dimension)}`,
    triggerTexts(trigger, exact).symbol,
    stepSizes(manifest),
    ...lengthTexts(budget).map(({ symbol }) => symbol),
    counted(seeds.length, 'seed'),
    ...(problem.rootError === undefined ? [] : [estimatedRootText(problem.rootError)]),
    SAMPLING[configuration.sampling] ?? configuration.sampling,
  ];
}

/**
 * Facts of several panels: numbers once where they are the same, else all that there are, `M = 1, 5, 20 agents`;
 * of the others those that are true of all.
 */
export function jointFacts(panels: readonly (readonly string[])[]): string[] {
  const symbolOf = (fact: string): string =>
    /^\d[\d,]* (seed|local step)/.exec(fact)?.[1] ?? fact.split(' = ')[0]!;
  const symbols = [...new Set(panels.flatMap((all) => all.map(symbolOf)))];
  return symbols.flatMap((symbol) => {
    const texts = panels.flatMap((all) => all.find((fact) => symbolOf(fact) === symbol) ?? []);
    const [first, ...others] = [...new Set(texts)];
    if (others.length === 0) return texts.length === panels.length || first!.includes(' = ') ? [first!] : [];
    const head = first!.includes(' = ') ? `${symbol} = ` : '';
    const values = [first!, ...others].map((fact) => fact.slice(head.length));
    return [
      `${head}${[...values.slice(0, -1).map((value) => value.split(' ')[0]!), values.at(-1)!].join(', ')}`,
    ];
  });
}

/** What ends a run. */
function lengthTexts(budget: Budget): { readonly symbol: string; readonly text: string }[] {
  const { seconds, bytes } = budget;
  const withSymbol = (symbol: string, length: string) => ({
    symbol: `${symbol} = ${length}`,
    text: `${length} (${symbol})`,
  });
  const inAll = (length: string) => ({ symbol: `${length} in all`, text: length });
  return [
    ...(budget.kind === 'rounds' ? [withSymbol('T', counted(budget.rounds, 'round'))] : []),
    // No letter: K is the number of local steps in a round in some papers, and in all rounds in others.
    ...(budget.kind === 'steps' ? [inAll(counted(budget.steps, 'local step'))] : []),
    ...(seconds === undefined ? [] : [withSymbol('S', `${exact(seconds)} s`)]),
    ...(bytes === undefined ? [] : [withSymbol('B', bytesText(bytes))]),
  ];
}

function bytesText(limit: ByteLimit): string {
  const { most, up, down } = countedBytes(limit);
  return `${counted(most, 'byte')} ${up && down ? 'uplink and downlink' : up ? 'uplink' : 'downlink'}`;
}

/** One row a choice. */
export function configurationTable(manifest: Manifest): Html {
  const { problem, configuration, placement, scenario, machine } = manifest;
  const { trigger, budget, recording } = configuration;
  const titleOf = titlesOf(configuration.algorithms);
  const rows: (readonly [string, string | Html])[] = [
    ['Scenario', scenario.file === null ? scenario.name : `${scenario.name} (${scenario.file})`],
    [
      'Problem',
      `${problem.kind}, ${counted(problem.agents, 'agent')}, dimension ${grouped(problem.dimension)}`,
    ],
    ...specificationRows(problem.specification),
    ['Root θ*', problem.root === null ? 'not known' : vector(problem.root.map(rounded))],
    ...(problem.rootError === undefined ? [] : [['', estimatedRootText(problem.rootError)] as const]),
    ...configuration.algorithms.map(
      (algorithm) => [titleOf(keyOf(algorithm)), parametersText(algorithm)] as const,
    ),
    ['Communication', triggerTexts(trigger, exact).text],
    [
      'Length',
      lengthTexts(budget)
        .map(({ text }) => text)
        .join(' or ') + (lengthTexts(budget).length > 1 ? ', whichever comes first' : ''),
    ],
    ['Server steps', policyOf(configuration.policy).text],
    ...(configuration.timing === undefined ? [] : timingFacts(configuration.timing)),
    ['Seeds', ranges(configuration.seeds)],
    ['Sampling', samplingText(configuration)],
    ['Start θ̄₀', vector(configuration.initial)],
    ['Placement', placement === null ? configuration.placement : placementText(placement)],
    ['Recorded', recordingText(recording)],
    ...(configuration.averageFrom === undefined
      ? []
      : [['Average', `of θ̄ after the first ${exact(configuration.averageFrom)} of the rounds`] as const]),
    ['Divergence', configuration.allowDivergence ? 'counts as a result' : 'fails the run'],
    ['Run', `${manifest.state}; started ${manifest.startedAt}, ended ${manifest.endedAt ?? '–'}`],
    [
      'Program',
      `fedsa ${manifest.version}${manifest.commit === null ? '' : `, commit ${manifest.commit}`}, Node ${manifest.node}`,
    ],
    [
      'Machine',
      `${machine.cpu}, ${counted(machine.cores, 'core')}, ${gibibytes(machine.memoryBytes)}, ${machine.platform} ${machine.architecture}`,
    ],
  ];
  return html`<div class="scroll">
    <table class="facts-table">
      <tbody>
        ${rows.map(
          ([name, value]) =>
            html`<tr>
              <th scope="row">${name}</th>
              <td>${value}</td>
            </tr> `,
        )}
      </tbody>
    </table>
  </div> `;
}

function samplingText({ sampling, stride }: Manifest['configuration']): string {
  const text = SAMPLING[sampling] ?? sampling;
  return stride === 1 ? text : `${text}; every ${ordinal(stride)} observation is used`;
}

function ordinal(count: number): string {
  const endings = ['th', 'st', 'nd', 'rd'] as const;
  const teen = Math.floor((count % 100) / 10) === 1;
  return `${grouped(count)}${teen ? 'th' : (endings[count % 10] ?? 'th')}`;
}

/** The step size, or each algorithm's own where they differ. */
function stepSizes({ configuration }: Pick<Manifest, 'configuration'>): string {
  const steps = configuration.algorithms
    .map((algorithm) => ({
      key: keyOf(algorithm),
      step: parametersOf(algorithm).find(({ name }) => name === 'stepSize')?.value,
    }))
    .filter((candidate) => candidate.step !== undefined);
  const titleOf = titlesOf(configuration.algorithms);
  const different = new Set(steps.map((step) => step.step));
  if (different.size === 0) return 'no step size';
  if (different.size === 1) return `η = ${steps[0]!.step!}`;
  return `η = ${steps.map(({ key, step }) => `${step!} (${titleOf(key)})`).join(', ')}`;
}

/** The specification's own fields, those of the row above and what was made of them left out. */
function specificationRows(specification: unknown): (readonly [string, string])[] {
  if (typeof specification !== 'object' || specification === null) return [];
  return Object.entries(specification)
    .filter(([name]) => !['kind', 'agents', 'dimension', 'built'].includes(name))
    .map(
      ([name, value]) =>
        [`${name} (problem)`, typeof value === 'string' ? value : shortened(JSON.stringify(value))] as const,
    );
}

function recordingText(recording: Manifest['configuration']['recording']): string {
  if (recording === 'all') return 'every round';
  if (recording === 'default') return 'every round up to 2,000; 2,000 log-spaced rounds of a longer run';
  return 'every' in recording
    ? `every ${counted(recording.every, 'round')}, and the last`
    : `the last round before each multiple of ${exact(recording.seconds)} s, and the last`;
}

/** A placement with its threads, in words. */
export function placementText({ name, threads, unit, workers }: NonNullable<Manifest['placement']>): string {
  if (name === 'inline') return 'inline';
  if (workers) return `${name}, with ${counted(workers.length, 'worker')}: ${workers.join(', ')}`;
  const where = `on ${counted(threads, 'thread')}`;
  return unit === 'replications' ? `whole replications ${where}` : `${name} ${where}`;
}

/** As `fedsa theory` prints it; root.csv has all digits. */
const rounded = (value: number): number => Number(value.toPrecision(6));

function vector(values: readonly number[]): string {
  if (values.every((value) => value === 0))
    return values.length === 1 ? '0' : `0 in all ${values.length} coordinates`;
  return shortened(values.map((value) => String(value)).join(', '));
}

/** What is longer than this is in the manifest. */
const LONGEST = 200;
const shortened = (text: string): string => (text.length <= LONGEST ? text : `${text.slice(0, LONGEST)}…`);

const gibibytes = (bytes: number): string => `${grouped(Math.round((bytes / 2 ** 30) * 10) / 10)} GiB`;
