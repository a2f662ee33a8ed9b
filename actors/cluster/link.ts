/** What lies between a run and one of its hosts: a way for packets. */

/** Takes packets to the other end. They may be lost, come twice, late, or out of order. */
export interface Link {
  send(packet: Uint8Array): void;
  /** Says who takes what comes. */
  receive(take: (packet: Uint8Array) => void): void;
  /** Nothing is sent or taken any more. */
  close(): void;
}
