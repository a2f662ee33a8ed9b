/**
 * One mean round of any algorithm on a linear problem (Mathematics (4)), from its round as data: what every question about its
 * limit and speed needs.
 *
 * Without noise K local steps of an agent are a linear map (localMap.ts), so a round is one of all that the
 * algorithm keeps between rounds. With Bernoulli gaps it holds in expectation over K, for the gaps do not
 * depend on the iterates; the coefficients of the closing mix are affine in 1/K, `α + β/K`, so that
 *
 *     E[coefficient · register] = α E[register] + β E[register/K],
 *
 * and of an agent the four matrices E[Γ], E[C], E[C/K] and E[Γ/K] = E[1/K] I − η Ā E[C/K] suffice. Where an
 * evaluation has used the first observation the act has n = K − 1 steps, and Γ and C are those of n.
 */
import type { Mix, RoundProgram } from '../../algorithms/roundProgram.ts';
import type { TriggerConfiguration } from '../../triggers/index.ts';
import { spectralRadius } from '../../maths/eigenvalues.ts';
import { NumericalFailure } from '../../maths/numericalFailure.ts';
import { addProduct, block, identityMatrix, type Matrix, matrix, plus } from '../../maths/matrix.ts';
import { largestSize } from '../../maths/vector.ts';
import { affineClosing } from './affineClosing.ts';
import { fixedPoint, matrixOf, matrixOfVectors, repeated } from './affineMap.ts';
import { dominantModulus, LARGEST_ESTIMATED } from '../stability/dominantModulus.ts';
import { type LinearProblem, pullAtRoot } from '../linearProblem.ts';
import { type LocalMap } from './localMap.ts';
import { meanGap } from '../../triggers/index.ts';
import { emptyState, meanOf, type MeanState, mixed } from './meanState.ts';
import { powerPerStep, stepAverage } from './stepAverage.ts';

/**
 * A round without noise, in expectation over the gaps where the trigger draws them. It is affine in
 * the errors about θ* of all that the algorithm keeps between rounds.
 */
export interface MeanRound {
  /** the spectral radius of its linear part; Infinity where that is not finite */
  readonly factor: () => number;
  /** the linear part on (server, memory), where agents keep nothing and it is one run */
  readonly matrix?: Matrix;
  /**
   * `θ_∞ − θ*` `[d]`, where the recursion ends if it contracts; exactly 0 where θ* is its fixed point.
   *
   * @throws NumericalFailure if the equation for it is singular, or too large
   */
  readonly limit: () => Float64Array;
  /**
   * Starts the algorithm.
   *
   * @param model - the error θ̄ − θ* `[d]`
   * @returns what takes `model` through one round, in place
   */
  readonly start: (model: Float64Array) => () => void;
}

/** The local maps of all agents at a step size, after a round's K steps or K − 1; `undefined` where they do not exist. */
export type MapsAt = (stepSize: number, evaluated?: boolean) => readonly LocalMap[] | undefined;

/** A round's end in expectation, or in expectation of what is divided by K. */
interface View {
  /** E[1], or E[1/K] */
  readonly mass: number;
  /** E[n], or E[n/K], n the number of acts */
  readonly acts: number;
  /** E[Γ] and E[C], or E[Γ/K] and E[C/K], of n steps, in agent order; empty where the act gathers */
  readonly maps: readonly LocalMap[];
  readonly closing: Mix;
}

/** Relative to what the agents' moves are made of: what is smaller is rounding. */
const ROUNDING = 1e-12;
/** Columns that take a round side by side, at most: an agent's matrices are read once for all of them. */
const BLOCK = 16;
/** Numbers that all agents' columns may be. */
const ROOM = 1e6;
/** Coordinates of a fixed point at most, where corrections are kept and it is not θ*. */
const LARGEST_SOLVED = 400;
/** Coordinates up to which a round with kept corrections is repeated by its matrix: it is the faster way. */
const LARGEST_MULTIPLIED = 64;

/** Coordinates of what is kept between rounds, as far as they move; above the largest there is no factor. */
export const keptCoordinates = ({ memory, correction }: RoundProgram, agents: number, d: number): number =>
  (memory ? 2 : 1) * d + (correction === 'kept' ? (agents - 1) * d : 0);

/** Whether the spectral radius of a program's mean round can be computed. */
export const hasMeanFactor = (program: RoundProgram, agents: number, d: number): boolean =>
  keptCoordinates(program, agents, d) <= LARGEST_ESTIMATED;

/** Whether the number of local steps makes a difference to a round without noise. */
export function gapMatters(program: RoundProgram): boolean {
  const { act, evaluation } = program;
  if (act.kind === 'step' || evaluation !== undefined) return true;
  const [once, twice] = [program.closing(1), program.closing(2)];
  const scaled = (Object.entries(twice) as [string, Record<string, number>][]).map(
    ([target, combination]) => {
      const out: Record<string, number> = { ...combination };
      for (const source of ['correction', 'meanCorrection']) if (source in out) out[source]! *= 2;
      return [target, out];
    },
  );
  return JSON.stringify(Object.fromEntries(scaled)) !== JSON.stringify(once);
}

/**
 * A program's mean round.
 *
 * @param maps - the same problem's and trigger's
 * @returns `undefined` where the expectation over the trigger's gaps does not exist
 */
export function programRound(
  problem: LinearProblem,
  program: RoundProgram,
  trigger: TriggerConfiguration,
  maps: MapsAt,
): MeanRound | undefined {
  const views = viewsOf(problem, program, trigger, maps);
  if (views === undefined) return undefined;
  const round = new Round(problem, program, views);
  return program.correction === 'kept' ? keptRound(round) : serverRound(round);
}

/** One round, on the registers. */
class Round {
  readonly problem: LinearProblem;
  readonly program: RoundProgram;
  /** Ḡ_i(θ*) `[M, d]` */
  readonly pulls: Float64Array;
  readonly #views: readonly [View, ...View[]];
  /** the agents' models before the acts, and after those of each view, which its closing mix uses up */
  #opened = new Float64Array(0);
  #models: Float64Array[] = [];

  constructor(problem: LinearProblem, program: RoundProgram, views: readonly [View, ...View[]]) {
    this.problem = problem;
    this.program = program;
    this.#views = views;
    const d = problem.dimension;
    this.pulls = new Float64Array(problem.agents.length * d);
    for (const [i, agent] of problem.agents.entries()) this.pulls.set(pullAtRoot(agent, problem.root), i * d);
  }

  /**
   * @param state - its vectors are `[d]`, or `[d, columns]` for the linear part alone
   * @param pulled - whether the agents' operators at θ* act, or the linear part alone
   * @returns server, memory and corrections after the round; the models there are written in again by the next
   */
  advance(state: MeanState, pulled: boolean): MeanState {
    const { opening, evaluation } = this.program;
    this.#makeRoom(state.model.length);
    let now = mixed([{ mix: opening, from: state }], this.#opened);
    if (evaluation !== undefined) {
      const gathered = this.#gathered(now, 1, 1, pulled);
      now = mixed([{ mix: evaluation, from: gathered }]);
    }
    const [first, ...rest] = this.#views.map((view, k) => ({
      mix: view.closing,
      from: this.#acted(now, view, pulled, this.#models[k]!),
    }));
    return mixed([first!, ...rest]);
  }

  /** Rooms of their own: of very many agents every round's own would be a large array of garbage. */
  #makeRoom(length: number): void {
    if (this.#opened.length === length) return;
    this.#opened = new Float64Array(length);
    this.#models = this.#views.map(() => new Float64Array(length));
  }

  /** The largest of what a register after the act is made of at θ*, by which a mix multiplies it. */
  scaleOf(register: 'server' | 'memory' | 'correction'): number {
    const { act } = this.program;
    const pull = largestSize(this.pulls);
    let scale = 0;
    for (const view of this.#views) {
      const moved =
        act.kind === 'step'
          ? largestSize(this.#acted(this.#atRest(), view, true, new Float64Array(this.pulls.length)).model)
          : view.acts * pull;
      for (const [source, factor] of Object.entries(view.closing[register] ?? {})) {
        const size = act.kind === 'gather' || source === 'correction' ? Math.max(moved, pull) : moved;
        if (source !== 'server' && source !== 'memory') scale += Math.abs(factor) * size;
      }
    }
    return scale;
  }

  #atRest(): MeanState {
    return emptyState(this.problem.agents.length, this.problem.dimension);
  }

  /**
   * n acts, in the view's expectation.
   *
   * @param model - where the agents' models go
   */
  #acted(state: MeanState, { mass, acts, maps }: View, pulled: boolean, model: Float64Array): MeanState {
    const { act } = this.program;
    const { dimension: d } = this.problem;
    if (act.kind === 'gather') return this.#gathered(state, mass, acts, pulled);
    // The linear part of a round without corrections has no force.
    const isForced = pulled || state.correction.some((value) => value !== 0);
    const force = pulled ? state.correction.map((value, j) => value + this.pulls[j]!) : state.correction;
    const [theta, c, out] = [state.model, force, model.fill(0)].map((all) => agentsOf(all, d, state));
    maps.forEach(({ power, sum }, i) => {
      // Γ (θ − θ*) + η C (Ḡ(θ*) + c)
      addProduct(out!(i), power, theta!(i));
      if (isForced) addProduct(out!(i), sum, c!(i), act.stepSize);
    });
    return { ...weighed(state, mass), model };
  }

  /** `correction ← correction + G(model)`, so many times. */
  #gathered(state: MeanState, mass: number, times: number, pulled: boolean): MeanState {
    const { dimension: d, agents } = this.problem;
    const correction = state.correction.map((value) => mass * value);
    if (pulled) for (let j = 0; j < correction.length; j++) correction[j]! += times * this.pulls[j]!;
    const [theta, out] = [state.model, correction].map((all) => agentsOf(all, d, state));
    agents.forEach(({ A }, i) => addProduct(out!(i), matrix(d, d, A), theta!(i), -times));
    return { ...weighed(state, mass), correction };
  }
}

/** The blocks `[d, columns]` of agents in a register. */
function agentsOf(all: Float64Array, d: number, { server }: MeanState): (agent: number) => Matrix {
  const stacked = matrix((all.length * d) / server.length, server.length / d, all);
  return (agent) => block(stacked, [agent * d, d]);
}

const weighed = (state: MeanState, mass: number): MeanState => {
  if (mass === 1) return state;
  const times = (register: Float64Array): Float64Array => register.map((value) => mass * value);
  const { server, memory, model, correction } = state;
  return { server: times(server), memory: times(memory), model: times(model), correction: times(correction) };
};

/** The ends of a round whose closing is α + β/K, one for each of both that is not 0. */
function viewsOf(
  problem: LinearProblem,
  program: RoundProgram,
  trigger: TriggerConfiguration,
  maps: MapsAt,
): readonly [View, ...View[]] | undefined {
  const { act, evaluation } = program;
  const evaluated = evaluation !== undefined;
  const stepSize = act.kind === 'step' ? act.stepSize : undefined;
  const whole = stepSize === undefined ? [] : maps(stepSize, evaluated);
  if (whole === undefined) return undefined;
  const used = evaluated ? 1 : 0;
  const acts = meanGap(trigger) - used;
  if (trigger.kind === 'deterministic')
    return [{ mass: 1, acts, maps: whole, closing: program.closing(trigger.localSteps) }];
  const p = trigger.probability;
  if (p === 1) return [{ mass: 1, acts, maps: whole, closing: program.closing(1) }];
  const { fixed, perStep } = affineClosing(program);
  const view = { mass: 1, acts, maps: whole, closing: fixed };
  if (perStep === undefined) return [view];
  const mass = (-p * Math.log(p)) / (1 - p);
  const d = problem.dimension;
  const divided =
    stepSize === undefined
      ? []
      : maps(stepSize)!.map((map, i): LocalMap => {
          const A = matrix(d, d, problem.agents[i]!.A);
          const sum = stepAverage(A, stepSize, trigger, map);
          if (evaluated) {
            const power = powerPerStep(A, stepSize, p);
            return { power, sum: plus(sum, power, -1) };
          }
          // E[1/K] I − η Ā E[C/K]
          return { power: addProduct(identityMatrix(d, mass), A, sum, -stepSize), sum };
        });
  return [view, { mass, acts: 1 - used * mass, maps: divided, closing: perStep }];
}

/** Where agents keep nothing: by the matrix of (server, memory), however many agents there are. */
function serverRound(round: Round): MeanRound {
  const { problem, program } = round;
  const d = problem.dimension;
  const n = program.memory ? 2 * d : d;
  /** x `[n, columns]`; with one column the agents may be pulled */
  const moved = ({ values: x, columns }: Matrix, pulled = false): Matrix => {
    const none = emptyState(problem.agents.length, d * columns);
    const [server, memory] = [x.slice(0, d * columns), x.slice(d * columns)];
    const after = round.advance({ ...none, server, memory: program.memory ? memory : none.memory }, pulled);
    return matrix(n, columns, joined(n * columns, [after.server, after.memory]));
  };
  const columns = Math.floor(ROOM / (problem.agents.length * d));
  const F = matrixOf(n, moved, Math.max(1, Math.min(BLOCK, columns)));
  const constant = moved(matrix(n, 1), true).values;
  const isRoot =
    largestSize(constant.subarray(0, d)) <= ROUNDING * round.scaleOf('server') &&
    largestSize(constant.subarray(d)) <= ROUNDING * round.scaleOf('memory');
  return {
    factor: () => spectralRadius(F.values, n),
    matrix: F,
    limit: () => (isRoot ? new Float64Array(d) : fixedPoint(F, constant).slice(0, d)),
    start: (model) => repeated(F, isRoot ? undefined : constant, joined(n, [model]), model),
  };
}

/** Where agents keep corrections: on the registers themselves, but for the last correction, since all sum to 0. */
function keptRound(round: Round): MeanRound {
  const { problem, program } = round;
  const { dimension: d, agents } = problem;
  const M = agents.length;
  const servers = program.memory ? 2 * d : d;
  const free = M - 1;
  const n = servers + free * d;
  const none = emptyState(M, d);
  const stateOf = (x: Float64Array): MeanState => {
    const memory = program.memory ? x.slice(d, 2 * d) : none.memory;
    const correction = joined(M * d, [x.subarray(servers)]);
    const mean = meanOf(correction, d);
    for (let j = 0; j < d; j++) correction[free * d + j] = -M * mean[j]!;
    return { ...none, server: x.slice(0, d), memory, correction };
  };
  const moved = (x: Float64Array, pulled: boolean): Float64Array => {
    const { server, memory, correction } = round.advance(stateOf(x), pulled);
    const parts = program.memory ? [server, memory] : [server];
    return joined(n, [...parts, correction.subarray(0, free * d)]);
  };
  // the corrections that leave every agent at θ*
  const still = { ...none, correction: round.pulls.map((pull) => -pull) };
  const isRoot = (): boolean => {
    const { server, memory, correction } = round.advance(still, true);
    const change = correction.map((value, k) => value - still.correction[k]!);
    return (
      largestSize(server) <= ROUNDING * round.scaleOf('server') &&
      largestSize(memory) <= ROUNDING * round.scaleOf('memory') &&
      largestSize(change) <= ROUNDING * round.scaleOf('correction')
    );
  };
  const linearPart = (): Matrix => matrixOfVectors(n, (x) => moved(x, false));
  const constant = (): Float64Array => moved(new Float64Array(n), true);
  return {
    factor: () => dominantModulus(n, (x) => moved(x, false)),
    limit: () => {
      if (isRoot()) return new Float64Array(d);
      if (n > LARGEST_SOLVED) throw new NumericalFailure(`a fixed point of ${n} coordinates is too large`);
      return fixedPoint(linearPart(), constant()).slice(0, d);
    },
    start: (model) => {
      // About the fixed point where that is known: the errors then get as small as they are, not as rounding is.
      const about = isRoot();
      const correction = about ? round.pulls : none.correction;
      if (n <= LARGEST_MULTIPLIED) {
        const x = joined(n, [
          model,
          ...(program.memory ? [none.memory] : []),
          correction.subarray(0, free * d),
        ]);
        return repeated(linearPart(), about ? undefined : constant(), x, model);
      }
      let state: MeanState = { ...none, server: model.slice(), correction };
      return () => {
        const { server, memory, correction } = round.advance(state, !about);
        state = { ...none, server, memory, correction };
        model.set(server);
      };
    },
  };
}

/** Vectors one after the other, as far as there is room; 0 after them. */
function joined(n: number, parts: readonly Float64Array[]): Float64Array {
  const out = new Float64Array(n);
  let at = 0;
  for (const part of parts) {
    if (at < n) out.set(part, at);
    at += part.length;
  }
  return out;
}
