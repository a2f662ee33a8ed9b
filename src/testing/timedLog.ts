/** A small timed run from beginning to end, and everything that happened in it. */
import { runOnClock } from '../../actors/replication/eventDriver.ts';
import type { Algorithm } from '../algorithms/algorithm.ts';
import { configured } from '../algorithms/parts.ts';
import type { LocalOperator } from '../problems/operator.ts';
import type { ScheduledAlgorithm } from '../configuration/configuration.ts';
import type { RoundRecord } from '../measurement/metrics/roundRecord.ts';
import type { Outcome, TimedEvent } from '../events/inspection.ts';
import { DEFAULT_POLICY, type PolicyConfiguration } from '../policies/index.ts';
import { policyFault } from '../algorithms/policyFault.ts';
import type { TimingModel } from '../timing/timingModel.ts';
import type { ReplicationObserver, ReplicationPlan } from '../../actors/replication/replication.ts';
import { type AgentTiming, agentTiming } from '../timing/agentTiming.ts';
import type { AgentsOnClock } from '../../actors/hosting/agentGroup.ts';
import type { Message } from '../algorithms/message.ts';
import { agentKit, type AgentKit } from './agentKit.ts';
import { scriptedTiming, type TimingScript } from './scriptedTiming.ts';

/** Parts that compute when they are asked; each message is checked to be left as it is. */
class KitAgents implements AgentsOnClock {
  readonly #kitOf: (agent: number) => AgentKit;
  readonly #kits: AgentKit[];

  /** @param kitOf - makes an agent's kit, its part in its first state, its stream where it was */
  constructor(agents: number, kitOf: (agent: number) => AgentKit) {
    this.#kitOf = kitOf;
    this.#kits = Array.from({ length: agents }, (_, agent) => kitOf(agent));
  }

  start(agent: number, message: Message): void {
    this.#kits[agent]!.receive(message);
  }

  note(agent: number, notice: Message): void {
    this.#kits[agent]!.note(notice);
  }

  restart(agent: number): void {
    this.#kits[agent] = this.#kitOf(agent);
  }

  take(agent: number): Message {
    return this.#kits[agent]!.answer;
  }
}

/** The system that is probed. */
export interface SystemSettings {
  readonly algorithm: Algorithm;
  /** those that have no default, at least */
  readonly parameters: Readonly<Record<string, unknown>>;
  /** M */
  readonly agents: number;
  /** θ̄ at the start `[d]` */
  readonly initial: readonly number[];
  /** an agent's operator on a copy of its stream */
  readonly operator: (agent: number, copy: number) => LocalOperator;
  /** H; 1 if left out */
  readonly localSteps?: number;
  /** T, server steps */
  readonly rounds: number;
  /** synchronous if left out */
  readonly policy?: PolicyConfiguration;
  /** what the scripts leave open; 1 s a local step and nothing else if left out */
  readonly timing?: TimingModel;
  /** times and faults of agent 0, 1, … */
  readonly scripts?: readonly TimingScript[];
  /** 1 if left out */
  readonly seed?: number;
  /** puts agents at the same moment in random order; without it they go by number */
  readonly tieSeed?: number;
}

/** What happened. */
export interface TimedLog {
  readonly events: readonly TimedEvent[];
  readonly records: readonly RoundRecord[];
  /** θ̄ at the start and after each server step `[T + 1][d]` */
  readonly models: readonly (readonly number[])[];
  readonly outcome: Outcome;
}

/** More than a small run reports; one that reports more does not end. */
const MOST_EVENTS = 200_000;

/**
 * Runs the system to its end, with the invariants of messages and updates checked.
 *
 * @throws Error for settings that make no system, and for a run without an end; InvariantFailure
 */
export async function timedLog(settings: SystemSettings): Promise<TimedLog> {
  const { algorithm, parameters, agents, initial, timing, scripts = [], seed = 1, localSteps = 1 } = settings;
  const policy = settings.policy ?? DEFAULT_POLICY;
  const fault = policyFault(algorithm, policy);
  if (fault !== undefined)
    throw new Error(`expected a policy that ${algorithm.name} can have, got ${policy.kind}: ${fault}`);
  if (scripts.length > agents)
    throw new Error(`expected scripts for at most ${agents} agents, got ${scripts.length}`);
  const trigger = { kind: 'deterministic', localSteps } as const;
  // Of an agent that has crashed and returned the stream is where it was.
  const streams = new Map<string, LocalOperator>();
  const operatorOf = (agent: number, copy: number): LocalOperator => {
    const key = `${agent}/${copy}`;
    const operator = streams.get(key) ?? settings.operator(agent, copy);
    streams.set(key, operator);
    return operator;
  };
  const events: TimedEvent[] = [];
  const records: RoundRecord[] = [];
  const models: number[][] = [];
  const plan: ReplicationPlan = {
    algorithm: configured(algorithm, parameters) as ScheduledAlgorithm,
    trigger,
    sampling: 'markov',
    stride: 1,
    seed,
    agents,
    dimension: initial.length,
    budget: { kind: 'rounds', rounds: settings.rounds },
    initial,
    recording: 'all',
    averageFrom: undefined,
    drawn: false,
    lyapunov: false,
    policy,
    timing,
    clock: 'virtual',
    tieSeed: settings.tieSeed ?? 'by-number',
    verify: true,
    trace: true,
    updates: false,
  };
  const kits = new KitAgents(agents, (agent) =>
    agentKit(algorithm, parameters, { agent, trigger, operator: (copy) => operatorOf(agent, copy) }),
  );
  const observer: ReplicationObserver = {
    observe: (event) => {
      if (event.kind === 'recorded') {
        records.push(event.record);
        models.push([...event.theta]);
      } else if (event.kind === 'timed') events.push(event.event);
    },
    stopping: () => events.length > MOST_EVENTS,
  };
  const timings = (agent: number): AgentTiming => {
    const script = scripts[agent];
    return script ? scriptedTiming(script, timing, agent, seed) : agentTiming(timing, agent, seed);
  };
  const outcome = await runOnClock(
    { plan, answer: { root: undefined, mean: undefined }, observer, timings },
    kits,
  );
  if (outcome.kind === 'interrupted')
    throw new Error(
      `expected a run that ends, got ${events.length} events by ${records.at(-1)!.time} s and ${outcome.rounds} server steps`,
    );
  return { events, records, models, outcome };
}
