/** The expected error of a timed run, given when its seeds' answers come: one exact curve for each seed, and their mean. */
import { RecordMismatch } from '../../../actors/clock/recordedClock.ts';
import { keyOf } from '../../algorithms/parts.ts';
import {
  answerCost,
  arrivalErrors,
  type ArrivalErrors,
  type ArrivalSetting,
  roundsWithin,
  type Way,
  waysOf,
} from '../../theory/arrivals/arrivalErrors.ts';
import type { Schedule } from '../../theory/arrivals/schedule.ts';
import { leastSlots } from '../../theory/arrivals/tracedRun.ts';
import { attempted } from '../../theory/attempted.ts';
import { DEFAULT_POLICY } from '../../policies/index.ts';
import type { Problem } from '../../problems/operator.ts';
import type { Solution } from '../../problems/root.ts';
import type { RunConfiguration, ScheduledAlgorithm } from '../../configuration/configuration.ts';
import { firstLine, InputError } from '../../values/failure.ts';
import {
  type Approximation,
  type ExactErrors,
  refused,
  type SeedErrors,
  unestimated,
} from '../../theory/moments/exactErrors.ts';
import { cumulantErrors } from '../../theory/levels/relativeErrors.ts';
import { knownProblem, type KnownProblem } from '../../theory/moments/knownProblem.ts';
import type { MomentBudget } from '../../theory/budgets.ts';
import { tooExpensive, type Unknown } from '../../theory/unknown.ts';
import { meanGap } from '../../triggers/index.ts';
import { ARRIVALS_NAME, readArrivals } from '../../recording/arrivals.ts';
import { kernelRowSums } from './kernelRowSums.ts';
import { type OpenSchedule, openSchedule } from './arrivalSchedule.ts';
import { fewerRounds } from './exactRounds.ts';

/** So many seeds' own curves are kept, for axes on which seeds are compared at one place; the mean is over all that the budget allows. */
const KEPT_SEEDS = 50;
/** Multiplications that an answer takes on the clock beside its local steps, and a local step beside the operator. */
const ANSWER = 3e4;
const STEP = 30;
/** Fewer rounds show no curve. */
const LEAST_ROUNDS = 20;
/** Those that an answer takes beside its moments where parts are run on combinations, for each vector that there is. */
const VECTOR = 400;

/**
 * The curve of one algorithm.
 *
 * @param rounds - in increasing order; round 0 is the start
 * @param budget - for all seeds together
 * @param directory - of the run: on the wall clock answers come when its record says that they came
 */
export async function arrivalCurve(
  problem: Problem,
  solution: Solution,
  configuration: RunConfiguration,
  algorithm: ScheduledAlgorithm,
  rounds: readonly number[],
  budget: MomentBudget,
  directory?: string,
): Promise<ExactErrors> {
  if (configuration.clock === 'wall' && directory === undefined)
    return refused('when answers come on the wall clock is known after the run: its report has the curve');
  // What is known of the agents depends on no policy, and on no gap.
  const known = knownProblem(problem, solution, {
    ...configuration,
    policy: DEFAULT_POLICY,
    trigger: { kind: 'deterministic', localSteps: 1 },
  });
  if ('reason' in known) return refused(known);
  const schedules = new Map<number, OpenSchedule>();
  try {
    const asked = { configuration, algorithm, directory, schedules };
    return await curveWithin(known, asked, rounds, budget);
  } finally {
    for (const schedule of schedules.values()) await schedule.close();
  }
}

async function curveWithin(
  known: KnownProblem,
  asked: Asked,
  rounds: readonly number[],
  budget: MomentBudget,
): Promise<ExactErrors> {
  const { configuration, algorithm } = asked;
  const ways = waysOf(known, algorithm, budget);
  let found: Awaited<ReturnType<typeof overSeeds>> = { reason: 'there are no seeds' };
  let [way] = ways;
  let exactNeeds = Infinity;
  for (way of ways) {
    const allowed = { ...budget, multiplications: budget.multiplications / ways.length };
    found = await overSeeds({ ...known, ...way }, asked, rounds, allowed);
    if (!('reason' in found)) break;
    exactNeeds = found.needed ?? Infinity;
  }
  if (!('reason' in found)) {
    const { neglects } = way;
    if (neglects === undefined) return curveOf(found, found.allNeed);
    const worth = await cumulantWorth(known, asked, found, rounds, budget);
    if (worth === undefined) return refused(unestimated(neglects));
    return curveOf(found, exactNeeds, { neglects, relativeError: worth });
  }
  const fewer = atFewer({ ...known, algorithm }, configuration, found, rounds, budget);
  if (fewer === undefined) return refused(found);
  const allowed = { ...budget, multiplications: budget.fewerRounds! };
  const thinned = await overSeeds(known, asked, fewer, allowed);
  return 'reason' in thinned ? refused(found) : { ...curveOf(thinned, found.needed!), fewer };
}

/**
 * Estimated errors of a curve without third cumulants, from that of independent observations over the same seeds;
 * `undefined` where the budget does not allow that.
 */
async function cumulantWorth(
  known: KnownProblem,
  asked: Asked,
  { mean: { meanSquare }, seeds }: OverSeeds,
  rounds: readonly number[],
  budget: MomentBudget,
): Promise<number[] | undefined> {
  const { configuration } = asked;
  const same = { ...asked, configuration: { ...configuration, seeds: configuration.seeds.slice(0, seeds) } };
  const found = await overSeeds({ ...known, sampling: 'iid', joint: false }, same, rounds, budget);
  return 'reason' in found || found.seeds < seeds
    ? undefined
    : cumulantErrors(meanSquare, found.mean.meanSquare);
}

const curveOf = (
  { mean, seeds, kept }: OverSeeds,
  needs: number,
  worth: Approximation = {},
): ExactErrors & { kind: 'exact' } => ({
  kind: 'exact',
  ...mean,
  ...worth,
  ...(Number.isFinite(needs) && { exactNeeds: needs }),
  seeds,
  arrivals: kept,
});

/**
 * As many of the rounds as a budget of their own allows over the most seeds that it allows any curve over; `undefined` where it
 * has room for no seed, or for all rounds.
 */
function atFewer(
  known: KnownProblem & Pick<ArrivalSetting, 'algorithm'>,
  { trigger, seeds }: RunConfiguration,
  { answers }: TooManyAnswers,
  rounds: readonly number[],
  { fewerRounds: budget = 0 }: MomentBudget,
): number[] | undefined {
  if (answers === undefined) return undefined;
  const onClock = clockCost(known, meanGap(trigger) ?? 1);
  for (let over = seeds.length; over > 0; over--) {
    const count = roundsWithin(known, budget / (over * answers) - onClock);
    if (count === undefined || count >= rounds.length) return undefined;
    if (count >= LEAST_ROUNDS) return fewerRounds(rounds, count);
  }
  return undefined;
}

/** Multiplications of one answer beside its moments. */
const clockCost = ({ agents, root }: KnownProblem, gap: number): number =>
  ANSWER + gap * (root.length ** 2 + STEP) + VECTOR * leastSlots(agents.length);

/** Why a seed's run is too much, and about how many answers it has, where these are too many. */
interface TooManyAnswers extends Unknown {
  readonly answers?: number;
}

/** Of which run. */
interface Asked {
  readonly configuration: RunConfiguration;
  readonly algorithm: ScheduledAlgorithm;
  readonly directory: string | undefined;
  /** of seeds whose curve has not come about yet, by seed: they go on where they were cut off */
  readonly schedules: Map<number, OpenSchedule>;
}

/** The mean over those seeds that a budget allows, in their order. */
interface OverSeeds {
  readonly mean: ArrivalErrors;
  readonly seeds: number;
  /** of the first of them */
  readonly kept: SeedErrors[];
  /** multiplications for all seeds; infinite where all are there */
  readonly allNeed: number;
}

async function overSeeds(
  known: KnownProblem & Partial<Way>,
  asked: Asked,
  rounds: readonly number[],
  budget: MomentBudget,
): Promise<OverSeeds | TooManyAnswers> {
  const { configuration, schedules } = asked;
  const { seeds } = configuration;
  const setting = { ...known, newRows: kernelRowSums() };
  /** over the seeds that have come to a round */
  const sums = rounds.map(() => ({ meanSquare: 0, biasSquare: 0, seeds: 0 }));
  const kept: SeedErrors[] = [];
  let multiplications = 0;
  let done = 0;
  for (const seed of seeds) {
    // The next will take about as much as those before.
    if (done > 0 && multiplications * (1 + 1 / done) > budget.multiplications) break;
    const left = { ...budget, multiplications: budget.multiplications - multiplications };
    const found = await seedErrors(setting, asked, seed, rounds, left);
    if ('reason' in found) {
      if (found.needed === undefined) return found;
      if (done > 0) break;
      const all = tooExpensive(
        'curves given the event times of all seeds take',
        found.needed * seeds.length,
        budget,
      );
      return { ...all, ...(found.answers !== undefined && { answers: found.answers }) };
    }
    const { meanSquare, biasSquare } = found;
    meanSquare.forEach((value, at) => {
      sums[at]!.meanSquare += value;
      sums[at]!.biasSquare += biasSquare[at]!;
      sums[at]!.seeds++;
    });
    if (done < KEPT_SEEDS) kept.push({ seed, meanSquare, biasSquare });
    multiplications += found.multiplications;
    done++;
    await schedules.get(seed)?.close();
    schedules.delete(seed);
    budget.progress?.((rounds.length * done) / seeds.length);
  }
  const reached = sums.filter((sum) => sum.seeds > 0);
  return {
    mean: {
      meanSquare: reached.map((sum) => sum.meanSquare / sum.seeds),
      biasSquare: reached.map((sum) => sum.biasSquare / sum.seeds),
      multiplications,
    },
    seeds: done,
    kept,
    allNeed: done < seeds.length ? (multiplications / done) * seeds.length : Infinity,
  };
}

/** Of one seed; or what it takes. */
async function seedErrors(
  known: KnownProblem & Partial<Way> & Pick<ArrivalSetting, 'newRows'>,
  { configuration, algorithm, directory, schedules }: Asked,
  seed: number,
  rounds: readonly number[],
  budget: MomentBudget,
): Promise<ArrivalErrors | TooManyAnswers> {
  const { root, agents } = known;
  const { trigger, clock, initial } = configuration;
  const gap = meanGap(trigger) ?? 1;
  const onClock = clockCost(known, gap);
  const ofMoments = answerCost(known, gap, rounds.length);
  const affordable = Math.floor(budget.multiplications / (onClock + ofMoments));
  const means = agents.map(({ mean }) => mean);
  const last = rounds.at(-1) ?? 0;
  let schedule: Schedule;
  try {
    let open = schedules.get(seed);
    if (open === undefined) {
      const record = clock === 'wall' && readArrivals(directory!, { algorithm: keyOf(algorithm), seed });
      const run = { configuration, algorithm, seed, means, root, rounds: last, ...(record && { record }) };
      schedules.set(seed, (open = openSchedule(run)));
    }
    schedule = await open.until(affordable);
  } catch (error) {
    if (error instanceof RecordMismatch) return { reason: `${ARRIVALS_NAME}: ${error.message}` };
    if (error instanceof InputError) return { reason: error.message };
    // A part of the user's own may throw whatever it likes.
    return { reason: `without noise a part of it throws: ${firstLine(error)}` };
  }
  const answers = schedule.calls.reduce((sum, { kind }) => sum + Number(kind === 'ask'), 0);
  const reached = schedule.noiseFree.length;
  const spent = onClock * answers;
  const allAnswers = (answers * last) / Math.max(1, reached);
  const needed = (onClock + ofMoments) * allAnswers;
  if (reached < last && answers >= affordable)
    return {
      ...tooExpensive('curves given a run’s event times take', needed, budget),
      answers: allAnswers,
    };
  const setting = { ...known, algorithm, trigger, initial: Float64Array.from(initial) };
  const left = {
    ...budget,
    multiplications: budget.multiplications - spent,
    progress: () => undefined,
  };
  const found = attempted('their arithmetic fails', () => arrivalErrors(setting, schedule, rounds, left));
  if ('meanSquare' in found) return { ...found, multiplications: found.multiplications + spent };
  return found.needed === undefined ? found : { ...found, needed: found.needed + spent, answers: allAnswers };
}
