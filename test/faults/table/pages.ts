/** Faults of figures, their words, pages to play with and the live page. */
import type { Fault } from '../fault.ts';

export const PAGES: readonly Fault[] = [
  {
    name: 'bars-off-their-place',
    file: 'src/report/chart/chart.ts',
    text: 'index - (bars.length - 1) / 2',
    replacement: 'index - bars.length / 2',
    harm: 'Bars of several results stand left of the value that they belong to.',
  },
  {
    name: 'shares-of-agents-not-shown',
    file: 'src/report/timeline/surroundings.ts',
    text: 'trace.shownAgents * (view.to - view.from)',
    replacement: 'trace.agents * (view.to - view.from)',
    harm: 'Of a run with more agents than are shown the words of a timeline name too small shares of time.',
  },
  {
    name: 'waiting-over-all-time',
    file: 'src/report/timeline/readUpdates.ts',
    text: '* before) / (now - before)',
    replacement: '* before) / now',
    harm: 'The curve of waiting agents sinks towards 0 in the course of a run.',
  },
  {
    name: 'theory-a-round-late',
    file: 'src/report/exactLine.ts',
    text: 'if (rounds[middle]! <= round) low = middle;',
    replacement: 'if (rounds[middle]! < round) low = middle;',
    harm: 'Against seconds the expected error is that of the round before.',
  },
  {
    name: 'slider-without-its-end',
    file: 'src/runs/play/controls.ts',
    text: '10 ** power <= high; power++',
    replacement: '10 ** power < high; power++',
    harm: 'A slider of a page to play with lacks its largest number.',
    near: ['test/runs/play/player.test.ts'],
  },
  {
    name: 'messages-of-mean-size',
    file: 'src/runs/live/runFollower.ts',
    text: '(uplink / sizes.up + downlink / sizes.down) / round',
    replacement: '(uplink + downlink) / (sizes.up + sizes.down) / round',
    harm: 'The live page shows half as many messages a second.',
  },
  {
    name: 'two-seeds-as-range',
    file: 'src/values/numbers.ts',
    text: 'last - first < 2',
    replacement: 'last - first < 1',
    harm: 'Seeds 1 and 2 are written as a range.',
  },
];
