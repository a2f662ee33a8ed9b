/**
 * The gaps at which a round is computed, with weights, so that a sum over them is the mean over the law of the gap.
 *
 * What a round does is smooth in its gap once chains have forgotten their start. The shortest gaps are all there; beyond
 * them cubics through gaps that lie further and further apart take the place of those in between.
 */
import type { TriggerConfiguration } from '../../triggers/index.ts';
import type { WeightedGap } from '../moments/gaps.ts';

/** Gaps up to this are all nodes, and then each is so many times the one before. */
const DENSE = 16;
const RATIO = 1.2;
/** Probability of gaps beyond the last node. */
const TAIL = 1e-12;

/** Steps of the longest gap, beyond which no round is computed. */
const MOST_STEPS = 1e5;

/** The nodes of a trigger, in ascending order; weights may be negative. None where gaps are too long. */
export function gapNodes(trigger: TriggerConfiguration): WeightedGap[] | undefined {
  if (trigger.kind === 'deterministic') return [{ gap: trigger.localSteps, weight: 1 }];
  const p = trigger.probability;
  const last = Math.max(1, Math.ceil(Math.log(TAIL) / Math.log1p(-p)));
  if (!(last <= MOST_STEPS)) return undefined;
  const nodes: number[] = [];
  for (let gap = 1; gap < last; gap = gap < DENSE ? gap + 1 : Math.ceil(gap * RATIO)) nodes.push(gap);
  nodes.push(last);
  const weights = new Float64Array(nodes.length);
  let from = 0;
  for (let gap = 1; gap <= last; gap++) {
    // those beyond the last count as the last
    const probability = gap === last ? (1 - p) ** (last - 1) : p * (1 - p) ** (gap - 1);
    while (from + 1 < nodes.length && nodes[from + 1]! <= gap) from++;
    if (nodes[from] === gap) {
      weights[from]! += probability;
      continue;
    }
    const begin = Math.min(Math.max(0, from - 1), nodes.length - 4);
    for (let k = begin; k < begin + 4; k++) {
      let factor = 1;
      for (let l = begin; l < begin + 4; l++)
        if (l !== k) factor *= (gap - nodes[l]!) / (nodes[k]! - nodes[l]!);
      weights[k]! += probability * factor;
    }
  }
  return nodes.map((gap, k) => ({ gap, weight: weights[k]! }));
}
