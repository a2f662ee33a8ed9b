/** What a run found: a heading, a line an algorithm, and how the lines are to be read. */
import { slopeText, unexpectedLines } from '../report/headlineCells.ts';
import { type Basis, BASIS_WORDS, PART_NAMES, type Parts } from '../report/expectedFloor.ts';
import { remarkTexts } from '../report/floorRemarks.ts';
import { FEWEST_SEEDS, overText, scientific, uncertaintyText } from '../values/numbers.ts';
import type { RunSummary } from '../report/summariseRun.ts';
import type { AlgorithmSummary } from '../report/summary.ts';
import { tiesText, wastedText } from '../report/timedCountsText.ts';
import type { RoundRange } from '../report/tail.ts';
import { pad, visibleLength } from './textTable.ts';
import { estimatedRootText } from '../theory/numberText.ts';
import { limitUncertainty } from '../theory/predictedCurve.ts';
import { remembersStart, START_IS_REMEMBERED } from '../theory/mean/limits.ts';
import { growthWarning } from '../theory/stability/meanSquareGrowth.ts';
import { counted, rangeText } from '../values/counted.ts';

const span = (rounds: RoundRange): string => rangeText('round', rounds);

/** The lines printed at the end of a run; when levels were reached is another table. */
export function findings({ column, algorithms, rootError }: RunSummary): string[] {
  const width = Math.max(...algorithms.map(({ title }) => visibleLength(title)));
  const floors = algorithms.map(({ floor }) => (floor === undefined ? '' : overText(floor)));
  const floorWidth = Math.max(...floors.map((text) => text.length));
  const shared = sharedBy(algorithms);
  const lines = algorithms.flatMap((summary, index) => {
    const head = `${pad(summary.title, width)}  `;
    // That it grows was said before the run.
    if (summary.floor === undefined)
      return [`${head}${summary.unmeasured ?? 'no final error'}; ${summary.outcome}`];
    const parts = [floors[index]!.padEnd(floorWidth), behaviour(summary), expectation(summary)];
    const line = `${head}${parts.filter((part) => part !== '').join('  ')}`.trimEnd();
    return [line, ...asides(summary, shared).map((aside) => `${' '.repeat(width + 2)}${aside}`)];
  });
  return shared === undefined
    ? lines
    : [
        ...[heading(column, shared), ...lines, ...legend(algorithms), ...unexpectedLines(algorithms)],
        ...(rootError === undefined ? [] : [estimatedRootText(rootError)]),
      ];
}

/** What the floors have in common; what is `undefined` differs. */
interface Shared {
  readonly rounds: RoundRange | undefined;
  readonly seeds: number | undefined;
}

/** `undefined` where there is no floor. */
function sharedBy(algorithms: readonly AlgorithmSummary[]): Shared | undefined {
  const floors = algorithms.flatMap(({ floor }) => floor ?? []);
  const [first] = floors;
  if (first === undefined) return undefined;
  const { rounds, values } = first;
  return {
    rounds: floors.every((floor) => floor.rounds.first === rounds.first && floor.rounds.last === rounds.last)
      ? rounds
      : undefined,
    seeds: floors.every((floor) => floor.values.length === values.length) ? values.length : undefined,
  };
}

function heading(column: RunSummary['column'], { rounds, seeds }: Shared): string {
  const quantity = column === 'error' ? 'Squared error ‖θ̄ − θ*‖²' : 'Squared mean operator ‖Ḡ(θ̄)‖²';
  const over = rounds === undefined ? 'the last 30 % of the rounds' : span(rounds);
  if (seeds === 1) return `${quantity}, mean of ${over} of one seed`;
  const interval = seeds !== undefined && seeds < FEWEST_SEEDS ? '' : ' [95 % confidence interval]';
  return `${quantity}, mean of ${over} and of ${seeds === undefined ? 'the seeds' : counted(seeds, 'seed')}${interval}`;
}

/** Whether the floor is one: `still falling`, or the slope where steps decrease. */
function behaviour({ floor, slope }: AlgorithmSummary): string {
  if (slope !== undefined) {
    return `∝ t^${slopeText(slope.mean, slope.interval)} over ${span(slope.rounds)}`;
  }
  return floor === undefined || floor.trend === 'level' ? '' : `still ${floor.trend}`;
}

/** What theory says of the same number; nothing where it says nothing. */
function expectation({ expected, slope, limit, limitName, prediction }: AlgorithmSummary): string {
  if (expected !== undefined) {
    const { mean, neglects, basis, relativeError } = expected;
    const words = [neglects === undefined ? 'expected' : 'predicted', BASIS_WORDS[basis]].filter(Boolean);
    return `${words.join(' ')} ${estimated(mean, relativeError)}${partsText(expected, basis)}`;
  }
  if (slope !== undefined) return '';
  if (limit === null) return '';
  if (limitName === 'noise-free limit') return `noise-free limit ${scientific(limit)}`;
  if (limit === 0) return 'its mean tends to θ*';
  const uncertainty = prediction === undefined ? null : limitUncertainty(prediction);
  if (uncertainty === null) return '';
  return `${limitName!} alone: ${estimated(limit, uncertainty)}`;
}

/** `0.0146 ± 1.0 %` */
const estimated = (value: number, relativeError: number): string =>
  [scientific(value), uncertaintyText(relativeError)].filter(Boolean).join(' ');

/** ` = bias² 0.0138 + variance 7.58 × 10⁻⁴`, each with its own estimate; a part that is not known gives its reason instead. */
function partsText({ biasSquare, variance }: Parts, basis: Basis): string {
  const names = PART_NAMES[basis];
  const parts = [
    { name: names.bias, part: biasSquare },
    { name: names.variance, part: variance },
  ];
  const known = parts.flatMap(({ name, part }) =>
    'reason' in part ? [] : [`${name} ${estimated(part.value, part.relativeError)}`],
  );
  const unknown = parts.flatMap(({ name, part }) => ('reason' in part ? [`no ${name}: ${part.reason}`] : []));
  if (unknown.length === 0) return ` = ${known.join(' + ')}`;
  return [known.map((text) => `, of which ${text}`), ...unknown.map((text) => `; ${text}`)].flat().join('');
}

/** Lines below an algorithm's own. */
function asides(
  { floor, remarks, lastAverage, outcome, upTo, prediction, counts }: AlgorithmSummary,
  shared: Shared | undefined,
): string[] {
  const lines: string[] = [];
  if (lastAverage !== undefined)
    lines.push(`average of θ̄ over the rounds after the burn-in: ${overText(lastAverage)}`);
  const unlike = shared?.rounds === undefined ? `${span(floor!.rounds)}; ` : '';
  if (unlike !== '' || upTo !== undefined || !/^\d+ completed$/.test(outcome))
    lines.push(`${unlike}seeds: ${outcome}`);
  const wasted = wastedText(counts);
  if (wasted !== undefined) lines.push(`wasted: ${wasted}`);
  const ties = tiesText(counts);
  if (ties !== undefined) lines.push(ties);
  if (remarks !== undefined) lines.push(...remarkTexts(remarks));
  const warning = growthWarning(prediction);
  if (warning !== undefined) lines.push(warning);
  if (prediction && remembersStart(prediction)) lines.push(`no limit: ${START_IS_REMEMBERED}`);
  return lines;
}

/** What the words of theory mean; with names where they mean different things for different algorithms. */
function legend(algorithms: readonly AlgorithmSummary[]): string[] {
  const meanings = new Map<string, string[]>();
  const given: string[] = [];
  for (const { title, expected } of algorithms) {
    if (expected === undefined) continue;
    const { neglects, basis } = expected;
    const origins = {
      observations: '',
      schedules: ' over all schedules',
      'event-times': ' given the event times of all measured seeds',
    };
    const meaning =
      neglects === undefined
        ? `the exact mean of the same rounds${origins[basis]}, computed without simulating`
        : `the approximate mean of the same rounds${origins[basis]}, neglecting ${neglects}`;
    const word = neglects === undefined ? 'Expected' : 'Predicted';
    const key = `${word}: ${meaning}.`;
    meanings.set(key, [...(meanings.get(key) ?? []), title]);
    if (basis === 'event-times') given.push(title);
  }
  if (meanings.size === 0) return [];
  const isAll = given.length === algorithms.filter(({ expected }) => expected !== undefined).length;
  return [
    ...[...meanings].map(([text, titles]) =>
      meanings.size === 1 ? text : text.replace(':', ` for ${titles.join(', ')}:`),
    ),
    'Bias²: ‖E θ̄ − θ*‖², the squared error of the mean of θ̄; variance: the spread of θ̄ around that mean.',
    ...(given.length === 0
      ? []
      : [
          `Conditional bias²${isAll ? '' : ` (${given.join(', ')})`}: ‖E[θ̄ | event times] − θ*‖², of which the effect of the order of answers is part.`,
        ]),
  ];
}
