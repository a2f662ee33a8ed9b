/**
 * How moments grow in a round under Markov sampling, with at most one or two chain factors (levels/levelRounds.ts): the
 * spectral radius of the part of the tables' map that is linear in the first, or in the second moments of the errors.
 */
import type { ConfiguredAlgorithm } from '../../algorithms/parts.ts';
import { dominantModulus, LARGEST_DENSE } from './dominantModulus.ts';
import { type Matrix, matrix } from '../../maths/matrix.ts';
import { packedIndex, packedLength } from '../../maths/packed.ts';
import { largestSize } from '../../maths/vector.ts';
import { centreCorrections, centreProducts, type CorrectionPlaces } from '../mean/keptCorrections.ts';
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
import { blocksOf } from '../levels/stages.ts';
import { matricesOf, type Tables, tablesLike } from '../levels/tables.ts';
import type { KnownProblem } from '../moments/knownProblem.ts';
import type { MomentBudget } from '../moments/momentBudget.ts';
import type { Setting } from '../moments/setting.ts';
import { because, tooExpensive, type Unknown } from '../unknown.ts';
import { type MomentMap, overRuns } from './momentMap.ts';

export type Moment = 'mean' | 'meanSquare';

/** A map of one level. */
export interface LevelMap extends MomentMap {
  /** whether its factor is exact: the level leaves nothing out */
  readonly isExact: boolean;
}

/**
 * The map of a level, over the runs of an algorithm; or why it is not computed.
 *
 * @param budget - for its spectral radius
 */
export function levelMap(
  known: KnownProblem,
  algorithm: ConfiguredAlgorithm,
  moment: Moment,
  level: 'one' | 'two',
  budget: MomentBudget,
): LevelMap | Unknown {
  let isExact = true;
  const map = overRuns(known, algorithm, (setting) => {
    const map = mapOf(setting, moment, level, budget);
    if (!('reason' in map)) isExact &&= map.isExact;
    return map;
  });
  return 'reason' in map ? map : { ...map, isExact };
}

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
): LevelMap | Unknown {
  const plan = affordablePlan(setting, moment, budget);
  if ('reason' in plan) return plan;
  const { classes, single } = plan;
  const invariant = placesOf(setting);
  const gaps = plan.build();
  const start = new Float64Array(gaps[0]!.stages[0]!.stage.B.columns);
  const first = new LevelRounds(gaps, start, 1);
  const radius = (rounds: LevelRounds): number => {
    const packed = new TablePacking(rounds.tables, moment, invariant);
    const image = (tables: Tables): Tables =>
      moment === 'mean' ? rounds.meanImage(tables) : rounds.image(tables);
    return dominantModulus(packed.length, (x) => packed.vectorOf(image(packed.tablesOf(x))));
  };
  const agents = setting.agents.length;
  if (level === 'one') {
    const { length } = new TablePacking(first.tables, moment, invariant);
    const applications = length <= LARGEST_DENSE ? length : APPLICATIONS;
    const cost = costOf(single, moment, applications, classes.length * plan.stages);
    return { cost, factor: () => radius(first), isExact: agents === 1 && gaps.length === 1 };
  }
  const usual = usualCovariances(first, gaps, new TablePacking(first.tables, 'meanSquare', invariant));
  const functions = pairFunctions(gaps, usual, OMITTED);
  const double = pairCost(
    gaps,
    single,
    functions.map(({ r }) => r),
  );
  if (double.doubles > budget.doubles) return because('moments with two chain factors take too much memory');
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

/** Where corrections that are kept are, in X of a round. */
function placesOf({ program, root, agents }: Setting): CorrectionPlaces | undefined {
  if (program.correction !== 'kept') return undefined;
  const { dimension, shared } = blocksOf(program, root.length, agents.length);
  return { dimension, corrections: agents.map((_, i) => dimension * (shared + i)) };
}

/** Tables of moments as vectors, without what is 0 or follows from the rest. */
class TablePacking {
  readonly length: number;
  readonly #shape: Tables;
  /** D of X with its constant */
  readonly #size: number;
  readonly #isMean: boolean;
  readonly #corrections: CorrectionPlaces | undefined;

  constructor(shape: Tables, moment: Moment, corrections: CorrectionPlaces | undefined) {
    const { rows: size } = shape.all;
    this.#size = size;
    this.#isMean = moment === 'mean';
    this.#shape = shape;
    this.#corrections = corrections;
    const blocks = matricesOf(shape).reduce((sum, { rows }) => sum + rows / size, 0);
    this.length = blocks * (this.#isMean ? size - 1 : packedLength(size - 1));
  }

  /** Of errors that are all alike and independent. */
  identity(): Float64Array {
    const x = new Float64Array(this.length);
    for (let i = 0; i < this.#size - 1; i++) x[packedIndex(i, i)] = 1;
    return x;
  }

  /** All that the agents can be in, next to a vector: symmetric, with corrections where they always are. */
  tablesOf(x: Float64Array): Tables {
    const size = this.#size;
    const width = this.#isMean ? 1 : size;
    let at = 0;
    const tables = matricesOf(this.#shape).map(({ rows }) => {
      const out = matrix(rows, width);
      for (let from = 0; from < rows * width; from += size * width) {
        for (let i = 0; i < size - 1; i++)
          if (this.#isMean) out.values[from + i] = x[at++]!;
          else
            for (let j = 0; j <= i; j++)
              out.values[from + i * size + j] = out.values[from + j * size + i] = x[at++]!;
        if (this.#corrections === undefined) continue;
        if (this.#isMean) centreCorrections(out.values, this.#corrections, from, 1);
        else centreProducts(out.values, size, this.#corrections, from);
      }
      return out;
    });
    const filled = tablesLike(this.#shape, tables);
    filled.pair.forEach((row, i) => {
      if (row[i] !== undefined) symmetriseAlike(row[i], size * width);
    });
    return filled;
  }

  vectorOf(tables: Tables): Float64Array {
    const size = this.#size;
    const x = new Float64Array(this.length);
    let at = 0;
    for (const { values } of matricesOf(tables))
      for (let from = 0; from < values.length; from += this.#isMean ? size : size * size)
        for (let i = 0; i < size - 1; i++)
          if (this.#isMean) x[at++] = values[from + i]!;
          else for (let j = 0; j <= i; j++) x[at++] = values[from + i * size + j]!;
    return x;
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
