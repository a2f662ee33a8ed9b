/**
 * Cases in which theory without the joint chain is hard: slow chains, multiplicative noise about as strong as the mean,
 * few local steps. Drawn from a seed; their truth is on the joint chain.
 */
import type { ScheduledAlgorithm } from '../../../src/configuration/configuration.ts';
import { levelMoments } from '../../../src/theory/levels/levelMoments.ts';
import { exactErrorsOf } from '../../../src/theory/moments/exactErrors.ts';
import type { TriggerConfiguration } from '../../../src/triggers/index.ts';
import {
  FEDHSA,
  LOCAL_SA,
  LOCAL_SGD_M,
  MINIBATCH_SGD,
  RICHARDSON_ROMBERG,
  SCAFFLSA,
  SCAFFOLD,
} from '../../oracles/events.ts';
import { type ExplicitProblem, ownUniforms } from '../../oracles/explicitProblem.ts';
import { blownUp, known } from './knownCase.ts';

export interface BadCase {
  readonly name: string;
  readonly problem: ExplicitProblem;
  /** how many times the program sees each state */
  readonly copies: number;
  readonly trigger: TriggerConfiguration;
  readonly algorithm: ScheduledAlgorithm;
}

/** Estimated and true relative errors of one case at some of its rounds. */
export interface Judged {
  readonly name: string;
  readonly estimated: readonly number[];
  readonly actual: readonly number[];
}

/** Of mean squares, and of squared biases. */
interface BothJudged extends Judged {
  readonly bias: Judged;
}

const ROUNDS = [1, 5, 20, 50, 100];

export function badCases(seed: number, count: number): BadCase[] {
  const uniform = ownUniforms(seed);
  const pick = <T>(from: readonly T[]): T => from[Math.floor(uniform() * from.length)]!;
  return Array.from({ length: count }, () => {
    const stepSize = pick([0.02, 0.1, 0.3, 0.6]);
    const algorithm = pick<ScheduledAlgorithm>([
      LOCAL_SA(stepSize),
      SCAFFLSA(stepSize),
      FEDHSA(stepSize, 0.5),
      SCAFFOLD(stepSize, 0.5),
      MINIBATCH_SGD(stepSize),
      LOCAL_SGD_M(stepSize, 0.3, 0.4),
      RICHARDSON_ROMBERG(stepSize),
    ]);
    const hasOwn = algorithm.name === 'scafflsa' || algorithm.name === 'scaffold';
    // the joint chain is the truth, and it has to be affordable
    const agents = pick(hasOwn ? [3, 3, 4] : [3, 4, 5]);
    const dimension = hasOwn && agents > 3 ? 1 : pick([1, 1, 2]);
    const states = agents > 3 ? 2 : pick([2, 3]);
    const laziness = pick([0, 0.5, 0.9, 0.98]);
    const strength = pick([0.3, 0.6, 0.95]);
    const localSteps = pick([1, 2, 5, 20]);
    const isRandom = algorithm.name !== 'richardson-romberg' && uniform() < 0.15;
    const trigger: TriggerConfiguration = isRandom
      ? { kind: 'bernoulli', probability: 0.4 }
      : { kind: 'deterministic', localSteps };
    const copies = pick([1, 1, 4]);
    const problem = drawn({ agents, dimension, states, laziness, strength }, uniform);
    const name = `${algorithm.name}, step ${stepSize}, M ${agents}, d ${dimension}, ${states} × ${copies} states, lazy ${laziness}, strength ${strength}, ${isRandom ? 'p 0.4' : `H ${localSteps}`}`;
    return { name, problem, copies, trigger, algorithm };
  });
}

/**
 * Cases in which mean squares of levels 1 and 2 cross: states that last for 15 to 50 steps, noise of the matrix stronger than its mean,
 * mostly one local step.
 */
export function slowCases(seed: number, count: number): BadCase[] {
  const uniform = ownUniforms(seed);
  const pick = <T>(from: readonly T[]): T => from[Math.floor(uniform() * from.length)]!;
  return Array.from({ length: count }, () => {
    const stepSize = pick([0.03, 0.1, 0.2, 0.3, 0.5]);
    const algorithm = pick<ScheduledAlgorithm>([
      MINIBATCH_SGD(stepSize),
      MINIBATCH_SGD(stepSize),
      LOCAL_SA(stepSize),
      FEDHSA(stepSize, 0.5),
      LOCAL_SGD_M(stepSize, 0.3, 0.4),
      RICHARDSON_ROMBERG(stepSize),
    ]);
    const agents = pick([3, 4]);
    const dimension = pick([1, 2, 2]);
    const localSteps = pick([1, 1, 1, 2, 5]);
    const [laziness, strength] = [pick([0.93, 0.96, 0.98]), pick([0.8, 1.2, 1.6])];
    const problem = drawn({ agents, dimension, states: 2, laziness, strength }, uniform);
    const name = `${algorithm.name}, step ${stepSize}, M ${agents}, d ${dimension}, lazy ${laziness}, strength ${strength}, H ${localSteps}`;
    return { name, problem, copies: 1, trigger: { kind: 'deterministic', localSteps }, algorithm };
  });
}

interface Drawn {
  readonly agents: number;
  readonly dimension: number;
  readonly states: number;
  readonly laziness: number;
  readonly strength: number;
}

export function drawn(
  { agents, dimension: d, states: S, laziness, strength }: Drawn,
  uniform: () => number,
): ExplicitProblem {
  const signed = (): number => 2 * uniform() - 1;
  const list = <T>(length: number, make: (k: number) => T): T[] => Array.from({ length }, (_, k) => make(k));
  return list(agents, () => {
    const transition = list(S, (s) => {
      const row = list(S, () => 0.1 + uniform());
      const sum = row.reduce((total, p) => total + p);
      return row.map((p, t) => ((1 - laziness) * p) / sum + (s === t ? laziness : 0));
    });
    const A = list(S, () =>
      list(d, (i) => list(d, (j) => (i === j ? 1 : 0) + (strength * signed()) / Math.sqrt(d))),
    );
    const b = list(S, () => list(d, () => 3 * signed()));
    return { transition, A, b, initial: 'stationary' as const };
  });
}

/** The errors of a case; `undefined` where its truth takes too long, or is beyond all doubles. */
export function judged({ name, problem, copies, trigger, algorithm }: BadCase): BothJudged | undefined {
  const budget = { multiplications: 3e9, doubles: 1e8 };
  const truth = exactErrorsOf(known(problem, trigger), algorithm, ROUNDS, budget);
  if (truth.kind === 'refused' || !truth.meanSquare.every(Number.isFinite)) return undefined;
  const levels = exactErrorsOf(
    known(blownUp(problem, copies), trigger),
    algorithm,
    ROUNDS,
    { multiplications: 1e11, doubles: 1e8 },
    levelMoments,
  );
  if (levels.kind === 'refused') throw new Error(levels.reason);
  if (levels.relativeError === undefined || levels.biasRelativeError === undefined)
    throw new Error(`${name}: no estimate`);
  const apart = (values: readonly number[], right: readonly number[]): number[] =>
    values.map((value, at) => Math.abs(value / right[at]! - 1));
  return {
    name,
    estimated: levels.relativeError,
    actual: apart(levels.meanSquare, truth.meanSquare),
    bias: {
      name,
      estimated: levels.biasRelativeError,
      actual: apart(levels.biasSquare, truth.biasSquare),
    },
  };
}

/** Rounding, and what caches and interpolated gaps leave out. */
const NEGLIGIBLE = 1e-5;

/** How often the estimate held: the true error was at most twice as large. */
export function tally(cases: readonly Judged[]): {
  readonly rounds: number;
  readonly held: number;
  readonly displayed: number;
  readonly shownHeld: number;
} {
  let [rounds, held, displayed, shownHeld] = [0, 0, 0, 0];
  for (const { estimated, actual } of cases) {
    actual.forEach((error, at) => {
      const holds = error <= 2 * estimated[at]! + NEGLIGIBLE;
      const isShown = estimated[at]! <= 0.1;
      rounds++;
      if (holds) held++;
      if (isShown) displayed++;
      if (isShown && holds) shownHeld++;
    });
  }
  return { rounds, held, displayed: displayed, shownHeld };
}
