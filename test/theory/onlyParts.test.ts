/** Parts of a theory alone: what they say is what the whole says, and nothing else is computed. Six seconds. */
import { expect, test } from 'vitest';
import { solveProblem } from '../../src/problems/root.ts';
import { buildProblem } from '../../src/problems/buildProblem.ts';
import type { Problem } from '../../src/problems/operator.ts';
import { theorySections } from '../../src/commandLine/theory/theoryText.ts';
import type { TheoryConfiguration, TheorySummary } from '../../src/theory/summary.ts';
import { THEORY_PARTS, type TheoryPart } from '../../src/theory/theoryParts.ts';
import { theoryReport } from '../../src/theory/theoryReport.ts';
import { drawnRun, pairsOfStates } from '../bytes/drawnProblems.ts';
import { specimen } from '../oracles/specimens.ts';

type Run = NonNullable<TheorySummary['run']>;

/** What each part fills in. */
const FIELDS: Readonly<Record<TheoryPart, readonly (keyof Run)[]>> = {
  constants: ['statements'],
  curves: ['rounds', 'curves', 'exact', 'predicted'],
  limits: ['predictions', 'firstOrders', 'meanSquareFactors'],
  steps: ['stability'],
};

const CONFIGURATION: TheoryConfiguration = {
  algorithms: [
    { name: 'local-sa', stepSize: 0.1 },
    { name: 'scafflsa', stepSize: 0.1 },
  ],
  trigger: { kind: 'deterministic', localSteps: 2 },
  budget: { kind: 'rounds', rounds: 30 },
  ...{ sampling: 'markov', stride: 1, initial: [0] },
};

interface Asked {
  readonly problem: Problem;
  readonly configuration: TheoryConfiguration;
}

/** With curves and limits by two chain factors, and by runs without noise; and of a policy. */
const CASES: Readonly<Record<string, () => Asked>> = {
  approximate: () => ({
    problem: buildProblem(pairsOfStates(8, 2, 1)),
    configuration: { ...CONFIGURATION, algorithms: [{ name: 'local-sa', stepSize: 0.1 }] },
  }),
  nonlinear: () => {
    const problem = buildProblem(specimen('logistic-regression', { agents: 3, dimension: 1, records: 8 }));
    return { problem, configuration: { ...CONFIGURATION, sampling: 'exact' } };
  },
  'without rounds': () => {
    const problem = buildProblem(drawnRun(1).problem);
    const initial = new Array<number>(problem.dimension).fill(0);
    const policy = { kind: 'sampled', count: 1 } as const;
    return { problem, configuration: { ...CONFIGURATION, sampling: 'iid', initial, policy } };
  },
};

test.each(Object.keys(CASES))(
  '%s: each part alone is as in the whole, and the others are not there',
  (name) => {
    const { problem, configuration } = CASES[name]!();
    const solution = solveProblem(problem);
    const whole = theoryReport(problem, solution, configuration);
    for (const part of THEORY_PARTS) {
      const heard: string[] = [];
      const alone = theoryReport(problem, solution, configuration, {
        only: [part],
        begins: (computation) => heard.push(computation),
      });
      expect(alone.only).toEqual([part]);
      expect(alone.constants).toEqual(part === 'constants' ? whole.constants : null);
      for (const candidate of THEORY_PARTS)
        for (const field of FIELDS[candidate]) {
          if (candidate === part) expect(alone.run![field], field).toEqual(whole.run![field]);
          else if (field === 'predicted')
            for (const curve of alone.run!.predicted) expect(curve.reason).toMatch(/not asked for$/);
          else expect(JSON.stringify(alone.run![field]), field).toMatch(/^\[(null(,null)*)?\]$/);
        }
      const others: Readonly<Record<TheoryPart, RegExp>> = {
        constants: /curve|limit|stationary|stable/,
        curves: /theorem|limit|stationary law|stable/,
        limits: /theorem|curve|stable/,
        steps: /theorem|curve|limit|stationary law/,
      };
      expect(heard.filter((computation) => others[part].test(computation))).toEqual([]);
    }
  },
);

test('what is printed of two parts are their sections of the whole', () => {
  const { problem, configuration } = CASES.approximate!();
  const solution = solveProblem(problem);
  const whole = theorySections(theoryReport(problem, solution, configuration));
  const [curves, limits] = [['curves'], ['curves', 'limits']] as const;
  const printed = theorySections(theoryReport(problem, solution, configuration, { only: curves }));
  expect(printed.length).toBe(2);
  for (const section of printed) expect(whole).toContain(section);
  const both = theorySections(theoryReport(problem, solution, configuration, { only: limits }));
  expect(both.slice(0, 3)).toEqual(whole.filter((section) => both.includes(section)));
  expect(both.at(-1)).toMatch(/^Predictions, H = 2 local steps a round\n/);
  expect(both.at(-1)).not.toContain('stable');
});
