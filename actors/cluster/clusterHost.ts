/** The worker's side: hosts a share of a run's agents, and answers what the run requests. */
import { ActorFailure } from '../../src/values/failure.ts';
import { thrownText } from '../../src/values/quoted.ts';
import { type MessageLayout, layoutOf } from '../../src/algorithms/messageLayout.ts';
import type { AgentGroup } from '../hosting/agentGroup.ts';
import { dataFrame, dataOf, entriesFrame, entriesOf, type Entry, kindOf } from './frames.ts';
import type { Opening, RemoteFailure } from './remoteAgents.ts';

/** A share of the agents, hosted for all replications of a run. */
export interface HostedAgents {
  /** The agents of one replication, which come after those of the one before; its answers in lockstep are the share's, in agent order. */
  assemble(opening: Opening): AgentGroup;
  close(): Promise<void>;
}

interface OpenReplication {
  readonly group: AgentGroup;
  readonly layout: MessageLayout;
  readonly dimension: number;
  /** of each agent, what it is doing; it does one thing after another */
  readonly busy: Map<number, Promise<unknown>>;
}

/** The agents of one run that live here. */
export class ClusterHost {
  readonly #prepare: (task: unknown) => Promise<HostedAgents>;
  #hostedAgents: HostedAgents | undefined;
  #replication: Promise<OpenReplication> | undefined;

  /** @param prepare - makes the host of the agents from the first message of the run, which receives an error's message */
  constructor(prepare: (task: unknown) => Promise<HostedAgents>) {
    this.#prepare = prepare;
  }

  /** Takes requests in their order; what was not answered yet continues while the next comes. */
  async handle(frame: Uint8Array): Promise<Uint8Array> {
    try {
      switch (kindOf(frame)) {
        case 'prepare':
          this.#hostedAgents = await this.#prepare(dataOf(frame));
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
    await this.#replication?.then(({ group }) => group.close()).catch(() => undefined);
    await this.#hostedAgents?.close();
  }

  async #open(opening: Opening, before: Promise<OpenReplication> | undefined): Promise<OpenReplication> {
    await before?.then(({ group }) => group.close()).catch(() => undefined);
    const { algorithm, dimension } = opening.configuration;
    const group = this.#hostedAgents!.assemble(opening);
    if (!opening.atBarrier) await group.ready?.();
    return { group, layout: layoutOf(algorithm, dimension), dimension, busy: new Map() };
  }

  async #exchange(frame: Uint8Array): Promise<Uint8Array> {
    const { group, layout, dimension } = await this.#replication!;
    const [{ message } = {}] = entriesOf(frame, layout, dimension);
    const answers = await group.exchange(message!);
    if (!answers) throw new Error('the worker releases its agents');
    const entries = answers.map((answer): Entry => ({ agent: answer.agent, message: answer }));
    return entriesFrame('done', entries, layout, dimension);
  }

  async #each(frame: Uint8Array): Promise<Uint8Array> {
    const { group, layout, dimension, busy } = await this.#replication!;
    const answers = entriesOf(frame, layout, dimension).map(({ agent, message }) => {
      const before = busy.get(agent) ?? Promise.resolve();
      // An answer is taken before the agent is sent anything else: there is none to what came before.
      const done = before.then(async () => {
        if (!message) group.restart(agent);
        else if (layout.isNotice(message)) group.note(agent, message);
        else {
          group.start(agent, message);
          return { agent, message: await group.take(agent) };
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
    return entriesFrame('done', entries, layout, dimension);
  }
}

function failureOf(error: unknown): RemoteFailure {
  const why = (thrown: unknown): string => thrownText(thrown);
  if (!(error instanceof ActorFailure)) return { at: undefined, why: why(error) };
  const { agent, stage, round } = error.at;
  return { at: { agent, stage, round }, why: why(error.cause) };
}
