/**
 * A plan by simulation, where theory has no curve: a race of settings on the same seeds.
 *
 * Step sizes lie a factor apart at first, each gap by itself, and run until one of them has got to ε, or all have settled above it.
 * Then those beside the best are added, ever closer, and seeds are doubled; a setting leaves the race where the interval of its cost, beside the best one on
 * the same resampled seeds, is above 1.1. It ends where the best one's interval is narrow, or the local steps are used up.
 */
import type { ConfiguredAlgorithm } from '../../algorithms/parts.ts';
import type { ScheduledAlgorithm } from '../../configuration/configuration.ts';
import { generatorFor } from '../../maths/generator.ts';
import type { AlgorithmPlan, GapPlan } from '../../search/plan/planSearch.ts';
import { triggerOf } from '../../search/plan/searchRange.ts';
import { gapsIn, ratioOf, type SearchRange, valuesIn } from '../../search/plan/searchRange.ts';
import { meanGap } from '../../triggers/index.ts';
import {
  intervalOf,
  lastMean,
  levelAbove,
  type MeasuredErrors,
  measuredPassage,
  measuredRatio,
} from './measuredPassage.ts';
import type { PlanQuestion } from './planQuestion.ts';
import { simulatedErrors } from './simulatedErrors.ts';
import { exact, scientific } from '../../values/numbers.ts';

/** Local steps of all agents that a race may take, for one algorithm and one ε. */
export const RACE_STEPS = 3e8;
/** Between step sizes at first and in the end, between gaps, and the gaps at most. */
const WIDE = 3;
const CLOSE = 1.25;
const GAPS_APART = 4;
const MOST_GAPS = 5;
/** Between values of parameters beside the step size. */
const OTHERS_APART = 3;
/** Seeds at first, while step sizes are added, and where the best one's interval is still wider than a part of T: of so many settings. */
const FEW_SEEDS = 8;
const MANY_SEEDS = 64;
const MOST_SEEDS = 1024;
const OPEN_PART = 0.1;
const LAST_SETTINGS = 4;
/** Local steps of a run at first, and by how much it is longer then. */
const FIRST_STEPS = 1000;
const LONGER = 4;
/** A setting that costs so many times the least is out. */
const OUT = 1.1;
/** Logarithm of the ratio of two means that are taken for the same. */
const SAME = Math.log(1.1);
/** Part of T by which a run goes on. */
const BEYOND = 0.5;

/** What a race is of. */
export interface Race {
  readonly question: PlanQuestion;
  /** the algorithm's place in the configuration */
  readonly algorithm: number;
  readonly epsilon: number;
  readonly costAt: (gap: number) => number;
  /** local steps of all agents that it takes at most */
  readonly steps: number;
  readonly progress: (steps: number) => void;
}

interface Setting {
  readonly gap: number;
  readonly parameters: Readonly<Record<string, number>>;
}

interface Measured extends Setting {
  readonly errors: MeasuredErrors;
  readonly rounds: number;
  readonly cost: number;
}

/** The race of one algorithm for one ε. */
export async function racedPlan(race: Race, signal: AbortSignal): Promise<AlgorithmPlan> {
  return new Racing(race, signal).plan();
}

class Racing {
  readonly #race: Race;
  readonly #signal: AbortSignal;
  readonly #all = new Map<string, Measured>();
  /** settings that settled above ε, with their mean errors */
  readonly #settled = new Map<string, number>();
  #spent = 0;

  constructor(race: Race, signal: AbortSignal) {
    this.#race = race;
    this.#signal = signal;
  }

  get #isOver(): boolean {
    return this.#signal.aborted || this.#spent >= this.#race.steps;
  }

  async plan(): Promise<AlgorithmPlan> {
    const { question, algorithm } = this.#race;
    const { gap } = question;
    const gaps = gapsIn(gap, apart(gap.range, GAPS_APART));
    const [step, ...others] = question.searched[algorithm]!;
    const parameters = others.reduce<Record<string, number>[]>(
      (so, { name, range }) =>
        valuesIn(range, apart(range, OTHERS_APART)).flatMap((value) =>
          so.map((known) => ({ ...known, [name]: value })),
        ),
      [{}],
    );
    const steps = valuesIn(step!.range, WIDE);
    for (const value of gaps) {
      const settings = parameters.flatMap((known) =>
        steps.map((x): Setting => ({ gap: value, parameters: { [step!.name]: x, ...known } })),
      );
      await this.#untilOneArrives(settings);
      if (this.#isOver) break;
    }
    let seeds = FEW_SEEDS;
    for (let ratio = Math.sqrt(WIDE); this.#best() !== undefined && !this.#isOver; ratio = Math.sqrt(ratio)) {
      seeds = Math.min(MANY_SEEDS, 2 * seeds);
      const field = this.#closeToBest();
      const beside = field.flatMap((setting) => besides(setting, step!, ratio));
      await this.#measure([...field, ...beside], seeds, BEYOND);
      if (ratio < CLOSE) break;
    }
    while (this.#isOpen() && seeds < MOST_SEEDS && !this.#isOver) {
      seeds *= 2;
      await this.#measure(this.#closeToBest().slice(0, LAST_SETTINGS), seeds, BEYOND);
    }
    return this.#ended(step!.name);
  }

  /** Runs settings of one gap until one has got to ε, all have settled above it, or they would take too long. */
  async #untilOneArrives(all: readonly Setting[]): Promise<void> {
    const { gap } = all[0]!;
    let settings = all;
    const before = new Map<string, number>();
    const length = meanGap(triggerOf(this.#race.question.gap.kind, gap));
    const best = this.#best();
    const most = best === undefined ? Infinity : (4 * best.cost) / this.#race.costAt(gap);
    for (let steps = FIRST_STEPS; settings.length > 0 && !this.#isOver; steps *= LONGER) {
      const affordable = (this.#race.steps - this.#spent) / this.#stepsOf(settings, FEW_SEEDS, 1);
      const wanted = Math.min(Math.ceil(steps / length), Math.ceil(most));
      const rounds = Math.max(8, Math.min(wanted, Math.ceil(affordable)));
      const found = await this.#run(settings, FEW_SEEDS, rounds);
      if (found.some((measured) => measured.rounds < rounds / (1 + BEYOND)) || rounds >= most) return;
      for (const { errors, ...setting } of found) {
        const level = levelAbove(errors, this.#race.epsilon);
        const name = textOf(setting);
        const earlier = before.get(name);
        // Twice, at lengths a factor apart: a mean that falls slowly is level over a short run.
        const isSame = earlier !== undefined && Math.abs(Math.log(level! / earlier)) <= SAME;
        if (level === Infinity || isSame) this.#settled.set(name, level!);
        if (level === undefined) before.delete(name);
        else before.set(name, level);
      }
      settings = settings.filter((setting) => !this.#settled.has(textOf(setting)));
    }
  }

  /** Runs settings for as long as the best of each gap takes, and a part more. */
  async #measure(settings: readonly Setting[], seeds: number, beyond: number): Promise<void> {
    const best = this.#best()!;
    for (const gap of new Set(settings.map((setting) => setting.gap))) {
      if (this.#isOver) return;
      const ofGap = settings.filter((setting) => setting.gap === gap);
      const T = (OUT * best.cost) / this.#race.costAt(gap);
      const run = [unique(ofGap), seeds, Math.ceil((1 + beyond) * T) + 8] as const;
      // Shorter ones would not compare.
      if (this.#spent + this.#stepsOf(...run) > this.#race.steps) this.#spent = this.#race.steps;
      else await this.#run(...run);
    }
  }

  #stepsOf(settings: readonly Setting[], seeds: number, rounds: number): number {
    const { gap, loaded } = this.#race.question;
    const length = meanGap(triggerOf(gap.kind, settings[0]!.gap));
    return settings.length * seeds * rounds * length * loaded.problem.agents;
  }

  async #run(settings: readonly Setting[], seeds: number, rounds: number): Promise<Measured[]> {
    const { question, algorithm, epsilon, costAt, progress } = this.#race;
    const { gap } = settings[0]!;
    const trigger = triggerOf(question.gap.kind, gap);
    this.#spent += this.#stepsOf(settings, seeds, rounds);
    const template = question.configuration.algorithms[algorithm]! as ConfiguredAlgorithm;
    const errors = await simulatedErrors(
      question,
      {
        algorithms: settings.map(({ parameters }) => ({ ...template, ...parameters }) as ScheduledAlgorithm),
        ...{ trigger, rounds },
        seeds: Array.from({ length: seeds }, (_, k) => k + 1),
      },
      this.#signal,
    );
    progress(this.#spent);
    if (this.#signal.aborted) return [];
    return settings.map((setting, k) => {
      const passage = measuredPassage(errors[k]!, epsilon);
      const measured = { ...setting, errors: errors[k]!, rounds: passage, cost: passage * costAt(gap) };
      this.#all.set(textOf(setting), measured);
      return measured;
    });
  }

  #coins(): ReturnType<typeof generatorFor> {
    return generatorFor(1, 'plan', 'race');
  }

  #best(): Measured | undefined {
    return bestOf([...this.#all.values()]);
  }

  /** Whether the interval of the best one is wide. */
  #isOpen(): boolean {
    const best = this.#best();
    if (best === undefined) return false;
    const [low, high] = intervalOf(best.errors, this.#race.epsilon, this.#coins());
    return !((high - low) / 2 <= OPEN_PART * Math.max(1, best.rounds));
  }

  /** Settings that are not known to cost a tenth more than the best, the best first; at first the best of each gap alone. */
  #closeToBest(): Measured[] {
    const best = this.#best()!;
    const others = [...this.#all.values()].filter((other) => {
      if (other === best || other.rounds === Infinity) return false;
      if (seedsOf(other) !== seedsOf(best)) return other.cost <= OUT * best.cost;
      const factor = this.#race.costAt(other.gap) / this.#race.costAt(best.gap);
      const [low] = measuredRatio([other.errors, best.errors], this.#race.epsilon, factor, this.#coins());
      return low <= OUT;
    });
    return [best, ...others.sort((first, second) => first.cost - second.cost)];
  }

  #ended(step: string): AlgorithmPlan {
    const all = [...this.#all.values()];
    const gaps = [...new Set(all.map(({ gap }) => gap))].sort((a, b) => a - b);
    const byGap = gaps
      .flatMap((gap) => bestOf(all.filter((each) => each.gap === gap)) ?? [])
      .map(({ gap, parameters, rounds, cost }): GapPlan => ({ gap, parameters, rounds, cost }));
    const best = bestOf(all);
    if (best === undefined) {
      const floor = Math.min(...all.map(({ errors }) => lastMean(errors)));
      const isSettled = this.#settled.size === this.#all.size;
      const reason = isSettled
        ? `by simulation the mean error of every setting settled above ε; the least was ${scientific(Math.min(...this.#settled.values()))}`
        : `by simulation no setting got to ε within ${exact(this.#race.steps)} local steps of all agents; the least mean error was ${scientific(floor)}`;
      return { kind: 'none', reason, floor: Number.isFinite(floor) ? floor : null, byGap };
    }
    const { rounds } = best;
    const [low, high] = intervalOf(best.errors, this.#race.epsilon, this.#coins());
    const close = this.#closeToBest().filter(
      (other) => other.gap === best.gap && other.cost <= OUT * best.cost,
    );
    const stepSizes = close.map(({ parameters }) => parameters[step]!);
    const seeds = seedsOf(best);
    return {
      kind: 'measured',
      ...{ gap: best.gap, parameters: best.parameters, rounds, cost: best.cost, byGap },
      floor: null,
      relativeError: rounds === 0 ? 0 : high === Infinity ? null : (high - low) / 2 / rounds,
      range: [Math.min(...stepSizes), Math.max(...stepSizes)],
      reason: `by simulation, ${seeds} seeds: T from ${low} to ${high === Infinity ? 'more than was run' : high} in 95 of 100`,
    };
  }
}

/** The cheapest that gets to ε, of those with the most seeds: with few, what is cheap may be luck. */
function bestOf(all: readonly Measured[]): Measured | undefined {
  let best: Measured | undefined;
  for (const measured of all) {
    if (measured.rounds === Infinity) continue;
    const more = seedsOf(measured) - (best === undefined ? 0 : seedsOf(best));
    if (more > 0 || (more === 0 && measured.cost < best!.cost)) best = measured;
  }
  return best;
}

const seedsOf = ({ errors }: Measured): number => errors.bySeed.length;

/** The ratio by which values of a range lie apart, so that there are not too many. */
const apart = (range: SearchRange, least: number): number => Math.max(least, ratioOf(range, MOST_GAPS));

const textOf = ({ gap, parameters }: Setting): string => JSON.stringify([gap, parameters]);

const unique = (settings: readonly Setting[]): Setting[] =>
  [...new Map(settings.map((setting) => [textOf(setting), setting] as const)).values()].map(
    ({ gap, parameters }) => ({ gap, parameters }),
  );

/** The settings whose step sizes are so many times as large and as small, within the range. */
function besides(
  { gap, parameters }: Setting,
  { name, range }: { readonly name: string; readonly range: SearchRange },
  ratio: number,
): Setting[] {
  if (range.kind === 'list') return [];
  return [parameters[name]! / ratio, parameters[name]! * ratio]
    .filter((value) => value >= range.low && value <= range.high)
    .map((value) => ({ gap, parameters: { ...parameters, [name]: value } }));
}
