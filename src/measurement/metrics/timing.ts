/** Metrics of runs on a clock. */
import { isTimed } from '../../timing/isTimed.ts';
import { metric } from './metric.ts';

export const staleness = metric({
  name: 'staleness',
  unit: 'server steps',
  help: 'only of a [timed run](asynchrony.md): mean staleness of the updates of this server step',
  counts: true,
  figure: {
    title: 'Staleness against simulated seconds',
    axis: 'mean staleness of the updates of a step, in server steps',
    scale: 'linear',
    against: 'time',
  },
  when: isTimed,
  of: ({ timing }) => timing?.staleness,
});

export const idle = metric({
  name: 'idle',
  unit: 'a share',
  help: 'only of a timed run: the share of all agents’ time so far that was spent waiting',
  counts: true,
  figure: {
    title: 'Waiting against simulated seconds',
    axis: 'share of the agents’ time so far that they waited',
    scale: 'linear',
    against: 'time',
  },
  when: isTimed,
  of: ({ timing }) => timing?.idle,
});
