/**
 * The schedule of a timed run before it has begun: its actors on their clock under its policy, on the mean
 * operators instead of observations, with every call of a part written down.
 */
import type { AgentsOnClock } from '../../../actors/hosting/agentGroup.ts';
import type { RecordedEvent } from '../../events/inspection.ts';
import { runOnClock } from '../../../actors/replication/eventDriver.ts';
import type {
  ReplicationObserver,
  ReplicationPlan,
  ReplicationRun,
} from '../../../actors/replication/replication.ts';
import type { AgentLogic, ServerLogic } from '../../algorithms/algorithm.ts';
import { copyOf, type Message, writeHead } from '../../algorithms/message.ts';
import { agentLogic, streamsOf } from '../../algorithms/parts.ts';
import { policyOf } from '../../policies/index.ts';
import { foldRule } from '../../policies/policy.ts';
import { type LocalWork, localWork, perform } from '../../problems/localWork.ts';
import { ExactOperator } from '../../problems/meanOperator.ts';
import type { LinearMean } from '../../problems/operator.ts';
import type { RunConfiguration, ScheduledAlgorithm } from '../../configuration/configuration.ts';
import type { GivenMessage, PartCall, Schedule } from '../../theory/arrivals/schedule.ts';

/** Of which run. */
export interface ScheduledRun {
  readonly configuration: RunConfiguration;
  readonly algorithm: ScheduledAlgorithm;
  readonly seed: number;
  /** Ḡ_i, in agent order */
  readonly means: readonly LinearMean[];
  /** θ* `[d]` */
  readonly root: Float64Array;
  /** rounds after which nothing more is asked for */
  readonly rounds: number;
  /** events of the run on the wall clock, where it was on one */
  readonly record?: Iterable<RecordedEvent>;
}

/** Copies of a message keep its number. */
const NUMBER = Symbol('number');

type Numbered = Message & { [NUMBER]?: number };

const numberOf = (message: Message): number => (message as Numbered)[NUMBER]!;

/** A schedule that goes on where it was cut off, once more of it is asked for. */
export interface OpenSchedule {
  /**
   * @param mostAnswers - after so many answers it is cut off
   * @throws what a part of the user's own throws
   */
  until(mostAnswers: number): Promise<Schedule>;
  /** Ends the run; what was asked for stays. */
  close(): Promise<void>;
}

/**
 * The schedule of one seed's run.
 *
 * @param mostAnswers - after so many answers it is cut off
 * @throws what a part of the user's own throws
 */
export async function arrivalSchedule(run: ScheduledRun, mostAnswers: number): Promise<Schedule> {
  const open = openSchedule(run);
  try {
    return await open.until(mostAnswers);
  } finally {
    await open.close();
  }
}

/** How far a run was when it was asked whether to stop. */
interface Mark {
  readonly answers: number;
  readonly calls: number;
  readonly rounds: number;
}

/** The schedule of one seed's run, which begins when it is asked for. */
export function openSchedule({
  configuration,
  algorithm,
  seed,
  means,
  root,
  rounds,
  record,
}: ScheduledRun): OpenSchedule {
  const dimension = root.length;
  const plan: ReplicationPlan = {
    ...configuration,
    algorithm,
    seed,
    agents: means.length,
    dimension,
    sampling: 'exact',
    ...(record === undefined && { clock: 'virtual' as const }),
    recording: 'default',
    ...{ averageFrom: undefined, drawn: false, lyapunov: false, verify: false, trace: false, updates: false },
    agentErrors: undefined,
  };
  const recorder = new Recorder(plan, means);
  const { free } = policyOf(plan.policy);
  const fold = free && foldRule(free);
  const marks: Mark[] = [];
  let most = 0;
  let ended: Promise<unknown> | undefined;
  let goOn: ((isStopping: boolean) => void) | undefined;
  let paused: () => void = () => undefined;
  const observer: ReplicationObserver = {
    observe: ({ kind }) => {
      if (kind === 'roundCompleted') recorder.roundCompleted();
    },
    stopping: () => {
      const { answers, calls, noiseFree } = recorder;
      marks.push({ answers, calls: calls.length, rounds: noiseFree.length });
      if (noiseFree.length >= rounds) return true;
      if (answers < most) return false;
      return new Promise<boolean>((resolve) => {
        goOn = resolve;
        paused();
      });
    },
  };
  const run: ReplicationRun = {
    ...{ plan, answer: { root, mean: undefined }, observer, record },
    serverLogic: (part) => recorder.server(part),
  };
  return {
    until: async (mostAnswers) => {
      if (!marks.some(({ answers }) => answers >= mostAnswers)) {
        most = mostAnswers;
        const reached = new Promise<void>((resolve) => (paused = resolve));
        ended ??= runOnClock(run, recorder);
        goOn?.(false);
        await Promise.race([reached, ended]);
      }
      const cut = marks.find(({ answers }) => answers >= mostAnswers);
      return {
        calls: recorder.calls.slice(0, cut?.calls ?? recorder.callsOfRounds),
        noiseFree: recorder.noiseFree.slice(0, cut?.rounds),
        fold,
      };
    },
    close: async () => {
      goOn?.(true);
      await ended?.catch(() => undefined);
    },
  };
}

interface Agent {
  part: AgentLogic;
  readonly works: readonly LocalWork[];
}

/** Stands between the actors and the parts; the agents compute here. */
class Recorder implements AgentsOnClock {
  readonly calls: PartCall[] = [];
  readonly noiseFree: Float64Array[] = [];
  answers = 0;
  /** those up to the last round that counts: a step that comes after the run's limits is made, and is none of its rounds */
  callsOfRounds = 0;
  #model: (() => Float64Array) | undefined;
  readonly #plan: ReplicationPlan;
  readonly #operators: readonly ExactOperator[];
  readonly #agents: readonly Agent[];
  readonly #answers: Message[] = [];
  #messages = 0;

  constructor(plan: ReplicationPlan, means: readonly LinearMean[]) {
    const { algorithm, dimension } = plan;
    this.#plan = plan;
    this.#operators = means.map((mean) => new ExactOperator(mean, dimension));
    this.#agents = means.map((_, agent) => ({
      part: this.#partOf(agent),
      works: streamsOf(algorithm).map(() => localWork(dimension)),
    }));
  }

  #partOf(agent: number): AgentLogic {
    const { algorithm, dimension, trigger } = this.#plan;
    return agentLogic(algorithm, { agent, dimension, trigger });
  }

  #number<M extends Message>(message: M): M {
    (message as Numbered)[NUMBER] = this.#messages++;
    return message;
  }

  start(agent: number, message: Message): void {
    const { part, works } = this.#agents[agent]!;
    part.ask(message, works[0]!, works[1]!);
    for (const work of works) perform(work, this.#operators[agent]!);
    const { round, localSteps } = message;
    const answer = this.#number(
      writeHead(copyOf(part.answer(message, works[0]!, works[1]!)), round, localSteps, agent),
    );
    this.#answers[agent] = answer;
    this.answers++;
    this.calls.push({ kind: 'ask', agent, asked: given(message), answer: numberOf(answer) });
  }

  take(agent: number): Message {
    return this.#answers[agent]!;
  }

  note(agent: number, notice: Message): void {
    this.#agents[agent]!.part.note!(notice);
    this.calls.push({ kind: 'note', agent, noted: given(notice) });
  }

  restart(agent: number): void {
    this.#agents[agent]!.part = this.#partOf(agent);
    this.calls.push({ kind: 'restart', agent });
  }

  /** The server's last step is a round of the run. */
  roundCompleted(): void {
    this.noiseFree.push(Float64Array.from(this.#model!()));
    this.callsOfRounds = this.calls.length;
  }

  /** The server's part, with its calls written down. */
  server(part: ServerLogic): ServerLogic {
    const { calls } = this;
    const { free } = part;
    this.#model = () => part.model();
    return {
      model: () => part.model(),
      open: (round, localSteps) => {
        const message = this.#number(part.open(round, localSteps));
        calls.push({ kind: 'open', message: numberOf(message), round, localSteps });
        return message;
      },
      ...(part.openTo && {
        openTo: (agent: number) => {
          const message = this.#number(part.openTo!(agent));
          calls.push({ kind: 'openTo', message: numberOf(message), agent });
          return message;
        },
      }),
      receive: (taken, round, localSteps) => {
        const out = part.receive(taken, round, localSteps);
        const message = 'localModels' in out ? undefined : numberOf(this.#number(out));
        calls.push({ kind: 'receive', answers: taken.all.map(numberOf), round, localSteps, message });
        return out;
      },
      ...(part.notice && {
        notice: () => {
          const message = this.#number(part.notice!());
          calls.push({ kind: 'notice', message: numberOf(message) });
          return message;
        },
      }),
      ...(free && {
        free: {
          ...(free.open && {
            open: (agent: number) => {
              const message = this.#number(free.open!(agent));
              calls.push({ kind: 'openFor', message: numberOf(message), agent });
              return message;
            },
          }),
          ...(free.answered && {
            answered: (update) => {
              free.answered!(update);
              const { agent, message, answer } = update;
              calls.push({ kind: 'answered', agent, answered: given(message), answer: numberOf(answer) });
            },
          }),
          step: (updates, ...rest) => {
            const moves = free.step(updates, ...rest);
            calls.push({
              kind: 'step',
              tier: updates[0]?.tier ?? 0,
              updates: updates.map(({ agent, message, answer, weight }) => ({
                agent,
                answered: given(message),
                answer: numberOf(answer),
                weight,
              })),
            });
            return moves;
          },
        },
      }),
    };
  }
}

const given = (message: Message): GivenMessage => {
  const { round, localSteps, taken } = message;
  return { message: numberOf(message), round, localSteps, taken };
};
