/** Push-sum: masses are conserved, and contract as Kempe, Dobra and Gehrke's potential does; runs of it reach θ*. */
import { describe, expect, test } from 'vitest';
import { pushSum } from '../../scenarios/algorithms/pushSum.ts';
import { answersOf } from '../../src/algorithms/answers.ts';
import { copyOf, type Message, vectorOf, writeHead } from '../../src/algorithms/message.ts';
import { agentLogic, configured, serverLogic } from '../../src/algorithms/parts.ts';
import type { ScheduledAlgorithm } from '../../src/configuration/configuration.ts';
import { type Coins, PartCoins } from '../../src/maths/coins.ts';
import type { TimingModel } from '../../src/timing/timingModel.ts';
import { localWork } from '../../src/problems/localWork.ts';
import { configurationOf, replicationsOf } from '../oracles/events.ts';
import { randomProblem, rootOf, specificationOf } from '../oracles/explicitProblem.ts';
import { squared, subtract } from '../oracles/plainMatrices.ts';

const TRIGGER = { kind: 'deterministic', localSteps: 1 } as const;

/** Coins of one round: who pushes, and to how many further on, in agent order. */
interface Drawn {
  readonly pushes: readonly boolean[];
  readonly steps: readonly number[];
}

/** Agents in one dimension that begin at `starts`: where the first local step leads; later steps lead nowhere. */
class Network {
  readonly #starts: readonly number[];
  readonly #server;
  readonly #agents;
  /** of the round under way, where coins are given */
  #drawn: Drawn | undefined;
  #round = 0;
  #targets = 0;
  /** agents whose last answer was lost */
  #lost: readonly number[] = [];

  constructor(starts: readonly number[], probability: number, seed = 1) {
    const asked = configured(pushSum, { stepSize: 1, probability });
    this.#starts = starts;
    const coinsOf = (part: number | 'server', given: boolean): PartCoins => {
      const standIn: Coins = {
        uniform: () => (this.#drawn!.pushes[part as number]! ? 0 : 1),
        below: () => this.#drawn!.steps[this.#targets++]!,
        normal: () => NaN,
        expected: false,
      };
      return new PartCoins(pushSum.coins, given ? undefined : { seed, part }, standIn);
    };
    const given = seed === 0;
    const initial = Float64Array.of(0);
    this.#server = serverLogic(asked, {
      ...{ agents: starts.length, initial, trigger: TRIGGER, coins: coinsOf('server', given) },
    });
    this.#agents = starts.map((_, agent) => {
      const site = { agent, dimension: 1, trigger: TRIGGER, coins: coinsOf(agent, given) };
      return { part: agentLogic(asked, site), work: localWork(1) };
    });
  }

  /** @param lost - agents whose answers do not come */
  round(drawn?: Drawn, lost: readonly number[] = []): void {
    this.#drawn = drawn;
    this.#targets = 0;
    this.#round++;
    this.#server.open(this.#round, 1);
    const answers = this.#agents.map(({ part, work }, agent) => {
      const message = this.#mailOf(agent);
      part.ask(message, work, work);
      if (this.#round === 1) work.theta[0] = this.#starts[agent]!;
      return writeHead(copyOf(part.answer(message, work, work)), this.#round, 1, agent);
    });
    this.#server.receive(answersOf(answers.filter(({ agent }) => !lost.includes(agent))), this.#round, 1);
    this.#lost = lost;
  }

  #mailOf(agent: number): Message {
    const message = writeHead(copyOf(this.#server.openTo!(agent)), this.#round, 1);
    return { ...message, taken: !this.#lost.includes(agent) };
  }

  /** Value and weight of each agent, with what is on its way to it. */
  masses(): (readonly [value: number, weight: number])[] {
    return this.#agents.map(({ part }, agent) => {
      const [kept, mail] = [part.states!(), this.#mailOf(agent)];
      return [kept.value![0]! + vectorOf(mail, 'value')[0]!, kept.weight![0]! + vectorOf(mail, 'weight')[0]!];
    });
  }

  /** Σ (x_i − w_i x̄)² */
  potential(): number {
    const mean = this.#starts.reduce((sum, x) => sum + x) / this.#starts.length;
    return this.masses().reduce((sum, [value, weight]) => sum + (value - weight * mean) ** 2, 0);
  }
}

const total = (network: Network, at: 0 | 1): number =>
  network.masses().reduce((sum, mass) => sum + mass[at], 0);

describe('where steps lead nowhere', () => {
  const STARTS = [3, -1, 4, 1, -5, 9, 2];

  test.each([1, 0.5, 0.1])('masses are conserved, and ratios tend to the mean of the starts: p = %d', (p) => {
    const network = new Network(STARTS, p);
    const sum = STARTS.reduce((all, x) => all + x);
    for (let t = 0; t < 60 / p; t++) {
      network.round();
      expect(Math.abs(total(network, 0) - sum)).toBeLessThan(1e-13 * sum);
      expect(Math.abs(total(network, 1) - 7)).toBeLessThan(1e-13);
    }
    for (const [value, weight] of network.masses()) expect(value / weight).toBeCloseTo(sum / 7, 7);
  });

  /**
   * With u_i = x_i − w_i x̄, Σ u_i = 0, and pushes to one of n − 1 others,
   * E Σ u_i² falls by λ = 1 − p/2 − p (1 − p/2)/(n − 1) − p² (n − 2)/(4 (n − 1)²).
   */
  test.each([1, 0.6])('the potential falls by its known factor, in the mean over all coins: p = %d', (p) => {
    const n = 3;
    const prefix: readonly Drawn[] = [
      { pushes: [true, true, false], steps: [0, 1] },
      { pushes: [true, false, true], steps: [1, 0] },
    ];
    const after = (...more: readonly Drawn[]): number => {
      const network = new Network([3, -1, 7], p, 0);
      for (const drawn of [...prefix, ...more]) network.round(drawn);
      return network.potential();
    };
    let mean = 0;
    for (let pushers = 0; pushers < 2 ** n; pushers++)
      for (let targets = 0; targets < 2 ** n; targets++) {
        const pushes = [0, 1, 2].map((i) => ((pushers >> i) & 1) === 1);
        const count = pushes.filter(Boolean).length;
        const steps = [0, 1, 2].map((k) => (targets >> k) & 1);
        mean += (p ** count * (1 - p) ** (n - count) * after({ pushes, steps })) / 2 ** n;
      }
    const factor = 1 - p / 2 - (p * (1 - p / 2)) / (n - 1) - (p ** 2 * (n - 2)) / (4 * (n - 1) ** 2);
    expect(mean / (factor * after())).toBeCloseTo(1, 13);
  });

  test('an answer that is lost, or given up, takes nothing with it', () => {
    const network = new Network(STARTS, 0.7);
    network.round();
    for (let t = 0; t < 80; t++) {
      network.round(undefined, t % 3 === 0 ? [t % 7, (t + 2) % 7] : []);
      if (t % 3 === 0) continue;
      expect(total(network, 0)).toBeCloseTo(13, 12);
      expect(total(network, 1)).toBeCloseTo(7, 12);
    }
    for (const [value, weight] of network.masses()) expect(value / weight).toBeCloseTo(13 / 7, 6);
  });
});

describe('runs reach the neighbourhood of θ*', () => {
  const explicit = randomProblem(5, 2, 3);
  const EVENTFUL: TimingModel = {
    ...{ compute: { kind: 'exponential', mean: 1 }, loss: { uplink: 0.05, downlink: 0.05 } },
    agents: [{ agents: [1, 1], crash: { at: 9, returnsAfter: 3 } }],
  };

  test.each([
    ['synchronous', { kind: 'synchronous' }, undefined],
    ['first', { kind: 'first', count: 3, late: 'drop' }, EVENTFUL],
    ['sampled', { kind: 'sampled', count: 3 }, undefined],
  ] as const)('%s', async (_, policy, timing) => {
    const algorithms = [
      configured(pushSum, { stepSize: 0.01, probability: 0.5 }) as unknown as ScheduledAlgorithm,
    ];
    const [run] = await replicationsOf(
      specificationOf(explicit),
      configurationOf({
        ...{ algorithms, sampling: 'exact', initial: [4, -4], policy, timing, recording: 'all' },
        ...{ trigger: { kind: 'deterministic', localSteps: 2 }, verify: true },
        budget: { kind: 'rounds', rounds: 400 },
      }),
    );
    const root = rootOf(explicit);
    const errorAt = (t: number): number => squared(subtract([...run!.thetas[t]!], root));
    expect(errorAt(400)).toBeLessThan(errorAt(0) / 100);
  });
});
