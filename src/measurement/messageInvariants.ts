/**
 * What must hold of the messages of a timed run, checked against the log of what happened: nothing is
 * applied twice, nothing that came in time is left out, staleness is what the log says, and SCAFFLSA's
 * control variates move so that they sum to 0.
 */
import type { AlgorithmName } from '../algorithms/catalogue.ts';
import type { Vector } from '../maths/vector.ts';
import { type PolicyConfiguration, policyOf } from '../policies/index.ts';
import type { TimedEvent } from '../protocol/inspection.ts';

/** How far rounding may take a sum of M numbers of size s from 0: M · s · this. */
const ROUNDING = 1e-12;

/** What the log knows of one dispatch. */
interface Entry {
  /** server steps before it was sent */
  readonly version: number;
  /** when its answer arrives, unless that is lost */
  arrives: number | undefined;
  answer: Vector | undefined;
}

/** Follows the log of one replication. */
export class MessageInvariants {
  readonly #faults: string[] = [];
  readonly #entries = new Map<string, Entry>();
  /** answers under way or waiting at the server, by key */
  readonly #open = new Map<string, Entry>();
  readonly #sumsToZero: boolean;
  readonly #twoExchanges: boolean;
  readonly #rounds: boolean;
  #steps = 0;
  /** the models that the latest step took in, and whom its average has not been told to, for SCAFFLSA */
  #taken: { readonly agent: number; readonly model: Vector }[] = [];
  #owed = new Set<number>();
  /** agent and version of the models that the latest step's updates started from */
  #started = new Set<string>();

  constructor(algorithm: AlgorithmName, policy: PolicyConfiguration) {
    this.#rounds = policyOf(policy).free === undefined;
    this.#sumsToZero = algorithm === 'scafflsa' && this.#rounds;
    this.#twoExchanges = algorithm === 'fedhsa';
  }

  /** What does not hold, a line each. */
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
    if (this.#sumsToZero) this.#checkSettlement(agent, content);
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
    if ('theta' in content) entry.answer = content.theta;
    else entry.answer = new Float64Array();
    // The operators of FedHSA's first exchange make a broadcast, not a step.
    if (lost || (this.#twoExchanges && content.kind === 'operatorValue')) return;
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
        `staleness of dispatch ${dispatch} of agent ${agent} is ${version - entry.version} by the log, told as ${staleness}`,
      );
    }
    if (version + 1 !== this.#steps) this.#startStep(version);
    const start = `${agent}/${entry.version}`;
    if (this.#rounds && this.#started.has(start)) {
      this.#faults.push(`step ${this.#steps} takes in two answers of agent ${agent} to the same model`);
    }
    this.#started.add(start);
    this.#open.delete(key);
    if (this.#sumsToZero) {
      this.#taken.push({ agent, model: entry.answer! });
      this.#owed.add(agent);
    }
  }

  #startStep(version: number): void {
    if (version !== this.#steps) this.#faults.push(`step ${version + 1} comes after step ${this.#steps}`);
    this.#steps = version + 1;
    this.#taken = [];
    this.#started.clear();
  }

  /**
   * Told when the server has stepped: whatever had come before must have been taken in.
   *
   * @param time - of the step, in seconds
   */
  stepped(time: number): void {
    for (const [key, { arrives }] of this.#open) {
      if (arrives! >= time) continue;
      const [agent, dispatch] = key.split('/');
      this.#faults.push(
        `the answer of agent ${agent} to dispatch ${dispatch} came before step ${this.#steps} and is left out of it`,
      );
      this.#open.delete(key);
    }
  }

  /** Who took part hears the average, by which its ξ_i moves; the others' ξ_i stay. */
  #checkSettlement(agent: number, content: Extract<TimedEvent, { kind: 'message' }>['content']): void {
    if (!('theta' in content) || this.#taken.length === 0) return;
    const owed = this.#owed.has(agent);
    const moves = content.kind === 'roundStarted' || content.kind === 'roundClosed';
    if (owed !== moves) {
      this.#faults.push(
        `agent ${agent} is sent "${content.kind}" after a round that it ${owed ? 'took' : 'did not take'} part in`,
      );
    }
    this.#owed.delete(agent);
    for (const [j, average] of content.theta.entries()) {
      let sum = 0;
      let size = 0;
      for (const { model } of this.#taken) {
        sum += average - model[j]!;
        size = Math.max(size, Math.abs(model[j]!));
      }
      if (Math.abs(sum) > ROUNDING * this.#taken.length * size) {
        this.#faults.push(`the ξ_i are moved by ${sum} in all after step ${this.#steps}`);
      }
    }
  }
}
