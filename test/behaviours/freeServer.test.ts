/** The servers without rounds, one step at a time, against the formulas written out in numbers. */
import { describe, expect, it } from 'vitest';
import { type AnsweredDispatch, type Folding, freeServer } from '../../src/behaviours/freeServer.ts';
import type { AlgorithmConfiguration } from '../../src/protocol/configuration.ts';
import type { Downlink, Uplink } from '../../src/protocol/messages.ts';
import {
  FEDHSA,
  LOCAL_SA,
  LOCAL_SGD_M,
  MINIBATCH_SGD,
  RICHARDSON_ROMBERG,
  SCAFFLSA,
  SCAFFOLD,
} from '../oracles/events.ts';

const v = (...x: number[]): Float64Array => Float64Array.from(x);
const AGENTS = 4;

/** The state after one step from θ̄ = (1, 2), and the round as told. */
function stepOf(
  algorithm: AlgorithmConfiguration,
  folding: Folding,
  updates: readonly AnsweredDispatch[],
): {
  readonly next: Downlink;
  readonly theta: number[];
  readonly models: number[][];
  readonly origins: number[][];
} {
  const server = freeServer(algorithm, folding, AGENTS, { kind: 'deterministic', localSteps: 3 });
  const [state, completed] = server.step(server.init(v(1, 2)), 1, updates);
  return {
    next: server.dispatch(state, 2, 3, 0),
    theta: [...completed.theta],
    models: completed.localModels().map((model) => [...model]),
    origins: completed.origins!().map((model) => [...model]),
  };
}

const localUpdate = (origin: number[], model: number[], weight: number): AnsweredDispatch => ({
  message: { kind: 'roundStarted', round: 1, localSteps: 3, theta: v(...origin) },
  answer: { kind: 'localModel', agent: 0, round: 1, theta: v(...model) },
  weight,
});

describe('mixing', () => {
  it.each([LOCAL_SA(0.1), SCAFFLSA(0.1)])('$name: (1 − α) θ̄ + α θ_i', (algorithm) => {
    const { theta, models, origins, next } = stepOf(algorithm, 'mix', [localUpdate([0, 0], [3, -2], 0.25)]);
    expect(theta).toEqual([0.75 * 1 + 0.25 * 3, 0.75 * 2 - 0.25 * 2]);
    expect({ models, origins }).toEqual({ models: [[3, -2]], origins: [[0, 0]] });
    expect(next).toMatchObject({ round: 2, localSteps: 3, theta: v(...theta) });
  });

  it('several at once: θ̄ + mean α_i (θ_i − θ̄)', () => {
    const updates = [localUpdate([0, 0], [3, -2], 0.25), localUpdate([5, 5], [9, 2], 0.5)];
    expect(stepOf(LOCAL_SA(0.1), 'mix', updates).theta).toEqual([
      1 + (0.25 * 2 + 0.5 * 8) / 2,
      2 + (0.25 * -4) / 2,
    ]);
  });

  it('Minibatch SGD: θ_i is the w it was sent plus γ ĝ_i', () => {
    const update: AnsweredDispatch = {
      message: { kind: 'roundStarted', round: 1, localSteps: 3, theta: v(5, 6) },
      answer: { kind: 'operatorValue', agent: 0, round: 1, value: v(1, -2) },
      weight: 0.25,
    };
    // γ = 0.5: θ_i = (5.5, 5)
    expect(stepOf(MINIBATCH_SGD(0.5), 'mix', [update]).theta).toEqual([0.75 + 0.25 * 5.5, 1.5 + 0.25 * 5]);
  });

  it('SCAFFOLD: y_i = x + α_g Δy_i is mixed, and c moves by Δc_i/M unweighted', () => {
    const update: AnsweredDispatch = {
      message: { kind: 'controlledRoundStarted', round: 1, localSteps: 3, theta: v(5, 6), control: v(9, 9) },
      answer: {
        kind: 'controlledDifference',
        agent: 0,
        round: 1,
        difference: v(2, -4),
        controlDifference: v(8, -4),
      },
      weight: 0.25,
    };
    const { theta, next } = stepOf(SCAFFOLD(0.1, 0.5), 'mix', [update]);
    expect(theta).toEqual([0.75 + 0.25 * 6, 1.5 + 0.25 * 4]);
    expect(next).toMatchObject({ kind: 'controlledRoundStarted', control: v(2, -1) });
  });

  it('Richardson–Romberg: either run is mixed, and the two extrapolated', () => {
    const update: AnsweredDispatch = {
      message: { kind: 'pairedRoundStarted', round: 1, localSteps: 3, fine: v(0, 0), coarse: v(1, 1) },
      answer: { kind: 'pairedModels', agent: 0, round: 1, fine: v(3, -2), coarse: v(5, 2) },
      weight: 0.5,
    };
    const { theta, next, models, origins } = stepOf(RICHARDSON_ROMBERG(0.1), 'mix', [update]);
    // fine (2, 0), coarse (3, 2): 2·fine − coarse
    expect(next).toMatchObject({ kind: 'pairedRoundStarted', fine: v(2, 0), coarse: v(3, 2) });
    expect({ theta, models, origins }).toEqual({ theta: [1, -2], models: [[1, -6]], origins: [[-1, -1]] });
  });
});

describe('buffering', () => {
  it('Local SA: θ̄ + mean s_i (θ_i − θ̄_i), each from where it started', () => {
    const updates = [localUpdate([0, 0], [3, -2], 1), localUpdate([5, 5], [9, 2], 0.5)];
    expect(stepOf(LOCAL_SA(0.1), 'buffer', updates).theta).toEqual([
      1 + (3 + 0.5 * 4) / 2,
      2 + (-2 - 0.5 * 3) / 2,
    ]);
  });

  it('Local SGD-M: v is the mean of s_i (w_i − w_{i,K})/(η K_i), and w moves by −γ v', () => {
    const update = (
      origin: number[],
      model: number[],
      localSteps: number,
      weight: number,
    ): AnsweredDispatch => ({
      message: { kind: 'momentumRoundStarted', round: 1, localSteps, theta: v(...origin), momentum: v(0, 0) },
      answer: { kind: 'localModel', agent: 0, round: 1, theta: v(...model) },
      weight,
    });
    const updates = [update([4, 0], [2, 1], 2, 1), update([1, 1], [0, 0], 4, 0.5)];
    const { theta, next } = stepOf(LOCAL_SGD_M(0.5, 0.25, 0.3), 'buffer', updates);
    // Paths (2, −1)/(0.5·2) and 0.5·(1, 1)/(0.5·4): their mean is v.
    const momentum = [(2 + 0.25) / 2, (-1 + 0.25) / 2];
    expect(next).toMatchObject({ kind: 'momentumRoundStarted', momentum: v(...momentum) });
    expect(theta).toEqual([1 - 0.25 * momentum[0]!, 2 - 0.25 * momentum[1]!]);
  });
});

it('FedHSA has no server without rounds', () => {
  const answer: Uplink = { kind: 'localDifference', agent: 0, round: 1, difference: v(0, 0) };
  const message: Downlink = { kind: 'roundStarted', round: 1, localSteps: 3, theta: v(0, 0) };
  expect(() => stepOf(FEDHSA(0.1), 'mix', [{ message, answer, weight: 1 }])).toThrow(TypeError);
});
