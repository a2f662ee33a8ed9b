/** The moments of a run's vectors under its agents' observations: each stretch of them makes new vectors, by its law. */
import { stationaryCovariance } from '../../maths/lyapunov.ts';
import type { NewRowSums } from '../../maths/rowSums.ts';
import type { Vector } from '../../maths/vector.ts';
import type { Sampling } from '../../problems/operator.ts';
import type { KnownAgent } from '../moments/setting.ts';
import { ChainLaw } from './chainLaw.ts';
import { IndependentLaw } from './independentLaw.ts';
import type { Observed, RunMoments } from './runMoments.ts';
import { sharedNoise } from './sharedNoise.ts';
import { type Carried, standing, type StretchLaw } from './stretchLaw.ts';
import { VectorMoments } from './vectorMoments.ts';

export interface ObservedOptions {
  readonly agents: readonly KnownAgent[];
  readonly sampling: Sampling;
  /** θ* `[d]` */
  readonly root: Vector;
  readonly slots: number;
  /** streams of each agent */
  readonly streams: number;
  /** doubles that the moments of stretches may take */
  readonly doubles: number;
  readonly newRows?: NewRowSums | undefined;
}

/** The moments under the observations of all agents. */
export class ObservedMoments extends VectorMoments implements RunMoments {
  readonly isRandom: boolean;
  readonly isCarried: boolean;
  readonly observeBoth: ((first: Observed, second: Observed) => void) | undefined;
  readonly #streams: number;
  readonly #laws: readonly StretchLaw[];
  readonly #options: ObservedOptions;

  constructor(options: ObservedOptions) {
    const { agents, sampling, root, slots, streams, doubles, newRows } = options;
    const starts = agents.map((agent) => startOf(agent, sampling, root.length));
    super(
      slots,
      root.length,
      starts.flatMap((start) => Array.from({ length: streams }, () => start)),
      newRows,
    );
    this.isRandom = sampling !== 'exact';
    this.isCarried = starts.some((start) => start !== undefined);
    this.#streams = streams;
    this.#options = options;
    const isChain = sampling === 'markov' && agents.some(({ law }) => law?.kind === 'finite');
    this.observeBoth = isChain
      ? undefined
      : (first, second) => {
          this.#observeBoth(first, second);
        };
    this.#laws = agents.map(({ mean, law }) =>
      sampling === 'markov' && law?.kind === 'finite'
        ? new ChainLaw(law, root)
        : new IndependentLaw(mean, law, { sampling, root, doubles: doubles / agents.length }),
    );
  }

  observe(observed: Observed): void {
    this.#observe(observed, true);
  }

  /** @param isOver - whether the stream goes on, or others are still to see these observations */
  #observe({ agent, stream, act, v, f, count, into }: Observed, isOver: boolean): void {
    const law = this.#laws[agent]!;
    const before = law.multiplications;
    this.change(v, f, agent * this.#streams + stream, into, (input) => {
      const after = law.after(act, f !== undefined, count, input);
      return isOver ? after : { ...after, carried: undefined };
    });
    this.multiplications += law.multiplications - before;
  }

  #observeBoth(first: Observed, second: Observed): void {
    const { agents, sampling, root } = this.#options;
    const { agent, stream, count } = first;
    const acts = [first.act, second.act].filter((act) => act.kind === 'step');
    const at = agent * this.#streams + stream;
    const input = this.inputOf(first.v, second.v, at);
    const [left, other] = acts;
    const shared = sharedNoise(agents[agent]!, sampling, root, [left!, other!], count, input);
    this.#observe(first, false);
    this.#observe(second, true);
    this.addShared(first.into, second.into, at, shared);
  }
}

/** What an agent's stream carries as it starts; `undefined` where observations are independent. */
export function startOf({ law }: KnownAgent, sampling: Sampling, d: number): Carried | undefined {
  if (sampling !== 'markov' || law === undefined) return undefined;
  if (law.kind === 'finite') return standing(law.start);
  const covariance =
    law.start === 'zero' ? new Float64Array(d * d) : stationaryCovariance(law.Q, d, law.variance);
  return { mean: new Float64Array(d), covariance };
}
