/**
 * Invariants of the messages of a timed run, checked against the log of what happened: nothing is
 * applied twice, nothing that came in time is left out, staleness is what the log says, whichever agents took part in
 * a round hears how it ended where the algorithm has notices, and the algorithm's own invariant.
 */
import type { Algorithm } from '../algorithms/algorithm.ts';
import { isSilent } from '../algorithms/silence.ts';
import type { Message } from '../algorithms/message.ts';
import type { Vector } from '../maths/vector.ts';
import { type PolicyConfiguration, policyOf } from '../policies/index.ts';
import type { TimedEvent } from './inspection.ts';

/** Entry of the log about one dispatch. */
interface Entry {
  /** server steps before it was sent */
  readonly version: number;
  /** when its answer arrives, unless that is lost */
  arrives: number | undefined;
  answer: Message | undefined;
}

/** Follows the log of one replication. */
export class MessageInvariants {
  readonly #faults: string[] = [];
  readonly #entries = new Map<string, Entry>();
  /** answers under way or waiting at the server, by key */
  readonly #open = new Map<string, Entry>();
  readonly #algorithm: Algorithm;
  /** kinds of the notices by which agents hear how a round ended */
  readonly #notices: ReadonlySet<string>;
  readonly #rounds: boolean;
  /** whether a step takes in all that has come; a tier's leaves the others' */
  readonly #takesAll: boolean;
  #steps = 0;
  /** the answers that the latest step took in */
  #taken: Message[] = [];
  /** who has not heard yet how the round ended that they took part in, where there are notices */
  readonly #owed = new Set<number>();
  /** agent and version of the models that the latest step's updates started from */
  #started = new Set<string>();

  constructor(algorithm: Algorithm, policy: PolicyConfiguration) {
    this.#algorithm = algorithm;
    const { free } = policyOf(policy);
    this.#rounds = free === undefined;
    this.#takesAll = free?.fold !== 'cross-tier';
    this.#notices = new Set(this.#rounds ? algorithm.messages.notices.map(({ kind }) => kind) : []);
  }

  /** Invariants that do not hold, a line each. */
  get faults(): readonly string[] {
    return this.#faults;
  }

  /** Takes the next event of the log. */
  add(event: TimedEvent): void {
    if (event.kind === 'message' && event.from === 'server') this.#sent(event);
    else if (event.kind === 'message') this.#answered(event);
    else if (event.kind === 'applied') this.#applied(event);
    else if (event.kind === 'unused' && event.from === 'agent' && event.reason === 'late') {
      this.#open.delete(`${event.agent}/${event.dispatch!}`);
    }
  }

  #sent(event: Extract<TimedEvent, { kind: 'message' }>): void {
    const { agent, dispatch, content } = event;
    if (this.#notices.has(content.kind) && !this.#owed.has(agent)) {
      this.#faults.push(
        `agent ${agent} is sent "${content.kind}" after a round that it did not take part in`,
      );
    }
    this.#owed.delete(agent);
    if (dispatch === undefined) return;
    const key = `${agent}/${dispatch}`;
    if (this.#entries.has(key)) this.#faults.push(`dispatch ${dispatch} of agent ${agent} is sent twice`);
    this.#entries.set(key, { version: this.#steps, arrives: undefined, answer: undefined });
  }

  #answered(event: Extract<TimedEvent, { kind: 'message' }>): void {
    const { agent, dispatch, content, arrives, lost, copy } = event;
    const key = `${agent}/${dispatch!}`;
    const entry = this.#entries.get(key);
    if (!entry) {
      this.#faults.push(`agent ${agent} answers dispatch ${dispatch!}, which was not sent`);
      return;
    }
    if (!copy && entry.answer) this.#faults.push(`agent ${agent} answers dispatch ${dispatch!} twice`);
    entry.answer = content;
    // An exchange without local steps makes a broadcast, not a step.
    if (lost || content.localSteps === 0) return;
    entry.arrives = Math.min(arrives, entry.arrives ?? Infinity);
    this.#open.set(key, entry);
  }

  #applied(event: Extract<TimedEvent, { kind: 'applied' }>): void {
    const { agent, dispatch, staleness, version, time } = event;
    const key = `${agent}/${dispatch}`;
    const entry = this.#entries.get(key);
    if (!entry || !this.#open.has(key)) {
      const how = entry?.arrives === undefined ? 'and never came' : 'twice';
      this.#faults.push(`the answer of agent ${agent} to dispatch ${dispatch} is applied ${how}`);
      return;
    }
    if (entry.arrives! > time) {
      this.#faults.push(`the answer to dispatch ${dispatch} of agent ${agent} is applied before it comes`);
    }
    if (version - entry.version !== staleness) {
      this.#faults.push(
        `staleness of dispatch ${dispatch} of agent ${agent} is ${version - entry.version} by the log, reported as ${staleness}`,
      );
    }
    if (version + 1 !== this.#steps) this.#startStep(version);
    const start = `${agent}/${entry.version}`;
    if (this.#rounds && this.#started.has(start)) {
      this.#faults.push(`step ${this.#steps} takes in two answers of agent ${agent} to the same model`);
    }
    this.#started.add(start);
    this.#open.delete(key);
    if (!isSilent(entry.answer!)) this.#taken.push(entry.answer!);
    if (this.#notices.size > 0) this.#owed.add(agent);
  }

  #startStep(version: number): void {
    if (version !== this.#steps) this.#faults.push(`step ${version + 1} comes after step ${this.#steps}`);
    for (const agent of this.#owed) {
      this.#faults.push(
        `agent ${agent} took part in step ${this.#steps} and has no notice of how that ended`,
      );
    }
    this.#owed.clear();
    this.#steps = version + 1;
    this.#taken = [];
    this.#started.clear();
  }

  /**
   * Called when the server has stepped.
   *
   * @param time - in seconds: whatever had come before must have been taken in
   * @param theta - the model after it `[d]`
   */
  stepped(time: number, theta: Vector): void {
    const broken = this.#rounds ? this.#algorithm.invariant?.(theta, this.#taken) : undefined;
    if (broken !== undefined) this.#faults.push(`${broken} after step ${this.#steps}`);
    if (!this.#takesAll) return;
    for (const [key, { arrives }] of this.#open) {
      if (arrives! >= time) continue;
      const [agent, dispatch] = key.split('/');
      this.#faults.push(
        `the answer of agent ${agent} to dispatch ${dispatch} came before step ${this.#steps} and is left out of it`,
      );
      this.#open.delete(key);
    }
  }
}
