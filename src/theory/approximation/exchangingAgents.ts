/**
 * Agents of a round with two exchanges: each gathers its operator at θ̄ by its first observation, and then takes its
 * other steps from θ̄, the mean ḡ of what all gathered, and its own part of it.
 *
 * Between the two X = (θ̄, ḡ, 1). What an agent does with its own observation is followed exactly through both: it
 * starts its steps from (θ̄, ḡ, g, 1), `ḡ = g/M + Σ_k≠i g_k/M`, where the others' noise is that of stationary chains.
 */
import type { Vector } from '../../maths/vector.ts';
import { writeOperator } from '../levels/stages.ts';
import { carried } from '../levels/tables.ts';
import { addProduct, addTransposed, product, productWithTranspose } from '../../maths/rectangular.ts';
import { type LocalChain, localShape } from './localSteps.ts';
import type { RoundShape } from './roundShape.ts';
import {
  centred,
  conjugated,
  noiseOf,
  type Passes,
  type Place,
  plainAgent,
  remembered,
  startField,
  type Steps,
  stepsOf,
  tieOf,
  type TiedAgent,
} from './tiedAgents.ts';

/** The agents of both stages; θ̄ is all that is kept between rounds. */
export function exchangingAgents(
  chains: readonly LocalChain[],
  { dimension: d, exchange, local }: RoundShape,
  steps: number,
  closing: readonly Place[],
  passes: Passes,
): readonly [readonly TiedAgent[], readonly TiedAgent[]] {
  const M = chains.length;
  const { modelOfServer, modelOfMean, correctionOfMean, correctionOfOwn } = exchange!;
  const gather = localShape({ kind: 'gather' }, d, true);
  const q = d + 1;
  const Q = 3 * d + 1;
  // z = (g, θ̄, 1) before an observation, and (v, f, 1) after it
  const before = new Float64Array(gather.size * q);
  const after = new Float64Array(local.size * Q);
  for (let j = 0; j < d; j++) {
    before[(d + j) * q + j] = 1;
    after[j * Q + j] = modelOfServer;
    after[j * Q + d + j] = modelOfMean;
    after[(d + j) * Q + d + j] = correctionOfMean;
    after[(d + j) * Q + 2 * d + j] = correctionOfOwn;
  }
  before[gather.size * q - 1] = 1;
  after[local.size * Q - 1] = 1;
  const inputs = Array.from({ length: q }, (_, j) => j);
  const gathered = chains.map((chain) => stepsOf(chain, gather, 1, before));
  const average = new Float64Array(d * q);
  for (const { mean } of gathered) for (let j = 0; j < d * q; j++) average[j]! += mean[j]! / M;
  const opening = gathered.map((passed) =>
    plainAgent(passed, { inputs, lifts: [{ at: d, factor: 1 / M }] }, passes),
  );
  const second = chains.map((chain, i): TiedAgent => {
    const passed = gathered[i]!;
    const rest = stepsOf(chain, local, steps - 1, after);
    const others = average.map((value, j) => value - passed.mean[j]! / M);
    const map = startMap(others, d, M);
    const all = meanOf(rest.mean, passed.mean, d);
    const { states: n, stationary } = chain;
    const noiseMap = ownNoise(passed.mean, d);
    const rises = risesOf(passed, rest, map, all.ofStart);
    const image = remembered(passed, passes, d * d, (input) => {
      const field = conjugated(map, passed.pass.whole(input), n, Q, gather.size);
      stationary.forEach((p, s) => {
        for (let a = 0; a < d; a++)
          for (let b = 0; b < d; b++)
            field[(s * Q + d + a) * Q + d + b]! += p * input[n * q * q + a * d + b]!;
      });
      return centred(rest, field, rest.pass.whole(field), all.ofStart);
    });
    return {
      ...closing[i]!,
      mean: all.ofServer,
      kernel: rest.pass.kernel,
      noise: ({ law }, passed) => {
        const { start, noise } = passed[i]!;
        const input = new Float64Array(n * q * q + d * d);
        input.set(startField(start, inputs));
        for (const [k, other] of passed.entries())
          if (k !== i)
            for (let j = 0; j < d * d; j++) input[n * q * q + j]! += other.noise.square[j]! / M ** 2;
        const found = image(input);
        const seen = noiseOf(found, carried(rest.pass.kernel, law, n, 1), d);
        // Cov(ỹ, (θ̄, ḡ, 1)), where ḡ is its mean, w/M of the agent's own noise w, and noise that others have of their own
        const withStart = tieOf(start, inputs, rises, stationary);
        const withMean = productWithTranspose(withStart, average, d, q, d);
        addTransposed(withMean, 1 / M, found.subarray(d * d + n * d), noiseMap, d, Q);
        const tie = new Float64Array(d * (2 * d + 1));
        for (let a = 0; a < d; a++) {
          for (let j = 0; j < d; j++) {
            tie[a * (2 * d + 1) + j] = withStart[a * q + j]!;
            tie[a * (2 * d + 1) + d + j] = withMean[a * d + j]! - (seen.shift[a]! * noise.shift[j]!) / M;
          }
        }
        return { ...seen, tie };
      },
    };
  });
  return [opening, second];
}

/** (θ̄, ḡ, g, 1) of (g, θ̄, 1), where the others' part of ḡ is its mean. */
function startMap(others: Vector, d: number, M: number): Float64Array {
  const z = 2 * d + 1;
  const out = new Float64Array((3 * d + 1) * z);
  for (let j = 0; j < d; j++) {
    out[j * z + d + j] = 1;
    out[(d + j) * z + j] = 1 / M;
    for (let k = 0; k <= d; k++) out[(d + j) * z + d + k] = others[j * (d + 1) + k]!;
    out[(2 * d + j) * z + j] = 1;
  }
  out[(3 * d + 1) * z - 1] = 1;
  return out;
}

/** E[y] as a map of (θ̄, ḡ, 1), g being its mean; and the same as a map of (θ̄, ḡ, g, 1). */
function meanOf(
  rest: Vector,
  meanMap: Vector,
  d: number,
): { readonly ofServer: Float64Array; readonly ofStart: Float64Array } {
  const [q, Q, mid] = [d + 1, 3 * d + 1, 2 * d + 1];
  const ofServer = new Float64Array(d * mid);
  const ofStart = new Float64Array(d * Q);
  for (let i = 0; i < d; i++) {
    const ofOwn = new Float64Array(q);
    addProduct(ofOwn, 0, 1, rest, i * Q + 2 * d, meanMap, 1, d, q);
    for (let j = 0; j < d; j++) {
      ofServer[i * mid + j] = rest[i * Q + j]! + ofOwn[j]!;
      ofServer[i * mid + d + j] = rest[i * Q + d + j]!;
    }
    ofServer[(i + 1) * mid - 1] = rest[(i + 1) * Q - 1]! + ofOwn[d]!;
    ofStart.set(ofServer.subarray(i * mid, (i + 1) * mid - 1), i * Q);
    ofStart[(i + 1) * Q - 1] = ofServer[(i + 1) * mid - 1]!;
  }
  return { ofServer, ofStart };
}

/** w = g − E g as a map of (θ̄, ḡ, g, 1) `[d, Q]`. */
function ownNoise(meanMap: Vector, d: number): Float64Array {
  const Q = 3 * d + 1;
  const out = new Float64Array(d * Q);
  for (let i = 0; i < d; i++) {
    for (let j = 0; j < d; j++) out[i * Q + j] = -meanMap[i * (d + 1) + j]!;
    out[i * Q + 2 * d + i] = 1;
    out[(i + 1) * Q - 1] = -meanMap[i * (d + 1) + d]!;
  }
  return out;
}

/** E[ỹ | s] as a map of (θ̄, 1), s where the chain begins the round `[n, d, d + 1]`. */
function risesOf({ pass: { chain } }: Steps, rest: Steps, map: Vector, mean: Vector): Float64Array {
  const { states: n, dimension: d, first, next, probability, operator } = chain;
  const [q, Q, z] = [d + 1, 3 * d + 1, 2 * d + 1];
  const out = new Float64Array(n * d * q);
  // (g, θ̄, 1) of (θ̄, 1)
  const made = new Float64Array(z * q);
  for (let j = 0; j < q; j++) made[(d + j) * q + j] = 1;
  for (let s = 0; s < n; s++) {
    for (let e = first[s]!; e < first[s + 1]!; e++) {
      writeOperator(chain, operator[e]!, made, 0);
      const start = product(map, made, Q, z, q);
      const centred = Float64Array.from(mean, (value, j) => rest.means[next[e]! * d * Q + j]! - value);
      addProduct(out, s * d * q, probability[e]!, centred, 0, start, d, Q, q);
    }
  }
  return out;
}
