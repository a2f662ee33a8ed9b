/** Runs of many points, against a map. */
import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { PlannedRuns } from '../../../src/runs/sweep/plannedRuns.ts';

const keyOf = (text: string): string => createHash('sha256').update(text).digest('hex');

test('five thousand points, every third of which shares a run with another, are found again by place and by key', () => {
  const runs = new PlannedRuns();
  const first = new Map<string, number>();
  const points = Array.from({ length: 5000 }, (_, at) => [
    { algorithm: 'fedhsa', key: keyOf(`own ${at}`) },
    ...(at % 3 === 0 ? [{ algorithm: 'local-sa', key: keyOf(`shared ${at % 7}`) }] : []),
  ]);
  for (const [at, point] of points.entries()) {
    const fresh = point.filter(({ key }) => !first.has(key));
    for (const { key } of fresh) first.set(key, at);
    expect(runs.add(point)).toBe(fresh.length);
  }
  expect([runs.points, runs.keyCount]).toEqual([5000, 5007]);
  const places = new Map<string, number>();
  for (const [at, point] of points.entries()) {
    const found = runs.at(at);
    expect(found.map(({ algorithm, key }) => ({ algorithm, key }))).toEqual(point);
    for (const { key, place, isFirst } of found) {
      expect(isFirst).toBe(!places.has(key));
      if (isFirst) places.set(key, place);
      expect(place).toBe(places.get(key));
      expect(runs.pointOf(key)).toBe(first.get(key));
    }
  }
  expect(new Set(places.values()).size).toBe(5007);
  expect([runs.pointOf(keyOf('none')), runs.pointOf('no key')]).toEqual([undefined, undefined]);
});
