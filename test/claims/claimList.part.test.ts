import { describe, expect, it } from 'vitest';
import { CLAIMS, chooseClaims } from '../../src/claims/claimList.ts';
import { evaluate } from '../../src/claims/evaluate.ts';
import { PAPER_RESULTS } from '../../src/claims/paperResults.ts';
import { checkDefinition } from '../../src/configuration/checkDefinition.ts';
import { resolvePanels } from '../../src/configuration/panels.ts';
import type { Problem } from '../../src/problems/operator.ts';
import { hasClosedForms } from '../../src/theory/linearProblem.ts';
import { shipped } from '../scenarios/shippedPanels.ts';
import { inSuite, oneIn } from '../tooling/parts.ts';

describe('the claims', () => {
  inSuite.test(
    'are eighty-two, of four papers and newer ones, each with a name of its own, the paper’s words and a reason for its region',
    () => {
      expect(CLAIMS.length).toBe(82);
      expect(new Set(CLAIMS.map(({ paper }) => paper)).size).toBe(5);
      expect(new Set(CLAIMS.map(({ name }) => name)).size).toBe(CLAIMS.length);
      for (const { name, statement, quote, region } of CLAIMS) {
        expect(name).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
        expect(statement).toMatch(/^\p{Lu}.*\.$/u);
        expect(quote.length).toBeGreaterThan(5);
        expect(region).toMatch(/^[\p{Lu}‖].*\.\)?$/u);
      }
    },
  );

  inSuite.test('need scenarios and panels that there are', async () => {
    for (const { scenario, definition: custom, panels } of CLAIMS.flatMap(({ needs }) => needs)) {
      const definition = custom === undefined ? await shipped(scenario) : checkDefinition(custom, scenario);
      expect(definition.name).toBe(scenario);
      for (const quick of [false, true]) {
        const names = resolvePanels(definition, quick).map(({ name }) => name);
        expect(names).toEqual(expect.arrayContaining([...(panels ?? [])]));
      }
    }
  });

  inSuite.test(
    'of noiseless linear figures have closed forms at the papers’ sizes, Figure 8’s M d³ = 1.6 × 10⁹ the largest',
    async () => {
      const panels = await Promise.all(
        [2, 4, 6, 8].map(async (number) => resolvePanels(await shipped(`fedhsa-figure-${number}`), false)),
      );
      const problems = panels
        .flat()
        .map(({ definition }) => definition.problem as Pick<Problem, 'agents' | 'dimension'>);
      expect(Math.max(...problems.map(({ agents, dimension }) => agents * dimension ** 3))).toBe(1.6e9);
      expect(problems.every(hasClosedForms)).toBe(true);
    },
  );

  inSuite.test('share a scenario of their own as one', () => {
    const custom = CLAIMS.flatMap(({ needs }) => needs).filter((need) => need.definition !== undefined);
    for (const { scenario, definition } of custom) {
      expect(
        custom
          .filter((other) => other.scenario === scenario)
          .every((other) => other.definition === definition),
      ).toBe(true);
    }
  });

  const computed = CLAIMS.filter(({ needs }) => needs.length === 0);
  it.each(oneIn(3, computed).map((claim) => [claim.name, claim] as const))(
    '%s is computed without a run, decided, and has its conditions in words',
    (_, claim) => {
      const first = evaluate(claim, []);
      expect(first.parts.every(({ value }) => Number.isFinite(value.estimate))).toBe(true);
      expect(['confirmed', 'confirmed-for', 'corrected', 'refuted']).toContain(first.verdict);
      expect(claim.conditions).toMatch(/^\p{Lu}.*\.$/u);
    },
  );
});

inSuite.describe('the papers’ results', () => {
  it('are at most twelve a paper, and each claim tests one of its paper', () => {
    for (const paper of new Set(CLAIMS.map((claim) => claim.paper))) {
      const results = PAPER_RESULTS.filter((result) => result.paper === paper);
      expect(results.length).toBeLessThanOrEqual(12);
      const tested = new Set(results.flatMap(({ claims }) => claims));
      const names = CLAIMS.filter((claim) => claim.paper === paper).map(({ name }) => name);
      expect(names.filter((name) => !tested.has(name))).toEqual([]);
    }
    const known = CLAIMS.map(({ name }) => name);
    expect(PAPER_RESULTS.flatMap(({ claims }) => claims.filter((name) => !known.includes(name)))).toEqual([]);
    const names = PAPER_RESULTS.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(PAPER_RESULTS.every(({ claims, untested }) => claims.length > 0 || untested !== undefined)).toBe(
      true,
    );
  });
});

inSuite.describe('chooseClaims', () => {
  it('keeps the order of the list, and takes all of none', () => {
    const [first, second] = CLAIMS;
    expect(chooseClaims([second!.name, first!.name])).toEqual([first, second]);
    expect(chooseClaims([])).toBe(CLAIMS);
  });

  it('names the command that lists the claims', () => {
    expect(() => chooseClaims(['no-such'])).toThrow(/^no-such: .*fedsa reproduce --list/);
  });
});
