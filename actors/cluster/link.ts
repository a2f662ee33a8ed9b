/** Link between a run and one of its hosts, for packets. */

/** Takes packets to the other end. They may be lost, come twice, late, or out of order. */
export interface Link {
  send(packet: Uint8Array): void;
  /** Sets the receiver of packets. */
  receive(take: (packet: Uint8Array) => void): void;
  /** Nothing is sent or taken any more. */
  close(): void;
}
