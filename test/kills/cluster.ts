/** A NATS server and two workers, over which a sweep computes: each can be killed, and another takes its place. */
import type { Generator } from '../../src/maths/generator.ts';
import { type Started, startPatiently } from '../commandLine/builtProgram.ts';
import { startServer, type TestServer } from '../nats/server.ts';
import { streamsOf } from '../nats/workers.ts';

const WORKERS = 2;
const AN_HOUR = 3_600_000;

/** How a sweep may end that is not killed itself: a task was in the hands of five killed workers, or it began without a server. */
export const DISTURBED =
  /5 workers ended, or fell silent|NATS server .*: (nobody listens there|the connection was broken off)/;

/** See the head of this file. */
export class Cluster {
  readonly #folder: string;
  readonly #server: TestServer;
  readonly #workers: Started[] = [];

  private constructor(folder: string, server: TestServer) {
    this.#folder = folder;
    this.#server = server;
    for (let worker = 0; worker < WORKERS; worker++) this.#startWorker();
  }

  /** @param folder - in which workers start */
  static async open(folder: string): Promise<Cluster> {
    return new Cluster(folder, await startServer());
  }

  /** What a command has for it. */
  get words(): readonly string[] {
    return ['--nats', this.#server.url];
  }

  async killServer(): Promise<void> {
    await this.#server.restart();
  }

  killWorker(random: Generator, signal: NodeJS.Signals): void {
    this.#workers.splice(random.below(WORKERS), 1)[0]!.child.kill(signal);
    this.#startWorker();
  }

  /** Queues that sweeps have left on the server. */
  streams(): Promise<string[]> {
    return streamsOf(this.#server);
  }

  async close(): Promise<void> {
    for (const { child } of this.#workers) child.kill('SIGKILL');
    await this.#server.stop();
  }

  #startWorker(): void {
    const worker = startPatiently(
      this.#folder,
      AN_HOUR,
      'worker',
      ...this.words,
      '--threads',
      '1',
      '--quiet',
    );
    worker.ended.catch(() => undefined);
    this.#workers.push(worker);
  }
}
