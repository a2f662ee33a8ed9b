/**
 * How the cost of an agent's step grows with the agents, the dimension, the local steps and the threads,
 * and what the placement does to it. Garnets with 30 states, Local SA, Markov observations.
 *
 * Ceiling. A round costs what its exchange costs, E, beside the M H steps, s each on one thread: per agent
 * and step `s/P + E/(M H)` on P threads. E is some 1 to 5 µs in one thread and 5 to 20 µs between two, so
 * against H the curves fall as 1/H until E/(M H) is below s/P: with M = 20, s = 15 ns and E = 10 µs, to
 * about H = 60. Against M they fall as 1/M up to the point where the agents' tables (1.2 KB each, features shared)
 * leave a cache: 25 to 40 agents fill the first (32 to 48 KB), 800 to 1,600 the second (1 to 2 MB). Against d, a step is
 * 4d + 3d operations, so linear in d as soon as the draw (some 5 ns) no longer shows; 100 agents with
 * features of their own have 100 · 30 · d · 8 bytes, 1.2 MB at d = 50: they leave the second cache there.
 */
import { availableParallelism } from 'node:os';
import type { Benchmark, Effort } from '../harness/benchmark.ts';
import type { Placed } from '../harness/timedRun.ts';
import { GARNET, LINEAR_FEATURES } from '../problems/specifications.ts';
import { type Growth, growthTable, type Point } from './growthTable.ts';

const STEPS = 2_000_000;
const QUICK_STEPS = 200_000;
/** More agents than these share threads by default; starting twenty threads takes a second or two. */
const MOST_OWN_THREADS = 32;
const MOST_QUICK_THREADS = 4;

const THREADS = availableParallelism();
const PLACEMENTS: readonly [string, Placed][] = [
  ['inline', { placement: 'inline' }],
  [`packed on ${THREADS}`, { placement: 'packed', threads: THREADS }],
  ['own threads', { placement: 'own-thread' }],
];

/** The same agents in every place that they may have. */
const everywhere = (agents: number, localSteps: number, x: number, most: number): Point[] =>
  PLACEMENTS.filter(([, { placement }]) => placement !== 'own-thread' || agents <= most).map(
    ([series, placed]) => ({ series, x, specification: { ...GARNET, agents }, localSteps, placed }),
  );

/** By series, then along the axis: as a reader follows a curve. */
const inOrder = (points: readonly Point[]): Point[] =>
  [...new Set(points.map(({ series }) => series))].flatMap((name) =>
    points.filter(({ series }) => series === name),
  );

const packed: Placed = { placement: 'packed', threads: THREADS };

const growths = ({ quick }: Effort): Growth[] => {
  const most = quick ? MOST_QUICK_THREADS : MOST_OWN_THREADS;
  const few = quick ? MOST_QUICK_THREADS : 20;
  return [
    {
      key: 'agents',
      title: 'against the agents, d = 8, H = 10',
      against: 'agents M',
      label: (M) => `M = ${M}`,
      points: inOrder(
        (quick ? [2, 4, 200] : [2, 5, 10, 32, 100, 316, 1000]).flatMap((M) => everywhere(M, 10, M, most)),
      ),
    },
    {
      key: 'dimension',
      title: `against the dimension, M = 100, H = 100, packed on ${THREADS} threads`,
      against: 'dimension d',
      label: (d) => `d = ${d}`,
      points: inOrder(
        (quick ? [2, 8, 50] : [2, 5, 8, 10, 20, 50, 100]).flatMap((d): Point[] => [
          {
            series: 'features shared',
            x: d,
            specification: { ...GARNET, dimension: d },
            localSteps: 100,
            placed: packed,
          },
          {
            series: 'features of each its own',
            x: d,
            specification: { ...LINEAR_FEATURES, agents: 100, states: 30, dimension: d },
            localSteps: 100,
            placed: packed,
          },
        ]),
      ),
    },
    {
      key: 'local steps',
      title: `against the local steps, M = ${few}, d = 8`,
      against: 'local steps H a round',
      label: (H) => `H = ${H}`,
      points: inOrder((quick ? [1, 100] : [1, 10, 100, 1000]).flatMap((H) => everywhere(few, H, H, most))),
    },
    {
      key: 'threads',
      title: 'against the threads, M = 100, d = 8, packed',
      against: 'threads',
      label: (count) => `${count} ${count === 1 ? 'thread' : 'threads'}`,
      points: inOrder(
        threadCounts().flatMap((threads) =>
          (quick ? [10, 1000] : [1, 10, 100, 1000]).map((H): Point => ({
            series: `H = ${H}`,
            x: threads,
            specification: GARNET,
            localSteps: H,
            placed: { placement: 'packed', threads },
          })),
        ),
      ),
    },
  ];
};

/** 1, 2, 4 … and as many as there are cores. */
function threadCounts(): number[] {
  const counts: number[] = [];
  for (let count = 1; count < THREADS; count *= 2) counts.push(count);
  return [...counts, THREADS];
}

const growth: Benchmark = {
  name: 'simulation/growth',
  question: 'how does the cost of a step grow with the problem, and what does the placement do to it?',
  run: async (effort) => {
    const tables = [];
    for (const growth of growths(effort)) {
      tables.push(await growthTable(growth, effort.quick ? QUICK_STEPS : STEPS, effort));
    }
    return tables;
  },
};
export default growth;
