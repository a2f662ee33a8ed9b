/**
 * A link of the server that all messages under way on it share: n of them get 1/n of its bytes a second each
 * (egalitarian processor sharing).
 */
import { secondsOf, type Ticks, ticksOf } from '../../src/values/ticks.ts';
import { type Clock, OF_SERVER, type Scheduled, SERVER } from '../clock/clock.ts';
import { EventQueue } from '../clock/eventQueue.ts';

/** One direction of the server's link. */
export class SharedLink {
  readonly #clock: Clock;
  readonly #bytesPerSecond: number;
  /** what is under way, by the service at which it is through; of the same, by agent */
  readonly #underWay = new EventQueue();
  /** bytes that a message which has been under way since the link was last idle has got by `#since` */
  #service = 0;
  #since: Ticks = 0;
  #next: Scheduled | undefined;

  constructor(clock: Clock, bytesPerSecond: number) {
    this.#clock = clock;
    this.#bytesPerSecond = bytesPerSecond;
  }

  /** Takes up a message; `act` follows when its last byte is through, of several at one time by agent. */
  carry(bytes: number, agent: number, act: () => void): void {
    const { ticks } = this.#clock;
    const { size, nextTime: first } = this.#underWay;
    // On a wall clock the first may be overdue.
    this.#service =
      size === 0
        ? 0
        : Math.min(this.#service + (secondsOf(ticks - this.#since) * this.#bytesPerSecond) / size, first);
    this.#since = ticks;
    this.#underWay.push(this.#service + bytes, 0, agent, act);
    this.#waitForFirst();
  }

  #waitForFirst(): void {
    if (this.#next) this.#next.cancelled = true;
    const { size, nextTime: first } = this.#underWay;
    if (size === 0) return;
    const seconds = ((first - this.#service) * size) / this.#bytesPerSecond;
    this.#next = this.#clock.at(this.#since + ticksOf(seconds), OF_SERVER, SERVER, () => {
      this.#next = undefined;
      this.#through();
    });
  }

  #through(): void {
    this.#service = this.#underWay.nextTime;
    this.#since = this.#clock.ticks;
    const acts: (() => void)[] = [];
    while (this.#underWay.nextTime === this.#service && this.#underWay.size > 0)
      acts.push(this.#underWay.pop()!.act);
    this.#waitForFirst();
    for (const act of acts) act();
  }
}
