/** What agents' observations do to vectors: each stretch of them makes new ones, with the law of its noise. */
import { stationaryCovariance } from '../../maths/lyapunov.ts';
import type { Vector } from '../../maths/vector.ts';
import type { AgentAct } from '../../algorithms/roundProgram.ts';
import type { Sampling } from '../../problems/operator.ts';
import { type LocalMoments, repeated } from '../moments/localMoments.ts';
import { observationMoments } from '../moments/observationMoments.ts';
import type { KnownAgent } from '../moments/setting.ts';
import type { Combination, VectorMoments } from './vectorMoments.ts';

/** An agent's stream, and where new slots come from. */
export interface Stream {
  readonly agent: number;
  /** 0, or 1 of an algorithm whose agents work on two */
  readonly stream: number;
  readonly take: () => number;
  readonly give: (slot: number) => void;
}

/** What is known of the agents. */
interface NoiseOptions {
  readonly agents: readonly KnownAgent[];
  readonly sampling: Sampling;
  /** θ* `[d]` */
  readonly root: Vector;
  readonly moments: VectorMoments;
  /** doubles that the moments of stretches may take */
  readonly doubles: number;
}

/** The observations of all agents. */
export class StreamNoise {
  /** whether observations differ at all */
  readonly isRandom: boolean;
  /** whether the noise of one stretch is that of the next: each stream has its z */
  readonly isCarried: boolean;
  readonly #options: NoiseOptions;
  /** z of each agent's streams */
  readonly #carried = new Map<string, number>();
  #known = new Map<string, LocalMoments>();
  #doubles = 0;

  constructor(options: NoiseOptions) {
    const { sampling, agents } = options;
    this.#options = options;
    this.isRandom = sampling !== 'exact';
    this.isCarried = sampling === 'markov' && agents.some(({ law }) => law?.kind === 'gauss-markov');
  }

  /** A stream's start. */
  open(agent: number, stream: number, take: () => number): void {
    if (!this.isCarried) return;
    const { agents, root, moments } = this.#options;
    const { law } = agents[agent]!;
    if (law?.kind !== 'gauss-markov') return;
    const slot = take();
    const d = root.length;
    const covariance = law.start === 'zero' ? undefined : stationaryCovariance(law.Q, d, law.variance);
    moments.set(slot, new Float64Array(d), covariance);
    this.#carried.set(`${agent}/${stream}`, slot);
  }

  /** The slots that hold noise. */
  slots(): Iterable<number> {
    return this.#carried.values();
  }

  /** `count` local steps from a model; gives the slot of where they end. */
  advance(
    stream: Stream,
    theta: Combination,
    correction: Combination | undefined,
    stepSize: number,
    count: number,
  ): number {
    return this.#observe(stream, { kind: 'step', stepSize }, theta, correction, count);
  }

  /** The sum of the operator over `count` observations at a model; gives its slot. */
  gather(stream: Stream, theta: Combination, count: number): number {
    return this.#observe(stream, { kind: 'gather' }, [], theta, count);
  }

  #observe(
    { agent, stream, take, give }: Stream,
    act: AgentAct,
    moving: Combination,
    fixed: Combination | undefined,
    count: number,
  ): number {
    const { moments, root } = this.#options;
    const key = `${agent}/${stream}`;
    const z = this.#carried.get(key);
    const into = take();
    const next = z === undefined ? undefined : take();
    moments.observe({
      moving: [
        { from: moving, into },
        ...(z === undefined ? [] : [{ from: [[z, 1]] as const, into: next! }]),
      ],
      fixed,
      moments: this.#momentsOf(agent, act, fixed !== undefined, count),
      root,
      model: act.kind === 'step' ? 'moving' : 'fixed',
    });
    if (z !== undefined && next !== undefined) {
      this.#carried.set(key, next);
      give(z);
    }
    return into;
  }

  /** The moments of `count` acts of an agent. */
  #momentsOf(agent: number, act: AgentAct, isFixed: boolean, count: number): LocalMoments {
    const key = `${agent}/${act.kind === 'step' ? act.stepSize : 'gather'}/${isFixed}/${count}`;
    const known = this.#known.get(key);
    if (known) return known;
    const { agents, root, sampling, moments, doubles } = this.#options;
    const { mean, law } = agents[agent]!;
    const d = root.length;
    const shape = { act, dimension: d, fixed: isFixed ? 1 + d : 1, root };
    const found =
      count === 1
        ? observationMoments(shape, mean, law, sampling)
        : repeated(this.#momentsOf(agent, act, isFixed, 1), count);
    const { noise } = found;
    const size = found.mean.length + (noise.kind === 'additive' ? noise.covariance : noise.second).length;
    moments.multiplications += 2 * Math.log2(1 + count) * size * d;
    this.#doubles += size;
    // Of random gaps and changing step sizes there are ever new ones.
    if (this.#doubles > doubles) {
      this.#known = new Map();
      this.#doubles = size;
    }
    this.#known.set(key, found);
    return found;
  }
}
