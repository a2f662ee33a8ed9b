/** What a reader can choose in a page to play with: numbers on sliders, words of a list, algorithms. */
import { type Algorithm, isAlgorithm } from '../../algorithms/algorithm.ts';
import { ALGORITHMS, findAlgorithm } from '../../algorithms/catalogue.ts';
import { describedAlgorithm } from '../../algorithms/parts.ts';
import { overlay } from '../../configuration/overlay.ts';
import { type ProblemFacts, runConfiguration } from '../../configuration/runConfiguration.ts';
import type { Problem } from '../../problems/operator.ts';
import type { RunConfiguration } from '../../configuration/configuration.ts';
import { type RunSettings, settingByFlag } from '../../configuration/settings/runSettings.ts';
import { POLICIES, policyOf } from '../../policies/index.ts';
import type { PolicyDefinition } from '../../policies/policy.ts';
import { SAMPLING } from '../../report/configurationTable.ts';
import { exact } from '../../values/numbers.ts';
import { flagOf, type Parameter } from '../../values/parameter.ts';
import { InputError } from '../../values/failure.ts';
import { faultOf, real } from '../../values/value.ts';

/** A slider over some numbers, in increasing order. */
export interface Slider {
  /** the setting */
  readonly field: string;
  readonly flag: string;
  readonly symbol: string;
  readonly help: string;
  readonly values: readonly number[];
  /** index of the run's own; of the nearest where it is no number */
  readonly at: number;
  /** as it is shown while nothing else is chosen */
  readonly text: string;
}

/** A choice of words, the run's own first. */
export interface Choice {
  readonly field: string;
  readonly flag: string;
  /** options of the command line that say more of the run's own words, and go with them */
  readonly details: readonly string[];
  readonly label: string;
  readonly words: readonly {
    /** as a list shows it, and as an option of the command line has it */
    readonly words: string;
    readonly text: string;
    readonly value: unknown;
  }[];
}

/** An algorithm that a reader may add or leave out. */
export interface Offered {
  readonly name: string;
  readonly title: string;
  /** whether it is one of the run's */
  readonly isThere: boolean;
  /** parameters that it has no default for: sliders say what they are */
  readonly needs: readonly string[];
  /** options of the command line that are its parameters */
  readonly flags: readonly string[];
}

export interface Controls {
  readonly sliders: readonly Slider[];
  readonly choices: readonly Choice[];
  /** none where one of the run's is not the program's */
  readonly algorithms: readonly Offered[];
}

interface Played {
  readonly settings: RunSettings;
  readonly configuration: RunConfiguration;
  readonly problem: Problem;
  readonly facts: ProblemFacts;
}

/** The run with settings over its own; `undefined` where these do not go with it. */
function configurationWith(
  { settings, problem, facts }: Played,
  given: RunSettings,
): RunConfiguration | undefined {
  try {
    const configuration = runConfiguration(overlay(settings, given), problem.dimension, facts);
    const { sampling, seeds } = configuration;
    // Not every operator observes in every way.
    problem.agent(0).operator(sampling, seeds[0]!);
    return configuration;
  } catch (error) {
    if (error instanceof InputError) return undefined;
    throw error;
  }
}

/** Ten numbers a decade. */
const MANTISSAS = [1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8];

/** Round numbers of an interval, with those that have to be among them. */
function roundNumbers(low: number, high: number, among: readonly number[], isWhole: boolean): number[] {
  const numbers = new Set(among);
  for (let power = Math.floor(Math.log10(low)); 10 ** power <= high; power++)
    for (const mantissa of MANTISSAS) {
      const number = Number(`${mantissa}e${power}`);
      if (number >= low && number <= high && (!isWhole || Number.isInteger(number))) numbers.add(number);
    }
  return [...numbers].sort((a, b) => a - b);
}

/** A slider over numbers around the run's own. */
function sliderOf(
  words: Pick<Slider, 'field' | 'symbol' | 'help'>,
  current: unknown,
  values: readonly number[],
): Slider {
  const nearest = typeof current === 'number' ? current : values[values.length >> 1]!;
  return {
    ...words,
    ...{ flag: flagOf(words.field), values, at: values.indexOf(nearest) },
    text: typeof current === 'number' ? exact(current) : 'a rule',
  };
}

/** How far a step size goes from the run's own, and a whole number. */
const [AROUND, TIMES] = [100, 10];
/** Where a number's own value is 0 or none. */
const USUAL = 0.01;
const MOST_SEEDS = 20;

/** A parameter of algorithms, by the first of the run's that has it. */
function parameterSlider(name: string, parameter: Parameter, current: unknown): Slider | undefined {
  if (!['step size', 'number', 'whole'].includes(parameter.kind)) return undefined;
  const value = typeof current === 'number' ? current : undefined;
  const size = value === undefined || value === 0 ? USUAL : value;
  const fits = parameter.kind === 'step size' ? real({ above: 0 }) : parameter;
  const isWhole = parameter.kind === 'whole';
  const numbers = roundNumbers(
    isWhole ? 1 : size / AROUND,
    size * AROUND,
    value === undefined ? [] : [value],
    isWhole,
  );
  const values = numbers.filter((number) => faultOf(fits, number) === undefined);
  if (values.length < 2) return undefined;
  const { symbol, help } = parameter;
  return sliderOf({ field: name, symbol, help }, current, values);
}

/** A whole number from 1 on. */
const wholeSlider = (
  words: Pick<Slider, 'field' | 'symbol' | 'help'>,
  current: number,
  most = TIMES * current,
): Slider => sliderOf(words, current, roundNumbers(1, Math.max(most, current), [current], true));

function slidersOf({ algorithms, trigger, budget, seeds }: RunConfiguration): Slider[] {
  const parameters = new Map<string, Slider>();
  for (const configured of algorithms) {
    const values = configured as unknown as Readonly<Record<string, unknown>>;
    for (const [name, parameter] of Object.entries(describedAlgorithm(configured).parameters)) {
      if (parameters.has(name)) continue;
      const slider = parameterSlider(name, parameter, values[name]);
      if (slider !== undefined) parameters.set(name, slider);
    }
  }
  const first = parameters.get('stepSize');
  parameters.delete('stepSize');
  return [
    ...(first ? [first] : []),
    ...(trigger.kind === 'deterministic'
      ? [
          wholeSlider(
            { field: 'localSteps', symbol: 'H', help: 'local steps a round' },
            trigger.localSteps,
            Math.max(100, TIMES * trigger.localSteps),
          ),
        ]
      : []),
    ...(trigger.kind === 'bernoulli'
      ? [
          sliderOf(
            { field: 'communicationProbability', symbol: 'p', help: 'probability of a communication' },
            trigger.probability,
            roundNumbers(trigger.probability / AROUND, 1, [trigger.probability], false),
          ),
        ]
      : []),
    ...parameters.values(),
    ...(budget.kind === 'rounds'
      ? [wholeSlider({ field: 'rounds', symbol: 'T', help: 'rounds' }, budget.rounds)]
      : []),
    ...(budget.kind === 'steps'
      ? [wholeSlider({ field: 'steps', symbol: 'K', help: 'local steps in all' }, budget.steps)]
      : []),
    sliderOf(
      { field: 'seeds', symbol: '', help: 'seeds' },
      seeds.length,
      Array.from({ length: Math.max(MOST_SEEDS, seeds.length) }, (_, k) => k + 1),
    ),
  ].filter(({ values }) => values.length > 1);
}

/** The words of an option's texts that this run can have, its own first. */
function choiceOf(
  played: Played,
  flag: string,
  label: string,
  texts: readonly string[],
  wordsOf: (configuration: RunConfiguration) => string,
): Choice {
  const option = settingByFlag(flag)!;
  const first = { words: wordsOf(played.configuration), text: '', value: undefined };
  const others = texts.flatMap((text) => {
    const reading = option.parse(text);
    if (reading.fault !== undefined) return [];
    const configuration = configurationWith(played, reading.value);
    const words = configuration && wordsOf(configuration);
    if (words === undefined || words === first.words) return [];
    return [{ words, text, value: Object.values(reading.value)[0] }];
  });
  const details = flag === 'policy' ? ['late', 'staleness-weight'] : [];
  return { field: option.field, flag, details, label, words: [first, ...others] };
}

/** Each policy that needs nothing but counts and shares, as the command line has it: half of the agents, one half. */
const policyTexts = (agents: number): string[] =>
  POLICIES.flatMap(({ name, settings }: PolicyDefinition) => {
    const needed = Object.values(settings).filter(
      (setting) => setting.optional !== true && setting.default === undefined,
    );
    if (needed.length === 0) return [name];
    const halves = needed.map((setting) => {
      if (setting.kind === 'whole') return Math.ceil(agents / 2);
      return setting.kind === 'number' && setting.most === 1 ? 0.5 : undefined;
    });
    return agents === 1 || halves.includes(undefined) ? [] : [`${name}:${halves.join()}`];
  });

function choicesOf(played: Played): Choice[] {
  const policies = policyTexts(played.facts.agents);
  return [
    choiceOf(played, 'policy', 'The server steps', policies, ({ policy }) => policyOf(policy).text),
    choiceOf(
      played,
      'sampling',
      'Observations',
      ['markov', 'iid'],
      ({ sampling }) => SAMPLING[sampling] ?? sampling,
    ),
  ].filter(({ words }) => words.length > 1);
}

/** The run's algorithms, and those of the program that are not among them and need nothing but what sliders are for. */
function offeredOf({ algorithms = [] }: RunSettings, sliders: readonly Slider[]): Offered[] {
  const members = algorithms.map((choice): Algorithm | undefined =>
    isAlgorithm(choice)
      ? choice
      : findAlgorithm(typeof choice === 'string' ? choice : (choice as { readonly name: string }).name),
  );
  if (members.includes(undefined)) return [];
  const offered = (algorithm: Algorithm, isThere: boolean): Offered => ({
    ...{ name: algorithm.name, title: titleOf(algorithm), isThere },
    flags: Object.keys(algorithm.parameters).map((name) => flagOf(name)),
    needs: Object.entries(algorithm.parameters).flatMap(([name, parameter]) =>
      parameter.default === undefined && parameter.optional !== true ? [name] : [],
    ),
  });
  // A name stands for all variants, as on the command line.
  const titleOf = (algorithm: Algorithm): string => {
    const variants = members.filter((member) => member === algorithm).length;
    return variants > 1 ? `${algorithm.title}, ${variants} variants` : algorithm.title;
  };
  const others = ALGORITHMS.filter((algorithm) => !members.includes(algorithm))
    .map((algorithm) => offered(algorithm, false))
    .filter(({ needs }) => needs.every((name) => sliders.some(({ field }) => field === name)));
  return [...[...new Set(members)].map((algorithm) => offered(algorithm!, true)), ...others];
}

/** All that can be chosen. */
export function controlsOf(played: Played): Controls {
  // Variants of one algorithm differ in what a slider of all would make the same.
  const sliders = slidersOf(played.configuration).filter(({ field, values }) =>
    [values[0], values.at(-1)].some((value) => configurationWith(played, { [field]: value }) !== undefined),
  );
  return { sliders, choices: choicesOf(played), algorithms: offeredOf(played.settings, sliders) };
}
