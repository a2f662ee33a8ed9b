/**
 * What a server step does to all that there is between two steps (what the parts of an algorithm keep, and the messages
 * that agents are at work on), without noise and about the root: a matrix B on the numbers `[n]` of the state, found by a rehearsal of the
 * step (rehearsal.ts). With Q an orthonormal basis of what can be reached it is QᵀBQ.
 */
import type { ConfiguredAlgorithm } from '../../algorithms/parts.ts';
import {
  assign,
  block,
  identityMatrix,
  type Matrix,
  matrix,
  multiply,
  numbersOf,
  timesVector,
  transposed,
} from '../../maths/matrix.ts';
import { orthogonalised } from '../../maths/orthonormal.ts';
import { concatenated, squaredNorm, type Vector } from '../../maths/vector.ts';
import type { FreeStep } from '../../policies/policy.ts';
import type { LinearMean } from '../../problems/operator.ts';
import {
  combinationOf,
  combined,
  type Combination,
  NOT_LINEAR,
  SHARED_WORK,
  Unfollowed,
} from '../../theory/linearParts.ts';
import { nonlinearOrRandom } from '../../theory/nonlinearity.ts';
import { Rehearsal, type StateMap } from '../../theory/schedules/rehearsal.ts';
import { eventOf, VectorEvents } from '../../theory/schedules/vectorEvents.ts';
import { because, type Unknown } from '../../theory/unknown.ts';
import { type WorkMoments, workMoments } from '../../theory/workMoments.ts';
import type { ArrivalRules, OrderedStep } from './arrivalRules.ts';
import { type Edge, OrderGraph } from './orderGraph.ts';

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

/** The maps of steps on what they can reach. */
export interface StepMaps {
  /** coordinates of the state */
  readonly size: number;
  /** `[size, size]` */
  readonly matrix: (step: OrderedStep) => Matrix;
}

/** Numbers in the matrices of a step before they are reduced. */
const MOST_NUMBERS = 4e6;
/** What is left of a vector beside those that there are, below which it is none of its own. */
const NEW = 1e-9;
/** Beside their size, how far the coefficients of a step may be from those that it has of the vectors one by one. */
const LINEAR = 1e-8;
/** States of the automaton that are looked at for different steps: few of them have all. */
const MOST_SEEN = 300;

/** Steps on what they can reach. */
export interface ReachedSteps {
  /** Q `[n, size]` */
  readonly basis: Matrix;
  /** why the moments of agents' work are not those of local steps and sums of the operator, where they are not */
  readonly unplain: string | undefined;
  /** a step as an event whose works have these moments */
  readonly eventOf: (step: OrderedStep, momentsOf: WorkMoments) => VectorEvents;
  /** a value of steps, made once of those that are the same */
  readonly once: <T>(value: (step: OrderedStep) => T) => (step: OrderedStep) => T;
  /** the maps of the mean */
  readonly maps: StepMaps;
}

/**
 * The steps of a run, or why it has none.
 *
 * @throws Unfollowed, from its maps too, where a part does more than to add vectors with factors
 */
export function reachedSteps(run: SteppedRun, rules: ArrivalRules): ReachedSteps | Unknown {
  const saysNot = nonlinearOrRandom(run.algorithm);
  if (saysNot) return saysNot;
  const graph = new OrderGraph(rules);
  const warmUp = warmingUp(graph);
  if (warmUp === undefined)
    return because(`within a staleness of ${rules.bound} there is no order of ${rules.agents} agents`);
  const d = run.means[0]!.b.length;
  const trial = new SteppedParts(run, rules, 1);
  const { length: inWarmUp } = trial.worksOf(() => trial.take(warmUp), 1);
  const { length: vectors } = trial.live();
  const made =
    rules.answers * Math.ceil(inWarmUp / warmUp.reduce((sum, { agents }) => sum + agents.length, 0));
  const n = vectors * d;
  if (n * (n + made * d) > MOST_NUMBERS)
    return because(`a step has ${n} numbers under way, which is too many for its matrix`);

  const parts = new SteppedParts(run, rules, vectors + inWarmUp + made);
  const asEvents = (map: StateMap, momentsOf: WorkMoments): VectorEvents => {
    const shape = { dimension: d, vectors, made: map.works.length };
    return new VectorEvents([eventOf(map, 1, { parts: vectors, vectors }, momentsOf)], [], shape);
  };
  const means = run.means.map((mean) => ({ mean, law: undefined }));
  const meanMoments = workMoments({ agents: means, root: new Float64Array(d), sampling: 'exact' });
  const meanOf = (map: StateMap, before: Matrix): Matrix => {
    const X = matrix(1 + Math.max(n, before.rows), before.columns);
    assign(block(X, [1, before.rows]), before);
    return block(asEvents(map, meanMoments).mean(X), [1, n]);
  };
  const start = meanOf(parts.warmUp(warmUp, vectors), identityMatrix(d));
  const once = onceOf(run);
  const mapOf = once((step) => parts.linearMapOf(step));
  /** What becomes of the numbers of the state, and of noise that works add to what they make. */
  const wholeOf = once((step) => meanOf(mapOf(step), identityMatrix(n + mapOf(step).works.length * d)));
  const seen = graph.some(MOST_SEEN).flatMap((state) => graph.from(state));
  const steps = new Set(seen.map(({ step }) => wholeOf(step)));
  const Q = reached(start, [...steps]);
  const onReached = (B: Matrix): Matrix => multiply(transposed(Q), multiply(block(B, [0, n], [0, n]), Q));
  return {
    basis: Q,
    unplain: parts.parts.isTwin ? SHARED_WORK : parts.isPlain ? undefined : NOT_PLAIN,
    eventOf: (step, momentsOf) => asEvents(mapOf(step), momentsOf),
    once,
    maps: { size: Q.columns, matrix: once((step) => onReached(wholeOf(step))) },
  };
}

const NOT_PLAIN = 'its agents do more with an observation than local steps and sums of the operator';

/** Steps that are the same have the same agents with the same weights. */
const onceOf =
  ({ free }: SteppedRun): ReachedSteps['once'] =>
  (value) => {
    const known = new Map<string, ReturnType<typeof value>>();
    return (step) => {
      const { agents, staleness } = step;
      const key = agents.map((agent, k) => `${agent}:${free.weight(staleness[k]!, NaN)}`).join();
      const found = known.get(key) ?? value(step);
      known.set(key, found);
      return found;
    };
  };

/** The parts of an algorithm, from server step to server step. */
class SteppedParts extends Rehearsal {
  readonly #free: FreeStep;
  readonly #waits: boolean;
  readonly #slots: number;
  /** the vectors of the state after the first steps */
  #reached: readonly Float64Array[] = [];
  /** the first slot that those are not made of */
  #fresh = 0;

  constructor({ algorithm, means, localSteps, free }: SteppedRun, { waits }: ArrivalRules, slots: number) {
    const trigger = { kind: 'deterministic', localSteps } as const;
    const asked = means.map((_, agent) => agent);
    super(
      { algorithm, agents: means.length, asked, trigger, gap: localSteps, fold: free, isMean: true },
      slots,
    );
    this.#free = free;
    this.#waits = waits;
    this.#slots = slots;
  }

  override live(): Float64Array[] {
    return [...new Set(super.live())];
  }

  /** Server steps. */
  take(steps: readonly OrderedStep[]): void {
    for (const { agents, staleness } of steps) {
      const updates = agents.map((agent, k) => {
        const held = this.answer(agent);
        this.parts.server.free!.answered?.({ agent, ...held });
        if (k < agents.length - 1 && !this.#waits) this.send(agent);
        return { agent, ...held, weight: this.#free.weight(staleness[k]!, NaN) };
      });
      this.parts.step([...updates].sort((a, b) => a.agent - b.agent));
      for (const agent of this.#waits ? agents : agents.slice(-1)) this.send(agent);
    }
  }

  /** What first steps make of θ̄_0, instead of the state’s first vector. */
  warmUp(steps: readonly OrderedStep[], vectors: number): StateMap {
    const works = this.worksOf(() => {
      this.take(steps);
    }, vectors);
    this.#reached = this.live().map((vector) => vector.slice());
    this.#fresh = vectors + works.length;
    return { works, changes: this.#reached.map((vector, into) => ({ into, from: combinationOf(vector) })) };
  }

  /**
   * A step where each vector of the state is itself.
   *
   * @throws Unfollowed where it is another after the first steps
   */
  linearMapOf(step: OrderedStep): StateMap {
    const event = (): void => {
      this.take([step]);
    };
    const map = this.mapOf(event);
    const first = this.#slots - map.works.length;
    if (first < this.#fresh) throw new Unfollowed('its agents work more in some steps than in others');
    this.live().forEach((vector, k) => {
      vector.set(this.#reached[k]!);
    });
    const works = this.worksOf(event, first);
    const vectors = [...this.#reached, ...works.map((_, k) => this.#coefficients([[first + k, 1]]))];
    const isSame = (found: Vector, from: Combination): boolean => {
      const wanted = combined(from, vectors, this.#slots);
      const size = LINEAR * (1 + Math.sqrt(squaredNorm(wanted)));
      return found.every((c, j) => Math.abs(c - wanted[j]!) <= size);
    };
    const changes = new Map(map.changes.map(({ into, from }) => [into, from]));
    const isLinear =
      this.live().every((vector, k) => isSame(vector, changes.get(k) ?? [[k, 1]])) &&
      works.every(({ model, correction = [] }, k) => {
        const { model: wanted, correction: other = [] } = map.works[k]!;
        return isSame(this.#coefficients(model), wanted) && isSame(this.#coefficients(correction), other);
      });
    if (!isLinear) throw new Unfollowed(NOT_LINEAR);
    return map;
  }

  #coefficients(combination: Combination): Float64Array {
    const out = new Float64Array(this.#slots);
    for (const [k, c] of combination) out[k] = c;
    return out;
  }
}

/** Steps from the start until each agent's answer has been taken in twice; `undefined` where there is no way to go on. */
function warmingUp(graph: OrderGraph): readonly OrderedStep[] | undefined {
  const isOver = (walk: readonly Edge[]): boolean => {
    const taken = new Array<number>(graph.rules.agents).fill(0);
    for (const agent of walk.flatMap(({ step }) => step.agents)) taken[agent]!++;
    return taken.every((count) => count >= 2);
  };
  // The stalest agent comes first: this way never reaches a dead end.
  const walk = graph.walkBy(({ step }) => step.staleness[0]!, isOver);
  return isOver(walk) ? walk.map(({ step }) => step) : undefined;
}

/**
 * An orthonormal basis of all that can be reached, in columns: from the start, and from what noise moves, by any steps. Off it
 * the parts' own invariants do not hold (SCAFFOLD's c as the mean of the c_i, say), and the matrices mean nothing.
 *
 * @param start - `[n, ·]`
 * @param steps - B, and beside it what noise moves, `[n, n + ·]`
 */
function reached(start: Matrix, steps: readonly Matrix[]): Matrix {
  const n = start.rows;
  const basis: Float64Array[] = [];
  const include = (vector: Float64Array): void => {
    const unit = unitOf(vector);
    if (unit === undefined) return;
    const { left } = orthogonalised(unit, basis);
    if (Math.sqrt(squaredNorm(left)) > NEW) basis.push(unitOf(left)!);
  };
  const moved = steps.map((step) => block(step, [0, n], [n, step.columns - n]));
  for (const A of [start, ...moved])
    Array.from({ length: A.columns }, (_, j) => numbersOf(block(A, [0, n], [j, 1]))).forEach(include);
  // It grows as it is gone through.
  for (const q of basis) for (const step of steps) include(timesVector(block(step, [0, n], [0, n]), q));
  return transposed(matrix(basis.length, n, concatenated(basis)));
}

function unitOf(x: Float64Array): Float64Array | undefined {
  const size = Math.sqrt(squaredNorm(x));
  return size === 0 ? undefined : x.map((value) => value / size);
}
