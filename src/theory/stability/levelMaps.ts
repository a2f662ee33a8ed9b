/**
 * How moments grow in a round under Markov sampling, with at most one or two chain factors (levels/levelRounds.ts): the
 * spectral radius of the part of the tables' map that is linear in the first, or in the second moments of the errors.
 */
import type { ConfiguredAlgorithm } from '../../algorithms/parts.ts';
import { dominantModulus, LARGEST_DENSE } from '../../maths/dominantModulus.ts';
import {
  assign,
  block,
  column,
  identityMatrix,
  type Matrix,
  matrix,
  scaled,
  transposed,
} from '../../maths/matrix.ts';
import { pack, packedLength, unpack } from '../../maths/packed.ts';
import { concatenated, largestSize } from '../../maths/vector.ts';
import { type LevelCost, pairCost } from '../levels/levelCost.ts';
import { OMITTED } from '../levels/levelMoments.ts';
import {
  LEVELS_TAKE,
  type LevelPlan,
  levelPlan,
  pairFunctions,
  typicalGap,
  withPairs,
} from '../levels/levelPlan.ts';
import { type GapStages, LevelRounds } from '../levels/levelRounds.ts';
import { centred, correctionPlaces } from '../levels/roundBlocks.ts';
import { matricesOf, type Tables, tablesLike } from '../levels/tables.ts';
import type { KnownProblem } from '../moments/knownProblem.ts';
import type { MomentBudget } from '../budgets.ts';
import type { Setting } from '../moments/setting.ts';
import { tooExpensive, tooLarge, type Unknown } from '../unknown.ts';
import { type MomentMap, overRuns } from './momentMap.ts';

export type Moment = 'mean' | 'meanSquare';

/**
 * The map of a level, over the runs of an algorithm; or why it is not computed.
 *
 * @param budget - for its spectral radius
 */
export const levelMap = (
  known: KnownProblem,
  algorithm: ConfiguredAlgorithm,
  moment: Moment,
  level: 'one' | 'two',
  budget: MomentBudget,
): MomentMap | Unknown => overRuns(known, algorithm, (setting) => mapOf(setting, moment, level, budget));

/**
 * Estimate of |value/truth − 1|, for a factor or a largest stable step: what level 2 has changed. Where steps are hardly
 * stable higher levels matter more than in a curve that settles: they were found to change up to 1.3 times as much.
 */
export const levelError = (two: number, levelOne: number): number =>
  Math.abs(two - levelOne) / Math.abs(two) + PRECISION;

/** What caches, interpolated gaps and the scans for steps leave out. */
const PRECISION = 1e-4;

/** Applications of a map of level 1 before pairs' functions are chosen. */
const WARM_UP = 6;
/** Applications that a spectral radius takes about. */
const APPLICATIONS = 40;
/** The multiplications in whose time the small products of one class of agents, or of a pair, are called for in a stage. */
const CALLS = 2e4;

/** Why even maps of first moments take too much at any step size; `undefined` where they do not. */
export function whyNoLevelMap(
  known: KnownProblem,
  algorithm: ConfiguredAlgorithm,
  budget: MomentBudget,
): Unknown | undefined {
  const free = overRuns(known, algorithm, (setting) => {
    const plan = affordablePlan(setting, 'mean', budget);
    return 'reason' in plan ? plan : { cost: 0, factor: () => 0 };
  });
  return 'reason' in free ? free : undefined;
}

function affordablePlan(setting: Setting, moment: Moment, budget: MomentBudget): LevelPlan | Unknown {
  const plan = levelPlan(setting, budget);
  if ('reason' in plan) return plan;
  const { classes, single, stages } = plan;
  const least = costOf(single, moment, APPLICATIONS, classes.length * stages);
  return least > budget.multiplications ? tooExpensive(LEVELS_TAKE, least, budget) : plan;
}

function mapOf(
  setting: Setting,
  moment: Moment,
  level: 'one' | 'two',
  budget: MomentBudget,
): MomentMap | Unknown {
  const plan = affordablePlan(setting, moment, budget);
  if ('reason' in plan) return plan;
  const { classes, single } = plan;
  const gaps = plan.build();
  const start = new Float64Array(gaps[0]!.stages[0]!.stage.B.columns);
  const first = new LevelRounds(gaps, start, 1);
  const radius = (rounds: LevelRounds): number => {
    const packed = new TablePacking(rounds.tables, moment, setting);
    const image = (tables: Tables): Tables =>
      moment === 'mean' ? rounds.meanImage(tables) : rounds.image(tables);
    return dominantModulus(packed.length, (x) => packed.vectorOf(image(packed.tablesOf(x))));
  };
  const agents = setting.agents.length;
  if (level === 'one') {
    const { length } = new TablePacking(first.tables, moment, setting);
    const applications = length <= LARGEST_DENSE ? length : APPLICATIONS;
    const cost = costOf(single, moment, applications, classes.length * plan.stages);
    return { cost, factor: () => radius(first), isExact: agents === 1 && gaps.length === 1 };
  }
  const usual = usualCovariances(first, gaps, new TablePacking(first.tables, 'meanSquare', setting));
  const functions = pairFunctions(gaps, usual, OMITTED);
  const double = pairCost(
    gaps,
    single,
    functions.map(({ r }) => r),
  );
  if (double.doubles > budget.doubles) return tooLarge(LEVELS_TAKE, double.doubles, budget);
  const isWhole = functions.every(({ Q, r }) => r === Q.rows - 1);
  return {
    cost:
      WARM_UP * (single.setup.pass + single.round.square) +
      costOf(double, moment, APPLICATIONS, classes.length ** 2 * plan.stages),
    factor: () => radius(new LevelRounds(withPairs(gaps, functions), start, 2)),
    isExact: gaps.length === 1 && agents === 2 && isWhole,
  };
}

/** Multiplications of a spectral radius, with so many calls of small products in a round. */
function costOf({ setup, round }: LevelCost, moment: Moment, applications: number, calls: number): number {
  const isMean = moment === 'mean';
  const each = isMean ? round.mean : round.square;
  return setup.mean + (isMean ? 0 : setup.square) + applications * (each + calls * CALLS);
}

/** E[X Xᵀ] before and after each stage, after some rounds from where all errors are alike and independent. */
function usualCovariances(first: LevelRounds, gaps: readonly GapStages[], packed: TablePacking): Matrix[] {
  let x = packed.identity();
  for (let k = 0; k < WARM_UP; k++) {
    const image = packed.vectorOf(first.image(packed.tablesOf(x)));
    const largest = largestSize(image);
    if (!(largest > 0 && largest < Infinity)) break;
    x = image.map((value) => value / largest);
  }
  return first.covariances(typicalGap(gaps), packed.tablesOf(x));
}

/** Tables of moments as vectors, without what is 0 or follows from the rest. */
class TablePacking {
  readonly length: number;
  readonly #shape: Tables;
  readonly #moment: Moment;
  /** coordinates of X without its constant */
  readonly #free: number;
  /** numbers of a block */
  readonly #each: number;
  /** where corrections that are kept are */
  readonly #corrections: readonly number[];
  readonly #d: number;

  constructor(shape: Tables, moment: Moment, { program, root, agents }: Setting) {
    const { rows: D } = shape.all;
    this.#free = D - 1;
    this.#moment = moment;
    this.#shape = shape;
    this.#each = moment === 'mean' ? D - 1 : packedLength(D - 1);
    this.#d = root.length;
    this.#corrections = correctionPlaces(program, this.#d, agents.length);
    const blocks = matricesOf(shape).reduce((sum, { rows }) => sum + rows / D, 0);
    this.length = blocks * this.#each;
  }

  /** Of errors that are all alike and independent. */
  identity(): Float64Array {
    const x = new Float64Array(this.length);
    x.set(pack(identityMatrix(this.#free).values, this.#free));
    return x;
  }

  /** All that the agents can be in, next to a vector: symmetric, with corrections where they always are. */
  tablesOf(x: Float64Array): Tables {
    const n = this.#free;
    const isMean = this.#moment === 'mean';
    const width = isMean ? 1 : n + 1;
    let at = 0;
    const tables = matricesOf(this.#shape).map(({ rows }) => {
      const out = matrix(rows, width);
      for (let top = 0; top < rows; top += n + 1, at += this.#each) {
        const C = isMean ? column(x.slice(at, at + n)) : matrix(n, n, unpack(x, n, at));
        const half = centred(C, this.#corrections, this.#d);
        const free = isMean ? half : centred(transposed(half), this.#corrections, this.#d);
        assign(block(out, [top, n], [0, free.columns]), free);
      }
      return out;
    });
    const filled = tablesLike(this.#shape, tables);
    filled.pair.forEach((row, i) => {
      if (row[i] !== undefined) symmetriseAlike(row[i], (n + 1) * width);
    });
    return filled;
  }

  vectorOf(tables: Tables): Float64Array {
    const n = this.#free;
    const out: Float64Array[] = [];
    for (const C of matricesOf(tables))
      for (let top = 0; top < C.rows; top += n + 1) {
        const free = scaled(block(C, [top, n], [0, Math.min(n, C.columns)])).values;
        out.push(this.#moment === 'mean' ? free : pack(free, n));
      }
    return concatenated(out);
  }
}

/** Of a table of two agents that are alike the mean of it and of the same with the agents exchanged. */
function symmetriseAlike({ values }: Matrix, length: number): void {
  const r = Math.sqrt(values.length / length);
  for (let a = 0; a < r; a++)
    for (let b = 0; b < a; b++)
      for (let k = 0; k < length; k++) {
        const [first, other] = [(a * r + b) * length + k, (b * r + a) * length + k];
        values[first] = values[other] = (values[first]! + values[other]!) / 2;
      }
}
