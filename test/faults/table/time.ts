/** Faults of the server, policies, clocks, timing and dropout. */
import type { Fault } from '../fault.ts';

export const TIME: readonly Fault[] = [
  {
    name: 'delay-adaptive-one-step-late',
    file: 'src/policies/stalenessWeight.ts',
    text: 'staleness <= from ? 1 : from / staleness',
    replacement: 'staleness <= from ? 1 : from / (staleness + 1)',
    harm: 'Delay-adaptive weights fall faster than the paper’s min(1, τ_C/τ).',
  },
  {
    name: 'weight-zero-of-wrong-update',
    file: 'actors/server/asynchronousServer.ts',
    text: 'if (weight === 0) spoken[k]!.weight = 0;',
    replacement: 'if (weight === 0) updates[k]!.weight = 0;',
    harm: 'Where one agent of a step was silent, the recorded weight of another agent’s update is set to 0.',
    near: ['test/actors/silence.test.ts'],
  },
  {
    name: 'link-starts-in-other-state',
    file: 'src/timing/loss.ts',
    text: 'let isBad = states.uniform() * (toBad + toGood) < toBad;',
    replacement: 'let isBad = states.uniform() * (toBad + toGood) < toGood;',
    harm: 'Links that are rarely bad are mostly bad at the start of a run.',
  },
  {
    name: 'day-begins-at-start',
    file: 'src/timing/absences.ts',
    text: 'const end = Math.round((k + 1) * part) - phase;',
    replacement: 'const end = Math.round((k + 1) * part);',
    harm: 'Agents of other time zones change from day to night at the wrong hour.',
  },
  {
    name: 'work-ends-with-leaving',
    file: 'src/timing/availability.ts',
    text: 'if (end <= next.from) return end;',
    replacement: 'if (end < next.from) return end;',
    harm: 'Work that ends just as an agent leaves is done only when it is back.',
  },
  {
    name: 'lost-asked-before-deadline',
    file: 'src/policies/quorumRounds.ts',
    text: 'const waits = deadline !== undefined && !overdue;',
    replacement: 'const waits = deadline !== undefined && overdue;',
    harm: 'Lost answers are asked for again before the deadline, and never after it.',
    near: ['test/actors/timed'],
  },
  {
    name: 'one-step-beyond-bound',
    file: 'src/policies/boundedStaleness.ts',
    text: 'progress.version + 1 - progress.oldest <= staleness',
    replacement: 'progress.version - progress.oldest <= staleness',
    harm: 'An agent may fall a step further behind than the bound.',
    near: ['test/actors/timed'],
  },
  {
    name: 'round-at-limit-left-out',
    file: 'actors/replication/measurement.ts',
    text: 'if (ticksOf(time) > this.#until ||',
    replacement: 'if (ticksOf(time) >= this.#until ||',
    harm: 'A round that ends exactly at --seconds is not recorded.',
  },
  {
    name: 'path-of-carried-answer',
    file: 'actors/replication/agentLedger.ts',
    text: 'Math.max(0, end - Math.max(begin, from));',
    replacement: 'end - Math.max(begin, from);',
    harm: 'Late answers that count in the next round take away time from what rounds waited for.',
  },
  {
    name: 'depth-of-instant-messages',
    file: 'actors/clock/virtualClock.ts',
    text: 'act, this.#depth + 1);',
    replacement: 'act, this.#depth);',
    harm: 'A message without latency may overtake what was there before it was sent.',
    near: ['test/actors/timed/equalTimes.test.ts'],
  },
];
