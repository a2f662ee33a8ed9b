/** The host's end of a link: takes each request up once, in the order in which they were made, and keeps answers until they have come. */
import type { Link } from './link.ts';
import { pack, packNumbers, type Packet, unpack, unpackNumbers } from './packets.ts';

/** Answers requests of one run. */
export class Responder {
  readonly #link: Link;
  readonly #handle: (content: Uint8Array) => Promise<Uint8Array>;
  readonly #ended: () => void;
  /** requests that came before their turn */
  readonly #early = new Map<number, Uint8Array>();
  /** answers that may not have come */
  readonly #answers = new Map<number, Uint8Array>();
  #next = 0;
  #unheard = 0;

  /**
   * @param handle - is called in the order of the requests, whether or not the earlier ones are answered
   * @param ended - the run needs the host no more
   */
  constructor(link: Link, handle: (content: Uint8Array) => Promise<Uint8Array>, ended: () => void) {
    this.#link = link;
    this.#handle = handle;
    this.#ended = ended;
    link.receive((bytes) => {
      const packet = unpack(bytes);
      if (packet) this.#receive(packet);
    });
  }

  /** Counts, and gives, how often it was called since anything came. */
  unheard(): number {
    return this.#unheard++;
  }

  /** Announces that nothing more will be answered. */
  end(why: string): void {
    this.#link.send(pack('end', 0, 0, new TextEncoder().encode(why)));
    this.#link.close();
  }

  #receive(packet: Packet): void {
    this.#unheard = 0;
    const { kind, sequence, settled, content } = packet;
    if (kind === 'request') {
      this.#forget((number) => number < settled);
      if (sequence < this.#next) return;
      this.#early.set(sequence, content);
      this.#takeUp();
    } else if (kind === 'ask') {
      const pending = new Set(unpackNumbers(content));
      this.#forget((number) => number < sequence && !pending.has(number));
      this.#link.send(pack('state', this.#next, 0, packNumbers(this.#answers.keys())));
    } else if (kind === 'again') {
      const answer = this.#answers.get(sequence);
      if (answer) this.#link.send(answer);
    } else if (kind === 'end') {
      this.#link.close();
      this.#ended();
    }
  }

  #takeUp(): void {
    for (let content = this.#early.get(this.#next); content; content = this.#early.get(this.#next)) {
      const number = this.#next++;
      this.#early.delete(number);
      void this.#handle(content).then((answer) => {
        const packet = pack('answer', number, 0, answer);
        this.#answers.set(number, packet);
        this.#link.send(packet);
      });
    }
  }

  #forget(isOver: (number: number) => boolean): void {
    for (const number of this.#answers.keys()) if (isOver(number)) this.#answers.delete(number);
  }
}
