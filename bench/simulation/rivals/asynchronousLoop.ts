/**
 * FedAsync on TD(0) written out as one loop: agents' models in one array, a heap of the times at which answers come,
 * no actors, messages or streams of events. Operators, delays and the order at equal times are the program's own.
 */
import { randomTies } from '../../../actors/clock/ties.ts';
import type { LocalOperator, Problem } from '../../../src/problems/operator.ts';
import { agentTiming } from '../../../src/timing/agentTiming.ts';
import type { TimingModel } from '../../../src/timing/timingModel.ts';
import type { Cost } from '../../harness/benchmark.ts';
import { stopwatch } from '../../harness/compare.ts';

export interface AsynchronousRun {
  readonly model: TimingModel;
  readonly stepSize: number;
  readonly localSteps: number;
  /** α */
  readonly mixing: number;
  /** of the polynomial staleness weight */
  readonly exponent: number;
  /** server steps in all, and before the clock starts */
  readonly updates: number;
  readonly timedFrom: number;
}

const SEED = 1;
/** Messages of one moment that follow from one another are deeper; an answer that is ready is not. */
const DEPTH = 0;

/** θ̄ after the last update, and what the timed ones took. */
export function asynchronousLoop(
  problem: Problem,
  run: AsynchronousRun,
): { readonly theta: Float64Array; readonly cost: Cost } {
  const { agents: M, dimension: d } = problem;
  const bytes = 8 * d;
  const operators: LocalOperator[] = [];
  const timings = Array.from({ length: M }, (_, i) => agentTiming(run.model, i, SEED));
  for (let i = 0; i < M; i++) operators.push(problem.agent(i).operator('markov', SEED));
  const theta = new Float64Array(d);
  const models = Array.from({ length: M }, () => new Float64Array(d));
  const versions = new Int32Array(M);
  const times = new Float64Array(M);
  const heap = new Int32Array(M);
  const ties = randomTies(SEED);
  const before = (a: number, b: number): boolean => {
    const time = times[a]!;
    return time === times[b]! ? ties(a, time, DEPTH) < ties(b, time, DEPTH) : time < times[b]!;
  };
  /** Moves the root down to where it belongs. */
  const settle = (): void => {
    const moved = heap[0]!;
    let at = 0;
    for (let child = 1; child < M; child = 2 * at + 1) {
      if (child + 1 < M && before(heap[child + 1]!, heap[child]!)) child++;
      if (!before(heap[child]!, moved)) break;
      heap[at] = heap[child]!;
      at = child;
    }
    heap[at] = moved;
  };
  const dispatch = (i: number, now: number, version: number): void => {
    models[i]!.set(theta);
    operators[i]!.advance(models[i]!, run.stepSize, undefined, run.localSteps);
    versions[i] = version;
    const timing = timings[i]!;
    const arrives = now + timing.downlink(bytes);
    const done = arrives + timing.computing(run.localSteps);
    times[i] = done + timing.uplink(bytes);
  };
  for (let i = 0; i < M; i++) dispatch(i, 0, 0);
  const order = Array.from({ length: M }, (_, i) => i).sort((a, b) => (before(a, b) ? -1 : 1));
  heap.set(order);
  let lap: (() => Cost) | undefined;
  for (let version = 0; version < run.updates; version++) {
    if (version === run.timedFrom) lap = stopwatch();
    const i = heap[0]!;
    const weight = run.mixing * (1 + version - versions[i]!) ** -run.exponent;
    const model = models[i]!;
    for (let j = 0; j < d; j++) theta[j]! += weight * (model[j]! - theta[j]!);
    dispatch(i, times[i]!, version + 1);
    settle();
  }
  return { theta, cost: lap!() };
}
