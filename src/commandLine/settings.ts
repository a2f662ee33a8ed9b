/** The options of `fedsa run`, and how their texts become settings. */
import { ALGORITHMS } from '../algorithms/catalogue.ts';
import { type Command, InvalidArgumentError, Option } from 'commander';
import type { KernelChoice, PlacementName, RecordingChoice } from '../protocol/configuration.ts';
import type { Sampling } from '../problems/operator.ts';
import type { Extrapolation, ExtrapolationNoise } from '../algorithms/richardsonRomberg.ts';
import { type StepRule, stepRule } from '../scenario/stepRule.ts';
import type { RunSettings } from '../scenario/scenario.ts';
import { list, real, whole } from '../values/value.ts';
import { parser } from './shortTexts.ts';
import { addClockOptions, addTimedOptions, timedSettings, type TimedOptions } from './timedOptions.ts';

const MOST_SEEDS = 1_000_000;
const LARGEST_INT32 = 2_147_483_647;

const aShare = real({ above: 0, most: 1 });

const integer = (low: number, high: number): ((text: string) => number) => parser(whole(low, high));

/** `5` → 1, …, 5; `3..7` → 3, …, 7; `2,3,5` → these. */
function seeds(text: string): number | number[] {
  const range = /^(-?\d+)\.\.(-?\d+)$/.exec(text);
  if (range) {
    const low = Number(range[1]);
    const high = Number(range[2]);
    if (!Number.isSafeInteger(low) || !Number.isSafeInteger(high) || high < low || high - low >= MOST_SEEDS) {
      throw new InvalidArgumentError(`A range a..b needs a ≤ b and at most ${MOST_SEEDS} seeds.`);
    }
    return Array.from({ length: high - low + 1 }, (_, index) => low + index);
  }
  if (/^-?\d+(,-?\d+)+$/.test(text)) {
    return text.split(',').map(integer(Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER));
  }
  return integer(1, MOST_SEEDS)(text);
}

function recording(text: string): RecordingChoice {
  if (text === 'all' || text === 'default') return text;
  const every = /^every=(.+)$/.exec(text);
  if (!every) throw new InvalidArgumentError('It must be "all", "every=N" or "default".');
  return { every: integer(1, LARGEST_INT32)(every[1]!) };
}

const names = (text: string): string[] => text.split(',').map((name) => name.trim());

/** `fedprox.mu=0.1`, one more of them. */
function assignment(
  text: string,
  before: Readonly<Record<string, string>> = {},
): Readonly<Record<string, string>> {
  const [, path, value] = /^([^.=]+\.[^.=]+)=(.+)$/.exec(text) ?? [];
  if (path === undefined || value === undefined)
    throw new InvalidArgumentError(
      'It must be ALGORITHM.PARAMETER=VALUE, as in scaffold.server-step-size=0.5.',
    );
  return { ...before, [path]: value };
}

/** The algorithms' names, each with its aliases. */
const algorithmWords = (): string =>
  ALGORITHMS.map(({ name, aliases }) => (aliases.length > 0 ? `${name} (${aliases.join(', ')})` : name)).join(
    ', ',
  );

/** What commander makes of the options below. */
export interface SettingOptions extends TimedOptions {
  algorithm?: readonly string[];
  set?: Readonly<Record<string, string>>;
  stepSize?: number | StepRule;
  serverStepSize?: number;
  momentum?: number;
  extrapolation?: Extrapolation;
  extrapolationNoise?: ExtrapolationNoise;
  localSteps?: number;
  communicationProbability?: number;
  rounds?: number;
  steps?: number;
  seeds?: number | readonly number[];
  initial?: readonly number[];
  sampling?: Sampling;
  stride?: number;
  placement?: PlacementName;
  threads?: number;
  kernels?: KernelChoice;
  record?: RecordingChoice;
  iterates?: boolean;
  average?: number;
  drawn?: boolean;
  lyapunov?: boolean;
  allowDivergence?: boolean;
  data?: string;
  panel?: string;
  quick?: boolean;
}

/** Adds the options that `run` and `theory` share. */
export function addSettingOptions(command: Command): Command {
  command
    .option(
      '--algorithm <names>',
      `algorithms, separated by commas: ${algorithmWords()}; or files of your own (./fedprox.ts)`,
      names,
    )
    .option(
      '--set <algorithm.parameter=value>',
      'a parameter of one algorithm, as in scaffold.server-step-size=0.5; may be given several times',
      assignment,
    )
    .option(
      '--step-size <η>',
      'local step size: a number, or by rounds "decreasing:SCALE,OFFSET,EXPONENT", "corollary-1[:MU]", "doubling:ROUNDS[,MU]"',
      parser(stepRule),
    )
    .option(
      '--server-step-size <α>',
      'server step size: α_g of fedhsa and scaffold (default: 1), γ of minibatch-sgd and local-sgd-m',
      parser(real({ above: 0 })),
    )
    .option('--momentum <β>', 'weight of the newest gradient in local-sgd-m', parser(aShare))
    .addOption(
      new Option(
        '--extrapolation <what>',
        'what the second run of richardson-romberg has twice of (default: step-size)',
      ).choices(['step-size', 'local-steps']),
    )
    .addOption(
      new Option(
        '--extrapolation-noise <noise>',
        'whether the runs of richardson-romberg see the same observations (default: independent)',
      ).choices(['independent', 'common']),
    )
    .option(
      '--local-steps <H>',
      'communicate after every H-th local step (default: 10)',
      integer(1, LARGEST_INT32),
    )
    .option(
      '--communication-probability <p>',
      'communicate after each local step with probability p',
      parser(aShare),
    )
    .option('--rounds <T>', 'number of communications (default: 200)', integer(0, LARGEST_INT32))
    .option('--steps <K>', 'number of local steps, instead of rounds', integer(0, Number.MAX_SAFE_INTEGER))
    .option('--seeds <n>', 'seeds 1 to n, or a range a..b, or a list a,b,c (default: 1)', seeds)
    .option(
      '--initial <θ>',
      'model at the start, numbers separated by commas (default: zeros)',
      parser(list(real())),
    )
    .addOption(
      new Option('--sampling <mode>', 'how observations are drawn (default: markov)').choices([
        'markov',
        'iid',
        'exact',
      ]),
    )
    .option(
      '--stride <q>',
      'use every q-th observation of the stream (default: 1)',
      integer(1, LARGEST_INT32),
    )
    .option(
      '--average <fraction>',
      'also average the iterates, leaving out this fraction of the rounds at the start',
      parser(real({ least: 0, below: 1 })),
    )
    .option('--drawn', 'also keep an iterate drawn uniformly from the rounds so far')
    .option('--lyapunov', 'also measure the Lyapunov function of scafflsa');
  return addTimedOptions(command)
    .option('--data <folder>', 'folder of recorded data, for the scenarios that need it')
    .option('--panel <name>', 'one panel alone of a scenario that has several')
    .option('--quick', 'the quick size that the scenario gives, instead of the full one');
}

/** Adds the options that only `run` has. */
export function addRunOptions(command: Command): Command {
  command
    .addOption(
      new Option(
        '--placement <where>',
        'where agents live (default: own threads up to 32 agents, then packed)',
      ).choices(['own-thread', 'packed', 'inline']),
    )
    .option('--threads <n>', 'worker threads (default: as many as cores)', integer(1, 1024))
    .addOption(
      new Option(
        '--kernels <which>',
        'what takes local steps: WebAssembly where there is one (default), or TypeScript alone; same bytes',
      ).choices(['auto', 'reference']),
    );
  return addClockOptions(command)
    .option(
      '--record <rounds>',
      '"all", "every=N", or "default": all up to 2,000 rounds, then 2,000 of them, log-spaced',
      recording,
    )
    .option('--iterates', 'write iterates.csv (always done where d ≤ 10)')
    .option('--allow-divergence', 'count a diverging run as a result, not as a failure')
    .option(
      '--out <folder>',
      'run directory; one that holds part of the same run, or fewer seeds or algorithms, is completed',
    )
    .option('--exact', 'compute exact curves however long they take, not as long as the run')
    .option('--no-report', 'leave out the report')
    .option('--quiet', 'print errors only')
    .option('--json', 'print progress and result as JSON, one object a line');
}

/** The settings given on the command line, and nothing else. */
export function settingsOf(options: SettingOptions): RunSettings {
  const { algorithm, data: _data, ...rest } = options;
  const known: Record<keyof RunSettings, unknown> = {
    algorithms: algorithm,
    set: rest.set,
    stepSize: rest.stepSize,
    serverStepSize: rest.serverStepSize,
    momentum: rest.momentum,
    extrapolation: rest.extrapolation,
    extrapolationNoise: rest.extrapolationNoise,
    localSteps: rest.localSteps,
    communicationProbability: rest.communicationProbability,
    rounds: rest.rounds,
    steps: rest.steps,
    seeds: rest.seeds,
    initial: rest.initial,
    sampling: rest.sampling,
    stride: rest.stride,
    placement: rest.placement,
    threads: rest.threads,
    kernels: rest.kernels,
    record: rest.record,
    iterates: rest.iterates,
    average: rest.average,
    drawn: rest.drawn,
    lyapunov: rest.lyapunov,
    allowDivergence: rest.allowDivergence,
    ...timedSettings(options),
  };
  return Object.fromEntries(Object.entries(known).filter(([, value]) => value !== undefined));
}
