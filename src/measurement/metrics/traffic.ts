/** Traffic so far, of all agents together. */
import { wholeBytes } from './messageSize.ts';
import type { Measurements } from './measuredRound.ts';
import { metric } from './metric.ts';

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
  help: '8 d times the vectors, or ⌈bits/8⌉ where messages say their size; headers are not counted',
  counts: true,
  of: ({ traffic }) => wholeBytes(traffic.uplinkBits),
});

export const downlinkBytes = metric({
  name: 'downlinkBytes',
  unit: 'bytes',
  help: 'likewise',
  counts: true,
  of: ({ traffic }) => wholeBytes(traffic.downlinkBits),
});

const when = ({ bits }: Measurements): boolean => bits === true;

export const uplinkBits = metric({
  name: 'uplinkBits',
  unit: 'bits',
  help: 'only where messages say their size: sent to the server so far, by all agents together',
  counts: true,
  when,
  of: ({ traffic }) => traffic.uplinkBits,
});

export const downlinkBits = metric({
  name: 'downlinkBits',
  unit: 'bits',
  help: 'likewise, sent to the agents',
  counts: true,
  when,
  of: ({ traffic }) => traffic.downlinkBits,
});
