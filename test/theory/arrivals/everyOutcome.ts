/**
 * The expectation of a timed run's error by brute force: the actors themselves on every sequence of
 * observations that there can be, each with its probability. Independent of all theory.
 */
import type { AgentsOnClock } from '../../../actors/hosting/agentGroup.ts';
import { runOnClock } from '../../../actors/replication/eventDriver.ts';
import type { ReplicationObserver, ReplicationPlan } from '../../../actors/replication/replication.ts';
import type { AgentLogic } from '../../../src/algorithms/algorithm.ts';
import { copyOf, type Message, writeHead } from '../../../src/algorithms/message.ts';
import { agentLogic, streamsOf } from '../../../src/algorithms/parts.ts';
import { localWork, perform } from '../../../src/problems/localWork.ts';
import type { LocalOperator } from '../../../src/problems/operator.ts';
import type { ScheduledAlgorithm, RunConfiguration } from '../../../src/configuration/configuration.ts';
import type { ExplicitAgent, ExplicitProblem } from '../../oracles/explicitProblem.ts';
import { stationaryLaw } from '../../oracles/plainMatrices.ts';

/** A way through the tree of outcomes: those taken so far, and how many there are at each place. */
class Path {
  probability = 1;
  readonly #taken: { at: number; total: number }[] = [];
  #next = 0;

  choose(probabilities: readonly number[]): number {
    const place = (this.#taken[this.#next++] ??= { at: 0, total: probabilities.length });
    this.probability *= probabilities[place.at]!;
    return place.at;
  }

  /** @returns whether there is another way */
  turn(): boolean {
    this.probability = 1;
    this.#next = 0;
    while (this.#taken.length > 0) {
      const last = this.#taken.at(-1)!;
      if (++last.at < last.total) return true;
      this.#taken.pop();
    }
    return false;
  }
}

/** i.i.d. draws from the stationary law, or the moves of the chain, each of them a choice. */
class ChosenOperator implements LocalOperator {
  readonly dimension: number;
  readonly #agent: ExplicitAgent;
  readonly #law: readonly number[];
  readonly #path: Path;
  readonly #isChain: boolean;
  /** of all operators on the same observations */
  readonly #draws: number[];
  #drawn = 0;
  #current: number | undefined;
  #last: number | undefined;

  constructor(agent: ExplicitAgent, path: Path, isChain: boolean, draws: number[]) {
    this.#isChain = isChain;
    this.#draws = draws;
    this.dimension = agent.b[0]!.length;
    this.#agent = agent;
    this.#law = stationaryLaw(agent.transition);
    this.#path = path;
  }

  peek(theta: Readonly<Float64Array>, out: Float64Array): void {
    this.#current ??= this.#draw();
    const { A, b } = this.#agent;
    b[this.#current]!.forEach((value, i) => {
      out[i] = value - A[this.#current!]![i]!.reduce((sum, a, j) => sum + a * theta[j]!, 0);
    });
  }

  #draw(): number {
    return (this.#draws[this.#drawn++] ??= this.#path.choose(this.#nextLaw()));
  }

  /** With a choice between all states; those that cannot be have no probability. */
  #nextLaw(): readonly number[] {
    if (!this.#isChain) return this.#law;
    if (this.#last !== undefined) return this.#agent.transition[this.#last]!;
    const { initial } = this.#agent;
    if (initial === 'stationary') return this.#law;
    if ('state' in initial) return this.#law.map((_, s) => Number(s === initial.state));
    return initial.distribution;
  }

  advance(
    theta: Float64Array,
    stepSize: number,
    correction: Readonly<Float64Array> | undefined,
    count: number,
  ): void {
    const value = new Float64Array(theta.length);
    for (let k = 0; k < count; k++) {
      this.peek(theta, value);
      this.skip();
      for (let j = 0; j < theta.length; j++) theta[j]! += stepSize * (value[j]! + (correction?.[j] ?? 0));
    }
  }

  accumulate(theta: Readonly<Float64Array>, count: number, out: Float64Array): void {
    const value = new Float64Array(theta.length);
    out.fill(0);
    for (let k = 0; k < count; k++) {
      this.peek(theta, value);
      this.skip();
      for (let j = 0; j < theta.length; j++) out[j]! += value[j]!;
    }
  }

  skip(): void {
    this.#last = this.#current ?? this.#draw();
    this.#current = undefined;
  }
}

/** Agents on one way through the tree. */
function agentsOn(path: Path, problem: ExplicitProblem, plan: ReplicationPlan): AgentsOnClock {
  const { algorithm, dimension, trigger } = plan;
  const partOf = (agent: number): AgentLogic => agentLogic(algorithm, { agent, dimension, trigger });
  const agents = problem.map((agent, index) => {
    const draws = new Map(streamsOf(algorithm).map((stream) => [stream, [] as number[]]));
    return {
      part: partOf(index),
      works: streamsOf(algorithm).map(() => localWork(dimension)),
      operators: streamsOf(algorithm).map(
        (stream) => new ChosenOperator(agent, path, plan.sampling === 'markov', draws.get(stream)!),
      ),
    };
  });
  const answers: Message[] = [];
  return {
    start: (agent, message) => {
      const { part, works, operators } = agents[agent]!;
      part.ask(message, works[0]!, works[1]!);
      works.forEach((work, stream) => {
        perform(work, operators[stream]!);
      });
      const answer = copyOf(part.answer(message, works[0]!, works[1]!));
      answers[agent] = writeHead(answer, message.round, message.localSteps, agent);
    },
    take: (agent) => answers[agent]!,
    note: (agent, notice) => {
      agents[agent]!.part.note!(notice);
    },
    restart: (agent) => {
      agents[agent]!.part = partOf(agent);
    },
  };
}

/** E ‖θ̄_t − θ*‖² and ‖E θ̄_t − θ*‖² at t = 0, 1, …, over every outcome. */
export async function overEveryOutcome(
  problem: ExplicitProblem,
  root: readonly number[],
  configuration: RunConfiguration,
  algorithm: ScheduledAlgorithm,
  seed: number,
): Promise<{ readonly meanSquare: number[]; readonly biasSquare: number[]; readonly outcomes: number }> {
  const dimension = root.length;
  const plan: ReplicationPlan = { ...configuration, algorithm, seed, agents: problem.length, dimension };
  const meanSquare: number[] = [];
  const mean: number[][] = [];
  const path = new Path();
  let outcomes = 0;
  do {
    const models: number[][] = [];
    const observer: ReplicationObserver = {
      observe: (event) => {
        if (event.kind === 'recorded') models.push([...event.theta]);
      },
      stopping: () => false,
    };
    const answer = { root: Float64Array.from(root), mean: undefined };
    await runOnClock({ plan, answer, observer }, agentsOn(path, problem, plan));
    models.forEach((theta, t) => {
      const square = theta.reduce((sum, x, j) => sum + (x - root[j]!) ** 2, 0);
      meanSquare[t] = (meanSquare[t] ?? 0) + path.probability * square;
      mean[t] = theta.map((x, j) => (mean[t]?.[j] ?? 0) + path.probability * x);
    });
    outcomes++;
  } while (path.turn());
  const biasSquare = mean.map((theta) => theta.reduce((sum, x, j) => sum + (x - root[j]!) ** 2, 0));
  return { meanSquare, biasSquare, outcomes };
}
