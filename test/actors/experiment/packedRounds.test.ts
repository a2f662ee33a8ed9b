/** Rounds survive being packed, every field of them. */
import { expect, test } from 'vitest';
import { RoundPacker, unpackRound } from '../../../actors/experiment/packedRounds.ts';
import { METRICS, type MetricName } from '../../../src/measurement/metrics/metrics.ts';
import { roundRecord } from '../../../src/measurement/metrics/roundRecord.ts';
import { recordOf } from '../../oracles/records.ts';

/** A record with another number in every field. */
const numbered = (round: number): Partial<Record<MetricName, number>> =>
  Object.fromEntries(METRICS.map(({ name }, index) => [name, index === 0 ? round : round + index / 32]));

test('every field of a record, its iterate and its average come out as they went in', () => {
  const rounds = Array.from({ length: 40 }, (_, round) => ({
    record: recordOf(numbered(round)),
    theta: Float64Array.of(round, -0, 1 / 3),
    average: round < 7 ? undefined : Float64Array.of(-round, 5, NaN),
  }));
  const packer = new RoundPacker(3, true);
  for (const { record, theta, average } of rounds) packer.add(record, theta, average);
  expect(packer.rows).toBe(40);
  const packed = structuredClone(packer.packed());
  expect(packed.rows).toBe(40);
  expect(rounds.map((_, row) => unpackRound(packed, row))).toEqual(rounds);
});

test('numbers that are none, infinities and the sign of zero stay', () => {
  const packer = new RoundPacker(1, false);
  packer.add(
    recordOf({ ...numbered(0), error: NaN, drift: Infinity, lyapunov: -0 }),
    Float64Array.of(-Infinity),
    undefined,
  );
  const { record: back, theta } = unpackRound(packer.packed(), 0);
  expect([back.error, back.drift, back.lyapunov, theta[0]]).toEqual([NaN, Infinity, -0, -Infinity]);
});

test('nothing recorded packs to nothing', () => {
  expect(new RoundPacker(5, false).packed()).toEqual({
    rows: 0,
    dimension: 5,
    averaging: false,
    fields: METRICS.length,
    numbers: new Float64Array(0),
  });
});

test('numbers of a run’s own metrics go along', () => {
  const packer = new RoundPacker(1, false, 2);
  const values = [...recordOf(numbered(3)).values, 5, NaN];
  packer.add(roundRecord(values), Float64Array.of(8), undefined);
  packer.add(roundRecord(values), Float64Array.of(9), undefined);
  const { record: back, theta } = unpackRound(packer.packed(), 1);
  expect([back.values, theta[0]]).toEqual([values, 9]);
});
