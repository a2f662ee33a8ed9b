/**
 * How moments grow in a round under Markov sampling, with at most one or two chain factors (levels/levelRounds.ts): the
 * spectral radius of the part of the tables' map that is linear in the first, or in the second moments of the errors.
 */
import type { ConfiguredAlgorithm } from '../../algorithms/parts.ts';
import { dominantModulus, LARGEST_DENSE } from './dominantModulus.ts';
import { centreProducts, type CorrectionPlaces } from '../mean/keptCorrections.ts';
import { serverState, placeOf } from '../chain/serverState.ts';
import { roundShape } from '../chain/roundShape.ts';
import { pairCost } from '../levels/levelCost.ts';
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
import { centred, type Tables } from '../levels/tables.ts';
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

/** Why the maps of an algorithm take too much at any step size; `undefined` where they do not. */
export function whyNoLevelMap(
  known: KnownProblem,
  algorithm: ConfiguredAlgorithm,
  budget: MomentBudget,
): Unknown | undefined {
  const free = overRuns(known, algorithm, (setting) => {
    const plan = affordablePlan(setting, budget);
    return 'reason' in plan ? plan : { cost: 0, factor: () => 0 };
  });
  return 'reason' in free ? free : undefined;
}

function affordablePlan(setting: Setting, budget: MomentBudget): LevelPlan | Unknown {
  const plan = levelPlan(setting, budget);
  if ('reason' in plan) return plan;
  const { classes, single, stages } = plan;
  const least = single.setup + APPLICATIONS * (single.round + classes.length * stages * CALLS);
  return least > budget.multiplications ? tooExpensive(LEVELS_TAKE, least, budget) : plan;
}

function mapOf(
  setting: Setting,
  moment: Moment,
  level: 'one' | 'two',
  budget: MomentBudget,
): LevelMap | Unknown {
  const plan = affordablePlan(setting, budget);
  if ('reason' in plan) return plan;
  const { classes, multiplicities, single } = plan;
  const invariant = placesOf(setting);
  const stages = plan.stages * CALLS;
  const gaps = plan.build();
  const size = gaps[0]!.stages[0]!.stage.from;
  const input = { multiplicities, initial: new Float64Array(size) };
  const first = new LevelRounds({ ...input, gaps });
  const packing = (rounds: LevelRounds, moment: Moment): TablePacking =>
    new TablePacking(
      rounds.tables,
      moment,
      classes.map(({ stationary }) => stationary),
      invariant,
    );
  const radius = (rounds: LevelRounds): number => {
    const packed = packing(rounds, moment);
    return dominantModulus(packed.length, (x) => packed.vectorOf(rounds.image(packed.tablesOf(x))));
  };
  const applications = (rounds: LevelRounds): number => {
    const { length } = packing(rounds, moment);
    return length <= LARGEST_DENSE ? length : APPLICATIONS;
  };
  const agents = setting.agents.length;
  if (level === 'one') {
    const cost = single.setup + applications(first) * (single.round + classes.length * stages);
    return { cost, factor: () => radius(first), isExact: agents === 1 && gaps.length === 1 };
  }
  const functions = pairFunctions(gaps, usualCovariances(first, gaps, packing(first, 'meanSquare')), OMITTED);
  const counts = functions.map(({ values }) => values.length);
  const double = pairCost(gaps, counts, multiplicities, single);
  if (double.doubles > budget.doubles) return because('moments with two chain factors take too much memory');
  const isWhole = functions.every(({ values }, i) => values.length === classes[i]!.states - 1);
  return {
    cost:
      single.setup +
      WARM_UP * single.round +
      double.setup +
      APPLICATIONS * (double.round + classes.length ** 2 * stages),
    factor: () => radius(new LevelRounds({ ...input, gaps: withPairs(gaps, functions) })),
    isExact: gaps.length === 1 && agents === 2 && isWhole,
  };
}

/** E[X Xᵀ] before and after each stage, after some rounds from where all errors are alike and independent. */
function usualCovariances(
  first: LevelRounds,
  gaps: readonly GapStages[],
  packed: TablePacking,
): Float64Array[] {
  let x = packed.identity();
  for (let k = 0; k < WARM_UP; k++) {
    const image = packed.vectorOf(first.image(packed.tablesOf(x)));
    const largest = image.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
    if (!(largest > 0 && largest < Infinity)) break;
    x = image.map((value) => value / largest);
  }
  return first.covariances(typicalGap(gaps), packed.tablesOf(x));
}

/** Where corrections that are kept are, in X of a round. */
function placesOf({ program, root, agents }: Setting): CorrectionPlaces | undefined {
  if (program.correction !== 'kept') return undefined;
  const state = serverState(roundShape(program, root.length, 1), agents.length);
  const { kept } = state.shape;
  return {
    dimension: root.length,
    corrections: agents.map((_, i) => placeOf(state, kept.indexOf('correction'), i)),
  };
}

/** Tables of moments as vectors, without what is 0 or follows from the rest. */
class TablePacking {
  readonly length: number;
  readonly #shape: Tables;
  readonly #places: readonly (readonly [number, number])[];
  readonly #stationary: readonly Readonly<Float64Array>[];
  readonly #corrections: CorrectionPlaces | undefined;

  constructor(
    shape: Tables,
    moment: Moment,
    stationary: readonly Readonly<Float64Array>[],
    corrections: CorrectionPlaces | undefined,
  ) {
    this.#shape = shape;
    this.#stationary = stationary;
    this.#corrections = corrections;
    const constant = shape.size - 1;
    const places: [number, number][] = [];
    for (let i = 0; i < constant; i++)
      if (moment === 'mean') places.push([constant, i]);
      else for (let j = 0; j <= i; j++) places.push([i, j]);
    this.#places = places;
    this.length =
      places.length * fieldsOf(shape).reduce((sum, field) => sum + field.length / shape.size ** 2, 0);
  }

  /** Of errors that are all alike and independent. */
  identity(): Float64Array {
    const x = new Float64Array(this.length);
    this.#places.forEach(([i, j], k) => {
      if (i === j) x[k] = 1;
    });
    return x;
  }

  /** All that the agents can be in, next to a vector: symmetric, centred, with corrections where they always are. */
  tablesOf(x: Float64Array): Tables {
    const { size, all, single, pair } = this.#shape;
    let at = 0;
    const filled = (field: Float64Array): Float64Array => {
      const out = new Float64Array(field.length);
      for (let from = 0; from < out.length; from += size * size) {
        for (const [i, j] of this.#places) {
          out[from + i * size + j] = x[at]!;
          out[from + j * size + i] = x[at++]!;
        }
        if (this.#corrections) centreProducts(out, size, this.#corrections, from);
      }
      return out;
    };
    return {
      size,
      all: filled(all),
      single: single.map((field, i) => centred(filled(field), this.#stationary[i]!, size * size)),
      pair: pair.map((row, i) =>
        row.map((field, j) => field && (i === j ? exchanged(filled(field), size * size) : filled(field))),
      ),
    };
  }

  vectorOf(tables: Tables): Float64Array {
    const { size } = tables;
    const x = new Float64Array(this.length);
    let at = 0;
    for (const field of fieldsOf(tables))
      for (let from = 0; from < field.length; from += size * size)
        for (const [i, j] of this.#places) x[at++] = field[from + i * size + j]!;
    return x;
  }
}

const fieldsOf = ({ all, single, pair }: Tables): Float64Array[] => [
  all,
  ...single,
  ...pair.flatMap((row) => row.filter((field) => field !== undefined)),
];

/** The mean of a table of two agents that are alike and of the same with the agents exchanged. */
function exchanged(field: Float64Array, length: number): Float64Array {
  const r = Math.sqrt(field.length / length);
  for (let a = 0; a < r; a++) {
    for (let b = 0; b < a; b++) {
      const [first, other] = [(a * r + b) * length, (b * r + a) * length];
      for (let k = 0; k < length; k++) {
        const middle = (field[first + k]! + field[other + k]!) / 2;
        field[first + k] = middle;
        field[other + k] = middle;
      }
    }
  }
  return field;
}
