/** The worker's side: hosts a share of a run's agents, and answers what the run requests. */
import { ActorFailure } from '../../src/protocol/failure.ts';
import { type Wire, wireOf } from '../../src/protocol/wire.ts';
import type { Cohort } from '../cohort/cohort.ts';
import { dataFrame, dataOf, entriesFrame, entriesOf, type Entry, kindOf } from './frames.ts';
import type { Opening, RemoteFailure } from './remoteCohort.ts';

/** What a share of the agents lives in: made once, for all replications of a run. */
export interface Lodging {
  /** The agents of one replication, which come after those of the one before; its answers in lockstep are the share's, in agent order. */
  assemble(opening: Opening): Cohort;
  close(): Promise<void>;
}

interface OpenReplication {
  readonly cohort: Cohort;
  readonly wire: Wire;
  readonly dimension: number;
  /** of each agent, what it is doing; it does one thing after another */
  readonly busy: Map<number, Promise<unknown>>;
}

/** The agents of one run that live here. */
export class AgentsHost {
  readonly #prepare: (task: unknown) => Promise<Lodging>;
  #lodging: Lodging | undefined;
  #replication: Promise<OpenReplication> | undefined;

  /** @param prepare - makes what agents live in, of what the run says first; an error's message goes to the run */
  constructor(prepare: (task: unknown) => Promise<Lodging>) {
    this.#prepare = prepare;
  }

  /** Takes requests in their order; what was not answered yet continues while the next comes. */
  async handle(frame: Uint8Array): Promise<Uint8Array> {
    try {
      switch (kindOf(frame)) {
        case 'prepare':
          this.#lodging = await this.#prepare(dataOf(frame));
          return dataFrame('done', undefined);
        case 'open':
          this.#replication = this.#open(dataOf(frame) as Opening, this.#replication);
          await this.#replication;
          return dataFrame('done', undefined);
        case 'exchange':
          return await this.#exchange(frame);
        case 'each':
          return await this.#each(frame);
        default:
          throw new TypeError('a request of a kind that is not known here');
      }
    } catch (error) {
      return dataFrame('failed', failureOf(error));
    }
  }

  async close(): Promise<void> {
    await this.#replication?.then(({ cohort }) => cohort.close()).catch(() => undefined);
    await this.#lodging?.close();
  }

  async #open(opening: Opening, before: Promise<OpenReplication> | undefined): Promise<OpenReplication> {
    await before?.then(({ cohort }) => cohort.close()).catch(() => undefined);
    const { algorithm, dimension } = opening.configuration;
    const cohort = this.#lodging!.assemble(opening);
    if (!opening.inStep) await cohort.ready?.();
    return { cohort, wire: wireOf(algorithm), dimension, busy: new Map() };
  }

  async #exchange(frame: Uint8Array): Promise<Uint8Array> {
    const { cohort, wire, dimension } = await this.#replication!;
    const [{ message } = {}] = entriesOf(frame, wire, dimension);
    const answers = await cohort.exchange(message!);
    if (!answers) throw new Error('the worker releases its agents');
    const entries = answers.map((answer): Entry => ({ agent: answer.agent, message: answer }));
    return entriesFrame('done', entries, wire, dimension);
  }

  async #each(frame: Uint8Array): Promise<Uint8Array> {
    const { cohort, wire, dimension, busy } = await this.#replication!;
    const answers = entriesOf(frame, wire, dimension).map(({ agent, message }) => {
      const before = busy.get(agent) ?? Promise.resolve();
      // An answer is taken before the agent is sent anything else: there is none to what came before.
      const done = before.then(async () => {
        if (!message) cohort.restart(agent);
        else if (wire.isNotice(message)) cohort.note(agent, message);
        else {
          cohort.start(agent, message);
          return { agent, message: await cohort.take(agent) };
        }
        return undefined;
      });
      busy.set(
        agent,
        done.catch(() => undefined),
      );
      return done;
    });
    const entries = (await Promise.all(answers)).filter((entry) => entry !== undefined);
    return entriesFrame('done', entries, wire, dimension);
  }
}

function failureOf(error: unknown): RemoteFailure {
  const why = (thrown: unknown): string => (thrown instanceof Error ? thrown.message : String(thrown));
  if (!(error instanceof ActorFailure)) return { at: undefined, why: why(error) };
  const { agent, stage, round } = error.at;
  return { at: { agent, stage, round }, why: why(error.cause) };
}
