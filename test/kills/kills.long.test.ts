/** Some of the kills of kills.endurance.test.ts, of commands that are gone on with in different ways: two seconds each. */
import { availableParallelism } from 'node:os';
import { expect, test } from 'vitest';
import { COMMANDS } from './commands.ts';
import { Trials } from './trials.ts';

const SAMPLE = ['a run that grows', 'a sweep', 'a plan in an empty folder'];

test.each(COMMANDS.filter(({ name }) => SAMPLE.includes(name)))(
  '$name, killed four times at random moments, loses nothing',
  async (command) => {
    const trials = await Trials.of(command);
    await trials.run(4, availableParallelism());
    expect(trials.faults).toEqual([]);
    expect(trials.tally.trials).toBe(4);
  },
);
