/** Place of a record in its run. */
import { metric } from './metric.ts';

export const round = metric({
  name: 'round',
  unit: 'communications',
  help: 't; round 0 is the start',
  counts: true,
  of: ({ round }) => round,
});

export const step = metric({
  name: 'step',
  unit: 'local steps',
  help: 'done by each agent so far; their mean where agents differ',
  counts: true,
  of: ({ step }) => step,
});

export const time = metric({
  name: 'time',
  unit: 'virtual seconds',
  help: 'by the [timing model](timing.md); without one a local step takes one second and a message none, so `time` equals `step` where all agents take as many',
  counts: true,
  of: ({ time }) => time,
});
