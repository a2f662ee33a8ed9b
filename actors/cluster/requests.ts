/**
 * The run's end of a link: requests that are answered once each, whatever the link does. Now and then the host is asked
 * how far it is; what it lacks is sent again, and answers that have not come are asked for again.
 */
import { HostFailure } from '../../src/values/failure.ts';
import type { Link } from './link.ts';
import { pack, packNumbers, type Packet, unpack, unpackNumbers } from './packets.ts';

/** Milliseconds between two questions. */
export const ASK_EVERY = 1000;
/** So many questions without a word from the host, and it is given up. */
const PATIENCE = 10;

interface Pending {
  readonly packet: Uint8Array;
  readonly resolve: (answer: Uint8Array) => void;
  readonly reject: (reason: Error) => void;
}

/** Requests to one host. */
export class Requests {
  /** `laptop-2 (laptop, pid 4711)` */
  readonly worker: string;
  readonly #link: Link;
  readonly #pending = new Map<number, Pending>();
  #next = 0;
  /** questions since anything was received */
  #unheard = 0;
  #failure: HostFailure | undefined;

  constructor(worker: string, link: Link) {
    this.worker = worker;
    this.#link = link;
    link.receive((bytes) => {
      const packet = unpack(bytes);
      if (packet) this.#receive(packet);
    });
  }

  /** Why the host was lost; `undefined` while it is there. */
  get failure(): HostFailure | undefined {
    return this.#failure;
  }

  /**
   * Has the host do something; requests are taken up in the order of these calls.
   *
   * @throws HostFailure where it was lost
   */
  request(content: Uint8Array): Promise<Uint8Array> {
    if (this.#failure) return Promise.reject(this.#failure);
    const packet = pack('request', this.#next, this.#settled(), content);
    const sequence = this.#next++;
    return new Promise((resolve, reject) => {
      this.#pending.set(sequence, { packet, resolve, reject });
      this.#link.send(packet);
    });
  }

  /** Asks how far the host is; to be called every {@link ASK_EVERY} ms. */
  ask(): void {
    if (this.#failure) return;
    // Questions are counted and not seconds: a program that was held up itself has received nothing.
    if (this.#unheard === PATIENCE) {
      this.#fail(`has not been heard of for ${(PATIENCE * ASK_EVERY) / 1000} s`);
      return;
    }
    this.#unheard++;
    this.#link.send(pack('ask', this.#next, this.#settled(), packNumbers(this.#pending.keys())));
  }

  /** The host cannot be reached. */
  lose(how: string): void {
    this.#fail(how);
  }

  /** The run needs the host no more. */
  close(): void {
    this.#link.send(pack('end'));
    this.#link.close();
  }

  /** All requests before this one are answered. */
  #settled(): number {
    return this.#pending.keys().next().value ?? this.#next;
  }

  #receive({ kind, sequence, content }: Packet): void {
    this.#unheard = 0;
    if (kind === 'answer') {
      const pending = this.#pending.get(sequence);
      this.#pending.delete(sequence);
      pending?.resolve(content);
    } else if (kind === 'state') {
      const answered = new Set(unpackNumbers(content));
      for (const [number, { packet }] of this.#pending) {
        if (answered.has(number)) this.#link.send(pack('again', number));
        else if (number >= sequence) this.#link.send(packet);
      }
    } else if (kind === 'end') {
      this.#fail(new TextDecoder().decode(content));
    }
  }

  #fail(how: string): void {
    if (this.#failure) return;
    this.#failure = new HostFailure(this.worker, how);
    for (const { reject } of this.#pending.values()) reject(this.#failure);
    this.#pending.clear();
  }
}
