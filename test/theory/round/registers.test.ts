/** Mixes and acts on the registers of a round: backwards they are the adjoints of what they are forwards. */
import { describe, expect, test } from 'vitest';
import { ALGORITHMS } from '../../../src/algorithms/catalogue.ts';
import { generatorFor } from '../../../src/maths/generator.ts';
import { add, block, type Matrix, matrix, multiply, scaled } from '../../../src/maths/matrix.ts';
import {
  actInMean,
  actPlaces,
  applyMix,
  centred,
  loaded,
  placesOf,
  stored,
  takeActBack,
  takeMixBack,
} from '../../../src/theory/round/registers.ts';
import { paperRuns } from '../../oracles/paperRounds.ts';

const AGENTS = 3;
const D = 2;
const TRIGGER = { kind: 'deterministic', localSteps: 4 } as const;
const GIVEN = { stepSize: 0.05, serverStepSize: 0.4, momentum: 0.3 };

const generator = generatorFor(5, 'registers');
const random = (rows: number, columns: number): Matrix =>
  matrix(
    rows,
    columns,
    Float64Array.from({ length: rows * columns }, () => generator.normal()),
  );

function expectClose(found: Matrix, wanted: Matrix): void {
  expect([found.rows, found.columns]).toEqual([wanted.rows, wanted.columns]);
  found.values.forEach((x, k) => {
    expect(Math.abs(x - wanted.values[k]!)).toBeLessThan(1e-12);
  });
}

const linear = ALGORITHMS.filter(({ nonlinear, coins }) => nonlinear === undefined && coins.length === 0);
const NAMES = linear.map(({ name }) => name).filter((name) => name !== 'richardson-romberg');

describe.each(NAMES)('the registers of %s', (name) => {
  const [run] = paperRuns(name, GIVEN, TRIGGER);
  const { program } = run!;
  const places = placesOf(program, D, AGENTS, name === 'local-sa');

  test('W (Mix z) = (W Mix) z', () => {
    for (const mix of [program.opening, program.evaluation ?? {}, program.closing(4)]) {
      const [W, Z] = [random(3, places.size), random(places.size, 2)];
      const after = scaled(Z);
      applyMix(after, mix, places);
      const back = scaled(W);
      takeMixBack(back, mix, places);
      expectClose(multiply(back, Z), multiply(W, after));
    }
  });

  test('W after an act in mean is W taken back before it', () => {
    const act = actPlaces(places, program.act.kind, 1);
    const [moving, all] = [act.moving, act.all].map((blocks) =>
      blocks.reduce((sum, [, length]) => sum + length, 0),
    ) as [number, number];
    const mean = random(moving, all);
    const [W, Z] = [random(3, places.size), random(places.size, 2)];
    const after = scaled(Z);
    actInMean(after, act, mean);
    const back = scaled(W);
    takeActBack(back, act, mean);
    expectClose(multiply(back, Z), multiply(W, after));
  });

  test('states are kept as they were, and centred corrections sum to 0', () => {
    const X = random(places.keptSize, 2);
    expect(stored(loaded(X, places), places)).toEqual(X);
    if (program.correction !== 'kept') return;
    const sum = matrix(D, 2);
    const Z = loaded(centred(X, places), places);
    for (const { correction } of places.agents) add(sum, block(Z, correction!));
    expectClose(sum, matrix(D, 2));
  });
});
