/** Each cell of a plan's map against errors without noise that are written out; a second. */
import { describe, expect, test } from 'vitest';
import { algorithmPlan } from '../../../src/search/plan/algorithmPlan.ts';
import { costByEpsilon, levelsAbout } from '../../../src/search/plan/costByEpsilon.ts';
import { FallingError } from '../../../src/search/plan/fallingError.ts';
import { computedEdge, edgeFromCells, grownBeyond } from '../../../src/search/plan/stableEdge.ts';
import {
  FURTHEST,
  gridColumns,
  gridRows,
  planSurface,
  type SurfaceCell,
} from '../../../src/search/plan/surface.ts';
import { lastAbove, noiselessErrors, scalarRun, scalarSearch } from './twoScalarAgents.ts';

const EPSILON = 1e-3;
const run = scalarRun();
const search = scalarSearch(run);
const plan = algorithmPlan(search, EPSILON);
if (plan.kind === 'none') throw new Error(plan.reason);
const rows = gridRows(search, [plan]);
const edge = computedEdge(run, 'localSteps', rows.gaps);
const stepSizes = gridColumns(
  search,
  [plan],
  edge.map(({ stepSize }) => stepSize),
);
const grid = { ...rows, stepSizes };
const surface = planSurface(search, grid, { plan, epsilon: EPSILON });
const MANY = 20_000;

describe('a cell', () => {
  test.each(surface.cells)('has the passage at η = $stepSize, H = $gap', (cell) => {
    const errors = noiselessErrors(cell.stepSize, cell.gap, MANY);
    const rounds = lastAbove(errors, EPSILON);
    if (cell.kind === 'reached') {
      expect(cell.cost).toBe(cell.rounds! * cell.gap);
      // interpolated between rounds that lie 3 % apart
      expect(Math.abs(cell.rounds! - rounds)).toBeLessThanOrEqual(rounds <= 33 ? 0 : 1);
      expect(cell.cost).toBeLessThanOrEqual(FURTHEST * plan.cost);
    } else {
      expect([cell.rounds, cell.cost]).toEqual([null, null]);
      if (cell.kind === 'later') expect(rounds * cell.gap).toBeGreaterThan(FURTHEST * plan.cost);
      else expect(rounds).toBe(Infinity);
      if (cell.kind === 'grows') expect(errors.at(-1)! > 1e6 || Number.isNaN(errors.at(-1))).toBe(true);
      if (cell.kind === 'above') expect(errors.at(-1)!).toBeLessThan(1e6);
    }
  });

  test('there are cells of every outcome but an unknown one, and the plan’s own is among them', () => {
    const kinds = new Set(surface.cells.map(({ kind }) => kind));
    expect([...kinds].sort()).toEqual(['above', 'grows', 'later', 'reached']);
    const cell = surface.cells.find(
      ({ gap, stepSize }) => gap === plan.gap && stepSize === plan.parameters.stepSize,
    );
    expect(cell).toMatchObject({ rounds: plan.rounds, cost: plan.cost });
  });

  test('whose error passes below ε on its way to a limit above it does not reach ε', () => {
    const passing = surface.cells.filter(
      ({ stepSize, gap, kind }) =>
        kind === 'above' && noiselessErrors(stepSize, gap, 400).some((error) => error < EPSILON / 2),
    );
    expect(passing.length).toBeGreaterThan(0);
  });

  test('where the curve takes too much, it is not known', () => {
    const refused = planSurface(
      { ...search, errors: { roughErrorAt: () => ({ passage: () => ({ reason: 'too much' }) }) } as never },
      grid,
      { plan, epsilon: EPSILON },
    );
    expect(new Set(refused.cells.map(({ kind }) => kind))).toEqual(new Set(['unknown']));
  });
});

test('where the curve takes too much beyond some rounds, cells that need more are not known', () => {
  const roughErrorAt: typeof search.errors.errorAt = (setting) =>
    new FallingError((rounds) =>
      rounds.at(-1)! > 64 ? { reason: 'takes too much' } : search.errors.errorAt(setting).at(rounds),
    );
  const { cells } = planSurface({ ...search, errors: { roughErrorAt } as never }, grid, {
    plan,
    epsilon: EPSILON,
  });
  cells.forEach((cell, k) => {
    const { kind, rounds } = surface.cells[k]!;
    const isBeyond =
      kind === 'later' ? (FURTHEST * plan.cost) / cell.gap > 64 : rounds !== null && rounds > 64;
    if (isBeyond) expect(cell.kind).toBe('unknown');
  });
});

describe('the stable edge', () => {
  test('is where the mean of (1 − η)ᴴ and (1 − 2η)ᴴ leaves (−1, 1)', () => {
    expect(edge.map(({ gap }) => gap)).toEqual(rows.gaps);
    for (const { gap, stepSize } of edge) {
      const factorAt = (eta: number): number => ((1 - eta) ** gap + (1 - 2 * eta) ** gap) / 2;
      expect(Math.abs(factorAt(stepSize * 0.9999))).toBeLessThan(1);
      expect(Math.abs(factorAt(stepSize * 1.0001))).toBeGreaterThan(1);
    }
  });

  test('separates the cells that grow from the others, and follows from them where it is not computed', () => {
    const fromCells = edgeFromCells([], surface.cells);
    expect(fromCells.length).toBe(rows.gaps.length);
    fromCells.forEach(({ gap, stepSize }, k) => {
      const row = surface.cells.filter((cell) => cell.gap === gap);
      const grows = row.filter(({ kind }) => kind === 'grows').map((cell) => cell.stepSize);
      const others = row.filter(({ kind }) => kind !== 'grows').map((cell) => cell.stepSize);
      expect(Math.max(...others)).toBeLessThan(edge[k]!.stepSize);
      expect(Math.min(...grows)).toBeGreaterThan(edge[k]!.stepSize);
      expect(stepSize ** 2 / (Math.max(...others) * Math.min(...grows))).toBeCloseTo(1, 12);
    });
    expect(edgeFromCells(edge, surface.cells)).toEqual(edge);
    const none = surface.cells.map((cell): SurfaceCell => ({ ...cell, kind: 'reached' }));
    expect(edgeFromCells([], none)).toEqual([]);
  });
});

test('a cell beyond the edge whose curve is not known grows, one before it stays unknown', () => {
  const cells = [0.5, 1.5].map((stepSize): SurfaceCell => ({
    ...{ gap: 2, stepSize, kind: 'unknown', rounds: null, cost: null },
  }));
  const at = (gap: number): string[] =>
    grownBeyond([{ gap, stepSize: 1, isComputed: true }], { epsilon: EPSILON, cells }).cells.map(
      ({ kind }) => kind,
    );
  expect([at(2), at(3)]).toEqual([['unknown', 'grows'], ['unknown', 'unknown']]); // prettier-ignore
});

describe('other levels', () => {
  const levels = levelsAbout([EPSILON], 1 / 9);

  test('lie at equal ratios from a tenth of ε to ten times it, below the start, without ε itself', () => {
    expect(levels.map((level) => Math.round(4 * Math.log10(level / 1e-4)))).toEqual([0, 1, 2, 3, 5, 6, 7]);
    expect(levelsAbout([EPSILON], 5e-4).every((level) => level < 5e-4)).toBe(true);
    expect(levelsAbout([EPSILON], 0)).toEqual([]);
  });

  test('cost the least of the rows, by brute force over step sizes', () => {
    const found = costByEpsilon(search, grid, levels);
    expect(found.map(({ epsilon }) => epsilon)).toEqual(levels);
    for (const { epsilon, gap, parameters, rounds, cost } of found) {
      expect(cost).toBe(gap * rounds);
      expect(lastAbove(noiselessErrors(parameters.stepSize!, gap, MANY), epsilon)).toBe(rounds);
      let least = Infinity;
      for (const H of rows.gaps)
        for (let eta = 0.01; eta < 0.8; eta *= 1.01)
          least = Math.min(least, H * lastAbove(noiselessErrors(eta, H, 400), epsilon));
      expect(cost).toBeLessThanOrEqual(Math.max(1.1 * least, least + 1));
      expect(cost).toBeGreaterThanOrEqual(least * 0.97);
    }
  });
});
