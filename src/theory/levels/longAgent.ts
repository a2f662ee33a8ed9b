/**
 * An agent's part of long rounds, in which its chain forgets where it stood: y `[d]` of its part x `[q]` of X is (G + Ỹ) x. Ỹ and
 * that of the round before share the state between them, and hardly anything else.
 */
import {
  byOperator,
  type LocalChain,
  type LocalShape,
  operatorOf,
} from '../../maths/jumpLinear/jumpSystem.ts';
import {
  add,
  addProduct,
  addSymmetricSquare,
  assign,
  block,
  combination,
  type Matrix,
  matrix,
  multiply,
  plus,
  reshaped,
  scaled,
  symmetricSquare,
} from '../../maths/matrix.ts';
import { packedLength } from '../../maths/packed.ts';
import { largestSize, type Vector } from '../../maths/vector.ts';
import { type ManySteps, manySteps } from '../../maths/jumpLinear/manySteps.ts';
import type { Part } from '../../maths/places.ts';
import type { RoundBlocks } from './roundBlocks.ts';
import { ofState, meanOf } from '../../maths/jumpLinear/slowModes.ts';

export interface LongAgent extends Part {
  /** G `[d, q]` */
  readonly mean: Matrix;
  /** E[Ỹ x xᵀ Ỹᵀ] as a map of packed x xᵀ `[packed d, packed q]` */
  readonly excess: Matrix;
  /** estimate of what `excess` is wrong by, relative to it */
  readonly doubt: number;
  /** by how much first order in the step size times the mixing time is wrong, relative to what it says */
  readonly rate: number;
  /** E[Ỹ | s] of the state at the round's start `[n, d q]` */
  readonly started: Matrix;
  /** where the local vector ends in the mean `[z, q]` */
  readonly reached: Matrix;
  /** E[y 1{s}] − π(s) E[y] of the state at its end, as a map of where the local vector ends `[n, d z]` */
  readonly ended: Matrix;
  /** what the first round has beside that where the chain does not start from its stationary law */
  readonly first: FirstRound | undefined;
}

/** How a round from the law of the first state differs from one from π. */
export interface FirstRound {
  /** of E[y] `[d, q]` */
  readonly mean: Matrix;
  /** of E[y yᵀ] `[packed d, packed q]` */
  readonly second: Matrix;
}

/** How a round enters and leaves an agent. */
export interface Place extends Part {
  readonly chain: LocalChain;
  readonly local: LocalShape;
  readonly steps: number;
}

/** One way in which a round begins: along a move, with z = O x, and g̃ = G̃ x evaluated first. */
export interface Begin {
  readonly from: number;
  readonly to: number;
  readonly probability: number;
  /** `[z, q]` */
  readonly O: Matrix;
  /** G̃ `[d, q]` */
  readonly apart?: Matrix;
}

/** How a round begins at an agent: in each state, or with two exchanges along each move. */
export function beginsOf(
  places: readonly Place[],
  { x, mean: ofMean, evaluated: ofAgent }: RoundBlocks['opening'],
  evaluatedAt: Matrix | undefined,
): Begin[][] {
  if (evaluatedAt === undefined)
    return places.map(({ chain }) =>
      Array.from({ length: chain.states }, (_, s) => ({ from: s, to: s, probability: 1, O: x })),
    );
  const w = 1 / places.length;
  const values = places.map(({ chain }) => evaluated(chain, evaluatedAt));
  const all = sumOf(values.map(({ mean }) => mean));
  const ownOpening = plus(ofAgent, ofMean, w);
  return places.map(({ chain }, i) => {
    const { mean, valueOf } = values[i]!;
    const still = addProduct(scaled(x), ofMean, plus(all, mean, -1), w);
    const begins: Begin[] = [];
    for (let from = 0; from < chain.states; from++)
      for (let e = chain.first[from]!; e < chain.first[from + 1]!; e++) {
        const g = valueOf(chain.operator[e]!);
        begins.push({
          ...{ from, to: chain.next[e]!, probability: chain.probability[e]! },
          ...{ O: addProduct(scaled(still), ownOpening, g), apart: plus(g, mean, -1) },
        });
      }
    return begins;
  });
}

/**
 * The agents of a round; none where a step is too large for a chain's mixing time.
 *
 * With one exchange z is O x. With two, g_i is evaluated at a model of x, and z_i is O of x, the mean of g and the own g:
 *
 * `Σ_i y_i = Σ_i [Γ_i (O x + (O_own + w O_mean) g_i + w O_mean Σ_{k≠i} Ḡ_k x) + w (Σ_{k≠i} Ψ̄_k) g̃_i] + w Σ_{i≠k} Ψ̃_i g̃_k`,
 * Γ_i what the local steps do, Ψ_i = Γ_i O_mean, w = 1/M: all but the last sum is each agent's own. Of the last one there is
 * its second moment.
 */
export function longAgents(
  places: readonly Place[],
  opening: RoundBlocks['opening'],
  evaluatedAt: Matrix | undefined,
): LongAgent[] | undefined {
  const all = stepsOf(places);
  if (all === undefined) return undefined;
  const begins = beginsOf(places, opening, evaluatedAt);
  if (evaluatedAt === undefined) {
    const squareOfO = symmetricSquare(opening.x);
    return all.map((steps, i) =>
      agentOf({ place: places[i]!, steps, begins: begins[i]! }, multiply(steps.second, squareOfO)),
    );
  }
  const w = 1 / places.length;
  const { mean: ofMean } = opening;
  const effects = all.map(({ mean }) => multiply(mean, ofMean));
  const allEffects = sumOf(effects);
  const spreads = places.map(({ chain }, i) => spreadOf(chain, begins[i]!));
  const allSpreads = sumOf(spreads);
  const squareOfMean = symmetricSquare(ofMean);
  return places.map((place, i) => {
    const steps = all[i]!;
    const ofOthers = scaled(plus(allEffects, effects[i]!, -1), w);
    const begun = { place, steps, begins: begins[i]!, ofOthers };
    const agent = agentOf(begun, secondOf(begun, place.chain.stationary));
    // of Ψ̃_i g̃_k
    const ofEffect = addSymmetricSquare(multiply(steps.second, squareOfMean), effects[i]!, -1);
    addProduct(agent.excess, ofEffect, plus(allSpreads, spreads[i]!, -1), w * w);
    return agent;
  });
}

const sumOf = (all: readonly Matrix[]): Matrix => combination(all.map((A) => [1, A]));

/** What the local steps of all do. */
function stepsOf(places: readonly Place[]): ManySteps[] | undefined {
  const all: ManySteps[] = [];
  for (const { chain, local, steps } of places) {
    const found = manySteps(chain, local, steps);
    if (found === undefined) return undefined;
    all.push(found);
  }
  return all;
}

/** What the first exchange evaluates, by operator `[d, q]`, and in the mean. */
function evaluated(
  chain: LocalChain,
  evaluatedAt: Matrix,
): { readonly valueOf: (operator: number) => Matrix; readonly mean: Matrix } {
  const valueOf = byOperator((k) => multiply(operatorOf(chain, k), evaluatedAt));
  const mean = matrix(chain.dimension, evaluatedAt.columns);
  for (let s = 0; s < chain.states; s++)
    for (let e = chain.first[s]!; e < chain.first[s + 1]!; e++)
      add(mean, valueOf(chain.operator[e]!), chain.stationary[s]! * chain.probability[e]!);
  return { valueOf, mean };
}

/** E[g̃ g̃ᵀ] of what is evaluated, as a map of packed x xᵀ `[packed d, packed q]`. */
function spreadOf({ stationary, dimension: d }: LocalChain, begins: readonly Begin[]): Matrix {
  const out = matrix(packedLength(d), packedLength(begins[0]!.O.columns));
  for (const { from, probability, apart } of begins)
    addSymmetricSquare(out, apart!, stationary[from]! * probability);
  return out;
}

/** @param second - E[y yᵀ] as a map of packed x xᵀ, from the stationary law */
function agentOf(begun: Begun, second: Matrix): LongAgent {
  const { place, steps, begins, ofOthers } = begun;
  const { chain, local, inputs, lifts } = place;
  const { states: n, dimension: d, stationary, start } = chain;
  const [z, q] = [local.size, inputs.length];
  const started = matrix(n * d, q);
  const reached = openingOf(begun);
  for (const { from, to, probability, O, apart } of begins) {
    const ofBegin = ofState(started, from, d);
    addProduct(ofBegin, ofState(steps.started, to, d), O, probability);
    if (ofOthers) addProduct(ofBegin, ofOthers, apart!, probability);
  }
  const mean = meanOf(chain, started);
  for (let s = 0; s < n; s++) add(ofState(started, s, d), mean, -1);
  assign(block(reached, [0, d]), mean);
  const deviation = Float64Array.from(start, (p, s) => p - stationary[s]!);
  const first = largestSize(deviation) > STATIONARY && {
    mean: meanOf({ ...chain, stationary: start }, started),
    second: secondOf(begun, deviation),
  };
  const { ended, rate, doubt } = steps;
  return {
    ...{ inputs, lifts, rate, doubt, mean, reached, first: first || undefined },
    excess: addSymmetricSquare(second, mean, -1),
    started: reshaped(started, n, d * q),
    ended: reshaped(ended, n, d * z),
  };
}

/** O in the mean `[z, q]`. */
function openingOf({ place: { chain, local, inputs }, begins }: Begun): Matrix {
  const out = matrix(local.size, inputs.length);
  for (const { from, probability, O } of begins) add(out, O, chain.stationary[from]! * probability);
  return out;
}

/** Largest difference of a first state's law from the stationary one that is rounding. */
const STATIONARY = 1e-12;

interface Begun {
  readonly place: Place;
  readonly steps: ManySteps;
  readonly begins: readonly Begin[];
  /** with two exchanges: what g̃ adds to the results of the others in the mean `[d, d]` */
  readonly ofOthers?: Matrix;
}

/** Σ_s weight(s) E[y yᵀ | s] as a map of packed x xᵀ, s the state at the start. */
function secondOf(begun: Begun, weight: Vector): Matrix {
  const { place, steps, begins, ofOthers } = begun;
  const { chain, local, inputs } = place;
  const { states: n, dimension: d, stationary } = chain;
  const [m, D, width] = [d, local.size, inputs.length].map(packedLength) as [number, number, number];
  const start = matrix(D, width);
  const direct = matrix(m, width);
  const arrived = matrix(1, n);
  for (const { from, to, probability, O, apart } of begins) {
    const share = weight[from]! * probability;
    arrived.values[to]! += share;
    const ofModes = scaled(O);
    assign(block(ofModes, [0, d]), multiply(ofState(steps.left, to, d), O));
    addSymmetricSquare(start, ofModes, share);
    if (ofOthers === undefined) continue;
    const result = multiply(ofState(steps.started, to, d), O);
    addSymmetricSquare(direct, result, -share);
    addSymmetricSquare(direct, addProduct(result, ofOthers, apart!), share);
  }
  // of the stationary law Σ_s π(s) C(s) = 0
  if (weight !== stationary)
    addProduct(block(start, [0, m]), steps.begun(arrived), symmetricSquare(openingOf(begun)));
  return addProduct(direct, steps.square, start);
}
