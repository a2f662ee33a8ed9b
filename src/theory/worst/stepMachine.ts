/**
 * The parts of an algorithm with all that is under way between two server steps, on vectors that are given as what they are
 * of something else, `[d, columns]` (linearParts.ts); what an agent computes is its own matrix times that.
 */
import type { Message } from '../../algorithms/message.ts';
import type { ConfiguredAlgorithm } from '../../algorithms/parts.ts';
import { addProduct } from '../../maths/rectangular.ts';
import { matrix } from '../../maths/matrix.ts';
import type { Vector } from '../../maths/vector.ts';
import type { FreeStep } from '../../policies/policy.ts';
import { type LocalWork, stepByStep, type WorkKind } from '../../problems/localWork.ts';
import type { LinearMean } from '../../problems/operator.ts';
import { LinearParts } from '../linearParts.ts';
import { type LocalMap, localMap } from '../mean/localMap.ts';
import type { OrderedStep } from './arrivalRules.ts';

/** Of what the steps are. */
export interface SteppedRun {
  readonly algorithm: ConfiguredAlgorithm;
  /** Ḡ_i, in agent order */
  readonly means: readonly LinearMean[];
  /** H */
  readonly localSteps: number;
  /** the policy's */
  readonly free: FreeStep;
}

/** A piece of work as a step had it done, with what it was done at `[d, columns]`. */
export interface DoneWork {
  readonly agent: number;
  /** local steps, a sum of the operator at one model, or neither */
  readonly kind: 'step' | 'gather' | 'other';
  readonly stepSize: number;
  readonly count: number;
  readonly theta: Vector;
  readonly correction: Vector | undefined;
  /** the first of the columns that stand for its noise */
  readonly noise: number;
}

/** Of a peek the observation stays: what is computed next sees it again. */
const KINDS: Readonly<Record<WorkKind, DoneWork['kind']>> = {
  ...{ advance: 'step', accumulate: 'gather', peek: 'other', each: 'other' },
};

/** One run of them. */
export class StepMachine {
  readonly #run: SteppedRun;
  readonly #waits: boolean;
  readonly #d: number;
  readonly #columns: number;
  readonly #parts: LinearParts;
  readonly #messages: Message[] = [];
  readonly #maps = new Map<string, LocalMap>();
  #round = 0;
  #done: DoneWork[] = [];

  constructor(run: SteppedRun, waits: boolean, columns: number) {
    const { algorithm, means, localSteps, free } = run;
    this.#run = run;
    this.#waits = waits;
    const d = means[0]!.b.length;
    this.#d = d;
    this.#columns = columns;
    const initial = new Float64Array(d * columns);
    for (let j = 0; j < d; j++) initial[j * columns + j] = 1;
    const trigger = { kind: 'deterministic', localSteps } as const;
    this.#parts = new LinearParts({ algorithm, agents: means.length, trigger, initial, fold: free });
  }

  start(): void {
    for (const agent of this.#run.means.keys()) this.#send(agent);
  }

  /**
   * A server step.
   *
   * @param noise - column at which the noise of its work begins; none where it is left out
   * @returns the work that was done, where its noise has columns
   */
  step({ agents, staleness }: OrderedStep, noise?: number): DoneWork[] {
    this.#done = [];
    const { server, streams } = this.#parts;
    let at = noise;
    const updates = agents.map((agent, k) => {
      const message = this.#messages[agent]!;
      const answer = this.#answer(agent, message, at);
      if (at !== undefined) at += this.#d * streams.length;
      server.free!.answered?.({ agent, message, answer });
      if (k < agents.length - 1 && !this.#waits) this.#send(agent);
      return { agent, message, answer, weight: this.#run.free.weight(staleness[k]!, NaN) };
    });
    this.#parts.step([...updates].sort((a, b) => a.agent - b.agent));
    this.#round++;
    if (this.#waits) for (const agent of agents) this.#send(agent);
    else this.#send(agents.at(-1)!);
    return this.#done;
  }

  #send(agent: number): void {
    this.#messages[agent] = this.#parts.opened(agent, this.#round + 1, this.#run.localSteps);
  }

  #answer(agent: number, message: Message, noise: number | undefined): Message {
    return this.#parts.answer(agent, message, (works) => {
      works.forEach((work, stream) => {
        const { kind, stepSize, count, corrected } = work;
        const theta = work.theta.slice();
        this.#perform(work, agent);
        if (noise === undefined) return;
        const isSum = kind === 'peek' || kind === 'accumulate';
        this.#done.push({
          ...{ agent, kind: KINDS[kind], stepSize, count, theta },
          correction: kind === 'advance' && corrected ? work.correction.slice() : undefined,
          noise: noise + stream * this.#d,
        });
        const made = isSum ? work.value : work.theta;
        for (let j = 0; j < this.#d; j++) made[j * this.#columns + noise + stream * this.#d + j] = 1;
      });
    });
  }

  #perform(work: LocalWork, agent: number): void {
    const { A } = this.#run.means[agent]!;
    const evaluate = (): void => {
      work.value.set(this.#scaled(A, work.theta, -1));
    };
    switch (work.kind) {
      case 'peek':
        evaluate();
        return;
      case 'accumulate':
        work.value.set(this.#scaled(A, work.theta, -work.count));
        return;
      case 'each':
        stepByStep(work, evaluate, evaluate);
        return;
      case 'advance': {
        if (work.count === 0) return;
        const { power, sum } = this.#localMap(agent, work);
        const theta = this.#scaled(power.values, work.theta, 1);
        if (work.corrected) {
          const pushed = this.#scaled(sum.values, work.correction, work.stepSize);
          for (let j = 0; j < theta.length; j++) theta[j]! += pushed[j]!;
        }
        work.theta.set(theta);
      }
    }
  }

  #localMap(agent: number, { stepSize, count }: LocalWork): LocalMap {
    const key = `${agent}/${stepSize}/${count}`;
    let found = this.#maps.get(key);
    if (!found) {
      const { A } = this.#run.means[agent]!;
      found = localMap(matrix(this.#d, this.#d, A), stepSize, { kind: 'deterministic', localSteps: count })!;
      this.#maps.set(key, found);
    }
    return found;
  }

  /** factor · A V, V `[d, columns]` */
  #scaled(A: Vector, V: Vector, factor: number): Float64Array {
    const d = this.#d;
    const columns = this.#columns;
    const out = new Float64Array(d * columns);
    addProduct(out, 0, factor, A, 0, V, d, d, columns);
    return out;
  }

  /** Every vector of the state, itself. */
  live(): Float64Array[] {
    const parts = this.#parts;
    const all = [
      ...parts.kept(),
      ...this.#run.means.flatMap((_, agent) => parts.keptBy(agent)),
      ...this.#messages.flatMap((message) => parts.vectorsOf(message)),
    ];
    return [...new Set(all)];
  }

  /** The state `[coordinates, columns]`. */
  read(): Float64Array {
    const live = this.live();
    const size = this.#d * this.#columns;
    const out = new Float64Array(live.length * size);
    live.forEach((vector, k) => {
      out.set(vector, k * size);
    });
    return out;
  }

  write(state: Vector): void {
    const size = this.#d * this.#columns;
    this.live().forEach((vector, k) => {
      vector.set(state.subarray(k * size, (k + 1) * size));
    });
  }
}
