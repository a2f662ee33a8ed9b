/** What an agent's cycle, from one message of the server's to its answer, is made of. */
import { type Distribution, meanOf } from '../../timing/distribution.ts';
import { type TimingFields, type TimingModel, timingOf } from '../../timing/timingModel.ts';
import { stretches } from './stretches.ts';
import { BYTES_PER_DOUBLE } from '../../timing/expected.ts';

/** A part of a cycle that is random: `factor` times the sum of so many draws, or over one draw where it is a rate. */
interface RandomPart {
  readonly part: 'downlink' | 'computing' | 'uplink';
  readonly law: Exclude<Distribution, number>;
  readonly factor: number;
  readonly draws: number;
  readonly isRate: boolean;
}

/** A cycle whose parts are drawn anew each time. */
export interface Cycle {
  /** seconds that are always the same */
  readonly fixed: number;
  readonly random: readonly RandomPart[];
}

/** Neighbouring agents of which the timing model says the same. */
interface AlikeAgents {
  readonly first: number;
  readonly last: number;
  readonly fields: TimingFields & { readonly compute: Distribution };
}

/** All agents, those alike together. */
export function alikeAgents(model: TimingModel | undefined, agents: number): AlikeAgents[] {
  const changes = (model?.agents ?? []).flatMap(({ agents: [first, last] }) => [first, last + 1]);
  const starts = model?.devices ? Array.from({ length: agents }, (_, agent) => agent) : [0, ...changes];
  const firsts = [...new Set(starts)].filter((at) => at < agents).sort((a, b) => a - b);
  const fields = firsts.map((first) => timingOf(model, first));
  return stretches(fields, (a, b) => JSON.stringify(a) === JSON.stringify(b)).map(
    ({ first, last, value }) => ({
      ...{ first: firsts[first]!, last: (firsts[last + 1] ?? agents) - 1, fields: value },
    }),
  );
}

/** What a cycle is made of; with anything else, a fault or an absence, it has no law of its own. */
const PARTS = new Set([
  'agents',
  'compute',
  'computeDraw',
  'slowness',
  'uplinkLatency',
  'downlinkLatency',
  'uplinkBandwidth',
  'downlinkBandwidth',
  // The second copy of an answer is dropped.
  'duplication',
]);

/** Whether the size of a message decides how long it is under way. */
export const hasBandwidth = ({ uplinkBandwidth, downlinkBandwidth }: TimingFields): boolean =>
  uplinkBandwidth !== undefined || downlinkBandwidth !== undefined;

/**
 * The cycle of an agent, its messages of one vector; `undefined` where cycles are not alike and independent, or the
 * seconds on a link depend on sizes that messages declare.
 *
 * @param gap - H
 * @param dimension - d
 * @param hasSizes - whether messages declare sizes
 */
export function cycleOf(
  fields: AlikeAgents['fields'],
  gap: number,
  dimension: number,
  hasSizes: boolean | undefined,
): Cycle | undefined {
  const { compute, computeDraw, slowness = 1 } = fields;
  const isKnown = Object.entries(fields).every(([name, field]) => field === undefined || PARTS.has(name));
  if (!isKnown || typeof slowness !== 'number' || (hasSizes === true && hasBandwidth(fields)))
    return undefined;
  let fixed = 0;
  const random: RandomPart[] = [];
  const add = (
    part: RandomPart['part'],
    law: Distribution,
    factor: number,
    draws = 1,
    isRate = false,
  ): void => {
    if (typeof law !== 'number') random.push({ part, law, factor, draws, isRate });
    else fixed += draws * factor * (isRate ? 1 / law : law);
  };
  const isOne = computeDraw === 'dispatch';
  add('computing', compute, slowness * (isOne ? gap : 1), isOne ? 1 : gap);
  for (const direction of ['downlink', 'uplink'] as const) {
    const bandwidth = fields[`${direction}Bandwidth`];
    add(direction, fields[`${direction}Latency`] ?? 0, 1);
    if (bandwidth !== undefined) add(direction, bandwidth, BYTES_PER_DOUBLE * dimension, 1, true);
  }
  return { fixed, random };
}

/** Mean of what is random of a cycle, if that is one exponential, 0 where nothing is; `undefined` elsewhere. */
export function exponentialPart({ random }: Cycle): number | undefined {
  const [only] = random;
  if (only === undefined) return 0;
  const { law, factor, draws, isRate } = only;
  return random.length === 1 && law.kind === 'exponential' && draws === 1 && !isRate
    ? factor * meanOf(law)
    : undefined;
}
