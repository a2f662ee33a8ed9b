import { describe, expect, test } from 'vitest';
import type { ChainLaw, MeanOperator, Problem } from '../../src/problems/operator.ts';
import { solveProblem } from '../../src/problems/root.ts';
import { formatTheory } from '../../src/commandLine/theory/theoryText.ts';
import { theoryReport } from '../../src/theory/theoryReport.ts';
import type { TheoryConfiguration } from '../../src/theory/summary.ts';
import { randomTd, scalarProblem } from './observedAgents.ts';
import { directLocalSa, meansOnly, noStream, randomMeans, scalarMeans } from './linearFixture.ts';

const CHAIN: ChainLaw = {
  states: 2,
  transition: Float64Array.of(3 / 4, 1 / 4, 1 / 2, 1 / 2),
  stationary: Float64Array.of(2 / 3, 1 / 3),
};
const means = scalarMeans([1, 1], [2, 4]);
const TWO = meansOnly(1, means, CHAIN);
const CONFIGURATION: TheoryConfiguration = {
  algorithms: [
    { name: 'local-sa', stepSize: 0.1 },
    { name: 'scafflsa', stepSize: 0.1 },
    { name: 'fedhsa', stepSize: 0.1, serverStepSize: 1 },
  ],
  trigger: { kind: 'deterministic', localSteps: 2 },
  budget: { kind: 'rounds', rounds: 30 },
  sampling: 'markov',
  stride: 1,
  initial: [0],
};

describe('theoryReport', () => {
  test('without a configuration there are the problem’s constants alone', () => {
    const summary = theoryReport(TWO, solveProblem(TWO));
    expect(summary).toMatchObject({
      agents: 2,
      dimension: 1,
      meanOperator: 'linear',
      monotonicity: 1.5,
      run: null,
    });
    expect(summary.spectrum).toEqual({ smallest: 1.5, largest: 1.5 });
  });

  test('the curve has the rounds 0, 1, 2, 5, 10, 20 and the last, with the errors of a direct run', () => {
    const { run } = theoryReport(TWO, solveProblem(TWO), CONFIGURATION);
    expect(run!.rounds).toEqual([0, 1, 2, 5, 10, 20, 30]);
    const direct = directLocalSa(means, Float64Array.of(0), 0.1);
    const theta = [0];
    for (let t = 1; t <= 30; t++) theta.push(direct.round(2, 0)[0]!);
    run!.rounds.forEach((round, index) => {
      expect(run!.curves[0]!.errors![index]).toBeCloseTo((theta[round]! - 5 / 3) ** 2, 13);
    });
  });

  test('a budget of local steps is as many whole rounds as fit in', () => {
    const { run } = theoryReport(TWO, solveProblem(TWO), {
      ...CONFIGURATION,
      budget: { kind: 'steps', steps: 7 },
    });
    expect(run!.rounds).toEqual([0, 1, 2, 3]);
  });
});

test.each([
  { kind: 'synchronous' },
  { kind: 'sampled', count: 1 },
  { kind: 'asynchronous', mixing: 0.5, weight: { kind: 'constant' } },
] as const)('where there is no curve, each algorithm has the reason: $kind', (policy) => {
  const cubic: MeanOperator = {
    kind: 'nonlinear',
    evaluate: ([x], out) => {
      out[0] = 1 - x! - x! ** 3;
    },
  };
  const problem = meansOnly(1, [cubic, cubic]);
  const solution = solveProblem(problem);
  const { run } = theoryReport(problem, solution, { ...CONFIGURATION, policy, sampling: 'exact' });
  expect(run!.predicted.map(({ algorithm }) => algorithm)).toEqual(['local-sa', 'scafflsa', 'fedhsa']);
  for (const { kind, meanSquare, reason } of run!.predicted) {
    expect({ kind, meanSquare }).toEqual({ kind: 'none', meanSquare: [] });
    expect(reason).toMatch(/^no exact moments: \S+ /);
  }
});

describe('formatTheory', () => {
  test('two agents have a row and a stationary law each', () => {
    const text = formatTheory(theoryReport(TWO, solveProblem(TWO), CONFIGURATION));
    const lines = text.split('\n');
    expect(lines).toContain('  root θ*            (1.66667)');
    expect(text).toMatch(/^ {2}agent 1 +2 +1 +4 +0\.75 +0\.9375 +1\.5 +2 +\(2\)$/m);
    expect(text).toContain('π of agent 0: (0.666667, 0.333333)');
    // Under Markov sampling nothing is known of stability without the laws of the observations.
    expect(text).toMatch(/^ {2}Local SA +0\.1 +– +0\.725 +– +– +– +none/m);
    const sentence =
      /^ {2}–: Local SA, stable η \(mean square\), stable η \(mean\): agent 0 gives the chain/m;
    expect(text).toMatch(sentence);
    const exact = theoryReport(TWO, solveProblem(TWO), { ...CONFIGURATION, sampling: 'exact' });
    expect(formatTheory(exact)).toMatch(/^ {2}Local SA +0\.1 +– +0\.725 +1\.2 +1\.2 /m);
    expect(text).toMatch(/^ {2}30( +\d\S*( × 10\S+)?){3}$/m);
  });

  test('parameters have the columns that some algorithm of the run has, with the papers’ symbols', () => {
    const titlesOf = (algorithms: TheoryConfiguration['algorithms']): string => {
      const text = formatTheory(theoryReport(TWO, solveProblem(TWO), { ...CONFIGURATION, algorithms }));
      const lines = text.split('\n');
      return lines[lines.findIndex((line) => line.startsWith('Predictions')) + 1]!.trim().replaceAll(
        / {2,}/g,
        ' | ',
      );
    };
    const factor = 'round factor (without noise)';
    const rest = 'limit error | source';
    const [localSa, , fedHsa] = CONFIGURATION.algorithms;
    const minibatch = { name: 'minibatch-sgd', serverStepSize: 0.1 } as const;
    const momentum = { name: 'local-sgd-m', stepSize: 0.1, serverStepSize: 0.2, momentum: 0.5 } as const;
    expect(titlesOf([localSa!])).toBe(`η | ${factor} | stable η (mean square) | stable η (mean) | ${rest}`);
    expect(titlesOf([minibatch])).toBe(`γ | ${factor} | stable γ (mean square) | stable γ (mean) | ${rest}`);
    expect(titlesOf([momentum])).toBe(
      `η | γ | β | ${factor} | stable η (mean square) | stable η (mean) | ${rest}`,
    );
    expect(titlesOf([fedHsa!, minibatch, momentum])).toBe(
      `η | server step size | β | ${factor} | stable step size (mean square) | stable step size (mean) | ${rest}`,
    );
  });

  test('a compressor is told as it is typed', () => {
    const algorithms = [{ name: 'compressed-lsa', stepSize: 0.1, compressor: 'rand-k:1' }] as const;
    const text = formatTheory(theoryReport(TWO, solveProblem(TWO), { ...CONFIGURATION, algorithms }));
    expect(text).toMatch(/\n +η +Q +round factor[^\n]+\n +Compressed Local SA +0\.1 +rand-k:1 /);
  });

  test('the rows of the other three algorithms have a dash for what they do not have', () => {
    const algorithms = [
      { name: 'minibatch-sgd', serverStepSize: 0.25 },
      { name: 'local-sgd-m', stepSize: 0.5, serverStepSize: 0.1, momentum: 0.4 },
      { name: 'scaffold', stepSize: 0.1, serverStepSize: 1 },
    ] as const;
    const run = { ...CONFIGURATION, algorithms, sampling: 'exact' } as const;
    const text = formatTheory(theoryReport(TWO, solveProblem(TWO), run));
    // 1 − 0.25 · 1.5; 0.73 + √(0.73² − 0.51), as in roundMap.test.ts
    expect(text).toMatch(/^ {2}Minibatch SGD +– +0\.25 +– +0\.625 +1\.33333 +1\.33333 +0 +fixed point/m);
    expect(text).toMatch(/^ {2}Local SGD-M +0\.5 +0\.1 +0\.4 +0\.881327 +\d/m);
    expect(text).toMatch(/^ {2}SCAFFOLD +0\.1 +1 +– +0\.721714 +1 +1 +0 +fixed point/m);
    expect(text).toMatch(/^ {2}30( +\d\S*( × 10\S+)?){3}$/m);
  });

  test('columns of numbers end below one another', () => {
    const text = formatTheory(theoryReport(TWO, solveProblem(TWO), CONFIGURATION));
    const curve = text.slice(text.indexOf('Noise-free'), text.indexOf('\n\nExact')).split('\n').slice(1);
    expect(new Set(curve.map((line) => line.length)).size).toBe(1);
  });

  test('thirty agents are told by minimum, median and maximum, in at most 70 lines', () => {
    const many = meansOnly(3, randomMeans(30, 3, 0.3, 8), CHAIN);
    const configuration = {
      ...CONFIGURATION,
      budget: { kind: 'rounds', rounds: 1e6 },
      initial: [0, 0, 0],
    } as const;
    const text = formatTheory(theoryReport(many, solveProblem(many), configuration));
    const lines = text.split('\n');
    expect(lines.length).toBeLessThanOrEqual(70);
    expect(lines.filter((line) => /^ {2}(minimum|median|maximum) /.test(line))).toHaveLength(3);
    expect(text).not.toContain('agent 7');
  });

  test('eight agents with three algorithms stay within 70 lines', () => {
    const eight = meansOnly(2, randomMeans(8, 2, 0.3, 8), CHAIN);
    const configuration = {
      ...CONFIGURATION,
      budget: { kind: 'rounds', rounds: 5_000 },
      initial: [0, 0],
    } as const;
    expect(
      formatTheory(theoryReport(eight, solveProblem(eight), configuration)).split('\n').length,
    ).toBeLessThanOrEqual(70);
  });

  test('a periodic chain mixes never: ∞', () => {
    const flip: ChainLaw = {
      states: 2,
      transition: Float64Array.of(0, 1, 1, 0),
      stationary: Float64Array.of(0.5, 0.5),
    };
    const problem = meansOnly(1, means, flip);
    expect(formatTheory(theoryReport(problem, solveProblem(problem)))).toMatch(
      /^ {2}agent 0 +2 +∞ +∞ +0 +0 /m,
    );
  });

  test('a problem of which nothing is known is told without tables', () => {
    const unknown: Problem = {
      dimension: 1,
      agents: 1,
      agent: () => ({ mean: undefined, chain: undefined, operator: noStream }),
    };
    const text = formatTheory(theoryReport(unknown, solveProblem(unknown), CONFIGURATION));
    expect(text).toContain('mean operator  unknown');
    expect(text).toContain('none: not every agent gives its mean operator');
    expect(text).not.toContain('Agents');
  });

  test('under i.i.d. sampling the second moments’ largest step and the theorems are told, too', () => {
    const problem = scalarProblem();
    const solution = solveProblem(problem);
    const iid = { ...CONFIGURATION, sampling: 'iid' } as const;
    const summary = theoryReport(problem, solution, iid);
    for (const { mean, meanSquare } of summary.run!.stability) {
      expect([mean.kind, meanSquare.kind]).toEqual(['exact', 'exact']);
      expect(meanSquare.step).toBeGreaterThan(0);
      expect(meanSquare.step).toBeLessThan(mean.step!);
    }
    const text = formatTheory(summary);
    expect(text).toMatch(/mean-square factor +stable η \(mean square\) +stable η \(mean\) +limit error/);
    expect(text).toMatch(/^ {2}Local SA +\S+ +bound +E‖θ̄_T − θ\*‖² +SCAFFLSA Th\. 4\.1/m);
    expect(text).toMatch(/none for SCAFFLSA \(SCAFFLSA Th\. 5\.3\)[^:]*: needs ηH ≤ 0\.01498, has 0\.2$/m);
    expect(formatTheory(theoryReport(problem, solution, CONFIGURATION))).toMatch(
      /none for Local SA \(SCAFFLSA Th\. 4\.1\), SCAFFLSA \(.*\): needs i\.i\.d\. observations \(A 1\)$/m,
    );
  });

  test('TD(0) agents have their noise and their features in the table', () => {
    const problem = randomTd(2, 4, 2, 0.5, 3);
    const text = formatTheory(theoryReport(problem, solveProblem(problem)));
    expect(text).toMatch(/λ_min\(sym\) +λ_min\(Σ_φ\) +‖Σ_Ã‖ +tr Σ_ε +tr Σ_ω +local root/);
  });
});

describe('a timed run', () => {
  const policy = { kind: 'buffered', count: 1, weight: { kind: 'constant' } } as const;
  const timing = {
    compute: { kind: 'exponential', mean: 3 },
    uplinkLatency: 0.5,
    uplinkBandwidth: 16,
    agents: [{ agents: [1, 1], compute: 30 }],
  } as const;

  test('has the mean seconds of its rounds, of two local steps and messages of 8 bytes', () => {
    const { run } = theoryReport(TWO, solveProblem(TWO), { ...CONFIGURATION, timing });
    expect(run!.expected).toEqual([
      { first: 0, last: 0, timing: { computing: 6, downlink: 0, uplink: 1, available: 1 } },
      { first: 1, last: 1, timing: { computing: 60, downlink: 0, uplink: 1, available: 1 } },
    ]);
    expect(run!.curves).not.toEqual([]);
  });

  test('has no curves and no statements where the policy leaves agents out', () => {
    const { run } = theoryReport(TWO, solveProblem(TWO), { ...CONFIGURATION, policy, timing });
    expect(run).toMatchObject({ rounds: [], curves: [], exact: [], firstOrders: [], statements: [] });
    expect(run!.expected).toHaveLength(2);
  });

  test('is told in words, with the reason for what is missing', () => {
    const summary = theoryReport(TWO, solveProblem(TWO), { ...CONFIGURATION, policy, timing });
    const text = formatTheory(summary);
    expect(text).toContain(
      [
        'Timing',
        '  Server steps         at every single answer, from any agent (FedBuff); staleness weighs nothing',
        '  Local step           exponential of mean 3 s',
        '  Uplink latency       0.5 s',
        '  Uplink bandwidth     16 bytes/s',
        '  Local step, agent 1  30 s',
        '',
        'Mean seconds of a round, its messages of one vector, and the share of time there',
        '  agents  computing  downlink  uplink  there  staleness',
        '  0               6         0       1      1   0.114754',
        '  1              60         0       1      1    8.71429',
        '  In the long run a server step takes 6.27941 s in the mean, an update is 1 server step stale, agents wait 0 of the time.',
      ].join('\n'),
    );
    expect(text).toContain('none: closed forms are of dispatches of exponential duration');
    expect(formatTheory(theoryReport(TWO, solveProblem(TWO), CONFIGURATION))).not.toContain('Timing');
  });
});
