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
import {
  add,
  addProduct,
  assign,
  block,
  column,
  identityMatrix,
  largestElement,
  type Matrix,
  matrix,
  multiply,
  numbersOf,
  plus,
  scale,
  scaled,
  stacked,
} from '../../maths/matrix.ts';
import { applyMix, loaded, ONE, type Places, placesOf, stored, writtenAlone } from '../round/registers.ts';
import { largestSize } from '../../maths/vector.ts';
import { affineClosing } from './affineClosing.ts';
import { fixedPoint, matrixOf, matrixOfVectors, repeated } from '../../maths/affineMap.ts';
import { dominantModulus, LARGEST_ESTIMATED } from '../../maths/dominantModulus.ts';
import { type LinearAgents, pullAtRoot } from '../linearProblem.ts';
import { type LocalMap } from './localMap.ts';
import { meanGap } from '../../triggers/index.ts';
import { stepAverage } from './stepAverage.ts';

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
const LARGEST_MULTIPLIED = 128;

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
  problem: LinearAgents,
  program: RoundProgram,
  trigger: TriggerConfiguration,
  maps: MapsAt,
): MeanRound | undefined {
  const views = viewsOf(problem, program, trigger, maps);
  if (views === undefined) return undefined;
  const round = new Round(problem, program, views);
  return program.correction === 'kept' ? keptRound(round) : serverRound(round);
}

/** One round of states (1, server, memory, …), errors about θ* with the constant 1 before them, or 0 for the linear part alone. */
class Round {
  readonly problem: LinearAgents;
  readonly program: RoundProgram;
  readonly places: Places;
  /** Ḡ_i(θ*) `[d, 1]` */
  readonly pulls: readonly Matrix[];
  readonly #views: readonly [View, ...View[]];

  constructor(problem: LinearAgents, program: RoundProgram, views: readonly [View, ...View[]]) {
    this.problem = problem;
    this.program = program;
    this.#views = views;
    this.places = placesOf(program, problem.dimension, problem.agents.length);
    this.pulls = problem.agents.map((agent) => column(pullAtRoot(agent, problem.root)));
  }

  /** X⁺ of the states X that are the columns of a matrix. */
  advance(X: Matrix): Matrix {
    const { program, places } = this;
    const Z = loaded(X, places);
    applyMix(Z, program.opening, places);
    if (program.evaluation !== undefined) {
      this.#gathered(Z, { mass: 1, acts: 1 });
      applyMix(Z, program.evaluation, places);
    }
    const [first, ...others] = this.#views;
    const acted = others.map((view) => ({ view, end: this.#acted(scaled(Z), view) }));
    const out = this.#acted(Z, first);
    applyMix(out, first.closing, places);
    for (const { view, end } of acted) add(out, writtenAlone(end, view.closing, places));
    return stored(out, places);
  }

  /** The largest of what a register after the act is made of at θ*, by which a mix multiplies it. */
  scaleOf(register: 'server' | 'memory' | 'correction'): number {
    const { act } = this.program;
    const pull = largestOf(this.pulls);
    let scale = 0;
    for (const view of this.#views) {
      const moved = act.kind === 'step' ? this.#largestModel(view) : view.acts * pull;
      for (const [source, factor] of Object.entries(view.closing[register] ?? {})) {
        const size = act.kind === 'gather' || source === 'correction' ? Math.max(moved, pull) : moved;
        if (source !== 'server' && source !== 'memory') scale += Math.abs(factor) * size;
      }
    }
    return scale;
  }

  #largestModel(view: View): number {
    const atRest = matrix(this.places.size, 1);
    atRest.values[0] = 1;
    const Z = this.#acted(atRest, view);
    return largestOf(this.places.agents.map(({ model }) => block(Z, model)));
  }

  /** Z after n acts, in the view's expectation. */
  #acted(Z: Matrix, view: View): Matrix {
    const { act } = this.program;
    if (act.kind === 'gather') return this.#gathered(Z, view);
    const unit = block(Z, ONE);
    // Γ (θ − θ*) + η C (Ḡ(θ*) + c)
    const ends = view.maps.map(({ power, sum }, i) => {
      const { model, correction } = this.places.agents[i]!;
      const force = multiply(this.pulls[i]!, unit);
      if (correction !== undefined) add(force, block(Z, correction));
      return addProduct(multiply(power, block(Z, model)), sum, force, act.stepSize);
    });
    scale(Z, view.mass);
    ends.forEach((end, i) => assign(block(Z, this.places.agents[i]!.model), end));
    return Z;
  }

  /** `correction ← correction + G(model)`, so many times. */
  #gathered(Z: Matrix, { mass, acts }: Pick<View, 'mass' | 'acts'>): Matrix {
    const { dimension: d, agents } = this.problem;
    const unit = block(Z, ONE);
    const results = agents.map(({ A }, i) =>
      addProduct(multiply(this.pulls[i]!, unit), matrix(d, d, A), block(Z, this.places.agents[i]!.model), -1),
    );
    scale(Z, mass);
    results.forEach((result, i) => add(block(Z, this.places.agents[i]!.correction!), result, acts));
    return Z;
  }
}

/** The largest element of many matrices. */
const largestOf = (all: readonly Matrix[]): number =>
  all.reduce((most, A) => Math.max(most, largestElement(A)), 0);

/** The ends of a round whose closing is α + β/K, one for each of both that is not 0. */
function viewsOf(
  problem: LinearAgents,
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
      : problem.agents.map((agent): LocalMap => {
          const A = matrix(d, d, agent.A);
          const sum = stepAverage(A, stepSize, p);
          if (evaluated) {
            const power = stepAverage(A, stepSize, p, 1);
            return { power, sum: plus(sum, power, -1) };
          }
          // E[1/K] I − η Ā E[C/K]
          return { power: addProduct(identityMatrix(d, mass), A, sum, -stepSize), sum };
        });
  return [view, { mass, acts: 1 - used * mass, maps: divided, closing: perStep }];
}

/** Where agents keep nothing: by the matrix of (server, memory), however many agents there are. */
function serverRound(round: Round): MeanRound {
  const { problem } = round;
  const d = problem.dimension;
  const n = round.places.keptSize - 1;
  const columns = Math.floor(ROOM / (problem.agents.length * d));
  const whole = matrixOf(1 + n, (X) => round.advance(X), Math.max(1, Math.min(BLOCK, columns)));
  const F = scaled(block(whole, [1, n], [1, n]));
  const constant = numbersOf(scaled(block(whole, [1, n], ONE)));
  const isRoot =
    largestSize(constant.subarray(0, d)) <= ROUNDING * round.scaleOf('server') &&
    largestSize(constant.subarray(d)) <= ROUNDING * round.scaleOf('memory');
  return {
    factor: () => spectralRadius(F.values, n),
    matrix: F,
    limit: () => (isRoot ? new Float64Array(d) : fixedPoint(F, constant).slice(0, d)),
    start: (model) => repeated(F, isRoot ? undefined : constant, startOf(n, model), model),
  };
}

/** (model, 0 …) `[n]`. */
function startOf(n: number, model: Float64Array): Float64Array {
  const out = new Float64Array(n);
  out.set(model);
  return out;
}

/** Where agents keep corrections: of all states but for the last correction, since all sum to 0. */
function keptRound(round: Round): MeanRound {
  const { problem, places, pulls } = round;
  const { dimension: d, agents } = problem;
  const free = agents.length - 1;
  const servers = places.keptSize - 1 - agents.length * d;
  const n = servers + free * d;
  /** of x `[n]`, with the constant 1 or without it */
  const moved = (x: Float64Array, constant: 0 | 1): Float64Array => {
    const X = matrix(places.keptSize, 1);
    X.values[0] = constant;
    X.values.set(x, 1);
    const last = block(X, [1 + n, d]);
    for (let i = 0; i < free; i++) add(last, block(X, [1 + servers + i * d, d]), -1);
    return round.advance(X).values.slice(1, 1 + n);
  };
  const isRoot = (): boolean => {
    // with every correction its own: their sum is 0 but for the rounding of the root
    const X = stacked([identityMatrix(1), matrix(servers, 1), ...pulls.map((pull) => scaled(pull, -1))]);
    const change = plus(round.advance(X), X, -1);
    const largestIn = (from: number, length: number): number => largestElement(block(change, [from, length]));
    return (
      largestIn(1, d) <= ROUNDING * round.scaleOf('server') &&
      largestIn(1 + d, servers - d) <= ROUNDING * round.scaleOf('memory') &&
      largestIn(1 + servers, agents.length * d) <= ROUNDING * round.scaleOf('correction')
    );
  };
  const linearPart = (): Matrix => matrixOfVectors(n, (x) => moved(x, 0));
  const constant = (): Float64Array => moved(new Float64Array(n), 1);
  return {
    factor: () => dominantModulus(n, (x) => moved(x, 0)),
    limit: () => {
      if (isRoot()) return new Float64Array(d);
      if (n > LARGEST_SOLVED) throw new NumericalFailure(`a fixed point of ${n} coordinates is too large`);
      return fixedPoint(linearPart(), constant()).slice(0, d);
    },
    start: (model) => {
      // About the fixed point where that is known: the errors then get as small as they are, not as rounding is.
      const about = isRoot();
      // from corrections 0, that is the pulls beside those that leave every agent at θ*
      const corrections = about ? pulls.slice(0, free) : [];
      let x = startOf(n, model);
      corrections.forEach((pull, i) => {
        x.set(numbersOf(pull), servers + i * d);
      });
      if (n <= LARGEST_MULTIPLIED) return repeated(linearPart(), about ? undefined : constant(), x, model);
      return () => {
        x = moved(x, about ? 0 : 1);
        model.set(x.subarray(0, d));
      };
    },
  };
}
