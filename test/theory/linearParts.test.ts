/** What a part throws, or returns amiss, says that it cannot be followed; every other error is a fault of the program, and passes. */
import { describe, expect, test } from 'vitest';
import { averaging } from '../../src/algorithms/averaging.ts';
import type { ConfiguredAlgorithm } from '../../src/algorithms/parts.ts';
import type { ScheduledAlgorithm } from '../../src/configuration/configuration.ts';
import { solveProblem } from '../../src/problems/root.ts';
import { followedErrors } from '../../src/theory/arrivals/followedRounds.ts';
import { PATIENT_BUDGET } from '../../src/theory/budgets.ts';
import { knownProblem, type KnownProblem } from '../../src/theory/moments/knownProblem.ts';
import { withNoiseFree } from '../../src/theory/noiseFree/noiseFreePredictions.ts';
import { predict } from '../../src/theory/predictions.ts';
import { readOffParts } from '../../src/theory/round/runsOf.ts';
import { formedAct } from '../../src/theory/stepOperators.ts';
import type { TriggerConfiguration } from '../../src/triggers/index.ts';
import { meansOnly, randomMeans } from './linearFixture.ts';
import { ended, like, plain } from './round/ownAlgorithms.ts';

const H2 = { kind: 'deterministic', localSteps: 2 } as const;
const PROBLEM = meansOnly(2, randomMeans(3, 2, 0.4, 3));
const SOLUTION = solveProblem(PROBLEM);
const CONFIGURATION = { trigger: H2, sampling: 'exact' as const, initial: [1, -2], seeds: [1] };
const KNOWN = knownProblem(PROBLEM, SOLUTION, CONFIGURATION) as KnownProblem;
const WHY = { reason: 'its server sends each agent another message' };

/** Local SA whose agents take steps in which `step` is called. */
const stepping = (step: () => void): ConfiguredAlgorithm =>
  like('stepping', {
    agent: (eta) => ({
      ask: ({ theta, localSteps }, work) => {
        work.each(theta, localSteps, (x, value) => {
          step();
          for (let j = 0; j < x.length; j++) x[j]! += eta * value[j]!;
        });
      },
      answer: (_, work) => ended({ theta: work.theta }),
    }),
  });

const serving = (receive: () => never): ConfiguredAlgorithm =>
  like('serving', { server: (initial) => ({ ...averaging(initial, plain), receive }) });

const fail = (): never => {
  throw new TypeError('no coordinates');
};

const noiseFreeOf = (algorithm: ConfiguredAlgorithm, budget: object = {}): unknown => {
  const configuration = { ...CONFIGURATION, algorithms: [algorithm as ScheduledAlgorithm] };
  const before = predict(PROBLEM, SOLUTION, configuration);
  return withNoiseFree(before, PROBLEM, SOLUTION, configuration, [0, 5], {
    multiplications: 1e6,
    ...budget,
  })[0]!.noiseFree;
};

describe('what its parts do leaves a reason:', () => {
  const asked = { trigger: H2, agents: 3 };

  test('the server throws', () => {
    const reason = 'a part of it throws: no coordinates';
    expect(readOffParts({ ...asked, algorithm: serving(fail) }, true)).toEqual({ reason });
    expect(followedErrors(KNOWN, serving(fail), WHY, [0, 5], PATIENT_BUDGET)).toBe(WHY);
    expect(noiseFreeOf(serving(fail))).toEqual({ reason: `without noise ${reason}` });
  });

  test('the server returns what is no message', () => {
    const algorithm = like('empty', {
      server: (initial) => ({ ...averaging(initial, plain), open: () => undefined as never }),
    });
    expect(readOffParts({ ...asked, algorithm }, true)).toEqual({
      reason: 'a part of it throws: a message of kind "plain" must be returned (found undefined)',
    });
  });

  test('an agent answers what is no answer', () => {
    const algorithm = like('odd', {
      agent: (eta, _, agent) => ({
        ask: ({ theta, localSteps }, work) => {
          work.advance(theta, eta, undefined, localSteps);
        },
        answer: (_, work) =>
          ({ ...ended({ theta: work.theta }), ...(agent === 1 && { kind: 'other' }) }) as never,
      }),
    });
    expect(readOffParts({ ...asked, algorithm }, true)).toEqual({
      reason: 'a part of it throws: a message of kind "ended" must be returned (found "other")',
    });
  });

  test('steps of the agent’s own throw', () => {
    expect(noiseFreeOf(stepping(fail))).toEqual({
      reason: 'without noise a part of it throws: no coordinates',
    });
    expect(noiseFreeOf(stepping(() => undefined))).toHaveProperty('errors');
  });
});

describe('an error of the program passes:', () => {
  const planted = (): never => {
    throw new RangeError('planted');
  };
  const trigger = Object.defineProperty({}, 'kind', { get: planted }) as TriggerConfiguration;

  test('where rounds are read off the parts', () => {
    const asked = { algorithm: like('plain', {}), trigger, agents: 3 };
    expect(() => readOffParts(asked, true)).toThrow('planted');
  });

  test('where rounds are followed one after another', () => {
    const budget = Object.defineProperty({ ...PATIENT_BUDGET }, 'multiplications', { get: planted });
    expect(() => followedErrors(KNOWN, like('plain', {}), WHY, [0, 5], budget)).toThrow('planted');
  });

  test('where a run goes without noise', () => {
    const until = { get: planted, enumerable: true };
    const budget = Object.defineProperty({ multiplications: 1e6 }, 'until', until);
    const configuration = { ...CONFIGURATION, algorithms: [stepping(() => undefined) as ScheduledAlgorithm] };
    const before = predict(PROBLEM, SOLUTION, configuration);
    expect(() => withNoiseFree(before, PROBLEM, SOLUTION, configuration, [0, 5], budget)).toThrow('planted');
  });

  test('where the form of steps is read', () => {
    const scaled = like('scaled', {
      agent: (eta) => ({
        ask: ({ theta, localSteps }, work) => {
          work.advance(theta, eta, undefined, localSteps, { scale: 2 });
        },
        answer: (_, work) => ended({ theta: work.theta }),
      }),
    });
    expect(formedAct(scaled, H2, 3)).toMatchObject({ kind: 'step', stepSize: 0.1 });
    const agents = new Proxy({}, { get: planted }) as never;
    expect(() => formedAct(scaled, H2, agents)).toThrow('planted');
  });
});
