/** The example policy, triggers and FedNova, each against what it must agree with. */
import { describe, expect, test } from 'vitest';
import { fedNova } from '../../scenarios/algorithms/fedNova.ts';
import { tifl } from '../../scenarios/policies/tifl.ts';
import { growing } from '../../scenarios/triggers/growing.ts';
import { uneven } from '../../scenarios/triggers/uneven.ts';
import { configured } from '../../src/algorithms/parts.ts';
import { localSa } from '../../src/algorithms/localSa.ts';
import type { RunConfiguration, ScheduledAlgorithm } from '../../src/configuration/configuration.ts';
import { ownPolicy, ownTrigger } from '../../src/configuration/ownKinds.ts';
import { configurationOf, replicationsOf, told } from '../oracles/events.ts';
import { randomProblem, specificationOf } from '../oracles/explicitProblem.ts';

const A = [1, 2, 3, 4];
const B = [1, 1, 2, 8];
/** G_i(θ) = b_i − a_i θ, without noise */
const scalar = specificationOf(
  A.map((a, i) => ({ transition: [[1]], A: [[[a]]], b: [[B[i]!]], initial: 'stationary' })),
);
const ROOT = 12 / 10;

async function run(changes: Partial<RunConfiguration>, specification = scalar) {
  const initial = specification === scalar ? [2] : [2, -1];
  const changed = { initial, sampling: 'exact', recording: 'all', ...changes } as const;
  return (await replicationsOf(specification, configurationOf(changed)))[0]!.records;
}
const nova = (stepSize: number) => configured(fedNova, { stepSize }) as ScheduledAlgorithm;
const local = (stepSize: number) => configured(localSa, { stepSize }) as ScheduledAlgorithm;
const unequal = ownTrigger({ trigger: uneven.with({ slowest: 1, fastest: 10 }) }, 4)!;
/** of four agents: 1 + 9 i/3 */
const H = [1, 4, 7, 10];

describe('FedNova', () => {
  test('is Local SA where all agents take as many steps, on Markov streams', async () => {
    const problem = specificationOf(randomProblem(3, 2, 5));
    const errors = async (algorithm: ScheduledAlgorithm) =>
      (
        await run(
          { algorithms: [algorithm], sampling: 'markov', budget: { kind: 'rounds', rounds: 50 } },
          problem,
        )
      ).map(({ error }) => error);
    const expected = await errors(local(0.1));
    // sums in another order, over 50 rounds
    (await errors(nova(0.1))).forEach((error, t) => expect(error / expected[t]! - 1).toBeCloseTo(0, 9));
  });

  /** The fixed point of θ̄ + Σ share_i (r_i − 1)(θ̄ − b_i/a_i), r_i = (1 − η a_i)^H_i, as far as its error goes. */
  const biasOf = (eta: number, share: (i: number) => number): number => {
    const weights = A.map((a, i) => share(i) * (1 - (1 - eta * a) ** H[i]!));
    const sum = weights.reduce((total, w) => total + w, 0);
    return weights.reduce((total, w, i) => total + (w * B[i]!) / A[i]!, 0) / sum - ROOT;
  };
  const settled = async (algorithm: ScheduledAlgorithm): Promise<number> => {
    // the slowest mode contracts by less than 1 − η Σ a_i/4 a round
    const records = await run({
      algorithms: [algorithm],
      trigger: unequal,
      budget: { kind: 'rounds', rounds: 3000 },
    });
    return Math.sqrt(records.at(-1)!.error);
  };

  test('settles where steps of unequal number weigh the same, Local SA where they add up', async () => {
    for (const eta of [0.02, 0.01]) {
      expect(await settled(nova(eta))).toBeCloseTo(Math.abs(biasOf(eta, (i) => 1 / H[i]!)), 12);
      expect(await settled(local(eta))).toBeCloseTo(Math.abs(biasOf(eta, () => 1)), 12);
    }
    // So as η → 0 FedNova comes to θ*, and Local SA to Σ H_i b_i/Σ H_i a_i = 99/70.
    expect(biasOf(1e-7, (i) => 1 / H[i]!)).toBeCloseTo(0, 6);
    expect(biasOf(1e-7, () => 1)).toBeCloseTo(99 / 70 - ROOT, 6);
  });
});

describe('growing H', () => {
  const trigger = ownTrigger({ trigger: growing.with({ first: 1.5, growth: 0.5 }) }, 4)!;

  test('takes ⌈1.5 + 0.5 (t − 1)⌉ steps in round t, which add up, and fill a budget of steps', async () => {
    const gaps = [2, 2, 3, 3, 4, 4, 5, 5, 6, 6];
    const steps = gaps.reduce((sums, gap) => [...sums, sums.at(-1)! + gap], [0]);
    const records = await run({ trigger, budget: { kind: 'rounds', rounds: 10 } });
    expect(records.map(({ step }) => step)).toEqual(steps);
    // 23 steps hold seven rounds, and an eighth would need 28
    const cut = await run({ trigger, budget: { kind: 'steps', steps: 27 } });
    expect(cut.map(({ step }) => step)).toEqual(steps.slice(0, 8));
  });

  test('has the errors of as many steps', async () => {
    const eta = 0.05;
    const records = await run({ algorithms: [local(eta)], trigger, budget: { kind: 'rounds', rounds: 6 } });
    let theta = 2;
    [2, 2, 3, 3, 4, 4].forEach((gap, t) => {
      theta = A.reduce((sum, a, i) => sum + B[i]! / a + (1 - eta * a) ** gap * (theta - B[i]! / a), 0) / 4;
      expect(records[t + 1]!.error).toBeCloseTo((theta - ROOT) ** 2, 13);
    });
  });
});

describe('TiFL', () => {
  const tiers = (settings: Parameters<typeof tifl.with>[0]) =>
    ownPolicy({ policy: tifl.with(settings) }, { agents: 6, seconds: () => 1 })!;
  const six = specificationOf(randomProblem(6, 2, 7));
  const budget = { kind: 'rounds', rounds: 60 } as const;
  /** a local step takes 1, 4, 2, 1, 4 and 2 seconds */
  const timing = {
    compute: 1,
    agents: [1, 4].flatMap((first) => [
      { agents: [first, first] as const, compute: 4 },
      { agents: [(first + 1) % 6, (first + 1) % 6] as const, compute: 2 },
    ]),
  };

  test('of one tier of all agents is synchronous', async () => {
    const single = { sampling: 'markov', budget } as const;
    const found = await run({ ...single, policy: tiers({ count: 6, tiers: 1 }) }, six);
    const expected = await run({ ...single, verify: true }, six);
    expect(found.map(({ error }) => error)).toEqual(expected.map(({ error }) => error));
  });

  test('profiles all agents once, and then asks two of one speed each round, of each in some', async () => {
    const policy = tiers({ count: 2, tiers: 3 });
    const changes = { policy, timing, budget, updates: true, initial: [0, 0] };
    const { events } = await told(six, configurationOf(changes));
    const rounds: number[][] = Array.from({ length: 60 }, () => []);
    for (const event of events) {
      if (event.kind === 'timed' && event.event.kind === 'applied')
        rounds[event.event.version]!.push(event.event.agent);
    }
    expect(rounds[0]).toEqual([0, 1, 2, 3, 4, 5]);
    const pairs = new Set(rounds.slice(1).map(String));
    // one of them stays away in 59 rounds with probability 3 (2/3)^59 < 10⁻⁹
    expect(pairs).toEqual(new Set(['0,3', '1,4', '2,5']));
  });
});
