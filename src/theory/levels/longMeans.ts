/**
 * First moments of long rounds at any step size, Mathematics (12): exact but for what chains remember over a round.
 *
 * Agent i's local steps are followed by a few modes. From the state s where a round begins they are F_i(s) x_i, F_i = F̄_i + F̃_i,
 * and at the end E[y_i 1{s}] = C_i(s) a_i, C_i = Σ_s C_i(s). With κ_i = E[F̃_i(s) x_i], E[X] and the κ_i are all that a round needs:
 *
 *     X⁺ = B X + Σ_i E_i C_i a_i,       a_i = F̄_i O_i X + κ_i,       κ_i⁺ = Σ_s F̃_i(s) O_i E_i (C_i(s) − π(s) C_i) a_i.
 *
 * With two exchanges F_i has the rows of g_i, too, and a_i gains what the others' g mean to it, in the mean over agents w = 1/M.
 */
import { dominantModulus } from '../../maths/dominantModulus.ts';
import type { LocalChain } from '../../maths/jumpLinear/jumpSystem.ts';
import { meansOfSteps } from '../../maths/jumpLinear/meansOfSteps.ts';
import type { StepsByModes } from '../../maths/jumpLinear/modesLeft.ts';
import { meanOf, ofState } from '../../maths/jumpLinear/slowModes.ts';
import {
  add,
  addProduct,
  addTimesVector,
  block,
  column,
  combination,
  type Matrix,
  matrix,
  multiply,
  stacked,
  timesVector,
} from '../../maths/matrix.ts';
import { type Part, placesRead } from '../../maths/places.ts';
import { type Begin, beginsOf, type Place } from './longAgent.ts';
import { placesOf } from './longStage.ts';
import { centred, type RoundBlocks } from './roundBlocks.ts';

interface MeanAgent extends Part {
  /** F̄ `[p, q]`, and C `[d, p]` */
  readonly reached: Matrix;
  readonly ended: Matrix;
  /** Σ_s F̃(s) O E (C(s) − π(s) C) `[f, p]`, of the modes and of g */
  readonly between: Matrix;
  /** of w Σ_k g_k of all others `[p, d]` */
  readonly ofOthers: Matrix | undefined;
}

/** The spectral radius of first moments from round to round; none where local steps have too many slow modes. */
export function longMeanRadius(round: RoundBlocks, chains: readonly LocalChain[]): number | undefined {
  const agents = meanAgents(round, chains);
  if (agents === undefined) return undefined;
  const { size: D, dimension: d, corrections } = round;
  const sizes = agents.map(({ between }) => between.rows);
  const B = block(round.B, [0, D], [0, D]);
  const w = 1 / agents.length;
  return dominantModulus(
    sizes.reduce((sum, f) => sum + f, D),
    (all) => {
      centred(column(all), corrections, d);
      const out = new Float64Array(all.length);
      const X = all.subarray(0, D);
      addTimesVector(out.subarray(0, D), B, X);
      const ofAgents = partsOf(all.subarray(D), sizes);
      const g = ofAgents.map((kappa, i) => kappa.subarray(agents[i]!.reached.rows));
      let at = D;
      agents.forEach(({ inputs, lifts, reached, ended, between, ofOthers }, i) => {
        const p = reached.rows;
        const a = timesVector(
          reached,
          Float64Array.from(inputs, (j) => X[j] ?? 0),
        );
        add(column(a), column(ofAgents[i]!.subarray(0, p)));
        if (ofOthers)
          g.forEach((ofAgent, k) => {
            if (k !== i) add(column(a), multiply(ofOthers, column(ofAgent)), w);
          });
        const y = timesVector(ended, a);
        for (const { at: place, factor } of lifts)
          add(column(out.subarray(place, place + d)), column(y), factor);
        out.set(timesVector(between, a), at);
        at += between.rows;
      });
      return out;
    },
  );
}

function partsOf(all: Float64Array, sizes: readonly number[]): Float64Array[] {
  let at = 0;
  return sizes.map((size) => all.subarray(at, (at += size)));
}

function meanAgents(round: RoundBlocks, chains: readonly LocalChain[]): MeanAgent[] | undefined {
  const { places, opening } = placesOf(round, chains);
  const begins = beginsOf(places, opening, round.evaluatedAt);
  const out: MeanAgent[] = [];
  for (const [i, place] of places.entries()) {
    const steps = meansOfSteps(place.chain, place.local, place.steps);
    if (steps === undefined) return undefined;
    out.push(meanAgent(place, steps, begins[i]!, round.evaluatedAt && opening.mean));
  }
  return out;
}

function meanAgent(
  { chain, inputs, lifts }: Place,
  { reached, ended, modes: p }: StepsByModes,
  begins: readonly Begin[],
  ofMean: Matrix | undefined,
): MeanAgent {
  const { states: n, dimension: d, stationary } = chain;
  const q = inputs.length;
  const f = ofMean === undefined ? p : p + d;
  const F = matrix(n * f, q);
  for (const { from, to, probability, O, apart } of begins) {
    const ofBegin = multiply(ofState(reached, to, p), O);
    const both = apart === undefined ? ofBegin : stacked([ofBegin, apart]);
    add(ofState(F, from, f), both, probability);
  }
  const mean = meanOf(chain, F);
  const total = combination(Array.from(stationary, (_, s) => [1, ofState(ended, s, d)]));
  const between = matrix(f, p);
  const places = placesRead({ inputs, lifts });
  for (let s = 0; s < n; s++) {
    const apart = add(matrix(d, p), ofState(ended, s, d));
    add(apart, total, -stationary[s]!);
    const deviation = add(add(matrix(f, q), ofState(F, s, f)), mean, -1);
    for (const { at, factor } of places)
      addProduct(between, block(deviation, [0, f], [at, d]), apart, factor);
  }
  return {
    ...{ inputs, lifts, between, ended: total },
    reached: block(mean, [0, p]),
    ofOthers: ofMean && multiply(meanOf(chain, reached), ofMean),
  };
}
