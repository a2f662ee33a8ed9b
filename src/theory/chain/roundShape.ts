/**
 * A round program on chains: every mix is a combination of whole registers, so that numbers
 * say how an agent's local vector comes from its part of the state, and the next state from its result.
 *
 * The state X is (server, memory, then agent by agent the kept correction); agent i's part of it is
 * x_i = (server, memory, its own correction, 1), without what the program does not have. Local steps
 * take x_i to y_i `[d]`, the register that moves.
 */
import type { Combination, RoundProgram, Source } from '../../algorithms/roundProgram.ts';
import type { LocalShape } from '../../maths/jumpLinear/jumpSystem.ts';
import { localShape } from './localSteps.ts';

/** The registers that are kept between rounds. */
export type Kept = 'server' | 'memory' | 'correction';

/** `target ← Σ_b (own_b · b + averaged_b · mean b) + result · y_i + meanResult · mean y`, b kept registers. */
export interface Update {
  readonly target: Kept;
  readonly ofAgent: readonly number[];
  readonly averaged: readonly number[];
  readonly result: number;
  readonly meanResult: number;
}

/** The second exchange: model and correction from θ̄, the mean of the gathered values, and the own one. */
export interface Exchange {
  readonly modelOfServer: number;
  readonly modelOfMean: number;
  readonly correctionOfMean: number;
  readonly correctionOfOwn: number;
}

export interface RoundShape {
  /** d */
  readonly dimension: number;
  /** the blocks of x_i, in order, before the constant 1 */
  readonly kept: readonly Kept[];
  /** length of x_i */
  readonly size: number;
  readonly local: LocalShape;
  /** v and f of the local vector as combinations of the blocks of x_i */
  readonly openingV: readonly number[];
  readonly openingF: readonly number[];
  readonly exchange: Exchange | undefined;
  readonly updates: readonly Update[];
}

/** The shape of a program's round of `gap` local steps. */
export function roundShape(program: RoundProgram, dimension: number, gap: number): RoundShape {
  const kept: Kept[] = ['server'];
  if (program.memory) kept.push('memory');
  if (program.correction === 'kept') kept.push('correction');
  const gathers = program.act.kind === 'gather';
  const second = program.correction !== 'none' || gathers;
  const blank = program.correction === 'kept' ? { correction: 1 } : {};
  const model = inBlocks(kept, program.opening.model ?? {});
  const correction = inBlocks(kept, program.opening.correction ?? blank);
  const [openingV, openingF] = gathers ? [correction, model] : [model, correction];
  const closing = program.closing(gap);
  return {
    dimension,
    kept,
    size: dimension * kept.length + 1,
    local: localShape(program.act, dimension, second),
    openingV,
    openingF,
    exchange: exchangeOf(program),
    updates: kept.map((target) =>
      updateOf(target, closing[target] ?? { [target]: 1 }, kept, openingF, gathers ? 'correction' : 'model'),
    ),
  };
}

function exchangeOf({ evaluation, opening, correction }: RoundProgram): Exchange | undefined {
  if (evaluation === undefined) return undefined;
  if (opening.model?.server !== 1 || correction !== 'scratch')
    throw new TypeError('a second exchange must evaluate the operator at the server’s model');
  return {
    modelOfServer: evaluation.model?.server ?? 0,
    modelOfMean: evaluation.model?.meanCorrection ?? 0,
    correctionOfMean: evaluation.correction?.meanCorrection ?? 0,
    correctionOfOwn: evaluation.correction?.correction ?? 0,
  };
}

function inBlocks(kept: readonly Kept[], combination: Combination): number[] {
  for (const source of Object.keys(combination))
    if (!kept.includes(source as Kept))
      throw new TypeError(`the opening reads "${source}", which nobody keeps`);
  return kept.map((block) => combination[block] ?? 0);
}

/** `moving`: the register that local steps move; the other one is a combination of blocks. */
function updateOf(
  target: Kept,
  combination: Combination,
  kept: readonly Kept[],
  openingF: readonly number[],
  moving: 'model' | 'correction',
): Update {
  const ofAgent = kept.map(() => 0);
  const averaged = kept.map(() => 0);
  let result = 0;
  let meanResult = 0;
  const meanOf = { model: 'meanModel', correction: 'meanCorrection' } as const;
  const resting = moving === 'model' ? 'correction' : 'model';
  for (const [source, factor] of Object.entries(combination) as [Source, number][]) {
    if (source === moving) result += factor;
    else if (source === meanOf[moving]) meanResult += factor;
    else if (source === resting) openingF.forEach((part, b) => (ofAgent[b]! += factor * part));
    else if (source === meanOf[resting]) openingF.forEach((part, b) => (averaged[b]! += factor * part));
    else ofAgent[kept.indexOf(source as Kept)]! += factor;
  }
  return { target, ofAgent, averaged, result, meanResult };
}
