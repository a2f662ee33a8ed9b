/** The speed of an agent that is fast and slow in turn: a continuous-time Markov chain in a stationary state. */
import { Changes } from './changes.ts';
import type { Generator } from '../maths/generator.ts';
import { named, positive, wholeNumber } from '../values/parameter.ts';
import { type Ticks, ticksOf } from '../values/ticks.ts';
import { list, type Of, real, variant, variants, where } from '../values/value.ts';

const factors = list(real({ above: 0 }), 2);
const group = named(wholeNumber('GROUP', 'whose agents share one chain, fast and slow together'));

/**
 * - `two-state`: compute times are as they are for exponential times of mean `fast`, and `factor` times as
 *   long for exponential times of mean `slow`, in turn;
 * - `markov`: in state k they are `factors[k]` times as long, for exponential times of mean `sojourns[k]`;
 *   then comes any other state, each as likely.
 *
 * Agents of one `group` have one chain; without it each agent has a chain to itself.
 */
export const speedModel = variants(
  variant('two-state', {
    factor: positive('FACTOR', 'how many times as long compute times are when slow'),
    fast: positive('FAST', 'mean seconds for which it is fast'),
    slow: positive('SLOW', 'mean seconds for which it is slow'),
    group,
  }),
  where(variant('markov', { factors, sojourns: factors, group }), ({ factors, sojourns }, fault) => {
    if (factors.length !== sojourns.length)
      fault(['sojourns'], `must have as many entries as factors, ${factors.length}`);
  }),
);

export type SpeedModel = Of<typeof speedModel>;

/** How work goes: how much of it is done in a time, in ticks at a factor of 1, and when so much is done. */
export interface Pace {
  work(from: Ticks, to: Ticks): Ticks;
  endOf(from: Ticks, work: Ticks): Ticks;
}

export const STEADY: Pace = {
  work: (from, to) => to - from,
  endOf: (from, work) => from + work,
};

interface State {
  readonly factor: number;
  /** mean seconds in it */
  readonly sojourn: number;
}

const statesOf = (model: SpeedModel): readonly State[] =>
  model.kind === 'two-state'
    ? [
        { factor: 1, sojourn: model.fast },
        { factor: model.factor, sojourn: model.slow },
      ]
    : model.factors.map((factor, k) => ({ factor, sojourn: model.sojourns[k]! }));

/** Work within a stretch of one speed, in whole ticks: what would end with the stretch does. */
const workIn = (time: Ticks, factor: number): Ticks => Math.round(time / factor);

/** Any state follows any other, so that the share of time in state k goes with its sojourn. */
const total = (states: readonly State[], weight: (state: State) => number): number =>
  states.reduce((sum, state) => sum + weight(state), 0);

/** Seconds of work done in a second, in the long run. */
export function meanSpeed(model: SpeedModel): number {
  const states = statesOf(model);
  return total(states, ({ factor, sojourn }) => sojourn / factor) / total(states, ({ sojourn }) => sojourn);
}

/** In words, after what it is of. */
export const speedText = (model: SpeedModel): string =>
  `compute times by ${statesOf(model)
    .map(({ factor, sojourn }) => `${factor} for ${sojourn} s`)
    .join(model.kind === 'two-state' ? ' and ' : ', ')} in the mean, ${
    model.kind === 'two-state' ? 'in turn' : 'in random order'
  }${model.group === undefined ? '' : `, all agents of group ${model.group} together`}`;

/** The speed of one agent, drawn as far as somebody asks. */
export class MarkovSpeed implements Pace {
  readonly #states: readonly State[];
  readonly #generator: Generator;
  #state: number;
  /** stretches drawn and not forgotten, one after another */
  readonly #stretches: { readonly to: Ticks; readonly factor: number }[] = [];
  #drawnTo: Ticks = 0;
  readonly #drawn = new Changes('changes of speed');

  constructor(model: SpeedModel, generator: Generator) {
    this.#states = statesOf(model);
    this.#generator = generator;
    let left = generator.uniform() * total(this.#states, ({ sojourn }) => sojourn);
    const chosen = this.#states.findIndex(({ sojourn }) => (left -= sojourn) < 0);
    this.#state = chosen < 0 ? this.#states.length - 1 : chosen;
  }

  /** Nothing before this time is asked about any more. */
  forgetBefore(time: Ticks): void {
    this.#drawn.begin();
    let past = 0;
    while (past < this.#stretches.length && this.#stretches[past]!.to <= time) past++;
    this.#stretches.splice(0, past);
  }

  work(from: Ticks, to: Ticks): Ticks {
    let sum = 0;
    let at = from;
    for (let k = 0; at < to; k++) {
      const stretch = this.#stretch(k);
      const end = Math.min(stretch.to, to);
      if (end <= at) continue;
      sum += workIn(end - at, stretch.factor);
      at = end;
    }
    return sum;
  }

  endOf(from: Ticks, work: Ticks): Ticks {
    let at = from;
    let left = work;
    for (let k = 0; ; k++) {
      const { to, factor } = this.#stretch(k);
      if (to <= at) continue;
      const done = workIn(to - at, factor);
      if (left <= done) return Math.min(to, at + Math.round(left * factor));
      left -= done;
      at = to;
    }
  }

  /** The k-th stretch that is not forgotten. */
  #stretch(k: number): { readonly to: Ticks; readonly factor: number } {
    while (k >= this.#stretches.length) {
      this.#drawn.add();
      const { factor, sojourn } = this.#states[this.#state]!;
      this.#drawnTo += ticksOf(-sojourn * Math.log1p(-this.#generator.uniform()));
      this.#stretches.push({ to: this.#drawnTo, factor });
      const others = this.#states.length - 1;
      const next = others === 1 ? 0 : this.#generator.below(others);
      this.#state = next < this.#state ? next : next + 1;
    }
    return this.#stretches[k]!;
  }
}
