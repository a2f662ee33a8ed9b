/** SCAFFLSA with a fixed number of local steps, §5 and B.2: its Lyapunov function beside the bound, simulated. */
import type { ScenarioDefinition } from '../../configuration/scenario.ts';
import type { ClaimDefinition } from '../claim.ts';
import { type RunData, seriesOf } from '../runData.ts';
import { jointLevel, meanInterval } from '../statistics/intervals.ts';
import { TWO_KINDS, twoKinds } from './independentAgents.ts';

/** A 2's a: half of A 3's. */
const a = TWO_KINDS.monotonicity / 2;
/** The largest ηH of Theorem B.5. */
const MOST_TIME = a / (16 * TWO_KINDS.largestSquare);
const LOCAL_STEPS = [1, 5, 25];
const SCENARIO = 'claim-fixed-communication';
/** Early, where the start counts, and late, where the noise does. */
const LOOKS = [100, 1000, 3000];

const DEFINITION: ScenarioDefinition = {
  name: SCENARIO,
  title: 'SCAFFLSA’s Lyapunov function, fixed communication',
  question: 'Does ψ stay below the bound of Theorem 5.3, and how far?',
  reproduces: 'SCAFFLSA, Theorem 5.3',
  problem: twoKinds(4),
  algorithms: ['scafflsa'],
  sampling: 'iid',
  initial: [1],
  rounds: LOOKS.at(-1)!,
  record: { every: 100 },
  lyapunov: true,
  seeds: 40,
  quick: { seeds: 20 },
  across: 'local steps H',
  panels: Object.fromEntries(
    LOCAL_STEPS.map((localSteps) => [
      `h-${localSteps}`,
      { title: `H = ${localSteps}`, at: localSteps, localSteps, stepSize: MOST_TIME / localSteps },
    ]),
  ),
};

/** ψ_t over (52), one a seed. */
function overBound(run: RunData, rounds: number): number[] {
  const factor = 1 - (MOST_TIME * a) / 4;
  const floor = ((16 * MOST_TIME) / (run.at! * a)) * TWO_KINDS.rootNoise;
  const start = 1 + MOST_TIME ** 2 * TWO_KINDS.pullSpread;
  return seriesOf(run, 'scafflsa').map(
    ({ columns: { round, lyapunov } }) =>
      lyapunov[round.indexOf(rounds)]! / (factor ** rounds * start + floor),
  );
}

export const DETERMINISTIC_COMMUNICATION: readonly ClaimDefinition[] = [
  {
    name: 'scafflsa-bound',
    source: 'Theorem 5.3, (52)',
    quote: 'E‖θ_T − θ*‖² ≤ (1 − ηaH/4)^T E[ψ_0] + (16η/a) σ̄_ω',
    statement:
      'With H local steps a round SCAFFLSA’s Lyapunov function stays below the bound of Theorem 5.3.',
    region: 'Refuted by a number above 1: a round after which E ψ_t exceeds the bound.',
    bound: true,
    conditions: `Four scalar agents of two kinds, noise that multiplies θ; ηH = a/(16 max(‖Ā‖² + ‖Σ_Ã‖)), the most that Theorem B.5 allows; after ${LOOKS.join(', ')} rounds. Theorem 5.3 prints 32C_A² for the same, and B.5 σ̄_ε for σ̄_ω.`,
    needs: [{ scenario: SCENARIO, definition: DEFINITION }],
    test: (data) => {
      const runs = data.runs(SCENARIO);
      return runs.flatMap((run) =>
        LOOKS.map((rounds) => ({
          statistic: `E ψ_t over the bound, H = ${run.at}, t = ${rounds}`,
          value: meanInterval(overBound(run, rounds), jointLevel(runs.length * LOOKS.length)),
          claimed: { high: 1 },
        })),
      );
    },
  },
];
