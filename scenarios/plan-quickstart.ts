/**
 * Which step size, and how many local steps? A plan, and a run that follows it.
 *
 * Covers: `fedsa plan plan-quickstart`, the search over η and H by exact theory; a message takes as long as twenty local steps.
 * Choices, all ours: three agents on Garnets of two states, an error of 0.01, H from 1 to 60.
 * Expect: messages make long rounds worth while, noise and drift limit them. SCAFFLSA's plan is η = 0.162 with H = 41; Local
 * SA's has H = 13, since its bias grows with H, and takes 2.6 times as long.
 * Cost: the plan takes some seconds, the run one.
 */
import { scenario } from '../src/index.ts';

export default scenario({
  name: 'plan-quickstart',
  title: 'A step size by plan',
  question:
    'Three agents are to come to an expected squared error of 0.01, and stay there, in the least time. ' +
    'This run has the η and H that are planned for SCAFFLSA. Where do the three end?',
  answer: ({ panels: [run], against }) => {
    const [planned, ...others] = ['scafflsa', 'local-sa', 'fedhsa'].map((name) => run!.of(name));
    return against(planned!, others);
  },
  problem: {
    kind: 'garnet',
    agents: 3,
    states: 2,
    actions: 1,
    branching: 2,
    dimension: 2,
    discount: 0.8,
    heterogeneity: 'high',
    seed: 5,
  },
  algorithms: ['local-sa', 'scafflsa', 'fedhsa'],
  stepSize: 0.162, // η, per local step
  localSteps: 41, // H, per round
  rounds: 60,
  seeds: 40,
  timing: { compute: 1, uplinkLatency: 20 }, // seconds
  plan: { epsilon: 0.01, cost: 'seconds', over: { localSteps: { from: 1, to: 60 } } },
  quick: { seeds: 10 },
});
