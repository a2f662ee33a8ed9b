/**
 * A run along its schedule in which the parts of an algorithm have combinations of vectors instead of
 * vectors (linearParts.ts), with a coefficient for each vector that there is; the moments of the vectors
 * themselves follow in vectorMoments.ts. After a call of the server whatever the parts keep, and what is under
 * way, becomes a vector of its own, so that there are never more than that.
 */
import { type Message, writeHead } from '../../algorithms/message.ts';
import { type ConfiguredAlgorithm, streamsOf } from '../../algorithms/parts.ts';
import { type AgentAct, pullOf, scalesOf } from '../../algorithms/roundProgram.ts';
import { formForce, type LocalWork } from '../../problems/localWork.ts';
import type { RunTrigger } from '../../triggers/index.ts';
import { type Combination, combinationOf, LinearParts, setUnit, Unfollowed } from '../linearParts.ts';
import type { Unknown } from '../unknown.ts';
import { messageUses } from './messageUses.ts';
import { type GivenMessage, type PartCall, postponed, type Schedule } from './schedule.ts';
import type { Made, Observed, RunMoments } from './runMoments.ts';

/** What an agent has evaluated at an observation that is still current. */
interface Peeked {
  readonly theta: Float64Array;
  readonly value: Float64Array;
}

/** More slots than there are; the run is begun again with more. */
class OutOfSlots extends Error {}

interface TracedOptions {
  readonly algorithm: ConfiguredAlgorithm;
  readonly agents: number;
  readonly trigger: RunTrigger;
  /** θ̄_0 `[d]` */
  readonly initial: Float64Array;
  /** of steps with a pull or a scale, which the moments' agents have; other work then cannot be followed */
  readonly form: AgentAct | undefined;
  readonly schedule: Schedule;
  /** makes the moments of vectors */
  readonly begin: (slots: number, streams: number) => RunMoments | Unknown;
  /** hears of each server step, with the combination that θ̄ is */
  readonly stepped: (round: number, theta: Combination, moments: RunMoments) => void;
  /** whether to stop, asked after each call, with the share of the calls that are done */
  readonly enough: (moments: RunMoments, share: number) => boolean;
}

/** Vectors that a run begins with room for. */
export const leastSlots = (agents: number): number => 12 + 2 * agents;

/**
 * Goes through a schedule.
 *
 * @returns `undefined` once it is done; why the run cannot be followed, else
 */
export function traceRun(options: TracedOptions): Unknown | undefined {
  const streams = streamsOf(options.algorithm).length;
  const calls = postponed(options.schedule.calls);
  const prepared = { calls, ...messageUses(calls) };
  for (let slots = leastSlots(options.agents); ; slots = Math.ceil(1.5 * slots)) {
    try {
      const begun = options.begin(slots, streams);
      if ('reason' in begun) return begun;
      new TracedRun(options, prepared, slots, begun).run();
      return undefined;
    } catch (error) {
      if (error instanceof Unfollowed) return { reason: error.message };
      if (!(error instanceof OutOfSlots)) throw error;
    }
  }
}

/** The calls in their order, and how long their messages are needed. */
type PreparedCalls = { readonly calls: readonly PartCall[] } & ReturnType<typeof messageUses>;

const GATHER: AgentAct = { kind: 'gather' };

class TracedRun {
  readonly #options: TracedOptions;
  readonly #moments: RunMoments;
  readonly #slots: number;
  readonly #free: number[];
  readonly #parts: LinearParts;
  /** by agent, on each stream */
  readonly #peeked: readonly (Peeked | undefined)[][];
  /** those under way, each until it has been used for the last time */
  readonly #messages = new Map<number, Message>();
  /** the slots of their vectors, and of agents', as far as they have been looked at since they may have changed */
  readonly #ofMessages = new Map<number, readonly number[]>();
  readonly #ofAgents: (readonly number[] | undefined)[] = [];
  readonly #calls: readonly PartCall[];
  /** the calls that use messages for the last time */
  readonly #lastUse: ReadonlyMap<number, readonly number[]>;
  /** answers that the server never takes in */
  readonly #unused: ReadonlySet<number>;
  #round = 0;

  constructor(options: TracedOptions, prepared: PreparedCalls, slots: number, moments: RunMoments) {
    const { algorithm, agents, trigger, initial, schedule } = options;
    this.#options = options;
    this.#moments = moments;
    this.#slots = slots;
    // Popped from the end: the first slots are used first.
    this.#free = Array.from({ length: slots }, (_, k) => slots - 1 - k);
    this.#calls = prepared.calls;
    this.#lastUse = prepared.lastUse;
    this.#unused = prepared.unused;
    const start = this.#take();
    moments.set(start, initial);
    const unit = new Float64Array(slots);
    setUnit(unit, start);
    this.#parts = new LinearParts({ algorithm, agents, trigger, initial: unit, fold: schedule.fold });
    this.#peeked = Array.from({ length: agents }, () => this.#parts.streams.map(() => undefined));
  }

  run(): void {
    const { enough, stepped } = this.#options;
    const calls = this.#calls;
    this.#settle();
    stepped(0, combinationOf(this.#parts.server.model()), this.#moments);
    for (const [at, call] of calls.entries()) {
      if ('agent' in call) this.#ofAgents[call.agent] = undefined;
      const isOver = this.#do(call);
      for (const message of this.#lastUse.get(at) ?? []) {
        this.#messages.delete(message);
        this.#ofMessages.delete(message);
      }
      if (this.#makesVectors(call)) this.#settle();
      if (isOver) stepped(++this.#round, combinationOf(this.#parts.server.model()), this.#moments);
      if (enough(this.#moments, (at + 1) / calls.length)) return;
    }
  }

  /** Whether a call may have left vectors that are no slots of their own. */
  #makesVectors(call: PartCall): boolean {
    switch (call.kind) {
      case 'ask':
      case 'note':
        return false;
      case 'open':
      case 'openFor':
      case 'notice': {
        const message = this.#messages.get(call.message);
        return (
          message !== undefined &&
          this.#parts.vectorsOf(message).some((vector) => unitSlot(vector) === undefined)
        );
      }
      default:
        return true;
    }
  }

  /** @returns whether that was a server step */
  #do(call: PartCall): boolean {
    const { server } = this.#parts;
    switch (call.kind) {
      case 'open':
        this.#messages.set(call.message, server.open(call.round, call.localSteps));
        return false;
      case 'openFor':
        this.#messages.set(call.message, server.free!.open!(call.agent));
        return false;
      case 'notice':
        this.#messages.set(call.message, server.notice!());
        return false;
      case 'ask':
        this.#ask(call);
        return false;
      case 'note':
        this.#parts.agent(call.agent).note!(this.#given(call.noted));
        return false;
      case 'restart':
        this.#parts.restart(call.agent);
        return false;
      case 'answered': {
        const { agent, answered, answer } = call;
        server.free!.answered!({
          agent,
          message: this.#given(answered),
          answer: this.#messages.get(answer)!,
        });
        return false;
      }
      case 'receive': {
        const all = call.answers.map((answer) => this.#messages.get(answer)!);
        const out = server.receive({ kind: all[0]!.kind, all }, call.round, call.localSteps);
        if ('localModels' in out) return true;
        this.#messages.set(call.message!, out);
        return false;
      }
      case 'step':
        this.#parts.step(
          call.updates.map(({ agent, answered, answer, weight }) => ({
            agent,
            weight,
            message: this.#given(answered),
            answer: this.#messages.get(answer)!,
          })),
          call.tier,
        );
        return true;
    }
  }

  #given({ message, round, localSteps, taken }: GivenMessage): Message {
    return { ...writeHead({ ...this.#messages.get(message)! }, round, localSteps), taken };
  }

  #ask({ agent, asked, answer }: Extract<PartCall, { kind: 'ask' }>): void {
    const parts = this.#parts;
    // What nobody reads need not be known; a part may keep its work, and noise that is carried on is moved by it.
    const isIdle = this.#unused.has(answer) && !parts.agent(agent).kept && !this.#moments.isCarried;
    const answered = parts.answer(agent, this.#given(asked), (works) => {
      if (parts.isTwin && this.#moments.isRandom) this.#performBoth(works, agent);
      else if (!isIdle)
        works.forEach((work, stream) => {
          this.#perform(work, agent, stream, !this.#unused.has(answer));
        });
    });
    this.#messages.set(answer, answered);
  }

  /** Has the work done: its vectors become those of new slots. */
  #perform(work: LocalWork, agent: number, stream: number, isUsed: boolean): void {
    const peeked = this.#peeked[agent]!;
    const before = peeked[stream];
    const theta = combinationOf(work.theta);
    const { form: asked } = this.#options;
    if (work.kind !== 'each' && asked !== undefined)
      throw new Unfollowed('only some of its steps are pulled or scaled');
    const observe = (act: AgentAct, v: Combination, f: Combination | undefined, count: number) => {
      const into = this.#take();
      this.#moments.observe({ agent, stream, act, v, f, count, into });
      return into;
    };
    switch (work.kind) {
      case 'peek':
        if (before) throw new Unfollowed('it evaluates its operator twice at one observation');
        // The observation stays: where nobody reads the value it is as if it had not been looked at.
        if (!isUsed) return;
        setUnit(work.value, observe(GATHER, [], theta, 1));
        peeked[stream] = { theta: work.theta.slice(), value: work.value.slice() };
        return;
      case 'accumulate':
        if (before)
          throw new Unfollowed('it evaluates its operator at an observation that it has evaluated elsewhere');
        setUnit(work.value, observe(GATHER, [], theta, work.count));
        return;
      case 'each': {
        const { form, stepSize, count } = work;
        if (
          form?.rate !== (asked === undefined ? 0 : pullOf(asked)) ||
          (form.scale === undefined) !== (asked === undefined || scalesOf(asked) === undefined)
        )
          throw new Unfollowed('its agents take steps of their own');
        if (before)
          throw new Unfollowed(
            'its pulled or scaled steps begin at an observation that it has evaluated before',
          );
        const force = combinationOf(formForce(work, form));
        if (count > 0) setUnit(work.theta, observe({ kind: 'step', stepSize }, theta, force, count));
        return;
      }
      case 'advance': {
        let start = work.theta.slice();
        let { count } = work;
        if (before) {
          // The first step is at the observation that was evaluated before, at the same model: θ + η (G + c).
          if (!before.theta.every((x, j) => x === start[j]))
            throw new Unfollowed('it evaluates its operator at one observation at two models');
          const move = before.value.map((x, j) => x + (work.corrected ? work.correction[j]! : 0));
          start = start.map((x, j) => x + work.stepSize * move[j]!);
          count--;
          peeked[stream] = undefined;
        }
        if (count === 0) work.theta.set(start);
        else {
          const correction = work.corrected ? combinationOf(work.correction) : undefined;
          const step = { kind: 'step', stepSize: work.stepSize } as const;
          setUnit(work.theta, observe(step, combinationOf(start), correction, count));
        }
      }
    }
  }

  /** Two pieces of work on the same observations. */
  #performBoth(works: readonly LocalWork[], agent: number): void {
    const [first, second] = works.map(({ kind, count, stepSize, corrected, theta }): Observed => {
      if (
        kind !== 'advance' ||
        corrected ||
        count === 0 ||
        count !== works[0]!.count ||
        !this.#moments.observeBoth
      )
        throw new Unfollowed('two pieces of its work are on the same observations');
      const act = { kind: 'step', stepSize } as const;
      return { agent, stream: 0, act, v: combinationOf(theta), f: undefined, count, into: this.#take() };
    });
    this.#moments.observeBoth!(first!, second!);
    setUnit(works[0]!.theta, first!.into);
    setUnit(works[1]!.theta, second!.into);
  }

  #take(): number {
    const slot = this.#free.pop();
    if (slot === undefined) throw new OutOfSlots();
    return slot;
  }

  /** Makes each vector that is there one of its own, and lets all others go. */
  #settle(): void {
    const made = new Map<string, Made>();
    const written: { readonly vector: Float64Array; readonly into: number }[] = [];
    const slotOf = (vector: Float64Array): number => {
      const slot = unitSlot(vector);
      if (slot !== undefined) return slot;
      const from = combinationOf(vector);
      const key = from.join();
      let madeBefore = made.get(key);
      if (!madeBefore) made.set(key, (madeBefore = { from, into: this.#take() }));
      written.push({ vector, into: madeBefore.into });
      return madeBefore.into;
    };
    const used = new Uint8Array(this.#slots);
    for (const slots of this.#slotsInUse(slotOf)) for (const slot of slots) used[slot] = 1;
    this.#moments.combine([...made.values()]);
    for (const { vector, into } of written) setUnit(vector, into);
    const wasFree = new Uint8Array(this.#slots);
    for (const slot of this.#free) wasFree[slot] = 1;
    this.#free.length = 0;
    // The lowest are taken first, so that what is full stays together.
    for (let slot = this.#slots - 1; slot >= 0; slot--) {
      if (used[slot] === 1) continue;
      if (wasFree[slot] === 0) this.#moments.clear(slot);
      this.#free.push(slot);
    }
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
    for (const [agent, peeked] of this.#peeked.entries()) {
      let slots = this.#ofAgents[agent];
      if (!slots) {
        const values = peeked.flatMap((entry) => (entry ? [entry.theta, entry.value] : []));
        this.#ofAgents[agent] = slots = slotsOf([...parts.keptBy(agent), ...values]);
      }
      found.push(slots);
    }
    for (const [number, message] of this.#messages) {
      let slots = this.#ofMessages.get(number);
      if (!slots) this.#ofMessages.set(number, (slots = slotsOf(parts.vectorsOf(message))));
      found.push(slots);
    }
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
