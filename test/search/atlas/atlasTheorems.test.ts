/** Theorems over a grid whose ratios are planted: ranges, and powers in what each axis changes. */
import { expect, test } from 'vitest';
import type { AtlasAxis, AtlasCell, BoundRatio } from '../../../src/search/atlas/atlasReport.ts';
import { atlasTheorems } from '../../../src/search/atlas/atlasTheorems.ts';

const AXES: readonly AtlasAxis[] = [
  { name: 'sampling', values: ['iid', 'markov'] },
  { name: 'step-size', values: [0.001, 0.01, 0.1] },
  { name: 'problem.agents', values: [1, 2, 4, 8] },
  { name: 'problem.offset', values: [1, 2, 5] },
  { name: 'problem.kernel.persistence', values: [0, 0.5, 0.9] },
  { name: 'problem.seed', values: [1, 2, 3] },
];

const pointsOf = (axes: readonly AtlasAxis[]): AtlasCell['point'][] =>
  axes.reduce<AtlasCell['point'][]>(
    (points, { name, values }) =>
      points.flatMap((point) => values.map((value) => ({ ...point, [name]: value }))),
    [{}],
  );

/** ζ is 0 of one agent, and the persistence changes it hardly. */
const scaleOf = (point: AtlasCell['point']): AtlasCell['scale'] => {
  const [M, offset, persistence] = ['agents', 'offset', 'kernel.persistence'].map(
    (name) => point[`problem.${name}`] as number,
  ) as [number, number, number];
  return {
    agents: M,
    heterogeneity: M === 1 ? 0 : offset * (1 + 1 / M) * (1 + persistence / 1e4),
    mixing: 1 / (1 - persistence),
  };
};

const found = (source: string, kind: BoundRatio['kind'], ratio: number | null): BoundRatio => ({
  ...{ algorithm: 'fedhsa', source, quantity: 'E', kind, bound: 1, exact: ratio, ratio },
  reason: ratio === null ? 'needs more, has less' : null,
});

const CELLS: readonly AtlasCell[] = pointsOf(AXES).map((point) => {
  const scale = scaleOf(point);
  const { agents: M, heterogeneity: zeta, mixing } = scale;
  const [eta, seed] = [point['step-size'] as number, point['problem.seed'] as number];
  const factor = (point.sampling === 'iid' ? 0.01 : 0.003) * [1, 7, 2][seed - 1]!;
  const ratio = zeta === 0 ? 0 : factor * Math.sqrt(eta) * M ** -1 * zeta ** -2 * mixing! ** 0.75;
  return { point, scale, ratios: [found('A', 'bound', ratio), found('B', 'none', null)] };
});

test('powers are of η, M, ζ and the mixing time, each by the axis that changes it most', () => {
  const [first, second] = atlasTheorems(AXES, CELLS);
  const places = [
    ['step-size', 'value', 0.5],
    ['problem.agents', 'agents', -1],
    ['problem.offset', 'heterogeneity', -2],
    ['problem.kernel.persistence', 'mixing', 0.75],
  ] as const;
  expect(first!.powers).toEqual(
    places.map(([axis, measure, exponent]) => ({
      ...{ axis, measure, exponent: expect.closeTo(exponent, 10) },
      standardError: expect.closeTo(0, 10),
    })),
  );
  expect(first).toMatchObject({ algorithm: 'fedhsa', source: 'A', kind: 'bound', applied: 648, cells: 648 });
  expect(first!.explained).toBeCloseTo(1, 12);
  // cells with M > 1, less groups of sampling and seed, less powers
  expect(first!.freedom).toBe(486 - 6 - 4);
  const ratios = CELLS.map((cell) => cell.ratios[0]!.ratio!);
  expect([first!.least, first!.greatest]).toEqual([Math.min(...ratios), Math.max(...ratios)]);
  expect(second).toMatchObject({
    source: 'B',
    kind: 'none',
    applied: 0,
    cells: 648,
    least: null,
    powers: [],
  });
});

test('two values have no power, and cells are then compared where they agree in them', () => {
  const two = CELLS.filter(({ point }) => point['problem.agents'] === 2 || point['problem.agents'] === 8);
  const [first] = atlasTheorems(AXES, two);
  expect(first!.powers.map(({ measure }) => measure)).toEqual(['value', 'heterogeneity', 'mixing']);
  expect(first!.powers[1]!.exponent).toBeCloseTo(-2, 10);
  expect(first!.freedom).toBe(324 - 2 * 6 - 3);
});
