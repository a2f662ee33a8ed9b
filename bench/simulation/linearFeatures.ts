/**
 * Whole runs of FedHSA's appendix D.2: M = 200 agents, S = 100 states, d = 50, H = 10, 5,000 rounds.
 *
 * Ceiling: memory first. An agent has 100 · 50 · 8 = 40 KB of features and 101 · 100 slots of 8 bytes,
 * 81 KB, of alias tables; all of them 24 MB, more than a second cache (1 to 2 MB a core), and more than
 * many a third. A step touches two rows of features, 2 · 400 bytes, of which the second is the next step's
 * first: 400 new bytes, 6.25 lines of 64 bytes; and a slot, a row's offset and a reward, a line each: 9
 * lines, 580 bytes. With H = 10 an agent meets at most 90 lines, 6 KB, that 199 others have pushed
 * out since: none of them is in the second cache. One by one, at some 15 to 30 ns from the third cache,
 * 9 lines would be 135 to 270 ns; those of a row come together (its lines are neighbours), so that what
 * a step waits for are two dependent loads, of the slot and then of the row: 30 to 60 ns, unless the chain
 * is drawn ahead and the rows are asked for early. At 10 to 20 GB/s a core, 580 bytes are 29 to 58 ns.
 *
 * Arithmetic: 4d + 3d + 4 = 354 operations, 177 instructions of two lanes: 50 cycles at four a cycle, 13 to
 * 17 ns. One agent's dot products are two chains of 25 additions, side by side, of 3 to 4 cycles each:
 * 75 to 100 cycles, 25 ns, then the sum of lanes, the temporal difference and the move: 35 ns, unless
 * several agents step in turns.
 *
 * So 40 to 60 ns a thread is the most to gain; on two threads half of that on the clock, as long as
 * they do not share the way to the memory.
 */
import type { Benchmark } from '../harness/benchmark.ts';
import type { Plan } from '../harness/plan.ts';
import { PROJECT, times } from '../harness/targets.ts';
import { LINEAR_FEATURES } from '../problems/specifications.ts';
import { againstRivals, keyOf } from './againstRivals.ts';

const PLAN: Plan = {
  algorithm: 'local-sa',
  sampling: 'markov',
  localSteps: 10,
  rounds: 5000,
  timedFrom: 1000,
  stepSize: 0.03,
};
const QUICK_PLAN: Plan = { ...PLAN, rounds: 400, timedFrom: 100 };

const ofProject = { source: PROJECT, table: keyOf(PLAN), unit: 'times as fast', bound: 'at least' } as const;

const linearFeatures: Benchmark = {
  name: 'simulation/linearFeatures',
  question: 'what does a step of TD learning cost in a whole run, with 200 agents that share nothing?',
  targets: [
    {
      ...ofProject,
      description: 'TD(0), M = 200, d = 50, H = 10: all threads against C++ on one',
      figure: times('compiled', 'packed'),
      limit: 1.6,
    },
    {
      ...ofProject,
      description: 'TD(0), M = 200, d = 50, H = 10: all threads against numpy',
      figure: times('numpy', 'packed'),
      limit: 5,
    },
  ],
  run: (effort) =>
    againstRivals(
      'TD(0), M = 200, S = 100, d = 50',
      LINEAR_FEATURES,
      [effort.quick ? QUICK_PLAN : PLAN],
      () => 1,
      effort,
    ),
};
export default linearFeatures;
