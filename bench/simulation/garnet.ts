/**
 * Whole runs of SCAFFLSA's low-heterogeneity Garnet: N = 100 agents, 30 states, d = 8, H = 1000.
 *
 * Ceiling: arithmetic. Everything stays in the cache, and a step is two chains of four additions, a
 * draw and 24 operations: 20 ns in C++.
 * Measured (Node 20.20, two shared cores of a Xeon, 2026-11-21, medians of turns): inline 86 ns of
 * processor time a step, packed on two threads 47 ns on the clock; C++ 21, with fused multiply-add
 * 17, numpy 359.
 */
import type { Benchmark } from '../harness/benchmark.ts';
import { GARNET } from '../problems/specifications.ts';
import { againstRivals } from './againstRivals.ts';

const garnet: Benchmark = {
  name: 'simulation/garnet',
  question: 'what does a step of TD learning cost in a whole run, with short vectors and long rounds?',
  run: async (effort) => {
    const timedFrom = effort.quick ? 5 : 20;
    const length = { localSteps: 1000, rounds: 2 * timedFrom, timedFrom, stepSize: 0.01 };
    const title = `TD(0), N = 100, n = 30, d = 8, H = 1000, ${timedFrom} rounds timed`;
    return [await againstRivals(title, GARNET, length, effort)];
  },
};
export default garnet;
