/** What was sent so far, by all agents together. */
import type { MeasuredRound } from './measuredRound.ts';
import { metric } from './metric.ts';

const BYTES_PER_DOUBLE = 8;

const bytes = (vectors: number, { run }: MeasuredRound): number =>
  vectors * (BYTES_PER_DOUBLE * run.dimension);

export const uplinkVectors = metric({
  name: 'uplinkVectors',
  unit: 'vectors of d doubles',
  help: 'sent to the server so far, by all agents together',
  counts: true,
  of: ({ traffic }) => traffic.uplinkVectors,
});

export const downlinkVectors = metric({
  name: 'downlinkVectors',
  unit: 'vectors of d doubles',
  help: 'sent to the agents so far; a broadcast counts once for each agent',
  counts: true,
  of: ({ traffic }) => traffic.downlinkVectors,
});

export const uplinkBytes = metric({
  name: 'uplinkBytes',
  unit: 'bytes',
  help: '8 d times the vectors; headers are not counted',
  counts: true,
  of: (round) => bytes(round.traffic.uplinkVectors, round),
});

export const downlinkBytes = metric({
  name: 'downlinkBytes',
  unit: 'bytes',
  help: 'likewise',
  counts: true,
  of: (round) => bytes(round.traffic.downlinkVectors, round),
});
