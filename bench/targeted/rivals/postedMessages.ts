/**
 * The plain way to let threads exchange vectors: one posted message per agent and direction, copied
 * by structured clone, and a promise for the last answer.
 */
import { Worker } from 'node:worker_threads';
import { stopwatch } from '../../harness/compare.ts';
import type { RivalRun } from '../../simulation/rivals/process.ts';

/** Answers every message of its agents at once: one step of `θ ← θ + η (1 − θ)`. */
const AGENTS = `
  const { parentPort } = require('node:worker_threads');
  parentPort.on('message', ({ agent, theta, stepSize }) => {
    for (let j = 0; j < theta.length; j++) theta[j] += stepSize * (1 - theta[j]);
    parentPort.postMessage({ agent, theta });
  });`;

interface Answer {
  readonly agent: number;
  readonly theta: Float64Array;
}

/** Rounds of exchanges with agents spread over threads; times those after `timedFrom`. */
export async function postedMessages(
  agents: number,
  threads: number,
  dimension: number,
  { rounds, timedFrom, stepSize }: { rounds: number; timedFrom: number; stepSize: number },
): Promise<RivalRun> {
  const workers = Array.from({ length: threads }, () => new Worker(AGENTS, { eval: true }));
  try {
    const answers = new Array<Float64Array>(agents);
    let missing = 0;
    let complete: () => void = () => undefined;
    for (const worker of workers) {
      worker.on('message', ({ agent, theta }: Answer) => {
        answers[agent] = theta;
        if (--missing === 0) complete();
      });
    }
    let theta = new Float64Array(dimension);
    let lap = stopwatch();
    for (let round = 1; round <= rounds; round++) {
      missing = agents;
      const all = new Promise<void>((resolve) => (complete = resolve));
      for (let agent = 0; agent < agents; agent++) {
        workers[agent % threads]!.postMessage({ agent, theta, stepSize });
      }
      await all;
      const mean = new Float64Array(dimension);
      for (const answer of answers) for (let j = 0; j < dimension; j++) mean[j]! += answer[j]!;
      theta = mean.map((sum) => sum / agents);
      if (round === timedFrom) lap = stopwatch();
    }
    return { theta, cost: lap() };
  } finally {
    await Promise.all(workers.map((worker) => worker.terminate()));
  }
}
