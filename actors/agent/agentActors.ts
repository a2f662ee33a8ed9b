/**
 * The actors of a host's agents: their logic and states, and the executor of their local steps. They live where the host
 * does, in a worker thread as a rule; when their messages pass is decided in the server's thread.
 */
import type { AgentLogic } from '../../src/algorithms/algorithm.ts';
import { type Message, writeHead } from '../../src/algorithms/message.ts';
import { agentLogic, coinsOf, isCoordinatewise, streamsOf } from '../../src/algorithms/parts.ts';
import type { PartCoins } from '../../src/maths/coins.ts';
import type { Vector } from '../../src/maths/vector.ts';
import type { Observation, LocalOperator } from '../../src/problems/operator.ts';
import { hasKernel } from '../../src/problems/operators/kernelOperator.ts';
import type { AgentsConfiguration, HostShare } from './agentsConfiguration.ts';
import type { ThreadResources } from './threadResources.ts';
import { StackedAgents } from './stackedAgents.ts';
import type { HostStatus } from './hostStatus.ts';
import type { Executor, ExecutorOptions } from './executor.ts';
import { KernelExecutor } from './kernelExecutor.ts';
import { OperatorExecutor } from './operatorExecutor.ts';

/**
 * The executor of a host: kernels where there are any for the agents' operators, else the operators
 * themselves. Both give the same bits.
 */
function openExecutor(order: ExecutorOptions, { problem, kernels }: ThreadResources): Executor {
  const { configuration, hosted, streams } = order;
  const { sampling, seed } = configuration;
  const operatorsOf = (agent: number): LocalOperator[] => {
    order.hostStatus.note(agent, 'start');
    const data = problem.agent(agent);
    return streams.map((copy) => data.operator(sampling, seed, copy));
  };
  const first = operatorsOf(hosted.first);
  const operators = function* (): Generator<LocalOperator[]> {
    yield first;
    for (let k = 1; k < hosted.count; k++) yield operatorsOf(hosted.first + k);
  };
  // All agents of a problem have operators of one kind.
  return kernels !== undefined && first.every(hasKernel)
    ? new KernelExecutor(order, kernels, operators())
    : new OperatorExecutor(order, operators());
}

/** State of an agent's part; the vectors are the part's. */
export interface AgentState {
  /** θ_i `[d]`: where its latest local steps have ended, or its operator was evaluated */
  readonly iterate: Vector;
  /** control variates and the like, by name */
  readonly states: Readonly<Record<string, Vector>>;
  /** of its chain; `undefined` where the operator does not say */
  readonly observation: Observation | undefined;
}

/** Agents that are made one by one, and then take their messages. */
export class AgentActors {
  readonly #first: number;
  readonly #count: number;
  readonly #partOf: (agent: number) => AgentLogic;
  readonly #parts: AgentLogic[];
  /** `undefined` where the agents cannot be asked as one */
  readonly #makeJoint: (() => StackedAgents) | undefined;
  readonly #executor: Executor;
  readonly #hostStatus: HostStatus;
  readonly #answers: Message[] = [];
  #joint: StackedAgents | undefined;

  constructor(
    threadResources: ThreadResources,
    configuration: AgentsConfiguration,
    hosted: HostShare,
    hostStatus: HostStatus,
  ) {
    const { algorithm, trigger, dimension, seed } = configuration;
    const { first, count } = hosted;
    this.#first = first;
    this.#count = count;
    this.#hostStatus = hostStatus;
    hostStatus.round = 0;
    const coins: PartCoins[] = [];
    this.#partOf = (agent) => {
      const drawn = (coins[agent - first] ??= coinsOf(algorithm, { seed, part: agent }));
      return agentLogic(algorithm, { agent, dimension, trigger, coins: drawn });
    };
    const coordinatewise = isCoordinatewise(algorithm);
    // Where they may be asked as one, a part is made for an agent that is asked by itself.
    this.#parts = coordinatewise ? [] : Array.from({ length: count }, (_, k) => this.#partOf(first + k));
    const streams = streamsOf(algorithm);
    this.#executor = openExecutor({ configuration, hosted, streams, hostStatus }, threadResources);
    const { together } = this.#executor;
    if (coordinatewise && together)
      this.#makeJoint = () => new StackedAgents(configuration, hosted, together);
  }

  /**
   * All agents take the same message, and compute side by side.
   *
   * @returns their answers in agent order; the list, and the vectors in it, change with the next message
   */
  receiveAll(message: Message): readonly Message[] {
    const joint = this.receiveAsOne(message);
    if (joint !== undefined) return this.#joint!.each(joint);
    const count = this.#count;
    for (let k = 0; k < count; k++) this.#ask(k, message);
    this.#executor.perform(0, count);
    for (let k = 0; k < count; k++) this.#answers[k] = this.#answer(k, message);
    return this.#answers;
  }

  /**
   * The same, where the agents can be asked as one: their answers as one, its vectors `[n d]` theirs one after another.
   * `undefined` where they cannot; they have then not been asked.
   */
  receiveAsOne(message: Message): Message | undefined {
    this.#hostStatus.round = message.round;
    if (this.#makeJoint === undefined) return undefined;
    if (this.#parts.length > 0) throw new Error('agents that were asked by themselves are asked as one');
    this.#joint ??= this.#makeJoint();
    this.#joint.ask(message);
    this.#executor.performTogether!();
    return this.#joint.answer(message);
  }

  /** The agent's answer; its vectors are the agent's own, and change with its next message. */
  receive(agent: number, message: Message): Message {
    this.#hostStatus.round = message.round;
    const k = agent - this.#first;
    this.#ask(k, message);
    this.#executor.perform(k, 1);
    return this.#answer(k, message);
  }

  /** @throws TypeError where the algorithm's agents take no such message */
  note(agent: number, notice: Message): void {
    this.#hostStatus.round = notice.round;
    this.#hostStatus.note(agent, 'local steps');
    const part = this.#part(agent - this.#first);
    if (!part.note) throw new TypeError(`agent ${agent} takes no message of kind "${notice.kind}"`);
    part.note(notice);
  }

  /** The agent forgets all but its stream. */
  restart(agent: number): void {
    this.#renewPart(agent - this.#first);
  }

  inspect(agent: number): AgentState {
    const k = agent - this.#first;
    return {
      iterate: this.#executor.works(k)[0]!.theta,
      states: this.#part(k).states?.() ?? {},
      observation: this.#executor.observation?.(k),
    };
  }

  #part(k: number): AgentLogic {
    return this.#parts[k] ?? this.#renewPart(k);
  }

  #renewPart(k: number): AgentLogic {
    // Theirs is in the part of all.
    if (this.#joint) throw new Error('agents that were asked as one are asked by themselves');
    return (this.#parts[k] = this.#partOf(this.#first + k));
  }

  #ask(k: number, message: Message): void {
    this.#hostStatus.note(this.#first + k, 'local steps');
    const works = this.#executor.works(k);
    this.#part(k).ask(message, works[0]!, works[1]!);
  }

  #answer(k: number, message: Message): Message {
    const works = this.#executor.works(k);
    this.#hostStatus.note(this.#first + k, 'local steps');
    const { round, localSteps } = message;
    const answer = this.#part(k).answer(message, works[0]!, works[1]!);
    return writeHead(answer, round, localSteps, this.#first + k);
  }
}
