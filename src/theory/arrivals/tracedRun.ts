/**
 * What a run along its schedule does with its vectors: the parts of an algorithm have combinations of vectors instead of
 * vectors (linearParts.ts), with a coefficient for each vector that there is. After a call of the server whatever the parts keep,
 * and what is under way, becomes a vector of its own, so that there are never more than that.
 */
import type { FreeUpdate } from '../../algorithms/algorithm.ts';
import { type Message, writeHead } from '../../algorithms/message.ts';
import type { ConfiguredAlgorithm } from '../../algorithms/parts.ts';
import { type AgentAct, isPlain, pullOf, scalesOf } from '../../algorithms/roundProgram.ts';
import type { LocalWork } from '../../problems/localWork.ts';
import type { Vector } from '../../maths/vector.ts';
import type { RunTrigger } from '../../triggers/index.ts';
import {
  type Combination,
  combinationOf,
  LinearParts,
  NOT_NAMED,
  OutOfRoom,
  setUnit,
  SHARED_WORK,
  Unfollowed,
} from '../linearParts.ts';
import { LinearWork } from '../linearWork.ts';
import type { Unknown } from '../unknown.ts';
import type { Made, Observed, RunStep } from './runSteps.ts';
import {
  type GivenMessage,
  messagesIn,
  type PartCall,
  postponed,
  type Schedule,
  type TakenUpdate,
} from './schedule.ts';

interface TracedOptions {
  readonly algorithm: ConfiguredAlgorithm;
  /** M */
  readonly agents: number;
  readonly trigger: RunTrigger;
  /** of steps with a pull or a scale, which the moments' agents have; other work then cannot be followed */
  readonly form: AgentAct | undefined;
  readonly schedule: Schedule;
  /** the last round that is asked for */
  readonly last: number;
  /** whether what is observed depends on what was observed before */
  readonly isCarried: boolean;
  /** whether two pieces of work on the same observations are to be followed together */
  readonly isShared: boolean;
  /** why there is no room for so many vectors, if there is none */
  readonly tooMany: (slots: number) => Unknown | undefined;
}

/** The steps, and slots enough for them. */
interface TracedRun {
  readonly steps: readonly RunStep[];
  readonly slots: number;
}

/** Vectors that a run begins with room for. */
export const leastSlots = (agents: number): number => 12 + 2 * agents;

/** The steps of a run, or why it cannot be followed. */
export function tracedRun(options: TracedOptions): TracedRun | Unknown {
  for (let slots = leastSlots(options.agents); ; slots = Math.ceil(1.5 * slots)) {
    const refusal = options.tooMany(slots);
    if (refusal) return refusal;
    try {
      return { steps: new Tracer(options, slots).run(), slots };
    } catch (error) {
      if (error instanceof Unfollowed) return { reason: error.message };
      if (!(error instanceof OutOfRoom)) throw error;
    }
  }
}

const GATHER: AgentAct = { kind: 'gather' };

/** A message under way, and the slots of its vectors, once they are known: it is never written in. */
interface UnderWay {
  readonly message: Message;
  slots?: readonly number[];
}

class Tracer {
  readonly #options: TracedOptions;
  readonly #slots: number;
  #isUsed: Uint8Array;
  readonly #parts: LinearParts;
  readonly #steps: RunStep[] = [];
  /** by agent, on each stream */
  readonly #works: readonly (readonly LinearWork[])[];
  /** those that are still to be used */
  readonly #messages = new Map<number, UnderWay>();
  /** the slots of agents' vectors, as far as they have been looked at since they may have changed */
  readonly #ofAgents: (readonly number[] | undefined)[] = [];
  readonly #calls: readonly PartCall[];
  /** the messages of each call, and the last call of each message */
  readonly #used: readonly (readonly number[])[];
  readonly #lastUse: number[] = [];
  #round = 0;

  constructor(options: TracedOptions, slots: number) {
    const { schedule, agents } = options;
    this.#options = options;
    this.#slots = slots;
    this.#isUsed = new Uint8Array(slots);
    this.#calls = postponed(schedule.calls);
    this.#used = this.#calls.map(messagesIn);
    this.#used.forEach((messages, at) => {
      for (const message of messages) this.#lastUse[message] = at;
    });
    const initial = new Float64Array(slots);
    setUnit(initial, this.#take());
    this.#parts = new LinearParts({ ...options, initial, fold: schedule.fold });
    this.#works = Array.from({ length: agents }, () => this.#parts.streams.map(() => new LinearWork()));
  }

  run(): readonly RunStep[] {
    this.#settle();
    this.#endRound();
    for (const [at, call] of this.#calls.entries()) {
      if (this.#round === this.#options.last) break;
      if ('agent' in call) this.#ofAgents[call.agent] = undefined;
      const isOver = this.#do(call, at);
      for (const message of this.#used[at]!)
        if (this.#lastUse[message] === at) this.#messages.delete(message);
      if (this.#makesVectors(call)) this.#settle();
      if (!isOver) continue;
      this.#round++;
      this.#endRound();
    }
    return this.#steps;
  }

  #endRound(): void {
    const theta = this.#combinationOf(this.#parts.server.model());
    this.#steps.push({ kind: 'round', round: this.#round, theta });
  }

  /** Whether a call may have left vectors that are no slots of their own. */
  #makesVectors(call: PartCall): boolean {
    switch (call.kind) {
      case 'ask':
      case 'note':
        return false;
      case 'open':
      case 'openTo':
      case 'openFor':
      case 'notice': {
        const made = this.#messages.get(call.message);
        return (
          made !== undefined &&
          this.#parts.vectorsOf(made.message).some((vector) => unitSlot(vector) === undefined)
        );
      }
      default:
        return true;
    }
  }

  /** @returns whether that was a server step */
  #do(call: PartCall, at: number): boolean {
    const { server } = this.#parts;
    switch (call.kind) {
      case 'open':
        this.#send(call.message, server.open(call.round, call.localSteps));
        return false;
      case 'openTo':
        this.#send(call.message, server.openTo!(call.agent));
        return false;
      case 'openFor':
        this.#send(call.message, server.free!.open!(call.agent));
        return false;
      case 'notice':
        this.#send(call.message, server.notice!());
        return false;
      case 'ask':
        this.#ask(call, this.#lastUse[call.answer] !== at);
        return false;
      case 'note':
        this.#parts.note(call.agent, this.#given(call.noted));
        return false;
      case 'restart':
        this.#parts.restart(call.agent);
        return false;
      case 'answered':
        server.free!.answered!(this.#update(call));
        return false;
      case 'receive': {
        const all = call.answers.map((answer) => this.#sent(answer));
        const out = this.#parts.receive(all, call.round, call.localSteps);
        if ('localModels' in out) return true;
        this.#send(call.message!, out);
        return false;
      }
      case 'step': {
        const updates = call.updates.map((taken) => ({ ...this.#update(taken), weight: taken.weight }));
        this.#parts.step(updates, call.tier);
        return true;
      }
    }
  }

  #send(number: number, message: Message): void {
    this.#messages.set(number, { message });
  }

  #sent(number: number): Message {
    return this.#messages.get(number)!.message;
  }

  #given({ message, round, localSteps, taken }: GivenMessage): Message {
    return { ...writeHead({ ...this.#sent(message) }, round, localSteps), taken };
  }

  #update({
    agent,
    answered,
    answer,
  }: Pick<TakenUpdate, 'agent' | 'answered' | 'answer'>): Omit<FreeUpdate, 'weight'> {
    return { agent, message: this.#given(answered), answer: this.#sent(answer) };
  }

  /** @param isUsed - whether the server ever takes the answer in */
  #ask({ agent, asked, answer }: Extract<PartCall, { kind: 'ask' }>, isUsed: boolean): void {
    const { isCarried, isShared } = this.#options;
    const parts = this.#parts;
    // What nobody reads need not be known; a part may keep its work, and noise that is carried on is moved by it.
    const isIdle = !isUsed && !parts.keeps(agent) && !isCarried;
    const answered = parts.answer(agent, this.#given(asked), (works) => {
      if (isShared) this.#performBoth(works, agent);
      else if (!isIdle)
        works.forEach((work, stream) => {
          this.#perform(work, agent, stream, isUsed);
        });
    });
    this.#send(answer, answered);
  }

  /** Has the work done: its vectors become those of new slots. */
  #perform(work: LocalWork, agent: number, stream: number, isUsed: boolean): void {
    // The observation stays: where nobody reads the value it is as if it had not been looked at.
    if (work.kind === 'peek' && !isUsed) return;
    const { form = GATHER } = this.#options;
    this.#works[agent]![stream]!.perform(
      work,
      ({ act, start, force, count }) => {
        if (isPlain(act) && !isPlain(form))
          throw new Unfollowed('only some of its steps are pulled or scaled');
        if (pullOf(act) !== pullOf(form) || scalesOf(act) !== scalesOf(form))
          throw new Unfollowed('its agents take steps of their own');
        if (count === 0) return start;
        const isStep = act.kind === 'step';
        const [v, f] = isStep
          ? [this.#combinationOf(start), force && this.#combinationOf(force)]
          : [[], this.#combinationOf(start)];
        const into = this.#take();
        const plain: AgentAct = isStep ? { kind: 'step', stepSize: act.stepSize } : act;
        this.#steps.push({ kind: 'observe', observed: { agent, stream, act: plain, v, f, count, into } });
        const end = new Float64Array(this.#slots);
        setUnit(end, into);
        return end;
      },
      scalesOf(form),
    );
  }

  /** Two pieces of work on the same observations. */
  #performBoth(works: readonly LocalWork[], agent: number): void {
    const [first, second] = works.map(({ kind, count, stepSize, corrected, theta }): Observed => {
      if (kind !== 'advance' || corrected || count === 0 || count !== works[0]!.count)
        throw new Unfollowed(SHARED_WORK);
      const act = { kind: 'step', stepSize } as const;
      return {
        agent,
        stream: 0,
        act,
        v: this.#combinationOf(theta),
        f: undefined,
        count,
        into: this.#take(),
      };
    });
    this.#steps.push({ kind: 'observeBoth', both: [first!, second!] });
    setUnit(works[0]!.theta, first!.into);
    setUnit(works[1]!.theta, second!.into);
  }

  /** Of vectors that are there. */
  #combinationOf(vector: Vector): Combination {
    const out = combinationOf(vector);
    if (out.some(([slot]) => this.#isUsed[slot] === 0)) throw new Unfollowed(NOT_NAMED);
    return out;
  }

  /** The lowest empty slot, so that what is full stays together. */
  #take(): number {
    const slot = this.#isUsed.indexOf(0);
    if (slot < 0) throw new OutOfRoom();
    this.#isUsed[slot] = 1;
    return slot;
  }

  /** Makes each vector that is there one of its own, and lets all others go. */
  #settle(): void {
    const made = new Map<string, Made>();
    const written: { readonly vector: Float64Array; readonly into: number }[] = [];
    const slotOf = (vector: Float64Array): number => {
      const slot = unitSlot(vector);
      if (slot !== undefined) return slot;
      const from = this.#combinationOf(vector);
      const key = from.join();
      let madeBefore = made.get(key);
      if (!madeBefore) made.set(key, (madeBefore = { from, into: this.#take() }));
      written.push({ vector, into: madeBefore.into });
      return madeBefore.into;
    };
    const isUsed = new Uint8Array(this.#slots);
    for (const slots of this.#slotsInUse(slotOf)) for (const slot of slots) isUsed[slot] = 1;
    for (const { vector, into } of written) setUnit(vector, into);
    const gone: number[] = [];
    this.#isUsed.forEach((was, slot) => {
      if (was > isUsed[slot]!) gone.push(slot);
    });
    this.#isUsed = isUsed;
    if (made.size + gone.length > 0) this.#steps.push({ kind: 'combine', made: [...made.values()], gone });
  }

  /**
   * The slots of every vector that a part may still read. Those of an agent that was not called since, and those of a message, are as
   * they were when last looked at: a message is never written in.
   *
   * @param slotOf - of a vector that is there
   */
  #slotsInUse(slotOf: (vector: Float64Array) => number): (readonly number[])[] {
    const parts = this.#parts;
    const slotsOf = (vectors: readonly Float64Array[]): readonly number[] =>
      vectors.map(slotOf).filter((slot) => slot !== NO_SLOT);
    const found = [slotsOf(parts.kept())];
    this.#works.forEach((works, agent) => {
      const all = (): Float64Array[] => [...parts.keptBy(agent), ...works.flatMap((work) => work.kept())];
      found.push((this.#ofAgents[agent] ??= slotsOf(all())));
    });
    for (const sent of this.#messages.values())
      found.push((sent.slots ??= slotsOf(parts.vectorsOf(sent.message))));
    return found;
  }
}

/** Of a vector that is zero. */
const NO_SLOT = -1;

/** The slot whose vector a combination is, {@link NO_SLOT} of zero; `undefined` of all others. It is asked of every vector after most calls. */
function unitSlot(vector: Readonly<Float64Array>): number | undefined {
  let slot = NO_SLOT;
  for (let k = 0; k < vector.length; k++) {
    if (vector[k] === 0) continue;
    if (vector[k] !== 1 || slot !== NO_SLOT) return undefined;
    slot = k;
  }
  return slot;
}
