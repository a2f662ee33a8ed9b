/**
 * A study: what is run, on what problem, and the question that it answers.
 *
 *   npx fedsa run scenario.ts        a report with the curves, and theory where it can be computed
 *   npx fedsa theory scenario.ts     what is known without simulating
 */
import { scenario } from '../../src/index.ts';
import { damped } from './algorithm.ts';

export default scenario({
  name: 'study',
  title: 'A first study',
  question: 'Five sensors see five lines. How far from the common one do local steps leave each algorithm?',
  problem: {
    kind: 'module',
    module: new URL('operator.ts', import.meta.url).href,
    export: 'sensor',
    agents: 5, // M
    dimension: 2, // d
  },
  algorithms: ['local-sa', 'scafflsa', damped],
  stepSize: 0.005, // η, per local step
  localSteps: 50, // H, per round
  rounds: 200, // T
  seeds: 5, // 1 to 5
});
