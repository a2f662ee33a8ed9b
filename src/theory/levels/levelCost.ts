/** What moments with one and two chain factors cost, in multiplications and in doubles. */
import type { ChainSize } from '../chain/localSteps.ts';
import { packedLength } from '../../maths/packed.ts';
import type { GapStages } from './levelRounds.ts';
import { forgets } from './stageMoments.ts';
import type { Stage } from './stages.ts';

export interface LevelCost {
  readonly setup: number;
  readonly round: number;
  readonly doubles: number;
}

/** Passes along a chain that a curve takes at most for what is not remembered, beside those of each round. */
const PASSES = 40;

/** What it takes to set up chains and powers of their transition matrices, before anything else is known. */
export function preparationCost(
  chains: readonly ChainSize[],
  gaps: readonly number[],
  d: number,
): { readonly multiplications: number; readonly doubles: number } {
  const squarings = gaps.reduce((sum, gap) => sum + 2 * Math.ceil(Math.log2(gap + 1)), 0);
  let multiplications = 0;
  let doubles = 0;
  for (const { states, moves, operators, kind } of chains) {
    multiplications += squarings * states ** 3;
    doubles += operators * (kind === 'dense' ? d * d : 2 * d) + moves + gaps.length * states ** 2;
  }
  return { multiplications, doubles };
}

/** With one chain factor. */
export function singleCost(gaps: readonly { readonly stages: readonly Stage[] }[]): LevelCost {
  let setup = 0;
  let round = 0;
  let doubles = 0;
  for (const { stages } of gaps) {
    for (const { from, to, agents } of stages) {
      const forgetting = agents.every(forgets);
      for (const agent of agents) {
        const { pass } = agent;
        const { states: n, dimension: d } = pass.chain;
        const q = pass.shape.inputs;
        const second = pass.cost('second');
        const many = pass.costOfMany(from);
        setup += pass.cost(q) + many.setup + (PASSES + (forgetting ? 0 : packedLength(q))) * second;
        const read = 2 * PASSES * n * q * q;
        const carry = forgetting ? 0 : n * n * from * from + n * (2 * to * from * from + d * d * q * q);
        round += many.each + read + carry + n * to * to * (d + 2);
        doubles += n * from * from + n * n + 2 * PASSES * n * (q * q + d * d) + d * d * packedLength(q);
      }
    }
  }
  return { setup, round, doubles };
}

/** With two, without what one takes before its rounds; of so many functions of each class. */
export function pairCost(
  gaps: readonly GapStages[],
  counts: readonly number[],
  multiplicities: readonly number[],
  single: LevelCost,
): LevelCost {
  let { round, doubles } = single;
  let setup = 0;
  for (const { stages } of gaps) {
    for (const { stage, forgets: forgetting, moments } of stages) {
      const { from, to } = stage;
      moments.forEach(({ agent: { pass } }, i) => {
        const r = counts[i]!;
        const { dimension: d, states: n } = pass.chain;
        const q = pass.shape.inputs;
        const D = packedLength(q);
        setup += (r + 1) * (pass.cost(q) + (forgetting ? 0 : D * pass.cost('second')));
        doubles += (r + 1) * (n * d * q + (r + 1) * d * (q + (forgetting ? 0 : d * D)));
        moments.forEach((_, j) => {
          if (j < i || (j === i && multiplicities[i] === 1)) return;
          const s = counts[j]!;
          const both = r * s * (r + s) * d * q * (from + d);
          const still = forgetting
            ? 0
            : r * s * ((r + s) * (2 * from * from + d * d * D) + 3 * to * from * from + d * d * D);
          round += both + still + 2 * r * s * (d * q * from + d * d * D);
          doubles += 2 * r * s * to * to;
        });
        if (!forgetting) round += n * r * to * to * from;
      });
    }
  }
  return { setup, round, doubles };
}
