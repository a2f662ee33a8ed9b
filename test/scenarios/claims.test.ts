/** The figures' claims, in expectation: what theory says of the quick sizes of their scenarios. */
import { describe, expect, it } from 'vitest';
import { solve } from '../../src/maths/linearSolve.ts';
import { exactErrors } from '../../src/theory/moments/exactErrors.ts';
import { predict } from '../../src/theory/predictions.ts';
import { type BuiltPanel, built, quickPanels } from './shippedPanels.ts';

/** Limit errors of the mean rounds, by algorithm. */
function limits({ problem, solution, configuration }: BuiltPanel): Record<string, number | null> {
  const all = predict(problem, solution, configuration);
  return Object.fromEntries(all.map(({ algorithm, limitError }) => [algorithm, limitError]));
}

/** E ‖θ̄ − θ*‖² after the given round, by algorithm. */
function errorsAfter({ problem, solution, configuration }: BuiltPanel, round: number) {
  const entries = configuration.algorithms.map((algorithm) => {
    const errors = exactErrors(problem, solution, configuration, algorithm, [round]);
    return [algorithm.name, errors.kind === 'exact' ? errors.meanSquare[0]! : NaN] as const;
  });
  return Object.fromEntries(entries);
}

describe('FedHSA, Figures 2, 4, 6 and 8 (a)', () => {
  it.each([2, 4, 6, 8])(
    'Figure %i: Local SA has a bias, FedHSA converges linearly to the root',
    async (n) => {
      const { noiseless } = await quickPanels(`fedhsa-figure-${n}`);
      // Two hundred agents of Figure 6 take seconds to build, and a bias is a bias.
      const panel = await built(noiseless!, n === 6 ? { agents: 40 } : {});
      const { 'local-sa': localSa, fedhsa } = limits(panel);
      expect(localSa).toBeGreaterThan(1e-5);
      expect(fedhsa).toBe(0);
    },
  );
});

describe('FedHSA, Figures 2 and 4 (b)', () => {
  it.each([2, 4])('Figure %i: with noise FedHSA ends far below the bias of Local SA', async (n) => {
    const { markov } = await quickPanels(`fedhsa-figure-${n}`);
    const bias = limits(await built(markov!))['local-sa']!;
    // FedHSA's floor falls with M (Figures 3 and 5), so that of five of the agents is an upper bound.
    const five = await built((await quickPanels(`fedhsa-figure-${n + 1}`))['m-5']!);
    const { fedhsa } = errorsAfter(five, 1200);
    expect(fedhsa! * 100).toBeLessThan(bias);
  });
});

describe('FedHSA, Figures 3 and 5', () => {
  it.each([3, 5])('Figure %i: the floor falls with M as the variance of the average noise', async (n) => {
    const panels = await quickPanels(`fedhsa-figure-${n}`);
    const floors = [];
    for (const name of ['m-1', 'm-5']) {
      const panel = await built(panels[name]!);
      floors.push(errorsAfter(panel, 1400).fedhsa! / averageNoise(panel));
    }
    expect(floors[1]! / floors[0]!).toBeGreaterThan(0.75);
    expect(floors[1]! / floors[0]!).toBeLessThan(1.25);
  });
});

describe('FedHSA, Proposition 1', () => {
  it('the limit of two local steps is ηv, at every step size of the scenario', async () => {
    for (const panel of Object.values(await quickPanels('fedhsa-proposition-1'))) {
      const { problem, solution, configuration } = await built(panel);
      const { 'local-sa': limit, fedhsa } = limits({ problem, solution, configuration });
      const eta = panel.at!;
      expect(limit! / (eta ** 2 * squaredLengthOfV(problem, solution.root!, eta))).toBeCloseTo(1, 9);
      expect(fedhsa).toBe(0);
    }
  });

  it('takes rounds enough to come within a thousandth of it', async () => {
    for (const panel of Object.values(await quickPanels('fedhsa-proposition-1'))) {
      const { problem, solution, configuration } = await built(panel);
      const [localSa] = predict(problem, solution, configuration);
      const limit = Math.sqrt(localSa!.limitError!);
      const start = Math.hypot(...solution.root!) + limit;
      // The A_i are symmetric, so the round map's norm is its spectral radius.
      expect(localSa!.roundFactor! ** panel.definition.rounds! * start).toBeLessThan(1e-3 * limit);
    }
  });
});

describe('SCAFFLSA, Figure 1, with 20 of the 100 agents', () => {
  it('(a) both algorithms end alike where agents hardly differ', async () => {
    const { 'a-low-heterogeneity': low } = await quickPanels('scafflsa-figure-1');
    const { 'local-sa': fedLsa, scafflsa } = errorsAfter(await built(low!, { agents: 20 }), 30);
    expect(scafflsa! / fedLsa!).toBeCloseTo(1, 2);
  });

  it('(b) FedLSA stops at its bias and SCAFFLSA goes on where agents share nothing', async () => {
    const { 'b-high-heterogeneity': high } = await quickPanels('scafflsa-figure-1');
    const panel = await built(high!, { agents: 20 });
    const { 'local-sa': fedLsa, scafflsa } = errorsAfter(panel, 30);
    expect(fedLsa).toBeGreaterThan(limits(panel)['local-sa']!);
    expect(scafflsa! * 10).toBeLessThan(fedLsa!);
  });
});

/** The trace of the long-run covariance of the average noise over σ_ε²: (1/M²) Σ_i ‖(I − Q_i)⁻¹‖_F². */
function averageNoise({ problem }: BuiltPanel): number {
  const d = problem.dimension;
  let sum = 0;
  for (let i = 0; i < problem.agents; i++) {
    const law = problem.agent(i).observations!();
    if (law.kind !== 'gauss-markov') throw new Error('expected Gauss–Markov noise');
    const system = law.Q.map((entry, e) => (e % (d + 1) === 0 ? 1 : 0) - entry);
    for (let k = 0; k < d; k++) {
      const unit = new Float64Array(d);
      unit[k] = 1;
      sum += solve(system.slice(), unit, d).reduce((total, x) => total + x * x, 0);
    }
  }
  return sum / problem.agents ** 2;
}

/**
 * ‖v‖² of Proposition 1. Its Ḡ_i(θ) = Ā_iθ − b̄_i; here Ḡ_i(θ) = b_i − A_iθ, so Ā = −A:
 * (2A − ηA') v = −(1/M) Σ_i A_i (A_iθ_i* − A_iθ*) = −(1/M) Σ_i A_i (b_i − A_iθ*).
 */
function squaredLengthOfV(problem: BuiltPanel['problem'], root: ArrayLike<number>, eta: number): number {
  const d = problem.dimension;
  const system = new Float64Array(d * d);
  const right = new Float64Array(d);
  for (let i = 0; i < problem.agents; i++) {
    const { mean } = problem.agent(i);
    if (mean?.kind !== 'linear') throw new Error('expected a linear mean operator');
    const { A, b } = mean;
    for (let r = 0; r < d; r++) {
      for (let k = 0; k < d; k++) {
        const a = A[r * d + k]!;
        system[r * d + k]! += (2 * a) / problem.agents;
        let pull = b[k]!;
        for (let c = 0; c < d; c++) {
          system[r * d + c]! -= (eta * a * A[k * d + c]!) / problem.agents;
          pull -= A[k * d + c]! * root[c]!;
        }
        right[r]! -= (a * pull) / problem.agents;
      }
    }
  }
  return solve(system, right, d).reduce((sum, x) => sum + x * x, 0);
}
