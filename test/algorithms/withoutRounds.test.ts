/** Server steps without rounds, one at a time, against the formulas written out in numbers. */
import { expect, test } from 'vitest';
import type { Fold } from '../../src/algorithms/algorithm.ts';
import { foldOf } from '../../src/algorithms/fold.ts';
import { serverLogic } from '../../src/algorithms/parts.ts';
import type { ScheduledAlgorithm } from '../../src/configuration/configuration.ts';
import {
  FEDHSA,
  LOCAL_SA,
  LOCAL_SGD_M,
  MINIBATCH_SGD,
  RICHARDSON_ROMBERG,
  SCAFFLSA,
  SCAFFOLD,
} from '../oracles/events.ts';
import { type GivenMessage, messageOf } from '../oracles/givenMessages.ts';

const step = { weight: () => 1, replaces: false };
const [buffer, mix] = [foldOf({ ...step, fold: 'buffer' })(0), foldOf({ ...step, fold: 'mix' })(0)];

const v = (...x: number[]): Float64Array => Float64Array.from(x);
const site = { agents: 4, initial: v(1, 2), trigger: { kind: 'deterministic', localSteps: 3 } } as const;

interface Update {
  readonly message: GivenMessage;
  readonly answer: GivenMessage;
  readonly weight: number;
}

/** One server step from θ̄ = (1, 2). */
interface Case {
  readonly title: string;
  readonly algorithm: ScheduledAlgorithm;
  readonly fold: Fold;
  readonly updates: readonly Update[];
  /** θ̄ after it */
  readonly theta: readonly number[];
  /** what the next message holds, other than θ̄ */
  readonly next?: Readonly<Record<string, unknown>>;
  /** where the agents started and got to, as metrics see it */
  readonly moves?: readonly object[];
}

const local = (origin: number[], model: number[], weight: number): Update => ({
  message: { kind: 'roundStarted', theta: origin },
  answer: { kind: 'localModel', theta: model },
  weight,
});
const paths = (origin: number[], model: number[], localSteps: number, weight: number): Update => ({
  message: { kind: 'momentumRoundStarted', localSteps, theta: origin, momentum: [0, 0] },
  answer: { kind: 'localModel', theta: model },
  weight,
});
const updates = (origin: number[], update: number[]): Update => ({
  message: { kind: 'roundStarted', theta: origin },
  answer: { kind: 'compressedUpdate', update },
  weight: 1,
});
const inRound = (round: number, { message, ...rest }: Update): Update => ({
  ...rest,
  message: { ...message, round },
});
/** η_t = 1/(1 + t) */
const DECREASING = { kind: 'decreasing', scale: 1, offset: 1, exponent: 1 } as const;
// Paths (2, −1)/(0.5·2) and 0.5·(1, 1)/(0.5·4): their mean is v.
const momentum = [(2 + 0.25) / 2, (-1 + 0.25) / 2] as const;

const CASES: readonly Case[] = [
  {
    title: 'mixing is (1 − α) θ̄ + α θ_i',
    algorithm: LOCAL_SA(0.1),
    fold: mix,
    updates: [local([0, 0], [3, -2], 0.25)],
    theta: [0.75 * 1 + 0.25 * 3, 0.75 * 2 - 0.25 * 2],
    next: { kind: 'roundStarted' },
    moves: [{ weight: 0.25, origin: v(0, 0), model: v(3, -2) }],
  },
  {
    title: 'mixing is (1 − α) θ̄ + α θ_i, too, and ξ_i goes with the model',
    algorithm: SCAFFLSA(0.1),
    fold: mix,
    updates: [local([0, 0], [3, -2], 0.25)],
    theta: [0.75 * 1 + 0.25 * 3, 0.75 * 2 - 0.25 * 2],
    next: { kind: 'correctedRoundStarted', control: v(0, 0) },
    moves: [{ weight: 0.25, origin: v(0, 0), model: v(3, -2) }],
  },
  {
    title: 'mixing of several at once is θ̄ + mean α_i (θ_i − θ̄)',
    algorithm: LOCAL_SA(0.1),
    fold: mix,
    updates: [local([0, 0], [3, -2], 0.25), local([5, 5], [9, 2], 0.5)],
    theta: [1 + (0.25 * 2 + 0.5 * 8) / 2, 2 + (0.25 * -4) / 2],
  },
  {
    title: 'mixing takes for θ_i the w that the agent was sent plus γ ĝ_i = (5.5, 5)',
    algorithm: MINIBATCH_SGD(0.5),
    fold: mix,
    updates: [
      {
        message: { kind: 'roundStarted', theta: [5, 6] },
        answer: { kind: 'operatorValue', value: [1, -2] },
        weight: 0.25,
      },
    ],
    theta: [0.75 + 0.25 * 5.5, 1.5 + 0.25 * 5],
    moves: [{ weight: 0.25, origin: v(5, 6), model: v(5.5, 5) }],
  },
  {
    title: 'mixing takes y_i = x + α_g Δy_i, and c moves by Δc_i/M unweighted',
    algorithm: SCAFFOLD(0.1, 0.5),
    fold: mix,
    updates: [
      {
        message: { kind: 'controlledRoundStarted', theta: [5, 6], control: [9, 9] },
        answer: { kind: 'controlledDifference', difference: [2, -4], controlDifference: [8, -4] },
        weight: 0.25,
      },
    ],
    theta: [0.75 + 0.25 * 6, 1.5 + 0.25 * 4],
    next: { kind: 'controlledRoundStarted', control: v(2, -1) },
  },
  {
    title: 'either run is mixed, and the two are extrapolated: 2·fine − coarse',
    algorithm: RICHARDSON_ROMBERG(0.1),
    fold: mix,
    updates: [
      {
        message: { kind: 'pairedRoundStarted', fine: [0, 0], coarse: [1, 1] },
        answer: { kind: 'pairedModels', fine: [3, -2], coarse: [5, 2] },
        weight: 0.5,
      },
    ],
    theta: [1, -2],
    next: { kind: 'pairedRoundStarted', fine: v(2, 0), coarse: v(3, 2) },
    moves: [{ weight: 0.5, origin: v(-1, -1), model: v(1, -6) }],
  },
  {
    title: 'buffering is θ̄ + mean s_i (θ_i − θ̄_i), each from where it started',
    algorithm: LOCAL_SA(0.1),
    fold: buffer,
    updates: [local([0, 0], [3, -2], 1), local([5, 5], [9, 2], 0.5)],
    theta: [1 + (3 + 0.5 * 4) / 2, 2 + (-2 - 0.5 * 3) / 2],
  },
  {
    title: 'v is the mean of s_i (w_i − w_{i,K})/(η K_i), and w moves by −γ v',
    algorithm: LOCAL_SGD_M(0.5, 0.25, 0.3),
    fold: buffer,
    updates: [paths([4, 0], [2, 1], 2, 1), paths([1, 1], [0, 0], 4, 0.5)],
    theta: [1 - 0.25 * momentum[0], 2 - 0.25 * momentum[1]],
    next: { kind: 'momentumRoundStarted', momentum: v(...momentum) },
  },
  {
    title: 'each path is divided by the η of its own round, η₁ = ½ and η₃ = ¼: v = ((2, −1) + (2, 2))/2',
    algorithm: { name: 'local-sgd-m', stepSize: DECREASING, serverStepSize: 0.25, momentum: 0.3 },
    fold: buffer,
    updates: [paths([4, 0], [2, 1], 2, 1), inRound(3, paths([1, 1], [0, 0], 2, 1))],
    theta: [1 - 0.25 * 2, 2 - 0.25 * 0.5],
    next: { kind: 'momentumRoundStarted', momentum: v(2, 0.5) },
  },
  {
    title: 'each update goes as far as the η of its own round, η₁ = ½ and η₃ = ¼',
    algorithm: { name: 'ef-td', stepSize: DECREASING, compressor: 'top-k:1', feedback: 'on', radius: 0 },
    fold: buffer,
    updates: [updates([4, 0], [2, 0]), inRound(3, updates([1, 1], [0, 8]))],
    theta: [1 + 1 / 2, 2 + 2 / 2],
    next: { kind: 'roundStarted' },
    moves: [{ model: v(5, 0) }, { model: v(1, 3) }],
  },
  {
    title: 'θ̄ is projected onto the ball of radius 5: (1, 2) + (5, 6) has norm 10',
    algorithm: { name: 'ef-td', stepSize: 1, compressor: 'none', feedback: 'on', radius: 5 },
    fold: buffer,
    updates: [updates([0, 0], [5, 6])],
    theta: [3, 4],
  },
];

test.each(CASES)('$algorithm.name: $title', ({ algorithm, fold, updates, theta, next, moves }) => {
  const part = serverLogic(algorithm, site);
  const made = part.free!.step(
    updates.map(({ message, answer, weight }) => ({
      message: messageOf(message),
      answer: messageOf({ ...answer, agent: 0 }),
      agent: 0,
      weight,
    })),
    fold,
    [],
  );
  expect([...part.model()]).toEqual(theta);
  const opened = part.free!.open?.(0) ?? part.open(2, 3);
  expect(opened).toMatchObject({ ...(next ?? {}), ...('theta' in opened ? { theta: v(...theta) } : {}) });
  if (moves) expect(made).toMatchObject(moves);
});

test('FedHSA has no part without rounds', () => {
  expect(serverLogic(FEDHSA(0.1), site).free).toBeUndefined();
});
