/** Computes a trajectory of the vectors by an algorithm's parts, message by message. */
import { bySpeech } from '../../algorithms/answers.ts';
import { isSilent } from '../../algorithms/silence.ts';
import { ServerRounds } from '../../../actors/server/serverRounds.ts';
import type { AgentLogic } from '../../algorithms/algorithm.ts';
import { foldOf } from '../../algorithms/fold.ts';
import { copyOf, type Message, vectorOf, writeHead } from '../../algorithms/message.ts';
import { agentLogic, coinsOf, serverLogic, streamsOf } from '../../algorithms/parts.ts';
import type { Vector } from '../../maths/vector.ts';
import { policyOf } from '../../policies/index.ts';
import type { FreeStep } from '../../policies/policy.ts';
import { localWork, perform } from '../../problems/localWork.ts';
import type { LocalOperator } from '../../problems/operator.ts';
import type { ScheduledAlgorithm } from '../../configuration/configuration.ts';
import { layoutOf, type MessageLayout } from '../../algorithms/messageLayout.ts';
import { agentGaps, roundGaps, type RunTrigger } from '../../triggers/index.ts';
import { TableOperator } from './tableOperator.ts';
import type { Schedule, VectorCase } from './vectorCases.ts';
import { INITIAL, listedObservations, SEED, VECTOR_PROBLEM } from './vectorProblem.ts';

/** A message as it is written in the file. */
export interface WrittenMessage {
  readonly round: number;
  readonly from: number | 'server';
  readonly to: number | 'server';
  readonly kind: string;
  /** that it asks for, or comes after */
  readonly localSteps: number;
  readonly vectors: Readonly<Record<string, Vector>>;
  /** of an answer, by stream: the place of the first observation that it is computed at, and how many are used up */
  readonly observations?: readonly { readonly first: number; readonly used: number }[];
}

/** What happens in three rounds, or in as many server steps as answers make. */
export interface Trajectory {
  /** θ̄ after each round */
  readonly theta: readonly Vector[];
  readonly messages: readonly WrittenMessage[];
}

/** Where a program can go wrong; what is left out is right. */
export interface Deviation {
  readonly operator?: (table: TableOperator) => LocalOperator;
  readonly answer?: (answer: Message, part: AgentLogic) => Message;
  readonly localSteps?: (localSteps: number) => number;
  /** the trigger as agents and server have it, for formulas with H */
  readonly trigger?: RunTrigger;
  /** the algorithm as the server has it */
  readonly server?: (algorithm: ScheduledAlgorithm) => ScheduledAlgorithm;
  /** M as the server has it */
  readonly agents?: number;
  readonly free?: (step: FreeStep) => FreeStep;
}

/** An agent with its part and its operators. */
class Agent {
  readonly #index: number;
  readonly #part: AgentLogic;
  readonly #tables: readonly TableOperator[];
  readonly #operators: readonly LocalOperator[];
  readonly #works;
  readonly #deviation: Deviation;

  constructor(index: number, { algorithm, trigger }: VectorCase, deviation: Deviation) {
    const agent = VECTOR_PROBLEM.agents[index]!;
    const listed = listedObservations();
    this.#index = index;
    this.#deviation = deviation;
    this.#tables = streamsOf(algorithm).map((copy) => new TableOperator(agent, listed[copy]![index]!));
    this.#operators = this.#tables.map((table) => deviation.operator?.(table) ?? table);
    const { dimension } = VECTOR_PROBLEM;
    this.#works = this.#tables.map(() => localWork(dimension));
    this.#part = agentLogic(algorithm, {
      ...{ agent: index, dimension, trigger: deviation.trigger ?? trigger },
      coins: coinsOf(algorithm, { seed: SEED, part: index }),
    });
  }

  /** The answer to a message, and which observations it is computed at. */
  receive(message: Message): Required<Pick<WrittenMessage, 'observations'>> & { readonly answer: Message } {
    const [work, second] = this.#works;
    const before = this.#tables.map(({ place }) => place);
    this.#part.ask(message, work!, second!);
    for (const [k, operator] of this.#operators.entries()) perform(this.#works[k]!, operator);
    const made = copyOf(this.#part.answer(message, work!, second!));
    const answer = this.#deviation.answer?.(made, this.#part) ?? made;
    return {
      answer: writeHead(answer, message.round, message.localSteps, this.#index),
      observations: this.#tables.map(({ place }, k) => ({ first: before[k]!, used: place - before[k]! })),
    };
  }
}

/** A case under way. */
class Course {
  readonly theta: Vector[] = [];
  readonly messages: WrittenMessage[] = [];
  readonly agents: readonly Agent[];
  readonly layout: MessageLayout;

  constructor(vectorCase: VectorCase, deviation: Deviation) {
    this.agents = VECTOR_PROBLEM.agents.map((_, index) => new Agent(index, vectorCase, deviation));
    this.layout = layoutOf(vectorCase.algorithm, VECTOR_PROBLEM.dimension);
  }

  /** Sends an agent a message, and notes it with its answer. */
  exchange(agent: number, message: Message): Message {
    const { answer, observations } = this.agents[agent]!.receive(message);
    this.#note(message, { from: 'server', to: agent });
    this.#note(answer, { from: agent, to: 'server', observations });
    return answer;
  }

  #note(message: Message, ends: Pick<WrittenMessage, 'from' | 'to' | 'observations'>): void {
    const { round, kind, localSteps } = message;
    const { fields } = this.layout.typeOf(message);
    const vectors = Object.fromEntries(fields.map((field) => [field, vectorOf(message, field).slice()]));
    this.messages.push({ round, ...ends, kind, localSteps, vectors });
  }
}

/**
 * A case's trajectory.
 *
 * @param deviation - where the program goes wrong; nowhere if left out
 */
export function trajectoryOf(vectorCase: VectorCase, deviation: Deviation = {}): Trajectory {
  const { schedule, trigger, algorithm } = vectorCase;
  const course = new Course(vectorCase, deviation);
  const site = {
    agents: deviation.agents ?? course.agents.length,
    initial: Float64Array.from(INITIAL),
    trigger: deviation.trigger ?? trigger,
    coins: coinsOf(algorithm, { seed: SEED, part: 'server' }),
  };
  const part = serverLogic(deviation.server?.(algorithm) ?? algorithm, site);
  const stepsFor = deviation.localSteps ?? ((localSteps) => localSteps);
  if (schedule.kind === 'arrivals') {
    const gaps = agentGaps(trigger, course.agents.length, SEED);
    freely(course, { part, schedule, deviation, stepsOf: (round, agent) => stepsFor(gaps(round, agent)) });
  } else {
    const gaps = roundGaps(trigger, course.agents.length, SEED);
    const rounds = new ServerRounds(part, course.layout);
    for (const [at, agents] of participantsOf(schedule, course.agents.length).entries()) {
      const { theta } = roundOf(
        course,
        rounds,
        agents,
        rounds.open(at + 1, stepsFor(gaps(at + 1) as number)),
      );
      course.theta.push(theta);
    }
  }
  return course;
}

/** Who takes part in each round. */
function participantsOf(
  schedule: Exclude<Schedule, { readonly kind: 'arrivals' }>,
  agents: number,
): readonly (readonly number[])[] {
  if (schedule.kind === 'participants') return schedule.agents;
  const all = Array.from({ length: agents }, (_, agent) => agent);
  return Array.from({ length: schedule.rounds }, () => all);
}

/** One round, exchange by exchange. */
function roundOf(
  course: Course,
  server: ServerRounds,
  agents: readonly number[],
  opened: Message,
): { readonly theta: Vector } {
  for (let message = opened; ;) {
    const output = server.receive(agents.map((agent) => course.exchange(agent, message)));
    if ('localModels' in output) return output;
    message = output;
  }
}

/** A server without rounds. */
interface FreeCourse {
  readonly part: ReturnType<typeof serverLogic>;
  readonly schedule: Extract<Schedule, { readonly kind: 'arrivals' }>;
  readonly deviation: Deviation;
  readonly stepsOf: (round: number, agent: number) => number;
}

/** Agents that start again from the newest model as soon as they have answered. */
function freely(course: Course, { part, schedule, deviation, stepsOf }: FreeCourse): void {
  const policy = policyOf(schedule.policy);
  const right = policy.free!;
  const free = deviation.free?.(right) ?? right;
  const { answers } = policy.orders!;
  const server = part.free!;
  const fold = foldOf(free);
  const send = (agent: number): { readonly message: Message; readonly version: number } => {
    const version = course.theta.length;
    const localSteps = stepsOf(version + 1, agent);
    const opened = server.open?.(agent) ?? part.open(version + 1, localSteps);
    return { message: writeHead(opened, version + 1, localSteps), version };
  };
  const underWay = course.agents.map((_, agent) => send(agent));
  let buffer: (ReturnType<typeof send> & { readonly agent: number; readonly answer: Message })[] = [];
  for (const agent of schedule.agents) {
    const sent = underWay[agent]!;
    const answer = course.exchange(agent, sent.message);
    if (!isSilent(answer)) server.answered?.({ agent, message: sent.message, answer });
    buffer.push({ ...sent, agent, answer });
    if (buffer.length === answers) {
      const steps = course.theta.length;
      const updates = buffer.map(({ version, ...update }) => ({
        ...update,
        weight: free.weight(steps - version, NaN),
      }));
      const { spoken, quiet } = bySpeech(updates.sort((a, b) => a.agent - b.agent));
      server.step(spoken, fold(0), quiet);
      course.theta.push(part.model());
      buffer = [];
    }
    underWay[agent] = send(agent);
  }
}
