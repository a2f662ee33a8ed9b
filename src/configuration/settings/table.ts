/**
 * The settings of a run, one entry each: scenarios' fields and their check, the command line's options and their
 * help, what the manifest records, what is refused and docs/settings.md are made from it. Those of what is simulated
 * stand here, and after them those of how that is done.
 */
import { ALGORITHMS } from '../../algorithms/catalogue.ts';
import { scafflsa } from '../../algorithms/scafflsa.ts';
import {
  DEFAULT_POLICY,
  POLICIES,
  POLICY,
  type PolicySettings,
  type PolicyText,
} from '../../policies/index.ts';
import { late } from '../../policies/late.ts';
import { counted } from '../../values/counted.ts';
import { type StalenessWeight, weight, type WeightText } from '../../policies/stalenessWeight.ts';
import { meanOf } from '../../timing/distribution.ts';
import { timingModel } from '../../timing/timingModel.ts';
import { listed } from '../../values/kind.ts';
import { share } from '../../values/parameter.ts';
import { type Reading, readText } from '../../values/text.ts';
import { secondsAbove0, secondsFrom0 } from '../../values/ticks.ts';
import {
  either,
  flag,
  list,
  oneOf,
  plain,
  real,
  text,
  type Value,
  vector,
  whole,
} from '../../values/value.ts';
import { type AlgorithmChoice, DEFAULT_ALGORITHMS } from './algorithmChoice.ts';
import { byteLimit, readByteLimit } from './byteLimit.ts';
import { isFileName, type OwnChoice } from './ownChoice.ts';
import { RUN_ONLY } from './runOnly.ts';
import { type IntendedRun, MOST_INT32, MOST_SECONDS, type Setting } from './setting.ts';

const MOST_SEEDS = 1_000_000;
/** A coordinate of the start that can still be squared and summed. */
const LARGEST_START = 1e150;

/** The algorithms' names, each with its aliases. */
const algorithmWords = ALGORITHMS.map(({ name, aliases }) =>
  aliases.length > 0 ? `${name} (${aliases.join(', ')})` : name,
).join(', ');

/** The policies that have a setting. */
const having = (field: string): string =>
  listed(
    POLICIES.filter(({ settings }) => field in settings).map(({ name }) => name),
    'and',
  );

/** `5` → 1, …, 5; `3..7` → 3, …, 7; `2,3,5` → these. */
function readSeeds(given: string): Reading {
  const range = /^(-?\d+)\.\.(-?\d+)$/.exec(given);
  if (!range) {
    const reading = readText<unknown>(given.includes(',') ? list(whole()) : whole(1, MOST_SEEDS), given);
    const fault = `must be how many (1 to ${MOST_SEEDS}), a range a..b or a list a,b,c of whole numbers below 2^53`;
    return reading.fault === undefined ? reading : { fault };
  }
  const [low, high] = [Number(range[1]), Number(range[2])];
  if (!Number.isSafeInteger(low) || !Number.isSafeInteger(high) || high < low || high - low >= MOST_SEEDS)
    return { fault: `must be a range a..b with a ≤ b and at most ${MOST_SEEDS} seeds` };
  return { value: Array.from({ length: high - low + 1 }, (_, index) => low + index) };
}

/** `fedprox.mu=0.1` */
function readAssignment(given: string): Reading {
  const [, path, value] = /^([^.=]+\.[^.=]+)=(.+)$/.exec(given) ?? [];
  if (path !== undefined && value !== undefined) return { value: { [path]: value } };
  return { fault: 'must be ALGORITHM.PARAMETER=VALUE, as in scaffold.server-step-size=0.5' };
}

/** A value of a type that its form does not say. */
const typed = <T>(value: Value): Value<T> => value as Value<T>;

export const SETTINGS = {
  /** Local SA, SCAFFLSA and FedHSA where they are not given */
  algorithms: {
    flag: 'algorithm',
    value: typed<readonly AlgorithmChoice[]>(list(text)),
    argument: '<names>',
    help: `algorithms, separated by commas: ${algorithmWords}; or users’ files (./fedprox.ts)`,
    byDefault: DEFAULT_ALGORITHMS.join(','),
  },
  /** parameters of single algorithms and of the user's own policy or trigger, by algorithm and parameter: `{ 'scaffold.server-step-size': 0.5 }` */
  set: {
    value: typed<Readonly<Record<string, unknown>>>(plain),
    argument: '<algorithm.parameter=value>',
    help: 'parameter of one algorithm, or of a user’s policy or trigger, as in scaffold.server-step-size=0.5; repeatable',
    details: "A scenario gives an object, `{ 'scaffold.server-step-size': 0.5 }`",
    read: readAssignment,
    repeats: true,
  },
  /** H: communicate after every H-th local step; excludes `communicationProbability` */
  localSteps: {
    value: whole(1, MOST_INT32),
    argument: '<H>',
    help: 'communicate after every H-th local step',
    default: 10,
  },
  /** p: communicate after each local step with probability p; excludes `localSteps` */
  communicationProbability: {
    value: share('p', ''),
    argument: '<p>',
    help: 'communicate after each local step with probability p',
    details: 'All agents share the coin. Excludes `--local-steps`',
    excludes: ['localSteps'],
  },
  /** when agents communicate, by a trigger of the user's own; excludes `localSteps` and `communicationProbability` */
  trigger: {
    value: typed<OwnChoice>(text),
    argument: '<file>',
    help: 'communicate by a user’s trigger (./growing.ts)',
    details: 'See [users’ triggers](own-policies.md). Excludes the two above',
    excludes: ['localSteps', 'communicationProbability'],
  },
  /** Δ: each agent takes local steps for so many seconds of its own computing; excludes the three above */
  workSeconds: {
    value: secondsAbove0(MOST_SECONDS),
    argument: '<Δ>',
    help: 'communicate when each agent has computed for Δ seconds',
    details: 'Timed runs: [work for Δ seconds](policies.md#work-for-δ-seconds). Excludes the three above',
    excludes: ['localSteps', 'communicationProbability', 'trigger'],
    refuse: (_: number, { clock, timing }: IntendedRun) => {
      if (clock === 'wall')
        return 'how many local steps there is time for is drawn from a timing model, and on the wall clock work takes what it takes; take `clock` virtual';
      if (timing === undefined)
        return 'it is about how long local steps take; give a timing model (`timing`)';
      const all = [timing, ...(timing.agents ?? [])];
      if (all.some(({ compute }) => compute !== undefined && meanOf(compute) === 0))
        return 'local steps that take no time have no end; give a compute time above 0 (`timing.compute`)';
      if (all.some(({ measured }) => measured !== undefined))
        return 'measured delays are of whole dispatches, and say nothing of a local step; leave `timing.measured` out';
      return all.some(({ speed }) => speed !== undefined)
        ? 'it is undefined for agents whose speed changes while they work; leave `timing.speed` out'
        : undefined;
    },
  },
  /** T: number of communications; excludes `steps` */
  rounds: {
    value: whole(0, MOST_INT32),
    argument: '<T>',
    help: 'number of communications',
    default: 200,
  },
  /** K: number of local steps; excludes `rounds` */
  steps: {
    value: whole(0),
    argument: '<K>',
    help: 'number of local steps of each agent, instead of rounds',
    details: 'A round that would end after step K is omitted',
    excludes: ['rounds'],
  },
  /** S: the run ends before a round, or server step, that would be over later; of the run's clock */
  seconds: {
    value: secondsFrom0(MOST_SECONDS),
    argument: '<S>',
    help: 'end before a round would end after S seconds of the run’s clock',
    details: 'See [the length of a run](commands.md#the-length-of-a-run)',
  },
  /** B: the run ends before a round by whose end all agents would have sent more; `'B:down'` counts what the server sends, `'B:both'` both */
  bytes: {
    value: byteLimit,
    read: readByteLimit,
    argument: '<B>',
    help: 'end before all agents together would have sent more than B bytes; B:down counts the server’s messages, B:both all',
    details: 'A scenario takes the number or this text',
    hideForms: true,
  },
  /** how many (n stands for 1, …, n), or which */
  seeds: {
    value: either<number | readonly number[]>(
      [whole(1, MOST_SEEDS), list(whole())],
      `must be how many (1 to ${MOST_SEEDS}) or a list of integers`,
    ),
    argument: '<n>',
    help: 'seeds 1 to n, or a range a..b, or a list a,b,c',
    default: 1,
    details: 'A scenario gives a number or an array',
    hideForms: true,
    read: readSeeds,
    refuse: (seeds: number | readonly number[]) => {
      const twice =
        typeof seeds === 'number' ? undefined : seeds.find((seed, at) => seeds.indexOf(seed) < at);
      return twice === undefined ? undefined : `seed ${twice} is given twice; name each seed once`;
    },
  },
  /** θ̄ at the start `[d]`; zeros by default */
  initial: {
    value: vector,
    argument: '<θ>',
    help: 'model at the start, d numbers separated by commas',
    byDefault: 'zeros',
    details: 'A negative first number needs an equals sign: `--initial=-1,0`',
    refuse: (initial: readonly number[] | Float64Array, { dimension }: IntendedRun) => {
      const large = initial.find((value) => Math.abs(value) > LARGEST_START);
      if (initial.length !== dimension)
        return `${counted(initial.length, 'number')} given; the problem has dimension ${dimension}`;
      return large === undefined
        ? undefined
        : `${large} is too large, since its square overflows; give numbers up to ${LARGEST_START} in size`;
    },
  },
  /** `markov` by default */
  sampling: {
    value: oneOf('markov', 'iid', 'exact'),
    argument: '<mode>',
    help: 'how observations are drawn',
    details:
      '`markov`: the agents’ streams; `iid`: draws from the stationary law; `exact`: the mean operator, without noise',
    recorded: 'sampling',
    default: 'markov',
  },
  /** q: of the stream's observations every q-th is used; 1 by default */
  stride: {
    value: whole(1, MOST_INT32),
    argument: '<q>',
    help: 'use every q-th observation of the stream',
    details: 'Refused under `iid` and `exact`, where it has no effect',
    recorded: 'stride',
    default: 1,
    refuse: (stride: number, { sampling }: IntendedRun) => {
      if (stride === 1 || sampling === 'markov') return undefined;
      return sampling === 'iid'
        ? 'under `sampling` iid each observation is drawn afresh, so every q-th of them is as good as all; leave it out'
        : 'under `sampling` exact no observation is used; leave it out';
    },
  },
  /** fraction of the rounds that the Polyak–Ruppert average leaves out at the start; none by default */
  average: {
    value: real({ least: 0, below: 1 }),
    argument: '<fraction>',
    help: 'also average the iterates, without this fraction of the rounds at the start',
    details: 'Polyak–Ruppert average; 0.29 of 100 rounds begins with round 30',
    recorded: 'averageFrom',
    default: undefined,
  },
  /** whether an iterate drawn uniformly from the rounds so far is kept beside the last one */
  drawn: {
    value: flag,
    help: 'also keep an iterate drawn uniformly from the rounds so far',
    recorded: 'drawn',
    default: false,
  },
  /** whether the Lyapunov function of SCAFFLSA is measured */
  lyapunov: {
    value: flag,
    help: `also measure the Lyapunov function of ${scafflsa.name}`,
    recorded: 'lyapunov',
    default: false,
    refuse: (isOn: boolean, { algorithms, policy }: IntendedRun) => {
      if (!isOn) return undefined;
      if (!algorithms.includes(scafflsa))
        return `it is ${scafflsa.title}’s Lyapunov function that is measured, and ${scafflsa.name} is not among the algorithms; leave it out`;
      return policy.everyone
        ? undefined
        : `it is measured from every agent's model in every round, so under a policy in which all take part only, not ${policy.name}; leave it out`;
    },
  },
  /** when the server steps, and with whose answers, as an object, as on the command line, or a policy of the user's own; `synchronous` by default */
  policy: {
    value: typed<PolicySettings | PolicyText | OwnChoice>(POLICY),
    read: (given: string): Reading => (isFileName(given) ? { value: given } : readText(POLICY, given)),
    argument: '<policy>',
    help: 'when the server steps, by a user’s policy (./tifl.ts) or one of these',
    byDefault: DEFAULT_POLICY.kind,
    details:
      'Aliases: `fedbuff:K`, `fedasync:ALPHA` and `fedat:N`. Optional settings have names: `--policy buffered:5,concurrency=20`. A scenario takes this text or an object: [policies](policies.md)',
  },
  /** what becomes of updates that come late, for the policies that have some; `drop` by default */
  late: {
    value: late,
    argument: '<what>',
    help: `${late.help}, under ${having('late')}`,
    default: late.default,
    details: '`carry`: over to the next round',
  },
  /** the weight of an update by its staleness, for the policies that weigh; not at all by default */
  stalenessWeight: {
    value: typed<StalenessWeight | WeightText>(weight),
    argument: '<weight>',
    help: `${weight.help}, under ${having('weight')}`,
    byDefault: weight.default.kind,
    details: 'A scenario takes this text or an object',
  },
  /** how long everything takes; by default a local step a second, a message no time */
  timing: {
    value: timingModel,
    help: 'how long everything takes',
    recorded: 'timing',
    default: undefined,
  },
  ...RUN_ONLY,
} as const satisfies Readonly<Record<string, Setting>>;
