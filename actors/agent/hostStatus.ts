/** Status of a host: the agent, stage and round under way, in memory that outlives its thread. Failures are reported with it. */
import type { FailurePlace, Stage } from '../../src/values/failure.ts';

/** Words: the agent's number and 1, or 0 for none; what it does; the round. */
const AGENT = 0;
const STAGE = 1;
const ROUND = 2;
/** A cache line: hosts that write side by side would slow each other down. */
export const HOST_STATUS_LENGTH = 16;

const STAGES = ['start', 'local steps'] as const satisfies readonly Stage[];

/** Status of one host. */
export class HostStatus {
  readonly #words: Int32Array;

  /** @param words - so many, all zero; shared where another thread is to read them */
  constructor(words: Int32Array = new Int32Array(HOST_STATUS_LENGTH)) {
    this.#words = words;
  }

  /** The host turns to an agent: to set it up, or to have it compute. */
  note(agent: number, stage: (typeof STAGES)[number]): void {
    this.#words[AGENT] = agent + 1;
    this.#words[STAGE] = stage === STAGES[0] ? 0 : 1;
  }

  /** 0 while agents are set up. */
  set round(round: number) {
    this.#words[ROUND] = round;
  }

  get place(): Pick<FailurePlace, 'agent' | 'stage' | 'round'> {
    const word = this.#words[AGENT]!;
    return {
      agent: word === 0 ? undefined : word - 1,
      stage: STAGES[this.#words[STAGE]!]!,
      round: this.#words[ROUND]!,
    };
  }
}
