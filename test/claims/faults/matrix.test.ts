/** docs/claims-faults.csv beside the claims and the faults that there are. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { CLAIMS } from '../../../src/claims/claimList.ts';
import type { Decision } from '../../../src/claims/verdict.ts';
import { FAULTS } from './faults.ts';
import { isDeath, type Noticed, noticed, type Under } from './matrix.ts';

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
        return !isDeath(cells.get(claim)!);
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

  const says = (verdict: string, ...numbers: readonly Decision[]): Under['verdicts'] =>
    new Map([['claim', { verdict, ...(numbers.length > 0 && { numbers }) }]]);

  it.each([
    [says('confirmed', 'holds'), says('refuted', 'does not hold'), 'refuted'],
    [says('confirmed', 'holds', 'holds'), says('undecided', 'holds', 'undecided'), 'undecided'],
    [says('corrected', 'holds', 'does not hold'), says('corrected', 'holds', 'does not hold'), 'survived'],
    [says('corrected', 'holds', 'does not hold'), says('undecided', 'holds', 'holds'), 'undecided'],
    [says('undecided', 'undecided', 'holds'), says('undecided', 'undecided', 'undecided'), 'undecided'],
    [says('undecided', 'undecided', 'holds'), says('refuted', 'does not hold', 'holds'), 'refuted'],
    [says('undecided', 'undecided', 'holds'), says('confirmed', 'holds', 'holds'), 'survived'],
    [says('confirmed', 'holds'), says('failed'), 'run failed'],
    [says('confirmed', 'holds'), says('refused'), 'not computable'],
    [says('confirmed', 'holds'), new Map(), 'not run'],
    [says('untested'), says('untested'), 'not run'],
  ] as const)('from %o to %o: %s', (without, under, cell) => {
    expect(noticed(without, under, 'claim')).toBe(cell);
  });

  it('cannot be looked for in a claim that has no numbers without it', () => {
    expect(() => noticed(says('failed'), says('refuted', 'does not hold'), 'claim')).toThrow(
      'claim: failed without any fault',
    );
  });
});
