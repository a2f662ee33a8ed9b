/** From settings, given or left out, to a run in which every choice is made. */
import type { Algorithm } from '../algorithms/algorithm.ts';
import { configured } from '../algorithms/parts.ts';
import { flagOf } from '../values/parameter.ts';
import type { Budget, ClockName, RunConfiguration, ScheduledAlgorithm } from '../protocol/configuration.ts';
import { type PolicyConfiguration, policyOf } from '../policies/index.ts';
import { isTimed } from '../timing/isTimed.ts';
import { lawOf, meanGap, type RunTrigger } from '../triggers/index.ts';
import { InputError } from '../protocol/failure.ts';
import { budgetFault, policyFault } from '../protocol/policyFault.ts';
import { type MissingParameter, missingParameters, resolveAlgorithms } from './chosenAlgorithms.ts';
import { resolvePolicy } from './policySettings.ts';
import { refuseForgottenModel, refuseOutside, refuseStalling } from './refuseStalling.ts';
import type { AlgorithmParameters, RunSettings } from './scenario.ts';
import { resolveStepRule, type StepHorizon, type StepRule } from './stepRule.ts';

const DEFAULT_LOCAL_STEPS = 10;
const DEFAULT_ROUNDS = 200;
/** As many as `--rounds` takes. */
const MOST_ROUNDS = 2_147_483_647;
/** Iterates of at most so many coordinates are always recorded. */
const SMALL_DIMENSION = 10;

function chosenTrigger(settings: RunSettings): RunTrigger {
  const { localSteps, communicationProbability: probability } = settings;
  if (localSteps !== undefined && probability !== undefined) {
    throw new InputError(
      '--local-steps and --communication-probability exclude each other; give one of them',
    );
  }
  return probability === undefined
    ? { kind: 'deterministic', localSteps: localSteps ?? DEFAULT_LOCAL_STEPS }
    : { kind: 'bernoulli', probability };
}

function budgetOf(settings: RunSettings): Budget {
  const { rounds, steps } = settings;
  if (rounds !== undefined && steps !== undefined) {
    throw new InputError('--rounds and --steps exclude each other; give one of them');
  }
  return steps === undefined
    ? { kind: 'rounds', rounds: rounds ?? DEFAULT_ROUNDS }
    : { kind: 'steps', steps };
}

/** Rounds are counted in 32 bits; a budget of steps can ask for more. */
function refuseEndless(trigger: RunTrigger, budget: Budget): void {
  if (budget.kind === 'rounds') return;
  const rounds = budget.steps / (meanGap(trigger) ?? 1);
  if (rounds > MOST_ROUNDS) {
    throw new InputError(
      `--steps: ${budget.steps} local steps make about ${rounds.toPrecision(2)} rounds; at most ${MOST_ROUNDS} can be run`,
    );
  }
}

/** Twice the local steps, or the same observations twice over them, mean something only in some settings. */
function refuseExtrapolation(
  { extrapolation, extrapolationNoise }: AlgorithmParameters,
  trigger: RunTrigger,
): void {
  if (extrapolation !== 'local-steps') return;
  if (lawOf(trigger)?.kind !== 'constant') {
    throw new InputError(
      '--extrapolation: local-steps weighs its runs by H, so it takes --local-steps, not --communication-probability',
    );
  }
  if (extrapolationNoise === 'common') {
    throw new InputError(
      '--extrapolation-noise: the runs of --extrapolation local-steps use up different numbers of observations, so their noise cannot be common; leave it out',
    );
  }
}

/** The pairs of an algorithm and a policy that mean nothing. */
function refusePairs(
  algorithms: readonly { readonly algorithm: Algorithm }[],
  policy: PolicyConfiguration,
  trigger: RunTrigger,
): void {
  for (const { algorithm } of algorithms) {
    const fault = policyFault(algorithm, policy, trigger);
    if (fault === undefined) continue;
    throw new InputError(`--policy: ${algorithm.name} does not go with ${policy.kind}: ${fault}`);
  }
}

/** Observations that are independent, or that nobody uses, have no gaps to leave. */
function refuseStride({ sampling, stride = 1 }: RunSettings): void {
  if (stride === 1 || sampling === undefined || sampling === 'markov') return;
  const why =
    sampling === 'iid'
      ? 'under --sampling iid each observation is drawn afresh, so every q-th of them is as good as all'
      : 'under --sampling exact no observation is used';
  throw new InputError(`--stride: ${why}; leave it out`);
}

/** What means something on one clock only. */
function refuseOnClock(clock: ClockName, { strict, timing, verify }: RunSettings): void {
  if (strict !== undefined && (clock !== 'wall' || timing === undefined)) {
    throw new InputError(
      '--strict: it tells how far real time falls behind a timing model, so it takes --clock wall and a timing model; leave it out',
    );
  }
  if (verify === true && clock === 'wall') {
    throw new InputError(
      '--verify: it goes by the times at which messages will arrive, which only the virtual clock knows beforehand; leave it out',
    );
  }
}

/** What a step rule needs to know of a problem. */
export type ProblemFacts = Pick<StepHorizon, 'agents' | 'monotonicity'>;

function seedsOf(settings: RunSettings): readonly number[] {
  const { seeds = 1 } = settings;
  if (typeof seeds === 'number') return Array.from({ length: seeds }, (_, index) => index + 1);
  const seen = new Set<number>();
  for (const seed of seeds) {
    if (seen.has(seed)) throw new InputError(`--seeds: seed ${seed} is given twice; name each seed once`);
    seen.add(seed);
  }
  return seeds;
}

/** Asks for every parameter that is missing, at once. */
function refuseMissing(missing: readonly MissingParameter[]): void {
  if (missing.length === 0) return;
  const options = missing.map(({ setting }) => `--${flagOf(setting)}`);
  const meanings = missing.map(
    ({ meaning, algorithms }) =>
      `${meaning}, which ${inWords(algorithms)} ${algorithms.length === 1 ? 'has' : 'have'} no default for`,
  );
  const stable = missing.some(({ setting }) => setting === 'stepSize');
  const advice = stable ? '; `fedsa theory` prints the largest stable step size' : '';
  throw new InputError(
    `${inWords(options)} ${options.length === 1 ? 'is' : 'are'} needed: ${meanings.join('; ')}${advice}`,
  );
}

const inWords = (items: readonly string[]): string =>
  items.length === 1 ? items[0]! : `${items.slice(0, -1).join(', ')} and ${items.at(-1)!}`;

/** A coordinate of the start that can still be squared and summed. */
const LARGEST_START = 1e150;

/**
 * The run that settings stand for, on a problem of the given dimension.
 *
 * @param facts - of the problem, for the step rules that need them
 * @throws InputError for what is missing, contradictory, or not used by any of the algorithms
 */
export function runConfiguration(
  settings: RunSettings,
  dimension: number,
  facts: ProblemFacts = { agents: 1, monotonicity: () => undefined },
): RunConfiguration {
  const algorithms = resolveAlgorithms(settings);
  refuseMissing(missingParameters(settings));
  const { initial } = settings;
  if (initial && initial.length !== dimension) {
    throw new InputError(
      `--initial: ${initial.length} given; the problem has dimension ${dimension}, so it takes as many numbers`,
    );
  }
  const tooLarge = initial?.find((value) => Math.abs(value) > LARGEST_START);
  if (tooLarge !== undefined) {
    throw new InputError(
      `--initial: ${tooLarge} is too large, since its square overflows; give numbers up to ${LARGEST_START} in size`,
    );
  }
  const trigger = chosenTrigger(settings);
  const budget = budgetOf(settings);
  refuseEndless(trigger, budget);
  if (settings.lyapunov === true && !algorithms.some(({ algorithm }) => algorithm.name === 'scafflsa')) {
    throw new InputError(
      '--lyapunov: it is SCAFFLSA’s Lyapunov function that is measured, and scafflsa is not among the algorithms; leave it out',
    );
  }
  const policy = resolvePolicy(settings, facts.agents);
  const { everyone } = policyOf(policy);
  refuseOutside(settings.timing, facts.agents);
  refusePairs(algorithms, policy, trigger);
  refuseStalling(policy, settings.timing, facts.agents);
  for (const { algorithm } of algorithms) refuseForgottenModel(algorithm, settings.timing, facts.agents);
  const unclear = budgetFault(policy, budget);
  if (unclear !== undefined)
    throw new InputError(`--steps: under the policy ${policy.kind} ${unclear} (--rounds)`);
  if (settings.lyapunov === true && !everyone) {
    throw new InputError(
      `--lyapunov: it is measured from every agent's model in every round, so under a policy in which all take part only, not ${policy.kind}; leave it out`,
    );
  }
  refuseStride(settings);
  const clock = settings.clock ?? 'virtual';
  refuseOnClock(clock, settings);
  if (settings.updates === true && !isTimed({ policy, timing: settings.timing, clock })) {
    throw new InputError(
      '--updates: it tells when each update was sent, came and was taken in, so it takes a timed run: a policy or a timing model; leave it out',
    );
  }
  const horizon = { trigger, budget, ...facts };
  return {
    algorithms: algorithms.map(({ algorithm, key, label, parameters }) => {
      refuseExtrapolation(parameters, trigger);
      const resolved = Object.entries(parameters).map(([name, value]) => [
        name,
        algorithm.parameters[name]!.kind === 'step size'
          ? resolveStepRule(value as number | StepRule, horizon)
          : value,
      ]);
      return {
        ...configured(algorithm, Object.fromEntries(resolved) as Readonly<Record<string, unknown>>),
        ...(key === algorithm.name ? {} : { key }),
        ...(label === undefined ? {} : { label }),
        // The algorithm has said which parameters it has, and none of those it needs is missing.
      } as ScheduledAlgorithm;
    }),
    trigger,
    budget,
    seeds: seedsOf(settings),
    sampling: settings.sampling ?? 'markov',
    stride: settings.stride ?? 1,
    initial: initial ?? new Array<number>(dimension).fill(0),
    placement: settings.placement ?? 'auto',
    threads: settings.threads,
    kernels: settings.kernels ?? 'auto',
    recording: settings.record ?? 'default',
    iterates: settings.iterates ?? dimension <= SMALL_DIMENSION,
    averageFrom: settings.average,
    drawn: settings.drawn ?? false,
    lyapunov: settings.lyapunov ?? false,
    allowDivergence: settings.allowDivergence ?? false,
    policy,
    timing: settings.timing,
    clock,
    strict: settings.strict,
    tieSeed: settings.tieSeed,
    verify: settings.verify ?? false,
    trace: settings.trace ?? false,
    updates: settings.updates ?? false,
  };
}
