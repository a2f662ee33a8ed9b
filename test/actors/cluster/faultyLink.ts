/** A run and its hosts in one thread, with links between them that lose, double, delay and reorder packets by a seeded stream. */
import { ClusterHost, type HostedAgents } from '../../../actors/cluster/clusterHost.ts';
import { dataFrame } from '../../../actors/cluster/frames.ts';
import type { Link } from '../../../actors/cluster/link.ts';
import type { RemoteHost } from '../../../actors/cluster/remoteAgents.ts';
import { Requests } from '../../../actors/cluster/requests.ts';
import { Responder } from '../../../actors/cluster/responder.ts';
import { threadResources } from '../../../actors/agent/threadResources.ts';
import { InlineAgents } from '../../../actors/hosting/inlineAgents.ts';
import { type Generator, generatorFor } from '../../../src/maths/generator.ts';
import type { Problem } from '../../../src/problems/operator.ts';

export interface Faults {
  /** probabilities, of each packet */
  readonly loss: number;
  readonly duplication: number;
  /** turns of the event loop that a packet may take at most */
  readonly delay: number;
}

/** Turns between two questions of a run to its hosts: longer than an answer may take. */
const ASK_EVERY = 4;

/** A network with a time of its own: the turns of the event loop. */
export class FaultyNetwork {
  /** what has gone wrong */
  readonly count = { lost: 0, doubled: 0, late: 0 };
  readonly #faults: Faults;
  readonly #generator: Generator;
  readonly #due = new Map<number, (() => void)[]>();
  readonly #askers: (() => void)[] = [];
  readonly #cuts: { isCut: boolean }[] = [];
  #turn = 0;
  #isRunning = true;

  constructor(faults: Faults, seed: number) {
    this.#faults = faults;
    this.#generator = generatorFor(seed, 'test', 'network');
    const turn = (): void => {
      const now = this.#due.get(this.#turn) ?? [];
      this.#due.delete(this.#turn++);
      for (const arrive of now) arrive();
      if (this.#turn % ASK_EVERY === 0) for (const ask of this.#askers) ask();
      if (this.#isRunning) setImmediate(turn);
    };
    setImmediate(turn);
  }

  /** The two ends of a link. */
  link(): readonly [Link, Link] {
    const ends: ((packet: Uint8Array) => void)[] = [];
    const cut = { isCut: false };
    this.#cuts.push(cut);
    const end = (here: 0 | 1): Link => ({
      send: (packet) => {
        if (cut.isCut) return;
        this.#send(packet, (arrived) => {
          ends[1 - here]?.(arrived);
        });
      },
      receive: (take) => {
        ends[here] = take;
      },
      close: () => undefined,
    });
    return [end(0), end(1)];
  }

  /** Nothing is heard any more between the ends of the n-th link. */
  cut(link: number): void {
    this.#cuts[link]!.isCut = true;
  }

  /** Calls something now and then. */
  every(ask: () => void): void {
    this.#askers.push(ask);
  }

  close(): void {
    this.#isRunning = false;
  }

  #send(packet: Uint8Array, arrive: (packet: Uint8Array) => void): void {
    const { loss, duplication, delay } = this.#faults;
    const chance = this.#generator;
    if (chance.uniform() < loss) {
      this.count.lost++;
      return;
    }
    const copies = chance.uniform() < duplication ? 2 : 1;
    this.count.doubled += copies - 1;
    for (let copy = 0; copy < copies; copy++) {
      const turns = delay === 0 ? 0 : chance.below(delay);
      if (turns > 0) this.count.late++;
      const at = this.#turn + 1 + turns;
      // A network hands on bytes, at any place of its own memory.
      const bytes = new Uint8Array(packet.length + 1).subarray(1);
      bytes.set(packet);
      this.#due.set(at, [...(this.#due.get(at) ?? []), () => arrive(bytes)]);
    }
  }
}

/** Hosts agents in the calling thread. */
const hostedAgents = (problem: Problem): HostedAgents => {
  const here = threadResources(problem, undefined);
  return {
    assemble: ({ configuration, share }) => new InlineAgents(here, configuration, undefined, share),
    close: () => Promise.resolve(),
  };
};

/** Hosts on a network, ready for agents of a problem. */
export function hostsOn(network: FaultyNetwork, problem: Problem, count: number): RemoteHost[] {
  return Array.from({ length: count }, (_, index) => {
    const [runs, hosts] = network.link();
    const host = new ClusterHost(() => Promise.resolve(hostedAgents(problem)));
    new Responder(
      hosts,
      (frame) => host.handle(frame),
      () => undefined,
    );
    const requests = new Requests(`host-${index} (test, pid ${index})`, runs);
    network.every(() => {
      requests.ask();
    });
    requests.request(dataFrame('prepare', undefined)).catch(() => undefined);
    return { requests, threads: 1 };
  });
}
