/**
 * A round's second moments in expectation over random gaps as one linear map, for agents that are independent
 * given the state at its start and the gap.
 *
 * Between the opening mix and the closing one only the agents' acts depend on the gap K. With y_i what agent i is
 * given and v_i⁺ what its acts make of it (localMoments.ts), E[v_i⁺ | y_i] = m_i(K) y_i, and all that a round's second
 * moments need of the gaps is, for each agent and each pair of agents, the averages over K of
 *
 *     m_i(K),      m_i(K) ⊗ m_j(K),      and the map of E[y_i y_iᵀ] to E[v_i⁺ v_i⁺ᵀ].
 *
 * A closing mix `α + β/K` (affineClosing.ts) asks for them with the weights 1, 1/K and 1/K². So the gaps are summed up
 * once, and a round costs what it would with a single gap and pairs of agents one by one.
 */
import type { AgentAct, RoundProgram } from '../../algorithms/roundProgram.ts';
import {
  add,
  timesVector,
  assignPart,
  block,
  conjugate,
  identityMatrix,
  kron,
  type Matrix,
  matrix,
  multiply,
  multiplyTransposed,
  numbersOf,
  part,
  scaled,
  symmetricSquare,
  transposed,
  withTranspose,
} from '../../maths/matrix.ts';
import { pack, packedIndex, packedLength, unpack } from '../../maths/packed.ts';
import { affineClosing } from '../mean/affineClosing.ts';
import { actPlaces, applyMix, loaded, type Places, stored, writtenAlone } from '../round/registers.ts';
import type { WeightedGap } from './gaps.ts';
import { compose, type LocalMoments, meanMap, secondMap } from './localMoments.ts';

/** The acts of all agents in expectation over the gaps, with a weight of 1, 1/K or 1/K². */
interface AverageAct {
  /** the average of the weight */
  mass: number;
  /** `[moving, all]` of each agent */
  readonly means: readonly Matrix[];
  /** packed E[y yᵀ] to packed E[v⁺ v⁺ᵀ] of each agent */
  readonly seconds: readonly Matrix[];
  /** of agents i > j, row by row of their lower triangle: m_i ⊗ m_j */
  readonly pairs: readonly Matrix[];
}

/** Multiplications to sum up the gaps and of a round, and doubles that are kept. */
export function averageCost(
  { size: N, keptSize: n, agents: { length: M } }: Places,
  program: RoundProgram,
  gaps: number,
  moving: number,
  fixed: number,
): { readonly setup: number; readonly round: number; readonly memory: number } {
  const all = moving + fixed;
  const weights = affineClosing(program).perStep === undefined ? 1 : 3;
  const pairs = ((M * (M - 1)) / 2) * (moving * all) ** 2;
  const perAgents = M * packedLength(moving) * packedLength(all);
  const ofAct = pairs + perAgents + M * moving * all * N;
  const evaluation = program.evaluation === undefined ? 0 : ofAct + N ** 3;
  return {
    setup: gaps * weights * (pairs + perAgents),
    round: evaluation + weights * ofAct + (1 + weights) * n * N * (N + n),
    memory: (weights + (program.evaluation === undefined ? 0 : 1)) * (pairs + perAgents) + 4 * N ** 2,
  };
}

/**
 * S ↦ S⁺ of the state between rounds, for S `[n, n]`.
 *
 * @param single - the moments of one act, in agent order
 * @param evaluation - those of the evaluation, where the program has one
 */
export function averagedRound(
  places: Places,
  program: RoundProgram,
  gaps: Iterable<WeightedGap>,
  single: readonly LocalMoments[],
  evaluation: readonly LocalMoments[] | undefined,
): { advance(S: Matrix): Matrix } {
  const { size: N, keptSize: n } = places;
  const I = identityMatrix(N);
  const { fixed, perStep } = affineClosing(program);
  const open = loaded(identityMatrix(n), places);
  applyMix(open, program.opening, places);
  const after = scaled(I);
  applyMix(after, fixed, places);
  const close = stored(after, places);
  const closePerStep = perStep && stored(writtenAlone(I, perStep, places), places);
  const acts = averageActs(gaps, single, evaluation !== undefined, perStep === undefined ? 1 : 3);
  const evaluated = evaluation && averageActs([{ gap: 1, weight: 1 }], evaluation, false, 1)[0]!;
  const mix = scaled(I);
  if (program.evaluation) applyMix(mix, program.evaluation, places);
  return {
    advance: (S) => {
      let Z = conjugate(open, S);
      if (evaluated) Z = conjugate(mix, acted(evaluated, 'gather', Z, places));
      const made = (k: number): Matrix => acted(acts[k]!, program.act.kind, Z, places);
      const out = conjugate(close, made(0));
      if (closePerStep === undefined) return out;
      add(out, withTranspose(multiplyTransposed(multiply(close, made(1)), closePerStep)));
      return add(out, conjugate(closePerStep, made(2)));
    },
  };
}

/** The acts averaged with the weights 1, 1/K and 1/K², or the first of them alone. */
function averageActs(
  gaps: Iterable<WeightedGap>,
  single: readonly LocalMoments[],
  isEvaluated: boolean,
  weights: 1 | 3,
): AverageAct[] {
  const { moving, fixed } = single[0]!;
  const rows = moving * moving;
  const columns = (moving + fixed) ** 2;
  const averages = Array.from({ length: weights }, (): AverageAct => ({
    mass: 0,
    means: single.map(() => matrix(moving, moving + fixed)),
    seconds: single.map(() => matrix(packedLength(moving), packedLength(moving + fixed))),
    pairs: single.flatMap((_, i) => Array.from({ length: i }, () => matrix(rows, columns))),
  }));
  let acts: readonly LocalMoments[] = single;
  let done = 1;
  for (const { gap, weight } of gaps) {
    const count = isEvaluated ? gap - 1 : gap;
    for (; done < count; done++) acts = acts.map((moments, i) => compose(single[i]!, moments));
    const moments = count === 0 ? single.map(unmoved) : acts;
    const seconds = moments.map(secondOf);
    const means = moments.map(meanMap);
    const pairs = means.flatMap((mean, i) => means.slice(0, i).map((other) => kron(mean, other)));
    averages.forEach((average, k) => {
      const share = weight / gap ** k;
      average.mass += share;
      means.forEach((mean, i) => add(average.means[i]!, mean, share));
      seconds.forEach((second, i) => add(average.seconds[i]!, second, share));
      pairs.forEach((pair, i) => add(average.pairs[i]!, pair, share));
    });
  }
  return averages;
}

/** Packed E[y yᵀ] to packed E[v⁺ v⁺ᵀ], whichever kind the noise is of. */
function secondOf(moments: LocalMoments): Matrix {
  const { moving, fixed, noise } = moments;
  if (noise.kind === 'multiplicative') return secondMap(moving, fixed, noise.second);
  const second = symmetricSquare(meanMap(moments));
  const ofOne = block(second, [0, second.rows], [packedIndex(moving, moving), 1]);
  add(ofOne, matrix(second.rows, 1, pack(noise.covariance, moving)));
  return second;
}

/** No act at all. */
function unmoved({ moving, fixed }: LocalMoments): LocalMoments {
  const mean = matrix(moving, moving + fixed);
  add(block(mean, [0, moving], [0, moving]), identityMatrix(moving));
  const noise = { kind: 'additive', covariance: new Float64Array(moving * moving) } as const;
  return { moving, fixed, mean: mean.values, noise };
}

/** E[weight · z⁺ z⁺ᵀ] of all registers z `[N]` after the acts, for Z = E[z zᵀ] before them. */
function acted(average: AverageAct, act: AgentAct['kind'], Z: Matrix, places: Places): Matrix {
  const { mass, means, seconds, pairs } = average;
  const coordinates = (blocks: readonly (readonly [number, number])[]): number[] =>
    blocks.flatMap(([from, length]) => Array.from({ length }, (_, k) => from + k));
  const agents = places.agents.map((_, i) => {
    const { moving, all } = actPlaces(places, act, i);
    return { v: coordinates(moving), y: coordinates(all) };
  });
  const moved = new Set(agents.flatMap(({ v }) => v));
  const others = coordinates([[0, places.size]]).filter((k) => !moved.has(k));
  const out = matrix(Z.rows, Z.rows);
  const set = (rows: readonly number[], columns: readonly number[], A: Matrix): void => {
    assignPart(out, rows, columns, A);
    assignPart(out, columns, rows, transposed(A));
  };
  assignPart(out, others, others, scaled(part(Z, others, others), mass));
  let pair = 0;
  agents.forEach(({ v, y }, i) => {
    set(v, others, multiply(means[i]!, part(Z, y, others)));
    const second = timesVector(seconds[i]!, pack(part(Z, y, y).values, y.length));
    assignPart(out, v, v, matrix(v.length, v.length, unpack(second, v.length)));
    for (const other of agents.slice(0, i)) {
      const between = timesVector(pairs[pair++]!, numbersOf(part(Z, y, other.y)));
      set(v, other.v, matrix(v.length, other.v.length, between));
    }
  });
  return out;
}
