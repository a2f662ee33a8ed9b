/** The words under a figure: what lines and bands are, and what a reader must know not to be misled. */
import { MOST_UNCERTAIN } from '../theory/mostUncertain.ts';
import { type ExactLine, type Worth, worthOf } from './exactLine.ts';
import { countAll } from '../configuration/replications.ts';
import type { RunRecord } from '../recording/manifest.ts';
import { isMeasured } from './chart/chart.ts';
import { exits } from './chart/exits.ts';
import { SMALLEST } from './chart/scale.ts';
import { type AlgorithmData, divergedSeeds } from './curve.ts';
import { figureFiles } from './drawnFigure.ts';
import { cited, EQUATIONS } from './equations.ts';
import type { FigurePlan } from './figure.ts';
import { html, type Html } from './html.ts';
import { LIMIT_MEANINGS, type LimitName } from './limitName.ts';
import { grouped, powerOfTen, scientific } from '../values/numbers.ts';
import type { Styles } from './palette.ts';
import { typeset } from './typeset.ts';
import { listed } from '../values/kind.ts';
import { counted } from '../values/counted.ts';

/**
 * The words under one figure.
 *
 * @param main - the first figure explains lines, bands and lost seeds for all of them
 * @param remarks - what a key above several figures does not say of this one
 */
export function caption(
  plan: FigurePlan,
  data: readonly AlgorithmData[],
  main: boolean,
  remarks: readonly string[] = [],
): Html {
  const lost = main ? data.flatMap((algorithm) => lostSeeds(algorithm, plan.content.styles)) : [];
  const sentences = [...remarks, ...(main ? linesAndBands(plan) : []), ...leftOut(plan), ...lost];
  return captionOf(plan, sentences);
}

/** The title, these words, and links to the files. */
export const captionOf = (
  { content: { name, title } }: FigurePlan,
  words: readonly (string | Html)[],
): Html =>
  html`<strong>${title}.</strong>
    ${words.map((sentence) => html`${typeof sentence === 'string' ? typeset(sentence) : sentence} `)}
    ${figureFiles(name)}`;

/** What a page says once of figures of one kind: what lines, bands and edges are. */
export const explanations = (plans: readonly FigurePlan[]): string[] => [
  ...new Set([
    ...plans.flatMap((plan) => [seedSentence(plan), ...limitSentence(plan)]),
    ...expectations(plans.flatMap(({ content }) => content.exact ?? [])),
    ...plans.flatMap(readAs),
  ]),
];

const linesAndBands = (plan: FigurePlan): string[] => [
  seedSentence(plan),
  ...limitSentence(plan),
  ...expectations(plan.content.exact),
];

const limitSentence = (plan: FigurePlan): string[] =>
  plan.chart.references.length === 0
    ? []
    : [
        `${limitWords(plan)}.`,
        ...(leavesOutSpread(plan)
          ? [
              'Where only some agents answer a round, E is over who does as well: the dotted limit leaves out the spread that this choice makes; measured curve and expectation have it.',
            ]
          : []),
      ];

/** Whether there are limits that are means over who answers. */
const leavesOutSpread = (plan: FigurePlan): boolean =>
  !plan.content.drift &&
  (plan.content.isPartial === true || plan.chart.references.some(({ key }) => isGivenArrivals(plan, key)));

/** Whether an algorithm's expectation is given who answers when, of which its limit is the mean. */
const isGivenArrivals = ({ content: { drift, exact = [] } }: FigurePlan, key: string | undefined): boolean =>
  !drift && exact.some(({ algorithm, arrivals }) => algorithm === key && arrivals !== undefined);

/** What dotted lines are, without the full stop. */
export function limitWords({ content: { floors }, chart: { references } }: FigurePlan): string {
  const drawn = new Set(references.map(({ kind }) => kind));
  const names = [...new Set(floors.map(({ name }) => name))].filter((name) => drawn.has(name));
  return `Dotted: ${names.map((name) => `${name}, ${LIMIT_MEANINGS[name]}`).join('; ')}`;
}

/**
 * What a figure does not show, or not where one would look for it, and how it is read.
 *
 * @param axes - which of several are meant
 */
export const leftOut = (plan: FigurePlan, axes?: string): string[] => [
  ...outside(plan).map((text) => (axes === undefined ? text : `${axes}: ${text}`)),
  ...readAs(plan),
];

/** What is not to be seen in this figure. */
export function outside(plan: FigurePlan): string[] {
  const { styles } = plan.content;
  const names = [...new Set(plan.belowFigure.map(({ name }) => name))];
  const below = names.map((name) =>
    belowSentence(
      name,
      plan.belowFigure
        .filter((limit) => limit.name === name)
        .map(({ algorithm, value }) => ({ title: styles(algorithm).title, text: scientific(value) })),
    ),
  );
  return [
    ...below,
    ...exits(plan.chart, ({ key, line, name }) => (isMeasured(line) ? styles(key!).title : name)),
  ];
}

/** Which limits of a kind lie below a figure. */
function belowSentence(
  name: LimitName,
  limits: readonly { readonly title: string; readonly text: string }[],
): string {
  const [first, ...others] = limits;
  const isAlone = others.length === 0;
  const values = new Set(limits.map(({ text }) => text));
  const places = values.size === 1 ? `, at ${first!.text}` : '';
  const titles = listed(
    limits.map(({ title, text }) => (places === '' ? `${title} (${text})` : title)),
    'and',
  );
  const subject = isAlone ? name : name.replace('limit', 'limits');
  return `The ${subject} of ${titles} ${isAlone ? 'lies' : 'lie'} below the figure${places}.`;
}

function readAs(plan: FigurePlan): string[] {
  const left =
    plan.chart.levels === undefined || plan.chart.levels.length === 0
      ? []
      : ['Dotted, with its name: ‖θ*_S − θ*‖², the error at the root of the survivors.'];
  // On other axes the line leaves the figure.
  const isThere = plan.hasZeros && plan.chart.y.scale.low <= Math.log10(SMALLEST);
  const least = powerOfTen(Math.log10(SMALLEST));
  const zeros = isThere ? [`Zero and what is below ${least} is drawn as ${least}.`] : [];
  return [...left, ...gridSentence(plan), ...zeros];
}

/** What lines, dots and bands of theory are. */
export function expectations(exact: readonly ExactLine[] = []): string[] {
  const sentences: string[] = [];
  const ofWorth = (worth: Worth): ExactLine[] => exact.filter((line) => worthOf(line) === worth);
  const certain = ofWorth('exact');
  const dashed = certain.filter(({ overSchedules }) => !overSchedules);
  if (dashed.length < certain.length)
    sentences.push(
      `Dashed${dashed.length === 0 ? '' : ' for the others'}: exact expectation E‖θ̄ₜ − θ*‖² over observations and schedules${cited(EQUATIONS.schedules)}.`,
    );
  const given = (lines: readonly ExactLine[]): string =>
    lines.some(({ arrivals }) => arrivals) ? `, given the event times, mean over ${seedsOf(lines)}` : '';
  const source = (lines: readonly ExactLine[]): string =>
    cited(lines.some(({ arrivals }) => arrivals) ? EQUATIONS.eventTimes : EQUATIONS.exact);
  if (dashed.length > 0)
    sentences.push(`Dashed: exact expectation E‖θ̄ₜ − θ*‖²${given(dashed)}, noise included${source(dashed)}.`);
  const dots = ofWorth('at few rounds');
  for (const lines of [
    dots.filter(({ isOfEachSeed }) => !isOfEachSeed),
    dots.filter(({ isOfEachSeed }) => isOfEachSeed),
  ]) {
    if (lines.length === 0) continue;
    const thinned = lines.flatMap((line) => line.thinned ?? []);
    const counts = thinned.map(({ rounds }) => rounds);
    const [least, most] = [Math.min(...counts), Math.max(...counts)];
    const known = `${least < most ? `${least} to ` : ''}${most} of ${Math.max(...thinned.map(({ total }) => total))}`;
    const over = lines[0]!.isOfEachSeed
      ? `, given the event times, of ${seedsOf(lines)}, each at its own place`
      : given(lines);
    sentences.push(
      `Dots: exact expectation E‖θ̄ₜ − θ*‖²${over}, noise included, known at ${known} rounds${source(lines)}.`,
    );
  }
  if (ofWorth('without noise').length > 0)
    sentences.push(
      `Dashes with two dots, if there is no expectation: ‖θ̄ₜ − θ*‖² of a noise-free run${cited(EQUATIONS.noiseFree)}.`,
    );
  const neglected = (lines: readonly ExactLine[]): string =>
    [...new Set(lines.flatMap(({ neglects }) => neglects ?? []))].join(' or, for others, ');
  const estimated = ofWorth('estimated');
  if (estimated.length > 0)
    sentences.push(
      `Dash-dotted: approximate expectation E‖θ̄ₜ − θ*‖², noise included; neglected: ${neglected(estimated)}. The narrow band around it is ± its estimated error${cited(EQUATIONS.estimate)}; where that is above ${100 * MOST_UNCERTAIN} %, there is no line.`,
    );
  return sentences;
}

/** Of how many seeds lines are the mean, by the numbers of all lines. */
function seedsOf(lines: readonly ExactLine[]): string {
  const numbers = lines.flatMap(({ arrivals }) => arrivals ?? []);
  const seeds = numbers.map((entry) => entry.seeds);
  const [least, most] = [Math.min(...seeds), Math.max(...seeds)];
  const range = numbers.some(({ areFirst }) => areFirst) ? 'the first ' : '';
  if (range !== '' && most === 1) return 'the first seed alone';
  return `${range}${least < most ? `${grouped(least)} to ` : ''}${counted(most, 'seed')}`;
}

/** What a curve is against a quantity of which the seeds have different numbers in the same round. */
function gridSentence({ content: { curves, horizontal } }: FigurePlan): string[] {
  if (!curves.some(({ points }) => points.some(({ reached }) => reached !== undefined))) return [];
  const place = horizontal === 'time' ? 'at that time' : 'there';
  return [
    `Each seed counts with its last recorded step ${place}; a line ends with the first of its completed seeds.`,
  ];
}

/** What the line and the band are, by the number of seeds. */
function seedSentence({ content }: FigurePlan): string {
  const counts = content.curves.flatMap((curve) => curve.points.map((point) => point.seeds));
  const most = counts.reduce((a, b) => Math.max(a, b), 0);
  if (most <= 1) return 'One seed.';
  const band = most >= 10 ? '10th to 90th percentile' : 'smallest to largest';
  return `Line: mean over ${grouped(most)} seeds; band: ${band}.`;
}

/** A sentence each about why an algorithm's line is not over all its seeds, all the way. */
export function lostSeeds(data: AlgorithmData, styles: Styles): string[] {
  const { diverged, started } = divergedSeeds(data);
  const { title } = styles(data.algorithm);
  const sentences: string[] = [];
  if (diverged > 0) {
    const after = `the first in round ${grouped(earliest(data.runs.filter((run) => run.state === 'diverged')))}`;
    const rest = diverged === started ? '' : '; its line is the mean over the others';
    sentences.push(`${title}: ${diverged} of ${counted(started, 'seed')} diverged, ${after}${rest}.`);
  }
  const unfinished = data.runs.filter((run) => run.state === 'failed' || run.state === 'interrupted');
  if (unfinished.length > 0) {
    const many = countAll(unfinished);
    const rest = many === started ? '' : '; after that its line is the mean over the others';
    sentences.push(
      `${title}: ${many} of ${counted(started, 'seed')} did not finish, the first ended with round ${grouped(earliest(unfinished))}${rest}.`,
    );
  }
  return sentences;
}

const earliest = (runs: readonly RunRecord[]): number =>
  runs.reduce((least, run) => Math.min(least, run.rounds), Infinity);
