/** What moments with one and two chain factors cost, in multiplications and in doubles. */
import type { ChainSize } from '../../maths/jumpLinear/jumpSystem.ts';
import { packedLength } from '../../maths/packed.ts';
import type { GapStages } from './levelRounds.ts';
import { moveTogether } from './tableParts.ts';
import { areAlike } from '../../maths/places.ts';
import { forgets, type Stage } from './stages.ts';

export interface LevelCost {
  /** of the tables of first moments, what those of second ones take beside that, and each new part of their inputs */
  readonly setup: { readonly mean: number; readonly square: number; readonly pass: number };
  /** of a round of first moments alone, and of second ones */
  readonly round: { readonly mean: number; readonly square: number };
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

/**
 * With one chain factor.
 *
 * @param counts - 1 + R of each class
 */
export function singleCost(
  gaps: readonly { readonly stages: readonly Stage[] }[],
  counts: readonly number[],
): LevelCost {
  const [setup, round] = [
    { mean: 0, square: 0, pass: 0 },
    { mean: 0, square: 0 },
  ];
  let doubles = 0;
  for (const { B, agents } of gaps.flatMap(({ stages }) => stages)) {
    const { columns: from, rows: to } = B;
    const forgetting = agents.every(forgets);
    const maps = areAlike(agents) ? 1 : agents.length;
    agents.forEach(({ pass }, i) => {
      const count = counts[i]!;
      const { states: n, dimension: d } = pass.chain;
      const q = pass.inputs;
      const [D, m] = [packedLength(q), packedLength(d)];
      setup.mean += pass.cost(count * q);
      setup.pass += pass.cost('second');
      setup.square += (PASSES + (forgetting ? 0 : m)) * pass.cost('second');
      round.mean += count * (count * d * q + from * to + count * to);
      const acts = d * q * (from + count * to) + 2 * PASSES * (D + m);
      round.square += count * (acts + from * from * to);
      if (!forgetting) round.square += count * (to * (from * to + count * to) + maps * m * D);
      doubles += count * (count * d * q + 2 * from * from + PASSES * (D + m)) + n * n + m * D;
    });
  }
  return { setup, round, doubles };
}

/** With two, all that they take; of the first r functions of each class. */
export function pairCost(
  gaps: readonly GapStages[],
  single: LevelCost,
  counts: readonly number[],
): LevelCost {
  const [setup, round] = [{ ...single.setup }, { ...single.round }];
  let { doubles } = single;
  for (const { stage, agents, multiplicity } of gaps.flatMap(({ stages }) => stages)) {
    const { columns: from, rows: to } = stage.B;
    const maps = areAlike(stage.agents) ? 1 : agents.length;
    agents.forEach((tables, i) => {
      const {
        agent: { pass },
        N,
      } = tables;
      const r = counts[i]!;
      const { dimension: d } = pass.chain;
      const q = pass.inputs;
      const [D, m] = [packedLength(q), packedLength(d)];
      if (N !== undefined) setup.square += (r + 1) * m * pass.cost('second');
      doubles += (r + 1) ** 2 * m * D;
      agents.forEach((other, j) => {
        if (j < i || (j === i && multiplicity[i] === 1)) return;
        const s = counts[j]!;
        // both act; one does beside the rest and its noise; none does, and that of all others
        const acts = r * (s + 1) * d * q * ((r + 1) * from + s * d);
        const acting = r * s * (2 * d * to * (from + r + s) + (r + s + 2) * m * D);
        const none = r * s * (2 * from * from * to + (r + s) * to * to + maps * m * D);
        round.square += acts + from * from * (r + 1) * (s + 1);
        if (N !== undefined) round.square += acts + acting + (moveTogether(tables, other) ? none : 0);
        round.mean += r * s * (from * to + (r + s + 2) * d * q + (r + s) * to);
        doubles += 2 * r * s * to * to;
      });
    });
  }
  return { setup, round, doubles };
}
