/**
 * The agent's part of a user's own algorithm. Messages that it is sent are its own: it may keep their vectors and write in them, and
 * nobody else sees that, wherever the agent lives. What it orders and answers is checked.
 */
import type { Vector } from '../maths/vector.ts';
import { LocalWork, type OwnStep, scaleOf, type StepForm, type WorkKind } from '../problems/localWork.ts';
import { atOnce } from '../values/promise.ts';
import { quoted } from '../values/quoted.ts';
import type { AgentLogic } from './algorithm.ts';
import { checkedMessage, copyOf, described, type Message, type MessageType } from './message.ts';

/** Form of the part's answers. */
interface Wanted {
  readonly up: readonly MessageType[];
  /** d */
  readonly dimension: number;
}

/** An agent's part as a user's file has made it: nobody has checked that it returns nothing where it should. */
type MadePart = Omit<AgentLogic, 'ask' | 'note'> & {
  ask(...given: Parameters<AgentLogic['ask']>): unknown;
  note?(notice: Message): unknown;
};

/** The part, with its messages copied and its orders and answers checked. */
export function ownAgentPart(part: MadePart, { up, dimension }: Wanted): AgentLogic {
  // A user's own file need not return what the types promise.
  const { ask, answer } = (part as Partial<MadePart> | undefined) ?? {};
  if (typeof ask !== 'function' || typeof answer !== 'function')
    throw new TypeError(`agent must return a part { ask, answer } (found ${described(part)})`);
  let received: Message;
  let orders: readonly OrderedWork[] = [];
  return {
    ask: (message, ...works) => {
      received = copyOf(message);
      if (orders[0]?.work !== works[0]) orders = orderedWorks(works);
      for (const order of orders) order.begin();
      atOnce(part.ask(received, orders[0]!, orders[1]!), 'ask');
      for (const order of orders) order.handOver();
    },
    answer: () => checkedMessage(part.answer(received, orders[0]!, orders[1]!), up, dimension),
    ...(part.note && {
      note: (notice) => {
        atOnce(part.note!(copyOf(notice)), 'note');
      },
    }),
    ...(part.states && { states: () => part.states!() }),
    ...(part.kept && { kept: () => part.kept!() }),
  };
}

/** The second is missing of algorithms with one stream. */
const orderedWorks = (works: readonly (LocalWork | undefined)[]): OrderedWork[] =>
  works.flatMap((work) => (work === undefined ? [] : [new OrderedWork(work)]));

/** A piece of work that is ordered at most once in an `ask`; its vectors are those of the work that the host does. */
class OrderedWork extends LocalWork {
  readonly work: LocalWork;
  #isOpen = false;
  #ordered: WorkKind | undefined;

  constructor(work: LocalWork) {
    super(work.theta, work.correction, work.value);
    this.work = work;
  }

  begin(): void {
    this.#isOpen = true;
    this.#ordered = undefined;
  }

  /** Without an order no observation is used up. */
  handOver(): void {
    this.#isOpen = false;
    if (this.#ordered === undefined) {
      this.kind = 'accumulate';
      this.count = 0;
    }
    const { work, kind, stepSize, corrected, count, ownStep, form, origin } = this;
    Object.assign(work, { kind, stepSize, corrected, count, ownStep, form, origin });
  }

  override advance(...order: Parameters<LocalWork['advance']>): void {
    const [theta, stepSize, correction, count, form] = order;
    this.#order('advance', theta, count);
    // Of a parameter that is not called the conversion says so.
    const given: unknown = stepSize;
    if (Number(given) !== given)
      throw new TypeError(`work.advance takes a number as its step size (found ${described(stepSize)})`);
    if (correction !== undefined) this.#mustBeVector('advance', 'a correction', correction);
    if (form !== undefined) this.#checkForm(form);
    super.advance(...order);
  }

  override peek(theta: Vector): void {
    this.#order('peek', theta, 0);
    super.peek(theta);
  }

  override accumulate(theta: Vector, count: number): void {
    this.#order('accumulate', theta, count);
    super.accumulate(theta, count);
  }

  override each(theta: Vector, count: number, ownStep: OwnStep, origin?: Vector): void {
    this.#order('each', theta, count);
    if (origin !== undefined) this.#mustBeVector('each', 'an origin', origin);
    if (typeof ownStep !== 'function')
      throw new TypeError(`work.each takes a step (x, value) => … (found ${described(ownStep)})`);
    const step: (...given: Parameters<OwnStep>) => unknown = ownStep;
    const checked: OwnStep = (x, value, k) => {
      atOnce(step(x, value, k), 'the step of work.each');
    };
    super.each(theta, count, checked, origin);
  }

  #order(kind: WorkKind, theta: Vector, count: number): void {
    if (!this.#isOpen)
      throw new TypeError(`work.${kind} is called outside ask; ask orders work, and answer reads its result`);
    if (this.#ordered !== undefined)
      throw new TypeError(
        `ask orders work.${this.#ordered} and then work.${kind}; on each stream it may order one piece of work`,
      );
    this.#ordered = kind;
    this.#mustBeVector(kind, 'a θ', theta);
    if (!Number.isInteger(count) || count < 0)
      throw new TypeError(`work.${kind} takes a whole number of steps from 0 (found ${described(count)})`);
  }

  #checkForm({ scale, rate, towards, ...others }: StepForm): void {
    const [unknown] = Object.keys(others);
    if (unknown !== undefined)
      throw new TypeError(`work.advance takes scale, rate and towards of a form (found ${quoted(unknown)})`);
    if (scale !== undefined && typeof scale !== 'function') scaleOf(scale, 1);
    if (rate === undefined && towards === undefined) return;
    const given = rate ?? 0;
    if (!(given >= 0 && given < Infinity))
      throw new TypeError(`work.advance takes a pull of a rate from 0 (found ${described(rate)})`);
    this.#mustBeVector('advance', 'a pull towards a model', towards!);
  }

  #mustBeVector(kind: WorkKind, name: string, vector: Vector): void {
    const wanted = this.theta.length;
    if ((vector as Vector | undefined)?.length !== wanted)
      throw new TypeError(`work.${kind} takes ${name} of ${wanted} numbers (found ${described(vector)})`);
  }
}
