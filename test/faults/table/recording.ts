/** Faults of what is recorded, continued, replayed and exchanged with workers. */
import type { Fault } from '../fault.ts';

export const RECORDING: readonly Fault[] = [
  {
    name: 'round-twice-is-kept',
    file: 'src/recording/keptRows.ts',
    text: 'if (round === undefined || round <= last) return held;',
    replacement: 'if (round === undefined || round < last) return held;',
    harm: 'A run that continues keeps a row that a broken-off session has written twice.',
  },
  {
    name: 'line-of-shorter-replay',
    file: 'src/recording/rowComparison.ts',
    text: 'line ${side.line + 1}: the replay ends before it',
    replacement: 'line ${side.line}: the replay ends before it',
    harm: 'The message of a replay that ends early names the line before.',
    near: ['test/commandLine/replay.test.ts'],
  },
  {
    name: 'update-of-round-before',
    file: 'src/recording/updates.ts',
    text: '[version + 1, agent,',
    replacement: '[version, agent,',
    harm: 'updates.csv names the round before the one that took an update in.',
  },
  {
    name: 'slice-ends-early',
    file: 'src/recording/lineReader.ts',
    text: 'this.#end = offset + bytes;',
    replacement: 'this.#end = bytes;',
    harm: 'Rows of later seeds are cut off where a run continues with rows of an earlier one.',
    near: ['test/commandLine/store.test.ts'],
  },
  {
    name: 'lost-request-not-repeated',
    file: 'actors/cluster/requests.ts',
    text: 'else if (number >= sequence) this.#link.send(packet);',
    replacement: 'else if (number > sequence) this.#link.send(packet);',
    harm: 'A request that is lost on its way to a worker is never sent again, and the run stands still.',
  },
  {
    name: 'copy-counts-for-verify',
    file: 'src/events/messageInvariants.ts',
    text: 'Math.min(arrives, entry.arrives ?? Infinity)',
    replacement: 'Math.max(arrives, entry.arrives ?? 0)',
    harm: '--verify reports a correct run with duplicated answers as wrong.',
    near: ['test/actors/timed/answersNotTaken.test.ts'],
  },
];
