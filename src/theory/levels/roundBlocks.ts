/**
 * A round of M agents by whole vectors: X = (server, memory, the correction that each agent keeps, 1) goes to
 * X⁺ = B X + B_ḡ ḡ + Σ_i E_i y_i, with y_i what agent i's local steps make of z_i = O x_i + O_ḡ ḡ + O_g g_i, where x_i is its part of X
 * and, with two exchanges, g_i what it evaluates first, ḡ their mean.
 *
 * Mixes combine whole vectors and treat agents alike, so that a round of two agents in one dimension (round/exchanges.ts) has all
 * factors. What is gained of the other agent's vector is half of what is gained of the mean; what is gained of the own one beyond that
 * is its own. Kept corrections have the mean 0.
 */
import type { RoundProgram } from '../../algorithms/roundProgram.ts';
import {
  add,
  block,
  elementOf,
  fromBlocks,
  identityMatrix,
  kron,
  type Matrix,
  matrix,
  meanOf,
  plus,
  scaled,
} from '../../maths/matrix.ts';
import type { LocalShape } from '../../maths/jumpLinear/jumpSystem.ts';
import { localShape } from '../chain/localSteps.ts';
import { stagesOf } from '../round/exchanges.ts';
import { placesOf } from '../round/registers.ts';
import type { Lift } from '../../maths/places.ts';

export interface RoundBlocks {
  /** d and M */
  readonly dimension: number;
  readonly agents: number;
  /** of X without its constant, which comes last */
  readonly size: number;
  /** where each agent's kept correction begins; none where none is kept */
  readonly corrections: readonly number[];
  readonly local: LocalShape;
  /** local steps, without the observation that a first exchange takes */
  readonly steps: number;
  /** B `[size + 1, size + 1]` and B_ḡ `[size + 1, d]` */
  readonly B: Matrix;
  readonly ofMean: Matrix;
  /** E_i: where y_i enters */
  readonly liftsOf: (agent: number) => Lift[];
  /** the coordinates of X that x_i consists of, q of them, the constant last */
  readonly inputsOf: (agent: number) => number[];
  /** O `[z, q]`, O_ḡ and O_g `[z, d]` */
  readonly opening: { readonly x: Matrix; readonly mean: Matrix; readonly evaluated: Matrix };
  /** with two exchanges, (model, 1) where g_i is evaluated, as a map of x_i `[d + 1, q]` */
  readonly evaluatedAt: Matrix | undefined;
}

/** Blocks of X that all agents share. */
const sharedBlocks = ({ memory }: RoundProgram): number => (memory ? 2 : 1);

/** Where each agent's kept correction begins in X; none where none is kept. */
export const correctionPlaces = (program: RoundProgram, d: number, agents: number): number[] =>
  program.correction === 'kept'
    ? Array.from({ length: agents }, (_, i) => d * (sharedBlocks(program) + i))
    : [];

/**
 * Kept corrections of errors X, the columns of C, each without their average: they sum to 0 in every run, and another average would
 * never change, with the eigenvalue 1.
 */
export function centred(C: Matrix, corrections: readonly number[], d: number): Matrix {
  if (corrections.length === 0) return C;
  const parts = corrections.map((at) => block(C, [at, d]));
  const average = meanOf(parts);
  for (const part of parts) add(part, average, -1);
  return C;
}

/** A round of `gap` local steps. */
export function roundBlocks(
  program: RoundProgram,
  { dimension: d, agents }: Pick<RoundBlocks, 'dimension' | 'agents'>,
  gap: number,
): RoundBlocks {
  const exchanges = stagesOf(program, placesOf(program, 1, 2), gap);
  const { steps, B, E, O } = exchanges.at(-1)!;
  const evaluates = exchanges.length > 1;
  const isKept = program.correction === 'kept';
  if (evaluates && isKept) throw new TypeError('kept corrections do not go with a second exchange');
  const shared = sharedBlocks(program);
  const corrections = correctionPlaces(program, d, agents);
  const blocks = Array.from({ length: shared + corrections.length }, (_, b) => b);
  // of two agents: the constant, what they share, then the correction of each, or what each has evaluated
  const ofAgents = 1 + shared;
  const ownPart = (A: Matrix): Matrix => plus(columnOf(A, ofAgents), columnOf(A, ofAgents + 1), -1);
  const meanPart = (A: Matrix): Matrix => scaled(columnOf(A, ofAgents + 1), 2);
  const readBy = (A: Matrix): Matrix =>
    fromBlocks([[block(A, [0, A.rows], [1, shared]), ...(isKept ? [ownPart(A)] : []), columnOf(A, 0)]]);
  /** what block b gains of agent k's vector, of the columns of two */
  const gainOf = (two: Matrix, b: number, k: number): number => {
    const [itself, other] = [0, 1].map((column) => elementOf(two, 1 + Math.min(b, shared), column));
    return (2 / agents) * other! + (b - shared === k ? itself! - other! : 0);
  };
  const results = fromBlocks([E]);
  const ofCorrections = block(B, [0, B.rows], [ofAgents, isKept ? 2 : 0]);
  const factors = blocks.map((b) =>
    blocks.map((c) =>
      c < shared ? elementOf(B, 1 + Math.min(b, shared), 1 + c) : gainOf(ofCorrections, b, c - shared),
    ),
  );
  const count = blocks.length;
  const coordinates = (b: number): number[] => Array.from({ length: d }, (_, j) => b * d + j);
  const ofVectors = (A: Matrix): Matrix => kron(A, identityMatrix(d));
  /** of vectors and 1 */
  const withConstant = (A: Matrix): Matrix => {
    const [rows, columns] = [A.rows - 1, A.columns - 1];
    const out = matrix(d * rows + 1, d * columns + 1);
    add(block(out, [0, d * rows], [0, d * columns]), ofVectors(block(A, [0, rows], [0, columns])));
    add(block(out, [d * rows, 1], [d * columns, 1]), block(A, [rows, 1], [columns, 1]));
    return out;
  };
  const aboveConstant = (A: Matrix): Matrix => fromBlocks([[ofVectors(A)], [matrix(1, d)]]);
  const z = O[0]!.rows - 1;
  const ofZ = block(O[0]!, [0, z]);
  const first = exchanges[0]!.O[0]!;
  return {
    ...{ dimension: d, agents, size: d * count, steps },
    corrections,
    local: localShape(program.act, d, program.correction !== 'none'),
    B: withConstant(
      fromBlocks([
        [matrix(count, count, Float64Array.from(factors.flat())), matrix(count, 1)],
        [matrix(1, count), identityMatrix(1)],
      ]),
    ),
    ofMean: aboveConstant(evaluates ? meanPart(block(B, [1, shared])) : matrix(count, 1)),
    liftsOf: (i) =>
      blocks.map((b) => ({ at: b * d, factor: gainOf(results, b, i) })).filter(({ factor }) => factor !== 0),
    inputsOf: (i) => [
      ...[...blocks.slice(0, shared), ...(isKept ? [shared + i] : [])].flatMap(coordinates),
      count * d,
    ],
    opening: {
      x: withConstant(readBy(O[0]!)),
      mean: aboveConstant(evaluates ? meanPart(ofZ) : matrix(z, 1)),
      evaluated: aboveConstant(evaluates ? ownPart(ofZ) : matrix(z, 1)),
    },
    evaluatedAt: evaluates ? withConstant(readBy(block(first, [first.rows - 2, 2]))) : undefined,
  };
}

const columnOf = (A: Matrix, k: number): Matrix => block(A, [0, A.rows], [k, 1]);
