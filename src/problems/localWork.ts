/**
 * What an agent computes in answer to a message: work on its observation stream, written down
 * first and done afterwards. So a host of many agents can do the work of all of them in one go.
 */
import { copyInto, type Vector } from '../maths/vector.ts';
import type { LocalOperator } from './operator.ts';

/** The three things that a {@link LocalOperator} does, under the same names; and steps of the agent's own. */
export type WorkKind = 'advance' | 'peek' | 'accumulate' | 'each';

/**
 * A local step of an agent's own.
 *
 * @param theta - θ `[d]`, to be moved in place
 * @param value - G(θ, o) `[d]`
 * @param step - 0, 1, … of the round
 */
export type OwnStep = (theta: Float64Array, value: Float64Array, step: number) => void;

/** The form of local steps, instead of along G: `S G(θ, o) − rate (θ − towards)`. */
export interface StepForm {
  /** S, a diagonal: a positive number, or one for each coordinate, from 0; 1 by default */
  readonly scale?: number | ((coordinate: number) => number);
  /** of the pull, at least 0; 0 by default */
  readonly rate?: number;
  /** `[d]`; needed with a rate */
  readonly towards?: Vector;
}

/** The form of steps under way, with vectors of their own. */
interface OrderedForm {
  readonly scale: StepForm['scale'];
  readonly rate: number;
  /** `[d]` */
  readonly towards: Float64Array;
}

/** One piece of work at a time, with the vectors it is done in. */
export class LocalWork {
  kind: WorkKind = 'peek';
  /** η of the local steps */
  stepSize = 0;
  /** whether the local steps have a correction c */
  corrected = false;
  /** how many observations are used up */
  count = 0;
  /** of steps of the agent's own */
  ownStep: OwnStep | undefined;
  /** of steps of the agent's own at G(θ, o) − G(origin, o) `[d]` */
  origin: Float64Array | undefined;
  /** of local steps with a form, which are done as steps of the agent's own: for those who read them as what they are */
  form: OrderedForm | undefined;
  /** θ `[d]`: where the work starts, and where local steps end */
  readonly theta: Float64Array;
  /** c `[d]` */
  readonly correction: Float64Array;
  /** `[d]`: G(θ, o), or the sum of G over observations */
  readonly value: Float64Array;

  /** The vectors may lie in memory that a kernel computes in. */
  constructor(theta: Float64Array, correction: Float64Array, value: Float64Array) {
    this.theta = theta;
    this.correction = correction;
    this.value = value;
  }

  /**
   * Asks for `count` local steps `θ ← θ + η (G(θ, o) + c)` from the given θ; with a form
   * `θ ← θ + η (S G(θ, o) + c − rate (θ − towards))`.
   */
  advance(
    theta: Vector,
    stepSize: number,
    correction: Vector | undefined,
    count: number,
    form?: StepForm,
  ): void {
    this.kind = 'advance';
    this.stepSize = stepSize;
    this.count = count;
    this.corrected = correction !== undefined;
    this.form = form && {
      scale: form.scale,
      rate: form.rate ?? 0,
      towards: Float64Array.from(form.towards ?? theta),
    };
    copyInto(this.theta, theta);
    if (correction !== undefined) copyInto(this.correction, correction);
    if (this.form === undefined) return;
    this.kind = 'each';
    this.origin = undefined;
    this.ownStep = formedStep(stepSize, correction === undefined ? undefined : this.correction, this.form);
  }

  /** Asks for G(θ, o) at the current observation, which stays current. */
  peek(theta: Vector): void {
    this.kind = 'peek';
    this.count = 0;
    copyInto(this.theta, theta);
  }

  /** Asks for the sum of G(θ, o) over the next `count` observations, at a fixed θ. */
  accumulate(theta: Vector, count: number): void {
    this.kind = 'accumulate';
    this.count = count;
    copyInto(this.theta, theta);
  }

  /**
   * Asks for `count` local steps of the agent's own from the given θ: at each G(θ, o) is evaluated, and θ moved.
   *
   * @param origin - `[d]`: steps see G(θ, o) − G(origin, o), both at the same observation
   */
  each(theta: Vector, count: number, ownStep: OwnStep, origin?: Vector): void {
    this.kind = 'each';
    this.form = undefined;
    this.count = count;
    this.ownStep = ownStep;
    this.origin = origin && Float64Array.from(origin);
    copyInto(this.theta, theta);
  }
}

/** The force `c + rate · towards` `[d]` that steps with a form add to `S G(θ, o) − rate θ`. */
export const formForce = (
  { corrected, correction }: LocalWork,
  { rate, towards }: OrderedForm,
): Float64Array => Float64Array.from(towards, (x, j) => (corrected ? correction[j]! : 0) + rate * x);

/**
 * The diagonal S `[d]` of steps.
 *
 * @throws TypeError for an entry that is not a positive number
 */
export function scaleOf(scale: StepForm['scale'], dimension: number): Float64Array {
  const entry = typeof scale === 'function' ? scale : (): number => scale ?? 1;
  return Float64Array.from({ length: dimension }, (_, j) => {
    const value: unknown = entry(j);
    if (typeof value === 'number' && value > 0 && value < Infinity) return value;
    throw new TypeError(
      `work.advance takes a positive scale for each coordinate (found ${String(value)} at ${j})`,
    );
  });
}

function formedStep(
  stepSize: number,
  correction: Vector | undefined,
  { scale, rate, towards }: OrderedForm,
): OwnStep {
  let scales: Float64Array | undefined;
  return (theta, value) => {
    // Combinations of vectors have no coordinates: the scale is asked for where steps are taken.
    scales ??= scaleOf(scale, theta.length);
    for (let j = 0; j < theta.length; j++)
      theta[j]! +=
        stepSize * (scales[j]! * value[j]! + (correction?.[j] ?? 0) - rate * (theta[j]! - towards[j]!));
  };
}

/** Work in memory of its own. */
export function localWork(dimension: number): LocalWork {
  const vector = (): Float64Array => new Float64Array(dimension);
  return new LocalWork(vector(), vector(), vector());
}

/**
 * Does steps of the agent's own.
 *
 * @param evaluate - writes G at the work's θ and the next observation into the work's value
 * @param peek - writes the same, and leaves the observation for the next evaluation
 */
export function stepByStep(work: LocalWork, evaluate: () => void, peek: () => void): void {
  const { theta, value, origin, count } = work;
  const ownStep = work.ownStep!;
  for (let step = 0; step < count; step++) {
    if (origin === undefined) evaluate();
    else evaluateDifference(work, origin, evaluate, peek);
    ownStep(theta, value, step);
  }
}

/** G at θ comes first: where observations follow the model, it is the model that draws them. */
function evaluateDifference(
  { theta, value }: LocalWork,
  origin: Float64Array,
  evaluate: () => void,
  peek: () => void,
): void {
  peek();
  const [x, atTheta] = [theta.slice(), value.slice()];
  theta.set(origin);
  evaluate();
  theta.set(x);
  for (let j = 0; j < value.length; j++) value[j] = atTheta[j]! - value[j]!;
}

/** Does the work on an operator. */
export function perform(work: LocalWork, operator: LocalOperator): void {
  switch (work.kind) {
    case 'advance':
      operator.advance(work.theta, work.stepSize, work.corrected ? work.correction : undefined, work.count);
      break;
    case 'peek':
      operator.peek(work.theta, work.value);
      break;
    case 'accumulate':
      operator.accumulate(work.theta, work.count, work.value);
      break;
    case 'each':
      stepByStep(
        work,
        () => {
          operator.accumulate(work.theta, 1, work.value);
        },
        () => {
          operator.peek(work.theta, work.value);
        },
      );
  }
}
