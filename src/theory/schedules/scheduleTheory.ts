/** The theory of a run in which not all agents take part in every step, in expectation over its schedules. */
import { type ConfiguredAlgorithm, keyOf } from '../../algorithms/parts.ts';
import { eigenvalues } from '../../maths/eigenvalues.ts';
import { DEFAULT_POLICY, policyOf } from '../../policies/index.ts';
import { meanStaleness, weighsByAge } from '../../policies/pace.ts';
import type { Problem } from '../../problems/operator.ts';
import type { Solution } from '../../problems/root.ts';
import type { ScheduledAlgorithm } from '../../configuration/configuration.ts';
import { attempted, ifComputable } from '../attempted.ts';
import { CHANGING_STEP, withConstantStep } from '../constantStep.ts';
import { hasVaryingMatrices } from '../mean/limits.ts';
import { linearProblem } from '../linearProblem.ts';
import { type ExactErrors, exactErrorsOf, refused } from '../moments/exactErrors.ts';
import { asSquare, squaredError } from '../moments/errorMoments.ts';
import { type KnownProblem, knownProblem, type MomentConfiguration } from '../moments/knownProblem.ts';
import { SCHEDULE_BUDGET, type TheoryBudgets, theoryBudgets } from '../budgets.ts';
import { meanSquareFactor } from '../stability/meanSquareFactor.ts';
import { plannedRounds } from '../moments/plannedRounds.ts';
import { singleRun } from '../round/runsOf.ts';
import { packedIndex } from '../../maths/packed.ts';
import { meanRound } from '../mean/roundMap.ts';
import { exactStep, noStep, type Stability, type StableStep } from '../stability/stableStep.ts';
import { because, NOT_ASKED, type Unknown } from '../unknown.ts';
import { withLikeTrigger } from '../roundBased.ts';
import { errorAt, timesWithin } from './againstSeconds.ts';
import { answerRounds } from './answerRounds.ts';
import type { TheoryPart } from '../theoryParts.ts';
import { answerMeanMap, answerSquareMap, largestStrength, settledMoments } from './answerStability.ts';
import { largestDelay, largestStrengthAt } from './delays.ts';
import { type StalenessLaw, stalenessOf } from './staleness.ts';
import { scheduleLaw } from './answerLaw.ts';

/** Of one algorithm; null where it is not known. */
interface ScheduledTheory {
  readonly algorithm: string;
  /** its errors in expectation over schedules */
  readonly result: ExactErrors;
  /** E‖θ̄ − θ*‖² at the times that are given */
  readonly atTimes: readonly number[];
  /** lim E‖θ̄_t − θ*‖² */
  readonly floor: number | null;
  /** why the floor is not known; null where it is */
  readonly reason: string | null;
  /** the largest α, or α_g, at which moments stay bounded; that which is possible at most where all that may be are */
  readonly strength: Omit<Stability, 'algorithm'>;
  /** updates that are all equally stale */
  readonly delay: Delay | null;
}

/** Where every update is τ steps stale, in the mean over agents. */
interface Delay {
  /** the largest τ at the run's α; −1 where none is stable */
  readonly largest: number;
  /** the largest α at {@link at} */
  readonly strength: number;
  readonly at: number;
}

/** Plain data, in the order of the algorithms. */
export interface ScheduleTheory {
  readonly algorithms: readonly ScheduledTheory[];
  /** what is random of the schedule; `none` where no law is known */
  readonly over: 'participants' | 'answers' | 'none';
  /** `α` or `α_g`, of policies without rounds */
  readonly symbol: string | null;
  /** answers a second; null where their order has no law */
  readonly rate: number | null;
  readonly staleness: readonly StalenessLaw[];
  /** seconds at which errors are known, where answers come as a Poisson process */
  readonly times: readonly number[];
}

/** What is asked of a schedule's theory. */
interface ScheduleQuestion {
  /** of curves, in increasing order; round 0 is the start */
  readonly rounds: readonly number[];
  /** of parts: all are by default */
  readonly asks?: (part: TheoryPart) => boolean;
  readonly budgets?: TheoryBudgets;
}

/** The theory, as far as it is asked for. */
export function scheduleTheory(
  problem: Problem,
  solution: Solution,
  configuration: MomentConfiguration & { readonly algorithms: readonly ScheduledAlgorithm[] },
  { rounds, asks = () => true, budgets = theoryBudgets(false) }: ScheduleQuestion,
): ScheduleTheory {
  const { algorithms, policy = DEFAULT_POLICY } = configuration;
  const law = scheduleLaw(problem, configuration);
  const known = knownProblem(problem, solution, configuration);
  const { free } = policyOf(policy);
  const answers = 'reason' in law ? undefined : law.answers;
  const last = rounds.at(-1) ?? 0;
  const isTimed = answers !== undefined && last <= MOST_STEPS;
  const steps = isTimed ? Array.from({ length: last + 1 }, (_, t) => t) : rounds;
  const times = isTimed ? timesWithin(answers, last) : [];
  return {
    algorithms: algorithms.map((scheduled) => {
      const algorithm = withConstantStep(scheduled);
      const whole = !asks('curves')
        ? refused(NOT_ASKED)
        : 'reason' in known
          ? refused(known)
          : exactErrorsOf(known, scheduled, steps, budgets.curve);
      const atTimes =
        whole.kind === 'exact' && isTimed
          ? times.map((time) => errorAt(whole.meanSquare, answers, time))
          : [];
      return {
        algorithm: keyOf(scheduled),
        result: isTimed && whole.kind === 'exact' ? atRounds(whole, rounds) : whole,
        atTimes,
        ...boundsOf(known, algorithm, asks, budgets),
        delay:
          algorithm === undefined || !asks('steps')
            ? null
            : (ifComputable(() => delayOf(problem, solution, configuration, algorithm)) ?? null),
      };
    }),
    over: 'reason' in law ? 'none' : answers ? 'answers' : 'participants',
    symbol: free && free.fold !== 'cross-tier' ? (free.fold === 'mix' ? 'α' : 'α_g') : null,
    rate: answers?.rate ?? null,
    staleness: stalenessOf(problem.agents, problem.dimension, configuration),
    times,
  };
}

/** Server steps up to which all errors are kept. */
const MOST_STEPS = 20_000;

/** Of errors after 0, 1, 2, … steps those asked for. */
const atRounds = (all: Extract<ExactErrors, { kind: 'exact' }>, rounds: readonly number[]): ExactErrors => ({
  ...all,
  meanSquare: rounds.map((round) => all.meanSquare[round]!),
  biasSquare: rounds.map((round) => all.biasSquare[round]!),
});

/** Floor and strengths, with the reasons for those that are not known. */
function boundsOf(
  known: KnownProblem | Unknown,
  algorithm: ConfiguredAlgorithm | undefined,
  asks: (part: TheoryPart) => boolean,
  { schedule }: TheoryBudgets,
): Pick<ScheduledTheory, 'floor' | 'reason' | 'strength'> {
  if (algorithm === undefined || 'reason' in known) {
    const reason = 'reason' in known ? known.reason : CHANGING_STEP;
    return { floor: null, reason, strength: { meanSquare: noStep(reason), mean: noStep(reason) } };
  }
  const floor = asks('limits') ? attempted('the floor', () => floorOf(known, algorithm)) : NOT_ASKED;
  const strength = (mapOf: Parameters<typeof largestStrength>[4]): StableStep => {
    const { answers } = known;
    if (answers === undefined) return noStep('rounds have no such setting');
    if (!asks('steps')) return noStep(NOT_ASKED.reason);
    return exactStep(
      attempted('the largest setting', () => largestStrength(known, answers, algorithm, schedule, mapOf)),
    );
  };
  return {
    ...(typeof floor === 'number' ? { floor, reason: null } : { floor: null, reason: floor.reason }),
    strength: { mean: strength(answerMeanMap), meanSquare: strength(answerSquareMap) },
  };
}

/** lim E‖θ̄_t − θ*‖², where the mean square settles. */
function floorOf(known: KnownProblem, algorithm: ConfiguredAlgorithm): number | Unknown {
  const factor = meanSquareFactor(known, algorithm, SCHEDULE_BUDGET);
  if (typeof factor === 'number' && !(factor < 1)) return because('the mean square is not stable');
  if (typeof factor !== 'number' && known.answers === undefined) return factor;
  if (known.answers !== undefined) {
    const steps = answerRounds(known, known.answers, algorithm, SCHEDULE_BUDGET);
    if ('reason' in steps) return steps;
    const packed = settledMoments(steps, SCHEDULE_BUDGET);
    return packed === undefined ? UNSETTLED : asSquare(squaredError(steps.moments(packed)));
  }
  const run = singleRun(algorithm, known.trigger, known.agents.length);
  if ('reason' in run) return run;
  const rounds = plannedRounds({ ...known, ...run }, SCHEDULE_BUDGET);
  if ('reason' in rounds) return rounds;
  const packed = settledMoments(rounds, SCHEDULE_BUDGET);
  if (packed === undefined) return UNSETTLED;
  return asSquare(known.root.reduce((sum, _, j) => sum + packed[packedIndex(j + 1, j + 1)]!, 0));
}

const UNSETTLED = because('the fixed point of the second moments takes too many multiplications');
/** Of policies without rounds, for algorithms whose round is a matrix on θ̄ alone. */
function delayOf(
  problem: Problem,
  solution: Solution,
  configuration: MomentConfiguration,
  algorithm: ConfiguredAlgorithm,
): Delay | null {
  const { policy = DEFAULT_POLICY } = configuration;
  const set = policyOf(policy);
  const { free } = set;
  const based = withLikeTrigger(configuration);
  const linear = linearProblem(problem, solution);
  if (
    free === undefined ||
    free.fold === 'cross-tier' ||
    weighsByAge(free) ||
    (free.momentum ?? 0) > 0 ||
    'reason' in based ||
    'reason' in linear ||
    // the recursion without noise is then not the mean
    (configuration.sampling === 'markov' && hasVaryingMatrices(problem))
  )
    return null;
  const { dimension: d, agents } = problem;
  const run = singleRun(algorithm, based.trigger, agents);
  if ('reason' in run || run.program.memory || run.program.correction === 'kept') return null;
  const matrix = meanRound(linear, algorithm, based.trigger)?.matrix;
  if (matrix?.rows !== d) return null;
  const spectrum = eigenvalues(matrix.values, d);
  const pace = set.pace(agents);
  const at =
    set.orders?.kind === 'waiting'
      ? set.orders.largestStaleness
      : pace?.kind === 'own'
        ? Math.ceil(meanStaleness(pace, agents))
        : agents - 1;
  const weight = free.weight(at, NaN);
  const strength = free.fold === 'mix' ? weight : (free.serverStepSize ?? 1) * weight;
  return {
    largest: largestDelay(spectrum, free, strength),
    strength: largestStrengthAt(spectrum, free, at),
    at,
  };
}
