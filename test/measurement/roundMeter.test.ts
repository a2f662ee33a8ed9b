import { describe, expect, test } from 'vitest';
import { RoundMeter } from '../../src/measurement/roundMeter.ts';
import type { MeasuringBasis } from '../../src/measurement/metrics/knownAnswer.ts';
import { noTraffic } from '../../src/measurement/metrics/measuredRound.ts';
import type { AlgorithmConfiguration } from '../../src/configuration/configuration.ts';
import type { RoundCompleted } from '../../src/measurement/roundCompleted.ts';
import { ALL_THREE, configurationOf, replicationsOf } from '../oracles/events.ts';
import { randomProblem, rootOf, specificationOf } from '../oracles/explicitProblem.ts';
import { averageOf, squared, subtract } from '../oracles/plainMatrices.ts';
import { measuredRun } from '../oracles/records.ts';

const vector = (...entries: number[]): Float64Array => Float64Array.from(entries);
/** θ* = (1, 2), Ḡ(θ) = (3, 4) − diag(3, 2) θ */
const ANSWER: MeasuringBasis = {
  root: vector(1, 2),
  mean: { kind: 'linear', A: vector(3, 0, 0, 2), b: vector(3, 4) },
};

const completed: RoundCompleted = {
  round: 5,
  startedFrom: vector(0, 0),
  theta: vector(2, 1),
  localModels: () => [vector(1, 2), vector(3, 0)],
};

/** One bit more than ten vectors have. */
const SENT = { uplinkVectors: 10, downlinkVectors: 20, uplinkBits: 1281, downlinkBits: 2560 };

test('a round is measured: error 2, agents’ error (0 + 8)/2, ‖Ḡ‖² = 9 + 4, drift (5 + 9)/2, whole bytes', () => {
  const meter = new RoundMeter(measuredRun(2, ANSWER), SENT);
  expect(meter.measure(completed, 50).toJSON()).toEqual({
    round: 5,
    step: 50,
    time: 50,
    error: 2,
    agentError: 4,
    operatorNorm: 13,
    drift: 7,
    uplinkVectors: 10,
    downlinkVectors: 20,
    uplinkBytes: 161,
    downlinkBytes: 320,
    uplinkBits: NaN,
    downlinkBits: NaN,
    averageError: NaN,
    drawnError: NaN,
    drawnOperatorNorm: NaN,
    lyapunov: NaN,
    staleness: NaN,
    idle: NaN,
  });
});

test('where each agent started from a model of its own the drift is from that: (5 + 5)/2', () => {
  const meter = new RoundMeter(measuredRun(2, ANSWER), SENT);
  const origins = [vector(0, 0), vector(1, 1)];
  expect(meter.measure({ ...completed, origins: () => origins }, 50).drift).toBe(5);
});

test('the start is round 0: agents and server agree, nothing has drifted or been sent', () => {
  const meter = new RoundMeter(measuredRun(2, ANSWER), noTraffic());
  expect(meter.start(vector(0, 0))).toMatchObject({
    round: 0,
    step: 0,
    time: 0,
    error: 5,
    agentError: 5,
    operatorNorm: 25,
    drift: 0,
    uplinkBytes: 0,
  });
});

test('what is not known is NaN', () => {
  const meter = new RoundMeter(
    measuredRun(2, { root: undefined, mean: undefined }, { averageFrom: 0 }),
    noTraffic(),
    0,
  );
  meter.add(completed, 50);
  const record = meter.measure(completed, 50);
  expect([record.error, record.agentError, record.operatorNorm, record.averageError]).toEqual([
    NaN,
    NaN,
    NaN,
    NaN,
  ]);
  expect(record.drift).toBe(7);
});

describe('the Polyak–Ruppert average', () => {
  test('takes the rounds after its first ones: of 1 … 4 after 2 the mean of 3 and 4', () => {
    const meter = new RoundMeter(
      measuredRun(1, { root: vector(0), mean: undefined }, { averageFrom: 0.5 }),
      noTraffic(),
      2,
    );
    for (let round = 1; round <= 4; round++) {
      meter.add({ ...completed, round, theta: vector(10 * round) }, round);
      const expected = [undefined, undefined, vector(30), vector(35)][round - 1];
      expect(meter.average()).toEqual(expected);
    }
    expect(
      meter.measure(
        { ...completed, theta: vector(40), startedFrom: vector(0), localModels: () => [vector(0)] },
        1,
      ).averageError,
    ).toBe(35 ** 2);
  });

  test('in a run of 20 rounds from 0.25 on is the mean of θ̄_6, …, θ̄_t, recorded or not', async () => {
    const problem = randomProblem(3, 2, 2);
    const base = configurationOf({ budget: { kind: 'rounds', rounds: 20 }, averageFrom: 0.25 });
    const [all] = await replicationsOf(specificationOf(problem), base);
    const [some] = await replicationsOf(specificationOf(problem), { ...base, recording: { every: 7 } });
    const root = rootOf(problem);
    for (const [k, { round, averageError }] of all!.records.entries()) {
      if (round <= 5) {
        expect(all!.averages[k]).toBeUndefined();
        expect(averageError).toBeNaN();
        continue;
      }
      const expected = averageOf(all!.thetas.slice(6, round + 1));
      expected.forEach((x, j) => expect(all!.averages[k]![j]).toBeCloseTo(x, 13));
      expect(averageError).toBeCloseTo(squared(subtract(expected, root)), 12);
    }
    expect(some!.records.map(({ round }) => round)).toEqual([0, 7, 14, 20]);
    expect(some!.records).toEqual([0, 7, 14, 20].map((round) => all!.records[round]));
  });
});

describe('the columns of a run', () => {
  const M = 3;
  const problem = randomProblem(M, 2, 2);

  test.each<{ algorithm: AlgorithmConfiguration; vectors: number }>(
    ALL_THREE(0.1).map((algorithm) => ({ algorithm, vectors: algorithm.name === 'fedhsa' ? 2 * M : M })),
  )(
    '$algorithm.name sends $vectors vectors up and down a round with 3 agents, 16 bytes each for d = 2',
    async ({ algorithm, vectors }) => {
      const [run] = await replicationsOf(
        specificationOf(problem),
        configurationOf({ algorithms: [algorithm] }),
      );
      for (const record of run!.records) {
        expect(record).toMatchObject({
          uplinkVectors: vectors * record.round,
          downlinkVectors: vectors * record.round,
          uplinkBytes: 16 * vectors * record.round,
          downlinkBytes: 16 * vectors * record.round,
          step: 3 * record.round,
          time: 3 * record.round,
        });
      }
      expect(run!.records).toHaveLength(11);
    },
  );

  test('error is ‖θ̄ − θ*‖² of the iterate told with it, to 1e-14', async () => {
    const root = rootOf(problem);
    const runs = await replicationsOf(
      specificationOf(problem),
      configurationOf({ algorithms: ALL_THREE(0.1) }),
    );
    for (const { records, thetas } of runs) {
      records.forEach(({ error }, k) => {
        const expected = squared(subtract(thetas[k]!, root));
        expect(Math.abs(error - expected)).toBeLessThan(1e-14 * (1 + expected));
      });
    }
  });
});
