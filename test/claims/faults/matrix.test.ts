/** docs/claims-faults.csv beside the claims and the faults that there are. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { CLAIMS } from '../../../src/claims/claimList.ts';
import { FAULTS } from './faults.ts';
import { isDeath, type Noticed, noticed } from './matrix.ts';

const [head, ...rows] = readFileSync(new URL('../../../docs/claims-faults.csv', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => line.split(','));
const cellsOf = (fault: string): Map<string, Noticed> => {
  const cells = rows.find(([name]) => name === fault)!.slice(1);
  return new Map(cells.map((cell, at) => [head![at + 1]!, cell as Noticed]));
};

describe('docs/claims-faults.csv', () => {
  it('has every claim and every fault', () => {
    expect(head).toEqual(['fault', ...CLAIMS.map(({ name }) => name)]);
    expect(rows.map(([name]) => name)).toEqual(FAULTS.map(({ name }) => name));
  });

  it('has the claims dead that a fault is about', () => {
    for (const { name, about } of FAULTS) {
      const cells = cellsOf(name);
      const alive = about.filter((claim) => {
        const cell = cells.get(claim)!;
        return !isDeath(cell) && cell !== 'undecided anyway';
      });
      expect([name, alive]).toEqual([name, []]);
    }
  });

  it('has a fault that is about each claim', () => {
    const about = new Set(FAULTS.flatMap((fault) => fault.about));
    expect(CLAIMS.map(({ name }) => name).filter((name) => !about.has(name))).toEqual([]);
  });
});

describe('a fault', () => {
  it('is about claims that there are', () => {
    const names = CLAIMS.map(({ name }) => name);
    expect(FAULTS.flatMap(({ about }) => about).filter((name) => !names.includes(name))).toEqual([]);
  });

  it.each([
    ['confirmed', 'refuted', 'refuted'],
    ['confirmed', 'undecided', 'undecided'],
    ['corrected', 'corrected', 'survived'],
    ['undecided', 'undecided', 'undecided anyway'],
    ['confirmed', 'failed', 'run failed'],
    ['confirmed', 'refused', 'not computable'],
    ['confirmed', undefined, 'not run'],
  ] as const)('from %s to %s: %s', (without, under, cell) => {
    expect(noticed(without, under)).toBe(cell);
  });
});
