/**
 * A thousand kills that lose nothing, a quarter of an hour on two cores that do nothing else: each trial starts a program
 * once or more, for a second, and has the same command done to its end. A few of them are in kills.long.test.ts.
 */
import { availableParallelism } from 'node:os';
import { describe, expect, test } from 'vitest';
import { emptyFolder } from '../commandLine/builtProgram.ts';
import { hasNatsServer } from '../nats/server.ts';
import { Cluster } from './cluster.ts';
import { COMMANDS, SWEEP_OVER_NATS } from './commands.ts';
import { Trials } from './trials.ts';

const HOUR = 3_600_000;

test.each(COMMANDS)(
  '$name, killed $trials times at random moments, loses nothing',
  async (command) => {
    const trials = await Trials.of(command);
    await trials.run(command.trials, availableParallelism());
    console.info(`${command.name}: ${JSON.stringify(trials.tally)}`);
    expect(trials.faults).toEqual([]);
  },
  HOUR,
);

describe.runIf(hasNatsServer)('over NATS', () => {
  test(
    'a sweep that is killed at random moments, as its workers and its server are, loses nothing',
    async () => {
      const cluster = await Cluster.open(emptyFolder());
      try {
        const trials = await Trials.of(SWEEP_OVER_NATS, cluster);
        // one at a time: the others would lose their server, too
        await trials.run(SWEEP_OVER_NATS.trials, 1);
        console.info(`${SWEEP_OVER_NATS.name}: ${JSON.stringify(trials.tally)}`);
        expect(trials.faults).toEqual([]);
        expect(await cluster.streams()).toEqual([]);
      } finally {
        await cluster.close();
      }
    },
    HOUR,
  );
});
