/**
 * Whole runs of FedHSA's appendix D.2: M = 200 agents, S = 100 states, d = 50, H = 10.
 *
 * Ceiling: memory. Features and alias tables of all agents are 24 MB, and an agent's ten steps find
 * theirs outside the L2 cache of 2 MB; the same steps on one agent's tables take 240 to 320 ns.
 * Measured (Node 20.20, two shared cores of a Xeon, 2026-11-21, medians of turns): inline 956 ns of
 * processor time a step, packed on two threads 472 ns on the clock; C++ 246, numpy 400.
 */
import type { Benchmark } from '../harness/benchmark.ts';
import { LINEAR_FEATURES } from '../problems/specifications.ts';
import { againstRivals } from './againstRivals.ts';

const linearFeatures: Benchmark = {
  name: 'simulation/linearFeatures',
  question: 'what does a step of TD learning cost in a whole run, with 200 agents that share nothing?',
  run: async (effort) => {
    const timedFrom = effort.quick ? 100 : 500;
    const length = { localSteps: 10, rounds: 2 * timedFrom, timedFrom, stepSize: 0.03 };
    const title = `TD(0), M = 200, S = 100, d = 50, H = 10, ${timedFrom} rounds timed`;
    return [await againstRivals(title, LINEAR_FEATURES, length, effort)];
  },
};
export default linearFeatures;
