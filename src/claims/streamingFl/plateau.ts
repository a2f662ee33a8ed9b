/** Streaming FL, Theorem 4.7: the term of Local SGD's drift, measured without noise. */
import type { ScenarioDefinition } from '../../scenario/scenario.ts';
import type { ClaimDefinition } from '../claim.ts';
import { finals, type RunData, seriesOf } from '../runData.ts';
import { exactly } from '../statistics/intervals.ts';

const SCENARIO = 'claim-drift-without-noise';

/** Figure 7's problem with its mean operators, and server steps as long as all the local ones together. */
const DEFINITION: ScenarioDefinition = {
  name: SCENARIO,
  title: 'Drift on two-state chains, without noise',
  question:
    'Without noise, is there a floor? Local SGD’s drift is one, and rises with K; Minibatch SGD has none.',
  reproduces: 'Streaming FL, Theorems 4.5 and 4.7',
  problem: {
    kind: 'two-state-regression',
    agents: 10,
    dimension: 10,
    flipProbability: 1 / 100,
    features: [0, 1],
    optima: [
      [0, 1],
      [1, 2],
    ],
    labelNoise: [0, 0.01],
    regularisation: 0.01,
    initial: 'stationary',
    seed: 1,
  },
  algorithms: ['local-sgd', 'minibatch-sgd'],
  sampling: 'exact',
  placement: 'inline',
  stepSize: 0.001,
  across: 'local steps K',
  panels: {
    'k-10': { title: 'K = 10', at: 10, localSteps: 10, serverStepSize: 0.01, rounds: 40_000 },
    'k-30': { title: 'K = 30', at: 30, localSteps: 30, serverStepSize: 0.03, rounds: 13_333 },
    'k-100': { title: 'K = 100', at: 100, localSteps: 100, serverStepSize: 0.1, rounds: 4000 },
  },
};

/** ‖∇F‖² at the end, over that halfway through the recorded rounds' time. */
function movement(run: RunData, algorithm: string): number {
  const { round, operatorNorm } = seriesOf(run, algorithm)[0]!.columns;
  const half = round.findIndex((value) => value >= round.at(-1)! / 2);
  return operatorNorm.at(-1)! / operatorNorm[half]!;
}

export const PLATEAU: ClaimDefinition = {
  name: 'streaming-fl-heterogeneity-plateau',
  paper: 'Streaming FL',
  source: 'Theorems 4.5, 4.7',
  quote: 'an additional third term introduced by the client drift',
  statement:
    'At a fixed step Local SGD stops at a gradient norm that is due to heterogeneity and grows with K; Minibatch SGD does not.',
  region:
    'Without noise, so exact. Stopped is a change of less than 5 % over the second half of the run; still falling is to less than half. A Local SGD that falls on, or whose plateau does not grow with K, refutes the drift term.',
  needs: [{ scenario: SCENARIO, own: DEFINITION }],
  test: (data) => {
    const runs = data.runs(SCENARIO);
    const last = runs.at(-1)!;
    const squares = runs.map((run) => finals(run, 'local-sa', 'operatorNorm')[0]!);
    return {
      parts: [
        {
          statistic: 'Local SGD: ‖∇F‖² at the end over that halfway, K = 100 (1: it stopped)',
          value: exactly(movement(last, 'local-sa')),
          claimed: { low: 0.95, high: 1.05 },
        },
        {
          statistic: 'Minibatch SGD: the same',
          value: exactly(movement(last, 'minibatch-sgd')),
          claimed: { high: 0.5 },
        },
        ...runs.slice(1).map((run, index) => ({
          statistic: `Local SGD: final ‖∇F‖² at K = ${run.at} over that at K = ${runs[index]!.at}`,
          value: exactly(squares[index + 1]! / squares[index]!),
          claimed: { low: 1 },
        })),
      ],
      note: 'Runs with exact mean operators, η = 0.001, the same physical time ηKT = 400 for all K. The theorem’s term LKη(θ² + σ²)/δ² is an upper bound; how fast the floor grows below it is not claimed.',
    };
  },
};
